package plan

import (
	"math"
	"slices"

	"fragscope/assets/bsp"
)

// patches joins adjacent level squares of a height grid into rectangles, a few for each room. It first joins squares
// within a row, then the rectangles of adjoining rows.
type patches struct {
	first       int     // surface of the row
	row         []int32 // rectangles among the row's surfaces, in increasing order
	left, right []int32 // those that end at the left and right side of the square
	below, here map[patch]int32
}

// patch holds what rectangles in adjoining rows must have in common to be joined.
type patch struct {
	x0, x1, z float64
	dim       bool
}

func (p *patches) startRow(surfaces int) {
	if p.below, p.here = p.here, p.below; p.here == nil {
		p.here = map[patch]int32{}
	}
	clear(p.here)
	p.first, p.row, p.left, p.right = surfaces, p.row[:0], p.left[:0], p.right[:0]
}

func (p *patches) startSquare() { p.left, p.right = p.right, p.left[:0] }

// add adds the rectangle of one square.
func (p *patches) add(surface int) {
	p.row, p.right = append(p.row, int32(surface)), append(p.right, int32(surface))
}

// widen extends a rectangle of the same height that ends at the left side of a square, and reports whether there is
// one.
func (p *patches) widen(out []surface, x1, z float64, dim bool) bool {
	for n, k := range p.left {
		if s := &out[k]; s.c == z && s.dim == dim {
			s.x[1], s.x[2], s.max[0] = x1, x1, x1
			p.left = slices.Delete(p.left, n, n+1)
			p.right = append(p.right, k)
			return true
		}
	}
	return false
}

// stack ends a row: it joins the rectangles in the row with rectangles of the same width that end below them.
func (p *patches) stack(out []surface) []surface {
	to, next := p.first, 0
	for i := p.first; i < len(out); i++ {
		s := &out[i]
		rectangle := next < len(p.row) && int(p.row[next]) == i
		if rectangle {
			next++
			key := patch{s.x[0], s.x[1], s.c, s.dim}
			if k, ok := p.below[key]; ok {
				b := &out[k]
				b.y[2], b.y[3], b.max[1] = s.y[2], s.y[3], s.max[1]
				p.here[key] = k
				continue
			}
			p.here[key] = int32(to)
		}
		out[to] = *s
		to++
	}
	return out[:to]
}

// surfaces returns the polygons of the height grid's squares, cut where the distance to a path is edgeDistance.
func (l *heightGrid) surfaces() []surface {
	known, supposed := l.shares()
	out := make([]surface, 0, int(known+supposed)*5/8) // as many as large plans have
	for r := range l.rows - 1 {
		l.patches.startRow(len(out))
		for c := range l.cols - 1 {
			l.patches.startSquare()
			at := r*l.cols + c
			corners := [4]int{at, at + 1, at + l.cols + 1, at + l.cols}
			var used [4]uint64
			for first := range corners {
				for k := range l.points[corners[first]] {
					if k < 64 && used[first]&(1<<k) == 0 {
						out = l.square(out, c, r, corners, &used, first, k)
					}
				}
			}
		}
		out = l.patches.stack(out)
	}
	if len(out) < cap(out)*7/8 { // plans are kept for long
		out = slices.Clone(out)
	}
	return out
}

// square adds the polygons of one floor of a square, starting with floor k of a corner.
func (l *heightGrid) square(out []surface, c, r int, corners [4]int, used *[4]uint64, first, k int) []surface {
	z := l.points[corners[first]][k].z
	var f [4]floorPoint
	inside, supposed := false, false
	for i := range f {
		f[i] = floorPoint{z: z, dist: pathDistance, air: pathDistance}
		best := -1
		for n := range l.points[corners[i]] {
			p := &l.points[corners[i]][n]
			if n < 64 && used[i]&(1<<n) == 0 && abs32(p.z-z) < 40 &&
				(best < 0 || abs32(p.z-z) < abs32(l.points[corners[i]][best].z-z)) {
				best = n
			}
		}
		if best >= 0 {
			f[i] = l.points[corners[i]][best]
			f[i].z = float32(math.Floor(float64(f[i].z) + 0.5))
			used[i] |= 1 << best
		}
		inside = inside || f[i].inside()
		supposed = supposed || f[i].inside() && f[i].dist >= edgeDistance
	}
	if !inside {
		return out
	}
	if supposed {
		out = l.outline(out, c, r, &f, true)
	}
	return l.outline(out, c, r, &f, false)
}

