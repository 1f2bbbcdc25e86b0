package bookmarks

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host gives the bookmarks part access to the program.
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
