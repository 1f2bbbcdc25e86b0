package heat

import (
	"context"

	"fragscope/sim"
	"fragscope/sim/archive/spot"
	"fragscope/sim/query"
	"fragscope/viewer/part"
)

// Host provides the heat map with access to the rest of the program.
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

// Library provides data about all demos in the user's library.
type Library interface {
	// Heat calls f for each position at which an event matching q happened in any of the demos. It may be called from
	// any goroutine.
	Heat(ctx context.Context, q spot.Question, f func(at sim.Vec3, weight float64)) error
	// ListMoments lists the moments that match q in the rectangle of the map between lo and hi, and lets the user choose
	// one.
	ListMoments(q spot.Question, lo, hi [2]float64)
}
