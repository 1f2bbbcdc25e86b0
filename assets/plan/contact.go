package plan

import (
	"math"
	"slices"
)

// walker is the end of a track.
type walker struct {
	last   Point
	placed bool
	// If the demo does not show the contact: the level run at the end of the track.
	run    []Point
	travel float64 // length of the run
	level  bool    // the run is ground
	// The path through the air since the last ground.
	between []Point
	ground  Point
	known   bool // ground is set
	// The same since the last certain ground, across the landings of hops.
	chain airPath
	ride  ride
}

// walk adds a player's way from his last point.
func (g *Grower) walk(p *Point) {
	w := g.tracks[p.Track]
	if w == nil {
		w = new(walker)
		g.tracks[p.Track] = w
	}
	last := w.last
	dist := distance(&last, p)
	joined := w.placed && !p.Break && dist < maxWalk
	if p.Carried && w.placed {
		g.carry(carriage{carryCell(&last), carryCell(p)})
	}
	if joined && (p.Contact == ContactUnknown) != (last.Contact == ContactUnknown) || !joined {
		g.alight(w)
		g.airs = appendWay(g.airs, w.rest())
		*w = walker{}
		joined = false
	}
	w.last, w.placed = *p, true
	if p.Contact == ContactUnknown {
		g.judge(w, p, dist)
	} else {
		g.pace(w, &last, p, joined)
	}
}

// pace adds a point with known contact. The path between two points on the ground is also floor if it is as straight as
// a ramp or stairs, where a player is in the air for moments. A landing between two snapshots shows as a sharp turn
// from falling to rising.
func (g *Grower) pace(w *walker, last, p *Point, joined bool) {
	if joined && last.Contact == ContactGround && p.Contact == ContactGround && rides(last, p) {
		if !w.ride.going {
			w.ride.from = *last
		}
		w.ride.to, w.ride.going = *p, true
		w.ground, w.known, w.between = *p, true, w.between[:0]
		return
	}
	g.alight(w)
	if p.Contact == ContactAir {
		w.between = append(w.between, *p)
		if n := len(w.between); n >= 3 && w.between[n-3].Z > w.between[n-2].Z+2 && p.Z > w.between[n-2].Z+2 {
			low := w.between[n-2]
			w.between = w.between[:n-2]
			g.land(w, low)
			w.between = append(w.between, *p)
		}
		g.shorten(w)
		return
	}
	switch {
	case joined && last.Contact == ContactGround && math.Abs(float64(p.Z-last.Z)) <= stepHeight+distance(last, p):
		g.line(last, p, false)
	case w.known && len(w.between) > 0 && w.straight(p):
		g.follow(w, p)
		w.fly(p)
		g.arrive(w)
	default:
		w.fly(p)
		g.arrive(w)
		g.addPosition(float64(p.X), float64(p.Y), float64(p.Z), false)
	}
	w.ground, w.known, w.between = *p, true, w.between[:0]
}

func distance(a, b *Point) float64 { return math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y)) }

// follow adds the path from the last ground to a point as floor.
func (g *Grower) follow(w *walker, to *Point) {
	at := &w.ground
	for i := range w.between {
		g.line(at, &w.between[i], false)
		at = &w.between[i]
	}
	g.line(at, to, false)
}

// line adds the way between two points.
func (g *Grower) line(a, b *Point, guess bool) {
	n := int(distance(a, b)/pathStep) + 1
	for k := 1; k <= n; k++ {
		t := float64(k) / float64(n)
		g.addPosition(float64(a.X)+t*float64(b.X-a.X), float64(a.Y)+t*float64(b.Y-a.Y), float64(a.Z)+t*float64(b.Z-a.Z), guess)
	}
}

// What counts as ground if the demo does not show contacts.
const (
	levelSlack  = 0.14 // units; positions are in eighths
	levelTravel = 24.0 // units of level way that no jump has
	levelPoints = 12   // or this many points
	rampSlack   = 10.0 // how far stairs and ramps are off a line, in units
	rampLength  = 400.0
	hopLength   = 260.0 // units between two lowest points of a hopping way
	maxBetween  = 200   // points of one path through the air
)

