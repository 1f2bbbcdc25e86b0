package quake2

import "math/bits"

// EntityFields is a set of fields of an [EntityDelta].
type EntityFields uint32

// The bits of [EntityFields].
const (
	FieldModel EntityFields = 1 << iota
	FieldModel2
	FieldModel3
	FieldModel4
	FieldModel5
	FieldModel6
	FieldFrame
	FieldSkin
	FieldEffects
	FieldMoreEffects
	FieldRenderFX
	FieldOriginX
	FieldOriginY
	FieldOriginZ
	FieldPitch
	FieldYaw
	FieldRoll
	FieldOldOrigin
	FieldSound
	FieldLoopVolume
	FieldLoopAttenuation
	FieldEvent
	FieldSolid
	FieldAlpha
	FieldScale
	FieldInstance
	FieldOwner
	FieldOldFrame
)

// EntityState is the complete state of an entity in a frame.
type EntityState struct {
	Number uint16 `text:"always"`
	// Models are indices of configstrings (Config.Models + index). The index Config.PlayerModel stands for the model
	// and skin in the player's configstring.
	Models [6]uint16
	Frame  uint16
	// Skin is the number of one of the model's skins. For a player it holds the slot in bits 0-7 and the visible weapon in
	// bits 8-15. For a beam it holds palette indices.
	Skin uint32
	// Effects holds the Effect bits. Bits above 31 exist only in the protocols of Q2PRO and the rerelease.
	Effects  EntityEffects
	RenderFX RenderEffects
	// Origin is in Quake units; Angles are pitch, yaw and roll in degrees.
	Origin, Angles [3]float32
	// OldOrigin is the position in the reference frame, or the far end of a beam.
	OldOrigin [3]float32
	// Sound is the entity's looping sound, or 0 if there is none.
	Sound uint16
	// LoopVolume is in 255ths and LoopAttenuation in 64ths; 0 means the default.
	LoopVolume, LoopAttenuation uint8
	// Event is the entity's event in this frame, one of the Event constants.
	Event EntityEvent
	// Solid is the packed bounding box; see [SolidCoding].
	Solid uint32
	// Alpha is in 255ths and Scale in 16ths; 0 means the default.
	Alpha, Scale uint8
	// Instance has a bit for each split-screen player who cannot see the entity.
	Instance uint8
	Owner    uint16
	// OldFrame is the animation frame to blend from.
	OldFrame uint16
}

// EntityDelta holds a change to one entity, as transmitted.
type EntityDelta struct {
	// EntityState holds the values of the fields that are in Fields; all other fields are zero.
	EntityState
	// Fields are the changed fields.
	Fields EntityFields
	// Remove is set if the entity is removed.
	Remove bool
	// Mask is the bit mask as transmitted, whose meaning depends on the protocol.
	Mask uint64

	// Relative has bits 0-2 set for the components of the origin that are relative to their last values.
	Relative uint8
	// Wide is set if the angles have 16 bits (protocol 56).
	Wide bool
	// Frame8 is the animation frame as a byte, in a delta that sends it in both widths.
	Frame8 uint8

	// coarse is set if the positions have 16 bits (protocol 2022).
	coarse bool
}

// Apply applies d to s, which must be the entity's state in the reference frame or, if it is not in that frame, its
// baseline. Apply always replaces the event. Unless the entity is a beam, its previous origin becomes its old origin.
func (d *EntityDelta) Apply(s *EntityState) {
	s.Number = d.Number
	s.shuffle()
	f := d.Fields
	if f == 0 {
		return
	}
	d.applyPlace(s)
	if f&(FieldModel|FieldModel2|FieldModel3|FieldModel4|FieldModel5|FieldModel6) != 0 {
		for i := range s.Models {
			if f&(FieldModel<<i) != 0 {
				s.Models[i] = d.Models[i]
			}
		}
	}
	set(f, FieldFrame, &s.Frame, d.Frame)
	set(f, FieldSkin, &s.Skin, d.Skin)
	set(f, FieldRenderFX, &s.RenderFX, d.RenderFX)
	if f&FieldEffects != 0 {
		s.Effects = s.Effects&^0xffffffff | d.Effects&0xffffffff
	}
	if f&FieldMoreEffects != 0 {
		s.Effects = s.Effects&0xffffffff | d.Effects&^0xffffffff
	}
	set(f, FieldSound, &s.Sound, d.Sound)
	set(f, FieldLoopVolume, &s.LoopVolume, d.LoopVolume)
	set(f, FieldLoopAttenuation, &s.LoopAttenuation, d.LoopAttenuation)
	set(f, FieldEvent, &s.Event, d.Event)
	set(f, FieldSolid, &s.Solid, d.Solid)
	set(f, FieldAlpha, &s.Alpha, d.Alpha)
	set(f, FieldScale, &s.Scale, d.Scale)
	set(f, FieldInstance, &s.Instance, d.Instance)
	set(f, FieldOwner, &s.Owner, d.Owner)
	set(f, FieldOldFrame, &s.OldFrame, d.OldFrame)
}

