package quake3

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/wire"
)

// blockHeader is the size of a block's header: sequence and length.
const blockHeader = 8

// Options holds options for reading or writing a demo.
type Options struct {
	// Protocol is the demo's protocol. If it is nil, [Detect] finds it.
	Protocol *Protocol
	// Name is the demo's file name. Detect uses its extension as a hint.
	Name string
	// Family is the demo's family of games, or nil for Quake III.
	Family *Family
	// More, if not nil, waits for more data from a growing demo. It is nil for a complete demo.
	More wire.More
	// Work, if not nil, delivers functions that the read-ahead goroutines of [Decoder.All] run as they arrive.
	Work <-chan func()
}

// protocol returns the protocol for a new demo.
func (o Options) protocol() *Protocol {
	if o.Protocol != nil {
		return o.Protocol
	}
	f := o.family()
	return f.candidates(f.numberOf(o.Name))[0]
}

func (o Options) family() *Family {
	if o.Family != nil {
		return o.Family
	}
	return family
}

// Decoder reads a demo block by block. It is not safe for concurrent use.
type Decoder struct {
	data      []byte
	tail      wire.Tail
	work      <-chan func()
	detection Detection
	coder     coder
	tape      tape
	tried     int // the tape has what was read up to here to detect the protocol

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

// NewDecoder returns a Decoder for data, which must contain a whole uncompressed demo. data must not be modified while
// the decoder is in use.
func NewDecoder(data []byte, o Options) *Decoder {
	d := &Decoder{data: data, tail: wire.Tail{More: o.More}, work: o.Work, budget: searchBudget(len(data))}
	if o.Protocol != nil {
		d.detection = Detection{Protocol: o.Protocol, Number: o.Protocol.Number}
	} else {
		d.detection = d.awaitDetection(o.family(), o.Name)
	}
	d.use(d.detection.Protocol)
	return d
}

// use sets the protocol. Memory used while reading the messages of a TV demo on trial must not be reused for other
// demos.
func (d *Decoder) use(p *Protocol) {
	if was := d.coder.p; was != nil && was != p && was.TV() {
		d.tape = tape{}
	}
	d.coder.p = p
}

// Protocol returns the demo's protocol. It is never nil.
func (d *Decoder) Protocol() *Protocol { return d.detection.Protocol }

// Detection returns the result of protocol detection.
func (d *Decoder) Detection() Detection { return d.detection }

// Offset returns the offset of the next block to be read.
func (d *Decoder) Offset() int64 { return int64(d.pos) }

// Time returns the time of the last message passed to the handler, measured from the start of the demo.
func (d *Decoder) Time() time.Duration { return d.clock.Now() }

// Damage returns the damage found so far, in file order.
func (d *Decoder) Damage() []damage.Damage { return d.damage }

// Reset makes the decoder read from data, which must start at a block boundary. The decoder treats data as the
// continuation of the blocks read so far.
func (d *Decoder) Reset(data []byte) {
	d.data, d.pos, d.done, d.tried = data, 0, false, 0
	d.budget += searchEffort * len(data)
}

// header is a block's header.
type header struct {
	sequence, length int32
}

// append appends the header as in a file.
func (h header) append(to []byte) []byte {
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(to, uint32(h.sequence)), uint32(h.length))
}

// ends reports whether the header is the end block's.
func (h header) ends() bool { return h.sequence == -1 && h.length == -1 }

// headerAt reads the header at pos; ok is false if there are fewer than 8 bytes.
func headerAt(data []byte, pos int) (header, bool) {
	if pos < 0 || pos+blockHeader > len(data) {
		return header{}, false
	}
	return header{
		int32(binary.LittleEndian.Uint32(data[pos:])),
		int32(binary.LittleEndian.Uint32(data[pos+4:])),
	}, true
}

func (d *Decoder) header(pos int) (header, bool) { return headerAt(d.data, pos) }

// sane reports whether h, at pos, may be the header of a block that is complete.
func (d *Decoder) sane(pos int, h header) bool {
	return h.length > 0 && h.length <= MaxBlock && int(h.length) <= len(d.data)-pos-blockHeader
}

