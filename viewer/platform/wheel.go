package platform

import (
	"math"
	"runtime"
	"time"
)

// wheel converts what the engine reports of wheels and touchpads to notches, so that the same movement of the hand
// has the same effect everywhere.
//
// Linux and Windows report notches, and fractions of them for finer wheels and touchpads; a web page passes notches
// to the engine (assets/web/page.js). macOS reports a wheel's lines, and a touchpad's points divided by ten (glfw
// cocoa_window.m, scrollWheel:).
type wheel struct {
	precise time.Time // the last time the input could not be from a wheel with notches
}

const (
	// preciseRun is the time after a fraction for which whole numbers are also taken to come from a touchpad.
	preciseRun = time.Second
	// pointsANotch is the distance that fingers move on a touchpad to have the effect of one notch, as in browsers on
	// macOS.
	pointsANotch = 40
)

// notches converts a movement to notches.
func (w *wheel) notches(x, y float64, now time.Time) (float64, float64) {
	if runtime.GOOS != "darwin" {
		return x, y
	}
	return w.fromPoints(x, y, now)
}

func (w *wheel) fromPoints(x, y float64, now time.Time) (float64, float64) {
	if x != math.Trunc(x) || y != math.Trunc(y) {
		w.precise = now
	}
	if now.Sub(w.precise) < preciseRun {
		return x * 10 / pointsANotch, y * 10 / pointsANotch
	}
	// The system multiplies the lines of a wheel that is turned fast; a notch stays a notch, and faster turns grow
	// slowly.
	return slowed(x), slowed(y)
}

// slowed undoes most of the system's acceleration: the first line counts in full, further ones logarithmically.
func slowed(lines float64) float64 {
	if a := math.Abs(lines); a > 1 {
		return math.Copysign(1+math.Log2(a), lines)
	}
	return lines
}
