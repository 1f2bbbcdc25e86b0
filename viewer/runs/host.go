package runs

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Host gives the runs part access to the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Watch   part.Watch
	Notices part.Notices
	Theme   *draw.Theme
}
