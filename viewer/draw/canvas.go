// Package draw draws shapes, text and icons. Everything is drawn as coloured triangles from a single texture, which
// holds a white area, the glyphs and the icons. A whole screen therefore takes only a handful of draw calls, no matter
// how much it shows. Edges are smoothed by a border of one pixel that fades out, which costs only a few vertices.
//
// Text is set in the built-in typeface, glyph by glyph. Characters that it lacks (Arabic, Hebrew, Chinese, Japanese,
// Korean and others) are taken from the system's fonts and shaped by go-text. The search for these fonts runs in the
// background and starts when such text is first drawn. In a browser, which does not let pages use the system's fonts,
// these characters are drawn as boxes.
//
// Ebitengine's text/v2, which has the same shaper, is not used. Drawing 60 lines of a panel with it took
// 2.3 ms, 180 allocations and 2 MB per frame, compared with 0.06 ms and no allocations here. It also spaces the
// built-in typeface differently, and it supports neither soft outlines nor digits of equal width.
//
// Lengths are in points: device pixels divided by the canvas's scale. Angles are in radians, clockwise on the screen,
// starting at the right.
package draw

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
)

// Canvas collects shapes, text and icons and renders them in a few draw calls. It owns the texture and the glyphs, so a
// program should use one canvas for its lifetime. It is not safe for concurrent use.
type Canvas struct {
	scale float32
	dst   *ebiten.Image
	w, h  int // of the whole picture; dst may be only part of it
	clips []image.Rectangle

	// Piece is the image that [Canvas.Picture] draws into. Picture replaces it if it needs another size.
	Piece *ebiten.Image
	// KeepPictures is set to keep Piece for the next picture. This is needed for films: images released after each
	// frame would not be freed before the next ones are drawn.
	KeepPictures bool

	atlas atlas
	fonts fontSet
	icons map[iconKey]*sprite
	ramps strips

	vertices []ebiten.Vertex
	indices  []uint32
	path     path // reused by the shapes
	calls    int
	touched  *Touched // records what is painted; may be nil
}

// New returns a canvas. It panics only if the embedded fonts are broken.
func New() *Canvas {
	c := &Canvas{scale: 1, icons: map[iconKey]*sprite{}, ramps: strips{}}
	c.fonts.init()
	return c
}

// UseSystemFonts lets the canvas use the system's fonts for characters that the built-in font lacks. When such a
// character is first laid out, a search for a font starts in the background, and the character is drawn as a box in the
// meantime. When a font is found, the canvas calls found, on another goroutine, so that the caller can redraw.
func (c *Canvas) UseSystemFonts(found func()) {
	c.fonts.system = newSystemFonts(found)
	clear(c.fonts.layouts)
}

// AwaitFonts waits until the current search for fonts is complete. It reports whether any fonts have been found since
// the last call. If so, the text should be laid out again, which may start another search.
func (c *Canvas) AwaitFonts() bool {
	s := c.fonts.system
	if s == nil {
		return false
	}
	s.wait()
	before := c.fonts.awaited
	c.fonts.awaited = s.changes()
	return c.fonts.awaited != before
}

// Begin starts drawing on dst. scale is the number of device pixels per point and must be greater than 0.
func (c *Canvas) Begin(dst *ebiten.Image, scale float32) {
	if !(scale > 0) {
		scale = 1
	}
	if c.atlas.img == nil {
		c.atlas.start()
	}
	c.dst, c.scale, c.clips, c.calls = dst, scale, c.clips[:0], 0
	c.w, c.h = dst.Bounds().Dx(), dst.Bounds().Dy()
}

// Discard abandons the frame, dropping everything collected so far.
func (c *Canvas) Discard() {
	c.vertices, c.indices, c.dst, c.touched = c.vertices[:0], c.indices[:0], nil, nil
}

// End draws everything collected and finishes the frame.
func (c *Canvas) End() {
	c.Flush()
	c.dst = nil
}

// Scale returns the number of device pixels per point.
func (c *Canvas) Scale() float32 { return c.scale }

// Size returns the size of the whole destination image, in points.
func (c *Canvas) Size() (w, h float32) { return float32(c.w) / c.scale, float32(c.h) / c.scale }

// Target returns the part of the destination image inside the current clip. It is for callers that draw their own
// images; they must call Flush first.
func (c *Canvas) Target() *ebiten.Image {
	if n := len(c.clips); n > 0 {
		return c.dst.SubImage(c.clips[n-1]).(*ebiten.Image)
	}
	return c.dst
}

