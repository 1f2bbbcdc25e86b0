package stage

import (
	"math"
	"testing"

	"fragscope/sim"
)

// TestCone checks that the cone is as wide as the player's field of view, if known.
func TestCone(t *testing.T) {
	for fov, want := range map[uint8]float64{0: 90, 30: 30, 120: 120, 1: 10, 255: 160} {
		if got := float64(coneOf(&sim.Player{FOV: fov})) * 180 / math.Pi; math.Abs(got-want) > 0.01 {
			t.Errorf("a field of view of %d is drawn as %g", fov, got)
		}
	}
}
