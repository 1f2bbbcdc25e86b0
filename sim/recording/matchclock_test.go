package recording

import (
	"fragscope/sim"
	"testing"
	"time"
)

// TestMatchTime holds what the clock shows over two matches of a level and a level without any, in the steps in which games tell it.
func TestMatchTime(t *testing.T) {
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
	for _, c := range []struct{ at, match, end time.Duration }{
		{0, -10 * second, 64 * second}, {7 * second, -3 * second, 64 * second}, {25 * second, 15 * second, 64 * second},
		{43 * second, 30 * second, 64 * second}, {50 * second, 35 * second, 64 * second}, {62 * second, 47 * second, 64 * second},
		{66 * second, -14 * second, 95 * second}, {85 * second, 5 * second, 95 * second}, {91 * second, 11 * second, 95 * second}, {94 * second, 14 * second, 95 * second},
		{64 * second, 49 * second, 64 * second},
	} {
		got, ok := rec.MatchTime(c.at)
		if gap := got - c.match; !ok || gap > 2*matchJitter || gap < -2*matchJitter {
			t.Errorf("at %v the clock shows %v, %v; want %v", c.at, got, ok, c.match)
		}
		if end := rec.MatchEnd(c.at); end > c.end+second || end < c.end-second {
			t.Errorf("at %v the match ends at %v; want %v", c.at, end, c.end)
		}
	}
	if got, ok := rec.MatchTime(97 * second); ok {
		t.Errorf("a level without a clock shows %v", got)
	}
	if n := len(rec.match.list); n > 9 {
		t.Errorf("%d stretches", n)
	}
	if _, ok := new(Recording).MatchTime(0); ok {
		t.Error("nothing has a clock")
	}
}
