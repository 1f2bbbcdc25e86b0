// Package animgif writes animated GIFs frame by frame. It keeps only a few frames in memory, however long the animation
// is.
//
// The format is CompuServe's Graphics Interchange Format, version 89a, with Netscape's looping extension. Each
// frame contains only the pixels that have changed, and has its own palette. A map that does not move is therefore
// stored only once, and objects moving on it keep their exact colours.
package animgif

import (
	"bufio"
	"compress/lzw"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"time"
)

const (
	maxSide   = 1<<16 - 1
	maxColors = 256
	// near is how far, of 255, a channel of a pixel on the screen may be off before the pixel is sent again.
	near = 3
)

// Encoder writes an animated GIF. If errors occur, [Encoder.Close] returns the first one.
type Encoder struct {
	w             *bufio.Writer
	width, height int
	shown         []byte // what is on the screen: red, green and blue of each pixel
	first         bool
	ends, delayed time.Duration // of the last frame: as requested, and as written, in 1/100 s
	err           error
}

// New returns an Encoder that writes an animation to w. width and height are the frame size in pixels; neither may
// exceed 65535.
func New(w io.Writer, width, height int) *Encoder {
	g := &Encoder{w: bufio.NewWriter(w), width: width, height: height, first: true}
	if width < 1 || height < 1 || width > maxSide || height > maxSide {
		g.err = fmt.Errorf(msgSize, width, height)
		return g
	}
	g.shown = make([]byte, 3*width*height)
	b := []byte("GIF89a")
	b = binary.LittleEndian.AppendUint16(b, uint16(width))
	b = binary.LittleEndian.AppendUint16(b, uint16(height))
	// 8 bits a channel and no common palette; background, aspect
	b = append(b, 0x70, 0, 0)
	b = append(b, "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"...) // repeat forever
	g.write(b)
	return g
}

func (g *Encoder) write(b []byte) {
	if g.err == nil {
		_, g.err = g.w.Write(b)
	}
}

// Add appends img as the next frame, which is shown for the given duration. img must have the animation's frame size.
// GIF delays are stored in hundredths of a second; Add carries the rounding error over to the next frame.
func (g *Encoder) Add(img *image.RGBA, show time.Duration) error {
	if g.err != nil {
		return g.err
	}
	if b := img.Bounds(); b.Dx() != g.width || b.Dy() != g.height {
		g.err = fmt.Errorf(msgOtherSize, b.Dx(), b.Dy(), g.width, g.height)
		return g.err
	}
	area := g.changed(img)
	pixels, colors, through := g.index(img, area)
	g.ends += show
	hundredths := min(max((g.ends-g.delayed+5*time.Millisecond)/(10*time.Millisecond), 0), maxSide)
	g.delayed += hundredths * 10 * time.Millisecond

	control := byte(1 << 2) // the frame stays on the screen below the next one
	if through >= 0 {
		control |= 1
	}
	b := []byte{0x21, 0xf9, 4, control}
	b = binary.LittleEndian.AppendUint16(b, uint16(hundredths))
	b = append(b, byte(max(through, 0)), 0)
	b = append(b, 0x2c)
	for _, v := range [...]int{area.Min.X, area.Min.Y, area.Dx(), area.Dy()} {
		b = binary.LittleEndian.AppendUint16(b, uint16(v))
	}
	bits := 1 // of a pixel
	for 1<<bits < max(len(colors), through+1) {
		bits++
	}
	b = append(b, 0x80|byte(bits-1))
	for i := range 1 << bits {
		var c rgb
		if i < len(colors) {
			c = colors[i]
		}
		b = append(b, c.r, c.g, c.b)
	}
	literal := max(bits, 2) // the compression requires at least 2 bits
	g.write(append(b, byte(literal)))
	g.compress(pixels, literal)
	g.first = false
	return g.err
}

// compress writes pixels in blocks of up to 255 bytes, each after its length.
func (g *Encoder) compress(pixels []byte, literal int) {
	if g.err != nil {
		return
	}
	blocks := &blockWriter{w: g.w}
	z := lzw.NewWriter(blocks, lzw.LSB, literal)
	_, err := z.Write(pixels)
	g.err = errors.Join(err, z.Close(), blocks.close())
}

// Close completes the animation and returns the first error that occurred. It does not close the underlying writer.
func (g *Encoder) Close() error {
	g.write([]byte{0x3b})
	if g.err == nil {
		g.err = g.w.Flush()
	}
	return g.err
}

// changed returns the smallest rectangle around the pixels to be sent. It is never empty, as the format does not allow
// empty images.
func (g *Encoder) changed(img *image.RGBA) image.Rectangle {
	if g.first {
		return image.Rect(0, 0, g.width, g.height)
	}
	var area image.Rectangle
	for y := range g.height {
		row := img.Pix[y*img.Stride:]
		left, right := -1, 0
		for x := range g.width {
			if g.differs(row[4*x:], x, y) {
				if left < 0 {
					left = x
				}
				right = x + 1
			}
		}
		if left >= 0 {
			area = area.Union(image.Rect(left, y, right, y+1))
		}
	}
	if area.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return area
}

// differs reports whether a pixel is not on the screen yet.
func (g *Encoder) differs(pix []byte, x, y int) bool {
	if g.first {
		return true
	}
	at := g.shown[3*(y*g.width+x):]
	return far(pix[0], at[0]) || far(pix[1], at[1]) || far(pix[2], at[2])
}

func far(a, b byte) bool { return a > b && a-b > near || b > a && b-a > near }

// index returns the pixels of an area as indices into a palette, the palette, and the index of transparent pixels, or
// -1 if there are none. It records the pixels as shown.
func (g *Encoder) index(img *image.RGBA, area image.Rectangle) (pixels []byte, colors []rgb, through int) {
	counts := map[rgb]int{}
	through = -1
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := img.Pix[y*img.Stride:]
		for x := area.Min.X; x < area.Max.X; x++ {
			if p := row[4*x:]; g.differs(p, x, y) {
				counts[rgb{p[0], p[1], p[2]}]++
			} else {
				through = 0
			}
		}
	}
	room := maxColors
	if through == 0 {
		room--
	}
	colors, place := palette(counts, room)
	if through == 0 {
		through = len(colors)
	}
	pixels = make([]byte, 0, area.Dx()*area.Dy())
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := img.Pix[y*img.Stride:]
		for x := area.Min.X; x < area.Max.X; x++ {
			p := row[4*x:]
			if !g.differs(p, x, y) {
				pixels = append(pixels, byte(through))
				continue
			}
			i := place[rgb{p[0], p[1], p[2]}]
			c := colors[i]
			copy(g.shown[3*(y*g.width+x):], []byte{c.r, c.g, c.b})
			pixels = append(pixels, i)
		}
	}
	return pixels, colors, through
}

// blockWriter splits its input into the format's blocks.
type blockWriter struct {
	w   *bufio.Writer
	buf [256]byte // a length and up to 255 bytes
	n   int
	err error
}

func (b *blockWriter) Write(p []byte) (int, error) {
	for _, c := range p {
		b.n++
		b.buf[b.n] = c
		if b.n == 255 {
			b.flush()
		}
	}
	return len(p), b.err
}

func (b *blockWriter) flush() {
	if b.n > 0 && b.err == nil {
		b.buf[0] = byte(b.n)
		_, b.err = b.w.Write(b.buf[:b.n+1])
	}
	b.n = 0
}

// close writes what is left, and the empty block that ends an image.
func (b *blockWriter) close() error {
	b.flush()
	if b.err == nil {
		b.err = b.w.WriteByte(0)
	}
	return b.err
}
