package netquake

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/wire"
)

// ErrUnknown indicates a number whose meaning is unknown.
var ErrUnknown = errors.New("unknown")

// ErrProtocol indicates that a level cannot be read because its protocol is not supported.
var ErrProtocol = errors.New("protocol not supported")

const (
	headerSize = 16
	// maxBlock is the longest block accepted. Engines stop at 8,000 (id), 64,000 (FitzQuake) or 65,536 (DarkPlaces)
	// bytes.
	maxBlock = 1 << 17
	// minEffort and effortPerByte limit the number of bytes decoded in trials over the whole demo.
	minEffort     = 4 << 20
	effortPerByte = 4
)

// Decoder reads a .dem file. It is not safe for concurrent use.
//
// Protocol 15 has several variants, but a demo does not state which of them it uses. Quake 0.91 to 1.06 may omit the
// items in clientdata. Nehahra and old DarkPlaces servers use spare mask bits in different ways; this also affects the
// protocols of BJP's engine. DarkPlaces 1 to 4 send angles as one byte or as two. At the first block of a level that
// depends on the variant, the decoder tries all variants, and keeps the one in which the messages end exactly at the
// end of the block.
type Decoder struct {
	data  []byte
	tail  wire.Tail
	pos   int
	begun bool
	// lostProtocol is set once nothing more can be read.
	lostProtocol bool

	c        coder
	proto    *Protocol
	rows     *[256]uint8             // of kinds, by message number
	m        [len(kinds) + 1]Message // one for each row, reused
	tape     *wire.Tape[Message]     // being recorded to; take then takes messages from it
	take     func(kind int) Message
	repeats  repeats
	trial    bool
	effort   int       // bytes that may still be decoded in trials
	frame    uint32    // number of the last frame of entities
	readings []reading // see endOpaque
	players  uint8     // of the level
	open     *Decoder  // for trials
	clock    wire.Clock
	// skipped is set if bytes were skipped since the last time.
	skipped bool
	damage  damage.Log
}

// Options holds options for reading or writing a demo.
type Options struct {
	// More, if not nil, waits for more data from a growing demo. It is nil for a complete demo.
	More wire.More
}

// NewDecoder returns a Decoder for data, which must not be modified while the decoder or its messages are in use.
func NewDecoder(data []byte, o Options) *Decoder {
	d := newDecoder(data)
	d.tail = wire.Tail{More: o.More}
	d.open = newDecoder(data)
	d.open.trial, d.open.c.ordered = true, true
	return d
}

func newDecoder(data []byte) *Decoder {
	d := &Decoder{data: data, effort: minEffort + effortPerByte*len(data)}
	for i := range kinds {
		d.m[i+1] = kinds[i].make()
	}
	p := initialProtocol()
	d.use(&p)
	return d
}

// use sets the protocol of the following messages to p.
func (d *Decoder) use(p *Protocol) {
	d.proto, d.c.p = p, p
	d.rows = &rows[p.ids]
	d.repeats.forget()
	if d.c.frames == nil {
		d.c.frames = newFrameHistory()
	}
}

// Damage returns the damage found so far.
func (d *Decoder) Damage() []damage.Damage { return d.damage.All() }

// Time returns the time of the last block read, measured from the start of the demo.
func (d *Decoder) Time() time.Duration { return d.clock.Now() }

// Offset returns the number of bytes read so far.
func (d *Decoder) Offset() int64 { return int64(d.pos) }

// Next reads one block and passes its messages to h. The first call also passes the [Track]. At the end of the demo,
// Next returns io.EOF. It returns no other error; damage is reported by [Decoder.Damage].
func (d *Decoder) Next(h Handler) error {
	if d.await(); !d.begun {
		d.begun = true
		d.pos = trackEnd(d.data)
		h.Handle(&Track{Text: d.data[:d.pos]})
		d.await()
	}
	if d.pos >= len(d.data) {
		return io.EOF
	}
	if d.lostProtocol {
		d.outside(h, len(d.data), "the rest needs the protocol")
		return nil
	}
	rest := d.data[d.pos:]
	if len(rest) < headerSize {
		d.outside(h, len(d.data), "the block header is cut off after %d bytes", len(rest))
		return nil
	}
	size, plausible := header(rest)
	fits := size >= 0 && size <= maxBlock && size <= len(rest)-headerSize
	start := d.pos + headerSize
	switch {
	case fits && d.blockAt(start+size), fits && (plausible || size > 0) && d.tryWays(start, start+size):
		d.readBlock(h, size, Block{})
	default:
		d.lost(h, size, plausible, fits)
	}
	return nil
}

// blockAt reports whether a block could start at offset at, or the demo ends there.
func (d *Decoder) blockAt(at int) bool {
	_, ok := header(d.data[at:])
	return ok || at == len(d.data)
}