// shuffle advances an entity from one frame to the next. A beam's old origin is its other end and stays.
func (s *EntityState) shuffle() {
	s.Event = 0
	if s.RenderFX&RenderBeam == 0 {
		s.OldOrigin = s.Origin
	}
}

// shuffles reports whether shuffle would change s.
func (s *EntityState) shuffles() bool {
	return s.Event != 0 || s.RenderFX&RenderBeam == 0 && s.OldOrigin != s.Origin
}

func (d *EntityDelta) applyPlace(s *EntityState) {
	for i := range s.Origin {
		if d.Fields&(FieldOriginX<<i) != 0 {
			move(&s.Origin[i], d.Origin[i], d.Relative&(1<<i) != 0)
		}
		if d.Fields&(FieldPitch<<i) != 0 {
			s.Angles[i] = d.Angles[i]
		}
	}
	set(d.Fields, FieldOldOrigin, &s.OldOrigin, d.OldOrigin)
}

// move sets a coordinate, or adds a relative one.
func move(to *float32, v float32, relative bool) {
	if relative {
		v += *to
	}
	*to = v
}

func set[T any, F ~uint32](have, want F, to *T, v T) {
	if have&want != 0 {
		*to = v
	}
}

// entity passes one entity: its mask, number and fields. The number 0 ends a list and has no fields.
func (c *coder) entity(d *EntityDelta) {
	if c.p.entityHead != nil {
		c.p.entityHead(c, d)
	} else {
		c.entityHead(d)
	}
	if d.Number == 0 {
		return
	}
	if int(d.Number) >= c.p.maxEntities {
		c.Fail("entity %d of %d", d.Number, c.p.maxEntities)
		return
	}
	d.Remove = c.bits&uRemove != 0
	if d.Remove && !c.p.removeWithFields {
		c.forgetSolid(d.Number)
		return
	}
	d.coarse = c.coarse(d.Number)
	if c.p.ambiguousAngles {
		c.angles(d)
	}
	for fields := c.p.entity.in(c.bits); fields != 0; fields &= fields - 1 {
		f := &c.p.entity.fields[bits.TrailingZeros32(fields)]
		f.code(c, d, f.i)
		d.Fields |= f.fields
	}
	c.rememberSolid(d)
}

// angles determines the width of the angles in protocol 56, which has no bit for it.
func (c *coder) angles(d *EntityDelta) {
	if c.Reading() {
		d.Wide = c.wideAngles
	}
	if c.bits &^= uAngle16; d.Wide {
		c.bits |= uAngle16
	}
}

func (c *coder) entityHead(d *EntityDelta) {
	mask := d.Mask
	if c.Reading() {
		mask = 0
	}
	for shift, more := 0, true; more; shift += 8 {
		b := uint8(mask >> shift)
		c.Uint8(&b)
		mask |= uint64(b) << shift
		more = c.p.entityMore&(0x80<<shift)&mask != 0
	}
	d.Mask, c.bits = mask, mask
	if mask&uNumber16 != 0 {
		c.Uint16(&d.Number)
	} else {
		u8(c, &d.Number)
	}
}

// Protocol 2022 sends positions with 16 bits while the entity is not solid and as floats while it is, so the coder must
// know which each entity was.
func (c *coder) coarse(number uint16) bool {
	return c.p.coarseNonSolid && !c.solid.has(number)
}

func (c *coder) rememberSolid(d *EntityDelta) {
	if c.p.coarseNonSolid && d.Fields&FieldSolid != 0 {
		c.solid.put(d.Number, d.Solid != 0)
	}
}

func (c *coder) forgetSolid(number uint16) {
	if c.p.coarseNonSolid {
		c.solid.put(number, c.solidBase.has(number))
	}
}

type entitySet [8192 / 64]uint64

func (e *entitySet) has(n uint16) bool { return e[n>>6&127]&(1<<(n&63)) != 0 }

func (e *entitySet) put(n uint16, in bool) {
	e[n>>6&127] &^= 1 << (n & 63)
	if in {
		e[n>>6&127] |= 1 << (n & 63)
	}
}

// entities passes a list of entities, up to the number 0.
func (c *coder) entities(list *[]EntityDelta, end *uint64) {
	if !c.Reading() {
		for i := range *list {
			c.entity(&(*list)[i])
		}
		c.last = EntityDelta{Mask: *end}
		c.entity(&c.last)
		return
	}
	*list = (*list)[:0]
	for c.Err() == nil {
		*list = extended(*list)
		d := &(*list)[len(*list)-1]
		if c.entity(d); d.Number == 0 {
			*end = d.Mask
			*list = (*list)[:len(*list)-1]
			return
		}
	}
}
