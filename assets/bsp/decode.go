package bsp

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// Limits on a map. The largest published maps stay below a tenth of these.
const (
	maxCorners  = 8 << 20 // corners of all faces together
	maxFaceSize = 4096    // corners of one face
	maxCoord    = 1 << 18 // units from the origin
	maxEntities = 1 << 17
)

// layout describes a format within its family: record sizes, and whether indices have 32 bits. Lump numbers are
// positions in the header, -1 if the family lacks the lump.
type layout struct {
	format Format
	magic  string
	decode func(*decoder)
	header int // bytes before the first lump entry
	lumps  [lumpCount]int
	sizes  [lumpCount]int
	wide   bool // indices of 32 bits
	shorts bool // boxes of nodes and leafs are int16 in spite of wide
}

// The lumps that are read.
const (
	lumpEntities = iota
	lumpPlanes
	lumpTextures // miptex (Quake), shaders (Quake III)
	lumpTexinfo
	lumpVerts
	lumpEdges
	lumpSurfedges
	lumpFaces
	lumpModels
	lumpNodes
	lumpLeafs
	lumpClipnodes
	lumpLeafBrushes
	lumpBrushes
	lumpBrushSides
	lumpMeshverts
	lumpCount
)

var lumpNames = [lumpCount]string{"entities", "planes", "textures", "texinfo", "vertices", "edges",
	"surfedges", "faces", "models", "nodes", "leafs", "clip nodes", "leaf brushes", "brushes", "brush sides",
	"mesh vertices"}

// ent plan tex info vert edge sedge face mod node leaf clip lbr  br  brs mesh
var (
	quakeLumps  = [lumpCount]int{0, 1, 2, 6, 3, 12, 13, 7, 14, 5, 10, 9, -1, -1, -1, -1}
	quake2Lumps = [lumpCount]int{0, 1, -1, 5, 2, 11, 12, 6, 13, 4, 8, -1, 10, 14, 15, -1}
	quake3Lumps = [lumpCount]int{0, 2, 1, -1, 10, -1, -1, 13, 7, -1, -1, -1, -1, 8, 9, 11}

	formats = []layout{
		{format: Quake29, magic: "\x1d\x00\x00\x00", decode: decodeQuake, header: 4, lumps: quakeLumps,
			sizes: [lumpCount]int{1, 20, 1, 40, 12, 4, 4, 20, 64, 24, 28, 8, 1, 1, 1, 1}},
		{format: QuakeBSP2, magic: "BSP2", decode: decodeQuake, header: 4, lumps: quakeLumps, wide: true,
			sizes: [lumpCount]int{1, 20, 1, 40, 12, 8, 4, 28, 64, 44, 44, 12, 1, 1, 1, 1}},
		{format: Quake2PSB, magic: "2PSB", decode: decodeQuake, header: 4, lumps: quakeLumps, wide: true, shorts: true,
			sizes: [lumpCount]int{1, 20, 1, 40, 12, 8, 4, 28, 64, 32, 32, 12, 1, 1, 1, 1}},
		{format: Quake2, magic: "IBSP\x26\x00\x00\x00", decode: decodeQuake2, header: 8, lumps: quake2Lumps,
			sizes: [lumpCount]int{1, 20, 1, 76, 12, 4, 4, 20, 48, 28, 28, 1, 2, 12, 4, 1}},
		{format: Quake2Q, magic: "QBSP\x26\x00\x00\x00", decode: decodeQuake2, header: 8, lumps: quake2Lumps,
			wide: true, sizes: [lumpCount]int{1, 20, 1, 76, 12, 8, 4, 28, 48, 44, 52, 1, 4, 12, 8, 1}},
		{format: Quake3, magic: "IBSP\x2e\x00\x00\x00", decode: decodeQuake3, header: 8, lumps: quake3Lumps,
			sizes: [lumpCount]int{1, 16, 72, 1, 44, 1, 1, 104, 40, 1, 1, 1, 1, 12, 8, 4}},
		{format: QuakeLive, magic: "IBSP\x2f\x00\x00\x00", decode: decodeQuake3, header: 8, lumps: quake3Lumps,
			sizes: [lumpCount]int{1, 16, 72, 1, 44, 1, 1, 104, 40, 1, 1, 1, 1, 12, 8, 4}},
	}
)

// decoder holds the lumps of a file being read. Its error is sticky.
type decoder struct {
	m      *Map
	layout *layout
	lump   [lumpCount][]byte
	planes []Plane
	// corners bounds the corners that the map's faces may have.
	corners int
	sides   int // of brushes so far
	ghosts  []ghosts
	err     error
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("%w: "+format, append([]any{ErrDamaged}, args...)...)
	}
}

func (d *decoder) readLumps(data []byte) error {
	for l, place := range d.layout.lumps {
		if place < 0 {
			continue
		}
		at := d.layout.header + place*8
		if at+8 > len(data) {
			return fmt.Errorf("%w: the header is cut off", ErrDamaged)
		}
		offset, size := int64(u32(data, at)), int64(u32(data, at+4))
		if size == 0 {
			continue
		}
		if offset+size > int64(len(data)) {
			return fmt.Errorf("%w: %s should be at bytes %d to %d, but the file has only %d bytes", ErrDamaged,
				lumpNames[l], offset, offset+size, len(data))
		}
		d.lump[l] = data[offset : offset+size]
	}
	return nil
}

