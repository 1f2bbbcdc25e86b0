package stage

import (
	"math"
	"time"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/viewer/draw"
)

// drawThings draws the entities that lie around or, if flying is set, those that move above them: projectiles and
// monsters.
func (s *Stage) drawThings(c *draw.Canvas, l *Transform, sc *Scene, flying bool) {
	s.dropped = 0
	for i := range sc.World.Entities {
		if t := &sc.World.Entities[i]; t.Kind == sim.EntityDropped && t.Item == sim.ItemWeapon {
			s.dropped++
		}
	}
	for i := range sc.World.Entities {
		t := &sc.World.Entities[i]
		moves := t.Kind == sim.EntityProjectile || t.Kind == sim.EntityMonster
		if moves != flying || t.Kind == sim.EntityItem && sc.Missing[t.Number] {
			continue
		}
		x, y := l.At(t.Origin)
		if !l.sees(x, y, 40) {
			continue
		}
		fade, ok := s.thingFade(sc, t)
		if !ok {
			continue
		}
		switch t.Kind {
		case sim.EntityItem, sim.EntityDropped:
			if sc.Items || t.Item == sim.ItemFlag {
				s.drawItem(c, l, sc, t, x, y, fade)
			}
		case sim.EntityProjectile:
			s.drawProjectile(c, l, sc, t, x, y, fade)
		case sim.EntityCorpse:
			c.IconHalo(draw.IconSkull, x, y, 10, s.theme.Soft.Fade(0.4*fade), s.theme.Halo.Fade(0.3*fade))
		case sim.EntityGib:
			c.Circle(x, y, min(max(l.Size(4), 1.3), 4), gibColor.Fade(0.8*fade))
		case sim.EntityMonster:
			s.drawMonster(c, l, sc, t, x, y, fade)
		default:
			c.Ring(x, y, 2.5, 1.2, s.theme.Faint.Fade(0.6*fade))
		}
	}
}

var gibColor = draw.Hex(0xb0443c)

// thingFade returns the opacity of a thing. It reports false for things that are not shown at all.
func (s *Stage) thingFade(sc *Scene, t *sim.Entity) (fade float32, ok bool) {
	fade = 1
	switch s.level(t.Origin) {
	case above:
		// The floor on which it lies is not drawn: it would float in the void.
		if t.Kind != sim.EntityProjectile && t.Item != sim.ItemFlag {
			return 0, false
		}
		fade = 0.4
	case below:
		fade = 0.4
	}
	if sc.Unseen != nil && t.Kind != sim.EntityItem && sc.Unseen(t.Origin) {
		fade *= unseenFade
	}
	if t.Visible || t.Kind == sim.EntityItem {
		return fade, true
	}
	age := sc.World.Time - t.LastSeen
	if !sc.Ghosts || age > ghostGone {
		return 0, false
	}
	if t.Kind == sim.EntityProjectile || t.Kind == sim.EntityGib {
		return 0, false
	}
	return fade * 0.6 * float32(math.Exp(-float64(age)/float64(ghostFades))), true
}

// itemColor returns the colour of an item or, if the item belongs to a team, the colour of the team.
func (s *Stage) itemColor(t *sim.Entity) draw.Color {
	info := t.Item.Info()
	switch {
	case t.Item == sim.ItemWeapon:
		return draw.Of(t.Weapon.Info().Color).Readable()
	case info.Traits&sim.Sided != 0:
		return s.flagColor(t.Team)
	}
	return draw.Of(info.Color).Readable()
}

