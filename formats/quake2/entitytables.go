package quake2

// Every table lists the fields in the order in which they are transmitted.

var classicEntity = []entityField{
	{uModel, FieldModel, func(s *stream, d *EntityDelta) { u8(s, &d.Models[0]) }},
	{uModel2, FieldModel2, func(s *stream, d *EntityDelta) { u8(s, &d.Models[1]) }},
	{uModel3, FieldModel3, func(s *stream, d *EntityDelta) { u8(s, &d.Models[2]) }},
	{uModel4, FieldModel4, func(s *stream, d *EntityDelta) { u8(s, &d.Models[3]) }},
	fieldFrame8, fieldFrame16, fieldSkin, fieldEffects, fieldRenderFX,
	{uOriginX, FieldOriginX, func(s *stream, d *EntityDelta) { coord16(s, &d.Origin[0]) }},
	{uOriginY, FieldOriginY, func(s *stream, d *EntityDelta) { coord16(s, &d.Origin[1]) }},
	{uOriginZ, FieldOriginZ, func(s *stream, d *EntityDelta) { coord16(s, &d.Origin[2]) }},
	fieldPitch8, fieldYaw8, fieldRoll8,
	{uOldOrigin, FieldOldOrigin, func(s *stream, d *EntityDelta) { vec(s, &d.OldOrigin, coord16) }},
	{uSound, FieldSound, func(s *stream, d *EntityDelta) { u8(s, &d.Sound) }},
	fieldEvent,
	{uSolid, FieldSolid, func(s *stream, d *EntityDelta) { u16(s, &d.Solid) }},
}

// extendedEntity is that of Q2PRO's protocols 3434 and up, with the coordinates left to
// the caller: 3434 has those of the first release, 3435 its own.
func extendedEntity(place []entityField, old entityField) []entityField {
	t := []entityField{
		{uModel, FieldModel, func(s *stream, d *EntityDelta) { modelWide(s, d, 0) }},
		{uModel2, FieldModel2, func(s *stream, d *EntityDelta) { modelWide(s, d, 1) }},
		{uModel3, FieldModel3, func(s *stream, d *EntityDelta) { modelWide(s, d, 2) }},
		{uModel4, FieldModel4, func(s *stream, d *EntityDelta) { modelWide(s, d, 3) }},
		fieldFrame8, fieldFrame16, fieldSkin, fieldEffects, fieldRenderFX,
	}
	t = append(t, place...)
	return append(t,
		entityField{uPitch, FieldPitch, func(s *stream, d *EntityDelta) { angleWide(s, d, 0) }},
		entityField{uYaw, FieldYaw, func(s *stream, d *EntityDelta) { angleWide(s, d, 1) }},
		entityField{uRoll, FieldRoll, func(s *stream, d *EntityDelta) { angleWide(s, d, 2) }},
		old,
		fieldLoopSound,
		fieldEvent,
		entityField{uSolid, FieldSolid, func(s *stream, d *EntityDelta) { u32(s, &d.Solid) }},
		entityField{uMoreFX32, FieldMoreEffects, func(s *stream, d *EntityDelta) {
			high := uint32(d.Effects >> 32)
			sized(s, d.Mask, uMoreFX8, uMoreFX16, &high)
			d.Effects = d.Effects&0xffffffff | EntityEffects(high)<<32
		}},
		fieldAlpha, fieldScale,
	)
}

var (
	extendedEntity1 = extendedEntity(classicEntity[9:12], classicEntity[15])
	extendedEntity2 = extendedEntity([]entityField{
		{uOriginX, FieldOriginX, func(s *stream, d *EntityDelta) { originDelta(s, d, 0) }},
		{uOriginY, FieldOriginY, func(s *stream, d *EntityDelta) { originDelta(s, d, 1) }},
		{uOriginZ, FieldOriginZ, func(s *stream, d *EntityDelta) { originDelta(s, d, 2) }},
	}, entityField{uOldOrigin, FieldOldOrigin, func(s *stream, d *EntityDelta) { vec(s, &d.OldOrigin, coordExt) }})
)

