// Package spot is the vocabulary of questions about where things happen on a map, in one demo or in all of a library.
package spot

import (
	"slices"

	"fragscope/sim"
)

// Kind is what a question about spots counts.
type Kind uint8

// The kinds of spots.
const (
	Presence Kind = iota // where players were, at each second
	Deaths               // where players died
	Kills                // where players stood when they killed
	Pickups              // where players took items
	KindCount
)

var kindNames = [KindCount]string{"presence", "deaths", "kills", "pickups"}

// String is the kind's name.
func (k Kind) String() string { return kindNames[min(k, KindCount-1)] }

// KindNamed is the kind of a name.
func KindNamed(s string) (Kind, bool) {
	i := slices.Index(kindNames[:], s)
	return Kind(max(i, 0)), i >= 0
}

// Stage is a part of a match.
type Stage uint8

// The stages.
const (
	Always   Stage = iota
	Warmup         // before the match
	Opening        // the first minute of the match
	Playing        // the match, overtime among it
	Overtime       // after its time was over
	StageCount
)

var stageNames = [StageCount]string{"always", "warm-up", "opening", "match", "overtime"}

// String is the stage's name.
func (s Stage) String() string { return stageNames[min(s, StageCount-1)] }

// StageNamed is the stage of a name.
func StageNamed(s string) (Stage, bool) {
	i := slices.Index(stageNames[:], s)
	return Stage(max(i, 0)), i >= 0
}

// openingTime is how long the opening of a match lasts, in milliseconds.
const openingTime = 60_000

// Has reports whether a moment of a phase and a match clock is in a stage.
func (s Stage) Has(p sim.Phase, match int32) bool {
	on := p == sim.PhasePlaying || p == sim.PhaseOvertime
	switch s {
	case Warmup:
		return p == sim.PhaseWarmup || p == sim.PhaseCountdown
	case Opening:
		return on && match >= 0 && match < openingTime
	case Playing:
		return on
	case Overtime:
		return p == sim.PhaseOvertime
	}
	return true
}

// Question asks where something happened on a map, in all demos of the library.
type Question struct {
	Game, Map string
	Kind      Kind
	// Player is a part of the name, Team of the name of the team, of who was there, died, killed or took it; empty for all. With Whole
	// they are whole names.
	Player, Team string
	Whole        bool
	Weapon       string // by which somebody died or killed, or which was in his hand, as "with:" of package query has it; empty for all
	Item         string // that was taken, as "item:" has it; empty for all
	Stage        Stage
}