// drawItem draws an item: filled while it is available, hollow while it is taken, faint if its state is unknown.
func (s *Stage) drawItem(c *draw.Canvas, l *Transform, sc *Scene, t *sim.Entity, x, y, fade float32) {
	k := s.rankOf(t)
	col := s.itemColor(t)
	r := s.itemRadius(l, k)
	if t.State == sim.ItemUnknown && t.Kind == sim.EntityItem {
		fade *= 0.5
	}
	if sc.Hover == (Target{TargetThing, t.Number}) {
		c.Ring(x, y, r+4, 1.5, s.theme.Text.Fade(0.8))
	}
	s.target(TargetThing, t.Number, x, y, r)
	taken := t.State == sim.ItemTaken && t.Kind == sim.EntityItem
	icon := draw.ItemIcon(t.Item, t.Weapon)
	switch {
	case t.Item == sim.ItemFlag && !taken:
		c.IconHalo(icon, x, y, max(r*2.2, 16), col.Fade(fade), s.theme.Halo.Fade(fade))
	case k == sim.RankMinor:
		s.drawMinor(c, icon, x, y, r, col, fade, taken)
	default:
		s.drawBadge(c, icon, x, y, r, col, fade, taken, k == sim.RankMajor)
	}
	if t.Kind == sim.EntityDropped && k != sim.RankMinor {
		c.DashedRing(x, y, r+2.5, 1.1, 8, col.Fade(0.8*fade))
	}
	if k != sim.RankMinor {
		s.labels.keepFree(x, y, r*0.7)
	}
	s.labelItem(sc, t, k, x, y, r, col, fade, taken)
}

// litter is the number of dropped things at which they are drawn small, as nobody looks for a particular one.
const litter = 8

// rankOf returns an item's importance. What players drop by the dozen is litter. A mod's equipment with its own name is
// not the armour that it looks like: Action Quake 2's players drop everything they carry.
func (s *Stage) rankOf(t *sim.Entity) sim.Rank {
	k := t.Item.Info().Rank
	switch t.Item {
	case sim.ItemArmorGreen, sim.ItemArmorYellow, sim.ItemArmorRed:
		if t.Kind == sim.EntityDropped || t.Name != "" {
			return sim.RankMinor
		}
	case sim.ItemWeapon, sim.ItemOther:
		if t.Kind == sim.EntityDropped && s.dropped >= litter {
			return sim.RankMinor
		}
	}
	return k
}

func (s *Stage) itemRadius(l *Transform, k sim.Rank) float32 {
	switch k {
	case sim.RankMajor:
		return min(max(l.Size(20), 7), 12)
	case sim.RankCommon:
		return min(max(l.Size(18), 5), 11)
	}
	return min(max(l.Size(12), 1.8), 8)
}

// drawMinor draws minor items: as a dot or, when zoomed in, as an icon.
func (s *Stage) drawMinor(c *draw.Canvas, icon draw.Icon, x, y, r float32, col draw.Color, fade float32, taken bool) {
	switch {
	case taken:
		c.Ring(x, y, max(r*0.7, 1.6), 1, col.Fade(0.4*fade))
	case r < 4.5:
		drawSpeck(c, icon, x, y, r+1, s.theme.Void.Fade(0.5*fade))
		drawSpeck(c, icon, x, y, r, col.Fade(0.9*fade))
	default:
		c.IconHalo(icon, x, y, r*2, col.Fade(0.9*fade), s.theme.Halo.Fade(0.6*fade))
	}
}

// drawSpeck draws an item that is too small for its icon, in the shape that its kind has at every zoom: health is a
// cross, armour a rhombus, ammunition a square, anything else a dot.
func drawSpeck(c *draw.Canvas, icon draw.Icon, x, y, r float32, col draw.Color) {
	switch icon {
	case draw.IconCross, draw.IconPlus:
		arm := r * 0.42
		c.Fill(draw.Rect{X: x - r, Y: y - arm, W: 2 * r, H: 2 * arm}, col)
		c.Fill(draw.Rect{X: x - arm, Y: y - r, W: 2 * arm, H: r - arm}, col)
		c.Fill(draw.Rect{X: x - arm, Y: y + arm, W: 2 * arm, H: r - arm}, col)
	case draw.IconShard, draw.IconArmor, draw.IconShield:
		c.Fan(x, y, col, []draw.Point{{X: x, Y: y - r*1.2}, {X: x + r*1.2, Y: y}, {X: x, Y: y + r*1.2},
			{X: x - r*1.2, Y: y}, {X: x, Y: y - r*1.2}}, []draw.Color{col, col, col, col, col})
	case draw.IconOther, draw.IconDot:
		c.Circle(x, y, r, col)
	default:
		side := r * 0.88
		c.Fill(draw.Rect{X: x - side, Y: y - side, W: 2 * side, H: 2 * side}, col)
	}
}

