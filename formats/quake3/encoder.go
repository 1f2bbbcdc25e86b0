package quake3

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"

	"fragscope/formats/wire"
)

// Encoder is a [Handler] that writes a demo. Given the messages of a decoded
// demo it writes the very bytes of that demo; for a new demo it finds lengths,
// field counts and masks itself:
//
//	e := quake3.NewEncoder(w, quake3.Options{Name: "new.dm_68"})
//	e.Handle(&quake3.Block{Sequence: 1})
//	e.Handle(&gamestate)
//	e.Handle(&quake3.BlockEnd{})
//	...
//	e.Finish()
//
// It is not safe for concurrent use.
type Encoder struct {
	out    io.Writer
	p      *Protocol
	w      wire.BitWriter
	block  Block
	open   bool
	header []byte
	err    error
}

var _ Handler = (*Encoder)(nil)

// NewEncoder returns an encoder that writes to w, in the protocol of the
// options or of the name in them, else in that of Quake III 1.32.
func NewEncoder(w io.Writer, o Options) *Encoder {
	p := o.protocol()
	e := &Encoder{out: w, p: p}
	e.w.Reset(p.coding())
	return e
}

// Err is the first error: of the writer, or of a message that the protocol
// cannot express. Nothing is written behind it.
func (e *Encoder) Err() error { return e.err }

// Finish writes the end block and returns the first error.
func (e *Encoder) Finish() error {
	e.end(&End{Marker: true, Sequence: -1, Length: -1})
	return e.err
}

func (e *Encoder) fail(format string, args ...any) {
	if e.err == nil {
		e.err = fmt.Errorf(format, args...)
	}
}

func (e *Encoder) write(b []byte) {
	if e.err == nil && len(b) > 0 {
		_, e.err = e.out.Write(b)
	}
}

// writeHeader writes two longs.
func (e *Encoder) writeHeader(sequence, length int32) {
	e.header = binary.LittleEndian.AppendUint32(e.header[:0], uint32(sequence))
	e.header = binary.LittleEndian.AppendUint32(e.header, uint32(length))
	e.write(e.header)
}

// Handle writes a message. Offset and Length of a Block are not used.
func (e *Encoder) Handle(m Message) {
	switch m := m.(type) {
	case *Block:
		e.startBlock(m)
	case *Gamestate:
		e.gamestate(m)
	case *ServerCommand:
		e.serverCommand(m)
	case *SnapshotDelta:
		e.snapshot(m)
	case *Nop:
		e.command(svcNop)
		e.endCommand()
	case *Download:
		e.download(m)
	case *Voice:
		e.voice(m)
	case *BlockEnd:
		e.blockEnd(m)
	case *Skipped:
		e.write(m.Data)
	case *End:
		e.end(m)
	}
}

func (e *Encoder) startBlock(b *Block) {
	if e.open {
		e.fail("block %d is not ended", e.block.Sequence)
	}
	e.block, e.open = *b, true
	e.w.Reset(e.p.coding())
	if e.p.HasAcknowledge {
		e.w.Int32(b.ReliableAcknowledge)
	}
}

// command starts a command of a block.
func (e *Encoder) command(code uint8) {
	if !e.open {
		e.fail("message outside of a block")
	}
	e.w.Uint8(code)
}

// endCode writes the end command of the protocol, or of the later ones.
func (e *Encoder) endCode(foreign bool) {
	if foreign {
		e.w.Uint8(svcEnd)
	} else {
		e.w.Uint8(e.p.endCode())
	}
}

// endCommand ends a command of a block.
func (e *Encoder) endCommand() {
	if e.p.MaskedDeltas {
		e.w.Align()
	}
}

func (e *Encoder) serverCommand(c *ServerCommand) {
	e.command(svcServerCommand)
	e.w.Int32(c.Sequence)
	e.w.Chars(c.Text)
	e.endCommand()
}

func (e *Encoder) gamestate(g *Gamestate) {
	e.command(svcGamestate)
	e.w.Int32(g.CommandSequence)
	if g.Order == nil {
		for i := range g.Configstrings {
			e.configstring(&g.Configstrings[i])
		}
		for i := range g.Baselines {
			e.baseline(&g.Baselines[i])
		}
	} else {
		e.mixed(g)
	}
	e.endCode(g.Foreign)
	if e.p.HasGamestateTail {
		e.w.Int32(g.ClientNum)
		e.w.Int32(g.ChecksumFeed)
	}
	e.endCommand()
}

