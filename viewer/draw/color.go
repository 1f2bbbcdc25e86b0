package draw

import (
	"math"

	"fragscope/sim"
)

// Color is an sRGB colour with straight (not premultiplied) alpha, 8 bits per channel.
type Color struct{ R, G, B, A uint8 }

// Hex returns the opaque colour that rgb encodes in the form 0xRRGGBB.
func Hex(rgb uint32) Color {
	return Color{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// Of returns c as an opaque colour.
func Of(c sim.RGB) Color { return Color{c.R, c.G, c.B, 255} }

// RGBA implements color.Color.
func (c Color) RGBA() (r, g, b, a uint32) {
	a = uint32(c.A) * 0x101
	r = uint32(c.R) * 0x101 * a / 0xffff
	g = uint32(c.G) * 0x101 * a / 0xffff
	b = uint32(c.B) * 0x101 * a / 0xffff
	return r, g, b, a
}

// Fade returns c with its alpha multiplied by f. Values of f outside the range 0 to 1 are clamped.
func (c Color) Fade(f float32) Color {
	if !(f > 0) {
		f = 0
	}
	if f < 1 {
		c.A = uint8(float32(c.A)*f + 0.5)
	}
	return c
}

// Mix blends c and o linearly. It returns c if t is 0 and o if t is 1.
func (c Color) Mix(o Color, t float32) Color {
	if !(t > 0) {
		return c
	}
	if t >= 1 {
		return o
	}
	m := func(a, b uint8) uint8 { return uint8(float32(a) + (float32(b)-float32(a))*t + 0.5) }
	return Color{m(c.R, o.R), m(c.G, o.G), m(c.B, o.B), m(c.A, o.A)}
}

// Luma returns the relative luminance (WCAG 2) of c, from 0 to 1, ignoring its alpha.
func (c Color) Luma() float64 {
	lin := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(c.R) + 0.7152*lin(c.G) + 0.0722*lin(c.B)
}

// Readable returns c or, if c is too dark for text on a dark panel, a lighter variant of c. Players often choose dark
// colours for their names.
func (c Color) Readable() Color {
	const enough = 0.24
	l := c.Luma()
	if l >= enough {
		return c
	}
	white := Color{255, 255, 255, c.A}
	lo, hi := float32(0), float32(1)
	for range 7 {
		mid := (lo + hi) / 2
		if c.Mix(white, mid).Luma() < enough {
			lo = mid
		} else {
			hi = mid
		}
	}
	return c.Mix(white, hi)
}

// On returns a colour for text on a background of colour c. It is nearly black or nearly white, whichever is more
// legible.
func (c Color) On() Color {
	if c.Luma() > 0.2 {
		return Hex(0x0c0f14)
	}
	return Hex(0xffffff)
}
