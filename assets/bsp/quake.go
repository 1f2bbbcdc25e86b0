package bsp

import (
	"bytes"
	"strings"
)

// decodeQuake reads versions 29, BSP2 and 2PSB, which differ only in the width of indices.
func decodeQuake(d *decoder) {
	d.readEntities()
	d.readPlanes()
	d.readMiptex()
	verts := d.readVerts()
	d.readQuakeModels(64, 52)
	if d.err != nil {
		return
	}
	tree := d.quakeTree()
	if d.err != nil {
		return
	}
	d.m.collider, d.m.opaque = tree, d.opaqueTree(tree)
	d.readEdgeFaces(verts, d.quakeTexinfo)
}

// maxTexture bounds the width and height of a texture, in texels.
const maxTexture = 4096

// readMiptex reads the textures. A record is the name in 16 bytes, width, height, and the offsets from its start of the
// image and of three smaller ones.
func (d *decoder) readMiptex() {
	b := d.lump[lumpTextures]
	if len(b) < 4 {
		return
	}
	n := int(u32(b, 0))
	if n > (len(b)-4)/4 {
		d.fail("%d textures in %d bytes", n, len(b))
		return
	}
	d.m.Textures = make([]Texture, n)
	texels := int64(0) // many names for one image must not make a map larger than it is
	for i := range d.m.Textures {
		// -1 is a texture that the compiler did not find; it keeps its index.
		at := i32(b, 4+i*4)
		if at < 0 || at+16 > len(b) {
			continue
		}
		t := &d.m.Textures[i]
		t.Name = cString(b[at : at+16])
		if at+40 > len(b) {
			continue
		}
		w, h, pixels := int64(u32(b, at+16)), int64(u32(b, at+20)), int64(u32(b, at+24))
		if w < 1 || h < 1 || w > maxTexture || h > maxTexture {
			continue
		}
		t.Width, t.Height = int(w), int(h)
		// Without an image here, it is in a separate file: some tools do that.
		if from := int64(at) + pixels; pixels >= 40 && from+w*h <= int64(len(b)) && texels+w*h <= int64(len(b)) {
			texels += w * h
			t.Pixels = bytes.Clone(b[from : from+w*h])
		}
	}
}

// readQuakeModels reads the models of Quake and Quake II; faces is the offset of the first face in a record.
func (d *decoder) readQuakeModels(size, faces int) {
	n := d.count(lumpModels)
	if n == 0 {
		d.fail("no models")
		return
	}
	d.m.Models = make([]Model, n)
	total := 0
	for i := range d.m.Models {
		b := d.record(lumpModels, i)
		first, count := i32(b, size-8), i32(b, size-4)
		if total += count; total > d.count(lumpFaces) {
			d.fail("models share faces")
		}
		if d.err != nil || !d.inside(lumpFaces, first, count, "model", i) {
			return
		}
		d.m.Models[i] = Model{Min: vec(b, 0), Max: vec(b, 12), Origin: vec(b, 24), FirstFace: int32(first),
			FaceCount: int32(count)}
	}
}

// edgeFace is a face of Quake or Quake II before its edges are followed.
type edgeFace struct {
	plane, side, firstEdge, edges, texinfo int
}

func (d *decoder) edgeFace(i int) edgeFace {
	b := d.record(lumpFaces, i)
	if d.layout.wide {
		return edgeFace{i32(b, 0), i32(b, 4), i32(b, 8), i32(b, 12), i32(b, 16)}
	}
	return edgeFace{u16(b, 0), u16(b, 2), i32(b, 4), u16(b, 8), u16(b, 10)}
}

// edge returns the two corners of an edge.
func (d *decoder) edge(i int) (a, b int) {
	r := d.record(lumpEdges, i)
	if d.layout.wide {
		return i32(r, 0), i32(r, 4)
	}
	return u16(r, 0), u16(r, 2)
}

