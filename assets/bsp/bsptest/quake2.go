package bsptest

import (
	"strings"

	"fragscope/assets/bsp"
)

var brushContents = map[bsp.Contents]int{bsp.Solid: 1, bsp.Clip: 0x10000, bsp.Water: 0x20, bsp.Slime: 0x10, bsp.Lava: 8}

// surfaceFlags returns the flags of Quake II (with warp for liquids) and Quake III.
func surfaceFlags(name string, warp int) int {
	switch {
	case strings.HasPrefix(name, "*"):
		return warp
	case strings.HasPrefix(name, "sky"):
		return 4
	case name == "clip", name == "nodraw", name == caulk:
		return 0x80
	case name == "grate":
		return 0x4000
	}
	return 0
}

func (b *builder) quake2(m *Map) []byte {
	const (
		planes, verts, nodes, texinfo, faces, leafs, leafBrushes, edges, surfedges, models, brushes, brushSides = 1, 2,
			4, 5, 6, 8, 10, 11, 12, 13, 14, 15
	)
	b.edgeZero(edges)
	info := func(x *Box) int { return b.texture(x.texture()) }
	b.quake2Leaf(leafs, 1, 0, 0)
	b.quake2Leaf(leafs, 0, 0, 0)
	b.lumps[brushes] = nil
	sides := 0
	addBrush := func(x *Box) {
		first := sides
		for s := range 6 {
			n, dist := x.side(s)
			plane := b.add(planes, n, dist, s/2) / 20
			b.index(brushSides, plane)
			b.index(brushSides, 0)
			sides++
		}
		b.add(brushes, first, 6, brushContents[x.contents()])
	}
	for i := range m.Boxes {
		b.quake2Leaf(leafs, brushContents[m.Boxes[i].contents()]&^0x10000, i, 1)
		b.index(leafBrushes, i)
		addBrush(&m.Boxes[i])
		b.quake2Chain(&m.Boxes[i], planes, nodes, i, len(m.Boxes))
	}
	for _, boxes := range m.Models {
		for i := range boxes {
			addBrush(&boxes[i])
		}
	}
	for _, boxes := range append([][]Box{m.Boxes}, m.Models...) {
		first, count := b.edgeFaces(boxes, planes, verts, edges, surfedges, faces, info)
		lo, hi := bounds(boxes)
		b.add(models, lo, hi, bsp.Vec3{}, 0, first, count)
	}
	for _, t := range b.textures {
		b.mapping(texinfo, &m.Mapping)
		b.add(texinfo, surfaceFlags(t, 8), 0, string(append([]byte(t), make([]byte, 32-len(t))...)), -1)
	}
	magic := "IBSP\x26\x00\x00\x00"
	if b.wide {
		magic = "QBSP\x26\x00\x00\x00"
	}
	return b.file(magic, 18) // the area portals, at the end, are not needed
}

func (b *builder) quake2Leaf(leafs, contents, firstBrush, brushes int) {
	b.add(leafs, contents)
	b.index(leafs, 0)
	b.index(leafs, 0)
	b.box(leafs)
	for _, v := range [...]int{0, 0, firstBrush, brushes} {
		b.index(leafs, v)
	}
}

// quake2Chain is chain with 32-bit children.
func (b *builder) quake2Chain(x *Box, planes, nodes, i, n int) {
	for s := range 6 {
		normal, dist := x.side(s)
		plane := b.add(planes, normal, dist, s/2) / 20
		front, back := 6*(i+1), 6*i+s+1
		if i+1 == n {
			front = -2
		}
		if s == 5 {
			back = -1 - (2 + i)
		}
		b.add(nodes, plane, front, back)
		b.box(nodes)
		b.index(nodes, 0)
		b.index(nodes, 0)
	}
}
