package panel

import (
	"strconv"

	"fragscope/sim"
	"fragscope/viewer/ink"
)

// TopView is what the top line shows.
type TopView struct {
	Demo, Game, Map, POV string
	Clock                string // match clock; empty where there is none
	Note                 string // "Warm-up", "Overtime", ...
	Chips                []Chip
}

// Chip is a team's score.
type Chip struct {
	Name  string
	Score int16
	Color ink.Color
}

// Top lays out the top line.
func Top(p *Pen, area ink.Rect, v TopView) List {
	p.Begin(area)
	if area.H <= 0 {
		return p.End()
	}
	t := p.Theme
	p.Fill(area, t.Panel)
	p.Fill(ink.Rect{X: area.X, Y: area.Bottom() - 1, W: area.W, H: 1}, t.Line)
	p.Spot(area, Command{}, "")
	r := area.Inset(14, 0)
	for i := len(v.Chips) - 1; i >= 0; i-- {
		c := v.Chips[i]
		s := c.Name
		if c.Score != sim.Unknown {
			s += " " + strconv.Itoa(int(c.Score))
		}
		s, w := p.Fit(s, Strong, 120)
		var box ink.Rect
		box, r = r.CutRight(w + 18)
		box = ink.Rect{X: box.X, Y: box.Y + (box.H-20)/2, W: box.W, H: 20}
		p.Round(box, 10, c.Color.Mix(t.Panel, 0.72))
		p.Text(box, s, Strong, c.Color, Middle)
		_, r = r.CutRight(8)
	}
	if v.Clock != "" {
		_, r = r.CutRight(18)
		b := p.Text(r, v.Clock, Clock, t.Text, Right)
		r.W = b.X - r.X
	}
	if v.Note != "" && r.W > 300 {
		_, r = r.CutRight(10)
		b := p.Text(r, v.Note, Small, t.Soft, Right)
		r.W = b.X - r.X
	}
	r.W -= 24
	first := true
	for _, s := range []struct {
		text string
		face Face
		col  ink.Color
	}{{v.Demo, Strong, t.Text}, {v.Game, Body, t.Soft}, {v.Map, Body, t.Soft}, {v.POV, Body, t.Soft}} {
		if s.text == "" || r.W < 24 {
			continue
		}
		limit := r.W
		if first {
			limit = max(r.W*0.5, min(r.W, 180))
		}
		b := p.Text(ink.Rect{X: r.X, Y: r.Y, W: limit, H: r.H}, s.text, s.face, s.col, Left)
		_, r = r.CutLeft(b.W + 18)
		first = false
	}
	return p.End()
}
