package platform

import (
	"syscall/js"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
)

// coarsePointer is the page's media query for the pointer, which the browser keeps up to date.
var coarsePointer = js.Global().Get("matchMedia").Invoke("(pointer: coarse)")

// coarse reports whether the user points with fingers, as far as the browser knows.
func coarse() bool { return coarsePointer.Get("matches").Bool() }

// fingerTimes returns the time at which a finger touched the screen and how long it has been there, by the clock of the
// browser's events.
func fingerTimes(id ebiten.TouchID) (began time.Time, held time.Duration) {
	times := js.Global().Call("fragscopeFinger", int(id))
	if !times.Truthy() {
		return time.Time{}, 0
	}
	const ms = float64(time.Millisecond)
	return time.UnixMicro(int64(times.Index(0).Float() * 1000)), time.Duration(times.Index(1).Float() * ms)
}
