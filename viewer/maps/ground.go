package maps

import (
	"slices"
	"time"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// Places returns positions of players and items on the level with the given index. When a plan is made from the level's
// map file, the areas around these positions are kept even if nothing else indicates that players can reach them.
func Places(rec *recording.Recording, level int) []plan.Point {
	return placesIn(rec, level, wholeLevels)
}

// placesIn is like Places, but for a section of the level.
func placesIn(rec *recording.Recording, level int, part extent) []plan.Point {
	from, to := times(rec, level)
	to = min(to, part.end(from))
	return append(walked(rec, from, to), things(rec, from, to, 8)...)
}

// walked returns the places of players between two times.
func walked(rec *recording.Recording, from, to time.Duration) []plan.Point {
	var out []plan.Point
	var path []sim.PathPoint
	for _, r := range rec.Roster() {
		slot := r.Profile.Slot.Index()
		path = rec.Path(slot, from, to, path[:0])
		var t track
		t.told = slices.ContainsFunc(path, onGround)
		out = t.appendPoints(out, slot, path)
	}
	return out
}

func onGround(p sim.PathPoint) bool { return p.Ground }

// track is the state of following a player's path up to some point.
type track struct {
	told   bool // the demo says when he stands on the ground
	walks  bool // the last point leads to the next
	last   sim.PathPoint
	judged bool // for some points, that had to be guessed
}

// appendPoints appends the next points of a path.
func (t *track) appendPoints(out []plan.Point, slot int, path []sim.PathPoint) []plan.Point {
	off := plan.ContactUnknown
	if t.told {
		off = plan.ContactAir
	}
	for i := range path {
		p := &path[i]
		if p.Life != sim.Alive {
			t.walks = false
			continue
		}
		foot := off
		if p.Ground {
			foot = plan.ContactGround
		}
		t.judged = t.judged || foot == plan.ContactUnknown
		out = append(out, plan.Point{
			X: p.Origin[0], Y: p.Origin[1], Z: p.Origin[2], Track: int32(slot), Kind: plan.PointPlayer, Contact: foot,
			Break: !t.walks || p.NoLerp, Carried: t.walks && carried(&t.last, p),
		})
		t.walks, t.last = true, *p
	}
	return out
}

// carried reports whether a teleporter took a living player from one point to the next: far, within the time of a
// few snapshots.
func carried(a, b *sim.PathPoint) bool {
	const far, soon = 96, 150 * time.Millisecond
	return b.NoLerp && b.Time-a.Time <= soon && a.Origin.Distance2(b.Origin) > far*far
}

// things returns the places of items and monsters, at the given number of moments between two times, and the places
// where shots ended.
func things(rec *recording.Recording, from, to time.Duration, moments int) []plan.Point {
	f := newFinds(rec)
	for k := range moments + 1 {
		f.lookAt(from + (to-from)*time.Duration(k)/time.Duration(moments))
	}
	f.shots(from, to+1)
	return f.points
}

// finds are the things found on a level, each place once.
type finds struct {
	rec     *recording.Recording
	cursor  *recording.Cursor
	seen    map[plan.Point]bool
	effects []sim.Effect
	points  []plan.Point
}

func newFinds(rec *recording.Recording) *finds {
	return &finds{rec: rec, cursor: rec.Cursor(), seen: map[plan.Point]bool{}}
}

func (f *finds) add(kind plan.PointKind, o sim.Vec3) {
	const grain = 8
	p := plan.Point{X: o[0], Y: o[1], Z: o[2], Kind: kind, Break: true}
	key := plan.Point{X: float32(int(p.X / grain)), Y: float32(int(p.Y / grain)), Z: float32(int(p.Z / grain)),
		Kind: kind}
	if !f.seen[key] {
		f.seen[key] = true
		f.points = append(f.points, p)
	}
}

// lookAt adds the items and monsters at a moment. It reports whether there are items in new places, or monsters,
// which move.
func (f *finds) lookAt(t time.Duration) (more bool) {
	before := len(f.points)
	w := f.cursor.At(t)
	for i := range w.Entities {
		if th := &w.Entities[i]; th.Kind == sim.EntityItem || th.Kind == sim.EntityMonster {
			f.add(plan.PointItem, th.Origin)
			more = more || th.Kind == sim.EntityMonster
		}
	}
	return more || len(f.points) > before
}

// shots adds the places where shots ended between two times.
func (f *finds) shots(from, to time.Duration) {
	f.effects = f.rec.EffectsFrom(from, to, f.effects[:0])
	for i := range f.effects {
		if e := &f.effects[i]; e.Kind == sim.EffectImpact || e.Kind == sim.EffectExplosion {
			f.add(plan.PointImpact, e.Origin)
		}
	}
}

// times returns the start and end of a level.
func times(rec *recording.Recording, level int) (from, to time.Duration) {
	from, to = 0, rec.Duration()
	if ls := rec.Levels(); level >= 0 && level < len(ls) {
		from = ls[level].Start
		if level+1 < len(ls) {
			to = ls[level+1].Start - 1
		}
	}
	return from, to
}
