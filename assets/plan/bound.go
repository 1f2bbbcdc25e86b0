package plan

import (
	"math"
	"slices"
)

// Limits on the cost of drawing a plan. Real maps stay below a tenth of it; maps made to be slow lose floor instead.
const (
	maxSurfaces = 1 << 18
	maxOverdraw = 128.0 // floors above each other in a cell
	overdraws   = 128   // cells along the longer side of a plan
)

// bounded returns surfaces without those that exceed the maximum number and those in too many layers. It keeps the
// first surfaces, in their order.
func bounded(surfaces []surface) []surface {
	if len(surfaces) == 0 {
		return surfaces
	}
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := range surfaces {
		s := &surfaces[i]
		x0, y0 = math.Min(x0, s.min[0]), math.Min(y0, s.min[1])
		x1, y1 = math.Max(x1, s.max[0]), math.Max(y1, s.max[1])
	}
	cell := math.Max(math.Max(x1-x0, y1-y0)/overdraws, 16)
	cols := int((x1-x0)/cell) + 1
	load := make([]float64, cols*(int((y1-y0)/cell)+1))
	kept, left := surfaces, false
	for i := range surfaces {
		s := &surfaces[i]
		c0, c1 := int((s.min[0]-x0)/cell), int((s.max[0]-x0)/cell)
		r0, r1 := int((s.min[1]-y0)/cell), int((s.max[1]-y0)/cell)
		share := s.area() / float64((c1-c0+1)*(r1-r0+1)) / cell / cell
		full := false
		for r := r0; r <= r1 && !full; r++ {
			for c := c0; c <= c1 && !full; c++ {
				full = load[r*cols+c]+share > maxOverdraw
			}
		}
		if full {
			if !left { // until now all are kept, and nothing has to be copied
				kept, left = slices.Clone(surfaces[:i]), true
			}
			continue
		}
		for r := r0; r <= r1; r++ {
			for c := c0; c <= c1; c++ {
				load[r*cols+c] += share
			}
		}
		if left {
			kept = append(kept, *s)
		}
		if left && len(kept) == maxSurfaces || !left && i+1 == maxSurfaces {
			break
		}
	}
	return kept[:min(len(kept), maxSurfaces)]
}
