// Package nogamepad keeps Ebitengine from reading its database of gamepads, of which the program uses none, when a process
// starts. That would take a third of the time until main and 3.7 MB of memory, of every verb and of the window.
//
// Packages are initialized in the order of their import paths, as far as they do not need one another (Go specification,
// "Package initialization"): this one, which needs nothing, comes before Ebitengine's, which needs fmt.
package nogamepad

import _ "unsafe" // for go:linkname

// The database of the system that the program is built for; Ebitengine does not have those of the others.
var (
	//go:linkname unix github.com/hajimehoshi/ebiten/v2/internal/gamepaddb.controllerBytes_linbsd
	unix []byte
	//go:linkname windows github.com/hajimehoshi/ebiten/v2/internal/gamepaddb.controllerBytes_windows
	windows []byte
	//go:linkname darwin github.com/hajimehoshi/ebiten/v2/internal/gamepaddb.controllerBytes_iokit_darwin
	darwin []byte
)

func init() { unix, windows, darwin = nil, nil, nil }
