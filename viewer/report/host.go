package report

import (
	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
)

// Host provides the report with access to the rest of the program.
type Host struct {
	part.Program
	Demo     part.Demo
	Clock    part.Clock
	Watch    part.Watch
	Question part.Question
	Notices  Notices
	Theme    *draw.Theme
	// About returns a sentence about whether the victim of an obituary could see the killer coming. It returns "" until
	// this is known.
	About func(*sim.Event) string
	// Places returns the place names of the maps shown so far, or nil if they have none.
	Places func() query.Places
}

// Notices shows messages to the user, including one that leads back to the report.
type Notices interface {
	part.Notices
	Add(notice.Notice)
	Drop(key string)
}
