package bsp

import "math"

// readBrushes reads the given brushes of Quake II or Quake III, keeping those that stop a player or are liquid.
func (d *decoder) readBrushes(which []int, contentsOf func(int) int) (out []Brush) {
	for _, i := range which {
		b := d.record(lumpBrushes, i)
		first, count := i32(b, 0), i32(b, 4)
		contents := brushContents(contentsOf(i32(b, 8)))
		if contents == 0 || count < 4 {
			continue
		}
		d.sides += count
		if d.sides > maxCorners || !d.inside(lumpBrushSides, first, count, "brush", i) {
			d.fail("%d sides of brushes", d.sides)
			return nil
		}
		brush := Brush{Contents: contents, Sides: make([]Plane, count)}
		for s := range brush.Sides {
			p := d.sidePlane(first + s)
			if p < 0 || p >= len(d.planes) {
				d.fail("brush side %d names plane %d of %d", first+s, p, len(d.planes))
				return nil
			}
			brush.Sides[s] = d.planes[p]
		}
		if brush.measure() {
			out = append(out, brush)
		}
	}
	return out
}

func (d *decoder) sidePlane(i int) int {
	b := d.record(lumpBrushSides, i)
	if d.layout.sizes[lumpBrushSides] == 4 {
		return u16(b, 0)
	}
	return i32(b, 0)
}

// measure computes the brush's box. Compilers give every brush its six axial planes; if one of them is missing, the box
// is that of the corners. measure returns false for a brush without volume.
func (b *Brush) measure() bool {
	const far = maxCoord
	b.Min, b.Max = Vec3{-far, -far, -far}, Vec3{far, far, far}
	for _, s := range b.Sides {
		for axis := range 3 {
			switch {
			case s.Normal[axis] > 0.9999:
				b.Max[axis] = min(b.Max[axis], s.Dist)
			case s.Normal[axis] < -0.9999:
				b.Min[axis] = max(b.Min[axis], -s.Dist)
			}
		}
	}
	for axis := range 3 {
		if b.Min[axis] == -far || b.Max[axis] == far {
			b.boxOfCorners()
			break
		}
	}
	return b.Min[0] < b.Max[0] && b.Min[1] < b.Max[1] && b.Min[2] < b.Max[2]
}

// boxOfCorners sets the box to that of the points where three sides meet.
func (b *Brush) boxOfCorners() {
	inf := float32(math.Inf(1))
	lo, hi := Vec3{inf, inf, inf}, Vec3{-inf, -inf, -inf}
	if len(b.Sides) > 64 {
		return
	}
	for i := range b.Sides {
		for j := range i {
			for k := range j {
				p, ok := meet(b.Sides[i], b.Sides[j], b.Sides[k])
				if !ok || !b.holds(p, 0.1) {
					continue
				}
				for a := range 3 {
					lo[a], hi[a] = min(lo[a], p[a]), max(hi[a], p[a])
				}
			}
		}
	}
	if lo[0] > hi[0] {
		return
	}
	// Planes that are nearly parallel meet far outside any map.
	for a := range 3 {
		b.Min[a], b.Max[a] = max(lo[a], -maxCoord), min(hi[a], maxCoord)
	}
}

// meet returns the intersection of three planes.
func meet(a, b, c Plane) (Vec3, bool) {
	bc, ca, ab := cross(b.Normal, c.Normal), cross(c.Normal, a.Normal), cross(a.Normal, b.Normal)
	det := dot(a.Normal, bc)
	if abs(det) < 1e-5 {
		return Vec3{}, false
	}
	var p Vec3
	for i := range p {
		p[i] = (bc[i]*a.Dist + ca[i]*b.Dist + ab[i]*c.Dist) / det
	}
	return p, true
}

// holds reports whether p is inside the brush, or no more than slack outside it.
func (b *Brush) holds(p Vec3, slack float32) bool {
	for i := range b.Sides {
		if s := &b.Sides[i]; dot(s.Normal, p) > s.Dist+slack {
			return false
		}
	}
	return true
}

// box is an axis-aligned box.
type box struct{ min, max Vec3 }

// columns is a grid of columns for finding boxes by position.
type columns struct {
	x, y       float32 // corner of the grid
	cell       float32
	cols, rows int
	lists      [][]int32
}

// maxCells bounds the entries in all columns.
const maxCells = 1 << 22

