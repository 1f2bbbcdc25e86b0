package quakeworld

import (
	"errors"
	"fmt"
	"io"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/wire"
)

// ErrUnknown indicates a number whose meaning is unknown.
var ErrUnknown = errors.New("unknown")

// ErrProtocol indicates that a level cannot be read because its protocol is not supported.
var ErrProtocol = errors.New("protocol not supported")

const (
	// maxBlock is the longest block accepted. Servers stop at 1450 bytes (QuakeWorld 2.20 and later), 7500 (before),
	// 8192 (demos of MVDSV).
	maxBlock = 1 << 16
	// minEffort and effortPerByte limit the number of bytes that searches decode in trials over the whole demo.
	minEffort     = 4 << 20
	effortPerByte = 4
	// searchChain is the number of headers in a row that a search requires.
	searchChain = 6
)

// Decoder reads a .qwd or .mvd file. It is not safe for concurrent use.
type Decoder struct {
	data      []byte
	tail      wire.Tail
	pos       int
	multiView bool
	frame     framing

	c      coder
	proto  *Protocol
	m      [len(kinds) + 1]Message // one for each row, reused
	tape   *wire.Tape[Message]     // being recorded to; take then takes messages from it
	take   func(kind int) Message
	tester *Decoder // for a search, made when first needed
	effort int      // bytes that may still be decoded in trials
	damage damage.Log
	now    time.Duration
	// skipped is set if bytes were skipped since the last block.
	skipped bool
	// lostProtocol is set once nothing more can be read.
	lostProtocol bool
}

// Options holds options for reading or writing a demo.
type Options struct {
	// MultiView is set for a .mvd.
	MultiView bool
	// More, if not nil, waits for more data from a growing demo. It is nil for a complete demo.
	More wire.More
}

// NewDecoder returns a Decoder for data, which must not be modified while the decoder or its messages are in use.
func NewDecoder(data []byte, o Options) *Decoder {
	d := &Decoder{data: data, tail: wire.Tail{More: o.More}, multiView: o.MultiView,
		effort: minEffort + effortPerByte*len(data)}
	d.frame.multiView = o.MultiView
	for i := range kinds {
		d.m[i+1] = kinds[i].make()
	}
	p, _ := newProtocol(lastProtocol, 0, 0, 0, o.MultiView)
	d.use(&p)
	return d
}

// use sets the protocol of the following messages to p.
func (d *Decoder) use(p *Protocol) { d.proto, d.c.p = p, p }

// Damage returns the damage found so far.
func (d *Decoder) Damage() []damage.Damage { return d.damage.All() }

// Time returns the time of the last block read, measured from the start of the demo.
func (d *Decoder) Time() time.Duration { return d.now }

// Offset returns the number of bytes read so far.
func (d *Decoder) Offset() int64 { return int64(d.pos) }

// Next reads one block and passes its content to h. At the end of the demo, Next returns io.EOF. It returns no other
// error; damage is reported by [Decoder.Damage].
func (d *Decoder) Next(h Handler) error {
	d.await()
	if d.pos >= len(d.data) {
		return io.EOF
	}
	if d.lostProtocol {
		d.outside(h, len(d.data), "the rest needs the protocol")
		return nil
	}
	size := d.frame.read(d.data, d.pos)
	end := d.pos + size
	switch {
	case !d.frame.complete:
		d.lost(h, fmt.Sprintf("the block header is cut off after %d bytes", len(d.data)-d.pos))
	case size < 0:
		d.lost(h, "a block starts with bytes that no block has")
	case end > len(d.data):
		d.lost(h, fmt.Sprintf("a block of %d bytes is cut off after %d", size, len(d.data)-d.pos))
	case !d.followed(end) && !d.readable(d.frame, end):
		d.lost(h, fmt.Sprintf("a block cannot have %d bytes", size))
	default:
		d.accept()
		d.readBlock(h, end)
	}
	return nil
}

// lost continues after an impossible block at the next position that looks like the start of a block. The bytes before
// it are a block of the wrong size if they read as one. If there is no such position, the block is read as far as
// possible.
func (d *Decoder) lost(h Handler, what string) {
	frame := d.frame
	next := d.search(d.pos + 1)
	found := next < len(d.data)
	end := d.pos + frame.size
	fits := frame.size >= 0 && end <= len(d.data)
	switch {
	case found && frame.sized() && d.readable(frame, next):
		d.addDamage(int64(d.pos), 4, fmt.Sprintf("a block of %d bytes has a length field of %d", next-d.pos-frame.body,
			frame.block.Size))
		frame.block.WrongSize = true
		end = next
	case fits && (!found || next >= end):
	case found || frame.size < 0 || d.pos+frame.body > len(d.data):
		d.outside(h, next, what)
		return
	default:
		d.addDamage(int64(len(d.data)), 0, what)
		frame.block.Cut = true
		end = len(d.data)
	}
	d.frame = frame
	d.accept()
	d.readBlock(h, end)
}

// accept makes the block whose head was read the current one.
func (d *Decoder) accept() {
	before, longest := d.now, wire.LongestStep
	if d.skipped {
		longest = wire.LongestHole
	}
	err := d.frame.accept(longest)
	d.now = d.frame.block.Clock
	if d.skipped && !d.multiView {
		d.damage.Lost(d.now - before)
	}
	d.skipped = false
	if err != nil {
		d.addDamage(d.frame.block.Offset, 0, err.Error())
	}
}

