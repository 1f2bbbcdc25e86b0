package quake2

import (
	"math/bits"
	"slices"
)

// Every table lists the fields in the order of transmission, with their bits in the mask.

// The bits of an entity's mask that do not just announce a field. Bits up to 27 have not changed since the first
// release; later protocols use the higher bits in different ways.
const (
	uRemove, uNumber16              = 1 << 6, 1 << 8
	uFrame8, uFrame16               = 1 << 4, 1 << 17
	uSkin8, uSkin16                 = 1 << 16, 1 << 25
	uRender8, uRender16             = 1 << 12, 1 << 18
	uEffects8, uEffects16           = 1 << 14, 1 << 19
	uMoreFX8, uMoreFX16, uEffects64 = 1 << 29, 1 << 33, 1 << 29
	uAngle16, uModel16              = 1 << 13, 1 << 28
)

// entityField is one step of passing an entity: if the mask has any of the bits, code passes the value and the delta
// has the fields.
type entityField struct {
	mask   uint64
	fields EntityFields
	code   entityCode
	i      int
}

// entityCode passes a field. i selects one of several models or axes.
type entityCode func(c *coder, d *EntityDelta, i int)

// entityTable is the fields of an entity, up to 32; by is, for each bit of the mask, the set of fields that it brings.
type entityTable struct {
	fields []entityField
	by     [64]uint32
}

func entityTableOf(lists ...[]entityField) *entityTable {
	t := &entityTable{fields: slices.Concat(lists...)}
	for i, f := range t.fields {
		for m := f.mask; m != 0; m &= m - 1 {
			t.by[bits.TrailingZeros64(m)] |= 1 << i
		}
	}
	return t
}

// in returns the set of fields that a mask brings.
func (t *entityTable) in(mask uint64) (fields uint32) {
	for ; mask != 0; mask &= mask - 1 {
		fields |= t.by[bits.TrailingZeros64(mask)]
	}
	return fields
}

// several returns fields that differ only in their index.
func several(first EntityFields, code entityCode, bits ...int) []entityField {
	var list []entityField
	for i, bit := range bits {
		list = append(list, entityField{1 << bit, first << i, code, i})
	}
	return list
}

func models(code entityCode) []entityField {
	return several(FieldModel, code, 11, 20, 21, 22)
}

func origin(code entityCode) []entityField {
	return several(FieldOriginX, code, 0, 1, 9)
}

func angles(code entityCode) []entityField {
	return several(FieldPitch, code, 10, 2, 3)
}

func one(mask uint64, fields EntityFields, code entityCode) []entityField {
	return []entityField{{mask, fields, code, 0}}
}

var (
	fieldFrames     = append(one(uFrame8, FieldFrame, entityFrame8), one(uFrame16, FieldFrame, entityFrame16)...)
	fieldSkin       = one(uSkin8|uSkin16, FieldSkin, entitySkin)
	fieldEffects    = one(uEffects8|uEffects16, FieldEffects, entityEffects)
	fieldRenderFX   = one(uRender8|uRender16, FieldRenderFX, entityRenderFX)
	fieldLooks      = slices.Concat(fieldFrames, fieldSkin, fieldEffects, fieldRenderFX)
	fieldOldOrigin  = one(1<<24, FieldOldOrigin, entityOldOrigin)
	fieldSound8     = one(1<<26, FieldSound, func(c *coder, d *EntityDelta, _ int) { u8(c, &d.Sound) })
	fieldSound16    = one(1<<26, FieldSound, func(c *coder, d *EntityDelta, _ int) { c.Uint16(&d.Sound) })
	fieldLoopSound  = one(1<<26, FieldSound, entityLoopSound)
	fieldEvent      = one(1<<5, FieldEvent, func(c *coder, d *EntityDelta, _ int) { u8(c, &d.Event) })
	fieldSolid16    = one(1<<27, FieldSolid, func(c *coder, d *EntityDelta, _ int) { u16(c, &d.Solid) })
	fieldSolid32    = one(1<<27, FieldSolid, entitySolid32)
	fieldMoreFX     = one(uMoreFX8|uMoreFX16, FieldMoreEffects, entityMoreEffects)
	fieldKexEffects = one(uEffects8|uEffects16|uEffects64, FieldEffects|FieldMoreEffects, kexEffects)
	fieldAlphaScale = append(one(1<<30, FieldAlpha, entityAlpha),
		one(1<<32, FieldScale, func(c *coder, d *EntityDelta, _ int) { c.Uint8(&d.Scale) })...)
)