// columnsOf returns columns of width cell, or wider if there would be too many.
func columnsOf(boxes []box, cell float32) columns {
	ix := columns{cell: cell}
	if len(boxes) == 0 {
		return ix
	}
	lo, hi := boxes[0].min, boxes[0].max
	for i := range boxes {
		for a := range 2 {
			lo[a], hi[a] = min(lo[a], boxes[i].min[a]), max(hi[a], boxes[i].max[a])
		}
	}
	cells := func() float32 {
		n := float32(0)
		for i := range boxes {
			b := &boxes[i]
			n += (b.max[0] - b.min[0]) * (b.max[1] - b.min[1]) / ix.cell / ix.cell
		}
		return n
	}
	for (hi[0]-lo[0])/ix.cell > 256 || (hi[1]-lo[1])/ix.cell > 256 || cells() > maxCells {
		ix.cell *= 2
	}
	ix.x, ix.y = lo[0], lo[1]
	ix.cols, ix.rows = int((hi[0]-lo[0])/ix.cell)+1, int((hi[1]-lo[1])/ix.cell)+1
	ix.lists = make([][]int32, ix.cols*ix.rows)
	for i := range boxes {
		b := &boxes[i]
		c0, r0, c1, r1 := ix.span(b.min[0], b.min[1], b.max[0], b.max[1])
		for r := r0; r <= r1; r++ {
			for c := c0; c <= c1; c++ {
				ix.lists[r*ix.cols+c] = append(ix.lists[r*ix.cols+c], int32(i))
			}
		}
	}
	return ix
}

// span returns the range of columns and rows covered by a rectangle, clipped to the grid.
func (ix *columns) span(x0, y0, x1, y1 float32) (c0, r0, c1, r1 int) {
	clamp := func(v float32, n int) int { return max(0, min(n-1, int(math.Floor(float64(v/ix.cell))))) }
	return clamp(x0-ix.x, ix.cols), clamp(y0-ix.y, ix.rows), clamp(x1-ix.x, ix.cols), clamp(y1-ix.y, ix.rows)
}

// at returns the boxes whose columns contain the point.
func (ix *columns) at(p Vec3) []int32 {
	if ix.cols == 0 {
		return nil
	}
	c, r, _, _ := ix.span(p[0], p[1], p[0], p[1])
	return ix.lists[r*ix.cols+c]
}

// any reports whether f returns true for a box in the columns of the player's box at p.
func (ix *columns) any(p Vec3, f func(i int32) bool) bool {
	if ix.cols == 0 {
		return false
	}
	c0, r0, c1, r1 := ix.span(p[0]+playerMin[0], p[1]+playerMin[1], p[0]+playerMax[0], p[1]+playerMax[1])
	for r := r0; r <= r1; r++ {
		for c := c0; c <= c1; c++ {
			for _, i := range ix.lists[r*ix.cols+c] {
				if f(i) {
					return true
				}
			}
		}
	}
	return false
}

// brushIndex finds brushes by position.
type brushIndex struct {
	columns
	brushes []Brush
}

func indexBrushes(brushes []Brush) *brushIndex {
	boxes := make([]box, len(brushes))
	for i := range brushes {
		boxes[i] = box{brushes[i].Min, brushes[i].Max}
	}
	return &brushIndex{columnsOf(boxes, 128), brushes}
}

func (ix *brushIndex) contents(p Vec3) Contents {
	var out Contents
	for _, i := range ix.at(p) {
		b := &ix.brushes[i]
		if b.Contents&^out != 0 && p[2] >= b.Min[2] && p[2] <= b.Max[2] && b.holds(p, 0) {
			out |= b.Contents
		}
	}
	return out
}

// The player's box around the origin.
var (
	playerMin = Vec3{-16, -16, -24}
	playerMax = Vec3{16, 16, 32}
)

// skin is the depth to which the player's box may be inside a brush, because positions in demos are rounded.
const skin = 0.125

func (ix *brushIndex) fits(p Vec3) bool {
	return !ix.any(p, func(i int32) bool { return ix.brushes[i].stops(p) })
}

// stops reports whether the player's box at p intersects the brush. As in the games, planes are moved out by the box;
// the compiler's bevels keep edges from growing.
func (b *Brush) stops(p Vec3) bool {
	if b.Contents&(Solid|Clip) == 0 {
		return false
	}
	for a := range 3 {
		if p[a]+playerMax[a] <= b.Min[a]+skin || p[a]+playerMin[a] >= b.Max[a]-skin {
			return false
		}
	}
	for i := range b.Sides {
		s := &b.Sides[i]
		near := Vec3{p[0], p[1], p[2]}
		for a := range 3 {
			if s.Normal[a] < 0 {
				near[a] += playerMax[a]
			} else {
				near[a] += playerMin[a]
			}
		}
		if dot(s.Normal, near) >= s.Dist-skin {
			return false
		}
	}
	return true
}
