package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fragscope/formats/wire"
)

// The lumps of a Quake III map, in the order of its header.
const (
	lumpEntities = iota
	lumpShaders
	lumpPlanes
	lumpNodes
	lumpLeafs
	lumpLeafFaces
	lumpLeafBrushes
	lumpModels
	lumpBrushes
	lumpBrushSides
	lumpVerts
	lumpMeshVerts
	lumpFogs
	lumpSurfaces
	lumpLightmaps
	lumpLightGrid
	lumpVisibility
	lumpCount
)

const (
	bspVersion   = 46
	bspHeader    = 8 + 8*lumpCount
	surfNoDraw   = 0x80
	surfSky      = 4 | 0x10 // sky, no impact marks
	surfNonSolid = 0x4000   // for water and the like
	byVertex     = -3       // "lightmap" of surfaces whose light is in the vertices
	leafBrushes  = 10       // a leaf with fewer brushes is not split
	leafSize     = 160      // nor is one that is smaller
	nodraw       = "textures/common/caulk"
	trigger      = "textures/common/trigger"
)

// bspWriter collects the lumps of a map.
type bspWriter struct {
	lumps   [lumpCount]wire.Writer
	shaders []string
	planes  []plane
	leafs   int
	nodes   []bspNode

	brushes  []*brush // all, by model
	surfaces int
	boxes    [][2]vec // of surfaces
	sides    int
	verts    int
	indices  int
}

// bspNode is a node of the tree; a negative child c is the leaf -c-1.
type bspNode struct {
	plane    int
	children [2]int
	min, max vec
}

// encodeBSP gives the map the form of a Quake III map file, version 46. There
// is no light and no visibility: all can be seen from everywhere.
func encodeBSP(c *chart) []byte {
	w := new(bspWriter)
	for i, model := range c.models {
		firstBrush, firstSurface := len(w.brushes), w.surfaces
		lo, hi := bounds(model)
		for _, b := range model {
			w.brush(b)
		}
		if i == 0 {
			for _, p := range c.patches {
				w.patch(p)
			}
		}
		m := &w.lumps[lumpModels]
		putVec(m, lo)
		putVec(m, hi)
		putInts(m, firstSurface, w.surfaces-firstSurface, firstBrush, len(w.brushes)-firstBrush)
		if i == 0 {
			w.tree(lo, hi)
		}
	}
	w.finish(c)
	return w.file()
}

func bounds(brushes []*brush) (lo, hi vec) {
	lo, hi = brushes[0].min, brushes[0].max
	for _, b := range brushes {
		for i := range 3 {
			lo[i], hi[i] = math.Min(lo[i], b.min[i]), math.Max(hi[i], b.max[i])
		}
	}
	return lo, hi
}

func putVec(w *wire.Writer, v vec) {
	for _, x := range v {
		w.Float32(float32(x))
	}
}

func putInts(w *wire.Writer, values ...int) {
	for _, v := range values {
		w.Int32(int32(v))
	}
}

// shader is the index of a shader by name.
func (w *bspWriter) shader(name string) int {
	if i := slices.Index(w.shaders, name); i >= 0 {
		return i
	}
	w.shaders = append(w.shaders, name)
	return len(w.shaders) - 1
}

// plane is the index of a plane; planes lie in pairs of opposites.
func (w *bspWriter) plane(p plane) int {
	for i, q := range w.planes {
		if q.n.sub(p.n).len() < 1e-6 && math.Abs(q.d-p.d) < 1e-3 {
			return i
		}
	}
	q := plane{p.n.mul(-1), -p.d}
	if p.n[0]+p.n[1]+p.n[2] < 0 {
		w.planes = append(w.planes, q, p)
		return len(w.planes) - 1
	}
	w.planes = append(w.planes, p, q)
	return len(w.planes) - 2
}