// count returns the number of whole records in a lump.
func (d *decoder) count(l int) int { return len(d.lump[l]) / d.layout.sizes[l] }

// record returns a record of a lump; i must be below count.
func (d *decoder) record(l, i int) []byte {
	size := d.layout.sizes[l]
	return d.lump[l][i*size : (i+1)*size]
}

// inside checks a range of records. It fails if the range extends beyond the lump.
func (d *decoder) inside(l, first, count int, what string, i int) bool {
	if first < 0 || count < 0 || first > d.count(l)-count {
		d.fail("%s %d names %s %d to %d of %d", what, i, lumpNames[l], first, first+count, d.count(l))
		return false
	}
	return true
}

// readPlanes reads the planes; Quake's and Quake II's records end with a type.
func (d *decoder) readPlanes() {
	d.planes = make([]Plane, d.count(lumpPlanes))
	for i := range d.planes {
		b := d.record(lumpPlanes, i)
		d.planes[i] = Plane{vec(b, 0), f32(b, 12)}
		n := d.planes[i].Normal
		if !(dot(n, n) < 4) || math.IsNaN(float64(d.planes[i].Dist)) {
			d.fail("plane %d is not a plane", i)
			return
		}
	}
}

func (d *decoder) readVerts() []Vec3 {
	verts := make([]Vec3, d.count(lumpVerts))
	for i := range verts {
		v := vec(d.record(lumpVerts, i), 0)
		if !(abs(v[0]) < maxCoord && abs(v[1]) < maxCoord && abs(v[2]) < maxCoord) {
			d.fail("vertex %d is at %v", i, v)
			return nil
		}
		verts[i] = v
	}
	return verts
}

// addFace appends a face with the given corners, unless it is too small to be seen or the map has too many.
func (d *decoder) addFace(f Face, corners ...Vec3) {
	if len(corners) < 3 || d.err != nil {
		return
	}
	if len(d.m.Verts)+len(corners) > d.corners {
		d.fail("more than %d corners of faces", d.corners)
		return
	}
	f.First, f.Count = int32(len(d.m.Verts)), int32(len(corners))
	d.m.Verts = append(d.m.Verts, corners...)
	d.m.Faces = append(d.m.Faces, f)
}

// readEntities reads blocks of quoted keys and values in braces. Anything else ends the list, as in the games.
func (d *decoder) readEntities() {
	text := string(d.lump[lumpEntities])
	var cur Entity
	for len(d.m.Entities) < maxEntities {
		token, quoted, rest := nextToken(text)
		text = rest
		switch {
		case token == "" && !quoted:
			return
		case token == "{" && !quoted:
			cur = Entity{}
		case token == "}" && !quoted:
			if cur != nil {
				d.m.Entities = append(d.m.Entities, cur)
			}
			cur = nil
		case cur != nil:
			value, _, rest := nextToken(text)
			text = rest
			cur[strings.ToLower(token)] = value
		}
	}
}

// nextToken takes a quoted string, a brace or a word from text.
func nextToken(text string) (token string, quoted bool, rest string) {
	text = strings.TrimLeft(text, " \t\r\n\x00")
	if text == "" {
		return "", false, ""
	}
	if text[0] == '"' {
		end := strings.IndexByte(text[1:], '"')
		if end < 0 {
			return text[1:], true, ""
		}
		return text[1 : 1+end], true, text[end+2:]
	}
	if text[0] == '{' || text[0] == '}' {
		return text[:1], false, text[1:]
	}
	end := strings.IndexAny(text, " \t\r\n\x00{}\"")
	if end < 0 {
		end = len(text)
	}
	return text[:end], false, text[end:]
}

func cString(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

func u16(b []byte, at int) int    { return int(binary.LittleEndian.Uint16(b[at:])) }
func u32(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
func i32(b []byte, at int) int    { return int(int32(u32(b, at))) }
func f32(b []byte, at int) float32 {
	return math.Float32frombits(u32(b, at))
}
func vec(b []byte, at int) Vec3 { return Vec3{f32(b, at), f32(b, at+4), f32(b, at+8)} }

// dot rounds each product, so that the result is the same on machines that could fuse a multiplication with an
// addition. The match of the sample, which is played on this map, must be the same everywhere.
func dot(a, b Vec3) float32 { return float32(a[0]*b[0]) + float32(a[1]*b[1]) + float32(a[2]*b[2]) }
func sub(a, b Vec3) Vec3    { return Vec3{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func cross(a, b Vec3) Vec3 {
	return Vec3{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
func abs(x float32) float32 { return float32(math.Abs(float64(x))) }

// unit returns a scaled to length 1, or zero if it has no length.
func unit(a Vec3) Vec3 {
	l := float32(math.Sqrt(float64(dot(a, a))))
	if !(l > 1e-12) {
		return Vec3{}
	}
	return Vec3{a[0] / l, a[1] / l, a[2] / l}
}
