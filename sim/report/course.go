package report

import (
	"fmt"
	"time"

	"fragscope/sim"
	"fragscope/sim/moment"
)

// Round is a round of a match that is played in rounds.
type Round struct {
	Number     int // 0 if the demo does not tell
	Start, End time.Duration
	// Winner is the side that won; TeamFree if the demo does not tell.
	Winner sim.Team
	// Deaths maps players, by index in the report, to their deaths.
	Deaths map[int]int
}

// Run is a run against the clock.
type Run struct {
	Player      int // in the report; -1 if not known
	Checkpoints []time.Duration
	// Finish is how long it took, if Finished is set. The run ended at Ended.
	Finish   time.Duration
	Finished bool
	Ended    time.Duration
}

// course follows the rounds of a match and runs against the clock.
func (b *builder) course(e *sim.Event) {
	r := &b.r
	last := len(r.Rounds) - 1
	switch e.Kind {
	case sim.EventRoundStart:
		r.Rounds = append(r.Rounds, Round{Number: e.Value, Start: e.Time, End: r.Match.End, Deaths: map[int]int{}})
	case sim.EventRoundEnd:
		if last >= 0 && r.Rounds[last].End == r.Match.End {
			r.Rounds[last].End, r.Rounds[last].Winner = e.Time, e.Team
		}
	case sim.EventObituary:
		if i := b.playerAt(e.Slot, e.Profile); i >= 0 && last >= 0 && e.Time <= r.Rounds[last].End {
			r.Rounds[last].Deaths[i]++
		}
	case sim.EventCheckpoint, sim.EventFinish:
		b.pass(e)
	}
}

// cleared reports whether a death is that of somebody whom the game takes out between two rounds.
func (b *builder) cleared(e *sim.Event) bool {
	last := len(b.r.Rounds) - 1
	return sim.TakesOut(e.Weapon) && last >= 0 && b.r.Rounds[last].End != b.r.Match.End && e.Time >= b.r.Rounds[last].End
}

// pass adds a checkpoint or a finish to a player's run. A checkpoint time no later than the previous one belongs to
// the next run.
func (b *builder) pass(e *sim.Event) {
	i, took := b.playerAt(e.Slot, e.Profile), time.Duration(e.Value)*time.Millisecond
	var run *Run
	for k := range b.r.Runs {
		if x := &b.r.Runs[k]; x.Player == i && !x.Finished && (len(x.Checkpoints) == 0 || x.Checkpoints[len(x.Checkpoints)-1] < took) {
			run = x
		}
	}
	if run == nil {
		b.r.Runs = append(b.r.Runs, Run{Player: i})
		run = &b.r.Runs[len(b.r.Runs)-1]
	}
	if run.Ended = e.Time; e.Kind == sim.EventFinish {
		run.Finish, run.Finished = took, true
	} else {
		run.Checkpoints = append(run.Checkpoints, took)
	}
}

// story summarises a level against monsters.
func (b *builder) story() string {
	m := &b.r.Match
	monsters, secrets, deaths := 0, 0, 0
	var end time.Duration
	events := b.rec.Events()
	for i := range events {
		e := &events[i]
		if e.Time < m.Start || e.Time > m.End {
			continue
		}
		switch e.Kind {
		case sim.EventMonsterKill:
			monsters++
		case sim.EventSecret:
			secrets++
		case sim.EventObituary:
			deaths++
		case sim.EventIntermission:
			if end == 0 {
				end = e.Time
			}
		}
	}
	text := fmt.Sprintf("Monsters killed: %d. Secrets found: %d. Deaths: %d.", monsters, secrets, deaths)
	if end > 0 {
		text += fmt.Sprintf(" The level was finished after %s of the recording.", moment.Moment{Time: end - m.Start})
	}
	return text
}
