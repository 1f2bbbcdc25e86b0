package bookmarks

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host provides package bookmarks with access to the rest of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Watch   part.Watch
	Lists   part.Lists
	Notices part.Notices
	Store   settings.Store
	Theme   *draw.Theme
}
