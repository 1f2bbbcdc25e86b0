package netquake

// Fields is a set of fields of an [UpdateEntity].
type Fields uint32

// The low bits are those of the mask as transmitted.
const (
	HasOriginX Fields = 1 << 1
	HasOriginY Fields = 1 << 2
	HasOriginZ Fields = 1 << 3
	HasYaw     Fields = 1 << 4
	// NoLerp marks a monster's step, which must not be interpolated. The bit adds no data to the update.
	NoLerp      Fields = 1 << 5
	HasFrame    Fields = 1 << 6
	HasPitch    Fields = 1 << 8
	HasRoll     Fields = 1 << 9
	HasModel    Fields = 1 << 10
	HasColormap Fields = 1 << 11
	HasSkin     Fields = 1 << 12
	HasEffects  Fields = 1 << 13

	HasAlpha        Fields = 1 << 16
	HasScale        Fields = 1 << 17
	HasFrame2       Fields = 1 << 18
	HasModel2       Fields = 1 << 19
	HasLerpFinish   Fields = 1 << 20
	HasTransparency Fields = 1 << 21
	HasEffects2     Fields = 1 << 22
	HasGlowSize     Fields = 1 << 23
	HasGlowColor    Fields = 1 << 24
	HasColorMod     Fields = 1 << 25
)

// Bits of an update's mask that concern the mask itself.
const (
	maskMore       = 1 << 0
	maskSignal     = 1 << 7
	maskLongEntity = 1 << 14
	maskExtend1    = 1 << 15
	maskExtend2    = 1 << 23
	maskFields     = 0x3f7e
)

// UpdateEntity (messages 128 and up) describes how an entity's state differs from its baseline. If there is no update
// of an entity between two Time messages, the entity is out of the recorder's sight.
type UpdateEntity struct {
	// Mask is the mask as transmitted, without the bit that makes it a message number.
	Mask uint32
	// Fields is the set of fields announced by Mask, with the same bits in every protocol.
	Fields Fields `text:"-"`
	Entity uint16 `text:"always"`
	// Version is the same in two updates of an entity that have equal content and the same baseline. It is 0 if it is
	// unknown.
	Version uint32 `json:"-"`

	Model       uint16
	Frame       uint16
	Colormap    uint8
	Skin        uint8
	Effects     uint16
	Origin      Vec3
	Angles      Vec3
	Alpha       uint8 // see Protocol.Opacity
	Scale       uint8 // in 16ths
	LerpFinish  uint8 // time until the next step, in 255ths of a second
	GlowSize    uint8
	GlowColor   uint8
	ColorMod    uint8
	Transparent [3]float32 // Nehahra: 2 if the third is present, opacity, fullbright
}

// EntityState is the complete state of an entity.
type EntityState struct {
	Model    uint16 // index into the level's models; 0 is nothing
	Frame    uint16
	Colormap uint8 // 0, or a player's number from 1
	Skin     uint8
	Effects  uint32 // see the Effect constants
	Origin   Vec3
	Angles   Vec3
	Opacity  float32 // 0 is invisible, 1 solid
	Scale    float32
	// NoLerp is set if the entity moves in steps that must not be interpolated.
	NoLerp bool
	// LowPrecision is set if the entity's position is sent in whole units (DarkPlaces 1 to 4).
	LowPrecision bool
	// LerpFinish is the time until the next step, in seconds, or 0 if it is unknown.
	LerpFinish float32
}

// Bits of [EntityState.Effects] in the id engines.
const (
	EffectBrightField = 1 << iota
	EffectMuzzleFlash
	EffectBrightLight
	EffectDimLight
)

// defaultState is an entity without a baseline.
var defaultState = EntityState{Opacity: 1, Scale: 1}

// NewEntityState returns the default state, which applies to entities without a baseline.
func NewEntityState() EntityState { return defaultState }

// State returns the entity state described by b.
func (b *Baseline) State(p *Protocol) EntityState {
	s := defaultState
	s.Model, s.Frame, s.Colormap, s.Skin = b.Model, b.Frame, b.Colormap, b.Skin
	s.Origin, s.Angles = b.Origin, b.Angles
	if b.Mask&baselineAlpha != 0 {
		s.Opacity = p.Opacity(b.Alpha)
	}
	if b.Mask&baselineScale != 0 {
		s.Scale = float32(b.Scale) / 16
	}
	return s
}

// Apply returns the result of applying u to s. s must be the entity's baseline or, if the entity has none, the result
// of [NewEntityState].
func (u *UpdateEntity) Apply(s EntityState, p *Protocol) EntityState {
	u.apply(&s, p)
	return s
}

// apply is Apply in place.
func (u *UpdateEntity) apply(s *EntityState, p *Protocol) {
	f := u.Fields
	if f&HasModel != 0 {
		s.Model = u.Model
	}
	if f&HasModel2 != 0 {
		s.Model = s.Model&0xff | u.Model&0xff00
	}
	if f&HasFrame != 0 {
		s.Frame = u.Frame & 0xff
	}
	if f&HasFrame2 != 0 {
		s.Frame = s.Frame&0xff | u.Frame&0xff00
	}
	if f&HasColormap != 0 {
		s.Colormap = u.Colormap
	}
	if f&HasSkin != 0 {
		s.Skin = u.Skin
	}
	if f&HasEffects != 0 {
		s.Effects = s.Effects&^0xff | uint32(u.Effects&0xff)
	}
	if f&HasEffects2 != 0 {
		s.Effects = s.Effects&^0xff00 | uint32(u.Effects&0xff00)
	}
	for i, has := range originFields {
		if f&has != 0 {
			s.Origin[i] = u.Origin[i]
		}
	}
	for i, has := range angleFields {
		if f&has != 0 {
			s.Angles[i] = u.Angles[i]
		}
	}
	s.NoLerp = f&NoLerp != 0
	s.LerpFinish = 0
	if f >= HasAlpha {
		u.applyTail(s, p)
	}
}

