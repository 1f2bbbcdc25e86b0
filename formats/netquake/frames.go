package netquake

import (
	"errors"

	"fragscope/formats/wire"
)

// Entities (message 57) is a DarkPlaces entity frame. It contains the changes since an earlier frame. Entities without
// a change remain as they were.
type Entities struct {
	// Reference is the frame to which the changes are relative, or 1<<32 - 1 if there is none. It exists only up to
	// DarkPlaces 4; in later versions the changes are always relative to the last frame.
	Reference  uint32
	Frame      uint32
	Acked      uint32 // DarkPlaces 7: the last input that the server had received
	Eye        Vec3   // DarkPlaces 1 to 3: the recorder's eyes
	First, End uint16 // DarkPlaces 4: the frame covers entities First to before End; others are unchanged
	Changes    []EntityChange
}

// EntityChange describes a change to one entity.
type EntityChange struct {
	Entity  uint16 `text:"always"` // 15 bits
	Removed bool
	// Mask is the mask as transmitted; see the Change constants. DarkPlaces 1 to 4 use other bits.
	Mask  uint32
	Flags uint8
	// LowPrecision is set if coordinates are in whole units and angles have one byte. Up to DarkPlaces 4 it depends on
	// the entity's state, not on the change.
	LowPrecision bool
	Origin       Vec3
	Angles       Vec3
	Model        uint16
	Frame        uint16
	Skin         uint8
	Effects      uint32
	Alpha        uint8 // 255 is solid
	Scale        uint8 // in 16ths
	Colormap     uint8
	Tag          Tag
	Light        Light
	GlowSize     uint8
	GlowColor    uint8
	ColorMod     [3]uint8 // 32 is 1
	GlowMod      [3]uint8
	Animation    []byte `text:"hex"` // frame blends or bones, as sent
	Trail        uint16
}

// Tag attaches an entity to a tag on another entity's model.
type Tag struct {
	Entity uint16
	Index  uint8
}

// Light describes a light cast by an entity.
type Light struct {
	Color [4]uint16 // and radius
	Style uint8
	Flags uint8
}

// Bits of [EntityChange.Mask].
const (
	// ChangeFull makes the change relative to the default state instead of the last state. The bit adds no data to the
	// change.
	ChangeFull      = 1 << 0
	ChangeOrigin    = 1 << 1
	ChangeAngles    = 1 << 2
	ChangeModel     = 1 << 3
	ChangeFrame     = 1 << 4
	ChangeSkin      = 1 << 5
	ChangeEffects   = 1 << 6
	changeExtend1   = 1 << 7
	ChangeFlags     = 1 << 8
	ChangeAlpha     = 1 << 9
	ChangeScale     = 1 << 10
	changeOrigin32  = 1 << 11
	changeAngles16  = 1 << 12
	changeModel16   = 1 << 13
	ChangeColormap  = 1 << 14
	changeExtend2   = 1 << 15
	ChangeTag       = 1 << 16
	ChangeLight     = 1 << 17
	ChangeGlow      = 1 << 18
	changeEffects16 = 1 << 19
	changeEffects32 = 1 << 20
	changeFrame16   = 1 << 21
	ChangeColorMod  = 1 << 22
	changeExtend3   = 1 << 23
	ChangeGlowMod   = 1 << 24
	ChangeAnimation = 1 << 25
	ChangeTrail     = 1 << 26
	changeUnknown   = 0xf8000000
)

// Bits of [EntityChange.Flags].
const (
	flagStep         = 1 << 0 // NoLerp elsewhere
	flagLowPrecision = 1 << 4
)

// errOrder is the error for entities that are not sorted by number.
var errOrder = errors.New("out of order")

// removedEntity is set in the number of a removed entity.
const removedEntity = 0x8000

// frameLayout is the layout of a frame.
type frameLayout struct {
	reference, acked, eye, ranged bool
	end                           uint16 // the number after the last change
	unknown                       uint32 // bits of [EntityChange.Mask] without a meaning
	fields                        []changeField
}

// changeField describes a field of a change: how it is read or written, and its effect on an entity's state, if any.
type changeField struct {
	bit   uint32
	pass  func(*coder, *EntityChange)
	apply func(*EntityState, *EntityChange)
}

