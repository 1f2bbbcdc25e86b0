package wolfenstein

import (
	"math"
	"math/bits"

	"fragscope/formats/wire"
)

const (
	entityBits = 10
	// sharedMagic precedes each delta of what the server knows of an entity.
	sharedMagic = 0x77

	floatIntBits = 13
	floatIntBias = 1 << (floatIntBits - 1)
	// skipBits is the maximum number of unchanged fields skipped in one step.
	skipBits = 56
)

// FieldDelta is a change to the fields of a state.
type FieldDelta struct {
	// Changed lists the fields with a new value. When read, they are in transmission order.
	Changed []FieldChange
	// Count is the announced number of table fields. Only the Encoder needs it. 0 means up to the last field that
	// changes.
	Count uint8
}

// FieldChange is a field and its new value.
type FieldChange struct {
	// Value is the new value. A float is held as its bits.
	Value uint32
	Field uint8
	// Form is the form that the value was sent in. Only the Encoder needs it.
	Form Form
}

// Form is a set of deviations from the shortest encoding of a value. 0 is the shortest encoding.
type Form uint8

// Bits of [Form].
const (
	FullZero  Form = 1 << iota // a zero with all its bits although there is a bit for zero
	FullFloat                  // a float with 32 bits although 13 would do
)

// fieldDelta returns the changes from base to f in the fields of a table.
func fieldDelta(table []Field, f, base []uint32) (d FieldDelta) {
	for _, e := range table {
		if f[e.ID] != base[e.ID] {
			d.Changed = append(d.Changed, FieldChange{Value: f[e.ID], Field: e.ID})
		}
	}
	return d
}

func (d *FieldDelta) apply(to []uint32) {
	for _, c := range d.Changed {
		if int(c.Field) < len(to) {
			to[c.Field] = c.Value
		}
	}
}

// byField returns the changes by field. They are nil for unchanged fields.
func (d *FieldDelta) byField() (list [256]*FieldChange) {
	for i := range d.Changed {
		list[d.Changed[i].Field] = &d.Changed[i]
	}
	return list
}

// fields returns the number of fields of a table up to the last that changes.
func (d *FieldDelta) fields(table []Field) int {
	list := d.byField()
	for i := len(table); i > 0; i-- {
		if list[table[i-1].ID] != nil {
			return i
		}
	}
	return 0
}

// layout passes the number of fields and the fields. zeroes is set if there is a bit for "not zero".
func (d *FieldDelta) layout(c *coder, table []Field, zeroes bool, what string) {
	if c.reading {
		d.Count = c.r.Uint8()
		if int(d.Count) > len(table) {
			c.fail("%s of %d fields, %d exist", what, d.Count, len(table))
			return
		}
		d.read(c, table[:d.Count], zeroes)
		return
	}
	n := max(int(d.Count), d.fields(table))
	if n > len(table) {
		c.fail("%s of %d fields, %d exist", what, n, len(table))
		return
	}
	c.w.Uint8(uint8(n))
	d.write(&c.w, table[:n], zeroes)
}

func (d *FieldDelta) read(c *coder, table []Field, zeroes bool) {
	r, start := &c.r, len(c.changes)
	for i := 0; i < len(table); {
		if skip := bits.TrailingZeros64(r.Load() | 1<<skipBits); skip > 0 {
			skip = min(skip, len(table)-i)
			r.Skip(uint(skip))
			i += skip
			continue
		}
		r.Skip(1)
		f := &table[i]
		i++
		change := FieldChange{Field: f.ID}
		if !zeroes || r.Bit() {
			change.Value, change.Form = readValue(r, f.Bits)
			if zeroes && change.Value == 0 {
				change.Form |= FullZero
			}
		}
		c.changes = append(c.changes, change)
	}
	d.Changed = c.changes[start:len(c.changes):len(c.changes)]
}

// readValue reads a value of the given width; see [Field].
func readValue(r *wire.BitReader, width int8) (v uint32, form Form) {
	switch {
	case width > 0:
		return r.Bits(uint(width)), 0
	case width < 0:
		return uint32(r.Signed(uint(-width))), 0
	case !r.Bit():
		return math.Float32bits(float32(int32(r.Bits(floatIntBits)) - floatIntBias)), 0
	}
	v = r.Bits(32)
	if _, small := smallFloat(v); small {
		form = FullFloat
	}
	return v, form
}

func (d *FieldDelta) write(w *wire.BitWriter, table []Field, zeroes bool) {
	list := d.byField()
	for _, f := range table {
		c := list[f.ID]
		if w.Bit(c != nil); c == nil {
			continue
		}
		if zeroes {
			zero := c.Form == 0 && (c.Value == 0 || f.Bits == 0 && c.Value == 1<<31)
			if w.Bit(!zero); zero {
				continue
			}
		}
		c.write(w, f.Bits)
	}
}

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

// smallFloat reports whether the float with these bits is sent in 13 bits, and as which integer.
func smallFloat(v uint32) (uint32, bool) {
	f := math.Float32frombits(v)
	if !(f >= -floatIntBias && f < floatIntBias) {
		return 0, false
	}
	i := int32(f)
	return uint32(i + floatIntBias), float32(i) == f
}

