package netquake

// Entities is a frame of DarkPlaces 5 to 7, message 57: what changed since the
// frames before. Entities that are not mentioned stay as they were.
type Entities struct {
	Frame   uint32
	Acked   uint32 // DarkPlaces 7: the last input that the server saw
	Changes []EntityChange
}

// EntityChange is a change of one entity.
type EntityChange struct {
	Entity  uint16 // 15 bits
	Removed bool
	// Mask is as sent, see the Change constants.
	Mask      uint32
	Flags     uint8
	Origin    Vec3
	Angles    Vec3
	Model     uint16
	Frame     uint16
	Skin      uint8
	Effects   uint32
	Alpha     uint8 // 255 is solid
	Scale     uint8 // in 16ths
	Colormap  uint8
	Tag       Tag
	Light     Light
	GlowSize  uint8
	GlowColor uint8
	ColorMod  [3]uint8 // 32 is 1
	GlowMod   [3]uint8
	Animation []byte // frame blends or bones, as sent
	Trail     uint16
}

// Tag is where an entity hangs on another.
type Tag struct {
	Entity uint16
	Index  uint8
}

// Light is a light that an entity sheds.
type Light struct {
	Color [4]uint16 // and radius
	Style uint8
	Flags uint8
}

// Bits of [EntityChange.Mask].
const (
	// ChangeFull (no data) starts from the default state, not the last one.
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

// flagStep in EntityChange.Flags is what NoLerp is elsewhere.
const flagStep = 1

// endOfEntities is the number behind the last change.
const endOfEntities = 0x8000

// changeFields are the fields of a change in their order: how they are passed, and
// what they do to the state of an entity, if anything.
var changeFields = []struct {
	bit   uint32
	pass  func(*codec, *EntityChange)
	apply func(*EntityState, *EntityChange)
}{
	{ChangeFlags, func(c *codec, e *EntityChange) { c.Uint8(&e.Flags) },
		func(s *EntityState, e *EntityChange) { s.NoLerp = e.Flags&flagStep != 0 }},
	{ChangeOrigin, func(c *codec, e *EntityChange) { c.Coords(coordOf(e.Mask&changeOrigin32 != 0), &e.Origin) },
		func(s *EntityState, e *EntityChange) { s.Origin = e.Origin }},
	{ChangeAngles, func(c *codec, e *EntityChange) { c.Angles(angleOf(e.Mask&changeAngles16 != 0), &e.Angles) },
		func(s *EntityState, e *EntityChange) { s.Angles = e.Angles }},
	{ChangeModel, func(c *codec, e *EntityChange) { c.Number(&e.Model, e.Mask&changeModel16 != 0) },
		func(s *EntityState, e *EntityChange) { s.Model = e.Model }},
	{ChangeFrame, func(c *codec, e *EntityChange) { c.Number(&e.Frame, e.Mask&changeFrame16 != 0) },
		func(s *EntityState, e *EntityChange) { s.Frame = e.Frame }},
	{ChangeSkin, func(c *codec, e *EntityChange) { c.Uint8(&e.Skin) },
		func(s *EntityState, e *EntityChange) { s.Skin = e.Skin }},
	{ChangeEffects, (*codec).effects,
		func(s *EntityState, e *EntityChange) { s.Effects = e.Effects }},
	{ChangeAlpha, func(c *codec, e *EntityChange) { c.Uint8(&e.Alpha) },
		func(s *EntityState, e *EntityChange) { s.Opacity = float32(e.Alpha) / 255 }},
	{ChangeScale, func(c *codec, e *EntityChange) { c.Uint8(&e.Scale) },
		func(s *EntityState, e *EntityChange) { s.Scale = float32(e.Scale) / 16 }},
	{ChangeColormap, func(c *codec, e *EntityChange) { c.Uint8(&e.Colormap) },
		func(s *EntityState, e *EntityChange) { s.Colormap = e.Colormap }},
	{ChangeTag, func(c *codec, e *EntityChange) { c.Uint16(&e.Tag.Entity); c.Uint8(&e.Tag.Index) }, nil},
	{ChangeLight, (*codec).light, nil},
	{ChangeGlow, func(c *codec, e *EntityChange) { c.Uint8(&e.GlowSize); c.Uint8(&e.GlowColor) }, nil},
	{ChangeColorMod, func(c *codec, e *EntityChange) { c.rgb(&e.ColorMod) }, nil},
	{ChangeGlowMod, func(c *codec, e *EntityChange) { c.rgb(&e.GlowMod) }, nil},
	{ChangeAnimation, func(c *codec, e *EntityChange) { c.animation(&e.Animation) }, nil},
	{ChangeTrail, func(c *codec, e *EntityChange) { c.Uint16(&e.Trail) }, nil},
}

// apply changes the last state of the entity.
func (e *EntityChange) apply(s *EntityState) {
	if e.Mask&ChangeFull != 0 {
		*s = defaultState
	}
	for i := range changeFields {
		if f := &changeFields[i]; e.Mask&f.bit != 0 && f.apply != nil {
			f.apply(s, e)
		}
	}
}

func (m *Entities) layout(c *codec) {
	c.Uint32(&m.Frame)
	if c.p.moveAcks {
		c.Uint32(&m.Acked)
	}
	if !c.Reading() {
		for i := range m.Changes {
			m.Changes[i].layout(c)
		}
		end := uint16(endOfEntities)
		c.Uint16(&end)
		return
	}
	m.Changes = m.Changes[:0]
	for c.Err() == nil {
		m.Changes = append(m.Changes, EntityChange{})
		last := len(m.Changes) - 1
		m.Changes[last].layout(c)
		if m.Changes[last].Removed && m.Changes[last].Entity == 0 {
			m.Changes = m.Changes[:last]
			return
		}
	}
}

func (e *EntityChange) layout(c *codec) {
	number := e.Entity
	if e.Removed {
		number |= endOfEntities
	}
	c.Uint16(&number)
	e.Entity, e.Removed = number&^endOfEntities, number&endOfEntities != 0
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
	if e.Mask&changeUnknown != 0 {
		c.Fail("mask %#x of entity %d: %w", e.Mask, e.Entity, ErrUnknown)
		return
	}
	for i := range changeFields {
		if f := &changeFields[i]; e.Mask&f.bit != 0 {
			f.pass(c, e)
		}
	}
}

func (c *codec) effects(e *EntityChange) {
	if e.Mask&changeEffects32 != 0 {
		c.Uint32(&e.Effects)
		return
	}
	low := uint16(e.Effects)
	c.Number(&low, e.Mask&changeEffects16 != 0)
	e.Effects = uint32(low)
}

func (c *codec) light(e *EntityChange) {
	for i := range e.Light.Color {
		c.Uint16(&e.Light.Color[i])
	}
	c.Uint8(&e.Light.Style)
	c.Uint8(&e.Light.Flags)
}

func (c *codec) rgb(v *[3]uint8) {
	for i := range v {
		c.Uint8(&v[i])
	}
}

// animation passes one to four frames with their times and shares (kinds 0 to
// 3), or a pose of bones (kind 4).
func (c *codec) animation(v *[]byte) {
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
