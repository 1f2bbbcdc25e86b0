package stage

import (
	"math"
	"sort"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// drawTrails draws the players' paths over the last few seconds.
func (s *Stage) drawTrails(c *draw.Canvas, l *Transform, sc *Scene) {
	if sc.Recording == nil || sc.Trail <= 0 {
		return
	}
	now := sc.World.Time
	for i := range sc.World.Players {
		p := &sc.World.Players[i]
		if p.Life != sim.Alive || p.Profile == nil || !p.Visible && (!sc.Ghosts || now-p.LastSeen > sc.Trail) {
			continue
		}
		s.path = sc.Recording.Path(p.Slot.Index(), max(now-sc.Trail, 0), now, s.path[:0])
		if len(s.path) == 0 {
			continue
		}
		col := s.theme.Badge(p.Profile, sc.Teams).Color
		width, strength := float32(1.8), float32(0.5)
		if p.Slot.Index() == sc.Follow {
			width, strength = 2.6, 0.75
		}
		if s.level(p.Origin) != here {
			strength *= 0.5
		}
		if sc.Unseen != nil && p.Slot.Index() != sc.Follow && sc.Unseen(p.Origin) {
			strength *= unseenFade
		}
		s.trail(c, l, s.path, now, sc.Trail, col.Fade(strength), width, p)
	}
}

// trail draws a path in connected pieces that fade out towards the past.
func (s *Stage) trail(c *draw.Canvas, l *Transform, path []sim.PathPoint, now, length time.Duration, col draw.Color,
	width float32, p *sim.Player) {
	s.points = s.points[:0]
	var first, last time.Duration
	age := func(t time.Duration) float32 { return 1 - float32(now-t)/float32(length) }
	flush := func() {
		if len(s.points) > 1 {
			s.points = thin(s.points)
			s.smooth = smooth(s.points, s.smooth[:0])
			c.Path(s.smooth, width, col.Fade(age(first)), col.Fade(age(last)))
		}
		s.points = s.points[:0]
	}
	for _, pt := range path {
		if pt.NoLerp || pt.Life != sim.Alive {
			flush()
		}
		if pt.Life != sim.Alive {
			continue
		}
		x, y := l.At(pt.Origin)
		n := len(s.points)
		if n == 0 {
			first = pt.Time
		} else if q := s.points[n-1]; abs(q.X-x)+abs(q.Y-y) < 2.5 {
			continue
		}
		s.points = append(s.points, draw.Point{X: x, Y: y})
		last = pt.Time
	}
	if len(s.points) > 0 && p.Visible && now-last < time.Second {
		x, y := l.At(p.Origin)
		s.points = append(s.points, draw.Point{X: x, Y: y})
		last = now
	}
	flush()
}

// thin removes points where a path runs straight, as each costs triangles.
func thin(pts []draw.Point) []draw.Point {
	const (
		beside = 0.3 // maximum distance of removed points from the path, in points on the screen
		run    = 6   // maximum number of points replaced by a line
	)
	kept := 1
	for from := 0; from < len(pts)-1; {
		to := from + 1
		for to+1 < len(pts) && to+1-from <= run && straight(pts[from:to+2], beside) {
			to++
		}
		pts[kept] = pts[to]
		kept++
		from = to
	}
	return pts[:kept]
}

// straight reports whether all points are close to the line from the first to the last.
func straight(pts []draw.Point, beside float32) bool {
	a, b := pts[0], pts[len(pts)-1]
	dx, dy := b.X-a.X, b.Y-a.Y
	length2 := dx*dx + dy*dy
	for _, p := range pts[1 : len(pts)-1] {
		off := (p.X-a.X)*dy - (p.Y-a.Y)*dx
		along := (p.X-a.X)*dx + (p.Y-a.Y)*dy
		if off*off > beside*beside*length2 || along < 0 || along > length2 {
			return false
		}
	}
	return true
}

// smooth inserts points on a curve through all points where the path bends: paths are kept with few points, whose
// corners would show when zoomed in.
func smooth(pts, dst []draw.Point) []draw.Point {
	n := len(pts)
	for i := range n - 1 {
		a, b := pts[i], pts[i+1]
		dst = append(dst, a)
		dx, dy := b.X-a.X, b.Y-a.Y
		length := abs(dx) + abs(dy)
		ax, ay := tangent(pts[max(i-1, 0)], a, b, length)
		bx, by := tangent(a, b, pts[min(i+2, n-1)], length)
		steps := curveSteps((abs(ax*dy-ay*dx) + abs(bx*dy-by*dx)) / max(length, 1))
		for k := 1; k < steps; k++ {
			t := float32(k) / float32(steps)
			h1, h2 := t*t*(3-2*t), t*t*(t-1)
			h3 := t * (1 - t) * (1 - t)
			dst = append(dst, draw.Point{X: a.X + dx*h1 + ax*h3 + bx*h2, Y: a.Y + dy*h1 + ay*h3 + by*h2})
		}
	}
	return append(dst, pts[n-1])
}

// curveSteps returns the number of lines to draw for a curve, given how far its tangents reach from the line between
// its ends, in points on the screen.
func curveSteps(beside float32) int {
	const (
		bulge = 4.0 / 27 // distance of the curve from that line, as a fraction of beside
		off   = 0.2      // maximum distance of the lines from the curve, in points on the screen
	)
	return int(min(1+math.Sqrt(float64(beside)*bulge/off), 8))
}

// tangent returns the direction of the curve at b. It is no longer than the part to be drawn, so that the curve
// does not overshoot a short part, and shorter the sharper the path turns: a corner stays a corner.
func tangent(a, b, c draw.Point, length float32) (x, y float32) {
	x, y = (c.X-a.X)/2, (c.Y-a.Y)/2
	if l := abs(x) + abs(y); l > length {
		x, y = x*length/l, y*length/l
	}
	ux, uy, vx, vy := b.X-a.X, b.Y-a.Y, c.X-b.X, c.Y-b.Y
	if l := (ux*ux + uy*uy) * (vx*vx + vy*vy); l > 0 {
		cos := max((ux*vx+uy*vy)/float32(math.Sqrt(float64(l))), 0)
		x, y = x*cos, y*cos
	}
	return x, y
}

func abs(v float32) float32 { return max(v, -v) }

// deathLasts is how long the mark of a death is shown.
const deathLasts = 8 * time.Second

// drawDeaths marks where players died in the last few seconds, unless they are still lying there.
func (s *Stage) drawDeaths(c *draw.Canvas, l *Transform, sc *Scene) {
	if sc.Recording == nil {
		return
	}
	now := sc.World.Time
	events := sc.Recording.Events()
	var start time.Duration
	if ls := sc.Recording.Levels(); sc.World.Level >= 0 && sc.World.Level < len(ls) {
		start = ls[sc.World.Level].Start
	}
	from := sort.Search(len(events), func(i int) bool { return events[i].Time > max(now-deathLasts, start) })
	for i := from; i < len(events) && events[i].Time <= now; i++ {
		e := &events[i]
		if e.Kind != sim.EventObituary || !e.HasOrigin || lying(sc.World, e.Slot.Index()) {
			continue
		}
		x, y := l.At(e.Origin)
		if !l.sees(x, y, 10) {
			continue
		}
		fade := 1 - float32(now-e.Time)/float32(deathLasts)
		col := s.theme.Soft
		if e.Profile != nil {
			col = s.theme.Badge(e.Profile, sc.Teams).Color
		}
		if s.level(e.Origin) != here {
			fade *= 0.5
		}
		c.IconHalo(draw.IconX, x, y, 10, col.Fade(0.65*fade), s.theme.Halo.Fade(0.5*fade))
	}
}

// lying reports whether the player in a slot is drawn as dead.
func lying(w *sim.World, slot int) bool {
	for i := range w.Players {
		if p := &w.Players[i]; p.Slot.Index() == slot {
			return p.Life == sim.Dead || p.Life == sim.Gibbed
		}
	}
	return false
}
