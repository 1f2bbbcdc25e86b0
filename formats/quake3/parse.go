package quake3

import (
	"encoding/binary"
	"math"
	"math/bits"

	"fragscope/formats/wire"
)

// The command bytes of a message.
const (
	svcBad = iota
	svcNop
	svcGamestate
	svcConfigstring
	svcBaseline
	svcServerCommand
	svcDownload
	svcSnapshot
	svcEnd
	svcVoiceSpeex
	svcVoiceOpus
)

const (
	entityBits = 10
	// maxText bounds a text; engines stop at 1024 for commands and 8192 for
	// configstrings.
	maxText = 1 << 15
	// maxCells bounds what one block may hold of anything, as its bits alone
	// would allow far more entities than there can be.
	maxCells = 4 * MaxEntities

	floatIntBits = 13
	floatIntBias = 1 << (floatIntBits - 1)
)

// parser parses blocks onto a tape. It has no state from one block to the
// next.
type parser struct {
	p *Protocol
	r wire.BitReader
	t *tape
	// shift is added to the sequence of snapshots, so that they go on where
	// blocks are numbered anew.
	shift int32
}

func (p *Protocol) coding() *wire.Coding {
	if p.Compressed {
		return wire.Huffman()
	}
	return wire.Plain()
}

// endCode is the command that ends a block.
func (p *Protocol) endCode() uint8 {
	if p.MaskedDeltas {
		return svcBad
	}
	return svcEnd
}

// block parses a block's payload onto t. On an error t is as before.
func (p *parser) block(t *tape, b Block, payload []byte) error {
	m := t.mark()
	if err := p.run(t, b, payload); err != nil {
		t.rewind(m)
		return err
	}
	return nil
}

// run is block, but leaves on t what was parsed before an error.
func (p *parser) run(t *tape, b Block, payload []byte) error {
	p.t = t
	r := &p.r
	r.Reset(payload, b.Offset+blockHeader, p.p.coding())
	if p.p.HasAcknowledge {
		b.ReliableAcknowledge = r.Int32()
	}
	*next(&t.blocks) = b
	t.op(opBlock, len(t.blocks))
	for p.command(&b) {
	}
	r.Ok()
	return r.Err()
}

// command parses a command of a block, and says whether another can follow.
func (p *parser) command(b *Block) bool {
	r := &p.r
	if p.atEnd() {
		p.end(EndData)
		return false
	}
	switch code := r.Uint8(); code {
	case p.p.endCode():
		p.end(EndMarker)
		return false
	case svcEnd:
		p.end(EndForeign)
		return false
	case svcNop:
		p.t.op(opNop, 0)
	case svcGamestate:
		p.gamestate()
	case svcServerCommand:
		c := next(&p.t.commands)
		c.Sequence = r.Int32()
		c.off, c.size = p.text()
		p.t.op(opCommand, len(p.t.commands))
	case svcDownload:
		p.download()
	case svcSnapshot:
		p.snapshot(b.Sequence)
	case svcVoiceSpeex, svcVoiceOpus:
		p.voice(code)
	default:
		r.Fail("command %d is unknown", code)
	}
	if p.p.MaskedDeltas {
		r.Align()
	}
	return r.Ok()
}

// atEnd says that no command follows: the data are used up or, in a compressed
// stream, its last byte is begun and holds no end command.
func (p *parser) atEnd() bool {
	r := &p.r
	if !p.p.Compressed || r.Pos()>>3+1 < r.Size()>>3 {
		return r.Pos() >= r.Size()
	}
	code, n := r.Coding().Decode(r.Load())
	return code != svcEnd || r.Pos()+n > r.Size()
}

// end parses what stands behind the last command.
func (p *parser) end(kind EndKind) {
	r, t := &p.r, p.t
	e := next(&t.ends)
	*e = BlockEnd{Kind: kind, off: len(t.bytes)}
	if r.Pos() > r.Size() {
		e.Overrun = int(r.Pos() - r.Size())
	} else if !r.ZeroRest() || usualSize(p.p, kind, int(r.Pos())) != int(r.Size()) {
		e.Exact = true
		t.bytes, e.RestBits = r.AppendRest(t.bytes)
		e.size = len(t.bytes) - e.off
	}
	t.op(opEnd, len(t.ends))
}

// usualSize is the size in bits of a block the last command of which ends at
// bit n. From protocol 66 on engines count the byte that is begun, and one
// where none is begun.
func usualSize(p *Protocol, kind EndKind, n int) int {
	if kind == EndMarker && !p.MaskedDeltas {
		return n&^7 + 8
	}
	return (n + 7) &^ 7
}

