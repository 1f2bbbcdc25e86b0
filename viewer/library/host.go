package library

import (
	"time"

	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/viewer/field"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host is what the library needs from the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Actions part.Actions
	Notices Notices
	Files   part.Files
	// Exchange copies and pastes text.
	Exchange field.Exchange
	// Lists asks for a line of text.
	Lists part.Lists
	// Open opens a file, or a demo in an archive, from its start. OpenAt opens it at a time and follows the player with
	// the given name, "" for nobody.
	Open   func(path, member string)
	OpenAt func(path, member string, at time.Duration, follow string)
	// Race opens a demo that races with others.
	Race func(path, member string, with []string)
	// PlacesIn returns a function that finds the names of places on a recording's maps. It may run on any
	// goroutine, and returns nil if there are none.
	PlacesIn func() func(*recording.Recording) query.Places
	// Settings say which columns are shown and how they are sorted. SaveSettings writes them and reports whether it
	// succeeded.
	Settings     *settings.Settings
	SaveSettings func() bool
	// File is the path of the library; empty if there can be none.
	File string
}

// Notices are messages, one of which announces the current hit.
type Notices interface {
	part.Notices
	Add(notice.Notice)
	Drop(key string)
}
