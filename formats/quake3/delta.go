package quake3

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"fragscope/formats/wire"
)

const (
	entityBits = 10

	floatIntBits = 13
	floatIntBias = 1 << (floatIntBits - 1)
)

// FieldDelta describes changes to the fields of an entity or the playerstate.
type FieldDelta struct {
	// Changed lists the fields that have new values. The Decoder lists them in transmission order; the Encoder accepts any
	// order.
	Changed []FieldChange
	// Count is the field count as sent, which only the Encoder needs. Since protocol 66 it is the number of table
	// fields that follow; in earlier protocols it is, for an entity, an index of the known masks, or 31 if the mask
	// itself is sent.
	Count uint8
}

// FieldChange describes a change to one field.
type FieldChange struct {
	// Value is the new value. A float is stored as its IEEE 754 bits.
	Value uint32
	// Field is an [EntityField] or a [PlayerField].
	Field uint8
	// Form is the form in which the value was sent. Only the Encoder needs it.
	Form Form
}

// Form specifies whether a value is sent in a longer encoding than necessary. The zero Form represents the shortest
// encoding.
type Form uint8

// Bits of [Form].
const (
	FullZero  Form = 1 << iota // a zero with all its bits although there is a bit for zero
	FullFloat                  // a float with 32 bits although 13 would do
)

// DeltaOf returns the changes that turn base into f. Only the fields listed in table are considered.
func DeltaOf(table []Field, f, base []uint32) (d FieldDelta) {
	for _, e := range table {
		if f[e.ID] != base[e.ID] {
			d.Changed = append(d.Changed, FieldChange{Value: f[e.ID], Field: e.ID})
		}
	}
	return d
}

func (d *FieldDelta) apply(to *[NumFields]uint32) {
	for _, c := range d.Changed {
		if c.Field < NumFields {
			to[c.Field] = c.Value
		}
	}
}

// makes reports whether f already has the new values.
func (d *FieldDelta) makes(f *[NumFields]uint32) bool {
	for _, c := range d.Changed {
		if c.Field < NumFields && f[c.Field] != c.Value {
			return false
		}
	}
	return true
}

// clear removes all changes.
func (d *FieldDelta) clear() { d.Changed, d.Count = nil, 0 }

// ByField returns the changes, indexed by field. If a field has not changed, its element is nil.
func (d *FieldDelta) ByField() (list [MaxFields]*FieldChange) {
	for i := range d.Changed {
		if c := &d.Changed[i]; c.Field < MaxFields {
			list[c.Field] = c
		}
	}
	return list
}

// writeCounted writes the number of fields of a table that follow, and then these fields.
func (d *FieldDelta) writeCounted(c *coder, table []Field, zeroes bool, what string) {
	list := d.ByField()
	n := max(d.Count, sentFields(&list, table))
	if c.w.Uint8(n); int(n) > len(table) {
		c.tooMany(what, n, len(table))
		return
	}
	writeFields(&c.w, table[:n], &list, zeroes)
}

// tooMany sets the error for more fields than there are.
func (c *coder) tooMany(what string, n uint8, exist int) {
	if c.ok() {
		c.fail("%s of %d fields, %d exist", what, n, exist)
	}
}

// fields returns the number of a table's fields up to and including the last one that changes.
func (d *FieldDelta) fields(table []Field) uint8 {
	list := d.ByField()
	return sentFields(&list, table)
}

// sentFields is like fields, but takes the changes indexed by field.
func sentFields(list *[MaxFields]*FieldChange, table []Field) uint8 {
	for i := len(table); i > 0; i-- {
		if list[table[i-1].ID] != nil {
			return uint8(i)
		}
	}
	return 0
}

// fieldCode is a [Field] of a table, compiled for reading.
type fieldCode struct {
	id   uint8
	kind uint8 // the coding of the value
	lead uint8 // bits before the value: one for "changed", maybe one for "not zero"
	zero uint8 // these bits, above another one, if the value is zero; notSent if there is only one
	low  uint8 // uncoded bits of the value
	mask uint8 // mask of those
	size uint8 // bits of the value
	sign uint8 // how far a sign bit is below bit 31
}

