package bsp

import (
	"math"
	"strings"
)

// decodeQuake3 reads versions 46 and 47.
func decodeQuake3(d *decoder) {
	d.readEntities()
	d.readPlanes()
	verts := d.readVerts()
	d.readShaders()
	if d.err != nil {
		return
	}
	n := d.count(lumpModels)
	if n == 0 {
		d.fail("no models")
		return
	}
	d.m.Models = make([]Model, n)
	// Compilers may share indices between similar surfaces; patches have more corners than points.
	d.corners = min(maxCorners, 8*(d.count(lumpMeshverts)+d.count(lumpVerts))+maxPatchCorners*d.count(lumpVerts))
	for i := range d.m.Models {
		d.readQuake3Model(i, verts)
	}
	d.readQuake3Brushes()
	if d.err == nil && len(d.m.Brushes) > 0 {
		d.m.collider = curved(indexBrushes(d.m.Brushes), d.patches(&d.m.Models[0]))
		d.m.opaque = d.opaqueVolumes()
		d.groundGhosts()
	}
}

// patches returns the pieces of a model's patches that stop players.
func (d *decoder) patches(m *Model) []triangle {
	var out []triangle
	for i := m.FirstFace; i < m.FirstFace+m.FaceCount; i++ {
		f := &d.m.Faces[i]
		if f.patch && f.Kind == KindSolid && f.Count == 3 {
			out = append(out, newTriangle([3]Vec3(d.m.Verts[f.First:f.First+3]), f.Normal))
		}
	}
	return out
}

// groundGhosts turns surfaces that look like floor into floor even though their shaders are not solid, if something
// invisible supports players there: grates over clip, terrain over a coarser shape. At least half of a surface must be
// supported.
func (d *decoder) groundGhosts() {
	const most = 1 << 18 // pieces examined; a map with terrain has a hundredth
	looked := 0
	for _, g := range d.ghosts {
		faces := d.m.Faces[g.first:g.end]
		if looked += len(faces); looked > most {
			return
		}
		up, borne := 0, 0
		for i := range faces {
			if faces[i].Normal[2] >= minFloorNormal {
				up++
				if d.m.bears(&faces[i]) {
					borne++
				}
			}
		}
		if 2*borne < up {
			continue
		}
		for i := range faces {
			if faces[i].Normal[2] >= minFloorNormal {
				faces[i].Kind = KindSolid
			}
		}
	}
}

// minFloorNormal is the smallest z of the normal of walkable ground.
const minFloorNormal = 0.7

// ghosts are the pieces of a surface that is visible but not solid.
type ghosts struct{ first, end int }

// bears reports whether something stops players just below the middle of a face.
func (m *Map) bears(f *Face) bool {
	var mid Vec3
	for _, v := range m.Verts[f.First : f.First+f.Count] {
		for a := range mid {
			mid[a] += v[a] / float32(f.Count)
		}
	}
	const deep = 6 // units below the visible surface
	for z := mid[2]; z >= mid[2]-deep; z -= deep / 2 {
		if m.Contents(mid[0], mid[1], z)&(Solid|Clip) != 0 {
			return true
		}
	}
	return false
}

func (d *decoder) readShaders() {
	d.m.Textures = make([]Texture, d.count(lumpTextures))
	for i := range d.m.Textures {
		d.m.Textures[i].Name = strings.ToLower(cString(d.record(lumpTextures, i)[:64]))
	}
}

// shaderContents returns the contents of a shader. If the shader does not exist, it returns those of a solid.
func (d *decoder) shaderContents(shader int) int {
	if shader < 0 || shader >= d.count(lumpTextures) {
		return contentsSolid
	}
	return i32(d.record(lumpTextures, shader), 68)
}

func (d *decoder) shaderKind(shader int) Kind {
	if shader < 0 || shader >= d.count(lumpTextures) {
		return KindSolid
	}
	b := d.record(lumpTextures, shader)
	flags, contents := i32(b, 64), i32(b, 68)
	switch {
	case flags&surfSky != 0:
		return KindSky
	case flags&(surfNoDraw|surfHint|surfSkip) != 0:
		return KindHidden
	}
	kind := kindOf(brushContents(contents), KindSolid)
	if kind == KindSolid && (flags&surfNonSolid != 0 || contents&contentsSolid == 0) {
		return KindGhost
	}
	return kind
}

func (d *decoder) readQuake3Brushes() {
	if d.err == nil && d.count(lumpBrushes) > 0 {
		d.m.Brushes = d.modelBrushes(0)
	}
}

// modelBrushes returns the brushes of a model.
func (d *decoder) modelBrushes(model int) []Brush {
	b := d.record(lumpModels, model)
	first, count := i32(b, 32), i32(b, 36)
	if d.err != nil || !d.inside(lumpBrushes, first, count, "model", model) {
		return nil
	}
	which := make([]int, count)
	for i := range which {
		which[i] = first + i
	}
	return d.readBrushes(which, d.shaderContents)
}

