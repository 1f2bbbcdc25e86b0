package paths

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Host holds what showing paths needs from the rest of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Watch   part.Watch
	Notices part.Notices
	Files   part.Files
	Theme   *draw.Theme
}