var (
	originFields = [3]Fields{HasOriginX, HasOriginY, HasOriginZ}
	angleFields  = [3]Fields{HasPitch, HasYaw, HasRoll}
)

func (u *UpdateEntity) applyTail(s *EntityState, p *Protocol) {
	if u.Fields&HasAlpha != 0 {
		s.Opacity = p.Opacity(u.Alpha)
	}
	if u.Fields&HasScale != 0 {
		s.Scale = float32(u.Scale) / 16
	}
	if u.Fields&HasLerpFinish != 0 {
		s.LerpFinish = float32(u.LerpFinish) / 255
	}
	if u.Fields&HasTransparency != 0 {
		s.Opacity = min(max(u.Transparent[1], 0), 1)
		if u.Transparent[1] == 0 {
			s.Opacity = 1
		}
	}
}

// SetState sets u to the update that changes the given entity from baseline to state in protocol 15. Protocol 15 cannot
// express opacity, scale or indices above 255.
func (u *UpdateEntity) SetState(entity uint16, baseline, state EntityState) {
	*u = UpdateEntity{
		Entity: entity, Model: state.Model, Frame: state.Frame, Colormap: state.Colormap, Skin: state.Skin,
		Effects: uint16(state.Effects), Origin: state.Origin, Angles: state.Angles,
	}
	set := func(differs bool, f Fields) {
		if differs {
			u.Fields |= f
		}
	}
	set(state.Model != baseline.Model, HasModel)
	set(state.Frame != baseline.Frame, HasFrame)
	set(state.Colormap != baseline.Colormap, HasColormap)
	set(state.Skin != baseline.Skin, HasSkin)
	set(state.Effects != baseline.Effects, HasEffects)
	for i := range 3 {
		set(state.Origin[i] != baseline.Origin[i], originFields[i])
		set(state.Angles[i] != baseline.Angles[i], angleFields[i])
	}
	set(state.NoLerp, NoLerp)
	u.Mask = uint32(u.Fields)
	if entity > 255 {
		u.Mask |= maskLongEntity
	}
	if u.Mask > 0xff {
		u.Mask |= maskMore
	}
}

func (u *UpdateEntity) layout(c *coder) {
	if c.Reading() {
		*u = UpdateEntity{Mask: uint32(c.id &^ maskSignal)}
	} else {
		c.id = maskSignal | uint8(u.Mask)
	}
	c.Mask8(&u.Mask, maskMore, 8)
	if u.Mask&maskExtend1 != 0 {
		c.ask(askMask)
	}
	if c.p.extendedMask {
		c.Mask8(&u.Mask, maskExtend1, 16)
		c.Mask8(&u.Mask, maskExtend2, 24)
	}
	if u.Mask&maskLongEntity != 0 {
		c.Uint16(&u.Entity)
	} else {
		c.Low8(&u.Entity)
	}
	if u.Mask&uint32(HasModel) != 0 {
		c.model(&u.Model)
	}
	if u.Mask&uint32(HasFrame) != 0 {
		c.Low8(&u.Frame)
	}
	if u.Mask&uint32(HasColormap) != 0 {
		c.Uint8(&u.Colormap)
	}
	if u.Mask&uint32(HasSkin) != 0 {
		c.Uint8(&u.Skin)
	}
	if u.Mask&uint32(HasEffects) != 0 {
		c.Low8(&u.Effects)
	}
	for i := range 3 {
		if u.Mask&uint32(originFields[i]) != 0 {
			c.Coord(c.p.coord, &u.Origin[i])
		}
		if u.Mask&uint32(angleFields[i]) != 0 {
			c.Angle(c.p.angle, &u.Angles[i])
		}
	}
	u.Fields = Fields(u.Mask & maskFields)
	if u.Mask>>15 != 0 {
		u.tailLayout(c)
	}
}

func (u *UpdateEntity) tailLayout(c *coder) {
	for _, t := range c.p.tail {
		if u.Mask&t.bit == 0 {
			continue
		}
		u.Fields |= t.field
		switch t.field {
		case HasAlpha:
			c.Uint8(&u.Alpha)
		case HasScale:
			c.Uint8(&u.Scale)
		case HasFrame2:
			c.High8(&u.Frame)
		case HasModel2:
			c.High8(&u.Model)
		case HasLerpFinish:
			c.Uint8(&u.LerpFinish)
		case HasEffects2:
			c.High8(&u.Effects)
		case HasGlowSize:
			c.Uint8(&u.GlowSize)
		case HasGlowColor:
			c.Uint8(&u.GlowColor)
		case HasColorMod:
			c.Uint8(&u.ColorMod)
		case HasTransparency:
			c.Float32(&u.Transparent[0])
			c.Float32(&u.Transparent[1])
			if u.Transparent[0] == 2 {
				c.Float32(&u.Transparent[2])
			}
		}
	}
}