// text parses a text into the tape's bytes.
func (p *parser) text() (off, size int) {
	t := p.t
	off = len(t.bytes)
	t.bytes = p.r.AppendChars(t.bytes, maxText)
	return off, len(t.bytes) - off
}

// data parses n bytes into the tape's bytes.
func (p *parser) data(n int) (off, size int) {
	t := p.t
	off = len(t.bytes)
	t.bytes = p.r.AppendBytes(t.bytes, n)
	return off, len(t.bytes) - off
}

func (p *parser) download() {
	r := &p.r
	d := next(&p.t.downloads)
	*d = Download{Block: uint16(r.Bits(16)), off: len(p.t.bytes)}
	if d.Block == 0 {
		d.FileSize = r.Int32()
	}
	if d.failed() {
		d.off, d.size = p.text()
	} else {
		d.off, d.size = p.data(int(r.Bits(16)))
	}
	p.t.op(opDownload, len(p.t.downloads))
}

func (p *parser) voice(code uint8) {
	r := &p.r
	v := next(&p.t.voices)
	*v = Voice{Code: code, Sender: r.Int16(), Generation: r.Uint8(), Sequence: r.Int32(), Frames: r.Uint8()}
	size := r.Bits(16)
	v.Flags = uint8(r.Bits(2))
	v.off, v.size = p.data(int(size))
	p.t.op(opVoice, len(p.t.voices))
}

func (p *parser) gamestate() {
	r, t := &p.r, p.t
	g := next(&t.gamestates)
	*g = Gamestate{
		CommandSequence: r.Int32(), ClientNum: -1, Partial: true,
		firstConfigstring: len(t.configstrings), firstBaseline: len(t.entities), firstOrder: len(t.order),
	}
	for r.Ok() {
		code := r.Uint8()
		switch {
		case code == svcConfigstring:
			c := next(&t.configstrings)
			c.Index = int(r.Bits(16))
			if c.Index >= MaxConfigstrings {
				r.Fail("configstring %d is above %d", c.Index, MaxConfigstrings-1)
			}
			c.off, c.size = p.text()
			if r.Ok() {
				g.numConfigstrings++
			}
			g.mixed = g.mixed || g.numBaselines > 0
			t.order = append(t.order, false)
		case code == svcBaseline:
			e := next(&t.entities)
			n := r.Bits(entityBits)
			if n == NoEntity {
				r.Fail("baseline of entity %d", n)
			}
			p.entity(e, n)
			if r.Ok() {
				g.numBaselines++
			}
			t.order = append(t.order, true)
		case code == svcEnd || code == p.p.endCode():
			g.Foreign, g.Partial = code != p.p.endCode(), false
			if p.p.HasGamestateTail {
				g.ClientNum, g.ChecksumFeed = r.Int32(), r.Int32()
			}
			t.op(opGamestate, len(t.gamestates))
			return
		default:
			r.Fail("command %d is unknown in a gamestate", code)
		}
		if len(t.order)-g.firstOrder > maxCells {
			r.Fail("gamestate of more than %d entries", maxCells)
		}
	}
}

func (p *parser) snapshot(sequence int32) {
	r, t := &p.r, p.t
	s := next(&t.snapshots)
	s.Sequence, s.ClientCommand = sequence+p.shift, 0
	if p.p.HasClientCommand {
		s.ClientCommand = r.Int32()
	}
	s.ServerTime = r.Int32()
	s.DeltaNum, s.Flags = r.Uint8(), r.Uint8()
	s.areaSize = int(r.Uint8())
	if s.areaSize > len(s.area) {
		r.Fail("area mask of %d bytes", s.areaSize)
		s.areaSize = 0
	}
	for i := range s.areaSize {
		s.area[i] = r.Uint8()
	}
	p.player(&s.Player)
	s.firstEntity = len(t.entities)
	if p.p.MaskedDeltas {
		p.entitiesMasked()
	} else {
		p.entities()
	}
	s.numEntities = len(t.entities) - s.firstEntity
	t.op(opSnapshot, len(t.snapshots))
}

// player parses a delta of the playerstate.
func (p *parser) player(d *PlayerDelta) {
	r := &p.r
	d.Changed, d.FullFloat, d.ArraysSent, d.Count = 0, 0, false, 0
	d.Stats.clear()
	d.Persistant.clear()
	d.Ammo.clear()
	d.Powerups.clear()
	n := len(p.p.Player)
	if !p.p.MaskedDeltas {
		d.Count = r.Uint8()
		if int(d.Count) > n {
			r.Fail("playerstate of %d fields, %d exist", d.Count, n)
			return
		}
		n = int(d.Count)
	}
	if !r.Ok() {
		return
	}
	p.playerFields(d, p.p.Player[:n])
	if !r.Ok() {
		return
	}
	if p.p.MaskedDeltas {
		d.ArraysSent = true
	} else {
		d.ArraysSent = r.Bit()
	}
	if d.ArraysSent {
		p.array(&d.Stats, 16)
		p.array(&d.Persistant, 16)
		p.array(&d.Ammo, 16)
		p.array(&d.Powerups, 32)
	}
}

