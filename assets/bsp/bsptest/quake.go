package bsptest

import "fragscope/assets/bsp"

var quakeContents = map[bsp.Contents]int{bsp.Solid: -2, bsp.Clip: -1, bsp.Water: -3, bsp.Slime: -4, bsp.Lava: -5}

func (b *builder) quake(m *Map) []byte {
	const (
		planes, miptex, verts, nodes, texinfo, faces, clipnodes, leafs, edges, surfedges, models = 1, 2, 3, 5, 6, 7, 9, 10, 12, 13, 14
	)
	b.shorts = m.Format != bsp.QuakeBSP2
	b.edgeZero(edges)
	info := func(x *Box) int { return b.texture(x.texture()) }
	// Leaf 0 is solid, 1 is empty space.
	for _, c := range [...]int{-2, -1} {
		b.quakeLeaf(leafs, c)
	}
	hull := make([]Box, len(m.Boxes))
	for i, x := range m.Boxes {
		hull[i] = x
		for a := range 3 {
			hull[i].Min[a] -= [3]float32{16, 16, 32}[a]
			hull[i].Max[a] += [3]float32{16, 16, 24}[a]
		}
	}
	for i := range m.Boxes {
		b.quakeLeaf(leafs, quakeContents[m.Boxes[i].contents()])
		b.chain(&m.Boxes[i], planes, nodes, i, len(m.Boxes), -1-(2+i), -2)
		inside := quakeContents[m.Boxes[i].contents()]
		if inside == -1 {
			inside = -2
		}
		b.chain(&hull[i], planes, clipnodes, i, len(m.Boxes), inside, -1)
	}
	all := append([][]Box{m.Boxes}, m.Models...)
	for _, boxes := range all {
		first, count := b.edgeFaces(boxes, planes, verts, edges, surfedges, faces, info)
		lo, hi := bounds(boxes)
		b.add(models, lo, hi, bsp.Vec3{}, 0, 0, 0, 0, 0, first, count)
	}
	for i := range b.textures {
		b.mapping(texinfo, &m.Mapping)
		b.add(texinfo, i, 0)
	}
	b.add(miptex, len(b.textures))
	const head = 40
	at := 4 + 4*len(b.textures)
	for _, t := range b.textures {
		b.add(miptex, at)
		at += head + len(m.Pictures[t].Pixels)
	}
	for _, t := range b.textures {
		p := m.Pictures[t]
		b.add(miptex, string(append([]byte(t), make([]byte, 16-len(t))...)), p.Width, p.Height)
		for range 4 {
			if p.Pixels == nil {
				b.add(miptex, 0)
			} else {
				b.add(miptex, head)
			}
		}
		b.add(miptex, string(p.Pixels))
	}
	magic := map[bsp.Format]string{bsp.Quake29: "\x1d\x00\x00\x00", bsp.QuakeBSP2: "BSP2", bsp.Quake2PSB: "2PSB"}[m.Format]
	return b.file(magic, 15)
}

// edgeZero writes edge 0, which no surfedge can refer to backwards.
func (b *builder) edgeZero(edges int) {
	b.index(edges, 0)
	b.index(edges, 0)
}

func (b *builder) quakeLeaf(leafs, contents int) {
	b.add(leafs, contents, -1)
	b.box(leafs)
	b.index(leafs, 0)
	b.index(leafs, 0)
	b.add(leafs, 0)
}

// box writes the box of a node or leaf, which nothing reads.
func (b *builder) box(lump int) {
	for range 6 {
		if b.shorts || !b.wide {
			b.add(lump, int16(0))
		} else {
			b.add(lump, float32(0))
		}
	}
}

// chain writes the six nodes of box i of n; outside leads on from the last box. A child below 0 is a leaf or, in clip
// nodes (lump 9), contents.
func (b *builder) chain(x *Box, planes, nodes, i, n, inside, outside int) {
	for s := range 6 {
		normal, dist := x.side(s)
		plane := b.add(planes, normal, dist, s/2) / 20
		front, back := 6*(i+1), 6*i+s+1
		if i+1 == n {
			front = outside
		}
		if s == 5 {
			back = inside
		}
		b.add(nodes, plane)
		for _, child := range [2]int{front, back} {
			b.index(nodes, child)
		}
		if nodes != 9 {
			b.box(nodes)
			b.index(nodes, 0)
			b.index(nodes, 0)
		}
	}
}
