package sim

import (
	"slices"

	"fragscope/formats/damage"
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
	if b.pipeline != nil {
		b.pipeline.call(func(b *Recorder) { b.Reach(units) })
		return
	}
	if b.bounds.reach = units; units == 0 {
		b.bounds.reach = worldLimit
	}
}

// within reports whether all coordinates are numbers of at most limit. It compares bits: without the sign they order as the floats do,
// with infinity and NaN above all others.
func within(v *Vec3, limit float32) bool {
	const sign = 1 << 31
	x, y, z := word(v[0])&^sign, word(v[1])&^sign, word(v[2])&^sign
	return max(x, y, z) <= word(limit)
}

// worldBounds are how far a game's world goes, and where each player was last.
type worldBounds struct {
	reach float32 // in units; see Reach
	last  []Vec3  // by slot plus one
	// beyond is set if the previous frame had players beyond the world.
	beyond bool
}

// inWorld reports whether a place can be in a map.
func (b *Recorder) inWorld(v *Vec3) bool { return within(v, b.bounds.reach) }

// possible reports whether what follows a trajectory, or else is at a place, can be in a map.
func (b *Recorder) possible(m *Trajectory, place *Vec3) bool {
	if m.Kind == TrajectoryInterpolate {
		return b.inWorld(place)
	}
	return b.inWorld(&m.Base) && within(&m.Delta, max(b.bounds.reach, speedLimit))
}

// possiblePlayer reports whether a player can be where he is, and as fast.
func (b *Recorder) possiblePlayer(p *FramePlayer) bool {
	return b.inWorld(&p.Origin) && within(&p.Velocity, speedLimit)
}

// placed is the frame without players beyond the world, which is damage: they stay where they were last seen.
func (b *Recorder) placed(f *Frame) *Frame {
	b.lineup.see(f.Players)
	before := b.bounds.beyond
	switch ok := b.allPlaced(f); {
	case !ok:
		b.placeDamage()
	case !before: // otherwise the previous frame was stored with changes, so that Same does not hold
		return f
	}
	out := *f
	out.Players = slices.Clone(f.Players)
	for i := range out.Players {
		p := &out.Players[i]
		if p.Same = false; !b.possiblePlayer(p) {
			p.Visible, p.Velocity = false, Vec3{}
			p.Origin = *b.lastPlaceOf(p.Slot)
		}
	}
	b.lineup.renew(out.Players)
	return &out
}

// allPlaced reports whether all players of a frame are in the world, and notes where they are.
func (b *Recorder) allPlaced(f *Frame) bool {
	ok := true
	for _, i := range b.lineup.toExamine(b.bounds.beyond) {
		if p := &f.Players[i]; b.possiblePlayer(p) {
			*b.lastPlaceOf(p.Slot) = p.Origin
		} else {
			ok = false
		}
	}
	b.bounds.beyond = !ok
	return ok
}

// lastPlaceOf is where a player was last.
func (b *Recorder) lastPlaceOf(s Slot) *Vec3 {
	for len(b.bounds.last) <= int(s.next) {
		b.bounds.last = append(b.bounds.last, Vec3{})
	}
	return &b.bounds.last[s.next]
}

// placeDamage is the report of a place beyond the world.
func (b *Recorder) placeDamage() {
	if !b.left.places {
		b.left.places = true
		b.Damage(damage.Damage{Time: b.last, What: "a place lies beyond the world; nothing is shown at such places"})
	}
}
