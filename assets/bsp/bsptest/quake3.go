package bsptest

import "fragscope/assets/bsp"

func (b *builder) quake3(m *Map) []byte {
	const (
		shaders, planes, models, brushes, brushSides, verts, meshverts, faces = 1, 2, 7, 8, 9, 10, 11, 13
	)
	contents := map[string]int{}
	sides, brushCount := 0, 0
	for model, boxes := range append([][]Box{m.Boxes}, m.Models...) {
		firstFace, firstBrush := len(b.lumps[faces])/104, brushCount
		for i := range boxes {
			x := &boxes[i]
			shader := b.texture(x.texture())
			contents[x.texture()] = brushContents[x.contents()]
			b.add(brushes, sides, 6, shader)
			brushCount++
			for s := range 6 {
				n, dist := x.side(s)
				b.add(brushSides, b.add(planes, n, dist)/16, shader)
				sides++
				if x.contents() == bsp.Clip {
					continue
				}
				corners := x.corners(s)
				first := b.quake3Verts(verts, corners[:], n, &m.Mapping)
				mesh := len(b.lumps[meshverts]) / 4
				count := 0
				if !m.NoMeshverts {
					b.add(meshverts, 0, 1, 2, 0, 2, 3)
					count = 6
				}
				b.quake3Face(faces, shader, 1, first, 4, mesh, count, n, 0, 0)
			}
		}
		if model == 0 {
			for _, p := range m.Patches {
				first := b.quake3Verts(verts, p.Points, bsp.Vec3{0, 0, 1}, &m.Mapping)
				contents[p.Texture] = 1
				b.quake3Face(faces, b.texture(p.Texture), 2, first, len(p.Points), 0, 0, bsp.Vec3{}, p.Width, p.Height)
			}
		}
		lo, hi := bounds(boxes)
		b.add(models, lo, hi, firstFace, len(b.lumps[faces])/104-firstFace, firstBrush, brushCount-firstBrush)
	}
	for _, t := range b.textures {
		b.add(shaders, string(append([]byte(t), make([]byte, 64-len(t))...)), surfaceFlags(t, 0), contents[t])
	}
	magic := "IBSP\x2e\x00\x00\x00"
	if m.Format == bsp.QuakeLive {
		magic = "IBSP\x2f\x00\x00\x00"
	}
	return b.file(magic, 17)
}

func (b *builder) quake3Verts(verts int, points []bsp.Vec3, normal bsp.Vec3, m *bsp.Mapping) int {
	first := len(b.lumps[verts]) / 44
	along := func(v *[4]float32, p bsp.Vec3) float32 { return v[0]*p[0] + v[1]*p[1] + v[2]*p[2] + v[3] }
	for _, p := range points {
		b.add(verts, p, along(&m.S, p), along(&m.T, p), float32(0), float32(0), normal, 0)
	}
	return first
}

func (b *builder) quake3Face(faces, shader, kind, first, count, mesh, meshCount int, normal bsp.Vec3, width, height int) {
	b.add(faces, shader, -1, kind, first, count, mesh, meshCount, -1, 0, 0, 0, 0)
	for range 9 {
		b.add(faces, float32(0))
	}
	b.add(faces, normal, width, height)
}
