package report

import (
	"fragscope/sim/query"
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Host is what the report asks of the program.
type Host struct {
	part.Program
	Demo     part.Demo
	Clock    part.Clock
	Watch    part.Watch
	Question part.Question
	Notices  part.Notices
	Theme    *draw.Theme
	// Places names the places of the maps that were shown so far; nil where they have no names.
	Places func() query.Places
}
