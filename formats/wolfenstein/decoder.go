package wolfenstein

import (
	"errors"
	"fmt"
	"io"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/wire"
)

// Options are options for reading and writing a demo.
type Options struct {
	// Name is the demo's file name. Its extension decides between protocols that decode equally well.
	Name string
	// Protocol is the demo's protocol. If it is nil, it is detected.
	Protocol *Protocol
	// More, if not nil, waits for more data of a growing demo. It is nil for a complete demo.
	More wire.More
}

// Decoder reads a demo block by block. It is not safe for concurrent use.
type Decoder struct {
	data   []byte
	tail   wire.Tail
	number int
	coder  coder

	pos  int
	done bool

	last     int32 // sequence of the last block
	haveLast bool
	lastSnap int32 // sequence of the last snapshot
	budget   int   // bytes that searches after damage may still parse

	clock  wire.Clock
	hole   bool // bytes were skipped since the last snapshot
	damage []damage.Damage
}

// NewDecoder returns a Decoder for data, a whole decompressed demo. data must not be modified while the decoder is in
// use.
func NewDecoder(data []byte, o Options) *Decoder {
	d := &Decoder{data: data, tail: wire.Tail{More: o.More}, budget: searchBudget(len(data))}
	p := o.Protocol
	if p == nil {
		for d.tail.Growing() && !detectable(d.data) {
			d.grow()
		}
		found := detect(d.data, o.Name)
		p, d.number = found.protocol, found.number
	} else {
		d.number = p.Number
	}
	d.coder = newCoder(p)
	return d
}

// Protocol returns the demo's protocol, which is never nil, and its number.
func (d *Decoder) Protocol() (p *Protocol, number int) { return d.coder.p, d.number }

// Offset returns the offset of the next block to be read.
func (d *Decoder) Offset() int64 { return int64(d.pos) }

// Time returns the time of the last message passed on, from the start of the demo.
func (d *Decoder) Time() time.Duration { return d.clock.Now() }

// Damage returns the damage found so far, in file order.
func (d *Decoder) Damage() []damage.Damage { return d.damage }

// Reset switches the decoder to data, which must start at a block boundary. The decoding state is kept, as if data
// followed what has already been read.
func (d *Decoder) Reset(data []byte) {
	d.data, d.pos, d.done = data, 0, false
	d.budget += searchEffort * len(data)
}

func (d *Decoder) header(pos int) (header, bool) { return headerAt(d.data, pos) }

// sane reports whether h, at pos, may be the header of a block that is complete.
func (d *Decoder) sane(pos int, h header) bool {
	return h.length > 0 && h.length <= MaxBlock && int(h.length) <= len(d.data)-pos-blockHeader
}

// Next reads one block, or one run of damaged bytes, and passes its messages to h. At the end of the demo it passes an
// [End] and returns [io.EOF], its only error: bytes that cannot be decoded are listed by [Decoder.Damage] and passed as
// [Skipped].
func (d *Decoder) Next(h Handler) error {
	if d.done {
		return io.EOF
	}
	for d.tail.Growing() && !d.settled() {
		d.grow()
	}
	head, ok := d.header(d.pos)
	switch {
	case !ok:
		if n := len(d.data) - d.pos; n > 0 {
			d.report(fmt.Sprintf("header of a block is cut after %d bytes", n), len(d.data))
		}
		d.end(h, End{}, d.pos)
		return io.EOF
	case head.length == -1 && (head.sequence == -1 || !d.plausible(d.pos+blockHeader)):
		d.end(h, End{Marker: true, Sequence: head.sequence, Length: head.length}, d.pos+blockHeader)
		return io.EOF
	case !d.sane(d.pos, head):
		d.skip(h, d.complaint(head))
		return nil
	}
	if err := d.read(d.pos, head); err != nil {
		d.skip(h, err.Error())
		return nil
	}
	d.pos += blockHeader + int(head.length)
	d.deliver(h)
	return nil
}

// read reads the block at pos.
func (d *Decoder) read(pos int, head header) error {
	b := Block{Offset: int64(pos), Length: int(head.length), Sequence: head.sequence}
	err := d.coder.read(b, d.data[pos+blockHeader:][:head.length])
	if err == nil && d.broken(pos, head) {
		err = fmt.Errorf("offset %d: %w", pos, errBroken)
	}
	return err
}

