package track

import (
	"slices"
	"testing"
	"time"

	"fragscope/sim"
)

// TestMatchClock holds the phase and the clock of a match with a countdown and a
// time-out.
func TestMatchClock(t *testing.T) {
	m := newMade(Rules{})
	steps := map[int]func(){
		0: m.match.Warmup, 1: func() { m.match.Countdown(10 * time.Second) }, 11: m.match.Start, 12: m.match.Start,
		20: func() { m.match.Pause(true) }, 25: func() { m.match.Pause(false) }, 30: m.match.End,
	}
	for s := range 32 {
		m.at(1000 * s)
		if do := steps[s]; do != nil {
			do()
		}
	}
	for _, test := range []struct {
		at    int
		phase sim.Phase
		match int
		known bool
	}{
		{0, sim.PhaseWarmup, 0, false}, {1, sim.PhaseCountdown, 10, true}, {8, sim.PhaseCountdown, 3, true},
		{11, sim.PhasePlaying, 0, true},
		{15, sim.PhasePlaying, 4, true}, {22, sim.PhaseTimeout, 9, true}, {26, sim.PhasePlaying, 10, true},
		{31, sim.PhaseIntermission, 14, true},
	} {
		w := m.world(1000 * test.at)
		if w.Phase != test.phase || w.MatchKnown != test.known || w.Match != time.Duration(test.match)*time.Second {
			t.Errorf("at %d s: phase %d, %v, %v", test.at, w.Phase, w.Match, w.MatchKnown)
		}
	}
	want := []sim.EventKind{sim.EventWarmup, sim.EventCountdown, sim.EventMatchStart, sim.EventTimeout, sim.EventTimein,
		sim.EventMatchEnd}
	if got := m.kinds(); !slices.Equal(got, want) {
		t.Errorf("events are %v", got)
	}
}

// TestPoints checks that the points of a match of points are its rounds.
func TestPoints(t *testing.T) {
	m := newMade(Rules{})
	m.at(0)
	m.match.Start()
	m.at(10000)
	m.match.EndPoint(sim.PlainText("over"))
	m.at(15000)
	m.match.Start()
	m.end()
	want := []sim.EventKind{sim.EventMatchStart, sim.EventRoundEnd, sim.EventRoundStart}
	if got := m.kinds(); !slices.Equal(got, want) {
		t.Fatalf("events are %v", got)
	}
	if e := m.r.Events(); e[1].Value != 1 || e[2].Value != 2 || e[2].Text.Plain != "Round 2" {
		t.Errorf("rounds are %d and %d", e[1].Value, e[2].Value)
	}
}

// TestPointsOfAClip checks that points after a start that was not seen have no numbers.
func TestPointsOfAClip(t *testing.T) {
	m := newMade(Rules{})
	m.BeginClip()
	m.at(0)
	m.match.Start()
	m.at(10000)
	m.match.EndPoint(sim.PlainText("over"))
	m.at(15000)
	m.match.Start()
	m.end()
	want := []sim.EventKind{sim.EventRoundEnd, sim.EventRoundStart}
	if got := m.kinds(); !slices.Equal(got, want) {
		t.Fatalf("events are %v", got)
	}
	if e := m.r.Events(); e[0].Value != 0 || e[1].Value != 0 || e[1].Text.Plain != "Round" {
		t.Errorf("rounds are %d and %d", e[0].Value, e[1].Value)
	}
}

// TestRoundsAnnounced checks that rounds have the numbers that the game announces.
func TestRoundsAnnounced(t *testing.T) {
	m := newMade(Rules{})
	m.at(0)
	m.match.Plays()
	m.match.EndRound(sim.PlainText("over"))
	m.at(1000)
	m.match.NextRound(4)
	m.match.EndRound(sim.PlainText("over"))
	m.end()
	if e := m.r.Events(); len(e) != 2 || e[0].Value != 0 || e[1].Value != 4 {
		t.Errorf("events are %+v", e)
	}
}
