package panel

import (
	"time"

	"fragscope/viewer/draw"
)

// LeadBar is how far a side is ahead at a time, from -1 to 1. Positive values favour the first side.
type LeadBar struct {
	At    time.Duration
	Share float32
}

// drawLead draws the lead around the middle of the strip above the time line.
func drawLead(p *Pen, r draw.Rect, s Scale, v TimelineView) {
	middle := r.Y + r.H/2
	p.Fill(draw.Rect{X: r.X, Y: middle, W: r.W, H: 1}, p.Theme.Line)
	next := r.X
	for i, b := range v.Lead {
		x := s.Place(b.At)
		if x < next-1 || x > r.X+r.W {
			continue // several bars per point of the screen
		}
		w := float32(1)
		if i+1 < len(v.Lead) {
			w = max(min(s.Place(v.Lead[i+1].At)-x, 12), 1)
		}
		next = x + w
		h := b.Share * r.H / 2
		c := v.LeadColors[0]
		if h < 0 {
			c = v.LeadColors[1]
		}
		p.Fill(draw.Rect{X: x, Y: min(middle, middle-h), W: min(w, r.X+r.W-x), H: max(h, -h)}, c.Fade(0.7))
	}
}
