package heat

import (
	"context"

	"fragscope/sim"
	"fragscope/sim/archive/spot"
	"fragscope/sim/query"
	"fragscope/viewer/part"
)

// Host is what the heat map needs from the program.
type Host struct {
	part.Program
	Demo     part.Demo
	Clock    part.Clock
	Watch    part.Watch
	Question part.Question
	Notices  part.Notices
	// Library provides the heat maps of many demos; nil if there is none.
	Library Library
	// Places returns the names of places on the maps shown so far; nil if they have none.
	Places func() query.Places
}

// Library is the user's library of demos.
type Library interface {
	// Heat calls f for each place on a map where something happened in any demo. It may run on any goroutine.
	Heat(ctx context.Context, q spot.Question, f func(at sim.Vec3, weight float64)) error
	// ListMoments lists the moments of a heat map between two corners of the map, to choose from.
	ListMoments(q spot.Question, lo, hi [2]float64)
}
