package bsptest

import "fragscope/assets/bsp"

// The lumps of Quake III that are written.
const (
	shaders, planes, nodes, leafs, leafFaces, leafBrushes, models, brushes, brushSides = 1, 2, 3, 4, 5, 6, 7, 8, 9
	verts, meshverts, faces                                                            = 10, 11, 13
)

const caulk = "textures/common/caulk"

// quake3 writes a map without light, visible from everywhere.
func (b *builder) quake3(m *Map) []byte {
	b.planes = map[bsp.Plane]int{}
	contents := map[string]int{}
	sides, brushCount := 0, 0
	for model := range max(1+len(m.Models), len(m.Brushes)) {
		firstFace, firstBrush := b.count(faces, 104), brushCount
		list, lo, hi := m.brushes(model)
		for i := range list {
			x := &list[i]
			if x.Texture == "" {
				x.Texture = caulk
			}
			contents[x.Texture] = x.Contents
			b.add(brushes, sides, len(x.Sides), b.texture(x.Texture))
			sides, brushCount = sides+len(x.Sides), brushCount+1
			b.quake3Sides(m, x, contents)
		}
		if model == 0 {
			for _, p := range m.Patches {
				contents[p.Texture] = 1
				first := b.quake3Verts(m, p.Points, bsp.Vec3{0, 0, 1})
				b.quake3Face(p.Texture, 2, first, len(p.Points), 0, bsp.Vec3{}, p.Width, p.Height)
			}
		}
		b.add(models, lo, hi, firstFace, b.count(faces, 104)-firstFace, firstBrush, brushCount-firstBrush)
		if model == 0 {
			b.quake3Tree(lo, hi, b.count(faces, 104), brushCount)
		}
	}
	for _, t := range b.textures {
		flags, ok := m.SurfaceFlags[t]
		if !ok {
			flags = surfaceFlags(t, 0)
		}
		b.add(shaders, string(append([]byte(t), make([]byte, 64-len(t))...)), flags, contents[t])
	}
	magic := "IBSP\x2e\x00\x00\x00"
	if m.Format == bsp.QuakeLive {
		magic = "IBSP\x2f\x00\x00\x00"
	}
	return b.file(magic, 17)
}

// count returns the number of records of the given size in a lump.
func (b *builder) count(lump, size int) int { return len(b.lumps[lump]) / size }

// brushes returns a model's brushes and their box.
func (m *Map) brushes(model int) (list []Brush, lo, hi bsp.Vec3) {
	boxes := m.Boxes
	if model > 0 && model <= len(m.Models) {
		boxes = m.Models[model-1]
	} else if model > 0 {
		boxes = nil
	}
	for i := range boxes {
		list = append(list, boxes[i].brush())
	}
	if model < len(m.Brushes) {
		list = append(list, m.Brushes[model]...)
	}
	for i := range list {
		for a := range 3 {
			least, most := float32(-list[i].Sides[2*a].Dist), float32(list[i].Sides[2*a+1].Dist)
			if i == 0 || least < lo[a] {
				lo[a] = least
			}
			if i == 0 || most > hi[a] {
				hi[a] = most
			}
		}
	}
	return list, lo, hi
}

// quake3Sides writes the sides of a brush and their visible faces.
func (b *builder) quake3Sides(m *Map, x *Brush, contents map[string]int) {
	for i, s := range x.Sides {
		n := vec3(s.Normal)
		texture := x.Texture
		if s.Texture != "" {
			texture = s.Texture
			contents[texture] = x.Contents
		}
		b.add(brushSides, b.quake3Plane(n, float32(s.Dist)), b.texture(texture))
		if s.Texture == "" {
			continue
		}
		var corners []bsp.Vec3
		for _, p := range x.face(i) {
			corners = append(corners, vec3(p))
		}
		if corners == nil {
			continue
		}
		mesh := 0
		first := b.quake3Verts(m, corners, n)
		// Quake III shows the clockwise side of a triangle.
		for k := 2; k < len(corners) && !m.NoMeshverts; k++ {
			b.add(meshverts, 0, k, k-1)
			mesh += 3
		}
		b.quake3Face(texture, 1, first, len(corners), mesh, n, 0, 0)
	}
}

func vec3(v [3]float64) bsp.Vec3 {
	return bsp.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
}

// quake3Plane returns the index of a plane. Planes are stored in pairs, each followed by its opposite.
func (b *builder) quake3Plane(n bsp.Vec3, dist float32) int {
	p := bsp.Plane{Normal: n, Dist: dist}
	i, known := b.planes[p]
	if !known {
		opposite := bsp.Plane{Normal: bsp.Vec3{-n[0], -n[1], -n[2]}, Dist: -dist}
		i = b.add(planes, n, dist, opposite.Normal, opposite.Dist) / 16
		b.planes[p], b.planes[opposite] = i, i+1
	}
	return i
}

// quake3Tree writes the smallest tree that engines accept: a plane through the middle, with everything in both leafs.
func (b *builder) quake3Tree(lo, hi bsp.Vec3, faceCount, brushCount int) {
	bounds := func(lump int) {
		for _, v := range [2]bsp.Vec3{lo, hi} {
			b.add(lump, int(v[0]), int(v[1]), int(v[2]))
		}
	}
	b.add(nodes, b.quake3Plane(bsp.Vec3{1, 0, 0}, 0), -1, -2)
	bounds(nodes)
	for range 2 {
		b.add(leafs, 0, 0)
		bounds(leafs)
		b.add(leafs, 0, faceCount, 0, brushCount)
	}
	for i := range faceCount {
		b.add(leafFaces, i)
	}
	for i := range brushCount {
		b.add(leafBrushes, i)
	}
}

// quake3Verts writes corners with texture coordinates, and with light that distinguishes walls from floors.
func (b *builder) quake3Verts(m *Map, points []bsp.Vec3, n bsp.Vec3) int {
	first := b.count(verts, 44)
	along := func(v *[4]float32, p bsp.Vec3) float32 { return v[0]*p[0] + v[1]*p[1] + v[2]*p[2] + v[3] }
	shade := uint8(150 + float32(70*n[2]) + float32(20*n[0]))
	for _, p := range points {
		b.add(verts, p, along(&m.Mapping.S, p), along(&m.Mapping.T, p), float32(0), float32(0), n, shade, shade, shade,
			uint8(255))
	}
	return first
}

// quake3Face writes a surface with the mesh vertices written last; kind is 1 for a polygon and 2 for a patch.
func (b *builder) quake3Face(texture string, kind, first, count, meshCount int, normal bsp.Vec3, width, height int) {
	const byVertex = -3 // the "lightmap" of surfaces lit by vertex
	b.add(faces, b.texture(texture), -1, kind, first, count, b.count(meshverts, 4)-meshCount, meshCount, byVertex,
		0, 0, 0, 0)
	for range 9 {
		b.add(faces, float32(0))
	}
	b.add(faces, normal, width, height)
}