// readEdgeFaces reads the faces. A face refers to a run of surfedges. A surfedge refers to an edge, which is followed
// backwards if the reference is negative.
func (d *decoder) readEdgeFaces(verts []Vec3, texinfo func(int) texinfo) {
	corners := make([]Vec3, 0, 64)
	d.corners = d.count(lumpSurfedges)
	for mi := range d.m.Models {
		model := &d.m.Models[mi]
		first, count := int(model.FirstFace), int(model.FaceCount)
		model.FirstFace = int32(len(d.m.Faces))
		for i := first; i < first+count; i++ {
			f := d.edgeFace(i)
			if f.edges > maxFaceSize || f.plane < 0 || f.plane >= len(d.planes) ||
				!d.inside(lumpTexinfo, f.texinfo, 1, "face", i) || !d.inside(lumpSurfedges, f.firstEdge, f.edges,
				"face", i) {
				d.fail("face %d has %d edges on plane %d of %d", i, f.edges, f.plane, len(d.planes))
				return
			}
			corners = d.followEdges(corners[:0], verts, f.firstEdge, f.edges)
			if d.err != nil {
				return
			}
			normal := d.planes[f.plane].Normal
			if f.side != 0 {
				normal = Vec3{-normal[0], -normal[1], -normal[2]}
			}
			t := texinfo(f.texinfo)
			kind := d.liquidKind(t.kind, t.named, corners, normal)
			d.addFace(Face{Normal: normal, Texture: t.texture, Kind: kind, Mapping: d.mapping(f.texinfo)}, corners...)
		}
		model.FaceCount = int32(len(d.m.Faces)) - model.FirstFace
	}
}

func (d *decoder) followEdges(corners, verts []Vec3, first, count int) []Vec3 {
	for s := first; s < first+count; s++ {
		e := i32(d.record(lumpSurfedges, s), 0)
		back := e < 0
		if back {
			e = -e
		}
		if !d.inside(lumpEdges, e, 1, "surfedge", s) {
			return nil
		}
		a, b := d.edge(e)
		if back {
			a = b
		}
		if a < 0 || a >= len(verts) {
			d.fail("edge %d names vertex %d of %d", e, a, len(verts))
			return nil
		}
		corners = append(corners, verts[a])
	}
	return corners
}

// liquidKind determines which liquid a surface belongs to. Names identify lava and slime; for all others, the contents
// below the surface decide.
func (d *decoder) liquidKind(kind Kind, named Contents, corners []Vec3, normal Vec3) Kind {
	if kind != KindWater || d.m.collider == nil || len(corners) == 0 {
		return kind
	}
	if named == 0 {
		var c Vec3
		for _, p := range corners {
			for i := range c {
				c[i] += p[i] / float32(len(corners))
			}
		}
		named = d.m.collider.contents(Vec3{c[0] - 2*normal[0], c[1] - 2*normal[1], c[2] - 2*normal[2]})
	}
	return kindOf(named, KindWater)
}

func kindOf(c Contents, otherwise Kind) Kind {
	switch {
	case c&Lava != 0:
		return KindLava
	case c&Slime != 0:
		return KindSlime
	case c&Water != 0:
		return KindWater
	}
	return otherwise
}

// namedLiquid returns the liquid in a texture's name, or 0 if there is none.
func namedLiquid(name string) Contents {
	switch {
	case strings.Contains(name, "lava"):
		return Lava
	case strings.Contains(name, "slime"), strings.Contains(name, "sludge"):
		return Slime
	}
	return 0
}

// hiddenNames are invisible textures that compilers leave in a map.
var hiddenNames = map[string]bool{"clip": true, "trigger": true, "skip": true, "hint": true, "hintskip": true,
	"waterskip": true, "lavaskip": true, "slimeskip": true, "null": true, "nodraw": true, "origin": true,
	"common/clip": true, "common/nodraw": true}

// texinfo is the content of a texinfo record.
type texinfo struct {
	texture int32
	kind    Kind
	named   Contents // the liquid in the texture's name
}

func (d *decoder) quakeTexinfo(i int) texinfo {
	t := i32(d.record(lumpTexinfo, i), 32)
	if t < 0 || t >= len(d.m.Textures) {
		return texinfo{texture: -1}
	}
	out := texinfo{texture: int32(t)}
	name := strings.ToLower(d.m.Textures[t].Name)
	switch {
	case strings.HasPrefix(name, "*tele"), strings.HasPrefix(name, "!tele"):
		out.kind = KindTeleport
	case strings.HasPrefix(name, "*"), strings.HasPrefix(name, "!"):
		out.kind, out.named = KindWater, namedLiquid(name)
	case strings.HasPrefix(name, "sky"):
		out.kind = KindSky
	case hiddenNames[name]:
		out.kind = KindHidden
	}
	return out
}

