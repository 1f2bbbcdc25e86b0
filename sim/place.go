package sim

import (
	"math"
	"slices"

	"fragscope/formats/damage"
)

// worldLimit bounds the coordinates of every game: of the maps of Quake ±4096, of its later engines and of Quake II's
// rerelease ±8192 to ±32768, of Quake III ±65536 (q3map MIN_MAP_BOUNDS, MAX_MAP_BOUNDS), so that what lies beyond is in no map.
const worldLimit = 1 << 16

// inWorld reports whether a place can be in a map.
func inWorld(v Vec3) bool {
	return math.Abs(float64(v[0])) <= worldLimit && math.Abs(float64(v[1])) <= worldLimit && math.Abs(float64(v[2])) <= worldLimit
}

// possible reports whether what follows a trajectory, or else is at a place, can be in a map.
func (m *Trajectory) possible(place Vec3) bool {
	if m.Kind == TrajectoryInterpolate {
		return inWorld(place)
	}
	return inWorld(m.Base) && inWorld(m.Delta)
}

// placed is the frame without players beyond the world, which is damage: they stay where they were last seen.
func (b *Recorder) placed(f *Frame) *Frame {
	if b.allPlaced(f) {
		return f
	}
	b.placeDamage()
	out := *f
	out.Players = slices.Clone(f.Players)
	for i := range out.Players {
		if p := &out.Players[i]; !inWorld(p.Origin) || !inWorld(p.Velocity) {
			p.Visible, p.Velocity = false, Vec3{}
			p.Origin = *b.lastPlaceOf(p.Slot)
		}
	}
	return &out
}

// allPlaced reports whether all players of a frame are in the world, and notes where they are.
func (b *Recorder) allPlaced(f *Frame) bool {
	ok := true
	for i := range f.Players {
		p := &f.Players[i]
		if !inWorld(p.Origin) || !inWorld(p.Velocity) {
			ok = false
			continue
		}
		*b.lastPlaceOf(p.Slot) = p.Origin
	}
	return ok
}

// lastPlaceOf is where a player was last.
func (b *Recorder) lastPlaceOf(s Slot) *Vec3 {
	for len(b.lastPlace) <= int(s.next) {
		b.lastPlace = append(b.lastPlace, Vec3{})
	}
	return &b.lastPlace[s.next]
}

// placeDamage is what is told of a place beyond the world.
func (b *Recorder) placeDamage() {
	if !b.left.places {
		b.left.places = true
		b.Damage(damage.Damage{Time: b.last, What: "a place lies beyond the world; nothing is shown at such places"})
	}
}
