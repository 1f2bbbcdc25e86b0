package maps

import (
	"time"

	"fragscope/assets/plan"
	"fragscope/formats/base/pace"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// growth is a plan of a level without a map, which grows with the recording. The final plan does not depend on how
// often it was looked at before.
type growth struct {
	rec    *recording.Recording
	level  int
	part   extent
	grower plan.Grower
	finds  *finds
	tracks []track // by slot
	begun  bool
	from   time.Duration // when the level began
	upTo   time.Duration // the end of what has been added
	next   time.Duration // when to look for things next
	each   time.Duration // the time between such looks
	path   []sim.PathPoint
	points []plan.Point
	rest   func()
	known  *plan.Learned // what earlier demos revealed about the map, once recalled
}

const (
	growStep = 5 * time.Second // of the demo, added at a time
	// Monsters and items are looked for often at first, as a short demo has little else. Items do not move: without
	// monsters, each look that finds no item in a new place doubles the time to the next.
	lookOften, often     = 50 * time.Millisecond, 50 * time.Second
	lookEach, lookSeldom = 500 * time.Millisecond, 2 * time.Second
	// settled is how far the recording must extend past what is added. The last points of paths may still change, and
	// effects arrive late.
	settled = 2 * time.Second
)

func newGrowth(rec *recording.Recording, level int, part extent) *growth {
	return &growth{rec: rec, level: level, part: part, finds: newFinds(rec), rest: pace.New()}
}

// Grow returns a plan for a level that has no map file. The plan is grown from the part of the demo that has been
// loaded. Grow returns nil if that part reveals nothing about the map.
func Grow(rec *recording.Recording, level int) *plan.Plan {
	g := newGrowth(rec, level, wholeLevels)
	g.grow()
	return g.plan()
}

// plan returns the plan as far as it has grown, or nil if nothing is known.
func (g *growth) plan() *plan.Plan {
	if !g.grower.Some() {
		return nil
	}
	return g.grower.Plan()
}

// grow adds what is new.
func (g *growth) grow() {
	_, whole := g.rec.Progress()
	whole = whole || g.level+1 < len(g.rec.Levels())
	from, end := times(g.rec, g.level)
	if !g.begun {
		g.begun, g.from, g.upTo = true, from, from
	}
	last := g.part.end(from)
	if g.look(); !whole {
		end -= settled
		whole = end >= last
	}
	end = min(end, last)
	for g.upTo+growStep <= end {
		g.add(g.upTo + growStep)
	}
	if !whole {
		return
	}
	if g.upTo <= end {
		g.add(end + 1)
	}
	if g.misjudged() {
		tracks := make([]track, len(g.tracks))
		for i := range tracks {
			tracks[i].told = g.tracks[i].told
		}
		known := g.known
		*g = growth{rec: g.rec, level: g.level, part: g.part, finds: newFinds(g.rec), rest: g.rest, tracks: tracks}
		g.recall(known)
		g.grow()
	}
}

// look makes room for the current players.
func (g *growth) look() {
	for len(g.tracks) < g.rec.PathSlots() {
		g.tracks = append(g.tracks, track{})
	}
}

// misjudged reports whether the demo contains players' contact with the ground after all, although it has already been
// guessed from their paths.
func (g *growth) misjudged() bool {
	for i := range g.tracks {
		if g.tracks[i].told && g.tracks[i].judged {
			return true
		}
	}
	return false
}

// add adds everything that the recording contains up to the time to.
func (g *growth) add(to time.Duration) {
	g.points = g.points[:0]
	for slot := range g.tracks {
		path := g.rec.Path(slot, g.upTo, to-1, g.path[:0])
		g.path = path
		if len(path) > 0 && path[0].Time < g.upTo { // already added
			path = path[1:]
		}
		t := &g.tracks[slot]
		for i := range path {
			t.told = t.told || path[i].Ground
		}
		g.points = t.appendPoints(g.points, slot, path)
	}
	g.lookAround(to)
	g.grower.Add(g.points...)
	g.grower.Add(g.finds.points...)
	g.finds.points = g.finds.points[:0]
	g.upTo = to
	g.rest()
}

// lookAround looks for items and monsters up to the time to. The moments at which it looks depend only on the demo.
func (g *growth) lookAround(to time.Duration) {
	at := g.upTo
	for g.next = max(g.next, at); g.next < to; {
		least := lookEach
		if g.next-g.from < often {
			least = lookOften
		}
		g.finds.shots(at, g.next)
		if at = g.next; g.finds.lookAt(at) {
			g.each = least
		} else {
			g.each = min(max(2*g.each, least), lookSeldom)
		}
		g.next = g.from + (g.next+g.each-g.from)/least*least
	}
	g.finds.shots(at, to)
}
