package icon

import (
	"bytes"
	"encoding/binary"
	"image/png"
)

// PNG is the icon as a PNG file.
func PNG(size int) []byte {
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	// Writing into memory does not fail, and every size can be encoded.
	_ = enc.Encode(&b, Draw(size))
	return b.Bytes()
}

// icoSizes are those that Windows uses; a byte holds a size, 0 stands for 256.
var icoSizes = []int{16, 24, 32, 48, 64, 256}

// Image is one picture of a Windows icon.
type Image struct {
	Size int    // in pixels
	Data []byte // a PNG, which Windows reads since Vista
}

// Images are the pictures of the Windows icon, for an .ico file or for resources.
func Images() []Image {
	var out []Image
	for _, size := range icoSizes {
		out = append(out, Image{size, PNG(size)})
	}
	return out
}

// ICO is the icon as a Windows .ico file: a header, a directory with an entry of
// 16 bytes each (width, height, colours, planes, bits, length, offset), the pictures.
func ICO() []byte {
	images := Images()
	b := binary.LittleEndian.AppendUint16(nil, 0)
	b = binary.LittleEndian.AppendUint16(b, 1) // icons, not cursors
	b = binary.LittleEndian.AppendUint16(b, uint16(len(images)))
	offset := len(b) + 16*len(images)
	for _, m := range images {
		b = append(b, byte(m.Size), byte(m.Size), 0, 0)
		b = binary.LittleEndian.AppendUint16(b, 1)
		b = binary.LittleEndian.AppendUint16(b, 32)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(m.Data)))
		b = binary.LittleEndian.AppendUint32(b, uint32(offset))
		offset += len(m.Data)
	}
	for _, m := range images {
		b = append(b, m.Data...)
	}
	return b
}

// icnsTypes are the types of PNG pictures in an .icns file; those whose size is there
// twice are for screens with two pixels a point.
var icnsTypes = []struct {
	name string
	size int
}{{"icp4", 16}, {"icp5", 32}, {"ic11", 32}, {"ic12", 64}, {"ic07", 128}, {"ic13", 256}, {"ic08", 256}, {"ic14", 512}, {"ic09", 512}}

// ICNS is the icon as a macOS .icns file: blocks of a type, a big-endian length that
// counts its own header of 8 bytes, and a PNG.
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
