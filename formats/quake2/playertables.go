package quake2

import "slices"

// Every table lists the fields in the order of transmission, with their bits in the mask.

var classicPlayer = []playerField{
	{1 << 0, PlayerType, moveType},
	{1 << 1, playerOrigin, func(c *coder, d *PlayerDelta) { vec(c, &d.Origin, c.p.coord) }},
	{1 << 2, playerVelocity, func(c *coder, d *PlayerDelta) { vec(c, &d.Velocity, coord16) }},
	{1 << 3, PlayerTime, func(c *coder, d *PlayerDelta) { u8(c, &d.Time) }},
	{1 << 4, PlayerFlags, func(c *coder, d *PlayerDelta) { u8(c, &d.Flags) }},
	{1 << 5, PlayerGravity, gravity},
	{1 << 6, PlayerDeltaAngles, deltaAngles},
	{1 << 7, PlayerViewOffset, viewOffset},
	{1 << 8, playerViewAngles, viewAngles},
	{1 << 9, PlayerKick, kick},
	{1 << 12, PlayerGun, gun8},
	{1 << 13, PlayerGunFrame | PlayerGunOffset | PlayerGunAngles, gunFrame},
	{1 << 10, PlayerBlend, blend},
	{1 << 11, PlayerFOV, fov},
	{1 << 14, PlayerRefFlags, refFlags},
	{0, 0, stats32},
}

// The tables of Q2PRO's protocols 3434, 3435 and 3436.
var (
	extendedPlayer1 = replaced(classicPlayer, playerField{1 << 12, PlayerGun, gunSkin})
	extendedPlayer2 = replaced(extendedPlayer1,
		playerField{1 << 1, playerOrigin, func(c *coder, d *PlayerDelta) { relativeOrigin(c, d, 0, 1, 2) }},
		playerField{1 << 2, playerVelocity, func(c *coder, d *PlayerDelta) {
			for i := range d.Velocity {
				coordDelta(c, &d.Velocity[i], &d.Relative, relativeVelocity<<i)
			}
		}},
		playerField{1 << 3, PlayerTime, func(c *coder, d *PlayerDelta) { c.Uint16(&d.Time) }},
		playerField{1 << 4, PlayerFlags, func(c *coder, d *PlayerDelta) { u16(c, &d.Flags) }},
		playerField{1 << 10, 0, blends},
		playerField{0, 0, statsVar},
	)
	extendedPlayer3 = withFog(extendedPlayer2, 1<<10, 1<<16)
)

// The tables of .mvd2: without extensions, and with those of Q2PRO's 3434 to 3436.
var (
	mvdPlayer = []playerField{
		{1 << 0, PlayerType, moveType},
		{1 << 1, PlayerOriginX | PlayerOriginY, func(c *coder, d *PlayerDelta) {
			coord16(c, &d.Origin[0])
			coord16(c, &d.Origin[1])
		}},
		{1 << 2, PlayerOriginZ, func(c *coder, d *PlayerDelta) { coord16(c, &d.Origin[2]) }},
		{1 << 3, PlayerViewOffset, viewOffset},
		{1 << 4, PlayerViewPitch | PlayerViewYaw, pitchAndYaw},
		{1 << 5, PlayerViewRoll, roll},
		{1 << 6, PlayerKick, kick},
		{1 << 9, PlayerGun, gun8},
		{1 << 10, PlayerGunFrame, func(c *coder, d *PlayerDelta) { u8(c, &d.GunFrame) }},
		{1 << 11, PlayerGunOffset, func(c *coder, d *PlayerDelta) { vec8(c, &d.GunOffset, perOffset) }},
		{1 << 12, PlayerGunAngles, func(c *coder, d *PlayerDelta) { vec8(c, &d.GunAngles, perOffset) }},
		{1 << 7, PlayerBlend, blend},
		{1 << 8, PlayerFOV, fov},
		{1 << 13, PlayerRefFlags, refFlags},
		{1 << 14, 0, stats32},
	}
	mvdPlayer1 = replaced(mvdPlayer, playerField{1 << 9, PlayerGun, gunSkin})
	mvdPlayer2 = replaced(mvdPlayer1,
		playerField{1 << 1, PlayerOriginX | PlayerOriginY,
			func(c *coder, d *PlayerDelta) { relativeOrigin(c, d, 0, 1) }},
		playerField{1 << 2, PlayerOriginZ, func(c *coder, d *PlayerDelta) { relativeOrigin(c, d, 2) }},
		playerField{1 << 7, 0, blends},
		playerField{1 << 14, 0, statsVar},
	)
	mvdPlayer3 = withFog(mvdPlayer2, 1<<7, 1<<17)
)

