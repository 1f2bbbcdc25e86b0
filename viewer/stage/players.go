package stage

import (
	"math"
	"strconv"
	"strings"
	"time"

	"fragscope/assets/bsp"
	"fragscope/assets/sight"
	"fragscope/sim"
	"fragscope/viewer/draw"
)

const (
	markerLeast = 9.0  // points: radius of a marker on a small map
	markerMost  = 15   // on a large map
	hullHalf    = 16.0 // units, if the hull is unknown
	coneAngle   = 90 * math.Pi / 180

	ghostGone  = 45 * time.Second // age at which a ghost is no longer drawn
	ghostFades = 12 * time.Second // time constant of a ghost's fading
	ghostAges  = 2 * time.Second  // age from which it is shown
	unseenFade = 0.35             // for what the followed player does not know
	nameMost   = 130              // points
	labelLeast = 0.6              // text fades less than shapes, as it has to be read
)

// figure is a player as drawn at the moment.
type figure struct {
	p        *sim.Player
	badge    draw.Badge
	x, y, r  float32
	heading  float32
	fade     float32
	level    level
	followed bool
	hover    bool
	ghost    bool
}

// drawPlayers draws everyone who has a position: the dead and those out of sight first, the followed player last,
// on top of all.
func (s *Stage) drawPlayers(c *draw.Canvas, l *Transform, sc *Scene) {
	for pass := range 3 {
		for i := range sc.World.Players {
			p := &sc.World.Players[i]
			at := 1
			switch {
			case p.Slot.Index() == sc.Follow:
				at = 2
			case p.Life != sim.Alive || !p.Visible:
				at = 0
			}
			if at != pass {
				continue
			}
			if f, ok := s.figure(l, sc, p); ok {
				s.drawFigure(c, l, sc, &f)
			}
		}
	}
}

func (s *Stage) figure(l *Transform, sc *Scene, p *sim.Player) (figure, bool) {
	f := figure{p: p, fade: 1, followed: p.Slot.Index() == sc.Follow}
	if p.Life == sim.Absent || p.Profile == nil || p.Life == sim.Spectating && !p.POV {
		return f, false
	}
	f.x, f.y = l.At(p.Origin)
	half := (p.Maxs[0] - p.Mins[0]) / 2
	if half <= 0 {
		half = hullHalf
	}
	least := markerLeast * s.dense
	f.r = min(max(l.Size(half)*1.15, least), markerMost)
	if f.followed {
		f.r = max(f.r, least*1.15)
	}
	if !l.sees(f.x, f.y, f.r+60) {
		return f, false
	}
	f.heading = l.Heading(p.View.Yaw)
	f.badge = s.theme.Badge(p.Profile, sc.Teams)
	f.hover = sc.Hover == Target{TargetPlayer, p.Slot.Index()}
	if f.level = s.level(p.Origin); f.level != here && !f.followed {
		f.fade = 0.5
	}
	if p.Invisible {
		f.fade *= 0.55
	}
	if sc.Unseen != nil && !f.followed && sc.Unseen(p.Origin) {
		f.fade *= unseenFade
	}
	if !p.Visible && p.Life == sim.Alive {
		age := sc.World.Time - p.LastSeen
		if !sc.Ghosts || age > ghostGone {
			return f, false
		}
		f.ghost = true
		f.fade *= 0.22 + 0.48*float32(math.Exp(-float64(age)/float64(ghostFades)))
	}
	return f, true
}

func (s *Stage) drawFigure(c *draw.Canvas, l *Transform, sc *Scene, f *figure) {
	s.target(TargetPlayer, f.p.Slot.Index(), f.x, f.y, f.r)
	switch f.p.Life {
	case sim.Dead, sim.Gibbed:
		s.drawDead(c, f)
	case sim.Spectating:
		c.IconHalo(draw.IconEye, f.x, f.y, 16, s.theme.Spectator, s.theme.Halo)
	default:
		s.drawLiving(c, l, sc, f)
	}
	s.labels.keepFree(f.x, f.y, f.r*0.8)
	s.label(sc, f)
}

// drawDead marks the position of a dead player until he respawns.
func (s *Stage) drawDead(c *draw.Canvas, f *figure) {
	fade := f.fade * 0.75
	c.IconHalo(draw.IconX, f.x, f.y, f.r*1.35, f.badge.Color.Fade(fade), s.theme.Halo.Fade(fade))
	if f.followed {
		c.Ring(f.x, f.y, f.r+3, 1.5, s.theme.Text.Fade(0.5))
	}
}

