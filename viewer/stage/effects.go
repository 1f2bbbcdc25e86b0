package stage

import (
	"math"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// drawEffects draws what is brief.
func (s *Stage) drawEffects(c *draw.Canvas, l *Transform, sc *Scene) {
	for i := range sc.World.Effects {
		e := &sc.World.Effects[i]
		x, y := l.At(e.Origin)
		reach := float32(80)
		if e.Kind == sim.EffectBeam {
			reach = 1e6 // the other end may be in sight
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
		s.stroke = stroke{Canvas: c, transform: l, theme: &s.theme, points: s.stroke.points, e: e, x: x, y: y, t: progress(e, sc.World.Time), fade: fade, now: sc.World.Time}
		drawer(&s.stroke)
	}
}

// outshone reports whether effect i is a bolt that its shooter has already replaced by a later one: the games give each one bolt.
func outshone(effects []sim.Effect, i int) bool {
	e := &effects[i]
	if e.Kind != sim.EffectBeam || !e.Slot.Valid() || e.Weapon != sim.WeaponLightning && e.Weapon != sim.WeaponPlasmaBeam && e.Weapon != sim.WeaponGrapple {
		return false
	}
	return slices.ContainsFunc(effects[i+1:], func(o sim.Effect) bool {
		return o.Kind == e.Kind && o.Weapon == e.Weapon && o.Slot == e.Slot
	})
}

// progress is how far an effect is: 0 at its begin, 1 at its end.
func progress(e *sim.Effect, now time.Duration) float32 {
	if e.End <= e.Start {
		return 0
	}
	return min(max(float32(now-e.Start)/float32(e.End-e.Start), 0), 1)
}

// stroke is an effect that is being drawn.
type stroke struct {
	*draw.Canvas
	transform *Transform
	theme     *draw.Theme
	points    []draw.Point // scratch
	e         *sim.Effect
	x, y      float32
	t         float32
	fade      float32
	now       time.Duration
}

var effectDrawers = [...]func(*stroke){
	sim.EffectExplosion: (*stroke).drawExplosion,
	sim.EffectBeam:      (*stroke).drawBeam,
	sim.EffectImpact:    (*stroke).drawImpact,
	sim.EffectBlood:     (*stroke).drawBlood,
	sim.EffectGibs:      (*stroke).drawGibs,
	sim.EffectTeleport:  (*stroke).drawTeleport,
	sim.EffectMuzzle:    (*stroke).drawMuzzle,
	sim.EffectSound:     (*stroke).drawSound,
	sim.EffectPickup:    (*stroke).drawPickup,
	sim.EffectSpawn:     (*stroke).drawSpawn,
	sim.EffectSplash:    (*stroke).drawSplash,
	sim.EffectDeath:     (*stroke).drawDeath,
	sim.EffectPain:      (*stroke).drawPain,
	sim.EffectJumppad:   (*stroke).drawJumppad,
	sim.EffectMarker:    (*stroke).drawMarker,
	sim.EffectPath:      (*stroke).drawPath,
	sim.EffectHit:       (*stroke).drawHit,
}

func weaponColor(w sim.Weapon) draw.Color { return draw.Of(w.Info().Color) }

func (d *stroke) drawExplosion() {
	col := draw.Hex(0xffb347)
	units := float32(110)
	switch d.e.Weapon {
	case sim.WeaponPlasma, sim.WeaponHyperblaster, sim.WeaponBlaster, sim.WeaponNailgun, sim.WeaponSuperNailgun, sim.WeaponRailgun:
		col, units = weaponColor(d.e.Weapon), 34
	case sim.WeaponBFG:
		col, units = weaponColor(d.e.Weapon), 160
	}
	r := max(d.transform.Size(units), units*0.16)
	grow := 0.45 + 0.55*(1-(1-d.t)*(1-d.t))
	fade := d.fade * (1 - d.t)
	d.Glow(d.x, d.y, r*grow, col.Fade(0.95*fade))
	d.Glow(d.x, d.y, r*0.5*(1-0.6*d.t), draw.Hex(0xfff3d8).Fade(fade))
	d.Ring(d.x, d.y, r*0.75*grow, 1.5, col.Fade(0.55*fade))
}

func (d *stroke) drawBeam() {
	x1, y1 := d.transform.At(d.e.To)
	col := weaponColor(d.e.Weapon)
	switch d.e.Weapon {
	case sim.WeaponLightning, sim.WeaponPlasmaBeam:
		d.drawLightning(x1, y1, col)
	case sim.WeaponRailgun:
		fade := d.fade * (1 - d.t)
		d.Line(d.x, d.y, x1, y1, 5, col.Fade(0.25*fade))
		d.Line(d.x, d.y, x1, y1, 1.8, col.Mix(draw.Hex(0xffffff), 0.5).Fade(fade))
		d.Ring(x1, y1, 3+3*d.t, 1.3, col.Fade(fade))
	case sim.WeaponGrapple:
		d.Dashed(d.x, d.y, x1, y1, 1.4, 6, 3, d.theme.Soft.Fade(d.fade))
	default:
		d.Line(d.x, d.y, x1, y1, 1.6, col.Mix(draw.Hex(0xffffff), 0.3).Fade(0.9*d.fade*(1-0.6*d.t)))
	}
}

// drawLightning draws a jagged line that is another one every twentieth of a second, the same for the same moment.
func (d *stroke) drawLightning(x1, y1 float32, col draw.Color) {
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
	d.Line(d.x, d.y, x1, y1, 6, col.Fade(0.16*d.fade))
	bright := col.Mix(draw.Hex(0xffffff), 0.4).Fade(d.fade)
	d.Path(pts, 1.7, bright, bright)
	d.Glow(x1, y1, 8, col.Fade(0.7*d.fade))
}

// scatter is a number of 0..1 that looks random but is always the same for the same seed.
func scatter(seed uint32) float32 {
	seed ^= seed >> 16
	seed *= 0x7feb352d
	seed ^= seed >> 15
	seed *= 0x846ca68b
	seed ^= seed >> 16
	return float32(seed>>8) / (1 << 24)
}

func (d *stroke) drawImpact() {
	col := d.theme.Warn
	if d.e.Weapon != sim.WeaponNone {
		col = weaponColor(d.e.Weapon)
	}
	fade := d.fade * (1 - d.t)
	d.Circle(d.x, d.y, 2, col.Mix(draw.Hex(0xffffff), 0.4).Fade(fade))
	for i := range 4 {
		sn, co := sincos(float32(i)*math.Pi/2 + math.Pi/4)
		a, b := 2.5+3*d.t, 4.5+4*d.t
		d.Line(d.x+co*a, d.y+sn*a, d.x+co*b, d.y+sn*b, 1.1, col.Fade(0.8*fade))
	}
}

func (d *stroke) drawBlood() {
	fade := d.fade * (1 - d.t)
	for i := range 3 {
		sn, co := sincos(float32(i)*2*math.Pi/3 + float32(d.e.Start/time.Millisecond%360))
		r := 2 + 4*d.t
		d.Circle(d.x+co*r, d.y+sn*r, 1.7, gibColor.Fade(fade))
	}
}

func (d *stroke) drawGibs() {
	fade := d.fade * (1 - d.t)
	spread := max(d.transform.Size(70), 14) * (0.25 + 0.75*d.t)
	for i := range 9 {
		sn, co := sincos(float32(i)*2.4 + float32(d.e.Start/time.Millisecond%100))
		r := spread * (0.45 + 0.55*float32(i%3)/2)
		d.Circle(d.x+co*r, d.y+sn*r, 2.6-float32(i%3)*0.5, gibColor.Fade(fade))
	}
	d.Glow(d.x, d.y, spread, gibColor.Fade(0.4*fade))
}

func (d *stroke) drawTeleport() {
	fade := d.fade * (1 - d.t)
	r := max(d.transform.Size(36), 12)
	d.Glow(d.x, d.y, r*1.3, teleportColor.Fade(0.7*fade))
	for i := range 3 {
		d.Ring(d.x, d.y, r*(0.3+0.35*float32(i))*(0.5+0.7*d.t), 1.5, teleportColor.Mix(draw.Hex(0xffffff), 0.3).Fade(fade))
	}
}

func (d *stroke) drawMuzzle() {
	col := d.theme.Warn
	if d.e.Weapon != sim.WeaponNone {
		col = weaponColor(d.e.Weapon)
	}
	d.Glow(d.x, d.y, 9, col.Fade(0.9*d.fade*(1-d.t)))
}

// drawSound is a pair of rings that run outwards: something was heard here.
func (d *stroke) drawSound() {
	col := d.theme.Text.Fade(0.5 * d.fade * (1 - d.t))
	d.Ring(d.x, d.y, 4+14*d.t, 1.2, col)
	d.Ring(d.x, d.y, 1+8*d.t, 1.2, col)
}

func (d *stroke) drawPickup() {
	col := d.theme.Text
	if d.e.Item != sim.ItemNone {
		col = draw.Of(d.e.Item.Info().Color).Readable()
	}
	d.Ring(d.x, d.y, 7+9*d.t, 1.8, col.Fade(d.fade*(1-d.t)))
	d.Icon(draw.IconPlus, d.x, d.y-10-8*d.t, 9, col.Fade(d.fade*(1-d.t)))
}

func (d *stroke) drawSpawn() {
	r := max(d.transform.Size(30), 12)
	d.Ring(d.x, d.y, r*(1.3-0.7*d.t), 1.6, d.theme.Text.Fade(0.7*d.fade*(1-d.t)))
}

func (d *stroke) drawSplash() {
	col := draw.Hex(0x79c3f0).Fade(0.8 * d.fade * (1 - d.t))
	d.Ring(d.x, d.y, 3+10*d.t, 1.3, col)
	d.Ring(d.x, d.y, 1+5*d.t, 1.3, col)
}

func (d *stroke) drawDeath() {
	d.Ring(d.x, d.y, 8+16*d.t, 2.2*(1-d.t)+0.4, d.theme.Bad.Fade(0.8*d.fade*(1-d.t)))
}

func (d *stroke) drawPain() {
	d.Ring(d.x, d.y, markerLeast+3, 1.6, d.theme.Bad.Fade(0.7*d.fade*(1-d.t)))
}

func (d *stroke) drawJumppad() {
	r := max(d.transform.Size(30), 10)
	for i := range 2 {
		t := min(max(d.t*1.3-0.3*float32(i), 0), 1)
		d.Ring(d.x, d.y, r*(0.3+0.8*t), 1.6, padColor.Fade(d.fade*(1-t)))
	}
}
