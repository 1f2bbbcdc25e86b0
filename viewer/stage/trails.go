package stage

import (
	"sort"
	"time"

	"fragscope/sim"
	"fragscope/viewer/ink"
)

// drawTrails draws where the players came from in the last seconds.
func (s *Stage) drawTrails(c *ink.Canvas, l *lens, sc *Scene) {
	if sc.Recording == nil || sc.Trail <= 0 {
		return
	}
	now := sc.World.Time
	for i := range sc.World.Players {
		p := &sc.World.Players[i]
		if p.Life != sim.Alive || p.Profile == nil || !p.Known && (!sc.Ghosts || now-p.Seen > sc.Trail) {
			continue
		}
		s.path = sc.Recording.Path(p.Slot, max(now-sc.Trail, 0), now, s.path[:0])
		if len(s.path) == 0 {
			continue
		}
		col := s.theme.Badge(p.Profile, sc.Teams).Color
		width, strength := float32(1.8), float32(0.5)
		if p.Slot == sc.Follow {
			width, strength = 2.6, 0.75
		}
		if s.level(p.Origin) != here {
			strength *= 0.5
		}
		s.trail(c, l, s.path, now, sc.Trail, col.Fade(strength), width, p)
	}
}

// trail draws a path in pieces that are connected, fading out towards the past.
func (s *Stage) trail(c *ink.Canvas, l *lens, path []sim.PathPoint, now, length time.Duration, col ink.Color, width float32, p *sim.Player) {
	s.points = s.points[:0]
	var first, last time.Duration
	age := func(t time.Duration) float32 { return 1 - float32(now-t)/float32(length) }
	flush := func() {
		if len(s.points) > 1 {
			s.smooth = smooth(s.points, s.smooth[:0])
			c.Path(s.smooth, width, col.Fade(age(first)), col.Fade(age(last)))
		}
		s.points = s.points[:0]
	}
	for _, pt := range path {
		if pt.Cut || pt.Life != sim.Alive {
			flush()
		}
		if pt.Life != sim.Alive {
			continue
		}
		x, y := l.at(pt.Origin)
		n := len(s.points)
		if n == 0 {
			first = pt.Time
		} else if q := s.points[n-1]; abs(q.X-x)+abs(q.Y-y) < 2.5 {
			continue
		}
		s.points = append(s.points, ink.Point{X: x, Y: y})
		last = pt.Time
	}
	if len(s.points) > 0 && p.Known && now-last < time.Second {
		x, y := l.at(p.Origin)
		s.points = append(s.points, ink.Point{X: x, Y: y})
		last = now
	}
	flush()
}

// smooth puts points between those that are far from each other, on a curve through all of them: paths are kept as
// few points, and corners would show when one looks closely.
func smooth(pts, dst []ink.Point) []ink.Point {
	const far = 9 // points of the screen
	n := len(pts)
	for i := range n - 1 {
		a, b := pts[i], pts[i+1]
		dst = append(dst, a)
		length := abs(b.X-a.X) + abs(b.Y-a.Y)
		if length < far {
			continue
		}
		ax, ay := tangent(pts[max(i-1, 0)], a, b, length)
		bx, by := tangent(a, b, pts[min(i+2, n-1)], length)
		steps := int(min(length/far*2, 8))
		for k := 1; k < steps; k++ {
			t := float32(k) / float32(steps)
			h1, h2 := t*t*(3-2*t), t*t*(t-1)
			h3 := t * (1 - t) * (1 - t)
			dst = append(dst, ink.Point{
				X: a.X + (b.X-a.X)*h1 + ax*h3 + bx*h2,
				Y: a.Y + (b.Y-a.Y)*h1 + ay*h3 + by*h2,
			})
		}
	}
	return append(dst, pts[n-1])
}

// tangent is the direction of the curve in b, not longer than the part of it that is drawn, so that it
// does not swing out behind a short part.
func tangent(a, b, c ink.Point, length float32) (x, y float32) {
	x, y = (c.X-a.X)/2, (c.Y-a.Y)/2
	if l := abs(x) + abs(y); l > length {
		x, y = x*length/l, y*length/l
	}
	return x, y
}

func abs(v float32) float32 { return max(v, -v) }

// deathLasts is how long the mark of a death is seen.
const deathLasts = 8 * time.Second

// drawDeaths marks where players died in the last seconds, unless they still lie there.
func (s *Stage) drawDeaths(c *ink.Canvas, l *lens, sc *Scene) {
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
		if e.Kind != sim.EventObituary || !e.Placed || lying(sc.World, e.Slot) {
			continue
		}
		x, y := l.at(e.Origin)
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
		c.IconHalo(ink.IconX, x, y, 10, col.Fade(0.65*fade), s.theme.Halo.Fade(0.5*fade))
	}
}

// lying tells whether the player of a slot is drawn as dead.
func lying(w *sim.World, slot int) bool {
	for i := range w.Players {
		if p := &w.Players[i]; p.Slot == slot {
			return p.Life == sim.Dead || p.Life == sim.Gibbed
		}
	}
	return false
}