func (s *Stage) drawLiving(c *draw.Canvas, l *Transform, sc *Scene, f *figure) {
	p, col := f.p, f.badge.Color
	s.drawCone(c, l, sc, f)
	s.drawPowerups(c, f)
	if hull := l.Size((p.Maxs[0] - p.Mins[0]) / 2); hull > f.r*1.05 && hull < 200 {
		// When zoomed in, a marker as large as the hull would hide the floor, so the hull is an outline.
		c.RoundFrame(draw.Rect{X: f.x - hull, Y: f.y - hull, W: 2 * hull, H: 2 * hull}, 2, 1.2, col.Fade(0.55*f.fade))
	}
	if f.ghost {
		c.DashedRing(f.x, f.y, f.r+2.5, 1.2, 9, col.Fade(f.fade))
		c.Marker(f.badge.Shape, f.x, f.y, f.r*0.85, f.heading, col.Fade(0.45*f.fade), col.Fade(f.fade), 0.6)
		return
	}
	if f.followed {
		c.Circle(f.x, f.y, f.r+4, s.theme.Void.Fade(0.35))
		c.Ring(f.x, f.y, f.r+4, 2, col)
		c.Marker(f.badge.Shape, f.x, f.y, f.r, f.heading, col, s.theme.Text, 1.6)
	} else {
		c.Marker(f.badge.Shape, f.x, f.y, f.r, f.heading, col.Fade(f.fade), s.theme.Halo.Fade(f.fade), 1.3)
	}
	if f.hover {
		c.Ring(f.x, f.y, f.r+6.5, 1.5, s.theme.Text.Fade(0.8))
	}
	if p.Firing {
		s.drawFlash(c, f)
	}
	if sc.Arcs {
		s.drawArcs(c, f)
	}
	if p.FlagCarried {
		c.IconHalo(draw.IconFlag, f.x+f.r*0.9, f.y-f.r*1.25, 16, s.flagColor(p.Flag), s.theme.Halo)
	}
	if p.Chatting {
		c.IconHalo(draw.IconChat, f.x-f.r*0.9, f.y-f.r*1.25, 12, s.theme.Text.Fade(f.fade), s.theme.Halo.Fade(f.fade))
	}
}

func (s *Stage) flagColor(t sim.Team) draw.Color {
	if t == sim.TeamFree {
		return s.theme.Text
	}
	return s.theme.Team(t)
}

// drawCone shows in which direction a player looks, as far as nothing is in the way. The cone of the followed player is
// stronger than that of others.
func (s *Stage) drawCone(c *draw.Canvas, l *Transform, sc *Scene, f *figure) {
	length, strength := float32(42), float32(0.24)
	if f.followed {
		length, strength = 92, 0.4
	}
	if f.ghost {
		strength *= 0.4
	}
	length = max(length*s.dense, min(l.Size(160), length*1.5))
	col := f.badge.Color.Fade(strength * f.fade)
	angle := coneOf(f.p)
	if sc.Sight == nil {
		c.Wedge(f.x, f.y, length, f.heading-angle/2, f.heading+angle/2, col, col.Fade(0))
		return
	}
	const rays = 16
	eye := bsp.Vec3(f.p.Origin)
	eye[2] += sight.EyeAboveOrigin
	units := length / l.Size(1)
	s.rim, s.rimInk = s.rim[:0], s.rimInk[:0]
	for i := range rays + 1 {
		sn, co := sincos(f.p.View.Yaw*math.Pi/180 + angle*(float32(i)/rays-0.5))
		end := bsp.Vec3{eye[0] + co*units, eye[1] + sn*units, eye[2]}
		share := sc.Sight.Reach(eye, end, s.movers)
		x, y := l.At(sim.Vec3{eye[0] + co*units*share, eye[1] + sn*units*share})
		s.rim, s.rimInk = append(s.rim, draw.Point{X: x, Y: y}), append(s.rimInk, col.Fade(1-share))
	}
	c.Fan(f.x, f.y, col, s.rim, s.rimInk)
}

// coneOf returns the angle of a player's field of view, in radians: his actual one, down to that of a zoom, if known.
func coneOf(p *sim.Player) float32 {
	if p.FOV == 0 {
		return coneAngle
	}
	return float32(min(max(p.FOV, 10), 160)) * math.Pi / 180
}

func (s *Stage) drawPowerups(c *draw.Canvas, f *figure) {
	if f.p.Powerups == 0 {
		return
	}
	n := float32(0)
	for q := range sim.PowerupCount {
		if f.p.Powerups.Has(q) {
			c.Glow(f.x, f.y, f.r*2.7+n*5, draw.Of(q.Info().Color).Fade(0.8*f.fade))
			n++
		}
	}
}

func (s *Stage) drawFlash(c *draw.Canvas, f *figure) {
	col := s.theme.Warn
	if w := f.p.Weapon; w != sim.WeaponNone {
		col = draw.Of(w.Info().Color).Mix(draw.Hex(0xffffff), 0.3)
	}
	sn, co := sincos(f.heading)
	x, y := f.x+co*(f.r+4), f.y+sn*(f.r+4)
	c.Glow(x, y, f.r*1.1, col.Fade(0.9*f.fade))
	c.Line(f.x+co*(f.r+2), f.y+sn*(f.r+2), f.x+co*(f.r+9), f.y+sn*(f.r+9), 2, col.Fade(f.fade))
}

