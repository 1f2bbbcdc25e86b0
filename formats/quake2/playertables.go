package quake2

func mask16(s *stream, d *PlayerDelta) { u16(s, &d.Mask) }
func mask32(s *stream, d *PlayerDelta) { u32(s, &d.Mask) }

// mask16and8 is Q2PRO's from 3436 on, mask16and16 the rerelease's.
func mask16and8(s *stream, d *PlayerDelta)  { maskInTwo(s, d, u8[uint16]) }
func mask16and16(s *stream, d *PlayerDelta) { maskInTwo(s, d, u16[uint16]) }

// maskInTwo is a mask of 16 bits, one of which says that there are more.
func maskInTwo(s *stream, d *PlayerDelta, more func(*stream, *uint16)) {
	low, high := uint16(d.Mask), uint16(d.Mask>>16)
	u16(s, &low)
	if low&psMore != 0 {
		more(s, &high)
	}
	d.Mask = uint32(high)<<16 | uint32(low)
}

var classicPlayer = []playerField{
	{psType, PlayerType, pmType},
	{psOrigin, playerOrigin, func(s *stream, d *PlayerDelta) { vec(s, &d.Origin, coord16) }},
	{psVelocity, playerVelocity, func(s *stream, d *PlayerDelta) { vec(s, &d.Velocity, coord16) }},
	{psTime, PlayerTime, func(s *stream, d *PlayerDelta) { u8(s, &d.Time) }},
	{psFlags, PlayerFlags, func(s *stream, d *PlayerDelta) { u8(s, &d.Flags) }},
	{psGravity, PlayerGravity, pmGravity},
	{psDeltaAngles, PlayerDeltaAngles, pmDeltaAngles},
	{psViewOffset, PlayerViewOffset, viewOffset},
	{psViewAngles, playerViewAngles, viewAngles},
	{psKick, PlayerKick, kick},
	{psGun, PlayerGun, gun8},
	{psGunFrame, PlayerGunFrame | PlayerGunOffset | PlayerGunAngles, gunFrame},
	{psBlend, PlayerBlend, blend},
	{psFOV, PlayerFOV, fov},
	{psRefFlags, PlayerRefFlags, refFlags},
	{0, 0, stats32},
}

// The tables of Q2PRO's protocols 3434, 3435 and 3436.
var (
	extendedPlayer1 = replaced(classicPlayer, playerField{psGun, PlayerGun, gun16})
	extendedPlayer2 = replaced(extendedPlayer1,
		playerField{psOrigin, playerOrigin, func(s *stream, d *PlayerDelta) {
			deltaCoord(s, d, &d.Origin, 0)
			deltaCoord(s, d, &d.Origin, 1)
			deltaCoord(s, d, &d.Origin, 2)
		}},
		playerField{psVelocity, playerVelocity, func(s *stream, d *PlayerDelta) {
			for i := range d.Velocity {
				relative := d.relative&(8<<i) != 0
				coordDelta(s, &d.Velocity[i], &relative)
				if relative {
					d.relative |= 8 << i
				}
			}
		}},
		playerField{psTime, PlayerTime, func(s *stream, d *PlayerDelta) { u16(s, &d.Time) }},
		playerField{psFlags, PlayerFlags, func(s *stream, d *PlayerDelta) { u16(s, &d.Flags) }},
		playerField{psBlend, 0, blends},
		playerField{0, 0, statsVar},
	)
	extendedPlayer3 = withFog(extendedPlayer2, psBlend, psFog)
)

