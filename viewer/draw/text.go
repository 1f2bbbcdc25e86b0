package draw

import (
	"sort"
	"strings"
)

// Align is the horizontal alignment of text in a rectangle.
type Align uint8

const (
	Left Align = iota
	Center
	Right
)

// Measure returns the width of s in points.
func (c *Canvas) Measure(f Face, s string) float32 {
	if s == "" {
		return 0
	}
	return c.layout(f, s).width / c.scale
}

// Text draws s with its left end at x and its baseline at y. It returns the x coordinate of the right end.
func (c *Canvas) Text(f Face, s string, x, y float32, col Color) float32 {
	if s == "" {
		return x
	}
	l := c.layout(f, s)
	c.glyphs(f, l, x, y, col, false)
	return x + l.width/c.scale
}

// TextHalo is like Text, but adds a soft outline in the colour halo. The outline keeps the text legible on the map.
func (c *Canvas) TextHalo(f Face, s string, x, y float32, col, halo Color) float32 {
	if s == "" {
		return x
	}
	l := c.layout(f, s)
	c.glyphs(f, l, x, y, halo, true)
	c.glyphs(f, l, x, y, col, false)
	return x + l.width/c.scale
}

// TextIn draws s vertically centred in r, truncating it with an ellipsis if it is too wide. It returns the x coordinate
// of the right end of the text.
func (c *Canvas) TextIn(r Rect, f Face, s string, col Color, a Align) float32 {
	s = c.Ellipsis(f, s, r.W)
	return c.Text(f, s, alignX(r, c.Measure(f, s), a), c.Baseline(r, f), col)
}

func alignX(r Rect, w float32, a Align) float32 {
	switch a {
	case Center:
		return r.X + (r.W-w)/2
	case Right:
		return r.X + r.W - w
	}
	return r.X
}

// Baseline returns the y coordinate of the baseline for text in the face f that is vertically centred in r.
func (c *Canvas) Baseline(r Rect, f Face) float32 {
	return r.Y + (r.H+f.CapHeight())/2
}

// Ellipsis returns s, truncated with "…" if it is wider than width points. It returns "" if not even the ellipsis fits.
func (c *Canvas) Ellipsis(f Face, s string, width float32) string {
	n, cut := c.fit(f, s, width)
	if !cut {
		return s
	}
	if n < 0 {
		return ""
	}
	return strings.TrimRight(s[:n], " ") + "…"
}

// fit returns the number of bytes of s that fit into width next to an ellipsis. cut is false if all of s fits; n is -1
// if not even the ellipsis does.
func (c *Canvas) fit(f Face, s string, width float32) (n int, cut bool) {
	l := c.layout(f, s)
	w := width * c.scale
	if l.width <= w+0.5 {
		return len(s), false
	}
	w -= c.layout(f, "…").width
	if w < 0 {
		return -1, true
	}
	for i := range l.glyphs {
		if g := &l.glyphs[i]; g.x+g.adv > w {
			return int(g.at), true
		}
	}
	return len(s), true
}

// Offset returns the distance, in points, from the start of s to the byte s[at].
func (c *Canvas) Offset(f Face, s string, at int) float32 {
	l := c.layout(f, s)
	i := sort.Search(len(l.glyphs), func(i int) bool { return int(l.glyphs[i].at) >= at })
	if i < len(l.glyphs) {
		return l.glyphs[i].x / c.scale
	}
	return l.width / c.scale
}

// glyphs draws a layout whose pen starts at x, y.
func (c *Canvas) glyphs(f Face, l *layout, x, y float32, col Color, halo bool) {
	if col.A == 0 {
		return
	}
	px := x * c.scale
	py := c.round(y)
	for i := range l.glyphs {
		g := &l.glyphs[i]
		gx := px + g.x
		ix := floor(gx)
		sub := uint8((gx - float32(ix)) * subpixels)
		if f.Size*c.scale > 28 || sub >= subpixels {
			ix, sub = floor(gx+0.5), 0
		}
		c.sprite(c.glyph(f, g, sub, halo), ix, py+floor(g.y+0.5), col)
	}
}

func floor(v float32) int {
	i := int(v)
	if float32(i) > v {
		i--
	}
	return i
}