// judge finds the ground on the way of a player without known contacts: where it is level for long enough, between two
// such places where it is as straight as stairs, and, roughly, at the lowest points of hops.
func (g *Grower) judge(w *walker, p *Point, dist float64) {
	if len(w.run) > 0 && abs32(p.Z-w.run[0].Z) <= levelSlack {
		w.travel += dist
		if w.level {
			g.line(&w.run[len(w.run)-1], p, false)
			w.run[len(w.run)-1] = *p
			return
		}
		w.run = append(w.run, *p)
		if len(w.run) >= 3 && w.travel >= levelTravel || len(w.run) >= levelPoints {
			g.settle(w)
		}
		return
	}
	if w.level {
		w.ground, w.known, w.between = w.run[len(w.run)-1], true, w.between[:0]
	} else {
		w.between = append(w.between, w.run...)
		g.hop(w, p)
	}
	g.shorten(w)
	w.run, w.travel, w.level = append(w.run[:0], *p), 0, false
}

// settle takes the run as ground, and also the path from the previous ground, if it can be stairs.
func (g *Grower) settle(w *walker) {
	w.level = true
	first := &w.run[0]
	if w.known && w.straight(first) {
		g.follow(w, first)
	}
	w.fly(first)
	g.arrive(w)
	for i := 1; i < len(w.run); i++ {
		g.line(&w.run[i-1], &w.run[i], false)
	}
	w.run, w.between = append(w.run[:0], w.run[len(w.run)-1]), w.between[:0]
}

// straight reports whether the path from the last ground to a point is as even as a ramp or stairs.
func (w *walker) straight(to *Point) bool {
	length, at := 0.0, &w.ground
	for i := range w.between {
		length += distance(at, &w.between[i])
		at = &w.between[i]
	}
	length += distance(at, to)
	rise := float64(to.Z - w.ground.Z)
	if length > rampLength || math.Abs(rise) > length+stepHeight {
		return false
	}
	way, at := 0.0, &w.ground
	for i := range w.between {
		way += distance(at, &w.between[i])
		at = &w.between[i]
		if math.Abs(float64(at.Z-w.ground.Z)-rise*way/math.Max(length, 1)) > rampSlack {
			return false
		}
	}
	return true
}

// hop takes the lowest point of a hopping player's path as ground, as far as that point is known.
func (g *Grower) hop(w *walker, next *Point) {
	n := len(w.between)
	if n < 2 || w.between[n-2].Z < w.between[n-1].Z+2 || next.Z < w.between[n-1].Z+2 {
		return
	}
	low := w.between[n-1]
	w.between = w.between[:n-1]
	g.land(w, low)
}

// land takes a place as ground. If the path from the previous ground is short, it takes that as ground, too.
func (g *Grower) land(w *walker, low Point) {
	w.fly(&low)
	if w.known && distance(&w.ground, &low) < hopLength && abs32(low.Z-w.ground.Z) < 24 {
		g.line(&w.ground, &low, true)
	} else {
		g.addPosition(float64(low.X), float64(low.Y), float64(low.Z), true)
	}
	w.ground, w.known, w.between = low, true, w.between[:0]
}

// shorten ends a path through the air that grows too long, such as a swimmer's.
func (g *Grower) shorten(w *walker) {
	if len(w.between) <= maxBetween {
		return
	}
	last := w.between[len(w.between)-1]
	w.fly(nil)
	w.known, w.between = false, append(w.between[:0], last)
	if len(w.chain.places) > maxChain {
		g.airs = appendWay(g.airs, w.chain)
		w.chain = airPath{}
	}
}

// maxChain bounds the places of a path through the air.
const maxChain = 1 << 12

// fly adds the path from the last ground, if known, to the path through the air. It ends at the landing or, if to is
// nil, where the player was lost from view.
func (w *walker) fly(to *Point) {
	if len(w.between) == 0 {
		return
	}
	f := flight{started: w.known, landed: to != nil}
	if w.known {
		f.points = append(f.points, w.ground)
	}
	f.points = append(f.points, w.between...)
	if to != nil {
		f.points = append(f.points, *to)
	}
	w.chain.add(&f)
}

// arrive ends a path through the air on certain ground.
func (g *Grower) arrive(w *walker) {
	w.chain.landed = true
	g.airs = appendWay(g.airs, w.chain)
	w.chain = airPath{}
}

// rest returns the path through the air at the end of a track.
func (w *walker) rest() airPath {
	if w.level {
		return airPath{}
	}
	v := *w
	v.between = slices.Concat(w.between, w.run)
	v.chain.places = slices.Clone(w.chain.places)
	v.fly(nil)
	return v.chain
}
