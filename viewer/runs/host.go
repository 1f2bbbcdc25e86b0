package runs

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Host provides package runs with access to the rest of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Watch   part.Watch
	Notices part.Notices
	Theme   *draw.Theme
}