// The values of [fieldCode.kind] for fields that require special code.
const (
	oneCode     = iota + 1 // one code and maybe low bits, without a sign
	wide                   // four codes: 32 bits
	float                  // a bit, set before 32 bits, clear before 13
	entityFloat            // the same after a bit for "not zero"
)

// The bits before a value, above another bit.
const (
	bothLeads = 0b110
	onlyFirst = 0b010
	notSent   = 0xff // matches nothing

	// with the bit that is clear before an entity's float of 13 bits
	allLeads = 0b1110
	whole    = 0b0110
)

// compile returns a table's fields for reading; zeroes is set if there is a bit for "not zero".
func compile(table []Field, zeroes bool) []fieldCode {
	codes := make([]fieldCode, len(table))
	for i, f := range table {
		c := fieldCode{id: f.ID, lead: 1, zero: notSent, size: uint8(max(f.Bits, -f.Bits))}
		if zeroes {
			c.lead, c.zero = 2, onlyFirst
		}
		c.low = c.size % 8
		c.mask = 1<<c.low - 1
		if c.size == 32 {
			c.kind = wide
		}
		if f.Bits == 0 {
			c.kind = float
		}
		if f.Bits == 0 && zeroes {
			c.kind = entityFloat
		}
		if f.Bits < 0 {
			c.sign = 32 - c.size
		}
		if f.Bits >= 8 && f.Bits < 16 {
			c.kind = oneCode
		}
		codes[i] = c
	}
	return codes
}

const (
	// windowSize exceeds a block and what may be read after it.
	windowSize = 1 << 17
	// maxSkip is the number of unchanged fields skipped in one step. It leaves enough of 57 bits for the longest value.
	maxSkip = 8
)

// window is the data that fields are read from.
type window [windowSize + 8]byte

// at returns at least 57 bits, starting at bit pos.
func (d *window) at(pos uint) uint64 {
	i := pos / 8 % windowSize
	return binary.LittleEndian.Uint64(d[i:i+8]) >> (pos & 7)
}

// read reads the fields of a table to t, from bit pos on, where w begins. It returns the bits after them, at least 20,
// and their position.
func (d *FieldDelta) read(t *tape, r *wire.BitReader, w uint64, pos uint, table []fieldCode) (rest uint64, end uint) {
	n, rest, end := t.room().read(r.Coding().Codes(), (*window)(r.Window()), w, pos, table)
	d.Changed = t.changed(n)
	return rest, end
}

// MaxFields is greater than the number of fields in any table, and than any field number. maxRoom is a power of two
// with the same property.
const (
	MaxFields = 96
	maxRoom   = 128
)

// fieldRoom is room for the changed fields of a table.
type fieldRoom [maxRoom]FieldChange

