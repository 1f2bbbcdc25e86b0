package part

import (
	"context"

	"fragscope/sim"
)

// Library is what other parts ask of the demos that the user has.
type Library interface {
	// Heat calls f with each place on a map where something happened in any demo. It may run on any goroutine.
	Heat(ctx context.Context, q HeatQuestion, f func(at sim.Vec3, weight float64)) error
	// ListMoments lists the moments of a heat map between two corners of the map, to choose from.
	ListMoments(q HeatQuestion, lo, hi [2]float64)
}

// HeatQuestion is what a heat map over many demos shows.
type HeatQuestion struct {
	Game, Map    string
	Kind         HeatKind
	Player, Team string // whole names; empty for all
	Weapon       string // empty for all
	Stage        HeatStage
}

// HeatKind is what a heat map counts.
type HeatKind uint8

// The kinds of heat maps.
const (
	Presence HeatKind = iota // the time that players were at a place
	Deaths                   // where players died
	Kills                    // where players stood when they killed
	Pickups                  // where players took items
	HeatKindCount
)

// HeatStage is a phase of a match.
type HeatStage uint8

// The phases.
const (
	Always  HeatStage = iota
	Warmup            // before the match
	Opening           // its first minute
	Playing           // all of it
	Overtime
	HeatStageCount
)
