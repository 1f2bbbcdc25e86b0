package fte

import (
	"slices"

	"fragscope/formats/wire"
)

// Entities (message 86) contains all changes to entities since the previous such message.
type Entities struct {
	Input   uint16 // the last input that the server had received (Quake clients only)
	Seconds float32
	Changes []Delta
}

// Layout reads the message from s or writes it to s.
func (m *Entities) Layout(s *wire.Stream, l *Layout) {
	if l.input {
		s.Uint16(&m.Input)
	}
	s.Float32(&m.Seconds)
	if !s.Reading() {
		for i := range m.Changes {
			m.Changes[i].layout(s, l)
		}
		s.Uint16(new(uint16))
		return
	}
	m.Changes = m.Changes[:0]
	for s.Err() == nil {
		ahead := *s
		var word uint16
		if ahead.Uint16(&word); word == 0 {
			s.Uint16(&word)
			return
		}
		m.Changes = append(m.Changes, Delta{})
		m.Changes[len(m.Changes)-1].layout(s, l)
	}
}

// Bits of the word that contains an entity's number.
const (
	removedBit  = 0x8000
	wideBit     = 0x4000
	wordBits    = 14
	numberBits  = 1<<wordBits - 1
	wideNumbers = 1 << wordBits // the first that needs another byte
)

func (d *Delta) layout(s *wire.Stream, l *Layout) {
	word := d.Number & numberBits
	if d.Number >= wideNumbers {
		word |= wideBit
	}
	if d.Removed {
		word |= removedBit
	}
	s.Uint16(&word)
	high := uint8(d.Number >> wordBits)
	if word&wideBit != 0 {
		s.Uint8(&high)
	}
	if s.Reading() {
		number := uint32(word&numberBits) | uint32(high)<<wordBits
		if number > 0xffff || (number >= wideNumbers) != (word&wideBit != 0) {
			s.Fail("an entity cannot have the number %d", number)
			return
		}
		d.Number, d.Removed = uint16(number), word&removedBit != 0
	}
	if !d.Removed {
		d.Pass(s, l)
	}
}

// Pass reads the change from s or writes it to s. The entity number is not included.
func (d *Delta) Pass(s *wire.Stream, l *Layout) {
	low := uint8(d.Mask)
	s.Uint8(&low)
	if s.Reading() {
		d.Mask = uint32(low)
	}
	s.Mask8(&d.Mask, extend1, 8)
	s.Mask8(&d.Mask, extend2, 16)
	s.Mask8(&d.Mask, extend3, 24)
	if d.Mask&unknown != 0 {
		s.Fail("bits %#x of an entity have no known meaning", d.Mask)
	}
	for i := range fields {
		if f := &fields[i]; d.Mask&f.bit != 0 && s.Err() == nil {
			f.pass(s, l, d)
		}
	}
}

// EntityNumber reads an entity number from s or writes it to s. On levels with replacement deltas, all messages except
// [Entities] use this encoding. An encoded number occupies two bytes, or three if the top bit is set.
func EntityNumber(s *wire.Stream, v *uint16) {
	const top = 1 << 15
	if !s.Reading() && *v >= top {
		word, low := *v>>8|top, uint8(*v)
		s.Uint16(&word)
		s.Uint8(&low)
		return
	}
	word := *v
	if s.Uint16(&word); word&top != 0 {
		var low uint8
		s.Uint8(&low)
		if number := uint32(word&^top)<<8 | uint32(low); number < top || number > 0xffff {
			s.Fail("an entity cannot have the number %d", number)
		}
		word = word<<8 | uint16(low)
	}
	*v = word
}

// Apply applies m to the entities in old and appends the resulting entities, sorted by number, to dst. It calls
// baseline to get the baseline of an entity that is reset.
func (l *Layout) Apply(dst, old []Entity, m *Entities, baseline func(number uint16) State) []Entity {
	dst = slices.Grow(dst, max(len(old), len(m.Changes)))
	for i := range m.Changes {
		d := &m.Changes[i]
		if d.Removed && d.Number == 0 {
			dst, old = dst[:0], nil
			continue
		}
		for len(old) > 0 && old[0].Number < d.Number {
			dst, old = append(dst, old[0]), old[1:]
		}
		base := nothing
		if len(old) > 0 && old[0].Number == d.Number {
			base, old = old[0].State, old[1:]
		}
		if d.Mask&Reset != 0 {
			base = baseline(d.Number)
		}
		if !d.Removed {
			dst = append(dst, Entity{d.Number, l.After(d, base)})
		}
	}
	return append(dst, old...)
}

// Whole returns the change from baseline to s, with the Reset bit set. number is the entity's number.
func (l *Layout) Whole(number uint16, s, baseline *State) Delta {
	d := Delta{Number: number, Mask: Reset, State: *s}
	for i := range fields {
		f, changed := &fields[i], *baseline
		if f.set == nil {
			continue
		}
		if f.set(&changed, s); changed != *baseline {
			d.Mask |= f.bit &^ effects16
		}
	}
	l.foretell(&d)
	if !l.varints {
		l.widen(&d)
	}
	for _, part := range [...]struct{ announced, bits uint32 }{{extend3, 0xff << 24}, {extend2, 0xff << 16},
		{extend1, 0xff << 8}} {
		if d.Mask&part.bits != 0 {
			d.Mask |= part.announced
		}
	}
	return d
}

// foretell adds the entity's movement and view angles to the change.
func (l *Layout) foretell(d *Delta) {
	m := &d.Motion
	for i, v := range m.Move {
		if v != 0 {
			d.Predict |= Forward << i
		}
	}
	if m.Type != 0 {
		d.Predict |= MoveType
	}
	if m.Velocity[0] != 0 || m.Velocity[1] != 0 {
		d.Predict |= VelocityXY
	}
	if m.Velocity[2] != 0 {
		d.Predict |= VelocityZ
	}
	if m.Msec != 0 {
		d.Predict |= Msec
	}
	looks := d.Angles
	looks[0] = 0 - looks[0]
	switch {
	case !l.predicts && m.WeaponFrame != 0:
		d.Predict |= weaponFrame
	case l.predicts && looks != m.View:
		d.Predict |= ViewAngle
		d.Mask |= AnglesXZ | AnglesY
	}
	if d.Predict != 0 {
		d.Mask |= Predicted
	}
}

// widen sets the mask bits for the widths of the change's numbers.
func (l *Layout) widen(d *Delta) {
	if max(d.Frame, d.Model, d.Model2) > 255 || d.Skin < 0 || d.Skin > 255 {
		d.Mask |= wide
	}
	switch {
	case d.Mask&Effects == 0 || d.Effects <= 0xff:
	case d.Effects > 0xffff:
		d.Mask |= effects16
	default:
		d.Mask = d.Mask&^Effects | effects16
	}
}
