package quake2

import (
	"encoding/binary"
	"errors"
	"fmt"

	"fragscope/formats/wire"
)

// The maximum block lengths accepted. Network packets have up to 1400 bytes, or up to 32 KiB in Q2PRO. The blocks of
// server recordings have no limit, but even a block with all fields of all entities is shorter than the maximum used
// here.
const (
	maxBlockDM2 = 1 << 18
	maxBlockMVD = 1 << 15
)

func (d *Decoder) maxBlock() int64 {
	if d.header.Format == MVD2 {
		return maxBlockMVD
	}
	return maxBlockDM2
}

// head reads the length of the block at offset at. end is set if it is the mark at the end of the demo.
func (d *Decoder) head(at int) (size int64, n int, end, ok bool) {
	rest := d.data[at:]
	if d.header.Format == MVD2 {
		if len(rest) < 2 {
			return 0, 0, false, false
		}
		size = int64(binary.LittleEndian.Uint16(rest))
		return size, 2, size == 0, true
	}
	if len(rest) < 4 {
		return 0, 0, false, false
	}
	size = int64(int32(binary.LittleEndian.Uint32(rest)))
	return size, 4, size == -1, true
}

// fits reports whether a block of this length is possible and complete.
func (d *Decoder) fits(at int, size int64, n int) bool {
	return size >= 0 && size <= d.maxBlock() && size <= int64(len(d.data)-at-n)
}

// readBlock reads one block. It always advances in the file, whatever the block contains.
func (d *Decoder) readBlock(h Handler) {
	at := d.pos
	size, n, end, ok := d.head(at)
	d.block = Block{Offset: int64(at), Size: size}
	switch {
	case !ok:
		d.skip(h, at, len(d.data), "the length of a block is cut")
		d.pos = len(d.data)
	case end && d.isEnd(at, n):
		d.block.Kind = BlockEnd
		h.Handle(&d.block)
		h.Handle((*EndBlock)(&d.block))
		d.pos = at + n
	case d.fits(at, size, n):
		d.whole(h, at, n, size)
	default:
		d.broken(h, at, n, size)
	}
}

// isEnd reports whether the end mark can be trusted. It can if nothing follows it, or if blocks of another demo,
// appended to the first, follow it. If other data follows, it can be trusted only once a frame has been read.
func (d *Decoder) isEnd(at, n int) bool {
	if at+n == len(d.data) || d.chain(at+n, chainLength, nil) {
		return true
	}
	return d.haveFrame
}

func (d *Decoder) whole(h Handler, at, n int, size int64) {
	start, stop := at+n, at+n+int(size)
	d.resolveVariant(start, stop)
	h.Handle(&d.block)
	d.c.Read(d.data[start:stop], int64(start))
	bad, err := d.read(h)
	if err != nil {
		bad += start
		if !d.framed(stop) {
			if next, found := d.find(bad, len(d.data)); found {
				stop = next
				d.block.Kind = BlockBroken
			}
		}
		d.skip(h, bad, stop, reason(err))
	}
	h.Handle((*EndBlock)(&d.block))
	d.pos = stop
}

// reason returns a reader's error without the offset, because that is reported separately.
func reason(err error) string {
	if inner := errors.Unwrap(err); inner != nil {
		return inner.Error()
	}
	return err.Error()
}

// skip reports the bytes from bad to stop as unreadable.
func (d *Decoder) skip(h Handler, bad, stop int, what string) {
	d.report(int64(bad), what, int64(stop-bad))
	d.raw = Raw{Offset: int64(bad), Data: d.data[bad:stop], What: what}
	h.Handle(&d.raw)
}

// broken reads a block whose length cannot be right, or that is cut off by the end of the file. It reads messages as
// long as they make sense. If a block could start after one of them, the broken block is assumed to end there.
func (d *Decoder) broken(h Handler, at, n int, size int64) {
	start := at + n
	d.block.Kind = BlockBroken
	end := d.walk(start)
	h.Handle(&d.block)
	got := d.replay(h, start, end.at)
	cut := errors.Is(end.err, wire.ErrShort) || end.at == len(d.data)
	switch {
	case cut && size >= 0 && size <= d.maxBlock():
		d.skip(h, got, len(d.data), fmt.Sprintf("a block of %d bytes is cut off after %d", size, len(d.data)-start))
		d.pos = len(d.data)
	case end.next && got == end.at:
		d.report(int64(at), fmt.Sprintf("a block of %[2]d bytes has a length field of %[1]d", size, end.at-start), 0)
		d.pos = end.at
	default:
		what := fmt.Sprintf("%d is not a valid block length", size)
		next, _ := d.find(max(got, at+1), len(d.data))
		d.skip(h, got, next, what)
		d.pos = next
	}
	h.Handle((*EndBlock)(&d.block))
}

// replay reads the messages up to the offset end, at which a walk ended, and returns the offset that it reached.
func (d *Decoder) replay(h Handler, start, end int) int {
	d.c.Read(d.data[start:], int64(start))
	for start+d.c.Pos() < end {
		if d.next(h) != nil {
			return start + d.reported
		}
	}
	return start + d.c.Pos()
}

