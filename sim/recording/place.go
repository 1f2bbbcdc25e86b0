package recording

import (
	"unsafe"

	"fragscope/formats/damage"
	"fragscope/sim"
)

// The limits of positions and speeds, in units and units per second, for games that set no smaller ones: those of Quake
// III's maps (qcommon cm_local.h, MAX_MAP_BOUNDS; q3map2 q3map2.h, MAX_WORLD_COORD), which the other games' larger
// protocols do not reach.
const (
	worldLimit = 1 << 16
	speedLimit = 1 << 16
)

// Reach sets how far from the centre of the map, in units, a position can be in the game's protocol. From then on, the
// recorder treats any position farther away as damaged data and does not show it. If units is 0, Reach sets the
// default, which is the size of Quake III's largest maps.
func (b *Recorder) Reach(units float32) {
	if b.reach = units; units == 0 {
		b.reach = worldLimit
	}
	reach := b.reach
	b.pipeline.call(func(s *store) { s.reach = reach })
}

// within reports whether all coordinates are numbers whose magnitude is at most limit. It compares their IEEE 754 bits:
// without the sign, these are in the order of the numbers, with infinity and NaN greater than all others.
func within(v *sim.Vec3, limit float32) bool {
	const sign = 1 << 31
	bits := (*[3]uint32)(unsafe.Pointer(v)) // the compiler would otherwise load them as floats
	return max(bits[0]&^sign, bits[1]&^sign, bits[2]&^sign) <= word(limit)
}

// possible reports whether an entity with this trajectory, or at this place, can be inside a map.
func possible(m *sim.Trajectory, place *sim.Vec3, reach float32) bool {
	if m.Kind == sim.TrajectoryInterpolate {
		return within(place, reach)
	}
	return within(&m.Base, reach) && within(&m.Delta, max(reach, speedLimit))
}

// possiblePlayer reports whether a player's position and speed are possible.
func possiblePlayer(p *FramePlayer, reach float32) bool {
	return within(&p.Origin, reach) && within(&p.Velocity, speedLimit)
}

// placeDamage reports, once, a position outside the world.
func (s *store) placeDamage() {
	if !s.left.places {
		s.left.places = true
		s.damage(damage.Damage{Time: s.last, What: "a place lies beyond the world; nothing is shown at such places"})
	}
}