// lost continues after an impossible header at the next position that looks like the start of a block. If the bytes
// before that position can be read as messages, they form a block of the wrong size. If there is no such position, the
// block is read as far as possible.
func (d *Decoder) lost(h Handler, size int, plausible, fits bool) {
	next := d.search(d.pos + 1)
	start, rest := d.pos+headerSize, len(d.data)-d.pos-headerSize
	switch {
	case next < len(d.data) && next > start && d.try(*d.proto, start, next):
		d.addDamage(int64(d.pos), 4, "a block of %d bytes has a length field of %d", next-start, size)
		d.readBlock(h, next-start, Block{WrongSize: true})
	case next < len(d.data) && !(plausible && fits && next >= start+size):
		d.outside(h, next, "a block cannot have %d bytes", size)
	case plausible && fits:
		d.readBlock(h, size, Block{})
	case plausible:
		d.addDamage(int64(len(d.data)), 0, "a block of %d bytes is cut off after %d", size, rest)
		d.readBlock(h, rest, Block{Cut: true})
	default:
		d.outside(h, next, "a block cannot have %d bytes, and none follows", size)
	}
}

// outside passes on the bytes up to end as Raw and records the damage.
func (d *Decoder) outside(h Handler, end int, format string, args ...any) {
	d.addDamage(int64(d.pos), int64(end-d.pos), format, args...)
	d.skipped = true
	d.giveRaw(h, Raw{Offset: int64(d.pos), Data: d.data[d.pos:end], Outside: true})
	d.pos = end
}

// header returns the size of the block at the start of b, and whether a block can start there.
func header(b []byte) (size int, plausible bool) {
	if len(b) < headerSize {
		return 0, false
	}
	n := int64(int32(binary.LittleEndian.Uint32(b)))
	for i := range 3 {
		a := math.Float32frombits(binary.LittleEndian.Uint32(b[4+4*i:]))
		// Views can turn without end, but never by denormally small angles.
		if !(a > -1e6 && a < 1e6) || a != 0 && a > -1e-20 && a < 1e-20 {
			return int(n), false
		}
	}
	return int(n), n >= 0 && n <= maxBlock
}

// search returns the first position at or after start at which a block decodes without damage and is followed by
// another block or by the end of the demo. If there is none, it returns the end of the demo.
func (d *Decoder) search(start int) int {
	for at := start; at+headerSize <= len(d.data) && d.effort > 0; at++ {
		size, ok := header(d.data[at:])
		end := at + headerSize + size
		if !ok || size == 0 || end > len(d.data) {
			continue
		}
		if end < len(d.data) {
			if _, ok := header(d.data[end:]); !ok && len(d.data)-end >= headerSize {
				continue
			}
		}
		if d.rows[d.data[at+headerSize]] == 0 {
			continue
		}
		if d.try(*d.proto, at+headerSize, end) {
			return at
		}
	}
	return len(d.data)
}

// try reports whether the bytes from start to end are messages of protocol p.
func (d *Decoder) try(p Protocol, start, end int) bool {
	if d.trial || d.effort <= 0 {
		return false
	}
	d.effort -= end - start + headerSize
	p.asks = 0
	d.open.use(&p)
	d.open.c.frames = d.c.frames
	return d.open.messages(HandlerFunc(discard), start, end) == nil
}

// tryWays reports whether try succeeds with any answer to the questions that the protocol leaves open.
func (d *Decoder) tryWays(start, end int) bool {
	return slices.ContainsFunc(d.proto.ways(), func(p Protocol) bool { return d.try(p, start, end) })
}

// addDamage records damage.
func (d *Decoder) addDamage(offset, skipped int64, format string, args ...any) {
	d.damage.Add(damage.Damage{Offset: offset, Time: d.clock.Now(), What: fmt.Sprintf(format, args...),
		Skipped: skipped})
}

// readBlock reads the block at d.pos and its messages. b specifies in what ways the block is irregular.
func (d *Decoder) readBlock(h Handler, size int, b Block) {
	d.c.Read(d.data[d.pos:d.pos+headerSize], int64(d.pos))
	m := d.of(rowBlock).(*Block)
	*m = b
	m.Offset = int64(d.pos)
	m.layout(&d.c)
	h.Handle(m)
	start := d.pos + headerSize
	end := start + size
	d.pos = end
	err := d.messages(h, start, end)
	if err == nil {
		return
	}
	at := int(err.offset)
	if !b.Cut {
		d.addDamage(err.offset, int64(end-at), "%v", err.what)
	}
	d.giveRaw(h, Raw{Offset: err.offset, Data: d.data[at:end]})
	d.lostProtocol = errors.Is(err.what, ErrProtocol)
}

// failure describes a message that cannot be read, and the reason.
type failure struct {
	offset int64
	what   error
}

