package stage

import (
	"math"
	"slices"
	"time"

	"fragscope/assets/bsp"
	"fragscope/sim"
	"fragscope/viewer/draw"
)

// drawEffects draws the short-lived effects.
func (s *Stage) drawEffects(c *draw.Canvas, l *Transform, sc *Scene) {
	for i := range sc.World.Effects {
		e := &sc.World.Effects[i]
		x, y := l.At(e.Origin)
		reach := float32(80)
		if e.Kind == sim.EffectBeam || e.Kind == sim.EffectArea {
			reach = 1e6 // the other end may be in view
		}
		if !l.sees(x, y, reach) {
			continue
		}
		if outshone(sc.World.Effects, i) {
			continue
		}
		drawer := effectDrawers[min(int(e.Kind), len(effectDrawers)-1)]
		if drawer == nil || e.Kind == sim.EffectSound && (!sc.Sounds || sc.Unseen != nil) {
			continue
		}
		fade := float32(1)
		if s.level(e.Origin) != here {
			fade = 0.45
		}
		s.stroke = stroke{transform: l, theme: &s.theme, points: s.stroke.points, e: e, x: x, y: y,
			t: progress(e, sc.World.Time), fade: fade, now: sc.World.Time, to: s.beamEnd(e)}
		drawer(c, &s.stroke)
	}
}

// outshone reports whether effect i is a bolt that its shooter has already replaced with a later one: in the games
// each player has a single bolt.
func outshone(effects []sim.Effect, i int) bool {
	e := &effects[i]
	if e.Kind != sim.EffectBeam || !e.Slot.Valid() ||
		e.Weapon != sim.WeaponLightning && e.Weapon != sim.WeaponPlasmaBeam && e.Weapon != sim.WeaponGrapple {
		return false
	}
	return slices.ContainsFunc(effects[i+1:], func(o sim.Effect) bool {
		return o.Kind == e.Kind && o.Weapon == e.Weapon && o.Slot == e.Slot
	})
}

// beamEnd returns the end of a beam. That of a lightning gun is the range of the gun where the demo reports no hit near
// the direction of view; if there is a map, it ends at the first wall.
func (s *Stage) beamEnd(e *sim.Effect) sim.Vec3 {
	to, p := e.To, s.tiles.plan
	if e.Kind != sim.EffectBeam || e.Weapon != sim.WeaponLightning || p == nil || p.Opaque() == nil {
		return to
	}
	share, hit := p.Opaque().Trace(0, bsp.Vec3(e.Origin), bsp.Vec3(to))
	if !hit || share <= 0 {
		return to
	}
	for k := range to {
		to[k] = e.Origin[k] + (to[k]-e.Origin[k])*share
	}
	return to
}

// progress returns the progress of an effect, from 0 to 1.
func progress(e *sim.Effect, now time.Duration) float32 {
	if e.End <= e.Start {
		return 0
	}
	return min(max(float32(now-e.Start)/float32(e.End-e.Start), 0), 1)
}

// stroke is an effect being drawn.
type stroke struct {
	transform *Transform
	theme     *draw.Theme
	points    []draw.Point // reused
	e         *sim.Effect
	x, y      float32 // of its origin, in points
	t         float32 // progress, 0 to 1
	fade      float32 // opacity; lower on another storey
	to        sim.Vec3
	now       time.Duration
}

var effectDrawers = [...]func(*draw.Canvas, *stroke){
	sim.EffectExplosion: drawExplosion,
	sim.EffectBeam:      drawBeam,
	sim.EffectImpact:    drawImpact,
	sim.EffectBlood:     drawBlood,
	sim.EffectGibs:      drawGibs,
	sim.EffectTeleport:  drawTeleport,
	sim.EffectMuzzle:    drawMuzzle,
	sim.EffectSound:     drawSound,
	sim.EffectPickup:    drawPickup,
	sim.EffectSpawn:     drawSpawn,
	sim.EffectSplash:    drawSplash,
	sim.EffectDeath:     drawDeath,
	sim.EffectPain:      drawPain,
	sim.EffectJumppad:   drawJumppad,
	sim.EffectMarker:    drawMarker,
	sim.EffectPath:      drawPath,
	sim.EffectHit:       drawHit,
	sim.EffectArea:      drawArea,
}

func weaponColor(w sim.Weapon) draw.Color { return draw.Of(w.Info().Color) }

