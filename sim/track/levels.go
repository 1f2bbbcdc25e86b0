package track

import (
	"time"

	"fragscope/sim"
)

// Levels.
type (
	// LevelEnds is the end of a level on a map. It is ignored if none of the level was seen.
	LevelEnds struct{ Map string }
	// LevelForgotten resets everything before a level that will be described from scratch.
	LevelForgotten struct{}
	// LevelStarts is a level, with everything known about it before its first snapshot.
	LevelStarts struct{ sim.Level }
	// LevelLimits sets the game type of the level and its limits.
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
