package platform

import (
	"math"
	"runtime"
	"time"
)

// wheel makes notches of what the engine tells of wheels and touchpads, so that the same movement of the hand does the same everywhere.
//
// Linux and Windows give notches, and parts of them for wheels and touchpads that are finer; a web page hands the engine notches
// (assets/web/page.js). macOS gives a wheel's lines, and a touchpad's points divided by ten (glfw cocoa_window.m, scrollWheel:).
type wheel struct {
	precise time.Time // when what came could not be that of a wheel with notches
}

const (
	// preciseRun is how long a touchpad is taken for the source of whole numbers, too, after it gave a fraction.
	preciseRun = time.Second
	// pointsANotch is how far fingers move on a touchpad for what a notch of a wheel does, as in browsers on macOS.
	pointsANotch = 40
)

// notches are the notches of a movement at a time.
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
	// The system multiplies the lines of a wheel that is turned fast; a notch stays a notch, and what is faster grows slowly.
	return slowed(x), slowed(y)
}

// slowed takes back most of the system's acceleration: the first line counts whole, those beyond by their logarithm.
func slowed(lines float64) float64 {
	if a := math.Abs(lines); a > 1 {
		return math.Copysign(1+math.Log2(a), lines)
	}
	return lines
}