// read reads the fields of a table: for each a bit for "changed"; if that is set and zeroes have a bit, one for "not
// zero"; if that is set, the value. They begin at bit pos, with w. It returns how many changed, the bits after them, at
// least 20, and their position.
//
// The next bits are in w, at least 28 of them valid: enough for a skip, the two bits before a value, and its low bits
// and first code. It is computed from the value before as soon as that one's length is known, whereas all, which holds
// as many bits as possible starting at pos, takes longer and is ready when needed. In the loop pos is the last bit
// read, and w and all begin with that bit: codes take two bytes in their table, so w masked is the place of the next
// code there, without a shift that would delay everything after it.
func (room *fieldRoom) read(codes *wire.Codes, data *window, w uint64, pos uint, table []fieldCode) (n uint,
	rest uint64, end uint) {
	w, pos = w<<1, pos-1
	for i := uint(0); i < uint(len(table)); {
		all := data.at(pos)
		if w&onlyFirst == 0 {
			skip := uint(bits.TrailingZeros64(w>>1 | 1<<maxSkip))
			if i += skip; i >= uint(len(table)) {
				skip -= i - uint(len(table))
				w, pos = w>>(skip&63), pos+skip
				break
			}
			w, all, pos = w>>(skip&63), all>>(skip&63), pos+skip
			if skip == maxSkip {
				w = all
				continue
			}
		}
		f := &table[i]
		i++
		v, form := uint32(0), Form(0)
		switch {
		case f.kind == entityFloat && w&allLeads == whole: // like most fields of entities
			low, c := uint32(w)>>4&31, codes.Next(w>>9)
			w, pos = all>>8>>c.Len(), pos+(8+c).Len()
			v = math.Float32bits(float32(int32(low|c.High()>>3) - floatIntBias))
		case w&bothLeads == uint64(f.zero):
			room[n%maxRoom] = FieldChange{Field: f.id}
			n++
			w, pos = all>>2, pos+2
			continue
		case f.kind == entityFloat:
			v, pos, w = wideValue(codes, data, w>>3, all>>3, pos+3)
			form = formOf(v)
		case f.kind == float && w>>2&1 != 0:
			v, pos, w = wideValue(codes, data, w>>2, all>>2, pos+2)
			form = formOf(v)
		case f.kind == float:
			low, c := uint32(w)>>3&31, codes.Next(w>>8)
			w, pos = all>>7>>c.Len(), pos+(7+c).Len()
			v = math.Float32bits(float32(int32(low|c.High()>>3) - floatIntBias))
		case f.kind == oneCode:
			before := f.lead + f.low
			c := codes.Next(w >> 1 >> (before & 63))
			v = uint32(w>>1>>(f.lead&63))&uint32(f.mask) | c.Byte()<<(f.low&7)
			w, pos = all>>(before&63)>>c.Len(), pos+uint(before)+c.Len()
		case f.kind == wide:
			v, pos, w = wideValue(codes, data, w>>(f.lead&63), all>>(f.lead&63), pos+uint(f.lead))
		default:
			v, pos = f.value(codes, all>>1>>(f.lead&63), pos+uint(f.lead))
			w = data.at(pos)
		}
		if v == 0 && f.lead > 1 {
			form |= FullZero
		}
		room[n%maxRoom] = FieldChange{Value: v, Field: f.id, Form: form}
		n++
	}
	return n, w >> 1, pos + 1
}

// wideValue reads a value of 32 bits after pos, from w, which has enough bits for one code, and all, which has every
// bit. It returns the value, its last bit, and the bits starting there.
func wideValue(codes *wire.Codes, data *window, w, all uint64, pos uint) (v uint32, end uint, rest uint64) {
	c0 := codes.Next(w >> 1)
	all >>= c0.Len()
	c1 := codes.Next(all >> 1)
	all >>= c1.Len()
	pos += (c0 + c1).Len()
	rest = data.at(pos)
	c2 := codes.Next(all >> 1)
	all >>= c2.Len()
	c3 := codes.Next(all >> 1)
	v = c0.Byte() | c1.High() | c2.High()<<8 | c3.High()<<16
	return v, pos + c2.Len() + c3.Len(), rest >> c2.Len() >> c3.Len()
}

// value reads the value of any other field from w, the bits at pos, and returns it and its end.
func (f *fieldCode) value(codes *wire.Codes, w uint64, pos uint) (v uint32, end uint) {
	v, end = uint32(w)&uint32(f.mask), pos+uint(f.low)
	w >>= f.low & 7
	for low := f.low; low < f.size; low += 8 {
		c := codes.Next(w)
		w >>= c.Len()
		end += c.Len()
		v |= c.Byte() << (low & 31)
	}
	return uint32(int32(v<<(f.sign&31)) >> (f.sign & 31)), end
}

// wholeBits are bits that no float sent as an integer has.
const wholeBits = 0xfff