// The bits of the mask that Q2REPRO sends in the frame.
const (
	reproGunOffset = 1 << (16 + iota)
	reproGunAngles
	reproVelocityZ
	reproOriginZ
	reproRoll
	reproStats
	reproView
	reproGunRate
)

// reproPlayer is for Q2REPRO's 1038, mvdPlayerKex for its .mvd2.
var (
	reproPlayer = []playerField{
		{1 << 0, PlayerType, kexMove},
		{1 << 1, PlayerOriginX | PlayerOriginY, originXY},
		{reproOriginZ, PlayerOriginZ, originZ},
		{1 << 2, PlayerVelocityX | PlayerVelocityY, func(c *coder, d *PlayerDelta) {
			c.Float32(&d.Velocity[0])
			c.Float32(&d.Velocity[1])
		}},
		{reproVelocityZ, PlayerVelocityZ, func(c *coder, d *PlayerDelta) { c.Float32(&d.Velocity[2]) }},
		{1 << 3, PlayerTime, func(c *coder, d *PlayerDelta) { c.Uint16(&d.Time) }},
		{1 << 4, PlayerFlags, func(c *coder, d *PlayerDelta) { u16(c, &d.Flags) }},
		{1 << 5, PlayerGravity, gravity},
		{1 << 6, PlayerDeltaAngles, deltaAngles},
		{1 << 7, PlayerViewOffset, func(c *coder, d *PlayerDelta) { vec16(c, &d.ViewOffset, perViewOffset) }},
		{1 << 8, PlayerViewPitch | PlayerViewYaw, pitchAndYaw},
		{reproRoll, PlayerViewRoll, roll},
		{1 << 9, PlayerKick, func(c *coder, d *PlayerDelta) { vec16(c, &d.Kick, perKick) }},
		{1 << 12, PlayerGun, gunSkin},
		{1 << 13, PlayerGunFrame, func(c *coder, d *PlayerDelta) { c.Uint16(&d.GunFrame) }},
		{reproGunOffset, PlayerGunOffset, gunOffset16},
		{reproGunAngles, PlayerGunAngles, gunAngles16},
		{1 << 10, 0, blends},
		{1 << 11, PlayerFOV, fov},
		{1 << 14, PlayerRefFlags, refFlags},
		{reproStats, 0, stats64},
		{reproGunRate, PlayerGunRate, func(c *coder, d *PlayerDelta) { c.Uint8(&d.GunRate) }},
		{1 << 15, PlayerViewHeight, func(c *coder, d *PlayerDelta) { c.Int8(&d.ViewHeight) }},
		{reproView, PlayerSlot, func(c *coder, d *PlayerDelta) { c.Int16(&d.View) }},
	}
	mvdPlayerKex = replaced(mvdPlayer1,
		playerField{1 << 0, PlayerType, kexMove},
		playerField{1 << 1, PlayerOriginX | PlayerOriginY, originXY},
		playerField{1 << 2, PlayerOriginZ, originZ},
		playerField{1 << 3, PlayerViewOffset, func(c *coder, d *PlayerDelta) {
			vec16(c, &d.ViewOffset,
				perViewOffset)
		}},
		playerField{1 << 6, PlayerKick, func(c *coder, d *PlayerDelta) { vec16(c, &d.Kick, perKick) }},
		playerField{1 << 7, 0, blends},
		playerField{1 << 10, PlayerGunFrame, func(c *coder, d *PlayerDelta) { c.Uint16(&d.GunFrame) }},
		playerField{1 << 11, PlayerGunOffset, gunOffset16},
		playerField{1 << 12, PlayerGunAngles, gunAngles16},
		playerField{1 << 14, 0, stats64},
	)
)

