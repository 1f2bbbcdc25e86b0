package sight

import (
	"encoding/binary"
	"math"

	"fragscope/assets/bsp"
)

// oracle follows lines through a map file as the engines do: recursively through the nodes, which it reads itself.
type oracle struct {
	planes   [][4]float64
	nodes    []oracleNode
	leafs    []oracleLeaf
	brushes  [][]int // planes of the sides
	contents []uint32
	mask     uint32 // Quake II and III: contents that end sight
	patches  [][3][3]float64
}

type oracleNode struct {
	plane int
	child [2]int
}

type oracleLeaf struct {
	contents int32
	brushes  []int
}

func u32(b []byte, at int) int { return int(int32(binary.LittleEndian.Uint32(b[at:]))) }
func u16(b []byte, at int) int { return int(binary.LittleEndian.Uint16(b[at:])) }
func f64(b []byte, at int) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b[at:])))
}

// newOracle reads a map of version 29, 38 or 46.
func newOracle(b []byte, m *bsp.Map) *oracle {
	head := 8
	if m.Format == bsp.Quake29 {
		head = 4
	}
	lump := func(i int) []byte { return b[u32(b, head+8*i) : u32(b, head+8*i)+u32(b, head+8*i+4)] }
	o := &oracle{}
	switch m.Format {
	case bsp.Quake29:
		o.readPlanes(lump(1), 20)
		for l := lump(5); len(l) >= 24; l = l[24:] {
			o.nodes = append(o.nodes, oracleNode{u32(l, 0), [2]int{int(int16(u16(l, 4))), int(int16(u16(l, 6)))}})
		}
		for l := lump(10); len(l) >= 28; l = l[28:] {
			o.leafs = append(o.leafs, oracleLeaf{contents: int32(u32(l, 0))})
		}
	case bsp.Quake2:
		o.mask = 1 | 8 | 16
		o.readPlanes(lump(1), 20)
		o.readNodes(lump(4), 28)
		o.readLeafs(lump(8), 28, lump(10), func(l []byte) (int, int) { return u16(l, 24), u16(l, 26) },
			func(l []byte, i int) int { return u16(l, 2*i) })
		o.readBrushes(lump(14), lump(15), 4, func(l []byte, i int) int { return u16(l, 4*i) },
			func(i int) uint32 { return uint32(i) })
	case bsp.Quake3:
		o.mask = 1
		o.readPlanes(lump(2), 16)
		o.readNodes(lump(3), 36)
		o.readLeafs(lump(4), 48, lump(6), func(l []byte) (int, int) { return u32(l, 40), u32(l, 44) },
			func(l []byte, i int) int { return u32(l, 4*i) })
		shaders := lump(1)
		o.readBrushes(lump(8), lump(9), 8, func(l []byte, i int) int { return u32(l, 8*i) },
			func(i int) uint32 { return uint32(u32(shaders, 72*i+68)) })
		o.readPatches(m)
	}
	return o
}

func (o *oracle) readPlanes(l []byte, size int) {
	for ; len(l) >= size; l = l[size:] {
		o.planes = append(o.planes, [4]float64{f64(l, 0), f64(l, 4), f64(l, 8), f64(l, 12)})
	}
}

func (o *oracle) readNodes(l []byte, size int) {
	for ; len(l) >= size; l = l[size:] {
		o.nodes = append(o.nodes, oracleNode{u32(l, 0), [2]int{u32(l, 4), u32(l, 8)}})
	}
}

func (o *oracle) readLeafs(l []byte, size int, list []byte, span func([]byte) (int, int), at func([]byte, int) int) {
	for ; len(l) >= size; l = l[size:] {
		first, n := span(l)
		leaf := oracleLeaf{}
		for i := first; i < first+n; i++ {
			leaf.brushes = append(leaf.brushes, at(list, i))
		}
		o.leafs = append(o.leafs, leaf)
	}
}

func (o *oracle) readBrushes(l, sides []byte, size int, plane func([]byte, int) int, contents func(int) uint32) {
	for ; len(l) >= 12; l = l[12:] {
		var list []int
		for i := u32(l, 0); i < u32(l, 0)+u32(l, 4); i++ {
			list = append(list, plane(sides, i))
		}
		o.brushes, o.contents = append(o.brushes, list), append(o.contents, contents(u32(l, 8)))
	}
}

// readPatches takes the pieces of solid patches as the map has them.
func (o *oracle) readPatches(m *bsp.Map) {
	world := m.Models[0]
	for _, f := range m.Faces[world.FirstFace : world.FirstFace+world.FaceCount] {
		if !f.Patch() || f.Kind != bsp.KindSolid {
			continue
		}
		var t [3][3]float64
		for i := range t {
			for a := range 3 {
				t[i][a] = float64(m.Verts[int(f.First)+i][a])
			}
		}
		o.patches = append(o.patches, t)
	}
}