// mixed writes configstrings and baselines as g.Order says.
func (e *Encoder) mixed(g *Gamestate) {
	c, b := 0, 0
	for _, baseline := range g.Order {
		switch {
		case baseline && b < len(g.Baselines):
			e.baseline(&g.Baselines[b])
			b++
		case !baseline && c < len(g.Configstrings):
			e.configstring(&g.Configstrings[c])
			c++
		}
	}
	if c < len(g.Configstrings) || b < len(g.Baselines) || len(g.Order) != c+b {
		e.fail("order of %d configstrings and %d baselines has %d entries", len(g.Configstrings), len(g.Baselines),
			len(g.Order))
	}
}

func (e *Encoder) configstring(c *Configstring) {
	if c.Index < 0 || c.Index >= MaxConfigstrings {
		e.fail("configstring %d is above %d", c.Index, MaxConfigstrings-1)
	}
	e.w.Uint8(svcConfigstring)
	e.w.Bits(uint32(c.Index), 16)
	e.w.Chars(c.Text)
}

func (e *Encoder) baseline(d *EntityDelta) {
	e.w.Uint8(svcBaseline)
	e.entity(d)
}

func (e *Encoder) snapshot(s *SnapshotDelta) {
	e.command(svcSnapshot)
	w := &e.w
	if e.p.HasClientCommand {
		w.Int32(s.ClientCommand)
	}
	w.Int32(s.ServerTime)
	w.Uint8(s.DeltaNum)
	w.Uint8(s.Flags)
	if len(s.AreaMask) > len(s.area) {
		e.fail("area mask of %d bytes", len(s.AreaMask))
	}
	w.Uint8(uint8(len(s.AreaMask)))
	w.Bytes(s.AreaMask)
	e.player(&s.Player)
	for i := range s.Entities {
		e.entity(&s.Entities[i])
	}
	w.Bits(NoEntity, entityBits)
	e.endCommand()
}

// player writes a delta of the playerstate.
func (e *Encoder) player(d *PlayerDelta) {
	w := &e.w
	fields := e.p.Player
	if !e.p.MaskedDeltas {
		n := max(int(d.Count), span(fields, d.Changed))
		if n > len(fields) {
			e.fail("playerstate of %d fields, %d exist", n, len(fields))
			return
		}
		w.Uint8(uint8(n))
		fields = fields[:n]
	}
	for _, f := range fields {
		changed := d.Changed>>(f.ID&63)&1 != 0
		w.Bit(changed)
		if changed {
			e.field(f, d.Values[f.ID%NumPlayerFields], d.FullFloat>>(f.ID&63)&1 != 0)
		}
	}
	arrays := []*ArrayDelta{&d.Stats, &d.Persistant, &d.Ammo, &d.Powerups}
	if !e.p.MaskedDeltas {
		any := d.ArraysSent
		for _, a := range arrays {
			any = any || a.Sent || a.Mask != 0
		}
		if w.Bit(any); !any {
			return
		}
	}
	for i, a := range arrays {
		e.array(a, []uint{16, 16, 16, 32}[i])
	}
}

func (e *Encoder) array(a *ArrayDelta, width uint) {
	sent := a.Sent || a.Mask != 0
	if e.w.Bit(sent); !sent {
		return
	}
	e.w.Bits(uint32(a.Mask), 16)
	for m := uint32(a.Mask); m != 0; m &= m - 1 {
		e.w.Bits(uint32(a.Values[bits.TrailingZeros32(m)&15]), width)
	}
}

// span is the number of fields up to the last one with a bit in changed.
func span(fields []Field, changed uint64) int {
	for i := len(fields); i > 0; i-- {
		if changed>>(fields[i-1].ID&63)&1 != 0 {
			return i
		}
	}
	return 0
}

// field writes a value. Full says that a float is sent with all bits in any
// case.
func (e *Encoder) field(f Field, v uint32, full bool) {
	switch {
	case f.Bits > 0:
		e.w.Bits(v, uint(f.Bits))
	case f.Bits < 0:
		e.w.Bits(v, uint(-f.Bits))
	default:
		small, ok := smallFloat(v)
		if ok && !full {
			e.w.Bit(false)
			e.w.Bits(small, floatIntBits)
			return
		}
		e.w.Bit(true)
		e.w.Bits(v, 32)
	}
}

