// Package bsp reads the compiled maps of the Quake family: Quake (version 29,
// BSP2 and 2PSB), Quake II (version 38 and QBSP) and Quake III (versions 46
// and 47, the latter being Quake Live's).
//
// A map is a table of lumps, ranges of the file given by offset and size, behind a magic or
// version number; each lump is an array of records of fixed size, little endian.
// These are read, and only these have to be there:
//
//	Quake, Quake II: entities, planes, vertices, edges, surfedges, faces,
//	texinfo, models; for [Map.Solid] and [Map.Fits] also nodes, leafs and
//	clip nodes (Quake) or leaf brushes, brushes and brush sides (Quake II)
//	Quake III: entities, shaders, models, surfaces, vertices; meshverts where a
//	surface has any (else its vertices are taken as a fan); for [Map.Solid] and
//	[Map.Fits] also planes, brushes and brush sides (nodes, leafs and leaf
//	brushes are not needed: brushes are indexed anew)
//
// A texinfo of Quake and Quake II has two vectors of four numbers that map places to texels; Quake III's
// vertices have a place in the texture each. Quake keeps the textures' pictures in the map, in four sizes of which
// the largest is read.
//
// Light, visibility, effects and sounds are not read. An empty lump is not an
// error where the map makes sense without it.
//
// Entities are text: blocks in braces of quoted keys and values. The first is the world; one
// with the model "*n" moves (or is) model n.
//
// In Quake and Quake II a face is a run of surfedges on a plane (side 1 looks the
// other way). A surfedge is the number of an edge, negative if it is walked
// from its second vertex to its first; an edge is two vertices. BSP2, 2PSB and QBSP have 32
// bits where the others have 16 in faces, edges, nodes and leafs; 2PSB keeps
// 16-bit boxes. A texinfo names the texture, which in Quake tells what the face is (a
// name that begins with * is a liquid, sky is the sky), in Quake II does with flags.
//
// Nodes split space by a plane: child 0 is where the normal points to, a child below 0 is
// leaf -1-child, which has the contents. Quake has, besides, clip nodes: trees for a
// point in a world whose solids were grown by the player's box; their leafs are contents themselves.
// Quake II and Quake III keep the convex brushes instead, against which a box can be tested.
//
// Quake III's surfaces are polygons (type 1) and meshes (3), both with triangles as indices
// (meshverts) into their own vertices, and patches (2): a grid of control points of
// which each 3 by 3 are a biquadratic Bezier surface. What they are is told by the surface
// flags and contents of their shader.
package bsp

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// Vec3 is a position or direction in Quake units: x east, y north, z up.
type Vec3 = [3]float32

// Errors of [Decode], wrapped with details.
var (
	// ErrFormat: the data is not a BSP of a kind that this package reads.
	ErrFormat = errors.New("not a Quake family map")
	// ErrDamaged: a lump or a reference inside the map leads outside of it.
	ErrDamaged = errors.New("damaged map")
)

// Format is the family and version of a map file.
type Format uint8

// The formats that are read.
const (
	Quake29   Format = iota + 1 // Quake, version 29
	QuakeBSP2                   // Quake with 32-bit indices ("BSP2")
	Quake2PSB                   // Quake with 32-bit indices and 16-bit boxes ("2PSB")
	Quake2                      // Quake II, "IBSP" version 38
	Quake2Q                     // Quake II with 32-bit indices, "QBSP" version 38
	Quake3                      // Quake III, "IBSP" version 46
	QuakeLive                   // Quake Live, "IBSP" version 47
)

// Kind says what a surface is to someone who looks down on the map.
type Kind uint8

// The kinds of surfaces.
const (
	KindSolid    Kind = iota // stands in the way and is seen
	KindWater                // surface of water
	KindSlime                // surface of slime
	KindLava                 // surface of lava
	KindTeleport             // surface of a teleporter's swirl
	KindSky                  // sky
	KindHidden               // never seen: clip, hint, skip, trigger, no-draw
	KindGhost                // seen but not solid: banners, flames, decals, fog
)

// Liquid reports whether k is the surface of something to swim in.
func (k Kind) Liquid() bool { return k == KindWater || k == KindSlime || k == KindLava }

// Map is a decoded map. It must not be changed and is then safe for
// concurrent use.
type Map struct {
	Format   Format
	Entities []Entity  // in file order; the first is the worldspawn
	Verts    []Vec3    // corners of all faces
	Faces    []Face    // grouped by model
	Models   []Model   // Models[0] is the world, Models[n] is "*n"
	Textures []Texture // named by faces
	Brushes  []Brush   // of the world, solid, clip and liquids; Quake has none

	collider collider
	opaque   *Opaque
}

// Face is a flat convex polygon. Curved patches and triangle meshes have been
// cut to triangles.
type Face struct {
	First, Count int32 // its corners in Map.Verts, at least 3, in order
	Normal       Vec3  // of unit length, away from the solid
	Texture      int32 // in Map.Textures, -1 for none
	Kind         Kind
	Curved       bool // part of a patch or mesh
	Mapping      Mapping

	patch bool // part of a patch, which is solid where it is no ghost
}

