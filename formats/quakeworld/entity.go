package quakeworld

import (
	"slices"

	"fragscope/formats/fte"
)

// Bits of [EntityDelta.Mask]: the low byte and the high bits of the word as sent, and FTE's bits in bit 16 and up.
const (
	EntityPitch    = 1 << 0
	EntityRoll     = 1 << 1
	EntityModel    = 1 << 2
	EntityColormap = 1 << 3
	EntitySkin     = 1 << 4
	EntityEffects  = 1 << 5
	EntitySolid    = 1 << 6 // no data
	entityEvenMore = 1 << 7
	EntityOriginX  = 1 << 9
	EntityOriginY  = 1 << 10
	EntityOriginZ  = 1 << 11
	EntityYaw      = 1 << 12
	EntityFrame    = 1 << 13
	EntityRemove   = 1 << 14
	entityMoreBits = 1 << 15

	EntityScale     = 1 << 16
	EntityAlpha     = 1 << 17
	EntityFatness   = 1 << 18
	entityBigModel  = 1 << 19
	entityAdd512    = 1 << 21
	entityAdd1024   = 1 << 22
	entityYetMore   = 1 << 23
	EntityDrawFlags = 1 << 24
	EntityAbsLight  = 1 << 25
	EntityColorMod  = 1 << 26
	EntityFlags     = 1 << 27
	EntityTag       = 1 << 28
	EntityLight     = 1 << 29
	EntityEffects16 = 1 << 30
)

// numberBits masks the entity's number in the first word.
const numberBits = 511

// EntityDelta describes a change to one entity in a [PacketEntities].
type EntityDelta struct {
	Number uint16 `text:"always"`
	Mask   uint32

	Model     uint16
	Frame     uint8
	Colormap  uint8
	Skin      uint8
	Effects   uint16
	Origin    Vec3
	Angles    Vec3
	Scale     uint8 // in 16ths
	Alpha     uint8
	Fatness   uint8
	DrawFlags uint8
	AbsLight  uint8
	ColorMod  [3]uint8
	Flags     uint8
	Tag       [2]uint16 // entity and place
	Light     [4]uint16
	LightKind [2]uint8 // style and flags
}

// Removed reports whether the entity is no longer visible.
func (e *EntityDelta) Removed() bool { return e.Mask&EntityRemove != 0 }

// EntityState is the complete state of an entity other than a player.
type EntityState struct {
	Number   uint16
	Model    uint16 // index into the level's models
	Frame    uint16
	Colormap uint8
	Skin     uint8
	Effects  uint16
	Origin   Vec3
	Angles   Vec3
	Alpha    uint8 // 0 means solid
}

// State returns the state that b describes for the entity with the given number.
func (b *Baseline) State(number uint16) EntityState {
	return EntityState{
		Number: number, Model: uint16(b.Model), Frame: uint16(b.Frame), Colormap: b.Colormap, Skin: b.Skin,
		Origin: b.Origin, Angles: b.Angles,
	}
}

// Apply returns the result of applying e to s. If the entity is in the frame to which e refers, s must be its state in
// that frame; otherwise s must be its baseline.
func (e *EntityDelta) Apply(s EntityState) EntityState {
	has := func(bit uint32) bool { return e.Mask&bit != 0 }
	s.Number = e.Number
	if has(EntityModel) || has(entityBigModel) {
		s.Model = e.Model
	}
	if has(EntityFrame) {
		s.Frame = uint16(e.Frame)
	}
	if has(EntityColormap) {
		s.Colormap = e.Colormap
	}
	if has(EntitySkin) {
		s.Skin = e.Skin
	}
	if has(EntityEffects) {
		s.Effects = s.Effects&0xff00 | e.Effects&0xff
	}
	if has(EntityEffects16) {
		s.Effects = s.Effects&0xff | e.Effects&0xff00
	}
	for i := range 3 {
		if has(EntityOriginX << i) {
			s.Origin[i] = e.Origin[i]
		}
		if has(angleBits[i]) {
			s.Angles[i] = e.Angles[i]
		}
	}
	if has(EntityAlpha) {
		s.Alpha = e.Alpha
	}
	return s
}

var angleBits = [3]uint32{EntityPitch, EntityYaw, EntityRoll}

// PacketEntities lists visible entities other than players. Message 47 lists all of them, relative to their baselines.
// Message 48 lists only the differences from an earlier frame.
type PacketEntities struct {
	// Delta is set for message 48.
	Delta bool
	// From is the low byte of the sequence number of the packet to which a delta refers. In a .mvd a delta always refers
	// to the previous packet, regardless of From.
	From uint8
	// Entities are sorted by number.
	Entities []EntityDelta
}

// Apply applies m to the entities in old and appends the resulting visible entities, sorted by number, to dst. old must
// hold the entities of the frame to which m refers. If m is a full update, old must be empty. Apply calls baseline to
// get the baseline of an entity.
func (m *PacketEntities) Apply(dst, old []EntityState, baseline func(number uint16) EntityState) []EntityState {
	dst = slices.Grow(dst, max(len(old), len(m.Entities)))
	for i := range m.Entities {
		e := &m.Entities[i]
		for len(old) > 0 && old[0].Number < e.Number {
			dst = append(dst, old[0])
			old = old[1:]
		}
		known := len(old) > 0 && old[0].Number == e.Number
		switch {
		case e.Removed():
		case known:
			dst = append(dst, e.Apply(old[0]))
		default:
			dst = append(dst, e.Apply(baseline(e.Number)))
		}
		if known {
			old = old[1:]
		}
	}
	return append(dst, old...)
}

