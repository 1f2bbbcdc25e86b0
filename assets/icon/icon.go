// Package icon draws the program's icon: a floor plan seen from above through a scope, with a player and his view. The
// icon is drawn from a single list of shapes on a grid of 64 by 64 units. Small icons omit shapes that would blur.
//
// An icon of a given size has the same bytes on every machine, because it is rasterized in fixed point. The rasterizer
// uses fixed point only up to a size of [tile] pixels, so larger icons are drawn in tiles.
package icon

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// MaxSize is the maximum width and height of an icon, in pixels.
const MaxSize = 1024

// tile is the largest side, in pixels, that the rasterizer computes in fixed point.
const tile = 512

// Sizes returns the icon sizes that desktop environments request, in pixels. The sizes are in increasing order.
func Sizes() []int { return []int{16, 24, 32, 48, 64, 128, 256, 512} }

// grid is the side of the drawing in its own units; y points down.
const grid = 64

// simpleBelow is a size in pixels: smaller icons are drawn bolder and without the plan.
const simpleBelow = 40

var (
	night   = color.NRGBA{0x0d, 0x11, 0x1a, 0xff}
	ground  = color.NRGBA{0x18, 0x20, 0x30, 0xff}
	floor   = color.NRGBA{0x33, 0x41, 0x5c, 0xff}
	upper   = color.NRGBA{0x46, 0x58, 0x7a, 0xff}
	accent  = color.NRGBA{0x5a, 0x9c, 0xff, 0xff}
	sight   = color.NRGBA{0x8a, 0xbb, 0xff, 0x70}
	player  = color.NRGBA{0xff, 0xb0, 0x3a, 0xff}
	outline = color.NRGBA{0x0b, 0x0e, 0x15, 0xff}
)

// Draw returns an image of the icon. The image's width and height are size pixels, or [MaxSize] pixels if size is
// larger.
func Draw(size int) *image.NRGBA {
	size = max(1, min(size, MaxSize))
	whole := image.NewRGBA(image.Rect(0, 0, size, size))
	for y := 0; y < size; y += tile {
		for x := 0; x < size; x += tile {
			part := whole.SubImage(image.Rect(x, y, x+tile, y+tile)).(*image.RGBA)
			drawAll(&pen{dst: part, scale: float32(size) / grid}, size < simpleBelow)
		}
	}
	out := image.NewNRGBA(whole.Rect)
	draw.Draw(out, out.Rect, whole, image.Point{}, draw.Src)
	return out
}

// drawAll draws all shapes, or the simple drawing of small sizes.
func drawAll(p *pen, simple bool) {
	p.fill(night, roundRect(2, 2, 62, 62, 13))
	p.fill(ground, roundRect(3.5, 3.5, 60.5, 60.5, 11.5))
	if !simple {
		p.fill(floor, path{{11, 14}, {29, 14}, {29, 24}, {44, 24}, {44, 12}, {54, 12}, {54, 38}, {44, 38}, {44, 53},
			{20, 53}, {20, 42}, {11, 42}})
		p.fill(ground, path{{24, 33}, {32, 33}, {32, 44}, {24, 44}})
		p.fill(upper, path{{44, 12}, {54, 12}, {54, 24}, {44, 24}})
		p.fill(upper, path{{11, 32}, {20, 32}, {20, 42}, {11, 42}})
	}
	ring, tick, inner := float32(3.2), float32(3.2), float32(11)
	if simple {
		ring, tick, inner = 5, 5, 13
	}
	const cx, cy, radius = 32, 32, 21
	p.fill(sight, wedge(cx, cy, radius-ring/2, -math.Pi/4, 0.5))
	p.fill(accent, circle(cx, cy, radius+ring/2, false), circle(cx, cy, radius-ring/2, true))
	for i := range 4 {
		p.fill(accent, turned(path{{cx - tick/2, cy - 27}, {cx + tick/2, cy - 27}, {cx + tick/2, cy - 27 + inner},
			{cx - tick/2, cy - 27 + inner}}, cx, cy, float64(i)*math.Pi/2))
	}
	body := float32(6.4)
	if simple {
		body = 8.5
	}
	p.fill(outline, drop(cx, cy, body+2, -math.Pi/4))
	p.fill(player, drop(cx, cy, body, -math.Pi/4))
}

type point struct{ x, y float32 }

// path is a closed polygon; curves are polygons of many corners.
type path []point

// pen fills polygons.
type pen struct {
	dst   *image.RGBA
	scale float32
}

// fill fills the polygons together: a polygon with the opposite winding is a hole.
func (p *pen) fill(c color.NRGBA, shapes ...path) {
	b := p.dst.Rect
	r := vector.NewRasterizer(b.Dx(), b.Dy())
	left, top := float32(b.Min.X), float32(b.Min.Y)
	for _, s := range shapes {
		r.MoveTo(s[0].x*p.scale-left, s[0].y*p.scale-top)
		for _, q := range s[1:] {
			r.LineTo(q.x*p.scale-left, q.y*p.scale-top)
		}
		r.ClosePath()
	}
	r.Draw(p.dst, b, image.NewUniform(c), image.Point{})
}

// arc appends the corners of an arc with angles from east, clockwise on the screen.
func (s path) arc(x, y, r float32, from, to float64) path {
	const steps = 32
	for i := range steps + 1 {
		sin, cos := math.Sincos(from + (to-from)*float64(i)/steps)
		s = append(s, point{x + r*float32(cos), y + r*float32(sin)})
	}
	return s
}

func circle(x, y, r float32, hole bool) path {
	if hole {
		return path{}.arc(x, y, r, 2*math.Pi, 0)
	}
	return path{}.arc(x, y, r, 0, 2*math.Pi)
}

func roundRect(x0, y0, x1, y1, r float32) path {
	const q = math.Pi / 2
	return path{}.arc(x0+r, y0+r, r, 2*q, 3*q).arc(x1-r, y0+r, r, 3*q, 4*q).arc(x1-r, y1-r, r, 0, q).arc(x0+r,
		y1-r, r, q, 2*q)
}

// wedge returns a sector in the direction of angle, half wide to each side.
func wedge(x, y, r float32, angle, half float64) path {
	return path{{x, y}}.arc(x, y, r, angle-half, angle+half)
}

// drop returns a disc with a tip in the direction of angle: a player's view direction.
func drop(x, y, r float32, angle float64) path {
	const open = 0.75
	s := path{}.arc(x, y, r, angle+open, angle+2*math.Pi-open)
	sin, cos := math.Sincos(angle)
	return append(s, point{x + 1.75*r*float32(cos), y + 1.75*r*float32(sin)})
}

func turned(s path, cx, cy float32, angle float64) path {
	sin, cos := math.Sincos(angle)
	out := make(path, len(s))
	for i, q := range s {
		dx, dy := float64(q.x-cx), float64(q.y-cy)
		out[i] = point{cx + float32(dx*cos-dy*sin), cy + float32(dx*sin+dy*cos)}
	}
	return out
}