// search bounds the work spent on finding blocks in damaged files.
type search struct {
	trial *Decoder
	// spent is the part of the budget used.
	spent int64
}

const (
	// searchWindow is the distance in bytes within which a search looks for the next block.
	searchWindow = 1 << 20
	// searchBudget is the number of bytes read in trials over the whole demo; each trial counts as trialCost more.
	searchBudget = 1 << 27
	trialCost    = 256
	// chainLength is the number of blocks in a row that must make sense.
	chainLength = 3
)

// tester returns a trial decoder in d's current state. During a walk, the state is that of the walk.
func (d *Decoder) tester(x *session) *Decoder {
	if d.search.trial == nil {
		d.search.trial = new(Decoder)
	}
	return d.onTrial(d.search.trial, x)
}

// onTrial makes t a trial decoder in the place of d.
func (d *Decoder) onTrial(t *Decoder, x *session) *Decoder {
	t.data, t.header, t.clock, t.damage = d.data, d.header, d.clock, t.damage[:0]
	t.interval, t.haveFrame, t.awaitsLoss = d.interval, d.haveFrame, d.awaitsLoss
	t.trial = true
	t.c.session, t.c.format, t.c.inMulticast = *x, d.header.Format, false
	return t
}

// chain reports whether count blocks starting at offset at can be read without errors, or fewer if they extend to the
// end of the demo. A nil session means the current one.
func (d *Decoder) chain(at, count int, x *session) bool {
	if x == nil {
		x = &d.c.session
	}
	size, n, end, ok := d.head(at)
	if !ok || end || size == 0 || !d.fits(at, size, n) {
		return false
	}
	t := d.tester(x)
	for {
		if d.search.spent > searchBudget {
			return false
		}
		at += n
		t.c.Read(d.data[at:at+int(size)], int64(at))
		_, err := t.read(discard{})
		d.search.spent += trialCost + int64(t.c.Pos())
		if err != nil || len(t.damage) > 0 {
			return false
		}
		at += int(size)
		if count--; count == 0 || at == len(d.data) {
			return true
		}
		if size, n, end, ok = d.head(at); end && at+n == len(d.data) {
			return true
		}
		if !ok || !d.fits(at, size, n) {
			return false
		}
	}
}

// framed reports whether a block that could not be read nevertheless ends where its length says.
func (d *Decoder) framed(at int) bool {
	if at == len(d.data) {
		return true
	}
	size, n, end, ok := d.head(at)
	return ok && (end && at+n == len(d.data) || !end && d.fits(at, size, n) && (size == 0 || d.chain(at, 1, nil)))
}

// find returns the next offset, starting at from, at which blocks can be read, or limit if there is none before limit.
func (d *Decoder) find(from, limit int) (at int, found bool) {
	for at = from; at < min(limit, from+searchWindow); at++ {
		if d.chain(at, chainLength, nil) {
			return at, true
		}
		if d.search.spent > searchBudget {
			break
		}
	}
	return limit, false
}

// walkEnd is the end of a walk over messages.
type walkEnd struct {
	at  int
	err error
	// next is set if a block starts there.
	next bool
}

// walk reads messages on trial from start up to the first that makes no sense or after which a block starts.
func (d *Decoder) walk(start int) walkEnd {
	w := d.onTrial(new(Decoder), &d.c.session)
	w.c.Read(d.data[start:], int64(start))
	for w.c.Len() > 0 {
		at := start + w.c.Pos()
		if at > start && d.chain(at, chainLength, &w.c.session) {
			return walkEnd{at: at, next: true}
		}
		if err := w.next(discard{}); err != nil {
			return walkEnd{at: start + w.reported, err: err}
		}
		if len(w.damage) > 0 {
			return walkEnd{at: at, err: &w.damage[0]}
		}
	}
	return walkEnd{at: len(d.data)}
}

// resolveVariant determines what the protocol leaves open in a block: the width of angles; in a frame without a
// reference frame, which entities are solid; and in a growing demo, the game, because the level may have started before
// a block that reveals it.
func (d *Decoder) resolveVariant(start, stop int) {
	var choice *bool
	switch {
	case d.c.p.coarseNonSolid && d.haveFrame:
		choice = &d.c.keepSolid
	case d.c.p.ambiguousAngles, d.startsAmbiguous(start, stop):
		choice = &d.c.wideAngles
	case d.c.p.ambiguousGame && d.tail.Growing():
		choice = &d.c.game3434
	default:
		return
	}
	was := *choice
	for _, *choice = range [...]bool{was, !was} {
		t := d.tester(&d.c.session)
		t.c.Read(d.data[start:stop], int64(start))
		if _, err := t.read(discard{}); err == nil {
			return
		}
	}
	*choice = was
}

// startsAmbiguous reports whether a block starts a level whose protocol leaves the width of angles open.
func (d *Decoder) startsAmbiguous(start, stop int) bool {
	if d.header.Format != DM2 || start == stop || d.c.p.row(d.data[start]) != serverDataRow {
		return false
	}
	p, _ := protocolAt(d.data[start+1 : stop])
	return p != nil && p.ambiguousAngles
}
