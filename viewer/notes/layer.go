package notes

import (
	"math"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
	"fragscope/viewer/stage"
)

// layer draws the drawings of the current time over the map.
type layer struct {
	theme  *draw.Theme
	list   []Drawing
	now    time.Duration
	level  string
	storey int // counted from 1; 0 for all
	points []draw.Point
}

const (
	fadeTime  = 250 * time.Millisecond // a drawing fades in before its span and out at the end of it
	lineWidth = 2.6
	elsewhere = 0.25 // opacity of a drawing on another storey
)

// fade returns the opacity of a drawing, or 0 if it is not shown.
func (y *layer) fade(g *Drawing) float32 {
	from, to := time.Duration(g.From), time.Duration(g.To)
	if g.Map != y.level || y.now < from-fadeTime || y.now > to {
		return 0
	}
	f := min(1, 1-float32(from-y.now)/float32(fadeTime))
	if to-from > 2*fadeTime {
		f = min(f, 0.15+float32(to-y.now)/float32(fadeTime))
	}
	if g.Storey > 0 && y.storey > 0 && g.Storey != y.storey {
		f *= elsewhere
	}
	return f
}

// Draw implements stage.Layer.
func (y *layer) Draw(c *draw.Canvas, t *stage.Transform) {
	for i := range y.list {
		g := &y.list[i]
		if f := y.fade(g); f > 0 && len(g.Points) > 0 {
			y.draw(c, t, g, y.theme.Warn.Fade(f), y.theme.Halo.Fade(f))
		}
	}
}

func (y *layer) draw(c *draw.Canvas, t *stage.Transform, g *Drawing, col, halo draw.Color) {
	at := func(i int) draw.Point {
		px, py := t.At(sim.Vec3{float32(g.Points[i][0]), float32(g.Points[i][1])})
		return draw.Point{X: px, Y: py}
	}
	first, last := at(0), at(len(g.Points)-1)
	switch g.Kind {
	case Line:
		y.points = y.points[:0]
		for i := range g.Points {
			y.points = append(y.points, at(i))
		}
		c.Path(y.points, lineWidth+2, halo, halo)
		c.Path(y.points, lineWidth, col, col)
	case Arrow:
		c.Line(first.X, first.Y, last.X, last.Y, lineWidth+2, halo)
		c.Line(first.X, first.Y, last.X, last.Y, lineWidth, col)
		back := math.Atan2(float64(first.Y-last.Y), float64(first.X-last.X))
		for _, side := range [...]float64{-0.45, 0.45} {
			s, k := math.Sincos(back + side)
			c.Line(last.X, last.Y, last.X+float32(k)*13, last.Y+float32(s)*13, lineWidth, col)
		}
	case Circle:
		r := float32(math.Hypot(float64(last.X-first.X), float64(last.Y-first.Y)))
		c.Ring(first.X, first.Y, r, lineWidth+2, halo)
		c.Ring(first.X, first.Y, r, lineWidth, col)
	case Text:
		c.TextHalo(draw.Face{Size: 14, Weight: draw.SemiBold}, g.Text, first.X, first.Y, col, halo)
	}
}
