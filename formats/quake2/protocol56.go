package quake2

import "encoding/binary"

// Protocol 56 is KMQuake2's: 24-bit coordinates, 16-bit models and sounds, more of
// each, and 256 stats behind a mask of 32 bits, in which bit n stands for the stats n, n+32,
// n+64 and so on. One line of the engine sends entities' angles with 16 bits under the same
// number; which it is shows in whether a block can be read.
var protocol56 = with(protocol34, func(p *protocol) {
	p.ops, p.config, p.maxEntities = kmqOps, kmqConfig, maxEdictsEx
	p.effects, p.coord = effectsKMQ, coord24
	p.entity = kmqEntity
	p.player, p.playerMask = kmqPlayer, mask32
	p.soundIndex, p.anglesUnsure = soundIndex16, true
})

// playerExtras is what a player's state has in protocol 56 only.
type playerExtras struct {
	gun2, skin, skin2 uint16
	gunFrame2         uint8
	speeds            [psKSpeedCount]uint16
	stats             [256 - MaxStats]int16
}

func (d *PlayerDelta) more() *playerExtras {
	if d.extras == nil {
		d.extras = new(playerExtras)
	}
	return d.extras
}

var kmqPlayer = append(append(append([]playerField(nil),
	playerField{psType, PlayerType, pmType},
	playerField{psOrigin, playerOrigin, func(s *stream, d *PlayerDelta) { vec(s, &d.Origin, coord24) }}),
	classicPlayer[2:10]...),
	playerField{psGun, PlayerGun, func(s *stream, d *PlayerDelta) { u16(s, &d.Gun) }},
	playerField{psKGun2, 0, func(s *stream, d *PlayerDelta) { u16(s, &d.more().gun2) }},
	playerField{psGunFrame | psKGunFrame2, PlayerGunOffset | PlayerGunAngles, func(s *stream, d *PlayerDelta) {
		if d.Mask&psGunFrame != 0 {
			u8(s, &d.GunFrame)
			d.Fields |= PlayerGunFrame
		}
		if d.Mask&psKGunFrame2 != 0 {
			u8(s, &d.more().gunFrame2)
		}
		vec8(s, &d.GunOffset, perOffset)
		vec8(s, &d.GunAngles, perOffset)
	}},
	playerField{psKGunSkin, 0, func(s *stream, d *PlayerDelta) { u16(s, &d.more().skin) }},
	playerField{psKGunSkin2, 0, func(s *stream, d *PlayerDelta) { u16(s, &d.more().skin2) }},
	playerField{psKMaxSpeed, 0, func(s *stream, d *PlayerDelta) { u16(s, &d.more().speeds[0]) }},
	playerField{psKMaxSpeed << 1, 0, func(s *stream, d *PlayerDelta) { u16(s, &d.more().speeds[1]) }},
	playerField{psKMaxSpeed << 2, 0, func(s *stream, d *PlayerDelta) { u16(s, &d.more().speeds[2]) }},
	playerField{psKMaxSpeed << 3, 0, func(s *stream, d *PlayerDelta) { u16(s, &d.more().speeds[3]) }},
	playerField{psKMaxSpeed << 4, 0, func(s *stream, d *PlayerDelta) { u16(s, &d.more().speeds[4]) }},
	playerField{psBlend, PlayerBlend, blend},
	playerField{psFOV, PlayerFOV, fov},
	playerField{psRefFlags, PlayerRefFlags, refFlags},
	playerField{0, 0, stats256},
)

func stats256(s *stream, d *PlayerDelta) {
	mask := uint32(d.StatMask)
	u32(s, &mask)
	d.StatMask = StatMask(mask)<<32 | StatMask(mask)
	if mask == 0 {
		return
	}
	for i := range MaxStats + len(playerExtras{}.stats) {
		switch {
		case mask&(1<<(i%32)) == 0:
		case i < MaxStats:
			u16(s, &d.Stats[i])
		default:
			u16(s, &d.more().stats[i-MaxStats])
		}
	}
}

// settle finds out which angles a block has, if that is open.
func (d *Decoder) settle(start, stop int) {
	if !d.x.p.anglesUnsure && !d.startsUnsure(start, stop) {
		return
	}
	wide := d.x.wideAngles
	for _, d.x.wideAngles = range [...]bool{wide, !wide} {
		t := d.tester(&d.x)
		t.s.r.Reset(d.data[start:stop], int64(start))
		if _, err := t.read(Ignore{}); err == nil {
			return
		}
	}
	d.x.wideAngles = wide
}

// startsUnsure says that a block starts a level whose protocol leaves it open.
func (d *Decoder) startsUnsure(start, stop int) bool {
	const head = 5
	if stop-start < head || d.x.p.op(d.data[start]) != opServerData {
		return false
	}
	p := protocols[int32(binary.LittleEndian.Uint32(d.data[start+1:]))]
	return d.format == DM2 && p != nil && p.anglesUnsure
}

func angleKMQ(i int) func(*stream, *EntityDelta) {
	return func(s *stream, d *EntityDelta) {
		if d.wide {
			fixed16(s, &d.Angles[i], perAngle16)
		} else {
			fixed8(s, &d.Angles[i], perAngle8)
		}
	}
}
