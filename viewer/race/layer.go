package race

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/race"
	"fragscope/viewer/draw"
	"fragscope/viewer/stage"
)

// layer draws the paths of all runs, and the other runners at the moment of the first one's clock.
type layer struct {
	theme  *draw.Theme
	level  int // counted from the first level of the runs
	after  time.Duration
	ways   [][]race.Step
	colors []draw.Color
	ghosts []ghost
	splits []sim.Vec3
	// mark is the point of the route under the pointer.
	mark sim.Vec3
}

// ghost is another runner at a moment.
type ghost struct {
	name   string
	color  draw.Color
	origin sim.Vec3
	yaw    float32
	there  bool // on the level shown
}

// Draw implements stage.Layer.
func (y *layer) Draw(c *draw.Canvas, t *stage.Transform) {
	for i, way := range y.ways {
		y.drawWay(c, t, way, y.colors[i])
	}
	for _, s := range y.splits {
		x, py := t.At(s)
		c.Ring(x, py, 5, 1.5, y.theme.Text.Fade(0.7))
	}
	for i := range y.ghosts {
		if g := &y.ghosts[i]; g.there {
			y.drawGhost(c, t, g)
		}
	}
}

// drawWay draws a runner's path, strongly up to the current time and faintly after it.
func (y *layer) drawWay(c *draw.Canvas, t *stage.Transform, way []race.Step, color draw.Color) {
	const apart = 2 // points on the screen; anything closer is one place
	var fx, fy float32
	begun := false
	for i := range way {
		s := &way[i]
		if s.Level != y.level {
			begun = false
			continue
		}
		x, py := t.At(s.Origin)
		strength := float32(0.6)
		if s.After > y.after {
			strength = 0.22
		}
		if s.Jump {
			c.Ring(x, py, 3, 1.2, color.Fade(strength+0.2))
		}
		if !begun || s.Broken {
			fx, fy, begun = x, py, true
			continue
		}
		if dx, dy := x-fx, py-fy; dx*dx+dy*dy < apart*apart && i+1 < len(way) && !way[i+1].Broken {
			continue
		}
		c.Line(fx, fy, x, py, 1.5, color.Fade(strength))
		fx, fy = x, py
	}
}

// ghostRadius is the radius of a ghost's marker in points, ringRadius that of the ring around it.
const ghostRadius, ringRadius = 9, 12

func (y *layer) drawGhost(c *draw.Canvas, t *stage.Transform, g *ghost) {
	x, py := t.At(g.origin)
	c.DashedRing(x, py, ringRadius, 1.5, 9, g.color)
	c.Marker(draw.ShapeDart, x, py, ghostRadius, t.Heading(g.yaw), g.color.Fade(0.75), y.theme.Halo, 1.2)
}

// tags appends the names of the ghosts shown.
func (y *layer) tags(list []stage.Tag) []stage.Tag {
	for i := range y.ghosts {
		if g := &y.ghosts[i]; g.there {
			list = append(list, stage.Tag{ID: i, Origin: g.origin, Radius: ringRadius, Name: g.name,
				Ink: g.color.Readable()})
		}
	}
	return list
}

// pointer marks the point of the route under the mouse, on top of all players there.
type pointer struct{ *layer }

// Draw implements stage.Layer.
func (p pointer) Draw(c *draw.Canvas, t *stage.Transform) {
	x, y := t.At(p.mark)
	c.Ring(x, y, 12, 5, p.theme.Halo)
	c.Ring(x, y, 12, 2, p.theme.Text)
	c.Circle(x, y, 4.5, p.theme.Halo)
	c.Circle(x, y, 3, p.theme.Accent)
}
