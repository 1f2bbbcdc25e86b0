package paths

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Host gives the paths part access to the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Watch   part.Watch
	Notices part.Notices
	Files   part.Files
	Theme   *draw.Theme
}