// drawBadge draws an icon on a disc in the map's dark colour, with a rim in the item's colour. If the item is
// taken, the rim and the icon are faint and the floor shows through.
func (s *Stage) drawBadge(c *draw.Canvas, icon draw.Icon, x, y, r float32, col draw.Color, fade float32, taken,
	round bool) {
	rim := max(r*0.18, 1.3)
	if taken {
		col = col.Fade(0.55)
	}
	if round {
		if !taken {
			c.Circle(x, y, r+1, s.theme.Void.Fade(0.85*fade))
		}
		c.Ring(x, y, r, rim, col.Fade(fade))
	} else if !taken {
		c.RoundRect(draw.Rect{X: x - r, Y: y - r, W: 2 * r, H: 2 * r}, r*0.4, s.theme.Void.Fade(0.72*fade))
	} else {
		c.RoundFrame(draw.Rect{X: x - r, Y: y - r, W: 2 * r, H: 2 * r}, r*0.4, 1.1, col.Fade(fade))
	}
	size := r * 1.28
	if !round {
		size = r * 1.7
	}
	if taken {
		fade *= 0.75
	}
	c.Icon(icon, x, y, size, col.Fade(fade))
}

// labelItem adds the labels of important items: their name and the time until they respawn.
func (s *Stage) labelItem(sc *Scene, t *sim.Entity, k sim.Rank, x, y, r float32, col draw.Color, fade float32,
	taken bool) {
	if t.Item == sim.ItemFlag {
		return // its icon and colour say everything
	}
	if k != sim.RankMajor && (!taken || !t.RespawnKnown || k != sim.RankCommon || s.labels.crowded()) || fade < 0.3 {
		return
	}
	fade = max(fade, labelLeast)
	lb := label{
		id: -1 - t.Number, x: x, y: y, r: r, rank: 5, optional: true,
		face: draw.Face{Size: 10, Weight: draw.Medium, Tabular: true}, textInk: s.theme.Text.Fade(0.9 * fade),
	}
	if k == sim.RankMajor {
		lb.rank = 10
		lb.number, lb.numInk = t.Item.Info().Short, col.Mix(draw.Hex(0xffffff), 0.3).Fade(fade)
		if t.Name != "" && t.Item.Info().Traits&sim.Named != 0 {
			lb.number = t.Name
		}
	}
	if taken {
		lb.rank += 5
		lb.name = "--"
		if t.RespawnKnown && t.Respawn > sc.World.Time {
			lb.name = clock(t.Respawn - sc.World.Time)
		}
	}
	s.labels.add(lb)
}

// flight is the appearance of a projectile.
type flight struct {
	length float32 // units
	width  float32 // points
	glow   float32 // radius in points
	round  bool
	tip    bool          // its head is bright
	tail   time.Duration // length of the trail, as flight time
}

var flights = [sim.FlightCount]flight{
	sim.FlightShot:    {length: 18, width: 2, glow: 5, tail: 50 * time.Millisecond},
	sim.FlightRocket:  {length: 24, width: 3.4, glow: 10, tip: true, tail: 160 * time.Millisecond},
	sim.FlightGrenade: {length: 9, glow: 5, round: true, tail: 100 * time.Millisecond},
	sim.FlightMine:    {length: 10, glow: 4, round: true},
	sim.FlightNail:    {length: 26, width: 1.6},
	sim.FlightPlasma:  {length: 9, glow: 9, round: true, tail: 30 * time.Millisecond},
	sim.FlightBFG:     {length: 18, glow: 20, round: true, tail: 60 * time.Millisecond},
	sim.FlightHook:    {length: 8, glow: 4, round: true},
	sim.FlightBolt:    {length: 24, width: 2.4, glow: 8, tail: 40 * time.Millisecond},
}