// brush writes a brush and the surfaces of its painted sides.
func (w *bspWriter) brush(b *brush) {
	body := nodraw
	if b.contents == contentsTrigger {
		body = trigger
	}
	for _, s := range b.sides {
		name := s.shader
		if name == "" {
			name = body
		} else if b.contents == contentsSolid && body == nodraw {
			body = name
		}
		if b.contents == contentsWater {
			body = water.top
		}
		putInts(&w.lumps[lumpBrushSides], w.plane(s.plane), w.shader(name))
	}
	putInts(&w.lumps[lumpBrushes], w.sides, len(b.sides), w.shader(body))
	w.sides += len(b.sides)
	w.brushes = append(w.brushes, b)
	for i, s := range b.sides {
		if s.shader == "" {
			continue
		}
		if f := b.face(i); f != nil {
			w.polygon(f, s)
		}
	}
}

// polygon writes a flat surface as a fan of triangles.
func (w *bspWriter) polygon(f []vec, s side) {
	for _, p := range f {
		w.vert(p, s.n)
	}
	// Quake III shows the clockwise side of a triangle
	for i := 2; i < len(f); i++ {
		putInts(&w.lumps[lumpMeshVerts], 0, i, i-1)
	}
	w.surface(s.shader, 1, len(f), 3*(len(f)-2), f, [2]int{}, s.n)
}

// patch writes a curved surface.
func (w *bspWriter) patch(p patch) {
	n := p.points[3].sub(p.points[0]).cross(p.points[1].sub(p.points[0])).unit()
	for _, v := range p.points {
		w.vert(v, n)
	}
	w.surface(p.shader, 2, len(p.points), 0, p.points[:], [2]int{3, 3}, n)
}

func (w *bspWriter) vert(p, n vec) {
	l := &w.lumps[lumpVerts]
	putVec(l, p)
	u, v := p[0], p[1]
	if math.Abs(n[0]) > 0.7 {
		u, v = p[1], p[2]
	} else if math.Abs(n[1]) > 0.7 {
		v = p[2]
	}
	for _, x := range []float64{u / 128, v / 128, 0, 0} {
		l.Float32(float32(x))
	}
	putVec(l, n)
	shade := uint8(150 + 70*n[2] + 20*n[0])
	l.Bytes([]byte{shade, shade, shade, 255})
}

func (w *bspWriter) surface(shader string, kind, verts, indices int, points []vec, patch [2]int, n vec) {
	l := &w.lumps[lumpSurfaces]
	putInts(l, w.shader(shader), -1, kind, w.verts, verts, w.indices, indices, byVertex, 0, 0, 0, 0)
	putVec(l, vec{})
	putVec(l, vec{})
	putVec(l, vec{})
	putVec(l, n)
	putInts(l, patch[0], patch[1])
	w.verts += verts
	w.indices += indices
	w.surfaces++
	lo, hi := points[0], points[0]
	for _, p := range points {
		for i := range 3 {
			lo[i], hi[i] = math.Min(lo[i], p[i]), math.Max(hi[i], p[i])
		}
	}
	w.boxes = append(w.boxes, [2]vec{lo, hi})
}

// tree splits the world's box along its longest side until few brushes are
// left in each part.
func (w *bspWriter) tree(lo, hi vec) {
	for i := range 3 {
		lo[i], hi[i] = math.Floor(lo[i])-8, math.Ceil(hi[i])+8
	}
	all := make([]int, len(w.brushes))
	for i := range all {
		all[i] = i
	}
	faces := make([]int, w.surfaces)
	for i := range faces {
		faces[i] = i
	}
	w.split(lo, hi, all, faces)
}

