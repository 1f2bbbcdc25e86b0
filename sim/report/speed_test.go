package report

import (
	"testing"
	"time"

	"fragscope/sim"
)

// TestTopSpeed holds that neither a correction of a place nor a jump to another one is a speed, and that who is thrown
// has one.
func TestTopSpeed(t *testing.T) {
	// Steps are units in a snapshot of 25 ms, that is 40 units a second for each.
	for what, test := range map[string]struct {
		steps []float32
		jump  int // the step that leads nowhere; 0 for none
		want  float64
	}{
		"running":           {steps: []float32{8, 8, 8, 8, 8, 8}, want: 320},
		"thrown":            {steps: []float32{8, 8, 25, 23, 21, 19, 17}, want: 1000},
		"corrected":         {steps: []float32{8, 8, 8, 40, 8, 8, 8}, want: 320 / speedHolds},
		"corrected by much": {steps: []float32{8, 8, 8, 400, 8, 8, 8}, want: 320 / speedHolds},
		"teleported":        {steps: []float32{8, 8, 8, 90, 8, 8, 8}, jump: 4, want: 320},
	} {
		path := []sim.PathPoint{{Life: sim.Alive}}
		for i, d := range test.steps {
			p := path[i]
			p.Time += 25 * time.Millisecond
			p.Origin[0] += d
			p.NoLerp = test.jump > 0 && i+1 == test.jump
			path = append(path, p)
		}
		if got, ok := topSpeed(path, 0); !ok || got < test.want-1 || got > test.want+1 {
			t.Errorf("%s: %.0f, want %.0f", what, got, test.want)
		}
	}
	dead := []sim.PathPoint{{Life: sim.Dead}, {Life: sim.Dead, Time: time.Second}}
	if _, ok := topSpeed(dead, 0); ok {
		t.Error("a dead player has a speed")
	}
}
