package sight

import (
	"slices"

	"fragscope/assets/plan"
)

// Field determines which floors of a map are visible from a given point. It is not safe for concurrent use.
type Field struct {
	m      *Map
	places []place // from the coarsest grid to the finest
	first  int     // number of places in the coarsest
	lit    []bool
	next   []bool  // the result in progress
	at     int     // its progress
	byCell []int32 // places by floor of the grid
	around [][8]int32

	eye, wish      Vec3 // the eye of the answers, and of the result in progress
	movers, moving []Mover
	known          bool
}

// place is a sampled place on a floor.
type place struct {
	at      Vec3     // the eyes of somebody standing there
	floor   int32    // in the grid
	corners [4]int32 // the surrounding places of the next coarser grid; -1 if its floor has none
}

const (
	coarse   = 4  // cells between the places that are always sampled
	sameness = 40 // units: floors of neighbouring cells nearer in height are the same
)

// NewField returns a Field for m. Call Look before calling Sees or Floors.
func NewField(m *Map) *Field {
	f := &Field{m: m, byCell: make([]int32, len(m.cells.Heights)), around: make([][8]int32, len(m.cells.Heights))}
	for step := coarse; step >= 1; step /= 2 {
		for i := range m.cells.Cols * m.cells.Rows {
			c, r := i%m.cells.Cols, i/m.cells.Cols
			if c%step == 0 && r%step == 0 && (step == coarse || c%(2*step) != 0 || r%(2*step) != 0) {
				f.add(i, c, r, 2*step)
			}
		}
		if step == coarse {
			f.first = len(f.places)
		}
	}
	f.lit, f.next = make([]bool, len(f.places)), make([]bool, len(f.places))
	f.at = len(f.places)
	for i := range f.around {
		f.around[i] = f.neighbours(int32(i))
	}
	return f
}

// add adds the floors of a cell; step is the distance of the surrounding places, in cells.
func (f *Field) add(cell, c, r, step int) {
	g := f.m.cells
	x, y := g.Middle(cell)
	for k := g.Start[cell]; k < g.Start[cell+1]; k++ {
		p := place{at: f.eyes(x, y, g.Heights[k]), floor: k, corners: [4]int32{-1, -1, -1, -1}}
		if step <= coarse {
			for i := range p.corners {
				p.corners[i] = f.find(corner(c, step, i&1), corner(r, step, i>>1), g.Heights[k])
			}
		}
		f.byCell[k] = int32(len(f.places))
		f.places = append(f.places, p)
	}
}

// corner returns the place of the coarser grid on one side of c.
func corner(c, step, side int) int {
	low := c - c%step
	if low == c {
		return c
	}
	return low + side*step
}

// eyes returns the eye position above a floor: lower where the ceiling is low.
func (f *Field) eyes(x, y, z float32) Vec3 {
	for _, h := range [...]float32{EyeAboveFloor, 28, 12} {
		if p := (Vec3{x, y, z + h}); f.m.opaque == nil || !f.m.opaque.Shut(p) {
			return p
		}
	}
	return Vec3{x, y, z + EyeAboveFloor}
}

// find returns the place in a column and row whose floor is nearest to height z, or -1 if no floor is near it.
func (f *Field) find(c, r int, z float32) int32 {
	if k := f.floor(c, r, z); k >= 0 {
		return f.byCell[k]
	}
	return -1
}

// floor returns the floor in a column and row that is nearest to height z, or -1 if no floor is near it.
func (f *Field) floor(c, r int, z float32) int32 {
	g := f.m.cells
	if c < 0 || r < 0 || c >= g.Cols || r >= g.Rows {
		return -1
	}
	return g.Near(r*g.Cols+c, z, sameness)
}

// neighbours returns the places around the place of a floor.
func (f *Field) neighbours(floor int32) (out [8]int32) {
	g := f.m.cells
	cell, _ := slices.BinarySearch(g.Start, floor+1)
	c, r := (cell-1)%g.Cols, (cell-1)/g.Cols
	for i, d := range [8][2]int{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}} {
		out[i] = f.find(c+d[0], r+d[1], g.Heights[floor])
	}
	return out
}

// Look computes what is visible from eye, and reports whether the computation is complete. The movers also block sight.
// If limit is greater than 0, Look traces at most limit lines, and the next call continues the computation. Until the
// computation is complete, the other methods return the results of the previous one. Look does not retain movers.
func (f *Field) Look(eye Vec3, movers []Mover, limit int) (done bool) {
	if f.at == len(f.places) {
		if f.known && eye == f.wish && slices.Equal(movers, f.moving) {
			return true
		}
		f.wish, f.moving, f.at, f.known = eye, append(f.moving[:0], movers...), 0, true
	}
	hint := int32(-1)
	for ; f.at < len(f.places); f.at++ {
		p := &f.places[f.at]
		if f.at >= f.first {
			if lit, ok := agreed(f.next, &p.corners); ok {
				f.next[f.at] = lit
				continue
			}
		}
		f.next[f.at] = f.m.clear(f.wish, p.at, f.moving, &hint)
		if limit--; limit == 0 {
			f.at++
			break
		}
	}
	if f.at < len(f.places) {
		return false
	}
	f.lit, f.next = f.next, f.lit
	f.eye, f.movers = f.wish, append(f.movers[:0], f.moving...)
	return true
}

// agreed returns the value that the surrounding places share; ok is false if they differ.
func agreed(list []bool, corners *[4]int32) (lit, ok bool) {
	if corners[0] < 0 {
		return false, false
	}
	lit = list[corners[0]]
	for _, c := range corners[1:] {
		if c < 0 || list[c] != lit {
			return false, false
		}
	}
	return lit, true
}

// Sees reports whether a player with the given origin is in sight. For a player near the edge of the visible area, Sees
// traces the line of sight.
func (f *Field) Sees(origin Vec3) bool {
	g := f.m.cells
	eyes := origin
	eyes[2] += EyeAboveOrigin
	cell := g.At(origin[0], origin[1])
	if cell < 0 {
		return f.m.Clear(f.eye, eyes, f.movers)
	}
	k := f.floor(cell%g.Cols, cell/g.Cols, origin[2]-plan.FeetBelowOrigin)
	if k < 0 {
		return f.m.Clear(f.eye, eyes, f.movers)
	}
	lit := f.lit[f.byCell[k]]
	for _, n := range f.around[k] {
		if n < 0 || f.lit[n] != lit {
			return f.m.Clear(f.eye, eyes, f.movers)
		}
	}
	return lit
}

// Size returns the dimensions of the grid: the number of columns and rows, the position of the north-west corner, and
// the width of a cell, in units.
func (f *Field) Size() (cols, rows int, x, y, cell float32) {
	g := f.m.cells
	return g.Cols, g.Rows, g.X, g.Y + float32(g.Rows)*g.Size, g.Size
}

// Floors calls use for each floor of the cell in the given column and row, from the highest floor to the lowest. Row 0
// is the northernmost row. The arguments of use are the position of the eyes of a player standing on the floor, and
// whether the floor is in sight.
func (f *Field) Floors(col, row int, use func(at Vec3, lit bool)) {
	g := f.m.cells
	cell := (g.Rows-1-row)*g.Cols + col
	for k := g.Start[cell]; k < g.Start[cell+1]; k++ {
		p := f.byCell[k]
		use(f.places[p].at, f.lit[p])
	}
}