// entity writes the number and the delta of an entity.
func (e *Encoder) entity(d *EntityDelta) {
	w := &e.w
	if d.Number >= NoEntity {
		e.fail("entity %d is above %d", d.Number, NoEntity-1)
		return
	}
	w.Bits(uint32(d.Number), entityBits)
	if w.Bit(d.Removed); d.Removed {
		return
	}
	if w.Bit(!d.Unchanged); d.Unchanged {
		return
	}
	if e.p.MaskedDeltas {
		e.entityMasked(d)
		return
	}
	fields := e.p.Entity
	n := max(int(d.Count), span(fields, d.Changed))
	if n > len(fields) {
		e.fail("entity of %d fields, %d exist", n, len(fields))
		return
	}
	w.Uint8(uint8(n))
	for _, f := range fields[:n] {
		changed := d.Changed>>(f.ID&63)&1 != 0
		if w.Bit(changed); !changed {
			continue
		}
		v := d.Values[f.ID%NumEntityFields]
		full := d.FullFloat>>(f.ID&63)&1 != 0
		zero := d.FullZero>>(f.ID&63)&1 == 0 && isZero(f, v) && !full
		if w.Bit(!zero); zero {
			continue
		}
		e.field(f, v, full)
	}
}

// isZero says that a value is sent as zero: floats are compared as floats.
func isZero(f Field, v uint32) bool { return v == 0 || f.Bits == 0 && v == 1<<31 }

// entityMasked writes the mask of fields and their values.
func (e *Encoder) entityMasked(d *EntityDelta) {
	w := &e.w
	fields := e.p.Entity
	var mask uint64
	for i, f := range fields {
		mask |= d.Changed >> (f.ID & 63) & 1 << i
	}
	code := d.Count
	if code > explicitMask || code < explicitMask && knownMasks[code] != mask {
		code = maskCode(mask)
	}
	w.Bits(uint32(code), 5)
	if code == explicitMask {
		w.Bits(uint32(mask), 32)
		w.Bits(uint32(mask>>32), uint(len(fields)-32))
	}
	for ; mask != 0; mask &= mask - 1 {
		f := fields[bits.TrailingZeros64(mask)]
		e.field(f, d.Values[f.ID%NumEntityFields], d.FullFloat>>(f.ID&63)&1 != 0)
	}
}

// maskCode is the number of a mask, or explicitMask.
func maskCode(mask uint64) uint8 {
	for i, m := range knownMasks[:explicitMask] {
		if m == mask {
			return uint8(i)
		}
	}
	return explicitMask
}

func (e *Encoder) download(d *Download) {
	e.command(svcDownload)
	e.w.Bits(uint32(d.Block), 16)
	if d.Block == 0 {
		e.w.Int32(d.FileSize)
	}
	if d.failed() {
		e.w.Chars(d.Text)
	} else {
		e.sized(d.Data)
		e.w.Bytes(d.Data)
	}
	e.endCommand()
}

// sized writes the length of data.
func (e *Encoder) sized(data []byte) {
	if len(data) > 1<<16-1 {
		e.fail("data of %d bytes", len(data))
	}
	e.w.Bits(uint32(len(data)), 16)
}

func (e *Encoder) voice(v *Voice) {
	e.command(v.Code)
	e.w.Int16(v.Sender)
	e.w.Uint8(v.Generation)
	e.w.Int32(v.Sequence)
	e.w.Uint8(v.Frames)
	e.sized(v.Data)
	e.w.Bits(uint32(v.Flags), 2)
	e.w.Bytes(v.Data)
	e.endCommand()
}

// errOverrun is the complaint about an Overrun that is not whole bytes.
var errOverrun = errors.New("the overrun of a block is not what was written too much")

// blockEnd ends and writes the block.
func (e *Encoder) blockEnd(b *BlockEnd) {
	if !e.open {
		e.fail("end of a block outside of a block")
	}
	e.open = false
	w := &e.w
	switch b.Kind {
	case EndMarker, EndForeign:
		e.endCode(b.Kind == EndForeign)
	}
	size := usualSize(e.p, b.Kind, w.Len()) / 8
	switch {
	case b.Overrun > 0:
		size = (w.Len() - b.Overrun) / 8
		if size*8+b.Overrun != w.Len() {
			e.fail("block %d: %w", e.block.Sequence, errOverrun)
			return
		}
	case b.Exact:
		w.RawBits(b.Rest, b.RestBits)
		size = (w.Len() + 7) / 8
	case w.Len() < size*8:
		w.Raw(0, uint(size*8-w.Len()))
	}
	if size > MaxBlock {
		e.fail("block %d has %d bytes", e.block.Sequence, size)
		return
	}
	e.writeHeader(e.block.Sequence, int32(size))
	e.write(w.Data()[:size])
}

func (e *Encoder) end(d *End) {
	if e.open {
		e.fail("block %d is not ended", e.block.Sequence)
	}
	if d.Marker {
		e.writeHeader(d.Sequence, d.Length)
	}
	e.write(d.Rest)
}