// supposedSink is the distance by which supposed floor is drawn below known floor, in units.
const supposedSink = 0.25

// outline adds the part of a square near enough to a path or, below it, the supposed part.
func (l *heightGrid) outline(out []surface, c, r int, f *[4]floorPoint, supposed bool) []surface {
	far, lift := func(p *floorPoint) float32 { return p.dist }, 0.0
	if supposed {
		far, lift = (*floorPoint).edge, -supposedSink
	}
	var poly [8][3]float64
	n, corners := 0, 0
	offsets := [4][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
	x0, y0 := l.place(c, r)
	for i := range f {
		j := (i + 1) % 4
		corner := func(t float64) [3]float64 {
			return [3]float64{
				float64(x0) + l.step*(offsets[i][0]+t*(offsets[j][0]-offsets[i][0])),
				float64(y0) + l.step*(offsets[i][1]+t*(offsets[j][1]-offsets[i][1])),
				float64(f[i].z) + t*float64(f[j].z-f[i].z) + lift}
		}
		a, b := far(&f[i]), far(&f[j])
		if a < edgeDistance {
			poly[n] = corner(0)
			n++
			corners++
		}
		if (a < edgeDistance) != (b < edgeDistance) {
			poly[n] = corner(float64((edgeDistance - a) / (b - a)))
			n++
		}
	}
	if n < 3 {
		return out
	}
	z, level := flat(poly[:n], supposed)
	if level && corners == 4 && l.patches.widen(out, poly[1][0], z, supposed) {
		return out
	}
	from := len(out)
	if level {
		out = l.appendFlat(out, poly[:n], z)
	} else {
		out = l.appendTriangles(out, poly[:n])
	}
	for i := range out[from:] {
		out[from+i].dim = supposed
	}
	if level && corners == 4 && len(out) > from {
		l.patches.add(from)
	}
	return out
}

// flatSlack is the number of units by which the corners of a flat polygon may differ in height. Heights are whole
// units, so less is invisible; without it next to nothing would be flat, as heights are averages of their surroundings.
const flatSlack = 1.0

// flat returns the height of a polygon if it is flat: for supposed floor its lowest corner, to stay below known floor.
func flat(p [][3]float64, supposed bool) (z float64, ok bool) {
	low, high := p[0][2], p[0][2]
	for i := range p {
		low, high = min(low, p[i][2]), max(high, p[i][2])
	}
	if z = high; supposed {
		z = low
	}
	return z, high-low <= flatSlack
}

// appendFlat adds a flat polygon.
func (l *heightGrid) appendFlat(out []surface, p [][3]float64, z float64) []surface {
	x, y := l.corners.pair(len(p))
	for i := range p {
		x[i], y[i] = p[i][0], p[i][1]
	}
	if s, ok := newSurface(x, y, 0, 0, z, bsp.KindSolid); ok {
		out = append(out, s)
	}
	return out
}

// appendTriangles adds a polygon as triangles.
func (l *heightGrid) appendTriangles(out []surface, p [][3]float64) []surface {
	for i := 1; i+1 < len(p); i++ {
		a, b, c := p[0], p[i], p[i+1]
		ux, uy, uz := b[0]-a[0], b[1]-a[1], b[2]-a[2]
		vx, vy, vz := c[0]-a[0], c[1]-a[1], c[2]-a[2]
		det := ux*vy - uy*vx
		if math.Abs(det) < 1 {
			continue
		}
		ka, kb := (uz*vy-vz*uy)/det, (vz*ux-uz*vx)/det
		x, y := l.corners.pair(3)
		for k, v := range [...]*[3]float64{&a, &b, &c} {
			x[k], y[k] = v[0], v[1]
		}
		s, ok := newSurface(x, y, ka, kb, a[2]-ka*a[0]-kb*a[1], bsp.KindSolid)
		if ok {
			out = append(out, s)
		}
	}
	return out
}
