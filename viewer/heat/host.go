package heat

import (
	"context"

	"fragscope/sim"
	"fragscope/sim/archive/spot"
	"fragscope/sim/query"
	"fragscope/viewer/part"
)

// Host gives the heat map access to the program.
type Host struct {
	part.Program
	Demo     part.Demo
	Clock    part.Clock
	Watch    part.Watch
	Question part.Question
	Notices  part.Notices
	// Library provides heat maps of many demos. It is nil if there is no library.
	Library Library
	// Places returns the place names of the maps shown so far, or nil if they have none.
	Places func() query.Places
}

// Library is the user's library of demos.
type Library interface {
	// Heat calls f for each place on a map where an event matching q happened, in all demos. Heat may be called from
	// any goroutine.
	Heat(ctx context.Context, q spot.Question, f func(at sim.Vec3, weight float64)) error
	// ListMoments shows a list of a heat map's moments between two corners of the map, for the user to choose from.
	ListMoments(q spot.Question, lo, hi [2]float64)
}