func (d *decoder) readQuake3Model(i int, verts []Vec3) {
	b := d.record(lumpModels, i)
	first, count := i32(b, 24), i32(b, 28)
	if d.err != nil || !d.inside(lumpFaces, first, count, "model", i) {
		return
	}
	model := &d.m.Models[i]
	*model = Model{Min: vec(b, 0), Max: vec(b, 12), FirstFace: int32(len(d.m.Faces))}
	for f := first; f < first+count; f++ {
		d.readSurface(f, verts)
	}
	model.FaceCount = int32(len(d.m.Faces)) - model.FirstFace
}

// The types of surfaces.
const (
	surfacePlanar = 1
	surfacePatch  = 2
	surfaceMesh   = 3
)

func (d *decoder) readSurface(i int, verts []Vec3) {
	b := d.record(lumpFaces, i)
	kind := i32(b, 8)
	if kind < surfacePlanar || kind > surfaceMesh {
		return
	}
	first, count := i32(b, 12), i32(b, 16)
	if d.err != nil || !d.inside(lumpVerts, first, count, "surface", i) {
		return
	}
	shader := i32(b, 0)
	f := Face{Texture: int32(shader), Kind: d.shaderKind(shader), Curved: kind != surfacePlanar}
	if shader < 0 || shader >= len(d.m.Textures) {
		f.Texture = -1
	}
	if f.Kind == KindGhost {
		at := len(d.m.Faces)
		defer func() { d.ghosts = append(d.ghosts, ghosts{at, len(d.m.Faces)}) }()
	}
	corners := verts[first : first+count]
	if kind == surfacePatch {
		f.patch = true
		d.addPatch(f, corners, i32(b, 96), i32(b, 100), first, i)
		return
	}
	normal := vec(b, 84)
	if kind == surfaceMesh || !(dot(normal, normal) > 0.5 && dot(normal, normal) < 2) {
		normal = Vec3{}
	}
	d.addMesh(f, corners, normal, first, i32(b, 20), i32(b, 24), i)
}

// addMesh adds the triangles of a planar surface or mesh. If there are no mesh vertices, the corners form a fan. In
// most files corners are in clockwise order, seen from the front, but the normals decide.
func (d *decoder) addMesh(f Face, corners []Vec3, normal Vec3, first, firstIndex, indices, surface int) {
	if indices < 3 {
		if len(corners) >= 3 && len(corners) <= maxFaceSize {
			f.Normal = normal
			if normal == (Vec3{}) {
				f.Normal = d.facing(corners[0], corners[1], corners[2], normal, first)
			}
			f.Mapping = mapTriangle([3]Vec3(corners), [3][2]float32{d.texel(first), d.texel(first + 1),
				d.texel(first + 2)})
			d.addFace(f, corners...)
		}
		return
	}
	if !d.inside(lumpMeshverts, firstIndex, indices, "surface", surface) {
		return
	}
	for k := firstIndex; k+2 < firstIndex+indices; k += 3 {
		var tri [3]Vec3
		var st [3][2]float32
		var at int
		for c := range tri {
			v := i32(d.record(lumpMeshverts, k+c), 0)
			if v < 0 || v >= len(corners) {
				d.fail("surface %d names vertex %d of %d", surface, v, len(corners))
				return
			}
			at = first + v
			tri[c], st[c] = corners[v], d.texel(at)
		}
		f.Normal = d.facing(tri[0], tri[1], tri[2], normal, at)
		if f.Normal != (Vec3{}) {
			f.Mapping = mapTriangle(tri, st)
			d.addFace(f, tri[:]...)
		}
	}
}

// texel returns the texture coordinates of a vertex.
func (d *decoder) texel(vertex int) [2]float32 {
	b := d.record(lumpVerts, vertex)
	return [2]float32{f32(b, 12), f32(b, 16)}
}

// mapTriangle returns the mapping under which the corners p have the texture coordinates st.
func mapTriangle(p [3]Vec3, st [3][2]float32) Mapping {
	u, v := sub(p[1], p[0]), sub(p[2], p[0])
	n := cross(u, v)
	size := dot(n, n)
	if !(size > 1e-6) {
		return Mapping{}
	}
	// Along these one coordinate goes from 0 to 1 while the other stays 0.
	alongU, alongV := cross(v, n), cross(n, u)
	var m Mapping
	for axis, out := range [...]*[4]float32{&m.S, &m.T} {
		du, dv := st[1][axis]-st[0][axis], st[2][axis]-st[0][axis]
		for k := range 3 {
			out[k] = (du*alongU[k] + dv*alongV[k]) / size
		}
		out[3] = st[0][axis] - (out[0]*p[0][0] + out[1]*p[0][1] + out[2]*p[0][2])
	}
	return m.sound()
}

