package preview

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// Host provides the preview with access to the rest of the program.
type Host struct {
	part.Program
	Demo  part.Demo
	Watch part.Watch
	Theme *draw.Theme
	// Turn returns the rotation of the map.
	Turn func() stage.Turn
}