// The tables of .mvd2: without extensions, and with those of Q2PRO's 3434 to 3436.
var (
	mvdPlayer = []playerField{
		{ppType, PlayerType, pmType},
		{ppOriginXY, PlayerOriginX | PlayerOriginY, func(s *stream, d *PlayerDelta) {
			coord16(s, &d.Origin[0])
			coord16(s, &d.Origin[1])
		}},
		{ppOriginZ, PlayerOriginZ, func(s *stream, d *PlayerDelta) { coord16(s, &d.Origin[2]) }},
		{ppViewOffset, PlayerViewOffset, viewOffset},
		{ppViewAnglesXY, PlayerViewPitch | PlayerViewYaw, func(s *stream, d *PlayerDelta) {
			fixed16(s, &d.ViewAngles[0], perAngle16)
			fixed16(s, &d.ViewAngles[1], perAngle16)
		}},
		{ppViewAnglesZ, PlayerViewRoll, func(s *stream, d *PlayerDelta) { fixed16(s, &d.ViewAngles[2], perAngle16) }},
		{ppKick, PlayerKick, kick},
		{ppGun, PlayerGun, gun8},
		{ppGunFrame, PlayerGunFrame, func(s *stream, d *PlayerDelta) { u8(s, &d.GunFrame) }},
		{ppGunOffset, PlayerGunOffset, func(s *stream, d *PlayerDelta) { vec8(s, &d.GunOffset, perOffset) }},
		{ppGunAngles, PlayerGunAngles, func(s *stream, d *PlayerDelta) { vec8(s, &d.GunAngles, perOffset) }},
		{ppBlend, PlayerBlend, blend},
		{ppFOV, PlayerFOV, fov},
		{ppRefFlags, PlayerRefFlags, refFlags},
		{ppStats, 0, stats32},
	}
	mvdPlayer1 = replaced(mvdPlayer, playerField{ppGun, PlayerGun, gun16})
	mvdPlayer2 = replaced(mvdPlayer1,
		playerField{ppOriginXY, PlayerOriginX | PlayerOriginY, func(s *stream, d *PlayerDelta) {
			deltaCoord(s, d, &d.Origin, 0)
			deltaCoord(s, d, &d.Origin, 1)
		}},
		playerField{ppOriginZ, PlayerOriginZ, func(s *stream, d *PlayerDelta) { deltaCoord(s, d, &d.Origin, 2) }},
		playerField{ppBlend, 0, blends},
		playerField{ppStats, 0, statsVar},
	)
	mvdPlayer3 = withFog(mvdPlayer2, ppBlend, ppFog)
)

// kexMoves are the rerelease's numbers for what a player can do.
var kexMoves = [...]Move{MoveNormal, MoveGrapple, MoveNoclip, MoveSpectator, MoveDead, MoveGib, MoveFreeze}

func kexMove(s *stream, d *PlayerDelta) {
	n := uint8(d.Type)
	for i, m := range kexMoves {
		if m == d.Type {
			n = uint8(i)
		}
	}
	u8(s, &n)
	d.Type = Move(n)
	if int(n) < len(kexMoves) {
		d.Type = kexMoves[n]
	}
}

var kexPlayer = []playerField{
	{psType, PlayerType, kexMove},
	{psOrigin, playerOrigin, func(s *stream, d *PlayerDelta) { vec(s, &d.Origin, f32) }},
	{psVelocity, playerVelocity, func(s *stream, d *PlayerDelta) { vec(s, &d.Velocity, f32) }},
	{psTime, PlayerTime, func(s *stream, d *PlayerDelta) { u16(s, &d.Time) }},
	{psFlags, PlayerFlags, func(s *stream, d *PlayerDelta) { u16(s, &d.Flags) }},
	{psGravity, PlayerGravity, pmGravity},
	{psDeltaAngles, PlayerDeltaAngles, func(s *stream, d *PlayerDelta) { vec(s, &d.DeltaAngles, f32) }},
	{psViewOffset, PlayerViewOffset, func(s *stream, d *PlayerDelta) {
		vec16(s, &d.ViewOffset, perViewOffset)
		if !d.noHeight {
			u8(s, &d.ViewHeight)
			d.Fields |= PlayerViewHeight
		}
	}},
	{psViewAngles, playerViewAngles, func(s *stream, d *PlayerDelta) { vec(s, &d.ViewAngles, f32) }},
	{psKick, PlayerKick, func(s *stream, d *PlayerDelta) { vec16(s, &d.Kick, perKick) }},
	{psGun, PlayerGun, gun16},
	{psGunFrame, PlayerGunFrame, kexGunFrame},
	{psBlend, PlayerBlend, blend},
	{psFOV, PlayerFOV, fov},
	{psRefFlags, PlayerRefFlags, refFlags},
	{0, 0, func(s *stream, d *PlayerDelta) { statsHalf(s, d, 0) }},
	{0, 0, func(s *stream, d *PlayerDelta) { statsHalf(s, d, 32) }},
	{psDamageBlend, PlayerDamageBlend, func(s *stream, d *PlayerDelta) { bytes4(s, &d.DamageBlend) }},
	{psTeam, PlayerTeam, func(s *stream, d *PlayerDelta) { u8(s, &d.Team) }},
}

// replaced is table with the fields of the same mask exchanged.
func replaced(table []playerField, by ...playerField) []playerField {
	out := append([]playerField(nil), table...)
	for _, f := range by {
		for i := range out {
			if out[i].mask == f.mask {
				out[i] = f
			}
		}
	}
	return out
}

// withFog is table with the fog after the field of the given mask.
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

