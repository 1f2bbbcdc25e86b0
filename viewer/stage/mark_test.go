package stage

import (
	"testing"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/viewer/draw"
)

// TestDescribePlaces checks that the description of a teleporter says where it leads, and that of a player where he is.
func TestDescribePlaces(t *testing.T) {
	s := New(draw.Dark())
	var g plan.Grower
	g.Add(plan.Point{Z: 24, Contact: plan.ContactGround}, plan.Point{X: 100, Z: 24, Contact: plan.ContactGround})
	s.SetPlan(g.Plan().With(
		plan.Mark{Kind: plan.MarkTeleporter, HasDest: true, Dest: [3]float32{900, 0, 0}},
		plan.Mark{Kind: plan.MarkLocation, Pos: [3]float32{1000, 0, 0}, Text: "quad"},
		plan.Mark{Kind: plan.MarkLocation, Text: "RA"},
	), false)
	w := &sim.World{Players: []sim.Player{{Slot: sim.SlotAt(3), Life: sim.Dead, Profile: &sim.Profile{},
		Health: sim.Unknown, Frags: sim.Unknown}}}
	for _, c := range []struct {
		target Target
		last   string
	}{{Target{TargetMark, 0}, "to quad"}, {Target{TargetPlayer, 3}, "at RA"}} {
		if _, lines := s.Describe(w, c.target); len(lines) == 0 || lines[len(lines)-1] != c.last {
			t.Errorf("%v: %q", c.target, lines)
		}
	}
	if title, _ := s.Describe(w, Target{TargetMark, 99}); title != "" {
		t.Errorf("a mark that is not there is called %q", title)
	}
}
