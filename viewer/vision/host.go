package vision

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Host is what the view of the followed player asks of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Watch   part.Watch
	Notices part.Notices
	Theme   *draw.Theme
}
