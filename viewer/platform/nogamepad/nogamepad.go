// Package nogamepad keeps Ebitengine from parsing its gamepad database when a process starts. The program uses no
// gamepads. Without this package, the parsing would take a third of the time before main, and 3.7 MB of memory, even if
// no window is opened.
//
// Packages are initialised in the order of their import paths, as far as their dependencies allow (Go specification,
// "Package initialization"). This package has no dependencies, so it is initialised before Ebitengine's, which depends
// on fmt.
package nogamepad

import _ "unsafe" // for go:linkname

// The database for the system that the program is built for; Ebitengine does not include the others.
var (
	//go:linkname unix github.com/hajimehoshi/ebiten/v2/internal/gamepaddb.controllerBytes_linbsd
	unix []byte
	//go:linkname windows github.com/hajimehoshi/ebiten/v2/internal/gamepaddb.controllerBytes_windows
	windows []byte
	//go:linkname darwin github.com/hajimehoshi/ebiten/v2/internal/gamepaddb.controllerBytes_iokit_darwin
	darwin []byte
)

func init() { unix, windows, darwin = nil, nil, nil }