var errBroken = errors.New("block has no proper end, and none follows")

// broken reports whether the block at pos decodes by chance: it ends oddly and does not lead to another one.
func (d *Decoder) broken(pos int, h header) bool {
	if !last[*BlockEnd](&d.coder).odd() {
		return false
	}
	behind := pos + blockHeader + int(h.length)
	n, ok := d.header(behind)
	return ok && !n.ends() && !(n.length > 0 && n.length <= MaxBlock && follows(h.sequence, n.sequence))
}

// deliver passes on the messages that were read and notes what later blocks depend on.
func (d *Decoder) deliver(h Handler) {
	var block int64
	for _, m := range d.coder.tape.Messages() {
		switch m := m.(type) {
		case *Block:
			d.last, d.haveLast, block = m.Sequence, true, m.Offset
		case *Gamestate:
			d.clock.NewLevel()
		case *SnapshotDelta:
			d.tick(m, block)
			d.lastSnap = m.Sequence
		}
		h.Handle(m)
	}
}

// tick advances the clock to a snapshot of the block at offset block.
func (d *Decoder) tick(m *SnapshotDelta, block int64) {
	longest := longestStep(&d.hole)
	if err := d.clock.Tick(serverTime(m), longest); err != nil {
		d.damage = damage.Append(d.damage, damage.Damage{Offset: block, Time: d.clock.Now(), What: err.Error()})
	}
}

// longestStep returns the longest step to the next snapshot, and closes the hole before it.
func longestStep(hole *bool) time.Duration {
	if *hole {
		*hole = false
		return wire.LongestHole
	}
	return wire.LongestStep
}

func serverTime(m *SnapshotDelta) time.Duration {
	return time.Duration(m.ServerTime) * time.Millisecond
}

func (d *Decoder) complaint(h header) string {
	if h.length > 0 && h.length <= MaxBlock {
		return fmt.Sprintf("block of %d bytes is cut after %d", h.length, len(d.data)-d.pos-blockHeader)
	}
	return fmt.Sprintf("block has an impossible length of %d bytes", h.length)
}

// end reports the end, followed by data[pos:].
func (d *Decoder) end(h Handler, e End, pos int) {
	d.done = true
	e.Offset = int64(d.pos)
	e.Rest = d.data[pos:len(d.data):len(d.data)]
	d.pos = len(d.data)
	h.Handle(&e)
}

// skip moves to the place at which decoding can continue and reports the bytes in between.
func (d *Decoder) skip(h Handler, what string) {
	to := d.search()
	shift := d.coder.shift
	d.report(what, to)
	d.hole = true
	s := Skipped{Renumbered: d.coder.shift != shift, Offset: int64(d.pos), Data: d.data[d.pos:to:to]}
	if s.Gamestate = d.salvage(); s.Gamestate != nil {
		d.clock.NewLevel()
	}
	d.pos = to
	h.Handle(&s)
}

// report notes damage from d.pos to to, where decoding continues.
func (d *Decoder) report(what string, to int) {
	found := damage.Damage{Offset: int64(d.pos), Time: d.clock.Now(), What: what, Skipped: int64(to - d.pos)}
	if to < len(d.data) {
		found.Lost = d.resume(to)
	}
	d.damage = damage.Append(d.damage, found)
}

// resume prepares to continue at pos and returns the time lost before it. If the block numbers do not continue, it
// shifts those of snapshots so that they do.
func (d *Decoder) resume(pos int) time.Duration {
	after := d.clock
	head, ok := d.header(pos)
	if !ok || !d.sane(pos, head) || d.read(pos, head) != nil {
		return 0
	}
	for _, m := range d.coder.tape.Messages() {
		switch m := m.(type) {
		case *Gamestate:
			after.NewLevel()
		case *SnapshotDelta:
			_ = after.Tick(serverTime(m), wire.LongestHole)
		}
	}
	if d.haveLast && !follows(d.last, head.sequence) && last[*Gamestate](&d.coder) == nil {
		d.coder.shift = d.lastSnap + 256 - head.sequence // references reach back at most a byte's range
	}
	return after.Now() - d.clock.Now()
}

