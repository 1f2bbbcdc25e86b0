package session

import (
	"time"

	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host is what the session asks of the program.
type Host struct {
	part.Program
	Lists    part.Lists
	Notices  Notices
	Files    part.Files
	Store    settings.Store
	Settings *settings.Settings
	Theme    *draw.Theme
	// SetTitle gives the window its title.
	SetTitle func(string)
	// Ended reports whether the clock stands at the end of the demo.
	Ended func() bool
	// Position is the time of the demo that is shown.
	Position func() time.Duration
	// OpenAt opens a file, or a demo of an archive, at a time.
	OpenAt func(path, member string, at time.Duration)
	// Moment is what the clock that the user reads shows at a time of the demo.
	Moment func(time.Duration) time.Duration
}

// Notices are messages, some of which go with the demo that they are about.
type Notices interface {
	part.Notices
	Add(notice.Notice)
	Drop(key string)
	Keep(func(*notice.Notice) bool)
}
