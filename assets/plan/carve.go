package plan

import (
	"math"
	"sort"

	"fragscope/assets/bsp"
)

// carve cuts from Quake III's floors whatever lies inside the walls and crates standing on them, because its compiler
// keeps faces whole under solid detail. The compilers of the other games already cut them.
func carve(surfaces []surface, brushes []bsp.Brush) []surface {
	const (
		above = 1.0 // units above the floor where solid is looked for
		// Anything lower than a step is no obstacle, and often an invisible plate.
		low    = stepHeight
		thin   = 0.5
		pieces = 400     // of one floor, at most
		looks  = 1 << 23 // examined brushes, at most
	)
	looked := 0
	index := newBoxIndex(brushes)
	var out []surface
	var near []int
	for _, s := range surfaces {
		if looked > looks {
			out = append(out, s)
			continue
		}
		near = index.find(near[:0], s.min, s.max)
		looked += len(near)
		parts := []surface{s}
		for _, bi := range near {
			b := &brushes[bi]
			if b.Contents&bsp.Solid == 0 || float64(b.Min[2]) > s.max[2]+above || float64(b.Max[2]) < s.min[2]+low {
				continue
			}
			if len(parts) > pieces {
				break
			}
			looked += len(parts)
			var next []surface
			for i := range parts {
				next = parts[i].without(b, above, next)
			}
			parts = next
		}
		for i := range parts {
			if parts[i].area() > thin {
				out = append(out, parts[i])
			}
		}
	}
	return out
}

// speck is an area in square units. Solids on a floor that cover less leave no hole.
const speck = 24

// halfPlane is the points with a*x + b*y <= c.
type halfPlane struct{ a, b, c float64 }

// without appends to out what is left of s outside the brush, with the floor lifted by above.
func (s *surface) without(b *bsp.Brush, above float64, out []surface) []surface {
	if float64(b.Min[0]) >= s.max[0] || float64(b.Max[0]) <= s.min[0] || float64(b.Min[1]) >= s.max[1] ||
		float64(b.Max[1]) <= s.min[1] {
		return append(out, *s)
	}
	// On the lifted floor every side of the brush is a line.
	cuts := make([]halfPlane, 0, len(b.Sides))
	for _, side := range b.Sides {
		nx, ny, nz := float64(side.Normal[0]), float64(side.Normal[1]), float64(side.Normal[2])
		h := halfPlane{nx + nz*s.a, ny + nz*s.b, float64(side.Dist) - nz*(s.c+above)}
		if math.Hypot(h.a, h.b) < 1e-4 {
			if h.c < 0 {
				return append(out, *s)
			}
			continue
		}
		cuts = append(cuts, h)
	}
	inside := *s
	var rest []surface
	for _, h := range cuts {
		in, off := inside.split(h)
		if in == nil {
			return append(out, *s)
		}
		if off != nil {
			rest = append(rest, *off)
		}
		inside = *in
	}
	if inside.area() < speck {
		return append(out, *s)
	}
	return append(out, rest...)
}

// split cuts a polygon by a line; a part without area is nil.
func (s *surface) split(h halfPlane) (in, off *surface) {
	const slack = 0.01
	l := math.Hypot(h.a, h.b)
	d := make([]float64, len(s.x))
	inside, outside := false, false
	for i := range s.x {
		d[i] = (h.a*s.x[i] + h.b*s.y[i] - h.c) / l
		inside = inside || d[i] < -slack
		outside = outside || d[i] > slack
	}
	switch {
	case !outside && inside:
		return s, nil
	case !inside:
		return nil, s
	}
	a, b := *s, *s
	a.x, a.y, b.x, b.y = nil, nil, nil, nil
	for i := range s.x {
		j := (i + 1) % len(s.x)
		if d[i] <= 0 {
			a.x, a.y = append(a.x, s.x[i]), append(a.y, s.y[i])
		}
		if d[i] >= 0 {
			b.x, b.y = append(b.x, s.x[i]), append(b.y, s.y[i])
		}
		if d[i] < 0 && d[j] > 0 || d[i] > 0 && d[j] < 0 {
			t := d[i] / (d[i] - d[j])
			x, y := s.x[i]+t*(s.x[j]-s.x[i]), s.y[i]+t*(s.y[j]-s.y[i])
			a.x, a.y = append(a.x, x), append(a.y, y)
			b.x, b.y = append(b.x, x), append(b.y, y)
		}
	}
	if len(a.x) >= 3 {
		a.measure()
		in = &a
	}
	if len(b.x) >= 3 {
		b.measure()
		off = &b
	}
	return in, off
}

// boxIndex finds brushes by the ground that they cover.
type boxIndex struct {
	x, y, cell float64
	cols, rows int
	lists      [][]int32
	seen       []int32 // number of the last search that found a brush
	search     int32
}

func newBoxIndex(brushes []bsp.Brush) *boxIndex {
	ix := &boxIndex{cell: 128, seen: make([]int32, len(brushes))}
	if len(brushes) == 0 {
		return ix
	}
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := range brushes {
		b := &brushes[i]
		x0, y0 = math.Min(x0, float64(b.Min[0])), math.Min(y0, float64(b.Min[1]))
		x1, y1 = math.Max(x1, float64(b.Max[0])), math.Max(y1, float64(b.Max[1]))
	}
	cells := func() float64 {
		n := 0.0
		for i := range brushes {
			b := &brushes[i]
			n += float64((b.Max[0]-b.Min[0])*(b.Max[1]-b.Min[1])) / ix.cell / ix.cell
		}
		return n
	}
	for (x1-x0)/ix.cell > 256 || (y1-y0)/ix.cell > 256 || cells() > maxCells {
		ix.cell *= 2
	}
	ix.x, ix.y = x0, y0
	ix.cols, ix.rows = int((x1-x0)/ix.cell)+1, int((y1-y0)/ix.cell)+1
	ix.lists = make([][]int32, ix.cols*ix.rows)
	for i := range brushes {
		b := &brushes[i]
		ix.each([3]float64{float64(b.Min[0]), float64(b.Min[1])}, [3]float64{float64(b.Max[0]), float64(b.Max[1])},
			func(cell int) {
				ix.lists[cell] = append(ix.lists[cell], int32(i))
			})
	}
	return ix
}

func (ix *boxIndex) each(lo, hi [3]float64, f func(cell int)) {
	clamp := func(v float64, n int) int { return max(0, min(n-1, int(math.Floor(v/ix.cell)))) }
	for r := clamp(lo[1]-ix.y, ix.rows); r <= clamp(hi[1]-ix.y, ix.rows); r++ {
		for c := clamp(lo[0]-ix.x, ix.cols); c <= clamp(hi[0]-ix.x, ix.cols); c++ {
			f(r*ix.cols + c)
		}
	}
}

// find appends the brushes in the cells of a box, without duplicates, in increasing order.
func (ix *boxIndex) find(out []int, lo, hi [3]float64) []int {
	if ix.cols == 0 {
		return out
	}
	ix.search++
	ix.each(lo, hi, func(cell int) {
		for _, i := range ix.lists[cell] {
			if ix.seen[i] != ix.search {
				ix.seen[i] = ix.search
				out = append(out, int(i))
			}
		}
	})
	sort.Ints(out)
	return out
}
