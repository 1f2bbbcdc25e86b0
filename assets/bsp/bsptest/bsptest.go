// Package bsptest builds tiny maps in every supported format, for use in tests. The maps consist of boxes of solid or
// liquid material, brush models and entities. Quake III maps can also have patches and brushes of any shape. The map of
// the built-in sample is built with this package.
//
// The BSP tree of a Quake or Quake II map is a chain. For a point outside a box, the tree leads to the next box; for a
// point inside it, to the contents of the box. The tree of a Quake III map has two leafs, and both of them list
// everything.
package bsptest

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"fragscope/assets/bsp"
)

// Box is an axis-aligned block of solid or liquid material.
type Box struct {
	Min, Max bsp.Vec3
	Contents bsp.Contents // 0 means Solid
	// Texture defaults to "stone", or for liquids to "*water" and so on. "sky" and "clip" have their usual meaning.
	Texture string
}

// Patch is a Quake III patch. Points holds its control points, row by row.
type Patch struct {
	Width, Height int
	Points        []bsp.Vec3
	Texture       string
}

// Map describes a map to build. The first entity should be the worldspawn.
type Map struct {
	Format  bsp.Format
	Boxes   []Box
	Models  [][]Box // models 1 and up
	Patches []Patch // Quake III
	// Brushes are additional Quake III brushes, by model.
	Brushes [][]Brush
	// SurfaceFlags holds the flags of Quake III textures whose names do not imply them.
	SurfaceFlags map[string]int
	Entities     []bsp.Entity
	// Mapping is the texture mapping of all faces.
	Mapping bsp.Mapping
	// Pictures are the texture images of a Quake map, by texture name.
	Pictures map[string]bsp.Texture
	// NoMeshverts omits the triangle lists of Quake III surfaces.
	NoMeshverts bool
}

// Bytes returns the map encoded as a map file.
func (m *Map) Bytes() []byte {
	b := &builder{wide: m.Format == bsp.QuakeBSP2 || m.Format == bsp.Quake2PSB || m.Format == bsp.Quake2Q}
	b.lumps[0] = []byte(entityText(m.Entities) + "\x00")
	switch m.Format {
	case bsp.Quake2, bsp.Quake2Q:
		return b.quake2(m)
	case bsp.Quake3, bsp.QuakeLive:
		return b.quake3(m)
	}
	return b.quake(m)
}

func entityText(entities []bsp.Entity) string {
	var s strings.Builder
	for _, e := range entities {
		s.WriteString("{\n")
		for _, k := range slices.Sorted(maps.Keys(e)) {
			fmt.Fprintf(&s, "%q %q\n", k, e[k])
		}
		s.WriteString("}\n")
	}
	return s.String()
}

// builder collects lumps by their index in the format's header.
type builder struct {
	wide     bool
	shorts   bool
	lumps    [18][]byte
	textures []string
	verts    int
	planes   map[bsp.Plane]int // of Quake III
}

func (b *builder) add(lump int, values ...any) int {
	at := len(b.lumps[lump])
	for _, v := range values {
		b.lumps[lump] = put(b.lumps[lump], v)
	}
	return at
}

// mapping writes the two vectors of a texinfo.
func (b *builder) mapping(texinfo int, m *bsp.Mapping) {
	for _, v := range [...][4]float32{m.S, m.T} {
		for _, f := range v {
			b.add(texinfo, f)
		}
	}
}

func put(out []byte, v any) []byte {
	switch v := v.(type) {
	case float32:
		return binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	case int:
		return binary.LittleEndian.AppendUint32(out, uint32(v))
	case uint16:
		return binary.LittleEndian.AppendUint16(out, v)
	case int16:
		return binary.LittleEndian.AppendUint16(out, uint16(v))
	case uint8:
		return append(out, v)
	case bsp.Vec3:
		for _, f := range v {
			out = put(out, f)
		}
		return out
	case string:
		return append(out, v...)
	}
	panic(fmt.Sprintf("%T", v))
}

