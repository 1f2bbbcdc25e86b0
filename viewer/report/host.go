package report

import (
	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Host is what the report needs from the program.
type Host struct {
	part.Program
	Demo     part.Demo
	Clock    part.Clock
	Watch    part.Watch
	Question part.Question
	Notices  part.Notices
	Theme    *draw.Theme
	// About says whether the victim of an obituary could see the killer coming; "" while that is not known.
	About func(*sim.Event) string
	// Places returns the place names of the maps shown so far, or nil if they have none.
	Places func() query.Places
}