// playerFields parses the fields of a playerstate: a bit each, then the value.
func (p *parser) playerFields(d *PlayerDelta, fields []Field) {
	r := &p.r
	coding, buf, pos := r.Coding(), r.Window(), r.Pos()
	for i := uint(0); i < uint(len(fields)); {
		w := binary.LittleEndian.Uint64(buf[pos>>3:]) >> (pos & 7)
		skip := uint(bits.TrailingZeros64(w | 1<<8))
		if i += skip; i >= uint(len(fields)) {
			pos += skip - (i - uint(len(fields)))
			break
		}
		pos += skip
		if skip == 8 {
			continue
		}
		f := fields[i]
		i++
		v, n, full := field(coding, w>>(skip+1), f.Bits)
		pos += n + 1
		d.Values[f.ID%NumPlayerFields] = v
		d.Changed |= 1 << (f.ID & 63)
		d.FullFloat |= full << (f.ID & 63)
	}
	r.Seek(pos)
}

func (a *ArrayDelta) clear() { a.Sent, a.Mask = false, 0 }

// array parses one of the arrays of a playerstate.
func (p *parser) array(a *ArrayDelta, width uint) {
	r := &p.r
	if a.Sent = r.Bit(); !a.Sent {
		return
	}
	a.Mask = uint16(r.Bits(16))
	for m := uint32(a.Mask); m != 0; m &= m - 1 {
		a.Values[bits.TrailingZeros32(m)&15] = r.Signed(width)
	}
}

// field takes the value of a field from w, which holds at least 45 bits, and
// returns it with the number of bits that it took, and with 1 where it is a float
// of full width which could have been sent as an integer.
func field(coding *wire.Coding, w uint64, width int8) (v uint32, n uint, full uint64) {
	if width == 0 {
		return floatField(coding, w)
	}
	size := uint(width)
	if width < 0 {
		size = uint(-width)
	}
	low := size & 7
	v = uint32(w & (1<<low - 1))
	n = low
	w >>= low
	if size >= 8 {
		b, k := coding.Decode(w)
		v |= b << low
		n += k
		for low += 8; low < size; low += 8 {
			w >>= k & 63
			b, k = coding.Decode(w)
			v |= b << (low & 31)
			n += k
		}
	}
	if width < 0 {
		v = uint32(int32(v<<((32-size)&31)) >> ((32 - size) & 31))
	}
	return v, n, 0
}

// floatField is field for a float: a bit, then either all its bits or 13 bits of
// an integer.
func floatField(coding *wire.Coding, w uint64) (v uint32, n uint, full uint64) {
	if w&1 == 0 {
		b, k := coding.Decode(w >> 6)
		i := int32(w>>1&31) | int32(b)<<5 - floatIntBias
		return math.Float32bits(float32(i)), 6 + k, 0
	}
	w >>= 1
	b0, k0 := coding.Decode(w)
	w >>= k0 & 63
	b1, k1 := coding.Decode(w)
	w >>= k1 & 63
	b2, k2 := coding.Decode(w)
	w >>= k2 & 63
	b3, k3 := coding.Decode(w)
	v = b0 | b1<<8 | b2<<16 | b3<<24
	if _, ok := smallFloat(v); ok {
		full = 1
	}
	return v, 1 + k0 + k1 + k2 + k3, full
}

// smallFloat says whether the float of these bits is sent in 13 bits, and as
// what.
func smallFloat(v uint32) (uint32, bool) {
	f := math.Float32frombits(v)
	if !(f >= -floatIntBias && f < floatIntBias) {
		return 0, false
	}
	i := int32(f)
	return uint32(i + floatIntBias), float32(i) == f
}

// entities parses the entities of a snapshot up to the end of their list.
func (p *parser) entities() {
	r, t := &p.r, p.t
	coding := r.Coding()
	first := len(t.entities)
	for r.Ok() {
		w := r.Load()
		b, k := coding.Decode(w >> 2)
		r.Skip(2 + k)
		n := uint32(w&3) | b<<2
		if n == NoEntity {
			return
		}
		if len(t.entities)-first >= maxCells {
			r.Fail("snapshot of more than %d entities", maxCells)
			return
		}
		p.entity(next(&t.entities), n)
	}
}

