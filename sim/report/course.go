package report

import (
	"fmt"
	"regexp"
	"strconv"
	"time"

	"fragscope/sim"
	"fragscope/sim/moment"
)

// Round describes a round of a match.
type Round struct {
	Number     int // 0 if unknown
	Start, End time.Duration
	// Winner is the side that won, or sim.TeamFree if unknown.
	Winner sim.Team
	// Deaths holds the number of deaths of each player, by his index in the report.
	Deaths map[int]int
}

// Run describes a run against the clock.
type Run struct {
	Player      int // index in the report; -1 if unknown
	Checkpoints []time.Duration
	// Finish is the total time of the run, if Finished is set. Ended is the demo time of its last checkpoint or finish.
	Finish   time.Duration
	Finished bool
	Ended    time.Duration
}

// Splits returns the time from the start to the first checkpoint, the times between consecutive checkpoints and, if the
// run was finished, the time from the last checkpoint to the finish.
func (r *Run) Splits() (list []time.Duration) {
	marks := r.Checkpoints
	if r.Finished {
		marks = append(marks[:len(marks):len(marks)], r.Finish)
	}
	var before time.Duration
	for _, at := range marks {
		list = append(list, at-before)
		before = at
	}
	return list
}

// course records the rounds of a match and runs against the clock.
func (b *builder) course(e *sim.Event) {
	r := &b.r
	last := len(r.Rounds) - 1
	switch e.Kind {
	case sim.EventRoundStart:
		r.Rounds = append(r.Rounds, Round{Number: e.Value, Start: e.Time, End: r.Match.End, Deaths: map[int]int{}})
	case sim.EventRoundEnd:
		if last < 0 { // it began with the match
			r.Rounds, last = append(r.Rounds, b.opening(e)), 0
		}
		if r.Rounds[last].End == r.Match.End {
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

// opening returns the round that is ended by the given event and began with the match, or before the recording.
func (b *builder) opening(end *sim.Event) Round {
	m := &b.r.Match
	x := Round{Number: end.Value, Start: m.Start, End: m.End, Deaths: map[int]int{}}
	events := b.rec.Events()
	for i := range events {
		if e := &events[i]; e.Kind == sim.EventObituary && e.Time >= m.Start && e.Time <= end.Time {
			if who := b.playerAt(e.Slot, e.Profile); who >= 0 {
				x.Deaths[who]++
			}
		}
	}
	return x
}

// cleared reports whether e is the death of a player removed by the game between two rounds.
func (b *builder) cleared(e *sim.Event) bool {
	last := len(b.r.Rounds) - 1
	return sim.TakesOut(e.Weapon) && last >= 0 && b.r.Rounds[last].End != b.r.Match.End &&
		e.Time >= b.r.Rounds[last].End
}

// pass adds a checkpoint or a finish to a player's run. A checkpoint time no later than the previous one belongs to
// the next run.
func (b *builder) pass(e *sim.Event) {
	i, took := b.playerAt(e.Slot, e.Profile), time.Duration(e.Value)*time.Millisecond
	var run *Run
	for k := range b.r.Runs {
		if x := &b.r.Runs[k]; x.Player == i && !x.Finished &&
			(len(x.Checkpoints) == 0 || x.Checkpoints[len(x.Checkpoints)-1] < took) {
			run = x
		}
	}
	if b.seen[i] = true; run == nil {
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
	var monsters, secrets progress
	deaths := 0
	events := b.rec.Events()
	for i := range events {
		e := &events[i]
		if e.Time < m.Start || e.Time > m.End {
			continue
		}
		switch e.Kind {
		case sim.EventMonsterKill:
			monsters.add(e)
		case sim.EventSecret:
			secrets.add(e)
		case sim.EventObituary:
			deaths++
		case sim.EventIntermission:
			if !b.r.Finished {
				b.r.Finished, b.r.Finish = true, e.Clock
			}
		}
	}
	text := fmt.Sprintf("Monsters killed: %v. Secrets found: %v. Deaths: %d.", monsters, secrets, deaths)
	if b.r.Finished {
		text += fmt.Sprintf(" The level was finished at %s on its own clock.", moment.Moment{Time: b.r.Finish})
	}
	return text
}

// roundsWon finds the winners of rounds for which no event names one: the only side whose score rose between the start
// of the round and that of the next.
func (b *builder) roundsWon() {
	for i := range b.r.Rounds {
		x := &b.r.Rounds[i]
		if x.Winner != sim.TeamFree || x.End == b.r.Match.End {
			continue
		}
		until := min(x.End+scoredWithin, b.lastTold())
		if i+1 < len(b.r.Rounds) {
			until = b.r.Rounds[i+1].Start
		}
		before := b.cursor.At(x.Start).TeamScore
		after := b.cursor.At(until).TeamScore
		for team := range after {
			if before[team] == sim.Unknown || after[team] <= before[team] {
				continue
			}
			if x.Winner != sim.TeamFree { // both scored
				x.Winner = sim.TeamFree
				break
			}
			x.Winner = sim.Team(team)
		}
	}
}

// scoredWithin is how long after the end of a round its score may arrive.
const scoredWithin = 3 * time.Second

// progress is the number of monsters killed or secrets found in a level, as the game counts them if it does.
type progress struct {
	done  int
	total string // empty if unknown
}

// progressTotal is the total in the text of an event: "Ogre (6 of 34)".
var progressTotal = regexp.MustCompile(`\b\d+ of (\d+)\b`)

func (p *progress) add(e *sim.Event) {
	p.done = max(p.done+1, e.Value)
	if m := progressTotal.FindStringSubmatch(e.Text.Plain); m != nil {
		p.total = m[1]
	}
}

func (p progress) String() string {
	if p.total == "" {
		return strconv.Itoa(p.done)
	}
	return fmt.Sprintf("%d of %s", p.done, p.total)
}
