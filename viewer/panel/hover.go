package panel

import (
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// HoverView describes the box shown above the timeline for the time under the pointer.
type HoverView struct {
	At      time.Duration
	Chapter string
	Events  []*sim.Event
	Teams   bool
	About   string // details, such as whether the victim could see it coming
	// PictureW and PictureH are the size of an image above the text, or 0 if there is none.
	PictureW, PictureH float32

	Item *ItemTimeline // the row of items under the mouse, if any
	Lane *PlayerLane   // the lane under the mouse, if any
	Lead *Lead         // the curve, if it is under the mouse
}

// hoverMost is the maximum width of the box.
const hoverMost = 340

// along returns a description of the row under the mouse, or nil if there is none.
func (v *HoverView) along(p *Pen) (lines [][]Span) {
	switch {
	case v.Item != nil:
		lines = append([][]Span{itemWords(p, v.Item, v.At)}, p.Wrap(itemLegend(p), hoverMost-4, 3)...)
		if v.Item.Total != "" {
			lines = append(lines, []Span{p.soft(v.Item.Total)})
		}
	case v.Lane != nil:
		lines = append([][]Span{laneWords(p, v.Lane, v.At)}, p.Wrap(laneLegend(p, v.Lane), hoverMost-4, 3)...)
		if v.Lane.Total != "" {
			lines = append(lines, []Span{p.soft(v.Lane.Total)})
		}
	case v.Lead != nil:
		lines = [][]Span{leadWords(p, v.Lead, v.At)}
	}
	return lines
}

// Hover lays out the box shown above the timeline. The bottom of the box is at y. The box is centred on x if the window
// is wide enough.
func Hover(p *Pen, window draw.Rect, x, y float32, v HoverView) List {
	const row, pad = 18, 8
	w := p.Width(p.When(v.At), Strong)
	if v.Chapter != "" {
		w += 10 + p.Width(v.Chapter, Small)
	}
	lines := make([][]Span, len(v.Events))
	if along := v.along(p); along != nil {
		lines, v.Events = along, nil
		for _, l := range lines {
			w = max(w, p.wide(l))
		}
	}
	for i, e := range v.Events {
		lines[i] = append([]Span{{Text: p.When(e.Time) + "  ", Face: Small, Color: p.Theme.Faint}},
			p.Sentence(e, v.Teams)...)
		if place := p.placeOf(e); place != "" {
			lines[i] = append(lines[i], Span{Text: "  " + place, Face: Small, Color: p.Theme.Soft})
		}
		w = max(w, p.wide(lines[i]))
	}
	if v.About != "" && len(v.Events) > 0 {
		for _, l := range p.Wrap([]Span{{Text: v.About, Face: Small, Color: p.Theme.Soft}}, 318, 3) {
			lines, w = append(lines, l), max(w, p.wide(l))
		}
	}
	w = min(max(w+1, v.PictureW), hoverMost)
	above := v.PictureH
	if above > 0 {
		above += pad
	}
	box := draw.Rect{W: w + 2*pad, H: above + float32(1+len(lines))*row + 2*pad - 4}
	box.X = min(max(x-box.W/2, window.X+4), max(window.Right()-box.W-4, window.X))
	box.Y = y - box.H
	p.Begin(box)
	p.Card(box)
	if v.PictureH > 0 {
		p.Picture(draw.Rect{X: box.X + pad + (w-v.PictureW)/2, Y: box.Y + pad, W: v.PictureW, H: v.PictureH})
	}
	r := draw.Rect{X: box.X + pad, Y: box.Y + above + pad - 2, W: w, H: row}
	b := p.Text(r, p.When(v.At), Strong, p.Theme.Text, Left)
	if v.Chapter != "" {
		p.Text(draw.Rect{X: b.Right() + 10, Y: r.Y, W: max(r.Right()-b.Right()-10, 0), H: row}, v.Chapter, Small,
			p.Theme.Soft, Left)
	}
	for _, l := range lines {
		r.Y += row
		p.Line(r, l...)
	}
	return p.End()
}

// Selection draws the outline of the area of the map that the user is selecting, with a dot at each corner.
func Selection(p *Pen, m draw.Rect, corners [][2]float32) List {
	const apart, dot = 6, 2
	p.Begin(m)
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		steps := max(int(max(abs(b[0]-a[0]), abs(b[1]-a[1]))/apart), 1)
		for k := range steps {
			f := float32(k) / float32(steps)
			r := draw.Rect{X: a[0] + (b[0]-a[0])*f - dot/2, Y: a[1] + (b[1]-a[1])*f - dot/2, W: dot, H: dot}
			if m.Contains(r.X, r.Y) {
				p.Fill(r, p.Theme.Accent)
			}
		}
	}
	return p.End()
}

func abs(v float32) float32 { return max(v, -v) }