var kexEntity = []entityField{
	{uModel, FieldModel, func(s *stream, d *EntityDelta) { modelWide(s, d, 0) }},
	{uModel2, FieldModel2, func(s *stream, d *EntityDelta) { modelWide(s, d, 1) }},
	{uModel3, FieldModel3, func(s *stream, d *EntityDelta) { modelWide(s, d, 2) }},
	{uModel4, FieldModel4, func(s *stream, d *EntityDelta) { modelWide(s, d, 3) }},
	fieldFrame8, fieldFrame16, fieldSkin,
	{uEffects8 | uEffects16 | uEffects64, FieldEffects | FieldMoreEffects, kexEffects},
	fieldRenderFX,
	{uSolid, FieldSolid, func(s *stream, d *EntityDelta) {
		u32(s, &d.Solid)
		d.coarse = d.coarse && d.Solid == 0
	}},
	{uOriginX, FieldOriginX, func(s *stream, d *EntityDelta) { coordKex(s, d, &d.Origin[0]) }},
	{uOriginY, FieldOriginY, func(s *stream, d *EntityDelta) { coordKex(s, d, &d.Origin[1]) }},
	{uOriginZ, FieldOriginZ, func(s *stream, d *EntityDelta) { coordKex(s, d, &d.Origin[2]) }},
	{uOldOrigin, FieldOldOrigin, func(s *stream, d *EntityDelta) {
		for i := range d.OldOrigin {
			coordKex(s, d, &d.OldOrigin[i])
		}
	}},
	{uPitch, FieldPitch, func(s *stream, d *EntityDelta) { f32(s, &d.Angles[0]) }},
	{uYaw, FieldYaw, func(s *stream, d *EntityDelta) { f32(s, &d.Angles[1]) }},
	{uRoll, FieldRoll, func(s *stream, d *EntityDelta) { f32(s, &d.Angles[2]) }},
	fieldLoopSound,
	fieldEvent,
	fieldAlpha, fieldScale,
	{uInstance, FieldInstance, func(s *stream, d *EntityDelta) { u8(s, &d.Instance) }},
	{uOwner, FieldOwner, func(s *stream, d *EntityDelta) { u16(s, &d.Owner) }},
	{uOldFrame, FieldOldFrame, func(s *stream, d *EntityDelta) { u16(s, &d.OldFrame) }},
}

var kmqEntity = []entityField{
	{uModel, FieldModel, func(s *stream, d *EntityDelta) { u16(s, &d.Models[0]) }},
	{uModel2, FieldModel2, func(s *stream, d *EntityDelta) { u16(s, &d.Models[1]) }},
	{uModel3, FieldModel3, func(s *stream, d *EntityDelta) { u16(s, &d.Models[2]) }},
	{uModel4, FieldModel4, func(s *stream, d *EntityDelta) { u16(s, &d.Models[3]) }},
	{uKModel5, FieldModel5, func(s *stream, d *EntityDelta) { u16(s, &d.Models[4]) }},
	{uKModel6, FieldModel6, func(s *stream, d *EntityDelta) { u16(s, &d.Models[5]) }},
	fieldFrame8, fieldFrame16, fieldSkin, fieldEffects, fieldRenderFX,
	{uOriginX, FieldOriginX, func(s *stream, d *EntityDelta) { coord24(s, &d.Origin[0]) }},
	{uOriginY, FieldOriginY, func(s *stream, d *EntityDelta) { coord24(s, &d.Origin[1]) }},
	{uOriginZ, FieldOriginZ, func(s *stream, d *EntityDelta) { coord24(s, &d.Origin[2]) }},
	{uPitch, FieldPitch, angleKMQ(0)}, {uYaw, FieldYaw, angleKMQ(1)}, {uRoll, FieldRoll, angleKMQ(2)},
	{uOldOrigin, FieldOldOrigin, func(s *stream, d *EntityDelta) { vec(s, &d.OldOrigin, coord24) }},
	{uKAlpha, FieldAlpha, func(s *stream, d *EntityDelta) { u8(s, &d.Alpha) }},
	{uSound, FieldSound, func(s *stream, d *EntityDelta) { u16(s, &d.Sound) }},
	{uKAttenuation, FieldLoopAttenuation, func(s *stream, d *EntityDelta) { u8(s, &d.LoopAttenuation) }},
	fieldEvent,
	{uSolid, FieldSolid, func(s *stream, d *EntityDelta) { u16(s, &d.Solid) }},
}

