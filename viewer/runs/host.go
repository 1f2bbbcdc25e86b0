package runs

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Host holds what showing runs needs from the rest of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Watch   part.Watch
	Notices part.Notices
	Theme   *draw.Theme
}
