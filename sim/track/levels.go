package track

import (
	"time"

	"fragscope/sim"
)

// Reports about levels.
type (
	// LevelEnds reports that the level has ended. It is ignored if the demo has no snapshots of the level.
	LevelEnds struct{ Map string }
	// LevelForgotten reports that everything known about the current level must be discarded. A full description of the
	// next level follows.
	LevelForgotten struct{}
	// LevelStarts reports the start of a level. It holds what is known about the level before its first snapshot.
	LevelStarts struct{ sim.Level }
	// LevelLimits reports the game type and the limits of the current level.
	LevelLimits struct {
		GameType  string
		Contest   sim.Contest
		Teams     bool
		TimeLimit time.Duration
		FragLimit int
	}
)

func (l LevelEnds) conclude(t *Tracker) {
	if t.snapshots > 0 {
		t.track.Event(sim.Event{Kind: sim.EventLevelEnd, Text: sim.PlainText(l.Map)})
	}
}

func (LevelForgotten) conclude(t *Tracker) {
	t.track.Reset()
	t.standing = standing{anew: true}
	t.takings, t.flags, t.phases, t.scores = takings{}, flags{}, phases{}, scores{}
	t.beams.reset()
	t.runs.reset(t.track.now)
	t.snapshots, t.intermission = 0, false
}

func (l LevelStarts) conclude(t *Tracker) {
	t.Recorder().Level(l.Level)
	t.track.Queue(sim.Event{Kind: sim.EventLevelStart, Text: sim.PlainText(l.Map)})
}

func (l LevelLimits) conclude(t *Tracker) { t.Recorder().EditLevel(l.set) }

func (l LevelLimits) set(level *sim.Level) {
	level.GameType, level.Contest, level.Teams = l.GameType, l.Contest, l.Teams
	level.TimeLimit, level.FragLimit = l.TimeLimit, l.FragLimit
}
