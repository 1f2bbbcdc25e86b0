package find

import (
	"fragscope/sim/query"
	"fragscope/viewer/draw"
	"fragscope/viewer/field"
	"fragscope/viewer/part"
)

// Host provides the search with access to the rest of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Watch   part.Watch
	Lists   part.Lists
	Notices part.Notices
	Theme   *draw.Theme
	// Front brings a panel to the front.
	Front func(*part.Panel)
	// Exchange provides access to the clipboard.
	Exchange field.Exchange
	// Places returns the place names of the maps shown so far, or nil if they have none.
	Places func() query.Places
}
