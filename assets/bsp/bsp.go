// Package bsp reads the compiled maps of the Quake family: Quake (version 29, BSP2 and 2PSB), Quake II (version 38 and
// QBSP) and Quake III (versions 46 and 47, the latter being Quake Live's).
//
// A map starts with a magic or version number, followed by a table of lumps. A lump is a section of the file, given by
// its offset and size, that contains an array of little-endian records of fixed size. This package needs only the
// following lumps:
//
//	Quake, Quake II: entities, planes, vertices, edges, surfedges, faces,
//	texinfo, models; for [Map.Solid] and [Map.Fits] also nodes, leafs and
//	clip nodes (Quake) or leaf brushes, brushes and brush sides (Quake II)
//	Quake III: entities, shaders, models, surfaces, vertices; meshverts if a
//	surface has any (otherwise its vertices form a fan); for [Map.Solid] and
//	[Map.Fits] also planes, brushes and brush sides (nodes, leafs and leaf
//	brushes are not needed: brushes have a separate index)
//
// A texinfo of Quake and Quake II has two vectors of four numbers that map points to texels; Quake III's vertices have
// texture coordinates. Quake stores the texture images in the map, in four sizes; the largest is read.
//
// Light, visibility, effects and sounds are not read. An empty lump is not an error if the map makes sense without it.
//
// Entities are text. Each entity is a block of quoted keys and values in braces. The first entity is the world. An
// entity whose model is "*n" uses brush model n.
//
// In Quake and Quake II a face is a run of surfedges on a plane. A face on side 1 faces away from the plane's normal. A
// surfedge is the number of an edge, negative if the edge is traversed from its second vertex to its first; an edge is
// two vertices. In faces, edges, nodes and leafs, BSP2, 2PSB and QBSP have 32-bit numbers where the other versions have
// 16-bit numbers, except that the bounding boxes in 2PSB have 16 bits. A texinfo names the texture. In Quake the name
// determines the kind of a face: a name that starts with * denotes a liquid, and one that starts with sky denotes the
// sky. In Quake II, flags determine it.
//
// A node splits space by a plane. Child 0 is on the side of the normal. A negative child is leaf -1-child, which holds
// the contents. Quake also has clip nodes. They form trees for testing a point in a world whose solids have been
// expanded by the size of the player's box; the leafs of these trees are the contents themselves. Quake II and Quake III
// have the convex brushes instead, so a box can be tested against them.
//
// Quake III's surfaces are polygons (type 1), patches (2) and meshes (3). Polygons and meshes have triangles, given by
// indices (meshverts) into their own vertices. A patch is a grid of control points. Each block of 3 by 3 control points
// defines a biquadratic Bezier surface. The surface flags and contents of its shader determine the kind of a surface.
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
	// ErrFormat indicates data that is not in a supported BSP format.
	ErrFormat = errors.New("not a Quake family map")
	// ErrDamaged indicates a lump or a reference that points outside the map.
	ErrDamaged = errors.New("damaged map")
)

// Format is the format of a map file: its family and version.
type Format uint8

// The supported formats.
const (
	Quake29   Format = iota + 1 // Quake, version 29
	QuakeBSP2                   // Quake with 32-bit indices ("BSP2")
	Quake2PSB                   // Quake with 32-bit indices and 16-bit boxes ("2PSB")
	Quake2                      // Quake II, "IBSP" version 38
	Quake2Q                     // Quake II with 32-bit indices, "QBSP" version 38
	Quake3                      // Quake III, "IBSP" version 46
	QuakeLive                   // Quake Live, "IBSP" version 47
)

// Kind classifies a surface by its appearance from above.
type Kind uint8

// The kinds of surfaces.
const (
	KindSolid    Kind = iota // opaque and solid
	KindWater                // surface of water
	KindSlime                // surface of slime
	KindLava                 // surface of lava
	KindTeleport             // surface of a teleporter's swirl
	KindSky                  // sky
	KindHidden               // never seen: clip, hint, skip, trigger, no-draw
	KindGhost                // visible but not solid: banners, flames, decals, fog
)

// Liquid reports whether k is a liquid: water, slime or lava.
func (k Kind) Liquid() bool { return k == KindWater || k == KindSlime || k == KindLava }

// Map is a decoded map. It must not be modified, and is safe for concurrent use.
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

// Face is a flat convex polygon. [Decode] splits curved patches and triangle meshes into triangles.
type Face struct {
	First, Count int32 // its corners in Map.Verts, at least 3, in order
	Normal       Vec3  // of unit length, away from the solid
	Texture      int32 // in Map.Textures, -1 for none
	Kind         Kind
	Curved       bool // part of a patch or mesh
	Mapping      Mapping

	patch bool // part of a patch, which is solid unless a ghost
}