// The field tables of the first releases, of Q2PRO's protocols 3434 and 3435 and up, of the rerelease, and of KMQuake2.
var (
	classicEntity = entityTableOf(models(model8), fieldLooks, origin(origin16), angles(angle8), fieldOldOrigin,
		fieldSound8, fieldEvent, fieldSolid16)

	extendedEntity1 = extendedEntity(origin16)
	extendedEntity2 = extendedEntity(originDelta)

	kexEntity = entityTableOf(models(modelWide), fieldFrames, fieldSkin, fieldKexEffects, fieldRenderFX, fieldSolid32,
		origin(originKex), one(1<<24, FieldOldOrigin, oldOriginKex), angles(angleFloat), fieldLoopSound, fieldEvent,
		fieldAlphaScale,
		one(1<<33, FieldInstance, func(c *coder, d *EntityDelta, _ int) { c.Uint8(&d.Instance) }),
		one(1<<34, FieldOwner, func(c *coder, d *EntityDelta, _ int) { c.Uint16(&d.Owner) }),
		one(1<<35, FieldOldFrame, func(c *coder, d *EntityDelta, _ int) { c.Uint16(&d.OldFrame) }))

	kmqEntity = entityTableOf(several(FieldModel, model16, 11, 20, 21, 22, 28, 29), fieldLooks,
		origin(origin24), angles(angleWide), fieldOldOrigin, one(1<<31, FieldAlpha, entityAlpha), fieldSound16,
		one(1<<30, FieldLoopAttenuation, func(c *coder, d *EntityDelta, _ int) { c.Uint8(&d.LoopAttenuation) }),
		fieldEvent, fieldSolid16)
)

func extendedEntity(place entityCode) *entityTable {
	return entityTableOf(models(modelWide), fieldLooks, origin(place), angles(angleWide), fieldOldOrigin,
		fieldLoopSound, fieldEvent, fieldSolid32, fieldMoreFX, fieldAlphaScale)
}

func model8(c *coder, d *EntityDelta, i int)  { u8(c, &d.Models[i]) }
func model16(c *coder, d *EntityDelta, i int) { c.Uint16(&d.Models[i]) }

func modelWide(c *coder, d *EntityDelta, i int) {
	if c.bits&uModel16 != 0 {
		c.Uint16(&d.Models[i])
	} else {
		u8(c, &d.Models[i])
	}
}

func origin16(c *coder, d *EntityDelta, i int)    { coord16(c, &d.Origin[i]) }
func origin24(c *coder, d *EntityDelta, i int)    { coord24(c, &d.Origin[i]) }
func originDelta(c *coder, d *EntityDelta, i int) { coordDelta(c, &d.Origin[i], &d.Relative, 1<<i) }
func originFloat(c *coder, d *EntityDelta, i int) { c.Float32(&d.Origin[i]) }
func originKex(c *coder, d *EntityDelta, i int)   { coordKex(c, d, &d.Origin[i]) }

func entityOldOrigin(c *coder, d *EntityDelta, _ int) { vec(c, &d.OldOrigin, c.p.coord) }

func oldOriginKex(c *coder, d *EntityDelta, _ int) {
	for i := range d.OldOrigin {
		coordKex(c, d, &d.OldOrigin[i])
	}
}

func coordKex(c *coder, d *EntityDelta, v *float32) {
	if d.coarse {
		coord16(c, v)
	} else {
		c.Float32(v)
	}
}

func angle8(c *coder, d *EntityDelta, i int)     { fixed8(c, &d.Angles[i], perAngle8) }
func angleFloat(c *coder, d *EntityDelta, i int) { c.Float32(&d.Angles[i]) }

func angleWide(c *coder, d *EntityDelta, i int) {
	if c.bits&uAngle16 != 0 {
		fixed16(c, &d.Angles[i], perAngle16)
	} else {
		angle8(c, d, i)
	}
}

// entityFrame8 keeps the byte form separate if the word form follows, because the word form replaces it.
func entityFrame8(c *coder, d *EntityDelta, _ int) {
	if c.bits&uFrame16 != 0 {
		c.Uint8(&d.Frame8)
	} else {
		u8(c, &d.Frame)
	}
}

func entityFrame16(c *coder, d *EntityDelta, _ int) { c.Uint16(&d.Frame) }