func (p *parser) entitiesMasked() {
	r, t := &p.r, p.t
	first := len(t.entities)
	for r.Ok() {
		n := r.Bits(entityBits)
		if n == NoEntity || !r.Ok() {
			return
		}
		if len(t.entities)-first >= maxCells {
			r.Fail("snapshot of more than %d entities", maxCells)
			return
		}
		p.entity(next(&t.entities), n)
	}
}

// entity parses the delta of entity n.
func (p *parser) entity(e *EntityDelta, n uint32) {
	r := &p.r
	e.Number = uint16(n)
	e.Changed, e.FullZero, e.FullFloat = 0, 0, 0
	e.Count, e.Removed, e.Unchanged = 0, false, false
	w := r.Load()
	if w&1 != 0 {
		e.Removed = true
		r.Skip(1)
		return
	}
	if w&2 == 0 {
		e.Unchanged = true
		r.Skip(2)
		return
	}
	if p.p.MaskedDeltas {
		r.Skip(2)
		p.entityMasked(e)
		return
	}
	b, k := r.Coding().Decode(w >> 2)
	r.Skip(2 + k)
	if int(b) > len(p.p.Entity) {
		r.Fail("entity of %d fields, %d exist", b, len(p.p.Entity))
		return
	}
	e.Count = uint8(b)
	if r.Ok() {
		p.entityFields(e, p.p.Entity[:b])
	}
}

// entityFields parses the fields of an entity: a bit each for "changed", where
// set one for "not zero", where set the value.
func (p *parser) entityFields(e *EntityDelta, fields []Field) {
	r := &p.r
	coding, buf, pos := r.Coding(), r.Window(), r.Pos()
	var changed, fullZero, fullFloat uint64
	for i := uint(0); i < uint(len(fields)); {
		w := binary.LittleEndian.Uint64(buf[pos>>3:]) >> (pos & 7)
		skip := uint(bits.TrailingZeros64(w | 1<<8))
		if i += skip; i >= uint(len(fields)) {
			pos += skip - (i - uint(len(fields)))
			break
		}
		pos += skip
		if skip == 8 {
			continue
		}
		f := fields[i]
		i++
		changed |= 1 << (f.ID & 63)
		w >>= skip + 1
		if w&1 == 0 {
			e.Values[f.ID%NumEntityFields] = 0
			pos += 2
			continue
		}
		v, n, full := field(coding, w>>1, f.Bits)
		pos += n + 2
		e.Values[f.ID%NumEntityFields] = v
		fullFloat |= full << (f.ID & 63)
		if v == 0 {
			fullZero |= 1 << (f.ID & 63)
		}
	}
	r.Seek(pos)
	e.Changed, e.FullZero, e.FullFloat = changed, fullZero, fullFloat
}

// entityMasked parses a mask of fields and their values.
func (p *parser) entityMasked(e *EntityDelta) {
	r := &p.r
	fields := p.p.Entity
	e.Count = uint8(r.Bits(5))
	var mask uint64
	if e.Count == explicitMask {
		mask = uint64(r.Bits(32)) | uint64(r.Bits(uint(len(fields)-32)))<<32
	} else {
		mask = knownMasks[e.Count&31]
	}
	for ; mask != 0; mask &= mask - 1 {
		f := fields[bits.TrailingZeros64(mask)%len(fields)]
		v, n, full := field(r.Coding(), r.Load(), f.Bits)
		r.Skip(n)
		e.Values[f.ID%NumEntityFields] = v
		e.Changed |= 1 << (f.ID & 63)
		e.FullFloat |= full << (f.ID & 63)
	}
}

// explicitMask is the mask number that says that the mask itself follows.
const explicitMask = 31

// knownMasks are the masks of fields that protocols 43 to 48 have a number for:
// bit i is field i of the table.
var knownMasks = [32]uint64{
	0x00000000008060, 0x00000000000060, 0x0000000000c060, 0x002000000000e1,
	0x00100000008060, 0x000000000080e0, 0x0000000000c0e0, 0x00100000000000,
	0x00000000008040, 0x00000000008020, 0x00000100008060, 0x008000000007ed,
	0x000000000000e0, 0x003000000007ed, 0x00000000000080, 0x00000000000040,
	0x0010000000c0e0, 0x00100000000060, 0x00000000000020, 0x002004000000e1,
	0x00202001c000e1, 0x0000010000c0e0, 0x00000000004060, 0x0000000000c040,
	0x0000010000c060, 0x0010000000c060, 0x01000100008060, 0x00300000008060,
	0x001000000080e0, 0x0000000000c020, 0x02000000008060, 0x000000000040e0,
}