// drawArcs shows health at the right and armour at the left of the marker, both full at 100 and emptying from the
// top.
func (s *Stage) drawArcs(c *draw.Canvas, f *figure) {
	const top, length = -math.Pi / 2, 0.86 * math.Pi
	r, w := f.r+1.5+3*s.dense, float32(1.9)*s.dense
	if f.followed {
		r, w = f.r+8.5, 2.8
	}
	arc := func(v int16, side float32, col draw.Color) {
		from := top + side*0.07*math.Pi
		c.Arc(f.x, f.y, r, w, from, from+side*length, s.theme.Void.Fade(0.45*f.fade))
		if v > 0 {
			share := float32(min(v, 100)) / 100
			c.Arc(f.x, f.y, r, w, from, from+side*length*share, col.Fade(f.fade))
		}
	}
	if f.p.Health != sim.Unknown {
		arc(f.p.Health, 1, s.theme.Health(f.p.Health))
	}
	if f.p.Armor != sim.Unknown && f.p.Armor > 0 {
		arc(f.p.Armor, -1, s.theme.Armor(f.p.ArmorKind))
	}
}

// label adds the player's label.
func (s *Stage) label(sc *Scene, f *figure) {
	p := f.p
	fade := max(f.fade, labelLeast)
	lb := label{
		id: p.Slot.Index(), x: f.x, y: f.y, r: f.r + 2,
		face:   draw.Face{Size: 11.5, Weight: draw.Medium, Tabular: true},
		number: strconv.Itoa(f.badge.Number), numInk: f.badge.Color.Fade(fade), textInk: s.theme.Text.Fade(fade),
	}
	switch {
	case f.followed:
		lb.rank, lb.face.Weight, lb.face.Size = 100, draw.SemiBold, 12.5
	case f.hover:
		lb.rank, lb.face.Weight = 90, draw.SemiBold
	case f.ghost:
		lb.rank, lb.optional = 20, true
	case p.Life != sim.Alive:
		lb.rank, lb.optional = 30, true
		lb.textInk, lb.numInk = s.theme.Soft.Fade(fade), f.badge.Color.Fade(0.7*fade)
	case f.level != here:
		lb.rank = 40
	default:
		lb.rank = 50
	}
	if sc.Arcs && (p.Health != sim.Unknown || p.Armor != sim.Unknown) && p.Life == sim.Alive && !f.ghost {
		lb.r += 4
	}
	if f.followed {
		lb.r += 4
	}
	switch f.level {
	case above:
		lb.mark = draw.IconStoreyUp
	case below:
		lb.mark = draw.IconStoreyDown
	}
	lb.face.Size = max(lb.face.Size*s.dense, 10)
	told := sc.Names && (!s.labels.crowded() || p.Life == sim.Alive && !f.ghost)
	if told || f.followed || f.hover {
		s.nameOf(sc, f, &lb)
	}
	s.labels.add(lb)
}

// nameOf adds to a label everything beyond the number.
func (s *Stage) nameOf(sc *Scene, f *figure, lb *label) {
	p := f.p
	lb.name = p.Profile.Name.Plain
	if f.ghost {
		if age := sc.World.Time - p.LastSeen; age >= ghostAges {
			lb.note, lb.noteInk = ago(age), lb.textInk
		}
		return
	}
	if p.Life != sim.Alive {
		return
	}
	for q := range sim.PowerupCount {
		if !p.Powerups.Has(q) {
			continue
		}
		e := q.Info()
		lb.note = e.Short
		lb.noteInk = draw.Of(e.Color).Readable().Fade(f.fade)
		if left := p.PowerupEnd[q] - sc.World.Time; p.PowerupEnd[q] > 0 && left > 0 {
			lb.note += " " + clock(left)
		}
		break
	}
	armsOf(s.theme, f, lb, sc.Speed != nil)
	if sc.Speed != nil && lb.note == "" {
		if v, ok := sc.Speed(p); ok {
			lb.note, lb.noteInk = strconv.Itoa(int(v+0.5))+" u/s", s.theme.Soft
		}
	}
}

// armsOf adds the weapons that characterise a player and, for the followed player, their ammunition, unless speeds
// take its place.
func armsOf(t draw.Theme, f *figure, lb *label, speeds bool) {
	list, _ := f.p.Arms(len(lb.arms))
	var left []string
	for i, w := range list {
		lb.arms[i] = arm{draw.WeaponIcon(w), draw.Of(w.Info().Color).Readable().Fade(f.fade)}
		if n := f.p.AmmoOf(w); n >= 0 {
			left = append(left, strconv.Itoa(int(n)))
		}
	}
	if f.followed && len(left) > 0 && lb.note == "" && !speeds {
		lb.note, lb.noteInk = strings.Join(left, "/"), t.Soft
	}
}

func sincos(a float32) (s, c float32) {
	ds, dc := math.Sincos(float64(a))
	return float32(ds), float32(dc)
}