// StateDelta is a change to a state that may also be removed or unchanged.
type StateDelta struct {
	// Removed is set if the state was removed. Unchanged is set if it equals its base. In either case no field changes.
	Removed, Unchanged bool
	FieldDelta
}

func (d *StateDelta) layout(c *coder, table []Field, what string) {
	if c.reading {
		*d = StateDelta{}
	}
	if c.bit(&d.Removed); d.Removed {
		return
	}
	changed := !d.Unchanged
	c.bit(&changed)
	if d.Unchanged = !changed; changed {
		d.FieldDelta.layout(c, table, true, what)
	}
}

// SharedDelta is a change to the server's own data about an entity in a TV demo: its position, flags, box and
// recipients. Its fields are numbered in transmission order.
type SharedDelta struct{ StateDelta }

// EntityDelta is a change to an entity, as transmitted.
type EntityDelta struct {
	// Number is the entity number, 0 to 1022.
	Number uint16
	StateDelta
	// Shared is sent only in TV demos.
	Shared SharedDelta
}

func (d *EntityDelta) layout(c *coder) {
	if number(c, &d.Number, entityBits); d.Number >= NoEntity {
		c.fail("entity %d is above %d", d.Number, NoEntity-1)
	}
	d.change(c)
}

// change passes what follows the number.
func (d *EntityDelta) change(c *coder) {
	d.StateDelta.layout(c, c.p.Entity, "entity")
	if !c.p.TV {
		d.Shared = SharedDelta{}
		return
	}
	magic := uint8(sharedMagic)
	if number(c, &magic, 8); magic != sharedMagic {
		c.fail("entity %d is followed by %#x", d.Number, magic)
	}
	d.Shared.layout(c, sharedFields, "shared state of an entity")
}

// ArrayDelta is a change to one of the 16-element lists that make up the arrays of a playerstate.
type ArrayDelta struct {
	// Changed lists the elements with a new value, sorted by index.
	Changed []ElementChange
	// Sent is set if a list, perhaps empty, was sent. Only the Encoder needs it.
	Sent bool
}

// ElementChange is an array element and its new value.
type ElementChange struct {
	Value int32
	Index uint8 // below [ArraySize]
}

// ArraySize is the number of elements in each list of a playerstate.
const ArraySize = 16

// arrayDelta returns the changes from base to s.
func arrayDelta(s, base []int32) (a ArrayDelta) {
	for i := range s {
		if s[i] != base[i] {
			a.Changed = append(a.Changed, ElementChange{Value: s[i], Index: uint8(i)})
		}
	}
	a.Sent = len(a.Changed) > 0
	return a
}

func (a *ArrayDelta) sent() bool { return a.Sent || len(a.Changed) > 0 }

func (a *ArrayDelta) layout(c *coder, width uint) {
	sent := a.sent()
	c.bit(&sent)
	if c.reading {
		*a = ArrayDelta{Sent: sent}
	}
	if !sent {
		return
	}
	var mask uint32
	var values [ArraySize]int32
	for _, e := range a.Changed {
		mask |= 1 << (e.Index % ArraySize)
		values[e.Index%ArraySize] = e.Value
	}
	number(c, &mask, ArraySize)
	start := len(c.elements)
	for ; mask != 0 && c.ok(); mask &= mask - 1 {
		i := bits.TrailingZeros32(mask) % ArraySize
		if !c.reading {
			c.w.Bits(uint32(values[i]), width)
			continue
		}
		c.elements = append(c.elements, ElementChange{Value: c.r.Signed(width), Index: uint8(i)})
	}
	if c.reading {
		a.Changed = c.elements[start:len(c.elements):len(c.elements)]
	}
}

// The lists of a playerstate's arrays, in order of transmission.
const (
	Stats = iota
	Persistant
	Holdable
	Powerups
	Ammo                 // four lists, 16 weapons each
	Clip      = Ammo + 4 // four lists
	NumArrays = Clip + 4
)

// PlayerDelta is a change to a playerstate, as transmitted.
type PlayerDelta struct {
	FieldDelta
	// ArraysSent is set if the bit before the first four lists is set. AmmoSent is set if the bit before the ammunition
	// lists is. Only the Encoder needs them.
	ArraysSent, AmmoSent bool
	// Arrays holds the changes to the lists, by list number.
	Arrays [NumArrays]ArrayDelta
}

// arrayWidth returns the width of the elements of a list.
func arrayWidth(list int) uint {
	if list == Powerups {
		return 32
	}
	return 16
}

func (d *PlayerDelta) layout(c *coder) {
	if c.reading {
		*d = PlayerDelta{}
	}
	d.FieldDelta.layout(c, c.p.Player, false, "playerstate")
	d.lists(c, &d.ArraysSent, Stats, Ammo)
	d.lists(c, &d.AmmoSent, Ammo, Clip)
	for i := Clip; i < NumArrays; i++ {
		d.Arrays[i].layout(c, arrayWidth(i))
	}
}

// lists passes some lists after a bit that is set if there are any.
func (d *PlayerDelta) lists(c *coder, sent *bool, first, end int) {
	some := *sent
	for i := first; i < end; i++ {
		some = some || d.Arrays[i].sent()
	}
	if c.bit(&some); c.reading {
		*sent = some
	}
	if !some {
		return
	}
	for i := first; i < end; i++ {
		d.Arrays[i].layout(c, arrayWidth(i))
	}
}