// facing returns the unit normal of a triangle, on the side of the given normal or, if that is zero, of the normal of
// vertex at.
func (d *decoder) facing(a, b, c, normal Vec3, at int) Vec3 {
	n := unit(cross(sub(c, a), sub(b, a)))
	if normal == (Vec3{}) {
		normal = vec(d.record(lumpVerts, at), 28)
	}
	if dot(n, normal) < 0 {
		return Vec3{-n[0], -n[1], -n[2]}
	}
	return n
}

const (
	maxPatchSide = 255
	patchError   = 0.5 // units between the curve and its chords
	maxPatchCuts = 16
	// Each cell of four points is split into at most this many by this many quads of two triangles.
	maxPatchCorners = maxPatchCuts * maxPatchCuts * 6 / 4
)

// addPatch splits a patch of width by height control points, each 3 by 3 of them a biquadratic Bezier surface, into
// triangles.
func (d *decoder) addPatch(f Face, control []Vec3, width, height, first, surface int) {
	if width < 3 || height < 3 || width > maxPatchSide || height > maxPatchSide || width%2 == 0 || height%2 == 0 ||
		width*height > len(control) {
		d.fail("surface %d is a patch of %d by %d with %d points", surface, width, height, len(control))
		return
	}
	at := func(x, y int) Vec3 { return control[y*width+x] }
	cutsX, cutsY := 1, 1
	for y := range height {
		for x := 0; x+2 < width; x += 2 {
			cutsX = max(cutsX, cutsFor(at(x, y), at(x+1, y), at(x+2, y)))
		}
	}
	for x := range width {
		for y := 0; y+2 < height; y += 2 {
			cutsY = max(cutsY, cutsFor(at(x, y), at(x, y+1), at(x, y+2)))
		}
	}
	cols, rows := (width-1)/2*cutsX, (height-1)/2*cutsY
	texel := func(x, y int) Vec3 {
		st := d.texel(first + y*width + x)
		return Vec3{st[0], st[1], 0}
	}
	grid := make([]patchPoint, (cols+1)*(rows+1))
	for r := range rows + 1 {
		py, ty := segment(r, cutsY, height)
		for c := range cols + 1 {
			px, tx := segment(c, cutsX, width)
			var q, s [3]Vec3
			for k := range q {
				q[k] = bezier(at(px, py+k), at(px+1, py+k), at(px+2, py+k), tx)
				s[k] = bezier(texel(px, py+k), texel(px+1, py+k), texel(px+2, py+k), tx)
			}
			st := bezier(s[0], s[1], s[2], ty)
			grid[r*(cols+1)+c] = patchPoint{bezier(q[0], q[1], q[2], ty), [2]float32{st[0], st[1]}}
		}
	}
	for r := range rows {
		for c := range cols {
			x, y := c/cutsX*2+1, r/cutsY*2+1
			i := r*(cols+1) + c
			d.addPatchQuad(f, [4]patchPoint{grid[i], grid[i+1], grid[i+cols+2], grid[i+cols+1]}, first+y*width+x)
		}
	}
}

// patchPoint is a point of a patch and its texture coordinates.
type patchPoint struct {
	at Vec3
	st [2]float32
}

// addPatchQuad adds a small quad as two triangles. vertex is one of the control points, whose normal determines the
// visible side.
func (d *decoder) addPatchQuad(f Face, q [4]patchPoint, vertex int) {
	for _, t := range [...][3]patchPoint{{q[0], q[1], q[2]}, {q[0], q[2], q[3]}} {
		f.Normal = d.facing(t[0].at, t[1].at, t[2].at, Vec3{}, vertex)
		if f.Normal != (Vec3{}) {
			f.Mapping = mapTriangle([3]Vec3{t[0].at, t[1].at, t[2].at}, [3][2]float32{t[0].st, t[1].st, t[2].st})
			d.addFace(f, t[0].at, t[1].at, t[2].at)
		}
	}
}

// cutsFor returns the number of pieces that a curve needs to look round.
func cutsFor(a, b, c Vec3) int {
	var bend Vec3
	for i := range bend {
		bend[i] = (a[i] - 2*b[i] + c[i]) / 4
	}
	sag := math.Sqrt(float64(dot(bend, bend)))
	return max(1, min(maxPatchCuts, int(math.Ceil(math.Sqrt(sag/patchError)))))
}

// segment returns the first control point and the parameter of grid line i.
func segment(i, cuts, points int) (first int, t float32) {
	s := min(i/cuts, (points-1)/2-1)
	return s * 2, float32(i-s*cuts) / float32(cuts)
}

func bezier(a, b, c Vec3, t float32) Vec3 {
	u := 1 - t
	var p Vec3
	for i := range p {
		p[i] = a[i]*u*u + 2*b[i]*u*t + c[i]*t*t
	}
	return p
}
