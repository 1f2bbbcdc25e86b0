package recording

import (
	"unsafe"

	"fragscope/formats/damage"
	"fragscope/sim"
)

// What bounds places and speeds, in units and units a second, where no game says less: the maps of Quake III (qcommon
// cm_local.h, MAX_MAP_BOUNDS; q3map2 q3map2.h, MAX_WORLD_COORD), to which the others' larger protocols do not come up.
const (
	worldLimit = 1 << 16
	speedLimit = 1 << 16
)

// Reach bounds the places of what follows by what the game's protocol can tell: nothing is shown farther than so many units
// from the middle. Without it, or with 0, that is as far as any map of Quake III goes.
func (b *Recorder) Reach(units float32) {
	if b.reach = units; units == 0 {
		b.reach = worldLimit
	}
	reach := b.reach
	b.pipeline.call(func(s *store) { s.reach = reach })
}

// within reports whether all coordinates are numbers of at most limit. It compares bits: without the sign they order as the floats do,
// with infinity and NaN above all others.
func within(v *sim.Vec3, limit float32) bool {
	const sign = 1 << 31
	bits := (*[3]uint32)(unsafe.Pointer(v)) // which the compiler else loads as floats
	return max(bits[0]&^sign, bits[1]&^sign, bits[2]&^sign) <= word(limit)
}

// possible reports whether what follows a trajectory, or else is at a place, can be in a map.
func possible(m *sim.Trajectory, place *sim.Vec3, reach float32) bool {
	if m.Kind == sim.TrajectoryInterpolate {
		return within(place, reach)
	}
	return within(&m.Base, reach) && within(&m.Delta, max(reach, speedLimit))
}

// possiblePlayer reports whether a player can be where he is, and as fast.
func possiblePlayer(p *FramePlayer, reach float32) bool {
	return within(&p.Origin, reach) && within(&p.Velocity, speedLimit)
}

// placeDamage reports, once, a place beyond the world.
func (s *store) placeDamage() {
	if !s.left.places {
		s.left.places = true
		s.damage(damage.Damage{Time: s.last, What: "a place lies beyond the world; nothing is shown at such places"})
	}
}
