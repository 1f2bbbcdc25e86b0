package paths

import (
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
	"fragscope/viewer/stage"
)

// run is a player's uninterrupted path from one position to another: a life, or a section of one.
type run struct {
	slot   int
	color  draw.Color
	points []sim.PathPoint
}

// layer draws runs. A run is faint at the start of the selected section and bright at its end, with a ring where the
// run begins and a dot where it ends.
type layer struct {
	runs     []run
	from, to time.Duration
	followed int
}

// Draw implements stage.Layer.
func (y *layer) Draw(c *draw.Canvas, t *stage.Transform) {
	for pass := range 2 { // the followed player on top
		for i := range y.runs {
			if r := &y.runs[i]; (r.slot == y.followed) == (pass == 1) {
				y.draw(c, t, r)
			}
		}
	}
}

// fade returns the brightness of a path at a time.
func (y *layer) fade(at time.Duration) float32 {
	const faint = 0.3
	if y.to <= y.from {
		return 1
	}
	return faint + (1-faint)*float32(at-y.from)/float32(y.to-y.from)
}

func (y *layer) draw(c *draw.Canvas, t *stage.Transform, r *run) {
	const apart = 1.5 // points on the screen below which two places are the same
	width := float32(1.6)
	if r.slot == y.followed {
		width = 2.4
	}
	first, last := &r.points[0], &r.points[len(r.points)-1]
	fx, fy := t.At(first.Origin)
	at := first.Time
	c.Ring(fx, fy, 3.2, 1.2, r.color.Fade(y.fade(at)))
	for i := range r.points {
		p := &r.points[i]
		x, py := t.At(p.Origin)
		if dx, dy := x-fx, py-fy; dx*dx+dy*dy < apart*apart && p != last {
			continue
		}
		c.LineFade(fx, fy, x, py, width, r.color.Fade(y.fade(at)), r.color.Fade(y.fade(p.Time)))
		fx, fy, at = x, py, p.Time
	}
	c.Circle(fx, fy, 2.8, r.color.Fade(y.fade(last.Time)))
}