func pmType(s *stream, d *PlayerDelta)        { u8(s, &d.Type) }
func pmGravity(s *stream, d *PlayerDelta)     { u16(s, &d.Gravity) }
func pmDeltaAngles(s *stream, d *PlayerDelta) { vec16(s, &d.DeltaAngles, perAngle16) }
func viewOffset(s *stream, d *PlayerDelta)    { vec8(s, &d.ViewOffset, perOffset) }
func viewAngles(s *stream, d *PlayerDelta)    { vec16(s, &d.ViewAngles, perAngle16) }
func kick(s *stream, d *PlayerDelta)          { vec8(s, &d.Kick, perOffset) }
func gun8(s *stream, d *PlayerDelta)          { u8(s, &d.Gun) }
func fov(s *stream, d *PlayerDelta)           { u8(s, &d.FOV) }
func refFlags(s *stream, d *PlayerDelta)      { u8(s, &d.RefFlags) }
func blend(s *stream, d *PlayerDelta)         { bytes4(s, &d.Blend) }

func bytes4(s *stream, v *[4]uint8) {
	for i := range v {
		u8(s, &v[i])
	}
}

func color3(s *stream, v *[3]uint8) {
	for i := range v {
		u8(s, &v[i])
	}
}

// gun16 has the skin above the index.
func gun16(s *stream, d *PlayerDelta) {
	const skinShift = 13
	word := d.Gun | uint16(d.GunSkin)<<skinShift
	u16(s, &word)
	d.Gun, d.GunSkin = word&(1<<skinShift-1), uint8(word>>skinShift)
}

func gunFrame(s *stream, d *PlayerDelta) {
	u8(s, &d.GunFrame)
	vec8(s, &d.GunOffset, perOffset)
	vec8(s, &d.GunAngles, perOffset)
}

// kexGunFrame has the animation frame in 9 bits, and above them which parts follow.
func kexGunFrame(s *stream, d *PlayerDelta) {
	const frameBits = 9
	word := d.GunFrame | uint16(d.gunBits)<<frameBits
	u16(s, &word)
	d.GunFrame, d.gunBits = word&(1<<frameBits-1), uint8(word>>frameBits)
	for i := range 3 {
		if d.gunBits&(gunOffsetX<<i) != 0 {
			f32(s, &d.GunOffset[i])
			d.Fields |= PlayerGunOffset
		}
	}
	for i := range 3 {
		if d.gunBits&(gunPitch<<i) != 0 {
			f32(s, &d.GunAngles[i])
			d.Fields |= PlayerGunAngles
		}
	}
	if d.gunBits&gunRate != 0 {
		u8(s, &d.GunRate)
		d.Fields |= PlayerGunRate
	}
}

func deltaCoord(s *stream, d *PlayerDelta, v *[3]float32, i int) {
	relative := d.relative&(1<<i) != 0
	coordDelta(s, &v[i], &relative)
	if relative {
		d.relative |= 1 << i
	}
}

// blends has a bit for each colour that follows: of the screen in the lower four
// bits, of its rim in the upper four.
func blends(s *stream, d *PlayerDelta) {
	u8(s, &d.blendBits)
	for i := range 8 {
		switch {
		case d.blendBits&(1<<i) == 0:
		case i < 4:
			u8(s, &d.Blend[i])
			d.Fields |= PlayerBlend
		default:
			u8(s, &d.DamageBlend[i-4])
			d.Fields |= PlayerDamageBlend
		}
	}
}

func stats32(s *stream, d *PlayerDelta) { statsHalf(s, d, 0) }

// statsHalf is a mask of 32 stats and those that it names.
func statsHalf(s *stream, d *PlayerDelta, first int) {
	mask := uint32(d.StatMask >> first)
	u32(s, &mask)
	d.StatMask = d.StatMask&^(0xffffffff<<first) | StatMask(mask)<<first
	if mask == 0 {
		return
	}
	for i := range 32 {
		if mask&(1<<i) != 0 {
			u16(s, &d.Stats[first+i])
		}
	}
}

func statsVar(s *stream, d *PlayerDelta) {
	varint(s, &d.StatMask)
	for i := range d.Stats {
		if d.StatMask&(1<<i) != 0 {
			u16(s, &d.Stats[i])
		}
	}
}

func playerFog(s *stream, d *PlayerDelta) {
	f := &d.Fog
	u8(s, &f.Bits)
	steps := [...]func(){
		func() { color3(s, &f.Color) },
		func() { u16(s, &f.Density); u16(s, &f.SkyFactor) },
		func() { u16(s, &f.HeightDensity) },
		func() { u16(s, &f.Falloff) },
		func() { color3(s, &f.StartColor) },
		func() { color3(s, &f.EndColor) },
		func() { coordExt(s, &f.StartDist) },
		func() { coordExt(s, &f.EndDist) },
	}
	for i, step := range steps {
		if f.Bits&(1<<i) != 0 {
			step()
		}
	}
}
