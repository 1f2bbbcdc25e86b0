package panel

import (
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// HoverView is what the box over the time line shows.
type HoverView struct {
	At      time.Duration
	Chapter string
	Events  []*sim.Event
	Teams   bool
	Item    *ItemTimeline // of the rows of items, where the mouse is over one
}

// Hover lays out the box over the time line at x, within window, its bottom at y.
func Hover(p *Pen, window draw.Rect, x, y float32, v HoverView) List {
	const row, pad = 18, 8
	w := p.Width(p.WhenExactly(v.At), Strong)
	if v.Chapter != "" {
		w += 10 + p.Width(v.Chapter, Small)
	}
	lines := make([][]Span, len(v.Events))
	if v.Item != nil {
		lines = [][]Span{itemWords(p, v.Item, v.At)}
		v.Events = nil
		w = max(w, p.wide(lines[0]))
	}
	for i, e := range v.Events {
		lines[i] = append([]Span{{Text: p.When(e.Time) + "  ", Face: Small, Color: p.Theme.Faint}}, p.Sentence(e, v.Teams)...)
		w = max(w, p.wide(lines[i]))
	}
	w = min(w+1, 320)
	box := draw.Rect{W: w + 2*pad, H: float32(1+len(lines))*row + 2*pad - 4}
	box.X = min(max(x-box.W/2, window.X+4), max(window.Right()-box.W-4, window.X))
	box.Y = y - box.H
	p.Begin(box)
	p.card(box)
	r := draw.Rect{X: box.X + pad, Y: box.Y + pad - 2, W: w, H: row}
	b := p.Text(r, p.WhenExactly(v.At), Strong, p.Theme.Text, Left)
	if v.Chapter != "" {
		p.Text(draw.Rect{X: b.Right() + 10, Y: r.Y, W: max(r.Right()-b.Right()-10, 0), H: row}, v.Chapter, Small, p.Theme.Soft, Left)
	}
	for _, l := range lines {
		r.Y += row
		p.Line(r, l...)
	}
	return p.End()
}