var kexPlayer = append(replaced(classicPlayer,
	playerField{1 << 0, PlayerType, kexMove},
	playerField{1 << 1, playerOrigin, func(c *coder, d *PlayerDelta) { vec(c, &d.Origin, coordFloat) }},
	playerField{1 << 2, playerVelocity, func(c *coder, d *PlayerDelta) { vec(c, &d.Velocity, coordFloat) }},
	playerField{1 << 3, PlayerTime, func(c *coder, d *PlayerDelta) { c.Uint16(&d.Time) }},
	playerField{1 << 4, PlayerFlags, func(c *coder, d *PlayerDelta) { u16(c, &d.Flags) }},
	playerField{1 << 6, PlayerDeltaAngles, func(c *coder, d *PlayerDelta) { vec(c, &d.DeltaAngles, coordFloat) }},
	playerField{1 << 7, PlayerViewOffset, kexViewOffset},
	playerField{1 << 8, playerViewAngles, func(c *coder, d *PlayerDelta) { vec(c, &d.ViewAngles, coordFloat) }},
	playerField{1 << 9, PlayerKick, func(c *coder, d *PlayerDelta) { vec16(c, &d.Kick, perKick) }},
	playerField{1 << 12, PlayerGun, gunSkin},
	playerField{1 << 13, PlayerGunFrame, kexGunFrame},
),
	playerField{0, 0, func(c *coder, d *PlayerDelta) { statsHalf(c, d, 32) }},
	playerField{1 << 16, PlayerDamageBlend, func(c *coder, d *PlayerDelta) { eachByte(c, d.DamageBlend[:]) }},
	playerField{1 << 17, PlayerTeam, func(c *coder, d *PlayerDelta) { c.Uint8(&d.Team) }},
)

// kmqPlayer has the guns of both hands ahead of the blend.
var kmqPlayer = replaced(classicPlayer,
	playerField{1 << 12, PlayerGun, func(c *coder, d *PlayerDelta) { c.Uint16(&d.Gun) }},
	playerField{1<<13 | 0x1ff<<15, 0, kmqGuns},
	playerField{0, 0, stats256},
)

// testPlayer is for the test release, which always sends origin and angles.
var testPlayer = []playerField{
	{0, playerOrigin, func(c *coder, d *PlayerDelta) { vec(c, &d.Origin, coord16) }},
	{0, playerViewAngles, viewAngles},
	{0, PlayerDeltaAngles, deltaAngles},
	{1 << 2, PlayerGun, func(c *coder, d *PlayerDelta) { c.Uint16(&d.Gun) }},
	{1 << 3, PlayerGunFrame | PlayerGunOffset | PlayerGunAngles, func(c *coder, d *PlayerDelta) {
		c.Uint16(&d.GunFrame)
		vec8(c, &d.GunOffset, perOffset)
		vec8(c, &d.GunAngles, perOffset)
	}},
	{1 << 0, PlayerBlend, blend},
	{1 << 4, 0, stats32},
}

// replaced returns a copy of table in which each field in by replaces the fields that share a mask bit with it.
func replaced(table []playerField, by ...playerField) []playerField {
	out := append([]playerField(nil), table...)
	for _, f := range by {
		for i := range out {
			if out[i].mask == f.mask || out[i].mask&f.mask != 0 {
				out[i] = f
			}
		}
	}
	return out
}

// withFog returns table with the fog after the field of the given mask.
func withFog(table []playerField, after, fog uint32) []playerField {
	var out []playerField
	for _, f := range table {
		out = append(out, f)
		if f.mask == after {
			out = append(out, playerField{fog, PlayerFog, playerFog})
		}
	}
	return out
}

func mask16(c *coder, d *PlayerDelta) { u16(c, &d.Mask) }
func mask32(c *coder, d *PlayerDelta) { u32(c, &d.Mask) }

// mask16and8 passes the mask that Q2PRO uses since 3436; mask16and16 passes the rerelease's.
func mask16and8(c *coder, d *PlayerDelta)  { maskInTwo(c, d, u8) }
func mask16and16(c *coder, d *PlayerDelta) { maskInTwo(c, d, u16) }

// maskInTwo passes a mask of 16 bits and, if one of these bits is set, the bits above them.
func maskInTwo(c *coder, d *PlayerDelta, more func(*coder, *uint16)) {
	low, high := uint16(d.Mask), uint16(d.Mask>>16)
	c.Uint16(&low)
	if low&moreBits != 0 {
		more(c, &high)
	}
	d.Mask = uint32(high)<<16 | uint32(low)
}

// maskJoined passes a mask whose upper bits are in the frame.
func maskJoined(c *coder, d *PlayerDelta) {
	u16(c, &d.Mask)
	d.Mask = d.Mask&0xffff | uint32(c.frameBits)<<16
}

