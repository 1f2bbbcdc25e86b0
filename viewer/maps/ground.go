package maps

import (
	"slices"
	"time"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/sim/pace"
)

// Places are where players were on a level and where its items are: what a map keeps though nothing else tells that one gets
// there. level counts from 0.
func Places(rec *sim.Recording, level int) []plan.Point {
	from, to := times(rec, level)
	return append(walked(rec, from, to), things(rec, from, to, 8)...)
}

// Grow is a plan of a level of which there is no map, as far as the recording has been loaded; nil where nothing is known.
func Grow(rec *sim.Recording, level int) *plan.Plan {
	const moments = 1000
	from, to := times(rec, level)
	points := append(walked(rec, from, to), things(rec, from, to, moments)...)
	if len(points) == 0 {
		return nil
	}
	var g plan.Grower
	rest := pace.New()
	for some := range slices.Chunk(points, 2048) {
		g.Add(some...)
		rest()
	}
	rest()
	return g.Plan()
}

// walked are the places where players were in a time.
func walked(rec *sim.Recording, from, to time.Duration) []plan.Point {
	var out []plan.Point
	var path []sim.PathPoint
	for _, r := range rec.Roster() {
		path = rec.Path(r.Profile.Slot.Index(), from, to, path[:0])
		off := plan.ContactUnknown
		if slices.ContainsFunc(path, func(p sim.PathPoint) bool { return p.Ground }) {
			off = plan.ContactAir
		}
		broken := true
		for i := range path {
			p := &path[i]
			if p.Life != sim.Alive {
				broken = true
				continue
			}
			foot := off
			if p.Ground {
				foot = plan.ContactGround
			}
			out = append(out, plan.Point{
				X: p.Origin[0], Y: p.Origin[1], Z: p.Origin[2], Track: int32(r.Profile.Slot.Index()), Kind: plan.PointPlayer, Contact: foot, Break: broken || p.NoLerp,
			})
			broken = false
		}
	}
	return out
}

// things are the places of the items and monsters of a time and those where shots ended, as far as so many moments of it
// show them.
func things(rec *sim.Recording, from, to time.Duration, moments int) []plan.Point {
	const apart = 50 * time.Millisecond // effects last longer
	seen := map[plan.Point]bool{}
	var out []plan.Point
	add := func(kind plan.PointKind, o sim.Vec3) {
		const grain = 8
		p := plan.Point{X: o[0], Y: o[1], Z: o[2], Kind: kind, Break: true}
		key := plan.Point{X: float32(int(p.X / grain)), Y: float32(int(p.Y / grain)), Z: float32(int(p.Z / grain)), Kind: kind}
		if !seen[key] {
			seen[key] = true
			out = append(out, p)
		}
	}
	n := max(min(moments, int((to-from)/apart)), 1)
	c := rec.Cursor()
	for k := range n + 1 {
		w := c.At(from + (to-from)*time.Duration(k)/time.Duration(n))
		for i := range w.Entities {
			if th := &w.Entities[i]; th.Kind == sim.EntityItem || th.Kind == sim.EntityMonster {
				add(plan.PointItem, th.Origin)
			}
		}
		for i := range w.Effects {
			if e := &w.Effects[i]; e.Kind == sim.EffectImpact || e.Kind == sim.EffectExplosion {
				add(plan.PointImpact, e.Origin)
			}
		}
	}
	return out
}

// times are when a level begins and ends.
func times(rec *sim.Recording, level int) (from, to time.Duration) {
	from, to = 0, rec.Duration()
	if ls := rec.Levels(); level >= 0 && level < len(ls) {
		from = ls[level].Start
		if level+1 < len(ls) {
			to = ls[level+1].Start - 1
		}
	}
	return from, to
}
