package turns

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Host provides package turns with access to the rest of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Watch   part.Watch
	Notices part.Notices
	Theme   *draw.Theme
	// Shown reports whether turning points should be shown.
	Shown func() bool
}
