package stage

import (
	"image"
	"math"
	"time"

	"fragscope/sim"
	"fragscope/viewer/ink"
)

const (
	routeCells = 1536 // along the longer side
	routeWidth = 1.3  // cells
	routeAlpha = 0.62
)

// NewRoutes draws the ways that the players of a filter went in its range of time, each in his colour, as
// a picture over the box lo to hi of the world: trails of any length. What the filter counts does not matter.
func NewRoutes(r *sim.Recording, lo, hi [3]float32, f HeatFilter, theme *ink.Theme, teams bool) *Heat {
	h := &Heat{Filter: f}
	g, ok := h.frame(lo, hi, routeCells)
	if !ok {
		return h
	}
	from, to := h.span(r)
	mask := make([]uint8, g.w*g.h)
	h.pix = image.NewRGBA(image.Rect(0, 0, g.w, g.h))
	var path []sim.PathPoint
	seen := map[int]bool{}
	for _, e := range r.Roster() {
		p := e.Profile
		if p == nil || seen[p.Slot] || !f.takes(p.Slot, p) {
			continue
		}
		seen[p.Slot] = true
		path = r.Path(p.Slot, from, to, path[:0])
		clear(mask)
		h.Total += h.route(mask, g.w, g.h, path, from)
		tint(h.pix, mask, theme.Badge(p, teams).Color.Fade(routeAlpha))
	}
	return h
}

// route draws one way into a mask and gives the time that it took.
func (h *Heat) route(mask []uint8, w, hgt int, path []sim.PathPoint, from time.Duration) (total time.Duration) {
	for i := 1; i < len(path); i++ {
		a, b := &path[i-1], &path[i]
		if b.Cut || a.Life != sim.Alive || b.Life != sim.Alive || a.Time < from || b.Time-a.Time > time.Second {
			continue
		}
		total += b.Time - a.Time
		x0, y0 := h.at(a.Origin)
		x1, y1 := h.at(b.Origin)
		n := int(2*math.Hypot(x1-x0, y1-y0)) + 1
		if n > 8192 {
			continue
		}
		for k := range n {
			t := float64(k) / float64(n)
			stamp(mask, w, hgt, x0+(x1-x0)*t, y0+(y1-y0)*t)
		}
	}
	return total
}

// stamp sets a round dot.
func stamp(mask []uint8, w, h int, x, y float64) {
	i, j := int(x), int(y)
	if i < 1 || j < 1 || i >= w-1 || j >= h-1 {
		return
	}
	for dj := -1; dj <= 1; dj++ {
		for di := -1; di <= 1; di++ {
			d := math.Hypot(float64(i+di)+0.5-x, float64(j+dj)+0.5-y)
			v := uint8(min(max(routeWidth-d, 0), 1) * 255)
			if m := &mask[(j+dj)*w+i+di]; v > *m {
				*m = v
			}
		}
	}
}

// tint lays a colour over a premultiplied picture where a mask says.
func tint(pix *image.RGBA, mask []uint8, col ink.Color) {
	for i, m := range mask {
		if m == 0 {
			continue
		}
		a := uint32(m) * uint32(col.A) / 255
		p := pix.Pix[4*i : 4*i+4 : 4*i+4]
		for k, v := range [4]uint32{uint32(col.R), uint32(col.G), uint32(col.B), 255} {
			p[k] = uint8((v*a + uint32(p[k])*(255-a)) / 255)
		}
	}
}
