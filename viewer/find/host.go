package find

import (
	"fragscope/sim/query"
	"fragscope/viewer/draw"
	"fragscope/viewer/field"
	"fragscope/viewer/part"
)

// Host is what the search asks of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Watch   part.Watch
	Lists   part.Lists
	Notices part.Notices
	Theme   *draw.Theme
	// Front brings the panel before others that are open.
	Front func(*part.Panel)
	// Exchange is how what is typed is copied and pasted.
	Exchange field.Exchange
	// Places names the places of the maps that were shown so far; nil where they have no names.
	Places func() query.Places
}
