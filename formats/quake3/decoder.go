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

// Options are what is known of a demo beforehand, if anything.
type Options struct {
	// Protocol is the coding; nil lets [Detect] find it.
	Protocol *Protocol
	// Name is the demo's file name. Its extension is a hint for Detect.
	Name string
	// More gives what is behind the data of a demo that is still growing; nil for one that is there in full.
	More wire.More
	// Work is what goroutines that read ahead, see [Decoder.All], also do when it comes; nil for nothing.
	Work <-chan func()
}

// protocol is the coding for a new demo.
func (o Options) protocol() *Protocol {
	if o.Protocol != nil {
		return o.Protocol
	}
	return candidates(numberOfName(o.Name))[0]
}

// Decoder reads a demo block by block. It is not safe for concurrent use.
type Decoder struct {
	data      []byte
	tail      wire.Tail
	work      <-chan func()
	detection Detection
	coder     coder
	tape      tape
	tried     int // up to here, the tape has what was read to detect the protocol

	pos  int
	done bool

	last     int32 // sequence of the last block
	haveLast bool
	lastSnap int32 // sequence of the last snapshot
	budget   int   // bytes that searches behind damage may still parse

	clock  wire.Clock
	hole   bool // bytes were passed over since the last snapshot
	damage []damage.Damage
}

// NewDecoder returns a decoder of data, a whole demo without compression of
// the file. data must not change while the decoder is in use.
func NewDecoder(data []byte, o Options) *Decoder {
	d := &Decoder{data: data, tail: wire.Tail{More: o.More}, work: o.Work, budget: searchBudget(len(data))}
	if o.Protocol != nil {
		d.detection = Detection{Protocol: o.Protocol, Number: o.Protocol.Number}
	} else {
		d.detection = d.awaitDetection(o.Name)
	}
	d.coder.p = d.detection.Protocol
	return d
}

// Protocol is how the demo is coded. It is never nil.
func (d *Decoder) Protocol() *Protocol { return d.detection.Protocol }

// Detection is what was found out about the protocol.
func (d *Decoder) Detection() Detection { return d.detection }

// Offset is the place in the demo of what is read next.
func (d *Decoder) Offset() int64 { return int64(d.pos) }

// Time is the time of the demo: of the last message that was passed on.
func (d *Decoder) Time() time.Duration { return d.clock.Now() }

// Damage is what was found to be damaged so far, in the order of the file.
func (d *Decoder) Damage() []damage.Damage { return d.damage }

// Reset has the decoder go on with other data, as if they followed what it has read, from the start of a block.
func (d *Decoder) Reset(data []byte) {
	d.data, d.pos, d.done, d.tried = data, 0, false, 0
	d.budget += searchEffort * len(data)
}

// header is the header of a block.
type header struct {
	sequence, length int32
}

// append appends the header as it stands in a file.
func (h header) append(to []byte) []byte {
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(to, uint32(h.sequence)), uint32(h.length))
}

// ends reports whether the header is that of the end block.
func (h header) ends() bool { return h.sequence == -1 && h.length == -1 }

// headerAt reads the header at pos, if there are 8 bytes.
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

// sane reports whether the header at pos may be that of a block which is there in
// full.
func (d *Decoder) sane(pos int, h header) bool {
	return h.length > 0 && h.length <= MaxBlock && int(h.length) <= len(d.data)-pos-blockHeader
}

// Next reads one block, or one stretch of damage, and calls h for what it
// holds. At the end it gives h an [End] and returns [io.EOF]; it returns no other
// error: what cannot be decoded is reported by [Decoder.Damage] and as [Skipped].
func (d *Decoder) Next(h Handler) error {
	if d.done {
		return io.EOF
	}
	d.await()
	head, ok := d.header(d.pos)
	switch {
	case !ok:
		if n := len(d.data) - d.pos; n > 0 {
			d.report(fmt.Sprintf("header of a block is cut after %d bytes", n), len(d.data))
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

// read reads the block at pos to the empty tape.
func (d *Decoder) read(pos int, head header) error {
	d.tape.reset()
	d.tried = 0
	return d.readWith(&d.coder, &d.tape, pos, head)
}

// readWith reads the block at pos with c onto t. On an error t is as before.
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

var errBroken = errors.New("block has no proper end, and none follows")

// deliver passes on what is on t and takes note of it.
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

// tick goes on to the time of a snapshot of a block.
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
		return fmt.Sprintf("block of %d bytes is cut after %d", h.length, len(d.data)-d.pos-blockHeader)
	}
	return fmt.Sprintf("block has an impossible length of %d bytes", h.length)
}

// end reports the end, behind which is data[pos:].
func (d *Decoder) end(h Handler, e End, pos int) {
	d.done = true
	e.Offset = int64(d.pos)
	e.Rest = d.data[pos:len(d.data):len(d.data)]
	d.pos = len(d.data)
	h.Handle(&e)
}

// skip goes to where decoding can go on and reports what lies between.
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

// report notes damage from d.pos to the place where decoding goes on.
func (d *Decoder) report(what string, to int) {
	found := damage.Damage{
		Offset: int64(d.pos), Time: d.clock.Now(), What: what, Skipped: int64(to - d.pos),
	}
	if to < len(d.data) {
		found.Lost = d.resume(to)
	}
	d.damage = damage.Append(d.damage, found)
}

// resume prepares for going on at pos and returns how much time is lost up to
// there. Where the numbering does not go on, it makes that of snapshots go on.
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
		// No base is more than a byte away.
		d.coder.shift = d.lastSnap + 256 - head.sequence
	}
	return after.Now() - d.clock.Now()
}

// salvage reads what it can of a gamestate in the damaged block at d.pos; nil
// where there is none.
func (d *Decoder) salvage() *Gamestate {
	from := min(d.pos+blockHeader, len(d.data))
	data := d.data[from:]
	d.tape.reset()
	// An error is what is expected here.
	_ = d.coder.read(&d.tape, Block{Offset: int64(d.pos)}, data, min(len(data), MaxBlock))
	for _, m := range d.tape.messages {
		// All have the serverinfo first; garbage has not.
		if g, ok := m.(*Gamestate); ok && len(g.Configstrings) > 0 && g.Configstrings[0].Index == 0 {
			return g
		}
	}
	return nil
}