func (w *bspWriter) split(lo, hi vec, brushes, faces []int) int {
	size := hi.sub(lo)
	axis := 0
	for i := range 3 {
		if size[i] > size[axis] {
			axis = i
		}
	}
	if len(brushes) <= leafBrushes || size[axis] < leafSize {
		return w.leaf(lo, hi, brushes, faces)
	}
	var n vec
	n[axis] = 1
	at := math.Round((lo[axis] + hi[axis]) / 2)
	me := len(w.nodes)
	w.nodes = append(w.nodes, bspNode{plane: w.plane(plane{n, at}), min: lo, max: hi})
	front, back := lo, hi
	front[axis], back[axis] = at, at
	within := func(lo, hi vec, of []int, box func(int) (vec, vec)) []int {
		var out []int
		for _, i := range of {
			bl, bh := box(i)
			if bl[axis] <= hi[axis] && bh[axis] >= lo[axis] {
				out = append(out, i)
			}
		}
		return out
	}
	brushBox := func(i int) (vec, vec) { return w.brushes[i].min, w.brushes[i].max }
	faceBox := func(i int) (vec, vec) { return w.boxes[i][0], w.boxes[i][1] }
	f := w.split(front, hi, within(front, hi, brushes, brushBox), within(front, hi, faces, faceBox))
	b := w.split(lo, back, within(lo, back, brushes, brushBox), within(lo, back, faces, faceBox))
	w.nodes[me].children = [2]int{f, b}
	return me
}

func (w *bspWriter) leaf(lo, hi vec, brushes, faces []int) int {
	lf, lb := &w.lumps[lumpLeafFaces], &w.lumps[lumpLeafBrushes]
	firstFace, firstBrush := lf.Len()/4, lb.Len()/4
	putInts(lf, faces...)
	putInts(lb, brushes...)
	l := &w.lumps[lumpLeafs]
	putInts(l, 0, 0)
	for _, v := range []vec{lo, hi} {
		putInts(l, int(v[0]), int(v[1]), int(v[2]))
	}
	putInts(l, firstFace, len(faces), firstBrush, len(brushes))
	w.leafs++
	return -w.leafs
}

// finish writes the lumps that were collected as values.
func (w *bspWriter) finish(c *chart) {
	for _, n := range w.nodes {
		l := &w.lumps[lumpNodes]
		putInts(l, n.plane, n.children[0], n.children[1])
		for _, v := range []vec{n.min, n.max} {
			putInts(l, int(v[0]), int(v[1]), int(v[2]))
		}
	}
	for _, p := range w.planes {
		putVec(&w.lumps[lumpPlanes], p.n)
		w.lumps[lumpPlanes].Float32(float32(p.d))
	}
	for _, s := range w.shaders {
		var name [64]byte
		copy(name[:], s)
		w.lumps[lumpShaders].Bytes(name[:])
		surface, contents := shaderFlags(s)
		putInts(&w.lumps[lumpShaders], surface, contents)
	}
	var text strings.Builder
	for _, e := range c.entities {
		text.WriteString("{\n")
		for _, kv := range e.keys {
			fmt.Fprintf(&text, "%q %q\n", kv[0], kv[1])
		}
		text.WriteString("}\n")
	}
	w.lumps[lumpEntities].String(text.String())
}

// shaderFlags are the surface and contents flags that the compiler would have
// found in the shader's script.
func shaderFlags(name string) (surface, contents int) {
	switch name {
	case nodraw:
		return surfNoDraw, contentsSolid
	case trigger:
		return surfNoDraw | surfNonSolid, contentsTrigger
	case water.top:
		return surfNonSolid, contentsWater
	case stone.under:
		return surfSky, contentsSolid
	}
	return 0, contentsSolid
}

// file puts the header before the lumps.
func (w *bspWriter) file() []byte {
	var out wire.Writer
	out.Bytes([]byte("IBSP"))
	out.Int32(bspVersion)
	at := bspHeader
	for i := range w.lumps {
		n := w.lumps[i].Len()
		putInts(&out, at, n)
		at += (n + 3) &^ 3
	}
	for i := range w.lumps {
		out.Bytes(w.lumps[i].Data())
		out.Bytes(make([]byte, -w.lumps[i].Len()&3))
	}
	return out.Data()
}
