package turns

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Host is what the turning points need from the program.
type Host struct {
	part.Program
	Demo  part.Demo
	Clock part.Clock
	Watch part.Watch
	Theme *draw.Theme
	// Shown reports whether turning points should be shown.
	Shown func() bool
}
