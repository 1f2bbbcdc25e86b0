package live

import (
	"fragscope/sim/load"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
)

// Host is what following a match that is being played asks of the program.
type Host struct {
	part.Program
	Demo    Demo
	Clock   part.Clock
	Notices Notices
}

// Demo is an open demo that may still be growing.
type Demo interface {
	part.Demo
	// Stream is what a demo that is still growing comes from; nil for any other.
	Stream() *load.Stream
}

// Notices are messages, of which one says how the stream goes.
type Notices interface {
	part.Notices
	Add(notice.Notice)
	Drop(key string)
}
