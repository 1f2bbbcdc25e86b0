package quake2

// Protocol 25 is that of the test release of October 1997. No description of it is
// known; what follows was found out from the one demo that exists, demo1.dm2 of the
// release, in which it accounts for every byte. Numbers that do not occur there have
// no known meaning.
//
// A frame has no reference: entities are always changes of their baselines. The
// player's origin is that of the eyes.

var protocol25 = with(protocol26, func(p *protocol) {
	p.ops, p.effects = testOps, effects25
	p.entity, p.entityHead = testEntity, testEntityHead
	p.player, p.playerMask = testPlayer, testPlayerMask
	p.noDelta = true
})

var testOps = opTable(
	opRange{1, opNop, opBaseline},
	opRange{10, opTempEntity, opTempEntity},
	opRange{12, opMuzzleFlash, opMuzzleFlash},
	opRange{14, opPlayerInfo, opPlayerInfo},
	opRange{16, opPacketEntities, opPacketEntities},
	opRange{18, opFrame, opFrame},
	opRange{19, opMuzzleFlash2, opMuzzleFlash2},
)

// The mask of an entity: bits 0-5 stand beside the number, 8-23 follow if bit 5 is set,
// 24-31 if bit 4 is.
const (
	tOriginX = 1 << 0
	tOriginY = 1 << 1
	tOriginZ = 1 << 2
	tFrame8  = 1 << 3
	tMore2   = 1 << 4
	tMore1   = 1 << 5

	tPitch     = 1 << 8
	tYaw       = 1 << 9
	tRoll      = 1 << 10
	tModel     = 1 << 11
	tRender8   = 1 << 12
	tSkin8     = 1 << 13
	tEffects8  = 1 << 14
	tFrame16   = 1 << 16
	tRender16  = 1 << 17
	tEffects16 = 1 << 18
	tOldOrigin = 1 << 22
	tSkin32    = 1 << 23
	tSound     = 1 << 24

	tKnown = tOriginX | tOriginY | tOriginZ | tFrame8 | tMore1 | tMore2 | tPitch | tYaw | tRoll | tModel |
		tRender8 | tSkin8 | tEffects8 | tFrame16 | tRender16 | tEffects16 | tOldOrigin | tSkin32 | tSound

	testNumberShift = 6
)

func testEntityHead(s *stream, d *EntityDelta) {
	head := d.Number<<testNumberShift | uint16(d.Mask)&(1<<testNumberShift-1)
	u16(s, &head)
	low, mid, high := uint64(head&(1<<testNumberShift-1)), uint16(d.Mask>>8), uint8(d.Mask>>24)
	if low&tMore1 != 0 {
		u16(s, &mid)
	}
	if low&tMore2 != 0 {
		u8(s, &high)
	}
	d.Number = head >> testNumberShift
	d.Mask = low | uint64(mid)<<8 | uint64(high)<<24
	if d.Mask&^tKnown != 0 {
		s.fail("entity %d has an unknown bit in its mask %#x", d.Number, d.Mask)
	}
}

var testEntity = []entityField{
	{tModel, FieldModel, func(s *stream, d *EntityDelta) { u8(s, &d.Models[0]) }},
	{tFrame8, FieldFrame, func(s *stream, d *EntityDelta) {
		if d.Mask&tFrame16 != 0 {
			u8(s, &d.frame8)
		} else {
			u8(s, &d.Frame)
		}
	}},
	{tFrame16, FieldFrame, func(s *stream, d *EntityDelta) { u16(s, &d.Frame) }},
	{tSkin8 | tSkin32, FieldSkin, func(s *stream, d *EntityDelta) {
		if d.Mask&tSkin32 != 0 {
			u32(s, &d.Skin)
		} else {
			u8(s, &d.Skin)
		}
	}},
	{tEffects8 | tEffects16, FieldEffects, func(s *stream, d *EntityDelta) {
		v := uint32(d.Effects)
		sized(s, d.Mask, tEffects8, tEffects16, &v)
		d.Effects = EntityEffects(v)
	}},
	{tRender8 | tRender16, FieldRenderFX, func(s *stream, d *EntityDelta) { sized(s, d.Mask, tRender8, tRender16, &d.RenderFX) }},
	{tOriginX, FieldOriginX, func(s *stream, d *EntityDelta) { coord16(s, &d.Origin[0]) }},
	{tOriginY, FieldOriginY, func(s *stream, d *EntityDelta) { coord16(s, &d.Origin[1]) }},
	{tOriginZ, FieldOriginZ, func(s *stream, d *EntityDelta) { coord16(s, &d.Origin[2]) }},
	{tPitch, FieldPitch, fieldPitch8.code},
	{tYaw, FieldYaw, fieldYaw8.code},
	{tRoll, FieldRoll, fieldRoll8.code},
	{tOldOrigin, FieldOldOrigin, func(s *stream, d *EntityDelta) { vec(s, &d.OldOrigin, coord16) }},
	{tSound, FieldSound, func(s *stream, d *EntityDelta) { u8(s, &d.Sound) }},
}

// The mask of a player; origin and angles are always there.
const (
	tpBlend    = 1 << 0
	tpGun      = 1 << 2
	tpGunFrame = 1 << 3
	tpStats    = 1 << 4
	tpKnown    = tpBlend | tpGun | tpGunFrame | tpStats
)

func testPlayerMask(s *stream, d *PlayerDelta) {
	u16(s, &d.Mask)
	if d.Mask&^tpKnown != 0 {
		s.fail("player state has an unknown bit in its mask %#x", d.Mask)
	}
}

var testPlayer = []playerField{
	{0, playerOrigin, func(s *stream, d *PlayerDelta) { vec(s, &d.Origin, coord16) }},
	{0, playerViewAngles, viewAngles},
	{0, PlayerDeltaAngles, pmDeltaAngles},
	{tpGun, PlayerGun, func(s *stream, d *PlayerDelta) { u16(s, &d.Gun) }},
	{tpGunFrame, PlayerGunFrame | PlayerGunOffset | PlayerGunAngles, func(s *stream, d *PlayerDelta) {
		u16(s, &d.GunFrame)
		vec8(s, &d.GunOffset, perOffset)
		vec8(s, &d.GunAngles, perOffset)
	}},
	{tpBlend, PlayerBlend, blend},
	{tpStats, 0, stats32},
}

// The names were inferred from what else happens: bullets and pellets leave the first two
// where nothing bleeds, pellets the third where monsters stand.
var effects25 = effectsWith(nil,
	effectAt{2, effectInfo{EffectGunshot, atImpact}}, effectAt{12, effectInfo{EffectShotgun, atImpact}},
	effectAt{14, effectInfo{EffectUnnamed, atImpact}}, effectAt{16, effectInfo{EffectBlood, atImpact}},
	effectAt{17, effectInfo{EffectExplosion1, atPoint}}, effectAt{18, effectInfo{EffectExplosion2, atPoint}},
	effectAt{19, effectInfo{EffectGrenadeExplosion, atPoint}},
	effectAt{21, effectInfo{EffectUnnamed, atImpact}}, effectAt{26, effectInfo{EffectBulletSparks, atImpact}},
)
