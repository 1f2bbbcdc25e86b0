package library

import (
	"time"

	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/viewer/field"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
)

// Host is what the library asks of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Actions part.Actions
	Notices Notices
	Files   part.Files
	// Exchange is how what is typed is copied and pasted.
	Exchange field.Exchange
	// Lists asks for a line of text.
	Lists part.Lists
	// Open opens a file, or a demo of an archive, from its start, OpenAt at a time with the player of a name followed, "" for nobody.
	Open   func(path, member string)
	OpenAt func(path, member string, at time.Duration, follow string)
	// Race opens a demo that races with others.
	Race func(path, member string, with []string)
	// PlacesIn returns what names the places of a recording's maps; it may run on any goroutine, and gives nil where they have no names.
	PlacesIn func() func(*recording.Recording) query.Places
	// File is where the library is; empty where there can be none.
	File string
}

// Notices are messages, of which one says which clip is played.
type Notices interface {
	part.Notices
	Add(notice.Notice)
	Drop(key string)
}
