package panel

import (
	"fmt"
	"time"

	"fragscope/viewer/draw"
)

// Lead describes the curve that shows which of two sides was ahead over time.
type Lead struct {
	Bars   []LeadBar // sorted by At; empty if the lead is not shown
	Names  [2]string // of the sides
	Colors [2]draw.Color
	Most   int // the lead that fills half of the curve's height
}

// LeadBar holds the strength of each side at a point in time, in points of health and armour.
type LeadBar struct {
	At    time.Duration
	Sides [2]int
}

// by returns the first side's lead, which may be negative.
func (b *LeadBar) by() int { return b.Sides[0] - b.Sides[1] }

// At returns the strength of each side at time t. ok is false if it is unknown.
func (l *Lead) At(t time.Duration) (b LeadBar, ok bool) {
	const lasts = 2 * time.Second
	for i := len(l.Bars) - 1; i >= 0; i-- {
		if l.Bars[i].At <= t {
			return l.Bars[i], t-l.Bars[i].At < lasts
		}
	}
	return b, false
}

// drawLead draws the curve of who is ahead, around its middle.
func drawLead(p *Pen, r *lineRooms, v *TimelineView) {
	room, s := r.curve, r.scale
	if room.H <= 0 {
		return
	}
	p.Fill(room, p.Theme.Track.Fade(0.45))
	middle := room.Y + room.H/2
	next := room.X
	for i := range v.Lead.Bars {
		b := &v.Lead.Bars[i]
		x := s.Place(b.At)
		if x < next-1 || x > room.Right() {
			continue // several bars per point on the screen
		}
		w := float32(1)
		if i+1 < len(v.Lead.Bars) {
			w = max(min(s.Place(v.Lead.Bars[i+1].At)-x, 12), 1)
		}
		next = x + w
		h := float32(b.by()) / float32(max(v.Lead.Most, 1)) * room.H / 2
		c := v.Lead.Colors[0]
		if h < 0 {
			c = v.Lead.Colors[1]
		}
		p.Fill(draw.Rect{X: x, Y: min(middle, middle-h), W: min(w, room.Right()-x), H: max(h, -h)}, c.Fade(0.7))
	}
	p.Fill(draw.Rect{X: room.X, Y: middle, W: room.W, H: 1}, p.Theme.Line)
	if len(v.Lead.Bars) == 0 {
		return
	}
	high := min(room.H/2, 14)
	for i, y := range [...]float32{room.Y, room.Bottom() - high} {
		row := draw.Rect{X: r.names.X, Y: y, W: r.names.W, H: high}
		p.Text(row, v.Lead.Names[i], Tiny, v.Lead.Colors[i], Left)
		r.drawTotal(p, row, fmt.Sprintf("+%d", v.Lead.Most), false)
	}
}

// leadWords describes both sides' stacks at a time.
func leadWords(p *Pen, l *Lead, t time.Duration) []Span {
	b, ok := l.At(t)
	if !ok {
		return []Span{p.soft("who is ahead is not told")}
	}
	return []Span{
		{Text: l.Names[0], Face: Strong, Color: l.Colors[0]}, p.soft(fmt.Sprintf(" %d : %d ", b.Sides[0], b.Sides[1])),
		{Text: l.Names[1], Face: Strong, Color: l.Colors[1]}, p.soft("  health, armour, weapons"),
	}
}