// Fields that several tables share.
var (
	fieldFrame8  = entityField{uFrame8, FieldFrame, frame8}
	fieldFrame16 = entityField{uFrame16, FieldFrame, func(s *stream, d *EntityDelta) { u16(s, &d.Frame) }}
	fieldSkin    = entityField{uSkin32, FieldSkin, func(s *stream, d *EntityDelta) {
		sized(s, d.Mask, uSkin8, uSkin16, &d.Skin)
	}}
	fieldEffects = entityField{uEffects32, FieldEffects, func(s *stream, d *EntityDelta) {
		low := uint32(d.Effects)
		sized(s, d.Mask, uEffects8, uEffects16, &low)
		d.Effects = d.Effects&^0xffffffff | EntityEffects(low)
	}}
	fieldRenderFX = entityField{uRender32, FieldRenderFX, func(s *stream, d *EntityDelta) {
		sized(s, d.Mask, uRender8, uRender16, &d.RenderFX)
	}}
	fieldPitch8    = entityField{uPitch, FieldPitch, func(s *stream, d *EntityDelta) { fixed8(s, &d.Angles[0], perAngle8) }}
	fieldYaw8      = entityField{uYaw, FieldYaw, func(s *stream, d *EntityDelta) { fixed8(s, &d.Angles[1], perAngle8) }}
	fieldRoll8     = entityField{uRoll, FieldRoll, func(s *stream, d *EntityDelta) { fixed8(s, &d.Angles[2], perAngle8) }}
	fieldEvent     = entityField{uEvent, FieldEvent, func(s *stream, d *EntityDelta) { u8(s, &d.Event) }}
	fieldAlpha     = entityField{uAlpha, FieldAlpha, func(s *stream, d *EntityDelta) { u8(s, &d.Alpha) }}
	fieldScale     = entityField{uScale, FieldScale, func(s *stream, d *EntityDelta) { u8(s, &d.Scale) }}
	fieldLoopSound = entityField{uSound, FieldSound, loopSound}
)

// sized moves a number whose size two bits of the mask tell: both mean 32 bits.
func sized[T ~uint32](s *stream, mask, bit8, bit16 uint64, v *T) {
	switch {
	case mask&bit8 == 0:
		u16(s, v)
	case mask&bit16 == 0:
		u8(s, v)
	default:
		u32(s, v)
	}
}

// frame8 keeps the short form apart where the long one follows and replaces it.
func frame8(s *stream, d *EntityDelta) {
	if d.Mask&uFrame16 != 0 {
		u8(s, &d.frame8)
	} else {
		u8(s, &d.Frame)
	}
}

func modelWide(s *stream, d *EntityDelta, i int) {
	if d.Mask&uModel16 != 0 {
		u16(s, &d.Models[i])
	} else {
		u8(s, &d.Models[i])
	}
}

func angleWide(s *stream, d *EntityDelta, i int) {
	if d.Mask&uAngle16 != 0 {
		fixed16(s, &d.Angles[i], perAngle16)
	} else {
		fixed8(s, &d.Angles[i], perAngle8)
	}
}

func originDelta(s *stream, d *EntityDelta, i int) {
	relative := d.relative&(1<<i) != 0
	coordDelta(s, &d.Origin[i], &relative)
	if relative {
		d.relative |= 1 << i
	}
}

func coordKex(s *stream, d *EntityDelta, v *float32) {
	if d.coarse {
		coord16(s, v)
	} else {
		f32(s, v)
	}
}

// kexEffects sends the low half first when there are 64 bits, then the upper half; a mask
// that has neither size for the latter has it in one byte.
func kexEffects(s *stream, d *EntityDelta) {
	mask := d.Mask
	if mask&uEffects32 == 0 {
		mask |= uEffects8
	}
	if mask&uEffects64 == 0 {
		v := uint32(d.Effects)
		sized(s, mask, uEffects8, uEffects16, &v)
		d.Effects = EntityEffects(v)
		return
	}
	low, high := uint32(d.Effects), uint32(d.Effects>>32)
	u32(s, &low)
	sized(s, mask, uEffects8, uEffects16, &high)
	d.Effects = EntityEffects(high)<<32 | EntityEffects(low)
}

// loopSound has in its upper two bits whether a volume and an attenuation follow.
func loopSound(s *stream, d *EntityDelta) {
	const volume, attenuation = 0x4000, 0x8000
	word := d.Sound
	if d.Fields&FieldLoopVolume != 0 {
		word |= volume
	}
	if d.Fields&FieldLoopAttenuation != 0 {
		word |= attenuation
	}
	u16(s, &word)
	d.Sound = word &^ (volume | attenuation)
	if word&volume != 0 {
		u8(s, &d.LoopVolume)
		d.Fields |= FieldLoopVolume
	}
	if word&attenuation != 0 {
		u8(s, &d.LoopAttenuation)
		d.Fields |= FieldLoopAttenuation
	}
}