// mapping reads the vectors at the start of a texinfo. It returns the zero Mapping if they contain invalid numbers.
func (d *decoder) mapping(i int) Mapping {
	b := d.record(lumpTexinfo, i)
	var m Mapping
	for k := range m.S {
		m.S[k], m.T[k] = f32(b, 4*k), f32(b, 16+4*k)
	}
	return m.sound()
}

// sound returns m, or the zero Mapping if m contains numbers unsuitable for computation.
func (m Mapping) sound() Mapping {
	const most = 1 << 24
	for k := range m.S {
		if !(abs(m.S[k]) < most && abs(m.T[k]) < most) {
			return Mapping{}
		}
	}
	return m
}

// treeNode is a node of Quake's or Quake II's trees; children below 0 are leafs (-1 - leaf), in clip hulls contents.
type treeNode struct {
	plane    int32
	children [2]int32
}

// tree is a Quake world: a tree for points and one for the player's box.
type tree struct {
	planes     []Plane
	nodes      []treeNode
	clip       []treeNode
	leafs      []Contents
	root       int32
	clipRoot   int32
	brushIndex *brushIndex // Quake II: the player's box is tested against brushes
}

// quakeTree reads nodes, leafs and clip nodes. Without them nothing is solid.
func (d *decoder) quakeTree() *tree {
	t := &tree{planes: d.planes}
	t.leafs = make([]Contents, d.count(lumpLeafs))
	for i := range t.leafs {
		t.leafs[i] = quakeContents(i32(d.record(lumpLeafs, i), 0))
	}
	t.nodes = d.readNodes(lumpNodes, len(t.leafs))
	t.clip = d.readNodes(lumpClipnodes, 0)
	heads := d.record(lumpModels, 0)[36:]
	t.root, t.clipRoot = int32(i32(heads, 0)), int32(i32(heads, 4))
	return t
}

// readNodes reads nodes or clip nodes. In version 29 children are 16 bits, and later compilers use the whole range:
// numbers that are not nodes count down from 65535.
func (d *decoder) readNodes(l, leafs int) []treeNode {
	nodes := make([]treeNode, d.count(l))
	for i := range nodes {
		b := d.record(l, i)
		n := &nodes[i]
		n.plane = int32(i32(b, 0))
		for c := range n.children {
			if d.layout.wide || d.layout.format == Quake2 {
				n.children[c] = int32(i32(b, 4+4*c))
			} else if v := u16(b, 4+2*c); v < len(nodes) {
				n.children[c] = int32(v)
			} else {
				n.children[c] = int32(v - 0x10000)
			}
			child := int(n.children[c])
			if child >= len(nodes) || l == lumpNodes && -1-child >= leafs {
				d.fail("%s %d names child %d", lumpNames[l], i, child)
				return nil
			}
		}
		if n.plane < 0 || int(n.plane) >= len(d.planes) {
			d.fail("%s %d names plane %d of %d", lumpNames[l], i, n.plane, len(d.planes))
			return nil
		}
	}
	return nodes
}

// quakeContents converts the contents of a leaf or clip hull; below water (-3) are slime, lava, sky and, from -9,
// currents.
func quakeContents(c int) Contents {
	switch {
	case c == -2, c == -6:
		return Solid
	case c == -4:
		return Slime
	case c == -5:
		return Lava
	case c == -3, c <= -9 && c >= -14:
		return Water
	}
	return 0
}

// walk follows the tree from node root to a child below 0. Damaged trees may have cycles: no path is longer than the
// number of nodes.
func walk(nodes []treeNode, planes []Plane, root int32, p Vec3) int32 {
	n := root
	for range nodes {
		if n < 0 || int(n) >= len(nodes) {
			break
		}
		node := &nodes[n]
		pl := &planes[node.plane]
		if dot(pl.Normal, p) >= pl.Dist {
			n = node.children[0]
		} else {
			n = node.children[1]
		}
	}
	return n
}

func (t *tree) contents(p Vec3) Contents {
	if len(t.nodes) == 0 {
		return 0
	}
	leaf := -1 - int(walk(t.nodes, t.planes, t.root, p))
	if leaf < 0 || leaf >= len(t.leafs) {
		return 0
	}
	return t.leafs[leaf]
}

func (t *tree) fits(p Vec3) bool {
	if t.brushIndex != nil {
		return t.brushIndex.fits(p)
	}
	if len(t.clip) == 0 {
		return t.contents(p)&Solid == 0
	}
	c := walk(t.clip, t.planes, t.clipRoot, p)
	return c >= 0 || quakeContents(int(c))&Solid == 0
}
