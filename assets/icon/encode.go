package icon

import (
	"bytes"
	"encoding/binary"
	"image/png"
)

// PNG returns the icon as a PNG file. The icon's width and height are size pixels.
func PNG(size int) []byte {
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	// Writing to memory does not fail, and every size can be encoded.
	_ = enc.Encode(&b, Draw(size))
	return b.Bytes()
}

// icnsTypes are the types of PNG images in an .icns file; a repeated size is for screens with two pixels per point.
var icnsTypes = []struct {
	name string
	size int
}{{"icp4", 16}, {"icp5", 32}, {"ic11", 32}, {"ic12", 64}, {"ic07", 128}, {"ic13", 256}, {"ic08", 256}, {"ic14", 512},
	{"ic09", 512}, {"ic10", 1024}}

// ICNS returns the icon as a macOS .icns file. The file consists of blocks, each with a type, a big-endian length that
// includes the 8-byte header, and a PNG.
func ICNS() []byte {
	var blocks []byte
	for _, t := range icnsTypes {
		data := PNG(t.size)
		blocks = append(blocks, t.name...)
		blocks = binary.BigEndian.AppendUint32(blocks, uint32(len(data)+8))
		blocks = append(blocks, data...)
	}
	b := binary.BigEndian.AppendUint32([]byte("icns"), uint32(len(blocks)+8))
	return append(b, blocks...)
}
