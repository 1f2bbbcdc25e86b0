package texture

import (
	"encoding/binary"
	"fmt"
)

// The kinds of TGA: with palette, colours, grey; tgaRuns is added for run lengths.
const (
	tgaPalette = 1
	tgaColour  = 2
	tgaGrey    = 3
	tgaRuns    = 8
)

// tga is an image being decoded.
type tga struct {
	data    []byte // what is left to read
	bytes   int    // of a pixel
	grey    bool
	palette [][4]uint8
}

// decodeTGA decodes a TGA. Its header has 18 bytes: the length of the comment after it, whether there is a palette, the
// kind, the palette's first number, number of colours and bits per colour, the origin, width, height, bits per pixel,
// and flags (0x20 means that the top row comes first). Colours are blue, green, red, alpha. With run lengths, a byte is
// the number of pixels that follow, minus one, or, if 128 or more, the next pixel's repeat count plus 127.
func decodeTGA(data []byte) (*Picture, error) {
	const head = 18
	if len(data) < head {
		return nil, fmt.Errorf("%w: it has only %d bytes", ErrPicture, len(data))
	}
	kind, w, h := data[2], int(binary.LittleEndian.Uint16(data[12:])), int(binary.LittleEndian.Uint16(data[14:]))
	if err := checkSize(w, h); err != nil {
		return nil, err
	}
	t := &tga{bytes: int(data[16]+7) / 8, grey: kind&^tgaRuns == tgaGrey}
	switch kind &^ tgaRuns {
	case tgaPalette:
		if t.bytes != 1 {
			return nil, fmt.Errorf("%w: an index cannot have %d bytes", ErrPicture, t.bytes)
		}
	case tgaColour:
		if t.bytes < 2 || t.bytes > 4 {
			return nil, fmt.Errorf("%w: a colour cannot have %d bytes", ErrPicture, t.bytes)
		}
	case tgaGrey:
		if t.bytes != 1 {
			return nil, fmt.Errorf("%w: a grey level cannot have %d bytes", ErrPicture, t.bytes)
		}
	default:
		return nil, fmt.Errorf("%w: its image type is unknown", ErrPicture)
	}
	t.data = data[head:]
	if !t.skip(int(data[0])) || !t.readPalette(data[:head]) {
		return nil, fmt.Errorf("%w: it is cut off", ErrPicture)
	}
	// A run has at least one byte for 128 pixels.
	if len(t.data) < w*h/128 {
		return nil, fmt.Errorf("%w: it has only %d bytes for %d by %d texels", ErrPicture, len(t.data), w, h)
	}
	pix := make([]uint8, 4*w*h)
	if n := t.read(pix, kind&tgaRuns != 0); n < len(pix) {
		return nil, fmt.Errorf("%w: it is cut off", ErrPicture)
	}
	down := data[17]&0x20 != 0
	return reduce(w, h, func(x, y int) (r, g, b, a uint32) {
		if !down {
			y = h - 1 - y
		}
		p := pix[4*(y*w+x):]
		return uint32(p[0]), uint32(p[1]), uint32(p[2]), uint32(p[3])
	}), nil
}

func (t *tga) skip(n int) bool {
	if n > len(t.data) {
		return false
	}
	t.data = t.data[n:]
	return true
}

func (t *tga) readPalette(head []byte) bool {
	if head[1] == 0 {
		return true
	}
	first, n, size := int(binary.LittleEndian.Uint16(head[3:])), int(binary.LittleEndian.Uint16(head[5:])),
		int(head[7]+7)/8
	if size < 2 || size > 4 || first+n > 1<<16 || n*size > len(t.data) {
		return false
	}
	t.palette = make([][4]uint8, first+n)
	for i := range n {
		t.palette[first+i] = colour(t.data[i*size:], size)
	}
	return t.skip(n * size)
}

// colour reads a pixel of 16, 24 or 32 bits.
func colour(b []byte, size int) [4]uint8 {
	switch size {
	case 2:
		v := binary.LittleEndian.Uint16(b)
		five := func(shift uint) uint8 { return uint8(uint32(v>>shift&31) * 255 / 31) }
		return [4]uint8{five(10), five(5), five(0), 255}
	case 3:
		return [4]uint8{b[2], b[1], b[0], 255}
	}
	return [4]uint8{b[2], b[1], b[0], b[3]}
}

// pixel reads a pixel.
func (t *tga) pixel() (c [4]uint8, ok bool) {
	if len(t.data) < t.bytes {
		return c, false
	}
	b := t.data[:t.bytes]
	t.data = t.data[t.bytes:]
	switch {
	case t.grey:
		return [4]uint8{b[0], b[0], b[0], 255}, true
	case t.bytes == 1:
		if int(b[0]) < len(t.palette) {
			c = t.palette[b[0]]
		}
		return c, true
	}
	return colour(b, t.bytes), true
}

// read fills pix and returns the number of bytes that were available.
func (t *tga) read(pix []uint8, runs bool) int {
	at := 0
	for at < len(pix) {
		n, repeat := 1, false
		if runs {
			if len(t.data) == 0 {
				return at
			}
			n, repeat = int(t.data[0]&127)+1, t.data[0]&128 != 0
			t.data = t.data[1:]
		}
		var c [4]uint8
		for k := range n {
			if k == 0 || !repeat {
				var ok bool
				if c, ok = t.pixel(); !ok {
					return at
				}
			}
			if at < len(pix) {
				at += copy(pix[at:], c[:])
			}
		}
	}
	return at
}