// messages reads the messages between two offsets. On failure the messages before the bad one have already been passed
// on.
func (d *Decoder) messages(h Handler, start, end int) *failure {
	d.c.Read(d.data[start:end], int64(start))
	for d.c.Len() > 0 {
		at := int(d.c.Offset())
		if !d.trial && d.data[at]&maskSignal != 0 {
			if u, size := d.repeats.find(d.data[at:end]); u != nil {
				d.c.Skip(size)
				d.giveAgain(h, u)
				continue
			}
		}
		d.message(h, at)
		if d.c.asked != 0 {
			d.settle(h, at, end)
			d.c.Read(d.data[at:end], int64(at))
			d.c.settled = true
			d.message(h, at)
			d.c.settled = false
		}
		if err := d.c.Err(); err != nil {
			return &failure{int64(at), fmt.Errorf("message %d: %w", d.c.id, err)}
		}
	}
	return nil
}

// message reads the message at offset at and passes it to h, unless reading fails or encounters a question that the
// protocol leaves open.
func (d *Decoder) message(h Handler, at int) {
	d.c.asked = 0
	d.c.Uint8(&d.c.id)
	m := d.of(d.rows[d.c.id])
	if m == nil {
		d.c.ask(askMask)
		d.c.Fail("%w", ErrUnknown)
		return
	}
	m.layout(&d.c)
	if d.c.asked != 0 || d.c.Err() != nil {
		return
	}
	if o, ok := m.(opaque); ok && !d.trial && d.proto.ids&anyDarkPlaces != 0 {
		d.endOpaque(o)
	}
	switch m := m.(type) {
	case *UpdateEntity:
		if !d.trial {
			d.repeats.note(m, d.data[at:d.c.Offset()])
		}
	case *SpawnBaseline, *SpawnDelta:
		d.repeats.forget()
	case *Time:
		m.Elapsed = d.tick(m.Seconds, at)
	case *UpdateEntities:
		m.Elapsed = d.tick(m.Seconds, at)
	case *ServerInfo:
		d.c.frames, d.frame, d.players = nil, 0, m.MaxClients
		d.use(m.Layout)
		d.clock.NewLevel()
		d.skipped = false
	case *Entities:
		d.frame = m.Frame
		if d.proto.frames.reference && !d.trial {
			d.c.frames.add(m, d.proto.frames)
		}
	}
	h.Handle(m)
}

// giveRaw passes on bytes that could not be read.
func (d *Decoder) giveRaw(h Handler, raw Raw) {
	m := d.of(rowRaw).(*Raw)
	*m = raw
	h.Handle(m)
}

// giveAgain passes on an update that was read before.
func (d *Decoder) giveAgain(h Handler, u *UpdateEntity) {
	if d.take != nil {
		own := d.take(rowUpdate - 1).(*UpdateEntity)
		*own = *u
		u = own
	}
	h.Handle(u)
}

// of returns a message of a row for the caller to fill in.
func (d *Decoder) of(row uint8) Message {
	if d.take != nil && row > 0 {
		return d.take(int(row) - 1)
	}
	return d.m[row]
}

// Reset makes the decoder read from data, which must start at a block boundary. The decoder treats data as the
// continuation of the blocks read so far.
func (d *Decoder) Reset(data []byte) {
	d.data, d.pos, d.lostProtocol = data, 0, false
	d.effort += effortPerByte * len(data)
	d.open.data = data
}

// discard handles the messages of a trial.
func discard(Message) {}

// tick advances the clock for the message at at.
func (d *Decoder) tick(seconds float32, at int) (elapsed time.Duration) {
	before, longest := d.clock.Now(), wire.LongestStep
	if d.skipped {
		longest = wire.LongestHole
	}
	err := errNoTime
	if seconds >= 0 && seconds < maxSeconds {
		err = d.clock.Tick(wire.Seconds(seconds), longest)
	}
	if d.skipped {
		d.skipped = false
		d.damage.Lost(d.clock.Now() - before)
	}
	if err != nil {
		d.addDamage(int64(at), 0, "%v", err)
	}
	return d.clock.Now()
}

// maxSeconds is longer than any server runs.
const maxSeconds = 1e6

var errNoTime = errors.New("the time is not a valid game time")

// settle answers the question that the message at offset at left open. It tries each answer by reading to the end of
// the block. If no answer succeeds, the question stays open.
func (d *Decoder) settle(h Handler, at, end int) {
	question := d.c.asked
	for _, p := range d.proto.ways() {
		if !d.try(p, at, end) {
			continue
		}
		p.asks = d.proto.asks &^ question
		told := d.proto.variant
		d.use(&p)
		if p.variant != told {
			h.Handle(&p.variant)
		}
		return
	}
}
