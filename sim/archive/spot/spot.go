// Package spot defines questions about where on a map something happened, in one demo or in a whole library.
package spot

import (
	"slices"

	"fragscope/sim"
)

// Kind selects the kind of position that a question asks for.
type Kind uint8

const (
	Presence Kind = iota // positions of players, at each second
	Deaths               // positions of players when they died
	Kills                // positions of players when they killed
	Pickups              // positions of the items that players took
	KindCount
)

var kindNames = [KindCount]string{"presence", "deaths", "kills", "pickups"}

// String returns the kind's name.
func (k Kind) String() string { return kindNames[min(k, KindCount-1)] }

// KindNamed returns the kind with the name s and reports whether there is one.
func KindNamed(s string) (Kind, bool) {
	i := slices.Index(kindNames[:], s)
	return Kind(max(i, 0)), i >= 0
}

// Stage is a stage of a match.
type Stage uint8

const (
	Always   Stage = iota
	Warmup         // before the match
	Opening        // the first minute of the match
	Playing        // the match, including overtime
	Overtime       // after the time limit
	StageCount
)

var stageNames = [StageCount]string{"always", "warm-up", "opening", "match", "overtime"}

// String returns the stage's name.
func (s Stage) String() string { return stageNames[min(s, StageCount-1)] }

// StageNamed returns the stage with the name s and reports whether there is one.
func StageNamed(s string) (Stage, bool) {
	i := slices.Index(stageNames[:], s)
	return Stage(max(i, 0)), i >= 0
}

// openingTime is the length of a match's opening, in milliseconds.
const openingTime = 60_000

// Has reports whether the stage includes a moment with match phase p. match is the time on the match clock at that
// moment, in milliseconds.
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

// Question is a question about where on a map something happened.
type Question struct {
	Game, Map string
	Kind      Kind
	// Player is part of the name of the player who was there, died, killed or took the item, or empty for any player.
	// Team is part of the name of his team, or empty for any team. If Whole is set, both are complete names.
	Player, Team string
	Whole        bool
	// Weapon is the cause of the death or kill or, for presence, the current weapon. It is in the syntax of "with:" in
	// package query, or empty for any weapon.
	Weapon string
	Item   string // the item taken, in the syntax of "item:"; empty for all
	Stage  Stage
}
