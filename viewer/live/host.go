package live

import (
	"fragscope/sim/load"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
)

// Host is what following a match in progress needs from the program.
type Host struct {
	part.Program
	Demo    Demo
	Clock   part.Clock
	Notices Notices
}

// Demo is an open demo that may still be growing.
type Demo interface {
	part.Demo
	// Stream returns the source of a growing demo, or nil for any other.
	Stream() *load.Stream
}

// Notices shows messages, one of which is about the stream.
type Notices interface {
	part.Notices
	Add(notice.Notice)
	Drop(key string)
}
