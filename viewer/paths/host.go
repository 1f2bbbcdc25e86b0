package paths

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Host provides package paths with access to the rest of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Watch   part.Watch
	Notices part.Notices
	Files   part.Files
	Theme   *draw.Theme
}