// Next reads one block, or one run of damaged bytes, and passes its messages to h. At the end of the demo, it passes an
// [End] and returns [io.EOF]. It returns no other error. Bytes that cannot be decoded are passed as [Skipped], and
// [Decoder.Damage] reports them.
func (d *Decoder) Next(h Handler) error {
	if d.done {
		return io.EOF
	}
	d.await()
	head, ok := d.header(d.pos)
	switch {
	case !ok:
		if n := len(d.data) - d.pos; n > 0 {
			d.report(fmt.Sprintf("the block header is cut off after %d bytes", n), len(d.data))
		}
		d.end(h, End{}, d.pos)
		return io.EOF
	case head.length == -1 && (head.sequence == -1 || !d.resumes(d.pos+blockHeader)):
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
	d.deliver(&d.tape, h)
	return nil
}

// read reads the block at pos onto the empty tape.
func (d *Decoder) read(pos int, head header) error {
	d.tape.reset()
	d.tried = 0
	return d.readWith(&d.coder, &d.tape, pos, head)
}

// readWith reads the block at pos with c onto t. After an error t is unchanged.
func (d *Decoder) readWith(c *coder, t *tape, pos int, head header) error {
	b := Block{Offset: int64(pos), Length: int(head.length), Sequence: head.sequence}
	before := len(t.messages)
	err := c.read(t, b, d.data[pos+blockHeader:], int(head.length))
	if err == nil && d.broken(t, pos, head) {
		err = fmt.Errorf("offset %d: %w", pos, errBroken)
	}
	if err != nil {
		t.messages = t.messages[:before]
	}
	return err
}

var errBroken = errors.New("the block has no end marker, and no other block follows")

// deliver passes on the messages on t and records the state that later blocks depend on.
func (d *Decoder) deliver(t *tape, h Handler) {
	var block int64
	for _, m := range t.messages {
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
	longest := wire.LongestStep
	if d.hole {
		longest = wire.LongestHole
	}
	d.hole = false
	if err := d.clock.Tick(serverTime(m), longest); err != nil {
		d.damage = damage.Append(d.damage, damage.Damage{Offset: block, Time: d.clock.Now(), What: err.Error()})
	}
}

func serverTime(m *SnapshotDelta) time.Duration {
	return time.Duration(m.ServerTime) * time.Millisecond
}

func (d *Decoder) complaint(h header) string {
	if h.length > 0 && h.length <= MaxBlock {
		return fmt.Sprintf("a block of %d bytes is cut off after %d", h.length, len(d.data)-d.pos-blockHeader)
	}
	return fmt.Sprintf("a block cannot have %d bytes", h.length)
}

// end reports the end, followed by data[pos:].
func (d *Decoder) end(h Handler, e End, pos int) {
	d.done = true
	e.Offset = int64(d.pos)
	e.Rest = d.data[pos:len(d.data):len(d.data)]
	d.pos = len(d.data)
	h.Handle(&e)
}

// skip moves to the next position at which decoding can continue and reports the bytes in between.
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

// report records damage from d.pos to the offset to, where decoding continues.
func (d *Decoder) report(what string, to int) {
	found := damage.Damage{
		Offset: int64(d.pos), Time: d.clock.Now(), What: what, Skipped: int64(to - d.pos),
	}
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
	for _, m := range d.tape.messages {
		switch m := m.(type) {
		case *Gamestate:
			after.NewLevel()
		case *SnapshotDelta:
			_ = after.Tick(serverTime(m), wire.LongestHole)
		}
	}
	if d.haveLast && !follows(d.last, head.sequence) && last[*Gamestate](&d.tape) == nil {
		// References reach back at most a byte's range.
		d.coder.shift = d.lastSnap + 256 - head.sequence
	}
	return after.Now() - d.clock.Now()
}

// salvage returns the readable part of a gamestate in the damaged block at d.pos, or nil.
func (d *Decoder) salvage() *Gamestate {
	from := min(d.pos+blockHeader, len(d.data))
	data := d.data[from:]
	d.tape.reset()
	// An error is expected here.
	_ = d.coder.read(&d.tape, Block{Offset: int64(d.pos)}, data, min(len(data), MaxBlock))
	for _, m := range d.tape.messages {
		// A real one has the serverinfo first; garbage does not.
		if g, ok := m.(*Gamestate); ok && len(g.Configstrings) > 0 && g.Configstrings[0].Index == 0 {
			return g
		}
	}
	return nil
}
