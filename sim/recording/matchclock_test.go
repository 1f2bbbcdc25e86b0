package recording

import (
	"testing"
	"time"

	"fragscope/sim"
)

// TestClock checks what the clock shows over two matches of a level and a level without any, in the steps in which games
// tell it.
func TestClock(t *testing.T) {
	const second = time.Second
	b, rec := NewRecorder(sim.Header{})
	level := func(name string) { b.Level(sim.Level{Map: name}) }
	run := func(from, to time.Duration, change func(f *Frame)) {
		for at := from; at < to; at += 50 * time.Millisecond {
			f := &Frame{Time: at, Clock: at + time.Hour}
			change(f)
			b.Frame(f)
		}
	}
	until := func(end time.Duration) func(*Frame) {
		return func(f *Frame) { f.MatchKnown, f.Phase, f.Match = true, sim.PhaseCountdown, end-f.Time }
	}
	since := func(start time.Duration, phase sim.Phase) func(*Frame) {
		return func(f *Frame) {
			f.MatchKnown, f.Phase, f.Match = true, phase, (f.Time-start)/(50*time.Millisecond)*50*time.Millisecond
		}
	}
	none := func(f *Frame) { f.Phase = sim.PhaseWarmup }
	level("a")
	run(0, 4*second, none)
	run(4*second, 10*second, until(10*second))
	run(10*second, 40*second, since(10*second, sim.PhasePlaying))
	run(40*second, 45*second, func(f *Frame) { f.MatchKnown, f.Phase, f.Match = true, sim.PhaseTimeout, 30*second })
	run(45*second, 60*second, since(15*second, sim.PhasePlaying))
	run(60*second, 64*second, since(15*second, sim.PhaseIntermission)) // it runs on there
	run(64*second, 70*second, none)
	run(70*second, 80*second, until(80*second))
	run(80*second, 90*second, since(80*second, sim.PhasePlaying))
	run(90*second, 93*second, until(93*second)) // a round of the same match
	run(93*second, 95*second, since(80*second, sim.PhasePlaying))
	level("b")
	run(95*second, 100*second, none)
	b.Finish(nil)
	clock := rec.Clock()
	for _, c := range []struct {
		at    time.Duration
		match int
		time  time.Duration
	}{
		{0, 1, -10 * second}, {7 * second, 1, -3 * second}, {25 * second, 1, 15 * second},
		{43 * second, 1, 30 * second}, {50 * second, 1, 35 * second},
		{62 * second, 1, 47 * second}, {66 * second, 2, -14 * second}, {85 * second, 2, 5 * second},
		{91 * second, 2, 11 * second}, {94 * second, 2, 14 * second},
	} {
		m := clock.Moment(c.at)
		if gap := m.Time - c.time; m.Level != 1 || m.Match != c.match || gap > 2*matchJitter || gap < -2*matchJitter {
			t.Errorf("at %v the clock shows %v; want %v of match %d", c.at, m, c.time, c.match)
		}
	}
	if m := clock.Moment(97 * second); m.String() != "L2/0:02.000" {
		t.Errorf("a level without a clock shows %v", m)
	}
	for at := time.Duration(0); at < 100*second; at += 37 * time.Millisecond {
		if got, err := clock.Own(clock.Exact(at)); got != at || err != nil {
			t.Fatalf("%v is written as %v, which is read as %v, %v", at, clock.Exact(at), got, err)
		}
	}
	if n := len(rec.match.list); n > 9 {
		t.Errorf("%d stretches", n)
	}
	if m := new(Recording).Clock().Moment(second); m.String() != "0:01.000" {
		t.Errorf("nothing has a clock that shows %v", m)
	}
}

// TestRounds checks what the moments of rounds are called: by the numbers that the game tells, from the countdown on.
func TestRounds(t *testing.T) {
	b, rec := NewRecorder(sim.Header{})
	b.Level(sim.Level{Map: "a"})
	starts := map[time.Duration]int{10 * time.Second: 0, 20 * time.Second: 7, 30 * time.Second: 7, 40 * time.Second: 8,
		50 * time.Second: 1}
	for at := time.Duration(0); at <= time.Minute; at += 100 * time.Millisecond {
		f := &Frame{Time: at, MatchKnown: true, Phase: sim.PhasePlaying, Match: at % (10 * time.Second)}
		if f.Match >= 7*time.Second {
			f.Phase, f.Match = sim.PhaseCountdown, 10*time.Second-f.Match
		}
		if n, ok := starts[at]; ok {
			b.Event(sim.Event{Time: at, Kind: sim.EventRoundStart, Value: n})
		}
		b.Frame(f)
	}
	b.Finish(nil)
	for at, want := range map[time.Duration]string{
		9 * time.Second: "M1/R6/-0:01.000", 12 * time.Second: "M1/R6/0:02.000", 18 * time.Second: "M1/R7/-0:02.000",
		35 * time.Second: "M1/R7/0:15.000", 41500 * time.Millisecond: "M1/R8/0:01.500",
		55 * time.Second: "M2/R1/0:05.000",
	} {
		m := rec.Clock().Exact(at)
		if back, err := rec.Clock().Own(m); m.String() != want || back != at || err != nil {
			t.Errorf("%v is %v, which is read as %v, %v; want %s", at, m, back, err, want)
		}
	}
}

// TestRoundsWithoutNumbers checks that moments in rounds of a match whose start the demo does not show have the demo's
// own time, or count down to the first round of the next match.
func TestRoundsWithoutNumbers(t *testing.T) {
	for last, want := range map[int]string{0: "0:12.000", 1: "-0:18.000"} {
		b, rec := NewRecorder(sim.Header{})
		b.Level(sim.Level{Map: "a"})
		for at := time.Duration(0); at <= 40*time.Second; at += 10 * time.Second {
			if at > 0 && at < 40*time.Second {
				b.Event(sim.Event{Time: at, Kind: sim.EventRoundStart, Value: last * int(at/(30*time.Second))})
			}
			b.Frame(&Frame{Time: at, MatchKnown: true, Phase: sim.PhasePlaying})
		}
		b.Finish(nil)
		if last > 0 {
			want = "R1/" + want
		}
		m := rec.Clock().Exact(12 * time.Second)
		if back, err := rec.Clock().Own(m); m.String() != want || back != 12*time.Second || err != nil {
			t.Errorf("last round %d: %v, which is read as %v, %v; want %s", last, m, back, err, want)
		}
	}
}