// formOf returns the form of a float that was sent with all its bits.
func formOf(v uint32) Form {
	if v&wholeBits != 0 {
		return 0
	}
	if _, ok := smallFloat(v); !ok {
		return 0
	}
	return FullFloat
}

// writeFields writes the changes in list, which is indexed by field, in the form that read reads.
func writeFields(w *wire.BitWriter, table []Field, list *[MaxFields]*FieldChange, zeroes bool) {
	for _, f := range table {
		c := list[f.ID]
		if w.Bit(c != nil); c == nil {
			continue
		}
		if zeroes {
			zero := c.Form == 0 && isZero(f, c.Value)
			if w.Bit(!zero); zero {
				continue
			}
		}
		c.write(w, f.Bits)
	}
}

// isZero reports whether a value is sent as zero: floats compare as floats.
func isZero(f Field, v uint32) bool { return v == 0 || f.Bits == 0 && v == 1<<31 }

// readValue reads a value of the given width (see [Field]) from w, which holds at least 45 bits, and returns the number
// of bits that it took.
func readValue(coding *wire.Coding, w uint64, width int8) (v uint32, form Form, n uint) {
	size := uint(max(width, -width))
	small := width == 0 && w&1 == 0
	switch {
	case small:
		size, n = floatIntBits, 1
	case width == 0:
		size, n = 32, 1
	}
	w >>= n & 1
	low := size & 7
	v = uint32(w & (1<<low - 1))
	w >>= low
	n += low
	for ; low < size; low += 8 {
		c := coding.Next(w)
		w >>= c.Len()
		n += c.Len()
		v |= c.Byte() << (low & 31)
	}
	switch {
	case small:
		v = math.Float32bits(float32(int32(v) - floatIntBias))
	case width < 0:
		v = uint32(int32(v<<((32-size)&31)) >> ((32 - size) & 31))
	case width == 0:
		form = formOf(v)
	}
	return v, form, n
}

// write writes a value, as read by readValue.
func (f *FieldChange) write(w *wire.BitWriter, width int8) {
	if width != 0 {
		w.Bits(f.Value, uint(max(width, -width)))
		return
	}
	small, ok := smallFloat(f.Value)
	ok = ok && f.Form&FullFloat == 0
	if w.Bit(!ok); ok {
		w.Bits(small, floatIntBits)
	} else {
		w.Bits(f.Value, 32)
	}
}

// smallFloat reports whether the float with these bits is sent in 13 bits, and returns the integer that is sent.
func smallFloat(v uint32) (uint32, bool) {
	f := math.Float32frombits(v)
	if !(f >= -floatIntBias && f < floatIntBias) {
		return 0, false
	}
	i := int32(f)
	return uint32(i + floatIntBias), float32(i) == f
}

// EntityDelta describes a change to an entity, as transmitted.
type EntityDelta struct {
	// Number is the entity number, 0 to 1022.
	Number uint16
	// Removed is set if the entity was removed. Unchanged is set if it equals its base. In either case no field
	// changes.
	Removed, Unchanged bool
	// Current is set if the delta describes, relative to the baseline, the entity's state when recording began. It is set
	// only in the gamestates of TV demos.
	Current bool
	FieldDelta
	// Shared is the change to the server's own data about the entity. It is nil except in TV demos.
	Shared *SharedDelta
}

// Apply applies d to s. If the entity is in the base snapshot, s must be a copy of its state there; otherwise s must be
// a copy of its baseline. If d is itself a baseline, s must be the zero EntityState.
func (s *EntityState) Apply(d *EntityDelta) {
	s.Number = int(d.Number)
	d.apply(&s.F)
}

// Delta returns the change from base to s, encoded for protocol p. Fields that p lacks are omitted. If no field has
// changed, Unchanged is set in the result. To encode a baseline, pass the zero EntityState as base.
func (s *EntityState) Delta(base *EntityState, p *Protocol) EntityDelta {
	d := EntityDelta{Number: uint16(s.Number), FieldDelta: DeltaOf(p.Entity, s.F[:], base.F[:])}
	d.Unchanged = len(d.Changed) == 0
	if !p.MaskedDeltas {
		d.Count = d.fields(p.Entity)
	}
	return d
}