// change is like Apply, but changes list in place. This is possible if list contains all entities that m changes, m
// changes each of them only once, and m removes none. Otherwise change returns false and leaves list unchanged.
func (m *PacketEntities) change(list []EntityState) bool {
	at := 0
	for i := range m.Entities {
		e := &m.Entities[i]
		for at < len(list) && list[at].Number < e.Number {
			at++
		}
		twice := i > 0 && m.Entities[i-1].Number == e.Number
		if at == len(list) || list[at].Number != e.Number || e.Removed() || twice {
			return false
		}
	}
	for i := len(m.Entities) - 1; i >= 0; i-- {
		e := &m.Entities[i]
		for list[at].Number != e.Number {
			at--
		}
		list[at] = e.Apply(list[at])
	}
	return true
}

func (m *PacketEntities) layout(c *coder) {
	switch {
	case c.Reading():
		m.Delta, m.From = c.id == idDeltaPacketEntities, 0
	case m.Delta:
		c.id = idDeltaPacketEntities
	}
	if m.Delta {
		c.Uint8(&m.From)
	}
	if !c.Reading() {
		for i := range m.Entities {
			m.Entities[i].layout(c)
		}
		c.Uint16(new(uint16))
		return
	}
	m.Entities = m.Entities[:0]
	for c.Err() == nil {
		if c.end16() {
			return
		}
		m.Entities = append(m.Entities, EntityDelta{})
		m.Entities[len(m.Entities)-1].layout(c)
	}
}

// end16 passes the zero word after a list if it is next.
func (c *coder) end16() bool {
	ahead := c.Stream
	var word uint16
	if ahead.Uint16(&word); word != 0 || ahead.Err() != nil {
		return false
	}
	c.Uint16(&word)
	return true
}

func (e *EntityDelta) layout(c *coder) {
	if e.Mask&0xff != 0 { // nothing else announces those bits
		e.Mask |= entityMoreBits
	}
	word := e.Number&numberBits | uint16(e.Mask&0xfe00)
	c.Uint16(&word)
	if c.Reading() {
		*e = EntityDelta{Number: word & numberBits, Mask: uint32(word) &^ numberBits}
	}
	if e.Mask&EntityRemove != 0 {
		if c.p.wideNumbers {
			e.masks(c)
		}
		return
	}
	e.masks(c)
	e.fields(c)
	if e.Mask>>16 != 0 {
		e.extensions(c)
	}
}

// masks passes the bytes of the mask after the first word.
func (e *EntityDelta) masks(c *coder) {
	c.Mask8(&e.Mask, entityMoreBits, 0)
	if !c.p.moreEntityBits {
		return
	}
	c.Mask8(&e.Mask, entityEvenMore, 16)
	c.Mask8(&e.Mask, entityYetMore, 24)
	if !c.Reading() {
		return
	}
	if e.Mask&entityAdd512 != 0 {
		e.Number += 512
	}
	if e.Mask&entityAdd1024 != 0 {
		e.Number += 1024
	}
}

func (e *EntityDelta) fields(c *coder) {
	has := func(bit uint32) bool { return e.Mask&bit != 0 }
	switch {
	case has(EntityModel) && has(entityBigModel):
		low := uint8(e.Model - 256)
		c.Uint8(&low)
		e.Model = uint16(low) + 256
	case has(EntityModel):
		c.Low8(&e.Model)
	case has(entityBigModel):
		c.Uint16(&e.Model)
	}
	if has(EntityFrame) {
		c.Uint8(&e.Frame)
	}
	if has(EntityColormap) {
		c.Uint8(&e.Colormap)
	}
	if has(EntitySkin) {
		c.Uint8(&e.Skin)
	}
	if has(EntityEffects) {
		c.Low8(&e.Effects)
	}
	for i := range 3 {
		if has(EntityOriginX << i) {
			c.Coord(c.p.entityCoord, &e.Origin[i])
		}
		if has(angleBits[i]) {
			c.Angle(c.p.angle, &e.Angles[i])
		}
	}
}

func (e *EntityDelta) extensions(c *coder) {
	has := func(bit uint32) bool { return e.Mask&bit != 0 }
	field := func(bit, extension uint32, v *uint8) {
		if has(bit) && c.p.FTE&extension != 0 {
			c.Uint8(v)
		}
	}
	field(EntityScale, fteScale, &e.Scale)
	field(EntityAlpha, fteTrans, &e.Alpha)
	field(EntityFatness, fteFatness, &e.Fatness)
	field(EntityDrawFlags, fteHexen2, &e.DrawFlags)
	field(EntityAbsLight, fteHexen2, &e.AbsLight)
	if has(EntityColorMod) && c.p.FTE&fteColorMod != 0 {
		c.rgb(&e.ColorMod)
	}
	if has(EntityFlags) {
		c.Uint8(&e.Flags)
	}
	if has(EntityTag) {
		c.Uint16(&e.Tag[0])
		c.Uint16(&e.Tag[1])
	}
	if has(EntityLight) {
		for i := range e.Light {
			c.Uint16(&e.Light[i])
		}
		c.Uint8(&e.LightKind[0])
		c.Uint8(&e.LightKind[1])
	}
	if has(EntityEffects16) {
		c.High8(&e.Effects)
	}
}

func (m *SpawnDelta) layout(c *coder) {
	id := c.ident(&m.ID)
	if c.p.entities == nil {
		m.EntityDelta.layout(c)
		return
	}
	if c.Reading() {
		*m = SpawnDelta{ID: id}
	}
	if id != idSpawnStatic2 {
		fte.EntityNumber(&c.Stream, &m.Replacement.Number)
	}
	m.Replacement.Pass(&c.Stream, c.p.entities)
}

func (m *UpdateEntities) layout(c *coder) {
	if c.p.entities == nil {
		c.Fail("replacement deltas on a level without them")
		return
	}
	m.Entities.Layout(&c.Stream, c.p.entities)
}