// Patch reports whether the face is a piece of a curved patch.
func (f *Face) Patch() bool { return f.patch }

// Mapping says which place of its texture is where on a face: S (to the right) and T (down) are dot(v[:3], p) + v[3]
// at the point p, in texels in Quake and Quake II, in widths and heights of the texture in Quake III. It
// is zero where the map does not tell.
type Mapping struct{ S, T [4]float32 }

// Model is the world or a brush model that an entity moves.
type Model struct {
	Min, Max             Vec3 // as the compiler wrote them
	Origin               Vec3 // of rotating models
	FirstFace, FaceCount int32
}

// Texture is what a face names as its surface.
type Texture struct {
	Name string // as in the file, without extension
	// Width and Height are in texels, 0 where the map does not tell: Quake's does.
	Width, Height int
	// Pixels are numbers of colours in the game's palette, row by row from the top; nil where the map has no picture: Quake's
	// may have.
	Pixels []byte
}

// Entity is one block of the entity lump: its keys (lower case) and values.
type Entity map[string]string

// Plane is the half space dot(Normal, p) <= Dist.
type Plane struct {
	Normal Vec3
	Dist   float32
}

// Brush is a convex piece of the world, inside of all its planes.
type Brush struct {
	Min, Max Vec3
	Sides    []Plane
	Contents Contents
}

// Contents says what is at a point of the world, as a set of bits.
type Contents uint8

// The contents.
const (
	Solid Contents = 1 << iota
	Water
	Slime
	Lava
	Clip // stops players only
)

// Solid reports whether the point is inside of the world's solid (moving
// models are not looked at). Outside of the map everything is solid in
// Quake and Quake II, nothing in Quake III. Maps without the lumps that this
// needs have no solid.
func (m *Map) Solid(x, y, z float32) bool {
	return m.Contents(x, y, z)&Solid != 0
}

// Contents is what the world has at the point.
func (m *Map) Contents(x, y, z float32) Contents {
	if m.collider == nil {
		return 0
	}
	return m.collider.contents(Vec3{x, y, z})
}

// Fits reports whether a standing player (32 wide, 24 below to 32 above the
// origin) has room at the origin, clip brushes included: what the games' own
// movement would allow in the world without its moving models.
func (m *Map) Fits(x, y, z float32) bool {
	return m.collider == nil || m.collider.fits(Vec3{x, y, z})
}

// collider answers for the world's volume.
type collider interface {
	contents(p Vec3) Contents
	fits(origin Vec3) bool
}

// Decode reads a map. The result shares nothing with data. Errors wrap
// [ErrFormat] or [ErrDamaged].
func Decode(data []byte) (*Map, error) {
	for i := range formats {
		f := &formats[i]
		if !bytes.HasPrefix(data, []byte(f.magic)) {
			continue
		}
		d := &decoder{m: &Map{Format: f.format}, layout: f}
		if err := d.readLumps(data); err != nil {
			return nil, err
		}
		f.decode(d)
		if d.err != nil {
			return nil, d.err
		}
		return d.m, nil
	}
	return nil, refuse(data)
}

// HeaderSize is how many bytes of a map file are enough for [FormatOf] and [ModelCount].
const HeaderSize = 256

// FormatOf tells the format of a map file by its first bytes; ok is false for what is
// no map that this package reads.
func FormatOf(data []byte) (f Format, ok bool) {
	for i := range formats {
		if bytes.HasPrefix(data, []byte(formats[i].magic)) {
			return formats[i].format, true
		}
	}
	return 0, false
}

// ModelCount is how many models the map file has, the world among them, as its header tells; ok is false for
// what is no map that this package reads.
func ModelCount(data []byte) (n int, ok bool) {
	for i := range formats {
		f := &formats[i]
		at := f.header + f.lumps[lumpModels]*8
		if bytes.HasPrefix(data, []byte(f.magic)) && at+8 <= len(data) {
			return int(u32(data, at+4)) / f.sizes[lumpModels], true
		}
	}
	return 0, false
}

// refuse says in words what data is instead of a map that can be read.
func refuse(data []byte) error {
	if len(data) < 8 {
		return fmt.Errorf("%w: %d bytes are too few", ErrFormat, len(data))
	}
	version := binary.LittleEndian.Uint32(data)
	second := binary.LittleEndian.Uint32(data[4:])
	switch {
	case version == 30:
		return fmt.Errorf("%w: version 30 is a Half-Life map", ErrFormat)
	case version == 28 || version < 28 && version > 0:
		return fmt.Errorf("%w: version %d is a test version of Quake", ErrFormat, version)
	case bytes.HasPrefix(data, []byte("IBSP")), bytes.HasPrefix(data, []byte("QBSP")),
		bytes.HasPrefix(data, []byte("RBSP")), bytes.HasPrefix(data, []byte("FBSP")), bytes.HasPrefix(data, []byte("VBSP")):
		return fmt.Errorf("%w: %s version %d belongs to another game", ErrFormat, data[:4], second)
	}
	return ErrFormat
}
