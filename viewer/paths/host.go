package paths

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Host is what the paths need from the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Watch   part.Watch
	Notices part.Notices
	Files   part.Files
	Theme   *draw.Theme
}