func drawExplosion(c *draw.Canvas, d *stroke) {
	col := draw.Hex(0xffb347)
	units := float32(110)
	switch d.e.Weapon {
	case sim.WeaponPlasma, sim.WeaponHyperblaster, sim.WeaponBlaster, sim.WeaponNailgun, sim.WeaponSuperNailgun,
		sim.WeaponRailgun:
		col, units = weaponColor(d.e.Weapon), 34
	case sim.WeaponBFG:
		col, units = weaponColor(d.e.Weapon), 160
	}
	r := max(d.transform.Size(units), units*0.16)
	grow := 0.45 + 0.55*(1-(1-d.t)*(1-d.t))
	fade := d.fade * (1 - d.t)
	c.Glow(d.x, d.y, r*grow, col.Fade(0.95*fade))
	c.Glow(d.x, d.y, r*0.5*(1-0.6*d.t), draw.Hex(0xfff3d8).Fade(fade))
	c.Ring(d.x, d.y, r*0.75*grow, 1.5, col.Fade(0.55*fade))
}

func drawBeam(c *draw.Canvas, d *stroke) {
	x1, y1 := d.transform.At(d.to)
	col := weaponColor(d.e.Weapon)
	switch d.e.Weapon {
	case sim.WeaponLightning, sim.WeaponPlasmaBeam:
		drawLightning(c, d, x1, y1, col)
	case sim.WeaponRailgun:
		fade := d.fade * (1 - d.t)
		c.Line(d.x, d.y, x1, y1, 5, col.Fade(0.25*fade))
		c.Line(d.x, d.y, x1, y1, 1.8, col.Mix(draw.Hex(0xffffff), 0.5).Fade(fade))
		c.Ring(x1, y1, 3+3*d.t, 1.3, col.Fade(fade))
	case sim.WeaponGrapple:
		c.Dashed(d.x, d.y, x1, y1, 1.4, 6, 3, d.theme.Soft.Fade(d.fade))
	default:
		c.Line(d.x, d.y, x1, y1, 1.6, col.Mix(draw.Hex(0xffffff), 0.3).Fade(0.9*d.fade*(1-0.6*d.t)))
	}
}

// drawLightning draws a jagged line that changes 20 times per second, always the same for the same moment.
func drawLightning(c *draw.Canvas, d *stroke, x1, y1 float32, col draw.Color) {
	dx, dy := x1-d.x, y1-d.y
	length := float32(math.Hypot(float64(dx), float64(dy)))
	if length < 1 {
		return
	}
	nx, ny := -dy/length, dx/length
	n := int(min(max(length/11, 3), 24))
	seed := uint32(d.now/(50*time.Millisecond))*2654435761 + uint32(d.e.Slot.Index()+1)*40503
	pts := append(d.points[:0], draw.Point{X: d.x, Y: d.y})
	for i := 1; i < n; i++ {
		t := float32(i) / float32(n)
		off := (scatter(seed+uint32(i)) - 0.5) * min(length*0.14, 13)
		pts = append(pts, draw.Point{X: d.x + dx*t + nx*off, Y: d.y + dy*t + ny*off})
	}
	pts = append(pts, draw.Point{X: x1, Y: y1})
	d.points = pts
	c.Line(d.x, d.y, x1, y1, 6, col.Fade(0.16*d.fade))
	bright := col.Mix(draw.Hex(0xffffff), 0.4).Fade(d.fade)
	c.Path(pts, 1.7, bright, bright)
	c.Glow(x1, y1, 8, col.Fade(0.7*d.fade))
}

// scatter returns a number from 0 to 1 that looks random but depends only on the seed.
func scatter(seed uint32) float32 {
	seed ^= seed >> 16
	seed *= 0x7feb352d
	seed ^= seed >> 15
	seed *= 0x846ca68b
	seed ^= seed >> 16
	return float32(seed>>8) / (1 << 24)
}

func drawImpact(c *draw.Canvas, d *stroke) {
	col := d.theme.Warn
	if d.e.Weapon != sim.WeaponNone {
		col = weaponColor(d.e.Weapon)
	}
	fade := d.fade * (1 - d.t)
	c.Circle(d.x, d.y, 2, col.Mix(draw.Hex(0xffffff), 0.4).Fade(fade))
	for i := range 4 {
		sn, co := sincos(float32(i)*math.Pi/2 + math.Pi/4)
		a, b := 2.5+3*d.t, 4.5+4*d.t
		c.Line(d.x+co*a, d.y+sn*a, d.x+co*b, d.y+sn*b, 1.1, col.Fade(0.8*fade))
	}
}