// drawProjectile draws a projectile by its kind, with a trail behind it.
func (s *Stage) drawProjectile(c *draw.Canvas, l *Transform, sc *Scene, t *sim.Entity, x, y, fade float32) {
	f := flights[t.Weapon.Info().Flight]
	s.target(TargetThing, t.Number, x, y, 3)
	col := draw.Of(t.Weapon.Info().Color)
	dx, dy := t.Velocity[0], -t.Velocity[1]
	v := float32(math.Hypot(float64(dx), float64(dy)))
	if v > 1 {
		dx, dy = dx/v, dy/v
	} else {
		sn, co := sincos(l.Heading(t.Angles.Yaw))
		dx, dy = co, sn
	}
	if f.tail > 0 && v > 1 {
		tail := min(l.Size(v*float32(f.tail.Seconds())), 70)
		c.LineFade(x-dx*tail, y-dy*tail, x, y, max(f.width*0.8, 1.8), col.Fade(0), col.Fade(0.65*fade))
	}
	if f.glow > 0 {
		c.Glow(x, y, f.glow, col.Fade(0.75*fade))
	}
	bright := col.Mix(draw.Hex(0xffffff), 0.45)
	if f.round {
		r := min(max(l.Size(f.length/2), 2.2), 9)
		c.Circle(x, y, r+0.8, s.theme.Halo.Fade(0.6*fade))
		c.Circle(x, y, r, bright.Fade(fade))
		return
	}
	half := min(max(l.Size(f.length/2), 3), 14)
	c.Line(x-dx*half, y-dy*half, x+dx*half, y+dy*half, f.width, bright.Fade(fade))
	if f.tip {
		c.Circle(x+dx*half, y+dy*half, f.width*0.62, draw.Hex(0xffffff).Fade(fade))
	}
}

// drawMonster draws a monster's marker, with its name if there is room.
func (s *Stage) drawMonster(c *draw.Canvas, l *Transform, sc *Scene, t *sim.Entity, x, y, fade float32) {
	r := min(max(l.Size(18), 6.5), 14)
	s.target(TargetThing, t.Number, x, y, r)
	if t.Dead {
		c.IconHalo(draw.IconX, x, y, r*1.1, monsterColor.Fade(0.4*fade), s.theme.Halo.Fade(0.4*fade))
		return
	}
	c.Marker(draw.ShapeWedge, x, y, r, l.Heading(t.Angles.Yaw), monsterColor.Fade(fade), s.theme.Halo.Fade(fade), 1.2)
	s.labels.keepFree(x, y, r*0.7)
	hover := sc.Hover == Target{TargetThing, t.Number}
	if sc.Names && t.Name != "" && fade > 0.5 && (hover || !s.labels.crowded()) {
		s.labels.add(label{
			id: -1 - t.Number, x: x, y: y, r: r, rank: 8, optional: true,
			face: draw.Face{Size: 10}, name: t.Name, textInk: s.theme.Soft.Fade(fade),
		})
	}
}

var monsterColor = draw.Hex(0xd98a4e)

// drawMarks draws teleporters and jump pads.
func (s *Stage) drawMarks(c *draw.Canvas, l *Transform, sc *Scene) {
	p := s.tiles.plan
	if p == nil {
		return
	}
	for i := range p.Marks() {
		m := &p.Marks()[i]
		if m.Kind != plan.MarkTeleporter && m.Kind != plan.MarkPush {
			continue
		}
		x, y := l.At(m.Pos)
		if !l.sees(x, y, 20) {
			continue
		}
		fade := float32(0.55)
		if s.level(m.Pos) != here {
			fade = 0.22
		}
		size := min(max(l.Size(28), 9), 18)
		s.target(TargetMark, i, x, y, size/2)
		if m.HasDest && sc.Hover == (Target{TargetMark, i}) {
			s.drawWay(c, l, m)
			fade = 1
		}
		if m.Kind == plan.MarkTeleporter {
			c.Icon(draw.IconTeleport, x, y, size, teleportColor.Fade(fade))
		} else {
			c.Icon(draw.IconUp, x, y-size*0.16, size, padColor.Fade(fade))
			c.Icon(draw.IconUp, x, y+size*0.16, size, padColor.Fade(fade))
		}
	}
}

// drawWay joins a teleporter or jump pad to its destination.
func (s *Stage) drawWay(c *draw.Canvas, l *Transform, m *plan.Mark) {
	col := padColor
	if m.Kind == plan.MarkTeleporter {
		col = teleportColor
	}
	x0, y0 := l.At(m.Pos)
	x1, y1 := l.At(m.Dest)
	c.Dashed(x0, y0, x1, y1, 1.5, 6, 4, col.Fade(0.9))
	c.Ring(x1, y1, 7, 1.8, col)
	c.Circle(x1, y1, 2.5, col)
}

var (
	teleportColor = draw.Hex(0xc9a0f0)
	padColor      = draw.Hex(0x7fd6c8)
)
