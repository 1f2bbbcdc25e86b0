package draw

import (
	"image"
	"math"
)

// A ramp is a strip of the atlas with the coverage of a shape from its edge inwards. A triangle whose corners are
// as far apart on the strip as on the screen includes its smooth edge, without extra triangles: without a graphics
// card a triangle costs as much as fifty pixels.
type ramp struct {
	kind rampKind
	size int16 // in the unit of its kind
}

type rampKind uint8

const (
	rampStroke rampKind = iota // across a line, from edge to edge; size is its width in 1/strokeSteps pixels
	rampEdge                   // from the edge of a shape inwards; size is texels per pixel
	rampGlow                   // from the edge of a glow to its middle
)

const (
	rampFine   = 32  // texels per pixel, unless the strip would be too long; coverage is then off by 1/64 at most
	rampMost   = 960 // texels in the longest strip, for which the smallest atlas has room
	glowTexels = 256

	strokeSteps  = 16 // line widths per pixel that have a strip
	strokeWidest = 120
)

// coverage returns the strip's contents.
func (r ramp) coverage() []uint8 {
	var alpha func(at float32) float32 // coverage at a position on the strip, in texels
	n := 0
	switch r.kind {
	case rampStroke:
		width := float32(r.size)/strokeSteps + 1
		texels := strokeTexels(width)
		n = int(math.Ceil(float64(width * texels)))
		k := float32(n) / width
		alpha = func(at float32) float32 { return min(at, float32(n)-at) / k }
	case rampEdge:
		n = rampMost
		alpha = func(at float32) float32 { return at / float32(r.size) }
	case rampGlow:
		n = glowTexels
		alpha = func(at float32) float32 { return glowFade(1 - at/glowTexels) }
	}
	list := make([]uint8, n)
	for i := range list {
		list[i] = uint8(min(max(alpha(float32(i)+0.5), 0), 1)*255 + 0.5)
	}
	return list
}

// strokeTexels returns the texels per pixel of the strip for a line, given its width with smooth edges.
func strokeTexels(width float32) float32 { return min(rampFine, rampMost/width) }

// glowFade returns the brightness of a glow at a fraction of its radius.
func glowFade(r float32) float32 {
	stops := [...]struct{ r, a float32 }{{0, 1}, {0.25, 0.78}, {0.5, 0.36}, {0.75, 0.1}, {1, 0}}
	for i := range stops[1:] {
		if a, b := stops[i], stops[i+1]; r <= b.r {
			return a.a + (b.a-a.a)*(r-a.r)/(b.r-a.r)
		}
	}
	return 0
}

// strips maps ramps to their strips in the atlas.
type strips map[ramp]*sprite

func (m strips) of(c *Canvas, r ramp) *sprite {
	s := m[r]
	if s == nil || s.gen != c.atlas.gen {
		list := r.coverage()
		v := c.store(&image.Alpha{Pix: list, Stride: len(list), Rect: image.Rect(0, 0, len(list), 1)}, 0, 0)
		s = &v
		m[r] = s
	}
	return s
}

// stroke returns the strip for a line w pixels wide: the texels of its edges, and the row.
func (m strips) stroke(c *Canvas, w float32) (u0, u1, v float32) {
	s := m.of(c, ramp{rampStroke, int16(min(w, strokeWidest)*strokeSteps + 0.5)})
	return float32(s.x), float32(s.x + s.w), float32(s.y) + 0.5
}

// edge returns the strip for a shape that reaches depth pixels inwards from its edge: the texel of the edge, the
// texels per pixel, and the row.
func (m strips) edge(c *Canvas, depth float32) (u, perPixel, v float32) {
	fine := rampFine
	for fine > 1 && depth*float32(fine) > rampMost {
		fine /= 2
	}
	s := m.of(c, ramp{rampEdge, int16(fine)})
	return float32(s.x), float32(fine), float32(s.y) + 0.5
}
