package heat

import (
	"context"

	"fragscope/sim"
	"fragscope/sim/archive/spot"
	"fragscope/sim/query"
	"fragscope/viewer/part"
)

// Host is what the heat map asks of the program.
type Host struct {
	part.Program
	Demo     part.Demo
	Clock    part.Clock
	Watch    part.Watch
	Question part.Question
	Notices  part.Notices
	// Library is what the heat maps of many demos are made of; nil where there is none.
	Library Library
	// Places names the places of the maps that were shown so far; nil where they have no names.
	Places func() query.Places
}

// Library is the demos that the user has.
type Library interface {
	// Heat calls f with each place on a map where something happened in any demo. It may run on any goroutine.
	Heat(ctx context.Context, q spot.Question, f func(at sim.Vec3, weight float64)) error
	// ListMoments lists the moments of a heat map between two corners of the map, to choose from.
	ListMoments(q spot.Question, lo, hi [2]float64)
}