func testPlayerMask(c *coder, d *PlayerDelta) {
	if u16(c, &d.Mask); d.Mask&^0x1d != 0 {
		c.Fail("player state has an unknown bit in its mask %#x", d.Mask)
	}
}

func moveType(c *coder, d *PlayerDelta)    { u8(c, &d.Type) }
func gravity(c *coder, d *PlayerDelta)     { c.Int16(&d.Gravity) }
func deltaAngles(c *coder, d *PlayerDelta) { vec16(c, &d.DeltaAngles, perAngle16) }
func viewOffset(c *coder, d *PlayerDelta)  { vec8(c, &d.ViewOffset, perOffset) }
func viewAngles(c *coder, d *PlayerDelta)  { vec16(c, &d.ViewAngles, perAngle16) }
func kick(c *coder, d *PlayerDelta)        { vec8(c, &d.Kick, perOffset) }
func gun8(c *coder, d *PlayerDelta)        { u8(c, &d.Gun) }
func fov(c *coder, d *PlayerDelta)         { c.Uint8(&d.FOV) }
func refFlags(c *coder, d *PlayerDelta)    { c.Uint8(&d.RefFlags) }
func blend(c *coder, d *PlayerDelta)       { eachByte(c, d.Blend[:]) }

func roll(c *coder, d *PlayerDelta)        { fixed16(c, &d.ViewAngles[2], perAngle16) }
func gunOffset16(c *coder, d *PlayerDelta) { vec16(c, &d.GunOffset, perGunOffset) }
func gunAngles16(c *coder, d *PlayerDelta) { vec16(c, &d.GunAngles, perGunAngle) }
func originZ(c *coder, d *PlayerDelta)     { c.Float32(&d.Origin[2]) }

func originXY(c *coder, d *PlayerDelta) {
	c.Float32(&d.Origin[0])
	c.Float32(&d.Origin[1])
}

func pitchAndYaw(c *coder, d *PlayerDelta) {
	fixed16(c, &d.ViewAngles[0], perAngle16)
	fixed16(c, &d.ViewAngles[1], perAngle16)
}

// kexMoves are the modes of movement by the rerelease's numbers.
var kexMoves = []Move{MoveNormal, MoveGrapple, MoveNoclip, MoveSpectator, MoveDead, MoveGib, MoveFreeze}

func kexMove(c *coder, d *PlayerDelta) {
	n := uint8(d.Type)
	if i := slices.Index(kexMoves, d.Type); i >= 0 {
		n = uint8(i)
	}
	c.Uint8(&n)
	d.Type = Move(n)
	if int(n) < len(kexMoves) {
		d.Type = kexMoves[n]
	}
}

func kexViewOffset(c *coder, d *PlayerDelta) {
	vec16(c, &d.ViewOffset, perViewOffset)
	if !d.NoHeight {
		c.Int8(&d.ViewHeight)
		d.Fields |= PlayerViewHeight
	}
}

// gunSkin passes an index with the skin above it.
func gunSkin(c *coder, d *PlayerDelta) {
	const skinShift = 13
	word := d.Gun | uint16(d.GunSkin)<<skinShift
	c.Uint16(&word)
	d.Gun, d.GunSkin = word&(1<<skinShift-1), uint8(word>>skinShift)
}

func gunFrame(c *coder, d *PlayerDelta) {
	u8(c, &d.GunFrame)
	vec8(c, &d.GunOffset, perOffset)
	vec8(c, &d.GunAngles, perOffset)
}

// kexGunFrame passes the animation frame in 9 bits, and above them the parts that follow.
func kexGunFrame(c *coder, d *PlayerDelta) {
	const frameBits = 9
	word := d.GunFrame | uint16(d.GunBits)<<frameBits
	c.Uint16(&word)
	d.GunFrame, d.GunBits = word&(1<<frameBits-1), uint8(word>>frameBits)
	for i := range 3 {
		if d.GunBits&(gunOffsetX<<i) != 0 {
			c.Float32(&d.GunOffset[i])
			d.Fields |= PlayerGunOffset
		}
	}
	for i := range 3 {
		if d.GunBits&(gunPitch<<i) != 0 {
			c.Float32(&d.GunAngles[i])
			d.Fields |= PlayerGunAngles
		}
	}
	if d.GunBits&gunRate != 0 {
		c.Uint8(&d.GunRate)
		d.Fields |= PlayerGunRate
	}
}

