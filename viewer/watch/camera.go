package watch

import (
	"time"

	"fragscope/sim"
)

// Advance moves the camera on by so much time. It reports whether it moved.
func (w *Watch) Advance(dt time.Duration) bool {
	cam := &w.stage.Camera
	if pl := w.Followed(); pl != nil && w.chase && pl.Life != sim.Absent {
		cam.Follow(pl.Origin)
	}
	return cam.Advance(dt)
}

// Fit brings the whole map into sight; the camera goes with the followed player again.
func (w *Watch) Fit() {
	w.stage.Camera.Fit(true)
	w.chase = w.slot >= 0
	w.host.Redraw()
}

// Pan moves the map by hand.
func (w *Watch) Pan(dx, dy float32) {
	w.chase = false
	w.stage.Camera.Pan(dx, dy)
	w.host.Redraw()
}

// ZoomAt zooms the map; the place under x, y stays there.
func (w *Watch) ZoomAt(x, y float32, factor float64) {
	w.stage.Camera.ZoomAt(x, y, factor)
	w.host.Redraw()
}

// Pinch moves and zooms the map as two fingers around x, y do: at once, as the map is in the hand. While the camera goes with a player
// he stays in the middle.
func (w *Watch) Pinch(x, y, dx, dy float32, factor float64) {
	cam := &w.stage.Camera
	if !w.chase {
		cam.Pan(dx, dy)
	}
	cam.ZoomAt(x, y, factor)
	cam.Settle()
	w.host.Redraw()
}

func (w *Watch) zoom(factor float64) {
	x, y := w.stage.Camera.View().Center()
	w.ZoomAt(x, y, factor)
}
