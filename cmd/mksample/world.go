package main

import (
	"math"

	"fragscope/assets/bsp"
)

// The player's box around his origin.
var (
	hullMin = vec{-15, -15, -24}
	hullMax = vec{15, 15, 32}
)

// world is what stands in the way: the map and its movers.
type world struct {
	level  *bsp.Map
	movers []*mover
}

// mover is a part of the map that moves: a leaf of the door or the lift. Its
// displacement is zero where the map's compiler left it.
type mover struct {
	model     int
	lo, hi    vec // of the brush model
	rest, far vec // displacements: at rest, and when open or at the top
	speed     float64
	pos, vel  vec // displacement now, and its change a second

	moving    bool
	toFar     bool // where it goes, or is
	start     int  // ms at which the movement began
	duration  int  // ms it takes
	from      vec
	heldUntil int // ms until which it stays there
}

func (m *mover) middle() vec { return m.lo.add(m.hi).mul(0.5) }

// touches reports whether a box around p overlaps the mover.
func (m *mover) touches(p, lo, hi vec) bool {
	p = p.sub(m.pos)
	return overlap(p.add(lo), p.add(hi), m.lo, m.hi)
}

func overlap(al, ah, bl, bh vec) bool {
	for i := range 3 {
		if al[i] >= bh[i] || ah[i] <= bl[i] {
			return false
		}
	}
	return true
}

// set starts the way to the far or the rest position.
func (m *mover) set(now int, far bool) {
	if m.toFar == far {
		return
	}
	goal := m.rest
	if far {
		goal = m.far
	}
	m.toFar, m.moving, m.start, m.from = far, true, now, m.pos
	way := goal.sub(m.pos)
	m.duration = max(int(way.len()/m.speed*1000), 1)
	m.vel = way.mul(1000 / float64(m.duration))
}

// advance moves it to a time.
func (m *mover) advance(now int) {
	if !m.moving {
		return
	}
	t := min(now-m.start, m.duration)
	m.pos = m.from.mad(float64(t)/1000, m.vel)
	m.moving = t < m.duration
}

// wet reports whether a point is in water.
func (w *world) wet(p vec) bool {
	s := p.single()
	return w.level.Contents(s[0], s[1], s[2])&bsp.Water != 0
}

// fits reports whether a player has room at a place. Engines keep an eighth of a
// unit between players and the ground.
func (w *world) fits(p vec) bool {
	for _, m := range w.movers {
		if m.touches(p, hullMin, hullMax) {
			return false
		}
	}
	s := p.up(-0.25).single()
	return w.level.Fits(s[0], s[1], s[2])
}

// settle lowers a player by at most depth, and reports whether something bears him.
func (w *world) settle(p vec, depth float64) (vec, bool) {
	if !w.fits(p.up(-0.02)) {
		return p, true
	}
	for ; depth > stepUp && w.fits(p.up(-stepUp)); depth -= stepUp {
		p = p.up(-stepUp)
	}
	free, stopped := 0.0, math.Min(depth, stepUp)
	if w.fits(p.up(-stopped)) {
		return p.up(-stopped), false
	}
	for stopped-free > 0.01 {
		if mid := (free + stopped) / 2; w.fits(p.up(-mid)) {
			free = mid
		} else {
			stopped = mid
		}
	}
	return p.up(-free), true
}

// hit is where a ray ends.
type hit struct {
	end    vec
	normal vec
	solid  bool    // at something solid
	player *player // or at someone
}

// ray goes from a to b until it meets a solid.
func (w *world) ray(a, b vec) hit {
	h := hit{end: b, normal: b.sub(a).unit().mul(-1)}
	first := 1.0
	meet := func(f float64, n vec, ok bool) {
		if ok && f < first {
			first = f
			h = hit{end: a.mad(f, b.sub(a)), normal: n, solid: true}
		}
	}
	var lo, hi vec
	for i := range 3 {
		lo[i], hi[i] = math.Min(a[i], b[i])-1, math.Max(a[i], b[i])+1
	}
	for i := range w.level.Brushes {
		if br := &w.level.Brushes[i]; br.Contents&bsp.Solid != 0 && overlap(lo, hi, double(br.Min), double(br.Max)) {
			meet(enters(br, a, b))
		}
	}
	for _, m := range w.movers {
		f, ok := rayBox(a.sub(m.pos), b.sub(m.pos), m.lo, m.hi)
		meet(f, h.normal, ok)
	}
	return h
}

// enters is where on the way a-b a brush is entered, from 0 to 1, and by which side.
func enters(br *bsp.Brush, a, b vec) (enter float64, normal vec, ok bool) {
	leave := 1.0
	for i := range br.Sides {
		n, d := double(br.Sides[i].Normal), float64(br.Sides[i].Dist)
		from, to := a.dot(n)-d, b.dot(n)-d
		switch f := from / (from - to); {
		case from > 0 && to > 0:
			return 0, vec{}, false
		case from > 0 && f >= enter:
			enter, normal = f, n
		case from <= 0 && to > 0:
			leave = math.Min(leave, f)
		}
	}
	return enter, normal, enter < leave
}

// rayBox is where on the way a-b a box is entered, from 0 to 1.
func rayBox(a, b, lo, hi vec) (float64, bool) {
	enter, leave := 0.0, 1.0
	for i := range 3 {
		d := b[i] - a[i]
		if d == 0 {
			d = 1e-9
		}
		t0, t1 := (lo[i]-a[i])/d, (hi[i]-a[i])/d
		enter, leave = math.Max(enter, math.Min(t0, t1)), math.Min(leave, math.Max(t0, t1))
	}
	return enter, enter < leave
}

// clear reports whether nothing solid is between two points.
func (w *world) clear(a, b vec) bool { return !w.ray(a, b).solid }
