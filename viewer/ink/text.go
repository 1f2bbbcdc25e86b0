package ink

import (
	"strings"

	"fragscope/sim"
)

// Align is where a text stands in its rectangle.
type Align uint8

// The alignments.
const (
	Left Align = iota
	Center
	Right
)

// Measure is the width of s in points.
func (c *Canvas) Measure(f Face, s string) float32 {
	if s == "" {
		return 0
	}
	return c.layout(f, s).width / c.scale
}

// Text draws s with its base line at y, and returns the x where it ends.
func (c *Canvas) Text(f Face, s string, x, y float32, col Color) float32 {
	if s == "" {
		return x
	}
	l := c.layout(f, s)
	c.glyphRun(f, l, 0, len(l.glyphs), x, y, col, false)
	return x + l.width/c.scale
}

// TextHalo draws s with a soft dark rim, so that it can be read on the map.
func (c *Canvas) TextHalo(f Face, s string, x, y float32, col, halo Color) float32 {
	if s == "" {
		return x
	}
	l := c.layout(f, s)
	c.glyphRun(f, l, 0, len(l.glyphs), x, y, halo, true)
	c.glyphRun(f, l, 0, len(l.glyphs), x, y, col, false)
	return x + l.width/c.scale
}

// TextIn draws s in the middle of r's height, shortened with an ellipsis where it does not fit,
// and returns the x where it ends.
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

// Baseline is the y at which text of this face stands in the middle of r.
func (c *Canvas) Baseline(r Rect, f Face) float32 {
	return r.Y + (r.H+f.CapHeight())/2
}

// Ellipsis is s, or as much of it as fits into width with "…" behind it; "" if not even that fits.
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

// fit is how many bytes of s fit into width beside an ellipsis; cut is false where all of it does.
// n is -1 where not even the ellipsis fits.
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

// RichIn draws a text with its own colours in the middle of r's height, shortened with an
// ellipsis where it does not fit, and returns the x where it ends. Colours that
// could not be read on a dark panel are lifted.
func (c *Canvas) RichIn(r Rect, f Face, t sim.Text, def Color, a Align) float32 {
	n, cut := c.fit(f, t.Plain, r.W)
	if n < 0 {
		return r.X
	}
	l := c.layout(f, t.Plain)
	w := l.width / c.scale
	if cut {
		n = len(strings.TrimRight(t.Plain[:n], " "))
		w = c.offset(l, n) + c.Measure(f, "…")
	}
	x, y := alignX(r, w, a), c.Baseline(r, f)
	c.RichSpan(f, t, Span{0, n}, x, y, def)
	if cut {
		c.Text(f, "…", x+c.offset(l, n), y, def)
	}
	return x + w
}

// Rich draws a text with its own colours, its base line at y, and returns the x where it ends.
func (c *Canvas) Rich(f Face, t sim.Text, x, y float32, def Color) float32 {
	return c.RichSpan(f, t, Span{0, len(t.Plain)}, x, y, def)
}

// RichSpan draws a part of a text with its own colours, its base line at y, and returns the x where it ends.
func (c *Canvas) RichSpan(f Face, t sim.Text, s Span, x, y float32, def Color) float32 {
	if s.From >= s.To {
		return x
	}
	l := c.layout(f, t.Plain)
	start := c.offset(l, s.From)
	at := s.From
	part := func(to int, col Color) {
		to = min(to, s.To)
		if to > at {
			c.glyphRun(f, l, l.index(at), l.index(to), x-start, y, col, false)
			at = to
		}
	}
	for _, run := range t.Runs {
		part(run.From, def)
		if run.To > at {
			col := Of(run.Color).Readable()
			col.A = def.A
			part(run.To, col)
		}
	}
	part(s.To, def)
	return x + c.offset(l, s.To) - start
}

// Offset is the distance in points from the begin of s to its byte at.
func (c *Canvas) Offset(f Face, s string, at int) float32 { return c.offset(c.layout(f, s), at) }

// Index is the byte of s at the distance x from its begin: for a caret that follows the mouse.
func (c *Canvas) Index(f Face, s string, x float32) int {
	l := c.layout(f, s)
	for i := range l.glyphs {
		if g := &l.glyphs[i]; x*c.scale < g.x+g.adv/2 {
			return int(g.at)
		}
	}
	return len(s)
}

func (c *Canvas) offset(l *layout, at int) float32 {
	if i := l.index(at); i < len(l.glyphs) {
		return l.glyphs[i].x / c.scale
	}
	return l.width / c.scale
}

// index is the first glyph at or behind a byte offset.
func (l *layout) index(at int) int {
	lo, hi := 0, len(l.glyphs)
	for lo < hi {
		mid := (lo + hi) / 2
		if int(l.glyphs[mid].at) < at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// Span is a part of a text: bytes From to To.
type Span struct{ From, To int }

// Wrap breaks s into lines that fit into width, at spaces where there are any, appended to dst.
// Line feeds break too.
func (c *Canvas) Wrap(f Face, s string, width float32, dst []Span) []Span {
	l := c.layout(f, s)
	w := max(width*c.scale, 1)
	start, space := 0, -1
	origin := float32(0)
	for i := range l.glyphs {
		g := &l.glyphs[i]
		at := int(g.at)
		if s[at] == '\n' {
			dst = append(dst, Span{start, at})
			start, space = at+1, -1
			if i+1 < len(l.glyphs) {
				origin = l.glyphs[i+1].x
			}
			continue
		}
		if g.x+g.adv-origin > w+0.5 && at > start && s[at] != ' ' {
			end, next := at, at
			if space > start {
				end, next = space, space+1
			}
			dst = append(dst, Span{start, end})
			start, space = next, -1
			origin = l.glyphs[l.index(next)].x
		}
		if s[at] == ' ' {
			space = at
		}
	}
	if start < len(s) || len(s) == 0 {
		dst = append(dst, Span{start, len(s)})
	}
	return dst
}

// glyphRun draws some glyphs of a layout whose begin is at x, y.
func (c *Canvas) glyphRun(f Face, l *layout, from, to int, x, y float32, col Color, halo bool) {
	if col.A == 0 {
		return
	}
	px := x * c.scale
	py := c.round(y)
	for i := from; i < to; i++ {
		g := &l.glyphs[i]
		gx := px + g.x
		ix := floor(gx)
		sub := uint8((gx - float32(ix)) * subpixels)
		if f.Size*c.scale > 28 || sub >= subpixels {
			ix, sub = floor(gx+0.5), 0
		}
		c.sprite(c.glyph(f, g, sub, halo), ix, py, col)
	}
}

func floor(v float32) int {
	i := int(v)
	if float32(i) > v {
		i--
	}
	return i
}
