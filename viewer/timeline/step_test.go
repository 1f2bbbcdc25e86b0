package timeline

import (
	"testing"
	"time"

	"fragscope/sim"
)

// TestChaptersDoNotRepeat checks that something very short is not a chapter, and that a chapter interrupted by such
// continues.
func TestChaptersDoNotRepeat(t *testing.T) {
	ms := func(from, to int, name string, kind sim.EventKind) sim.Chapter {
		return sim.Chapter{Name: name, Kind: kind, Start: time.Duration(from) * time.Millisecond,
			End: time.Duration(to) * time.Millisecond}
	}
	const warmup, countdown, match, round, overtime = sim.EventWarmup, sim.EventCountdown, sim.EventMatchStart,
		sim.EventRoundStart, sim.EventOvertime
	for _, c := range []struct {
		chapters []sim.Chapter
		want     string
	}{
		{[]sim.Chapter{ms(0, 20, "Countdown", countdown), ms(20, 2100, "Warm-up", warmup),
			ms(2100, 12000, "Countdown", countdown), ms(12000, 90000, "Match", match)}, "Countdown 2.1s, Match 12s, "},
		{[]sim.Chapter{ms(0, 9900, "Warm-up", warmup), ms(9900, 9900, "Match", match),
			ms(9900, 40000, "Round 1", round)}, "Warm-up 0s, Round 1 9.9s, "},
		{[]sim.Chapter{ms(0, 5000, "Countdown", countdown), ms(5000, 6000, "Warm-up", warmup),
			ms(6000, 9000, "Countdown", countdown)}, "Countdown 0s, "},
		{[]sim.Chapter{ms(0, 70000, "Match", match), ms(70000, 72800, "Overtime", overtime),
			ms(72800, 76000, "Intermission",
				sim.EventIntermission)}, "Match 0s, Overtime 1m10s, Intermission 1m12.8s, "},
		{[]sim.Chapter{ms(0, 0, "Match", match)}, "Match 0s, "},
		{[]sim.Chapter{ms(0, 60000, "Match", match), ms(80000, 90000, "Match", match)}, "Match 0s, Match 1m20s, "},
	} {
		got := ""
		for _, l := range lasting(c.chapters) {
			got += l.Name + " " + l.Start.String() + ", "
		}
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
