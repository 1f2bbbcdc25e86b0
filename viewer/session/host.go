package session

import (
	"time"

	"fragscope/sim/moment"
	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host provides the session with access to the rest of the program.
type Host struct {
	part.Program
	Lists    part.Lists
	Notices  Notices
	Files    part.Files
	Store    settings.Store
	Settings *settings.Settings
	Theme    *draw.Theme
	// SetTitle sets the window's title.
	SetTitle func(string)
	// Ended reports whether the clock is at the end of the demo.
	Ended func() bool
	// Position returns the current position in the demo.
	Position func() time.Duration
	// OpenAt opens a file, or a member of an archive, at the given time.
	OpenAt func(path, member string, at time.Duration)
	// Moment returns the moment for a time in the demo.
	Moment func(time.Duration) moment.Moment
}

// Notices shows messages to the user, some of which concern a particular demo.
type Notices interface {
	part.Notices
	Add(notice.Notice)
	Drop(key string)
	Keep(func(*notice.Notice) bool)
}
