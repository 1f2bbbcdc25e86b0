package spot

import (
	"testing"

	"fragscope/sim"
)

// TestNames checks that each kind and stage is found by its name, and that other names are refused.
func TestNames(t *testing.T) {
	for k := range KindCount {
		if got, ok := KindNamed(k.String()); got != k || !ok {
			t.Errorf("%q is kind %d, %v", k, got, ok)
		}
	}
	for s := range StageCount {
		if got, ok := StageNamed(s.String()); got != s || !ok {
			t.Errorf("%q is stage %d, %v", s, got, ok)
		}
	}
	if _, ok := KindNamed("dances"); ok {
		t.Error("dances are a kind")
	}
	if _, ok := StageNamed("half-time"); ok {
		t.Error("half-time is a stage")
	}
}

// TestStages checks which stages a moment of a match belongs to.
func TestStages(t *testing.T) {
	const second = 1000
	for _, test := range []struct {
		phase sim.Phase
		match int32
		want  []Stage
	}{
		{sim.PhaseUnknown, 0, []Stage{Always}},
		{sim.PhaseWarmup, 0, []Stage{Always, Warmup}}, {sim.PhaseCountdown, 5 * second, []Stage{Always, Warmup}},
		{sim.PhasePlaying, 0, []Stage{Always, Opening, Playing}},
		{sim.PhasePlaying, 60*second - 1, []Stage{Always, Opening, Playing}},
		{sim.PhasePlaying, 60 * second, []Stage{Always, Playing}}, {sim.PhasePlaying, -1, []Stage{Always, Playing}},
		{sim.PhaseOvertime, 700 * second, []Stage{Always, Playing, Overtime}},
		{sim.PhaseTimeout, 30 * second, []Stage{Always}}, {sim.PhaseIntermission, 600 * second, []Stage{Always}},
	} {
		in := map[Stage]bool{}
		for _, s := range test.want {
			in[s] = true
		}
		for s := range StageCount {
			if got := s.Has(test.phase, test.match); got != in[s] {
				t.Errorf("phase %d at %d ms is in %s: %v", test.phase, test.match, s, got)
			}
		}
	}
}