// salvage returns the readable part of a gamestate in the damaged block at d.pos, or nil.
func (d *Decoder) salvage() *Gamestate {
	from := min(d.pos+blockHeader, len(d.data))
	data := d.data[from:]
	_ = d.coder.read(Block{Offset: int64(d.pos)}, data[:min(len(data), MaxBlock)]) // an error is expected
	for _, m := range d.coder.tape.Messages() {
		// A real one has the serverinfo first; garbage does not.
		if g, ok := m.(*Gamestate); ok && len(g.Configstrings) > 0 && g.Configstrings[0].Index == 0 {
			return g
		}
	}
	return nil
}

// searchBudget bounds the work of searches after damage, in bytes of blocks parsed on trial: a hostile file could have
// a plausible header at each byte.
func searchBudget(size int) int { return searchEffort*size + 1<<20 }

const searchEffort = 8

// maxSequenceStep is the largest step of the sequence across damage.
const maxSequenceStep = 200000

// follows reports whether sequence may come some time after last.
func follows(last, sequence int32) bool {
	step := int64(sequence) - int64(last)
	return step > 0 && step < maxSequenceStep
}

// search returns the first place after d.pos with a block that is followed by another one or by the end, and that
// continues in sequence or in time; failing that, the end of the data.
func (d *Decoder) search() int {
	for pos := d.pos + 1; pos+blockHeader < len(d.data) && d.budget > 0; pos++ {
		if h, _ := d.header(pos); d.plausible(pos) && d.decodes(pos, h) && d.continues(h) {
			return pos
		}
	}
	if n := len(d.data) - blockHeader; n > d.pos {
		if h, _ := d.header(n); h.ends() {
			return n
		}
	}
	return len(d.data)
}

// plausible reports whether the header at pos and the one after its block fit together. It is cheap.
func (d *Decoder) plausible(pos int) bool {
	h, ok := d.header(pos)
	if !ok || !d.sane(pos, h) {
		return false
	}
	behind := pos + blockHeader + int(h.length)
	n, ok := d.header(behind)
	return behind == len(d.data) || ok && (n.ends() || n.length > 0 && n.length <= MaxBlock && follows(h.sequence,
		n.sequence))
}

// decodes reports whether the block at pos makes sense to its very end.
func (d *Decoder) decodes(pos int, h header) bool {
	d.budget -= int(h.length)
	return d.read(pos, h) == nil && (last[*SnapshotDelta](&d.coder) != nil || last[*Gamestate](&d.coder) != nil) &&
		!last[*BlockEnd](&d.coder).odd()
}

// continues reports whether the block that was read comes after the last one: a gamestate always does, a snapshot if it
// is later, anything else if its number is higher.
func (d *Decoder) continues(h header) bool {
	if !d.haveLast || last[*Gamestate](&d.coder) != nil {
		return true
	}
	if s := last[*SnapshotDelta](&d.coder); s != nil {
		if step, ok := d.clock.Step(serverTime(s)); ok {
			return step > 0 && step <= wire.LongestHole
		}
	}
	return follows(d.last, h.sequence)
}

func (d *Decoder) grow() {
	before := len(d.data)
	d.data = d.tail.Grow(d.data)
	d.budget += searchEffort * (len(d.data) - before)
}

// plenty exceeds what is needed to look for the next block after damage.
const plenty = 64 << 10

// settled reports whether further data could make no difference to how the next block is read.
func (d *Decoder) settled() bool {
	head, ok := d.header(d.pos)
	behind := d.pos + blockHeader + int(head.length)
	switch {
	case !ok:
		return false
	case head.ends():
		return true
	case head.length > 0 && head.length <= MaxBlock && behind > len(d.data):
		return false
	case d.sane(d.pos, head):
		if len(d.data)-behind >= plenty {
			return true
		}
		known := behind+blockHeader <= len(d.data)
		if d.read(d.pos, head) == nil && (known || !last[*BlockEnd](&d.coder).odd()) {
			return true
		}
		if !known {
			return false
		}
	}
	return d.tail.Ahead(len(d.data)-d.pos, func() bool { return d.search() < len(d.data) })
}