// Whole returns the whole destination image, regardless of the current clip.
func (c *Canvas) Whole() *ebiten.Image { return c.dst }

// Calls returns the number of draw calls since Begin.
func (c *Canvas) Calls() int { return c.calls }

// Flush draws everything collected so far.
func (c *Canvas) Flush() {
	if len(c.indices) > 0 {
		if c.touched != nil {
			c.touched.triangles(c.vertices, c.indices)
		}
		var op ebiten.DrawTrianglesOptions
		op.ColorScaleMode = ebiten.ColorScaleModePremultipliedAlpha
		c.Target().DrawTriangles32(c.vertices, c.indices, c.atlas.img, &op)
		c.calls++
	}
	c.vertices, c.indices = c.vertices[:0], c.indices[:0]
}

// Clip restricts drawing to the intersection of r and the current clip, until the matching call to Unclip.
func (c *Canvas) Clip(r Rect) {
	c.Flush()
	d := image.Rect(c.round(r.X), c.round(r.Y), c.round(r.X+r.W), c.round(r.Y+r.H))
	if n := len(c.clips); n > 0 {
		d = d.Intersect(c.clips[n-1])
	}
	c.clips = append(c.clips, d)
}

// Unclip undoes the last call to Clip.
func (c *Canvas) Unclip() {
	c.Flush()
	if n := len(c.clips); n > 0 {
		c.clips = c.clips[:n-1]
	}
}

// Image draws img, scaled to fit r. linear selects linear filtering.
func (c *Canvas) Image(img *ebiten.Image, r Rect, alpha float32, linear bool) {
	c.Flush()
	b := img.Bounds()
	if b.Empty() {
		return
	}
	var op ebiten.DrawImageOptions
	op.GeoM.Scale(float64(r.W*c.scale)/float64(b.Dx()), float64(r.H*c.scale)/float64(b.Dy()))
	op.GeoM.Translate(float64(r.X*c.scale), float64(r.Y*c.scale))
	op.ColorScale.ScaleAlpha(alpha)
	if linear {
		op.Filter = ebiten.FilterLinear
	}
	if c.touched != nil {
		c.touched.Mark(r.X*c.scale-1, r.Y*c.scale-1, r.Right()*c.scale+1, r.Bottom()*c.scale+1)
	}
	c.Target().DrawImage(img, &op)
	c.calls++
}

// round returns the nearest device pixel.
func (c *Canvas) round(v float32) int { return int(math.Floor(float64(v*c.scale) + 0.5)) }

func (c *Canvas) vertex(x, y float32, col Color) uint32 {
	const white = whiteSide / 2
	return c.vertexAt(x, y, white, white, col)
}

func (c *Canvas) vertexAt(x, y, sx, sy float32, col Color) uint32 {
	a := float32(col.A) / (255 * 255)
	c.vertices = append(c.vertices, ebiten.Vertex{
		DstX: x, DstY: y, SrcX: sx, SrcY: sy,
		ColorR: float32(col.R) * a, ColorG: float32(col.G) * a, ColorB: float32(col.B) * a,
		ColorA: float32(col.A) / 255,
	})
	return uint32(len(c.vertices) - 1)
}

func (c *Canvas) quad(a, b, d, e uint32) {
	c.indices = append(c.indices, a, b, d, a, d, e)
}

// sprite draws s with its pen at device pixel x, y.
func (c *Canvas) sprite(s *sprite, x, y int, col Color) {
	if s.w == 0 || col.A == 0 {
		return
	}
	x0, y0 := float32(x+int(s.ox)), float32(y+int(s.oy))
	x1, y1 := x0+float32(s.w), y0+float32(s.h)
	u0, v0 := float32(s.x), float32(s.y)
	u1, v1 := u0+float32(s.w), v0+float32(s.h)
	c.quad(c.vertexAt(x0, y0, u0, v0, col), c.vertexAt(x1, y0, u1, v0, col),
		c.vertexAt(x1, y1, u1, v1, col), c.vertexAt(x0, y1, u0, v1, col))
}

// store puts a mask into the atlas, growing the atlas if it is full.
func (c *Canvas) store(mask *image.Alpha, ox, oy int) sprite {
	if c.atlas.img == nil {
		c.atlas.start()
	}
	s, ok := c.atlas.add(mask, ox, oy)
	if ok {
		return s
	}
	if c.dst != nil {
		c.Flush()
	}
	c.atlas.grow()
	s, _ = c.atlas.add(mask, ox, oy)
	return s
}