// Patch reports whether f is part of a curved patch.
func (f *Face) Patch() bool { return f.patch }

// Mapping is a linear mapping from points to texture coordinates. A point p has the coordinates dot(S[:3], p) + S[3],
// increasing to the right, and dot(T[:3], p) + T[3], increasing downwards. The coordinates are in texels in Quake and
// Quake II, and in multiples of the texture's width and height in Quake III. The zero Mapping represents an unknown
// mapping.
type Mapping struct{ S, T [4]float32 }

// Model describes the world or a brush model. Brush models are moved by entities.
type Model struct {
	Min, Max             Vec3 // as the compiler wrote them
	Origin               Vec3 // of rotating models
	FirstFace, FaceCount int32
}

// Texture describes a texture used by faces.
type Texture struct {
	Name string // as in the file, without extension
	// Width and Height are in texels, or 0 if unknown: only Quake's maps store them.
	Width, Height int
	// Pixels are palette indices, row by row from the top, or nil if the map does not contain the texture's image: only
	// Quake's maps can.
	Pixels []byte
}

// Entity is a block of the entity lump. It maps keys, in lower case, to values.
type Entity map[string]string

// Plane is the half space dot(Normal, p) <= Dist.
type Plane struct {
	Normal Vec3
	Dist   float32
}

// Brush is a convex volume of the world. It is the intersection of the half spaces in Sides.
type Brush struct {
	Min, Max Vec3
	Sides    []Plane
	Contents Contents
}

// Contents is a bit set that describes what is at a point in the world.
type Contents uint8

// The bits of [Contents].
const (
	Solid Contents = 1 << iota
	Water
	Slime
	Lava
	Clip // stops players only
)

// Solid reports whether the point x, y, z is inside a solid of the world. It ignores brush models that move. Points
// outside the map are solid in Quake and Quake II, but not in Quake III. If the map lacks the required lumps, Solid
// returns false.
func (m *Map) Solid(x, y, z float32) bool {
	return m.Contents(x, y, z)&Solid != 0
}

// Contents returns the contents of the world at the point x, y, z.
func (m *Map) Contents(x, y, z float32) Contents {
	if m.collider == nil {
		return 0
	}
	return m.collider.contents(Vec3{x, y, z})
}

// Fits reports whether there is room for a standing player whose origin is x, y, z. The player's bounding box is 32
// units wide and extends from 24 units below the origin to 32 above it. Clip brushes count as solid, but moving models
// do not.
func (m *Map) Fits(x, y, z float32) bool {
	return m.collider == nil || m.collider.fits(Vec3{x, y, z})
}

// collider tests points and boxes against the world's volume.
type collider interface {
	contents(p Vec3) Contents
	fits(origin Vec3) bool
}

// Decode decodes a map file. The returned Map does not alias data. Errors wrap [ErrFormat] or [ErrDamaged].
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

// HeaderSize is the number of bytes that [FormatOf] and [ModelCount] need from the start of a map file.
const HeaderSize = 256

// FormatOf returns the format of a map file. data is the start of the file; see [HeaderSize]. ok is false if the file
// is not in a supported format.
func FormatOf(data []byte) (f Format, ok bool) {
	for i := range formats {
		if bytes.HasPrefix(data, []byte(formats[i].magic)) {
			return formats[i].format, true
		}
	}
	return 0, false
}

// ModelCount returns the number of models in a map file, including the world. data is the start of the file; see
// [HeaderSize]. ok is false if the file is not in a supported format.
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

// refuse returns an error that describes data that is not a readable map.
func refuse(data []byte) error {
	if len(data) < 8 {
		return fmt.Errorf("%w: it has only %d bytes", ErrFormat, len(data))
	}
	version := binary.LittleEndian.Uint32(data)
	second := binary.LittleEndian.Uint32(data[4:])
	switch {
	case version == 30:
		return fmt.Errorf("%w: version 30 is a Half-Life map", ErrFormat)
	case version == 28 || version < 28 && version > 0:
		return fmt.Errorf("%w: version %d is a test version of Quake", ErrFormat, version)
	case bytes.HasPrefix(data, []byte("IBSP")), bytes.HasPrefix(data, []byte("QBSP")),
		bytes.HasPrefix(data, []byte("RBSP")), bytes.HasPrefix(data, []byte("FBSP")),
		bytes.HasPrefix(data, []byte("VBSP")):
		return fmt.Errorf("%w: %s version %d belongs to another game", ErrFormat, data[:4], second)
	}
	return ErrFormat
}
