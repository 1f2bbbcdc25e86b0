package main

import "math"

// The player's box around his origin.
var (
	hullMin = vec{-15, -15, -24}
	hullMax = vec{15, 15, 32}
)

const (
	cellSize = 128  // of the grid that finds the brushes near a move
	mapHalf  = 2048 // the map lies within this on both axes
	cells    = 2 * mapHalf / cellSize
	skin     = 1.0 / 8 // distance kept from surfaces
)

// world is what stands in the way: the map's brushes and its movers.
type world struct {
	brushes []*brush
	movers  []*mover
	grid    [cells * cells][]int32
	stamp   []int32
	now     int32
}

// hit is the result of a trace.
type hit struct {
	frac       float64 // how much of the way is free, 0 to 1
	end        vec
	normal     vec
	startSolid bool
	mover      *mover // what was hit, where it moves
	player     *player
}

func newWorld(c *chart) *world {
	w := &world{}
	for _, b := range c.models[0] {
		if b.contents&(contentsSolid|contentsWater) == 0 {
			continue
		}
		n := int32(len(w.brushes))
		w.brushes = append(w.brushes, b)
		x0, y0, x1, y1 := cellRange(b.min, b.max)
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				w.grid[y*cells+x] = append(w.grid[y*cells+x], n)
			}
		}
	}
	w.stamp = make([]int32, len(w.brushes))
	return w
}

func cellRange(lo, hi vec) (x0, y0, x1, y1 int) {
	at := func(v float64) int {
		return int(clamp(math.Floor((v+mapHalf)/cellSize), 0, cells-1))
	}
	return at(lo[0] - 1), at(lo[1] - 1), at(hi[0] + 1), at(hi[1] + 1)
}

// trace moves a box from a to b until it meets a solid.
func (w *world) trace(a, b, lo, hi vec) hit {
	h := hit{frac: 1, end: b}
	var min, max vec
	for i := range 3 {
		min[i], max[i] = math.Min(a[i], b[i])+lo[i], math.Max(a[i], b[i])+hi[i]
	}
	w.now++
	x0, y0, x1, y1 := cellRange(min, max)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			for _, n := range w.grid[y*cells+x] {
				if w.stamp[n] == w.now {
					continue
				}
				w.stamp[n] = w.now
				if br := w.brushes[n]; br.contents == contentsSolid && overlap(br.min, br.max, min, max) {
					h.clip(br, a, b, lo, hi)
				}
			}
		}
	}
	for _, m := range w.movers {
		before := h.frac
		was := h.startSolid
		h.clip(m.brush, a.sub(m.pos), b.sub(m.pos), lo, hi)
		if h.frac < before || h.startSolid != was {
			h.mover = m
		}
	}
	h.end = a.mad(h.frac, b.sub(a))
	return h
}

func overlap(al, ah, bl, bh vec) bool {
	for i := range 3 {
		if al[i] > bh[i]+1 || ah[i] < bl[i]-1 {
			return false
		}
	}
	return true
}

// clip shortens the way a-b of a box where it enters a brush.
func (h *hit) clip(br *brush, a, b, lo, hi vec) {
	enter, leave := -1.0, 1.0
	var normal vec
	inside := true
	for i := range br.sides {
		p := &br.sides[i].plane
		d := p.d
		for k := range 3 {
			if p.n[k] < 0 {
				d -= float64(p.n[k] * hi[k])
			} else {
				d -= float64(p.n[k] * lo[k])
			}
		}
		d1, d2 := a.dot(p.n)-d, b.dot(p.n)-d
		if d1 > 0 {
			inside = false
		}
		if d1 > 0 && (d2 >= skin || d2 >= d1) {
			return
		}
		if d1 <= 0 && d2 <= 0 {
			continue
		}
		if d1 > d2 {
			if f := math.Max((d1-skin)/(d1-d2), 0); f > enter {
				enter, normal = f, p.n
			}
		} else if f := math.Min((d1+skin)/(d1-d2), 1); f < leave {
			leave = f
		}
	}
	if inside {
		h.startSolid, h.frac = true, 0
		return
	}
	if enter < leave && enter > -1 && enter < h.frac {
		h.frac, h.normal = enter, normal
	}
}

// clear reports whether nothing solid is between two points.
func (w *world) clear(a, b vec) bool {
	h := w.trace(a, b, vec{}, vec{})
	return h.frac == 1 && !h.startSolid
}

// wet reports whether a point is in water.
func (w *world) wet(p vec) bool {
	x, y, _, _ := cellRange(p, p)
	for _, n := range w.grid[y*cells+x] {
		if b := w.brushes[n]; b.contents == contentsWater && b.inside(p) {
			return true
		}
	}
	return false
}

// fits reports whether a player has room at a place.
func (w *world) fits(p vec) bool { return !w.trace(p, p, hullMin, hullMax).startSolid }