// kmqGuns passes what follows the gun's index: the second gun, the frames of both with one offset, their skins, and the
// player's top speed.
func kmqGuns(c *coder, d *PlayerDelta) {
	const gunFrame, gun2, gunFrame2, skin, skin2, speeds = 13, 16, 17, 15, 18, 19
	has := func(bit int) bool { return d.Mask>>bit&1 != 0 }
	if has(gun2) {
		c.Int16(d.extra(gun2))
	}
	if has(gunFrame) {
		u8(c, &d.GunFrame)
		d.Fields |= PlayerGunFrame
	}
	if has(gunFrame2) {
		u8(c, d.extra(gunFrame2))
	}
	if has(gunFrame) || has(gunFrame2) {
		vec8(c, &d.GunOffset, perOffset)
		vec8(c, &d.GunAngles, perOffset)
		d.Fields |= PlayerGunOffset | PlayerGunAngles
	}
	for _, bit := range [...]int{skin, skin2, speeds, speeds + 1, speeds + 2, speeds + 3, speeds + 4} {
		if has(bit) {
			c.Int16(d.extra(bit))
		}
	}
}

const relativeVelocity = 1 << 3

func relativeOrigin(c *coder, d *PlayerDelta, axes ...int) {
	for _, i := range axes {
		coordDelta(c, &d.Origin[i], &d.Relative, 1<<i)
	}
}

// blends passes a set of bits, one for each colour component, followed by the components that are set. The lower four
// bits are for the screen, the upper four for its edges.
func blends(c *coder, d *PlayerDelta) {
	c.Uint8(&d.BlendBits)
	for i := range 8 {
		switch {
		case d.BlendBits&(1<<i) == 0:
		case i < 4:
			c.Uint8(&d.Blend[i])
			d.Fields |= PlayerBlend
		default:
			c.Uint8(&d.DamageBlend[i-4])
			d.Fields |= PlayerDamageBlend
		}
	}
}

func stats32(c *coder, d *PlayerDelta) { statsHalf(c, d, 0) }

// statsHalf passes a mask of 32 stats and the stats in it.
func statsHalf(c *coder, d *PlayerDelta, first int) {
	mask := uint32(d.StatMask >> first)
	c.Uint32(&mask)
	d.StatMask = d.StatMask&^(0xffffffff<<first) | StatMask(mask)<<first
	if mask == 0 {
		return
	}
	for i := range 32 {
		if mask&(1<<i) != 0 {
			c.Int16(&d.Stats[first+i])
		}
	}
}

func statsVar(c *coder, d *PlayerDelta) {
	varint(c, &d.StatMask)
	maskedStats(c, d)
}

// stats64 passes stats with a mask of 64 bits.
func stats64(c *coder, d *PlayerDelta) {
	low, high := uint32(d.StatMask), uint32(d.StatMask>>32)
	c.Uint32(&low)
	c.Uint32(&high)
	d.StatMask = StatMask(high)<<32 | StatMask(low)
	maskedStats(c, d)
}

func maskedStats(c *coder, d *PlayerDelta) {
	for i := range d.Stats {
		if d.StatMask&(1<<i) != 0 {
			c.Int16(&d.Stats[i])
		}
	}
}

// stats256 passes KMQuake2's stats: each bit of the mask is for eight of them.
func stats256(c *coder, d *PlayerDelta) {
	mask := uint32(d.StatMask)
	c.Uint32(&mask)
	d.StatMask = StatMask(mask)<<32 | StatMask(mask)
	if mask == 0 {
		return
	}
	for i := range 256 {
		switch {
		case mask&(1<<(i%32)) == 0:
		case i < MaxStats:
			c.Int16(&d.Stats[i])
		default:
			c.Int16(d.extra(i))
		}
	}
}

func playerFog(c *coder, d *PlayerDelta) {
	f := &d.Fog
	c.Uint8(&f.Bits)
	steps := [...]func(){
		func() { eachByte(c, f.Color[:]) },
		func() { c.Uint16(&f.Density); c.Uint16(&f.SkyFactor) },
		func() { c.Uint16(&f.HeightDensity) },
		func() { c.Uint16(&f.Falloff) },
		func() { eachByte(c, f.StartColor[:]) },
		func() { eachByte(c, f.EndColor[:]) },
		func() { coord23(c, &f.StartDist) },
		func() { coord23(c, &f.EndDist) },
	}
	for i, step := range steps {
		if f.Bits&(1<<i) != 0 {
			step()
		}
	}
}