// clear reports whether a line meets nothing that ends sight.
func (o *oracle) clear(from, to Vec3) bool {
	var a, b [3]float64
	for i := range a {
		a[i], b[i] = float64(from[i]), float64(to[i])
	}
	if o.brushes == nil {
		wet := o.leafs[-1-o.leafAt(0, a)].contents
		return o.throughLeafs(0, a, b, wet)
	}
	for _, t := range o.patches {
		if meets(t, a, b) {
			return false
		}
	}
	return o.throughBrushes(0, a, b, a, b)
}

func (o *oracle) dist(n *oracleNode, p [3]float64) float64 {
	pl := o.planes[n.plane]
	return pl[0]*p[0] + pl[1]*p[1] + pl[2]*p[2] - pl[3]
}

func (o *oracle) leafAt(n int, p [3]float64) int {
	for n >= 0 {
		side := 0
		if o.dist(&o.nodes[n], p) < 0 {
			side = 1
		}
		n = o.nodes[n].child[side]
	}
	return n
}

func between(a, b [3]float64, t float64) (p [3]float64) {
	for i := range p {
		p[i] = a[i] + (b[i]-a[i])*t
	}
	return p
}

// throughLeafs is Quake's: solid and sky end a line, and so does the surface of a liquid.
func (o *oracle) throughLeafs(n int, a, b [3]float64, start int32) bool {
	if n < 0 {
		c := o.leafs[-1-n].contents
		liquid := func(c int32) bool { return c <= -3 && c >= -5 || c <= -9 && c >= -14 }
		return c != -2 && c != -6 && liquid(c) == liquid(start)
	}
	d0, d1 := o.dist(&o.nodes[n], a), o.dist(&o.nodes[n], b)
	child := o.nodes[n].child
	switch {
	case d0 >= 0 && d1 >= 0:
		return o.throughLeafs(child[0], a, b, start)
	case d0 < 0 && d1 < 0:
		return o.throughLeafs(child[1], a, b, start)
	}
	mid := between(a, b, d0/(d0-d1))
	side := 0
	if d0 < 0 {
		side = 1
	}
	return o.throughLeafs(child[side], a, mid, start) && o.throughLeafs(child[1-side], mid, b, start)
}

// throughBrushes is Quake II's and III's: the brushes of the leafs on the way are tested.
func (o *oracle) throughBrushes(n int, a, b, from, to [3]float64) bool {
	if n < 0 {
		for _, i := range o.leafs[-1-n].brushes {
			if o.contents[i]&o.mask != 0 && o.cuts(i, from, to) {
				return false
			}
		}
		return true
	}
	d0, d1 := o.dist(&o.nodes[n], a), o.dist(&o.nodes[n], b)
	child := o.nodes[n].child
	switch {
	case d0 >= 0.01 && d1 >= 0.01:
		return o.throughBrushes(child[0], a, b, from, to)
	case d0 < -0.01 && d1 < -0.01:
		return o.throughBrushes(child[1], a, b, from, to)
	}
	return o.throughBrushes(child[0], a, b, from, to) && o.throughBrushes(child[1], a, b, from, to)
}

// cuts reports whether a line goes through a brush.
func (o *oracle) cuts(brush int, a, b [3]float64) bool {
	in, out := 0.0, 1.0
	for _, p := range o.brushes[brush] {
		pl := o.planes[p]
		d0 := pl[0]*a[0] + pl[1]*a[1] + pl[2]*a[2] - pl[3]
		d1 := pl[0]*b[0] + pl[1]*b[1] + pl[2]*b[2] - pl[3]
		switch {
		case d0 > 0 && d1 > 0:
			return false
		case d0 <= 0 && d1 <= 0:
		case d0 > d1:
			in = math.Max(in, d0/(d0-d1))
		default:
			out = math.Min(out, d0/(d0-d1))
		}
	}
	return in < out && len(o.brushes[brush]) > 0
}

// meets reports whether a line crosses a triangle: its ends are on two sides, and it passes all edges on one.
func meets(t [3][3]float64, a, b [3]float64) bool {
	volume := func(p, q, r, s [3]float64) float64 {
		var u, v, w [3]float64
		for i := range u {
			u[i], v[i], w[i] = q[i]-p[i], r[i]-p[i], s[i]-p[i]
		}
		return u[0]*(v[1]*w[2]-v[2]*w[1]) - u[1]*(v[0]*w[2]-v[2]*w[0]) + u[2]*(v[0]*w[1]-v[1]*w[0])
	}
	if (volume(t[0], t[1], t[2], a) > 0) == (volume(t[0], t[1], t[2], b) > 0) {
		return false
	}
	x, y, z := volume(a, b, t[0], t[1]), volume(a, b, t[1], t[2]), volume(a, b, t[2], t[0])
	return x >= 0 && y >= 0 && z >= 0 || x <= 0 && y <= 0 && z <= 0
}
