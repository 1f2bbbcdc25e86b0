package stage

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/assets/bsp"
	"fragscope/assets/plan"
	"fragscope/assets/sight"
	"fragscope/sim"
	"fragscope/viewer/draw"
)

// renderModel draws a brush model, in its own space, with an empty margin.
func renderModel(j job) drawn {
	m, ok := j.plan.Model(j.key.model)
	if !ok {
		return drawn{job: j, blank: true}
	}
	min, max := m.Bounds()
	w := int(math.Ceil(float64(max[0]-min[0])*j.key.scale)) + 2*modelMargin
	h := int(math.Ceil(float64(max[1]-min[1])*j.key.scale)) + 2*modelMargin
	if w < 1 || h < 1 || w > modelMost+2*modelMargin || h > modelMost+2*modelMargin {
		return drawn{job: j, blank: true}
	}
	pix := image.NewRGBA(image.Rect(0, 0, w, h))
	m.Render(pix, plan.View{
		MinX:  float64(min[0]) - modelMargin/j.key.scale,
		MaxY:  float64(max[1]) + modelMargin/j.key.scale,
		Scale: j.key.scale,
		Style: j.key.style,

		LineWidth: j.line,
	})
	return drawn{job: j, pix: pix}
}

const modelMargin = 2

// drawMovers draws doors, lifts and trains where they are.
func (s *Stage) drawMovers(c *draw.Canvas, l *Transform, sc *Scene, restScale float64) {
	p := s.tiles.plan
	if p == nil {
		return
	}
	c.Flush()
	dst := c.Target()
	for i := range sc.World.Movers {
		mv := &sc.World.Movers[i]
		m, ok := p.Model(mv.Model)
		if !ok || m.Static() {
			continue
		}
		fade := s.moverFade(m, mv)
		if fade == 0 || s.underFloor(m, mv) {
			continue
		}
		s.drawMover(dst, l, m, mv, restScale, fade, sc.Sharp)
	}
}

// underFloor reports whether a visible floor hides the mover completely. For a turned mover that is unknown.
func (s *Stage) underFloor(m *plan.Model, mv *sim.Mover) bool {
	if mv.Angles.Yaw != 0 {
		return false
	}
	min, max := m.Bounds()
	x, y, z := mv.Origin[0]+(min[0]+max[0])/2, mv.Origin[1]+(min[1]+max[1])/2, mv.Origin[2]+max[2]
	dx, dy := 0.45*(max[0]-min[0]), 0.45*(max[1]-min[1])
	for _, d := range [...][2]float32{{0, 0}, {-dx, -dy}, {dx, -dy}, {-dx, dy}, {dx, dy}} {
		if !s.tiles.plan.Hides(x+d[0], y+d[1], z, s.storey) {
			return false
		}
	}
	return true
}

// moverFade returns the opacity of a mover, or 0 if it is entirely above the storey shown.
func (s *Stage) moverFade(m *plan.Model, mv *sim.Mover) float32 {
	if s.storey < 0 {
		return 1
	}
	min, max := m.Bounds()
	st := s.tiles.plan.Storeys()[s.storey]
	switch {
	case min[2]+mv.Origin[2] >= st.High && s.storey < len(s.tiles.plan.Storeys())-1:
		return 0
	case max[2]+mv.Origin[2] < st.Low && s.storey > 0:
		return 0.5
	}
	return 1
}

func (s *Stage) drawMover(dst *ebiten.Image, l *Transform, m *plan.Model, mv *sim.Mover, restScale float64,
	fade float32, now bool) {
	min, max := m.Bounds()
	scale := math.Min(restScale, modelMost/math.Max(float64(max[0]-min[0]), math.Max(float64(max[1]-min[1]), 1)))
	key := tileKey{scale: scale, style: s.tiles.style, model: mv.Model}
	v := s.tiles.wantTile(key)
	if now {
		s.tiles.renderNow(s.tiles.wants)
		s.tiles.wants = s.tiles.wants[:0]
		v = s.tiles.have[key]
	}
	if v == nil || v.blank || v.img == nil {
		return
	}
	ratio := l.k / scale
	x := (float64(min[0]) - modelMargin/scale) * l.k
	y := -(float64(max[1]) + modelMargin/scale) * l.k
	var op ebiten.DrawImageOptions
	op.GeoM.Scale(ratio, ratio)
	op.GeoM.Translate(x, y)
	if mv.Angles.Yaw != 0 {
		op.GeoM.Rotate(-float64(mv.Angles.Yaw) * math.Pi / 180)
	}
	op.GeoM.Concat(l.quarters())
	wx, wy := l.turn.of(float64(mv.Origin[0]), float64(mv.Origin[1]))
	tx, ty := l.ox+wx*l.k, l.oy-wy*l.k
	if ratio == 1 && mv.Angles.Yaw == 0 {
		x, y = l.turn.onScreen(x, y)
		tx, ty = math.Round(tx+x)-x, math.Round(ty+y)-y
	} else {
		op.Filter = ebiten.FilterLinear
	}
	op.GeoM.Translate(tx, ty)
	if !mv.Visible {
		fade *= 0.7
	}
	op.ColorScale.ScaleAlpha(fade)
	s.still.mark(&op.GeoM, v.img.Bounds())
	dst.DrawImage(v.img, &op)
	s.tiles.calls++
}

// Movers appends the movers in w to dst and returns the extended slice. Movers can block the line of sight.
func Movers(w *sim.World, dst []sight.Mover) []sight.Mover {
	for i := range w.Movers {
		m := &w.Movers[i]
		dst = append(dst, sight.Mover{Model: m.Model, Origin: bsp.Vec3(m.Origin), Yaw: m.Angles.Yaw})
	}
	return dst
}
