//go:build js

package main

import (
	"syscall/js"
	"unsafe"

	"github.com/hajimehoshi/ebiten/v2"
)

// The engine asks the browser once for the number of pixels per point (ebiten internal/ui/ui_js.go,
// Monitor.DeviceScaleFactor) and keeps it, the only field of its monitor, until it is 0. If the monitor gets more
// fields, this does not compile.
var _ [8 - unsafe.Sizeof(ebiten.MonitorType{})]struct{}
var _ [unsafe.Sizeof(ebiten.MonitorType{}) - 8]struct{}

// followPixels makes the page report a change in the number of pixels per point: the page was zoomed, or is on another
// screen.
func followPixels() js.Func {
	forget := js.FuncOf(func(js.Value, []js.Value) any {
		*(*float64)(unsafe.Pointer(ebiten.Monitor())) = 0
		return nil
	})
	js.Global().Set("fragscopeRescale", forget)
	return forget
}
