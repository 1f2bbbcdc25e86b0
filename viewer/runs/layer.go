package runs

import (
	"time"

	"fragscope/viewer/draw"
	"fragscope/viewer/stage"
)

// layer draws the whole path, coloured by speed or by the fraction of the possible gain in speed, and the jumps.
type layer struct {
	path  []point
	top   float32
	now   time.Duration
	theme *draw.Theme
	share bool // coloured by share instead of speed
}

// ramp has the colours of speeds, from zero to the highest. Lightness alone shows the order.
var ramp = []draw.Color{draw.Hex(0x3b4cc0), draw.Hex(0x4f9bd8), draw.Hex(0x5fd0a2), draw.Hex(0xf2d24a),
	draw.Hex(0xfff6c8)}

func (y *layer) color(p *point) draw.Color {
	t := p.speed / max(y.top, 1)
	if y.share {
		if !p.shared {
			return y.theme.Faint
		}
		t = shareOf(p)
	}
	t *= float32(len(ramp) - 1)
	k := min(max(int(t), 0), len(ramp)-2)
	return ramp[k].Mix(ramp[k+1], min(t-float32(k), 1))
}

// Draw implements stage.Layer.
func (y *layer) Draw(c *draw.Canvas, t *stage.Transform) {
	const apart = 1.5 // points on the screen below which two places are the same
	var fx, fy float32
	for i := range y.path {
		p := &y.path[i]
		x, px := t.At(p.Origin)
		if i == 0 || p.broken {
			fx, fy = x, px
			continue
		}
		if dx, dy := x-fx, px-fy; dx*dx+dy*dy < apart*apart && i+1 < len(y.path) && !y.path[i+1].broken {
			continue
		}
		from, to := y.color(&y.path[i-1]), y.color(p)
		if p.Time > y.now {
			from, to = from.Fade(0.35), to.Fade(0.35)
		}
		c.LineFade(fx, fy, x, px, 2, from, to)
		fx, fy = x, px
	}
	y.drawJumps(c, t)
}

// drawJumps marks the jumps: filled if the runner came out of them faster, hollow if slower.
func (y *layer) drawJumps(c *draw.Canvas, t *stage.Transform) {
	for i := range y.path {
		p := &y.path[i]
		if !p.jump {
			continue
		}
		x, py := t.At(p.Origin)
		fade := float32(1)
		if p.Time > y.now {
			fade = 0.4
		}
		if p.gain >= 0 {
			c.Circle(x, py, 2.6, y.theme.Good.Fade(fade))
		} else {
			c.Ring(x, py, 2.8, 1.2, y.theme.Warn.Fade(fade))
		}
	}
}