func (d *EntityDelta) layout(c *coder) {
	if number(c, &d.Number, entityBits); d.Number >= NoEntity {
		c.fail("entity %d is above %d", d.Number, NoEntity-1)
	}
	d.change(c)
}

// change passes what follows the number.
func (d *EntityDelta) change(c *coder) {
	if c.reading {
		_, end := d.read(c, c.r.Load(), c.r.Pos())
		c.r.Seek(end)
	} else {
		d.write(c)
	}
	if c.p.TV() {
		d.shared(c)
	}
}

// write is change for writing.
func (d *EntityDelta) write(c *coder) {
	if c.w.Bit(d.Removed); d.Removed {
		return
	}
	if c.w.Bit(!d.Unchanged); d.Unchanged {
		return
	}
	if c.p.MaskedDeltas {
		d.masked(c)
		return
	}
	d.writeCounted(c, c.p.Entity, true, "entity")
}

// read is change for reading, with at least 41 bits at pos in w. It returns the bits after the change, at least 20, and
// their position.
func (d *EntityDelta) read(c *coder, w uint64, pos uint) (rest uint64, end uint) {
	d.clear()
	d.Removed, d.Unchanged = w&1 != 0, w&3 == 0
	switch {
	case d.Removed || d.Unchanged:
		n := 2 - uint(w&1)
		return w >> (n & 3), pos + n
	case c.p.MaskedDeltas:
		c.r.Seek(pos + 2)
		d.masked(c)
		return c.r.Load(), c.r.Pos()
	}
	count := c.r.Coding().Next(w >> 2)
	d.Count = uint8(count.Byte())
	pos += 2 + count.Len()
	if table := c.p.entityCodes; int(d.Count) <= len(table) {
		return d.FieldDelta.read(c.t, &c.r, w>>2>>count.Len(), pos, table[:d.Count])
	}
	c.r.Seek(pos)
	c.tooMany("entity", d.Count, len(c.p.entityCodes))
	return 0, pos
}

// masked passes a mask of fields, and their values.
func (d *EntityDelta) masked(c *coder) {
	table := c.p.Entity
	var list [MaxFields]*FieldChange
	mask, code := uint64(0), uint8(0)
	if !c.reading {
		list = d.ByField()
		mask, code = d.mask(table, &list)
	}
	if number(c, &code, 5); code == explicitMask {
		low, high := uint32(mask), uint32(mask>>32)
		number(c, &low, 32)
		number(c, &high, uint(len(table)-32))
		mask = uint64(low) | uint64(high)<<32
	} else {
		mask = knownMasks[code]
	}
	if c.reading {
		d.Count = code
		d.readMasked(c, mask)
		return
	}
	for ; mask != 0; mask &= mask - 1 {
		f := table[bits.TrailingZeros64(mask)%len(table)]
		list[f.ID].write(&c.w, f.Bits)
	}
}

// readMasked reads the values of the fields in a mask.
func (d *FieldDelta) readMasked(c *coder, mask uint64) {
	table, room, n := c.p.Entity, c.t.room(), uint(0)
	coding, data, pos := c.r.Coding(), (*window)(c.r.Window()), c.r.Pos()
	for ; mask != 0; mask &= mask - 1 {
		f := table[bits.TrailingZeros64(mask)%len(table)]
		v, form, size := readValue(coding, data.at(pos), f.Bits)
		pos += size
		room[n%maxRoom] = FieldChange{Value: v, Field: f.ID, Form: form}
		n++
	}
	c.r.Seek(pos)
	d.Changed = c.t.changed(n)
}

// explicitMask is the mask number that precedes an explicit mask.
const explicitMask = 31

// knownMasks are the masks of fields with a number in protocols 43 to 48: bit i is field i of the table.
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