func drawBlood(c *draw.Canvas, d *stroke) {
	fade := d.fade * (1 - d.t)
	for i := range 3 {
		sn, co := sincos(float32(i)*2*math.Pi/3 + float32(d.e.Start/time.Millisecond%360))
		r := 2 + 4*d.t
		c.Circle(d.x+co*r, d.y+sn*r, 1.7, gibColor.Fade(fade))
	}
}

func drawGibs(c *draw.Canvas, d *stroke) {
	fade := d.fade * (1 - d.t)
	spread := max(d.transform.Size(70), 14) * (0.25 + 0.75*d.t)
	for i := range 9 {
		sn, co := sincos(float32(i)*2.4 + float32(d.e.Start/time.Millisecond%100))
		r := spread * (0.45 + 0.55*float32(i%3)/2)
		c.Circle(d.x+co*r, d.y+sn*r, 2.6-float32(i%3)*0.5, gibColor.Fade(fade))
	}
	c.Glow(d.x, d.y, spread, gibColor.Fade(0.4*fade))
}

func drawTeleport(c *draw.Canvas, d *stroke) {
	fade := d.fade * (1 - d.t)
	r := max(d.transform.Size(36), 12)
	c.Glow(d.x, d.y, r*1.3, teleportColor.Fade(0.7*fade))
	for i := range 3 {
		c.Ring(d.x, d.y, r*(0.3+0.35*float32(i))*(0.5+0.7*d.t), 1.5,
			teleportColor.Mix(draw.Hex(0xffffff), 0.3).Fade(fade))
	}
}

func drawMuzzle(c *draw.Canvas, d *stroke) {
	col := d.theme.Warn
	if d.e.Weapon != sim.WeaponNone {
		col = weaponColor(d.e.Weapon)
	}
	c.Glow(d.x, d.y, 9, col.Fade(0.9*d.fade*(1-d.t)))
}

// drawSound draws a pair of expanding rings where something was heard, smaller for sounds that do not carry far and
// fainter for soft ones.
func drawSound(c *draw.Canvas, d *stroke) {
	size := min(d.e.Loudness.Reach(), 1.6)
	col := d.theme.Text.Fade((0.15 + 0.35*(1-float32(d.e.Loudness.Softer)/255)) * d.fade * (1 - d.t))
	c.Ring(d.x, d.y, (4+14*d.t)*size, 1.2, col)
	c.Ring(d.x, d.y, (1+8*d.t)*size, 1.2, col)
}

func drawPickup(c *draw.Canvas, d *stroke) {
	col := d.theme.Text
	if d.e.Item != sim.ItemNone {
		col = draw.Of(d.e.Item.Info().Color).Readable()
	}
	c.Ring(d.x, d.y, 7+9*d.t, 1.8, col.Fade(d.fade*(1-d.t)))
	c.Icon(draw.IconPlus, d.x, d.y-10-8*d.t, 9, col.Fade(d.fade*(1-d.t)))
}

func drawSpawn(c *draw.Canvas, d *stroke) {
	r := max(d.transform.Size(30), 12)
	c.Ring(d.x, d.y, r*(1.3-0.7*d.t), 1.6, d.theme.Text.Fade(0.7*d.fade*(1-d.t)))
}

func drawSplash(c *draw.Canvas, d *stroke) {
	col := draw.Hex(0x79c3f0).Fade(0.8 * d.fade * (1 - d.t))
	c.Ring(d.x, d.y, 3+10*d.t, 1.3, col)
	c.Ring(d.x, d.y, 1+5*d.t, 1.3, col)
}

func drawDeath(c *draw.Canvas, d *stroke) {
	c.Ring(d.x, d.y, 8+16*d.t, 2.2*(1-d.t)+0.4, d.theme.Bad.Fade(0.8*d.fade*(1-d.t)))
}

func drawPain(c *draw.Canvas, d *stroke) {
	c.Ring(d.x, d.y, markerLeast+3, 1.6, d.theme.Bad.Fade(0.7*d.fade*(1-d.t)))
}

func drawJumppad(c *draw.Canvas, d *stroke) {
	r := max(d.transform.Size(30), 10)
	for i := range 2 {
		t := min(max(d.t*1.3-0.3*float32(i), 0), 1)
		c.Ring(d.x, d.y, r*(0.3+0.8*t), 1.6, padColor.Fade(d.fade*(1-t)))
	}
}
