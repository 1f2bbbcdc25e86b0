package watch

import (
	"fmt"
	"time"

	"fragscope/sim"
	"fragscope/viewer/notice"
	"fragscope/viewer/stage"
)

// Advance advances the camera by dt and reports whether it moved.
func (w *Watch) Advance(dt time.Duration) bool {
	cam := &w.stage.Camera
	if pl := w.Followed(); pl != nil && w.chase && pl.Life != sim.Absent {
		cam.Follow(pl.Origin)
	}
	return cam.Advance(dt)
}

// Fit shows the whole map. If a player is being followed, the camera resumes following him.
func (w *Watch) Fit() {
	w.stage.Camera.Fit(true)
	w.chase = w.slot >= 0
	w.host.Redraw()
}

// Pan moves the map by dx, dy points and stops the camera from following a player.
func (w *Watch) Pan(dx, dy float32) {
	w.chase = false
	w.stage.Camera.Pan(dx, dy)
	w.host.Redraw()
}

// ZoomAt zooms the map by factor. The point x, y of the window stays fixed. If the camera is following a player, the
// centre of the view stays fixed instead.
func (w *Watch) ZoomAt(x, y float32, factor float64) {
	w.stage.Camera.ZoomAt(x, y, factor)
	w.host.Redraw()
}

// Pinch handles a two-finger gesture around x, y: it moves the map by dx, dy points and zooms it by factor, without
// animation. If the camera is following a player, he stays in the centre.
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

// turnOn turns the map by a quarter turn and stores that for the map.
func (w *Watch) turnOn() {
	cam := &w.stage.Camera
	cam.SetTurn(cam.Turn() + 1)
	w.byHand = true
	if err := w.host.Store.SetTurn(w.host.Demo.Level().Map, int(cam.Turn()-w.turn)&3); err != nil {
		w.host.Notices.Warn(fmt.Sprintf(msgTurnNotKept, notice.Reason(err)))
	}
	w.host.Redraw()
}

// wide is the aspect ratio from which a map is turned on an upright screen.
const wide = 1.25

// Upright sets whether the map is shown on a small screen in portrait orientation. If it is, a wide map is rotated by
// 90°, unless the user has rotated it.
func (w *Watch) Upright(on bool) { w.upright = on }

// keepTurn turns a map when it is first shown, as stored for it or to suit an upright screen.
func (w *Watch) keepTurn() {
	cam := &w.stage.Camera
	if name := w.host.Demo.Level().Map; name != w.turned {
		kept := stage.Turn(w.host.Store.Turn(name))
		w.turned, w.byHand, w.laid = name, kept != 0, false
		cam.SetTurn(w.turn + kept)
	}
	if w.byHand || w.laid == w.upright || w.upright && cam.Aspect(w.turn) < wide {
		return
	}
	if w.laid = w.upright; w.laid {
		cam.SetTurn(w.turn + 1)
	} else {
		cam.SetTurn(w.turn)
	}
	w.host.Redraw()
}

// Turn returns the rotation of the map.
func (w *Watch) Turn() stage.Turn { return w.stage.Camera.Turn() }

// Place returns the world position shown at the window coordinates x, y, in points.
func (w *Watch) Place(x, y float32) (wx, wy float64) { return w.stage.Camera.World(x, y) }

// Screen converts the world position wx, wy to window coordinates, in points.
func (w *Watch) Screen(wx, wy float64) (x, y float32) {
	return w.stage.Camera.Screen(sim.Vec3{float32(wx), float32(wy)})
}