// mask returns the mask of the changes in list, which is indexed by field, and the number that announces it. The number
// is Count if Count announces this mask.
func (d *EntityDelta) mask(table []Field, list *[MaxFields]*FieldChange) (mask uint64, number uint8) {
	for i, f := range table {
		if list[f.ID] != nil {
			mask |= 1 << i
		}
	}
	if d.Count == explicitMask || d.Count < explicitMask && knownMasks[d.Count] == mask {
		return mask, d.Count
	}
	if i := slices.Index(knownMasks[:explicitMask], mask); i >= 0 {
		return mask, uint8(i)
	}
	return mask, explicitMask
}

// ArrayDelta describes a change to one of the four arrays of the playerstate.
type ArrayDelta struct {
	// Changed lists the elements that have new values, sorted by index.
	Changed []ElementChange
	// Sent is set if a list, perhaps empty, was sent. Only the Encoder needs it.
	Sent bool
}

// ElementChange describes a change to one element of an array.
type ElementChange struct {
	Value int32
	Index uint8 // below [ArraySize]
}

// ArrayDeltaOf returns the changes that turn base into s.
func ArrayDeltaOf(s, base *[16]int32) (a ArrayDelta) {
	for i := range s {
		if s[i] != base[i] {
			a.Changed = append(a.Changed, ElementChange{Value: s[i], Index: uint8(i)})
		}
	}
	a.Sent = len(a.Changed) > 0
	return a
}

func (a *ArrayDelta) apply(to *[16]int32) {
	for _, c := range a.Changed {
		to[c.Index%ArraySize] = c.Value
	}
}

// clear removes all changes.
func (a *ArrayDelta) clear() { a.Changed, a.Sent = nil, false }

func (a *ArrayDelta) sent() bool { return a.Sent || len(a.Changed) > 0 }

// write writes the array, each element with width bits.
func (a *ArrayDelta) write(w *wire.BitWriter, width uint) {
	sent := a.sent()
	if w.Bit(sent); !sent {
		return
	}
	mask, values := uint32(0), [16]int32{}
	for _, c := range a.Changed {
		mask |= 1 << (c.Index & 15)
		values[c.Index%ArraySize] = c.Value
	}
	for w.Bits(mask, 16); mask != 0; mask &= mask - 1 {
		w.Bits(uint32(values[bits.TrailingZeros32(mask)&15]), width)
	}
}

// read reads the array, which must be clear, as written by write.
func (a *ArrayDelta) read(t *tape, r *wire.BitReader, width uint) {
	if a.Sent = r.Bit(); !a.Sent {
		return
	}
	coding, pos, first := r.Coding(), r.Pos(), len(t.elements)
	m, n := coding.Uint16(r.At(pos))
	for ; ; m &= m - 1 {
		pos += n
		if r.Seek(pos); !r.Ok() || m == 0 {
			break
		}
		var v uint32
		if w := r.At(pos); width == 16 {
			v, n = coding.Uint16(w)
			v = uint32(int16(v))
		} else {
			v, n = coding.Uint32(w)
		}
		t.elements = append(t.elements, ElementChange{Value: int32(v), Index: uint8(bits.TrailingZeros32(m))})
	}
	a.Changed = t.elements[first:len(t.elements):len(t.elements)]
}

// PlayerDelta describes a change to the playerstate, as transmitted.
type PlayerDelta struct {
	FieldDelta
	// ArraysSent is set if the bit before the arrays is set (since protocol 66). AmmoSent is set if the bit before a
	// second group of [Protocol.Lists] is set. Only the Encoder needs them.
	ArraysSent, AmmoSent bool
	// The arrays, in order of transmission.
	Stats, Persistant, Ammo, Powerups ArrayDelta
	// Lists holds the changes to the arrays of a protocol that does not have the usual four; see [Protocol.Lists].
	Lists []ArrayDelta
}

