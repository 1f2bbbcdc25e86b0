//go:build js

package main

import (
	"syscall/js"
	"unsafe"

	"github.com/hajimehoshi/ebiten/v2"
)

// The engine asks the browser once how many pixels a point has (ebiten internal/ui/ui_js.go, Monitor.DeviceScaleFactor)
// and keeps that, the only field of its monitor, until it is 0. Should it come to keep more, this does not compile.
var _ [8 - unsafe.Sizeof(ebiten.MonitorType{})]struct{}
var _ [unsafe.Sizeof(ebiten.MonitorType{}) - 8]struct{}

// followPixels has the page tell when a point has more or fewer pixels than before: the page was zoomed, or is on
// another screen.
func followPixels() js.Func {
	forget := js.FuncOf(func(js.Value, []js.Value) any {
		*(*float64)(unsafe.Pointer(ebiten.Monitor())) = 0
		return nil
	})
	js.Global().Set("fragscopeRescale", forget)
	return forget
}