// index writes a number at the width of the format's indices.
func (b *builder) index(lump, v int) {
	if b.wide {
		b.add(lump, v)
	} else {
		b.add(lump, uint16(v))
	}
}

func (b *builder) texture(name string) int {
	if i := slices.Index(b.textures, name); i >= 0 {
		return i
	}
	b.textures = append(b.textures, name)
	return len(b.textures) - 1
}

func (x *Box) contents() bsp.Contents {
	if x.Contents == 0 {
		return bsp.Solid
	}
	return x.Contents
}

func (x *Box) texture() string {
	switch {
	case x.Texture != "":
		return x.Texture
	case x.Contents == bsp.Water:
		return "*water1"
	case x.Contents == bsp.Slime:
		return "*slime1"
	case x.Contents == bsp.Lava:
		return "*lava1"
	}
	return "stone"
}

// side returns plane i of a box.
func (x *Box) side(i int) (n bsp.Vec3, dist float32) {
	axis := i / 2
	if i%2 == 0 {
		n[axis] = 1
		return n, x.Max[axis]
	}
	n[axis] = -1
	return n, -x.Min[axis]
}

// corners returns the corners of side i, clockwise seen from outside.
func (x *Box) corners(i int) [4]bsp.Vec3 {
	axis := i / 2
	u, v := (axis+1)%3, (axis+2)%3
	var c [4]bsp.Vec3
	for k, at := range [4][2]int{{0, 0}, {0, 1}, {1, 1}, {1, 0}} {
		if i%2 == 1 {
			at = [2]int{at[1], at[0]}
		}
		c[k][axis] = x.Min[axis]
		if i%2 == 0 {
			c[k][axis] = x.Max[axis]
		}
		for a, axis2 := range [2]int{u, v} {
			c[k][axis2] = x.Min[axis2]
			if at[a] == 1 {
				c[k][axis2] = x.Max[axis2]
			}
		}
	}
	return c
}

func bounds(boxes []Box) (lo, hi bsp.Vec3) {
	for i := range boxes {
		for a := range 3 {
			if i == 0 || boxes[i].Min[a] < lo[a] {
				lo[a] = boxes[i].Min[a]
			}
			if i == 0 || boxes[i].Max[a] > hi[a] {
				hi[a] = boxes[i].Max[a]
			}
		}
	}
	return lo, hi
}

// edgeFaces writes the sides of boxes as faces of Quake or Quake II. It returns the index of the first face and the
// number of faces.
func (b *builder) edgeFaces(boxes []Box, planes, verts, edges, surfedges, faces int, info func(*Box) int) (first,
	count int) {
	size := 20
	if b.wide {
		size = 28
	}
	first = len(b.lumps[faces]) / size
	for i := range boxes {
		for s := range 6 {
			n, dist := boxes[i].side(s)
			plane := b.add(planes, n, dist, s/2) / 20
			firstEdge := len(b.lumps[surfedges]) / 4
			for k, c := range boxes[i].corners(s) {
				b.add(verts, c)
				// Every other edge is followed backwards.
				a, z := b.verts+k, b.verts+(k+1)%4
				e := len(b.lumps[edges]) / 4
				if b.wide {
					e /= 2
				}
				if k%2 == 1 {
					b.index(edges, z)
					b.index(edges, a)
					b.add(surfedges, -e)
				} else {
					b.index(edges, a)
					b.index(edges, z)
					b.add(surfedges, e)
				}
			}
			b.verts += 4
			if b.wide {
				b.add(faces, plane, 0, firstEdge, 4, info(&boxes[i]), -1, -1)
			} else {
				b.add(faces, uint16(plane), uint16(0), firstEdge, uint16(4), uint16(info(&boxes[i])), -1, -1)
			}
			count++
		}
	}
	return first, count
}

// file returns the lumps with a header in front.
func (b *builder) file(magic string, n int) []byte {
	out := []byte(magic)
	at := len(magic) + 8*n
	for _, l := range b.lumps[:n] {
		out = put(put(out, at), len(l))
		at += len(l)
	}
	for _, l := range b.lumps[:n] {
		out = append(out, l...)
	}
	return out
}