// outside passes on the bytes up to end as Raw and records the damage.
func (d *Decoder) outside(h Handler, end int, what string) {
	d.addDamage(int64(d.pos), int64(end-d.pos), what)
	d.skipped = true
	d.giveRaw(h, Raw{Offset: int64(d.pos), Data: d.data[d.pos:end], Outside: true})
	d.pos = end
}

// giveRaw passes on bytes that could not be read.
func (d *Decoder) giveRaw(h Handler, raw Raw) {
	m := d.message(rowRaw).(*Raw)
	*m = raw
	h.Handle(m)
}

// message returns a message of a row for the caller to fill in.
func (d *Decoder) message(row uint8) Message {
	if d.take != nil && row > 0 {
		return d.take(int(row) - 1)
	}
	return d.m[row]
}

// addDamage records damage.
func (d *Decoder) addDamage(offset, skipped int64, what string) {
	d.damage.Add(damage.Damage{Offset: offset, Time: d.now, What: what, Skipped: skipped})
}

// readBlock reads the block at d.pos, whose frame was read, and its content up to end.
func (d *Decoder) readBlock(h Handler, end int) {
	b := d.message(rowBlock).(*Block)
	*b = d.frame.block
	h.Handle(b)
	start := d.pos + d.frame.body
	d.pos = end
	d.c.Read(d.data[start:end], int64(start))
	var err *failure
	switch {
	case b.Kind() == KindCommand:
		err = d.whole(h, d.message(rowCommand))
	case b.Kind() == KindSequence:
		err = d.whole(h, d.message(rowSequence))
	case b.Connectionless():
		err = d.whole(h, d.message(rowConnectionless))
	case b.Hidden():
		err = d.records(h)
	default:
		err = d.messages(h)
	}
	if err != nil {
		d.broke(h, err, end)
	}
}

// broke passes on the rest of a block as Raw.
func (d *Decoder) broke(h Handler, err *failure, end int) {
	at := int(err.offset)
	if !d.frame.block.Cut {
		d.addDamage(err.offset, int64(end-at), err.what.Error())
	}
	d.giveRaw(h, Raw{Offset: err.offset, Data: d.data[at:end]})
	d.lostProtocol = errors.Is(err.what, ErrProtocol)
}

// failure describes a message that cannot be read, and the reason.
type failure struct {
	offset int64
	what   error
}

// whole reads a block whose content is a single message.
func (d *Decoder) whole(h Handler, m Message) *failure {
	at := d.c.Offset()
	m.layout(&d.c)
	if err := d.c.Err(); err != nil {
		return &failure{at, err}
	}
	h.Handle(m)
	return nil
}

// records reads the hidden records of a block.
func (d *Decoder) records(h Handler) *failure {
	for d.c.Len() > 0 {
		at := d.c.Offset()
		m := d.message(rowHidden)
		m.layout(&d.c)
		if err := d.c.Err(); err != nil {
			return &failure{at, fmt.Errorf("hidden record: %w", err)}
		}
		h.Handle(m)
	}
	return nil
}

// messages reads the messages of a block. On failure the messages before the bad one have already been passed on.
func (d *Decoder) messages(h Handler) *failure {
	for d.c.Len() > 0 {
		at := d.c.Offset()
		d.c.Uint8(&d.c.id)
		m := d.message(rows[d.c.id])
		if m == nil {
			d.c.Fail("%w", ErrUnknown)
		} else {
			m.layout(&d.c)
		}
		if err := d.c.Err(); err != nil {
			return &failure{at, fmt.Errorf("message %d: %w", d.c.id, err)}
		}
		if m, ok := m.(*ServerData); ok {
			d.use(m.Layout)
		}
		h.Handle(m)
	}
	return nil
}

// Reset makes the decoder read from data, which must start at a block boundary. The decoder treats data as the
// continuation of the blocks read so far.
func (d *Decoder) Reset(data []byte) {
	d.data, d.pos, d.tester, d.lostProtocol = data, 0, nil, false
	d.effort += effortPerByte * len(data)
}

// followed reports whether the next block can start at at, after the one whose frame was read.
func (d *Decoder) followed(at int) bool {
	ok, _ := d.frame.followed(d.data, at)
	return ok
}

// discard handles the messages of a trial.
func discard(Message) {}

// readable reports whether the block with frame f reads without damage up to end.
func (d *Decoder) readable(f framing, end int) bool {
	if d.tester == nil {
		d.tester = NewDecoder(d.data, Options{MultiView: d.multiView})
	}
	t := d.tester
	at := int(f.block.Offset)
	if d.effort <= 0 || at+f.body > end {
		return false
	}
	d.effort -= end - at
	t.frame, t.pos, t.damage = f, at, damage.Log{}
	p := *d.proto
	t.use(&p)
	t.readBlock(HandlerFunc(discard), end)
	return len(t.damage.All()) == 0
}

// search returns the first position at or after start at which several consecutive blocks are possible and the first is
// readable. If there is none, it returns the end of the demo.
func (d *Decoder) search(start int) int {
	last := d.frame
	for at := start; at < len(d.data) && d.effort > 0; at++ {
		f := last
		end, ok := f.chain(d.data, at)
		if !ok {
			continue
		}
		f = last
		f.read(d.data, at)
		if d.readable(f, end) {
			return at
		}
	}
	return len(d.data)
}