// sized passes a number whose size is given by two bits of the mask. If both are set, the number has 32 bits.
func sized[T ~uint32](c *coder, mask, bit8, bit16 uint64, v *T) {
	switch {
	case mask&bit8 == 0:
		u16(c, v)
	case mask&bit16 == 0:
		u8(c, v)
	default:
		u32(c, v)
	}
}

func entitySkin(c *coder, d *EntityDelta, _ int) { sized(c, c.bits, uSkin8, uSkin16, &d.Skin) }

func entityRenderFX(c *coder, d *EntityDelta, _ int) {
	sized(c, c.bits, uRender8, uRender16, &d.RenderFX)
}

func entityEffects(c *coder, d *EntityDelta, _ int) {
	low := uint32(d.Effects)
	sized(c, c.bits, uEffects8, uEffects16, &low)
	d.Effects = d.Effects&^0xffffffff | EntityEffects(low)
}

func entityMoreEffects(c *coder, d *EntityDelta, _ int) {
	high := uint32(d.Effects >> 32)
	sized(c, c.bits, uMoreFX8, uMoreFX16, &high)
	d.Effects = d.Effects&0xffffffff | EntityEffects(high)<<32
}

// kexEffects passes 64 bits of effects, low half first. If the mask specifies no size for the high half, it has one
// byte.
func kexEffects(c *coder, d *EntityDelta, _ int) {
	mask := c.bits
	if mask&(uEffects8|uEffects16) == 0 {
		mask |= uEffects8
	}
	low, high := uint32(d.Effects), uint32(d.Effects>>32)
	if mask&uEffects64 == 0 {
		sized(c, mask, uEffects8, uEffects16, &low)
	} else {
		c.Uint32(&low)
		sized(c, mask, uEffects8, uEffects16, &high)
	}
	d.Effects = EntityEffects(high)<<32 | EntityEffects(low)
}

// entityLoopSound passes a sound whose upper two bits announce a volume and an attenuation.
func entityLoopSound(c *coder, d *EntityDelta, _ int) {
	const volume, attenuation = 0x4000, 0x8000
	word := d.Sound
	if d.Fields&FieldLoopVolume != 0 {
		word |= volume
	}
	if d.Fields&FieldLoopAttenuation != 0 {
		word |= attenuation
	}
	c.Uint16(&word)
	d.Sound = word &^ (volume | attenuation)
	if word&volume != 0 {
		c.Uint8(&d.LoopVolume)
		d.Fields |= FieldLoopVolume
	}
	if word&attenuation != 0 {
		c.Uint8(&d.LoopAttenuation)
		d.Fields |= FieldLoopAttenuation
	}
}

func entitySolid32(c *coder, d *EntityDelta, _ int) {
	c.Uint32(&d.Solid)
	d.coarse = c.p.coarseNonSolid && d.Solid == 0
}

func entityAlpha(c *coder, d *EntityDelta, _ int) { c.Uint8(&d.Alpha) }

// testBits are the meanings of the mask bits of the test release: 0-5 share the number's byte, 8-23 follow if bit 5 is
// set, 24-31 if bit 4 is.
var testBits = [32]uint64{
	0: 1 << 0, 1: 1 << 1, 2: 1 << 9, 3: uFrame8, 4: 1 << 15, 5: 1 << 7,
	8: 1 << 10, 9: 1 << 2, 10: 1 << 3, 11: 1 << 11, 12: uRender8, 13: uSkin8, 14: uEffects8,
	16: uFrame16, 17: uRender16, 18: uEffects16, 22: 1 << 24, 23: uSkin8 | uSkin16, 24: 1 << 26,
}

func testEntityHead(c *coder, d *EntityDelta) {
	const shift, more2, more1 = 6, 1 << 4, 1 << 5
	head := d.Number<<shift | uint16(d.Mask)&(1<<shift-1)
	c.Uint16(&head)
	low, mid, high := uint64(head&(1<<shift-1)), uint16(d.Mask>>8), uint8(d.Mask>>24)
	if low&more1 != 0 {
		c.Uint16(&mid)
	}
	if low&more2 != 0 {
		c.Uint8(&high)
	}
	d.Number = head >> shift
	d.Mask = low | uint64(mid)<<8 | uint64(high)<<24
	c.bits = 0
	for m := d.Mask; m != 0; m &= m - 1 {
		bit := testBits[bits.TrailingZeros32(uint32(m))]
		if c.bits |= bit; bit == 0 {
			c.Fail("entity %d has an unknown bit in its mask %#x", d.Number, d.Mask)
		}
	}
}