var (
	frames1 = frameLayout{reference: true, eye: true, end: 0xffff, unknown: oldUnknown,
		fields: oldFields(firstFlags, nil)}
	frames2 = frameLayout{reference: true, eye: true, end: 0xffff, unknown: oldUnknown,
		fields: oldFields(nil, lateFlags)}
	frames4 = frameLayout{reference: true, ranged: true, end: removedEntity, unknown: oldUnknown,
		fields: oldFields(firstFlags, nil)}
	frames5 = frameLayout{end: removedEntity, unknown: changeUnknown, fields: changeFields}
	frames7 = frameLayout{acked: true, end: removedEntity, unknown: changeUnknown, fields: changeFields}
)

// changeFields are the fields of a change of DarkPlaces 5 to 7, in order.
var changeFields = []changeField{
	{ChangeFull, nil, func(s *EntityState, _ *EntityChange) { *s = defaultState }},
	{ChangeFlags, func(c *coder, e *EntityChange) { c.Uint8(&e.Flags) },
		applyFlags},
	{ChangeOrigin, func(c *coder, e *EntityChange) { c.Coords(coordOf(e.Mask&changeOrigin32 != 0), &e.Origin) },
		func(s *EntityState, e *EntityChange) { s.Origin = e.Origin }},
	{ChangeAngles, func(c *coder, e *EntityChange) { c.Angles(angleOf(e.Mask&changeAngles16 != 0), &e.Angles) },
		func(s *EntityState, e *EntityChange) { s.Angles = e.Angles }},
	{ChangeModel, func(c *coder, e *EntityChange) { c.Number(&e.Model, e.Mask&changeModel16 != 0) },
		func(s *EntityState, e *EntityChange) { s.Model = e.Model }},
	{ChangeFrame, func(c *coder, e *EntityChange) { c.Number(&e.Frame, e.Mask&changeFrame16 != 0) },
		func(s *EntityState, e *EntityChange) { s.Frame = e.Frame }},
	{ChangeSkin, func(c *coder, e *EntityChange) { c.Uint8(&e.Skin) },
		func(s *EntityState, e *EntityChange) { s.Skin = e.Skin }},
	{ChangeEffects, (*coder).effects,
		func(s *EntityState, e *EntityChange) { s.Effects = e.Effects }},
	{ChangeAlpha, func(c *coder, e *EntityChange) { c.Uint8(&e.Alpha) },
		applyAlpha},
	{ChangeScale, func(c *coder, e *EntityChange) { c.Uint8(&e.Scale) },
		applyScale},
	{ChangeColormap, func(c *coder, e *EntityChange) { c.Uint8(&e.Colormap) },
		func(s *EntityState, e *EntityChange) { s.Colormap = e.Colormap }},
	{ChangeTag, func(c *coder, e *EntityChange) { c.Uint16(&e.Tag.Entity); c.Uint8(&e.Tag.Index) }, nil},
	{ChangeLight, (*coder).light, nil},
	{ChangeGlow, func(c *coder, e *EntityChange) { c.Uint8(&e.GlowSize); c.Uint8(&e.GlowColor) }, nil},
	{ChangeColorMod, func(c *coder, e *EntityChange) { c.rgb(&e.ColorMod) }, nil},
	{ChangeGlowMod, func(c *coder, e *EntityChange) { c.rgb(&e.GlowMod) }, nil},
	{ChangeAnimation, func(c *coder, e *EntityChange) { c.animation(&e.Animation) }, nil},
	{ChangeTrail, func(c *coder, e *EntityChange) { c.Uint16(&e.Trail) }, nil},
}

func applyFlags(s *EntityState, e *EntityChange) {
	s.NoLerp, s.LowPrecision = e.Flags&flagStep != 0, e.Flags&flagLowPrecision != 0
}

func applyAlpha(s *EntityState, e *EntityChange) { s.Opacity = float32(e.Alpha) / 255 }
func applyScale(s *EntityState, e *EntityChange) { s.Scale = float32(e.Scale) / 16 }

// apply applies e to the state of its entity.
func (e *EntityChange) apply(s *EntityState, fields []changeField) {
	for i := range fields {
		if f := &fields[i]; e.Mask&f.bit != 0 && f.apply != nil {
			f.apply(s, e)
		}
	}
}

