package live

import (
	"fragscope/sim/load"
	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host provides package live with access to the rest of the program.
type Host struct {
	part.Program
	Demo    Demo
	Clock   part.Clock
	Notices Notices
	Lists   part.Lists
	Theme   *draw.Theme
	// Settings holds the addresses most recently queried. SaveSettings saves the settings and reports whether it
	// succeeded.
	Settings     *settings.Settings
	SaveSettings func() bool
	// Open opens a stream by its address.
	Open func(address string)
}

// Demo provides access to the open demo, which may still be growing.
type Demo interface {
	part.Demo
	// Stream returns the source of a growing demo, or nil for other demos.
	Stream() *load.Stream
}

// Notices shows messages to the user, including one about the state of the stream.
type Notices interface {
	part.Notices
	Add(notice.Notice)
	Drop(key string)
}
