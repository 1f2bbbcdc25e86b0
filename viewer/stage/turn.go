package stage

import (
	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/viewer/draw"
)

// Turn is the map's rotation in clockwise quarter turns.
type Turn uint8

// of rotates a point around the world's origin: after one quarter, north is to the right.
func (t Turn) of(x, y float64) (float64, float64) {
	switch t & 3 {
	case 1:
		return y, -x
	case 2:
		return -x, -y
	case 3:
		return -y, x
	}
	return x, y
}

// back undoes the rotation.
func (t Turn) back(x, y float64) (float64, float64) { return (4 - t&3).of(x, y) }

// onScreen rotates a point on the screen, whose y runs down, around its origin.
func (t Turn) onScreen(x, y float64) (float64, float64) {
	x, y = t.of(x, -y)
	return x, -y
}

// box rotates a box on the ground.
func (t Turn) box(lo, hi [2]float64) (least, limit [2]float64) {
	ax, ay := t.of(lo[0], lo[1])
	bx, by := t.of(hi[0], hi[1])
	return [2]float64{min(ax, bx), min(ay, by)}, [2]float64{max(ax, bx), max(ay, by)}
}

// Turn returns the map's rotation.
func (c *Camera) Turn() Turn { return c.turn }

// SetTurn rotates the map around the centre of the view.
func (c *Camera) SetTurn(t Turn) {
	if t &= 3; t == c.turn {
		return
	}
	view := c.target()
	x, y := c.turn.back(view.x, view.y)
	c.turn = t
	if c.min, c.max = t.box(c.lo, c.hi); c.fitted {
		c.Fit(false)
		return
	}
	view.x, view.y = t.of(x, y)
	following := c.following
	c.moveTo(view, false)
	c.following = following
}

// Aspect returns the ratio of the map's width to its height when the map is rotated by t. It returns 0 if there is no
// map.
func (c *Camera) Aspect(t Turn) float64 {
	lo, hi := t.box(c.lo, c.hi)
	if hi[1] <= lo[1] {
		return 0
	}
	return (hi[0] - lo[0]) / (hi[1] - lo[1])
}

// Image draws img over a rectangle of the world. The rectangle's north-west corner is at x, y, and its size is w by h,
// in world units.
func (l *Transform) Image(c *draw.Canvas, img *ebiten.Image, x, y, w, h float32, alpha float32) {
	c.Flush()
	b := img.Bounds()
	if b.Empty() {
		return
	}
	var op ebiten.DrawImageOptions
	op.GeoM.Scale(float64(w)*l.k/float64(b.Dx()), float64(h)*l.k/float64(b.Dy()))
	op.GeoM.Translate(float64(x)*l.k, -float64(y)*l.k)
	op.GeoM.Concat(l.quarters())
	op.GeoM.Translate(l.ox, l.oy)
	op.ColorScale.ScaleAlpha(alpha)
	op.Filter = ebiten.FilterLinear
	c.Target().DrawImage(img, &op)
}

// quarters returns the rotation as a matrix for the screen.
func (l *Transform) quarters() (m ebiten.GeoM) {
	ax, ay := l.turn.onScreen(1, 0)
	bx, by := l.turn.onScreen(0, 1)
	m.SetElement(0, 0, ax)
	m.SetElement(1, 0, ay)
	m.SetElement(0, 1, bx)
	m.SetElement(1, 1, by)
	return m
}