// arraysChange reports whether any element of the four arrays has a new value.
func (d *PlayerDelta) arraysChange() bool {
	return len(d.Stats.Changed)+len(d.Persistant.Changed)+len(d.Ammo.Changed)+len(d.Powerups.Changed) > 0
}

// apply applies d to a, a copy of the base's arrays.
func (a *PlayerArrays) apply(d *PlayerDelta) {
	d.Stats.apply(&a.Stats)
	d.Persistant.apply(&a.Persistant)
	d.Ammo.apply(&a.Ammo)
	d.Powerups.apply(&a.Powerups)
}

// Delta returns the change from base to s, encoded for protocol p. Fields that p lacks are omitted. If the snapshot has
// no base, pass the zero PlayerState as base.
func (s *PlayerState) Delta(base *PlayerState, p *Protocol) PlayerDelta {
	return PlayerDelta{
		FieldDelta: DeltaOf(p.Player, s.F[:], base.F[:]),
		Stats:      ArrayDeltaOf(&s.Stats, &base.Stats),
		Persistant: ArrayDeltaOf(&s.Persistant, &base.Persistant),
		Ammo:       ArrayDeltaOf(&s.Ammo, &base.Ammo),
		Powerups:   ArrayDeltaOf(&s.Powerups, &base.Powerups),
	}
}

// writeArrays writes the arrays.
func (d *PlayerDelta) writeArrays(c *coder) {
	w := &c.w
	d.Stats.write(w, 16)
	d.Persistant.write(w, 16)
	d.Ammo.write(w, 16)
	d.Powerups.write(w, 32)
}

// readArrays reads the arrays, which must be clear.
func (d *PlayerDelta) readArrays(c *coder) {
	t, r := c.t, &c.r
	if c.p.Lists != nil {
		d.readLists(c)
		return
	}
	d.Stats.read(t, r, 16)
	d.Persistant.read(t, r, 16)
	d.Ammo.read(t, r, 16)
	d.Powerups.read(t, r, 32)
}

// read reads the part before the arrays, starting at pos, with the bits of at least one code in w. It returns at least
// 19 of the bits after it, and their position.
func (d *PlayerDelta) read(c *coder, w uint64, pos uint) (rest uint64, end uint) {
	d.clear()
	r, table := &c.r, c.p.playerCodes
	fields := r.At(pos)
	if !c.p.MaskedDeltas {
		count := r.Coding().Next(w)
		d.Count = uint8(count.Byte())
		fields >>= count.Len()
		if pos += count.Len(); int(d.Count) > len(table) {
			r.Seek(pos)
			c.tooMany("playerstate", d.Count, len(table))
			return 0, pos
		}
		table = table[:d.Count]
	}
	rest, end = d.FieldDelta.read(c.t, r, fields, pos, table)
	d.ArraysSent = true
	if !c.p.MaskedDeltas {
		d.ArraysSent = rest&1 != 0
		rest, end = rest>>1, end+1
	}
	r.Seek(end)
	return rest, end
}

// write writes the part before the arrays, and reports whether they follow.
func (d *PlayerDelta) write(c *coder) {
	table := c.p.Player
	if c.p.MaskedDeltas {
		list := d.ByField()
		writeFields(&c.w, table, &list, false)
		d.writeArrays(c)
		return
	}
	d.writeCounted(c, table, false, "playerstate")
	if c.p.Lists != nil {
		d.writeLists(c)
		return
	}
	arrays := d.ArraysSent || d.Stats.sent() || d.Persistant.sent() || d.Ammo.sent() || d.Powerups.sent()
	if c.w.Bit(arrays); arrays {
		d.writeArrays(c)
	}
}

// clear removes all changes.
func (d *PlayerDelta) clear() {
	d.FieldDelta.clear()
	if !d.ArraysSent {
		return // the arrays are clear, too
	}
	d.ArraysSent = false
	d.Stats.clear()
	d.Persistant.clear()
	d.Ammo.clear()
	d.Powerups.clear()
}