func (m *Entities) layout(c *coder) {
	l := c.p.frames
	if l == nil {
		c.Fail("a frame of entities: %w", ErrUnknown)
		return
	}
	if l.reference {
		c.Uint32(&m.Reference)
	}
	c.Uint32(&m.Frame)
	if l.acked {
		c.Uint32(&m.Acked)
	}
	if l.eye {
		c.Coords(wire.CoordFloat, &m.Eye)
	}
	if l.ranged {
		c.Uint16(&m.First)
	}
	m.changes(c, l)
	if l.ranged {
		c.Uint16(&m.End)
	}
}

// changes passes the changes and the end mark.
func (m *Entities) changes(c *coder, l *frameLayout) {
	end := l.end
	if !c.Reading() {
		for i := range m.Changes {
			number := m.Changes[i].number()
			c.Uint16(&number)
			m.Changes[i].layout(c, l)
		}
		c.Uint16(&end)
		return
	}
	base := c.frames.find(m.Reference)
	m.Changes = m.Changes[:0]
	for number := uint16(0); ; {
		if c.Uint16(&number); number == l.end || c.Err() != nil {
			return
		}
		if n := len(m.Changes); l.reference && c.ordered && n > 0 && number < m.Changes[n-1].Entity {
			c.Fail("entity %d behind %d: %w", number, m.Changes[n-1].Entity, errOrder)
			return
		}
		m.Changes = append(m.Changes, EntityChange{Entity: number &^ removedEntity, Removed: number&removedEntity != 0})
		e := &m.Changes[len(m.Changes)-1]
		if l.reference {
			s, _ := c.frames.state(base, e.Entity)
			e.LowPrecision = s.LowPrecision
		}
		e.layout(c, l)
	}
}

// number returns the entity's number as sent.
func (e *EntityChange) number() uint16 {
	if e.Removed {
		return e.Entity | removedEntity
	}
	return e.Entity
}

func (e *EntityChange) layout(c *coder, l *frameLayout) {
	if e.Removed {
		return
	}
	mask := uint8(e.Mask)
	c.Uint8(&mask)
	if c.Reading() {
		e.Mask = uint32(mask)
	}
	c.Mask8(&e.Mask, changeExtend1, 8)
	c.Mask8(&e.Mask, changeExtend2, 16)
	c.Mask8(&e.Mask, changeExtend3, 24)
	if e.Mask&l.unknown != 0 {
		c.Fail("mask %#x of entity %d: %w", e.Mask, e.Entity, ErrUnknown)
		return
	}
	for i := range l.fields {
		if f := &l.fields[i]; e.Mask&f.bit != 0 && f.pass != nil {
			f.pass(c, e)
		}
	}
}

func (c *coder) effects(e *EntityChange) {
	if e.Mask&changeEffects32 != 0 {
		c.Uint32(&e.Effects)
		return
	}
	low := uint16(e.Effects)
	c.Number(&low, e.Mask&changeEffects16 != 0)
	e.Effects = uint32(low)
}

func (c *coder) lightColor(e *EntityChange) {
	for i := range e.Light.Color {
		c.Uint16(&e.Light.Color[i])
	}
}

func (c *coder) light(e *EntityChange) {
	c.lightColor(e)
	c.Uint8(&e.Light.Style)
	c.Uint8(&e.Light.Flags)
}

func (c *coder) rgb(v *[3]uint8) {
	for i := range v {
		c.Uint8(&v[i])
	}
}

// animation passes one to four frames with their times and weights (kinds 0 to 3), or a pose of bones (kind 4).
func (c *coder) animation(v *[]byte) {
	if !c.Reading() {
		c.Bytes(v, len(*v))
		return
	}
	ahead := *c
	var kind, bones uint8
	var model uint16
	ahead.Uint8(&kind)
	n := 0
	switch {
	case kind == 0:
		n = 1 + 4
	case kind < 4:
		n = 1 + 5*(int(kind)+1)
	case kind == 4:
		ahead.Uint16(&model)
		ahead.Uint8(&bones)
		n = 4 + 14*int(bones)
	default:
		c.Fail("animation of kind %d: %w", kind, ErrUnknown)
	}
	c.Bytes(v, n)
}
