// Package texture finds and reads the texture images of a map. It reduces them to small squares in full colour, which
// is all that a floor plan needs.
//
// Quake stores the images in the map, as indices into the palette in gfx/palette.lmp, which has 256 colours of three
// bytes. Quake II stores each image in a file named textures/NAME.wal. The file contains the name (32 bytes), the width
// and height, the offsets of the image in four sizes, the name of the next image in an animation (32 bytes) and three
// numbers for the map compiler. The palette is at the end of pics/colormap.pcx. In Quake III, a texture has the name of
// a shader. A shader is a block of text in scripts/*.shader that lists images. If there is no such shader, the texture
// is a .tga or .jpg image with that name. Newer engines accept .tga, .jpg and .png files in place of any other image.
package texture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
)

// ErrPicture indicates an image that cannot be decoded.
var ErrPicture = errors.New("damaged picture")

// Picture is a texture image, reduced in size. It must not be modified, and is safe for concurrent use.
type Picture struct {
	// Width and Height are the size of the texture in texels, as used by mappings.
	Width, Height int
	// Pix is the reduced image. Its sides are powers of two, at most MaxSide. It is opaque.
	Pix *image.RGBA
	// Mean is the average colour.
	Mean [3]uint8
}

const (
	// MaxSide is the maximum width and height of a reduced image, in pixels.
	MaxSide = 128
	// maxTexels bounds the width and height of an image.
	maxTexels = 4096
)

// Indexed returns an image with the given width and height. pixels contains the pixels row by row, as indices into the
// palette p. If holes is set, index 255 is transparent.
func Indexed(pixels []byte, width, height int, p *Palette, holes bool) (*Picture, error) {
	if err := checkSize(width, height); err != nil {
		return nil, err
	}
	if len(pixels) < width*height {
		return nil, fmt.Errorf("%w: it has %d bytes for %d by %d texels", ErrPicture, len(pixels), width, height)
	}
	return reduce(width, height, func(x, y int) (r, g, b, a uint32) {
		k := pixels[y*width+x]
		c := p[k]
		if holes && k == 255 {
			return uint32(c[0]), uint32(c[1]), uint32(c[2]), 0
		}
		return uint32(c[0]), uint32(c[1]), uint32(c[2]), 255
	}), nil
}

// WAL decodes a Quake II texture, whose pixels are indices into the palette p.
func WAL(data []byte, p *Palette) (*Picture, error) {
	const head = 100
	if len(data) < head {
		return nil, fmt.Errorf("%w: it has only %d bytes", ErrPicture, len(data))
	}
	w, h, at := binary.LittleEndian.Uint32(data[32:]), binary.LittleEndian.Uint32(data[36:]),
		binary.LittleEndian.Uint32(data[40:])
	if w > maxTexels || h > maxTexels || int64(at) > int64(len(data)) {
		return nil, fmt.Errorf("%w: its %d by %d texels cannot start at byte %d of %d", ErrPicture, w, h, at, len(data))
	}
	return Indexed(data[at:], int(w), int(h), p, false)
}

// Decode decodes a TGA, JPEG or PNG image. It detects the format from data.
func Decode(data []byte) (*Picture, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xd8")):
		return decode(data, jpeg.DecodeConfig, jpeg.Decode)
	case bytes.HasPrefix(data, []byte("\x89PNG")):
		return decode(data, png.DecodeConfig, png.Decode)
	}
	return decodeTGA(data)
}

// decode decodes an image after checking its size.
func decode(data []byte, config func(io.Reader) (image.Config, error),
	read func(io.Reader) (image.Image, error)) (*Picture, error) {
	c, err := config(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPicture, err)
	}
	if err := checkSize(c.Width, c.Height); err != nil {
		return nil, err
	}
	img, err := read(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPicture, err)
	}
	rgba := image.NewNRGBA(image.Rect(0, 0, c.Width, c.Height))
	draw.Draw(rgba, rgba.Rect, img, img.Bounds().Min, draw.Src)
	return reduce(c.Width, c.Height, func(x, y int) (r, g, b, a uint32) {
		p := rgba.Pix[rgba.PixOffset(x, y):]
		return uint32(p[0]), uint32(p[1]), uint32(p[2]), uint32(p[3])
	}), nil
}

func checkSize(w, h int) error {
	if w < 1 || h < 1 || w > maxTexels || h > maxTexels {
		return fmt.Errorf("%w: it cannot have %d by %d texels", ErrPicture, w, h)
	}
	return nil
}

// reduce scales an image down by averaging. Holes take the average of the rest; an image that is all hole has none.
func reduce(w, h int, at func(x, y int) (r, g, b, a uint32)) *Picture {
	if p := average(w, h, at); p != nil {
		return p
	}
	return average(w, h, func(x, y int) (r, g, b, a uint32) {
		r, g, b, _ = at(x, y)
		return r, g, b, 255
	})
}

// average returns nil if there are only holes.
func average(w, h int, at func(x, y int) (r, g, b, a uint32)) *Picture {
	rw, rh := powerOfTwo(w), powerOfTwo(h)
	p := &Picture{Width: w, Height: h, Pix: image.NewRGBA(image.Rect(0, 0, rw, rh))}
	var total [3]uint64
	weight := uint64(0)
	for ry := range rh {
		for rx := range rw {
			var sum [3]uint64
			n := uint64(0)
			for y := ry * h / rh; y < (ry+1)*h/rh; y++ {
				for x := rx * w / rw; x < (rx+1)*w/rw; x++ {
					r, g, b, a := at(x, y)
					sum[0], sum[1], sum[2], n = sum[0]+uint64(r*a), sum[1]+uint64(g*a), sum[2]+uint64(b*a), n+uint64(a)
				}
			}
			if n == 0 {
				continue
			}
			o := p.Pix.PixOffset(rx, ry)
			for k := range sum {
				p.Pix.Pix[o+k] = uint8((sum[k] + n/2) / n)
				total[k] += sum[k]
			}
			p.Pix.Pix[o+3] = 255
			weight += n
		}
	}
	if weight == 0 {
		return nil
	}
	for k := range total {
		p.Mean[k] = uint8((total[k] + weight/2) / weight)
	}
	for o := 0; o < len(p.Pix.Pix); o += 4 {
		if p.Pix.Pix[o+3] == 0 {
			copy(p.Pix.Pix[o:], []byte{p.Mean[0], p.Mean[1], p.Mean[2], 255})
		}
	}
	return p
}

// powerOfTwo returns the largest power of two not above n or MaxSide.
func powerOfTwo(n int) int {
	p := 1
	for p*2 <= min(n, MaxSide) {
		p *= 2
	}
	return p
}
