package strafe_test

import (
	"math"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/strafe"
)

// accelerate is the engines' own function (ioq3 bg_pmove.c, PM_Accelerate; mvdsv pmove.c, PM_AirAccelerate) on the
// speed and the angle between velocity and wished direction.
func accelerate(s strafe.Acceleration, speed, angle float64) float64 {
	current := speed * math.Cos(angle)
	add := float64(s.Limit) - current
	if add <= 0 {
		return speed
	}
	add = min(add, float64(s.Gain))
	return math.Hypot(current+add, speed*math.Sin(angle))
}

// TestStrafing compares what is possible with the best of all directions.
func TestStrafing(t *testing.T) {
	for _, key := range []string{"quake", "quakeworld", "quake3", "quakelive"} {
		s, ok := strafe.Of(&sim.Header{GameKey: key}, &sim.Level{})
		if !ok {
			t.Fatalf("%s is not known", key)
		}
		for _, speed := range []float32{50, 200, 320, 400, 640, 1000, 2000} {
			best := 0.0
			for i := range 180_000 {
				best = max(best, accelerate(s, float64(speed), float64(i)/1000*math.Pi/180))
			}
			if got := float64(s.Best(speed, s.Frame)); math.Abs(got-best) > 0.01 {
				t.Errorf("%s at %g: %g is possible, the best of all directions gives %g", key, speed, got, best)
			}
		}
	}
	if _, ok := strafe.Of(&sim.Header{GameKey: "quake2"}, &sim.Level{}); ok {
		t.Error("Quake II is known")
	}
}

func TestShare(t *testing.T) {
	s, _ := strafe.Of(&sim.Header{GameKey: "quake3"}, &sim.Level{})
	best := s.Best(400, 40*time.Millisecond)
	for to, want := range map[float32]float32{best: 1, 400: 0, 400 + (best-400)/2: 0.5, 300: -1} {
		if got := s.Share(400, to, 40*time.Millisecond); math.Abs(float64(got-want)) > 1e-4 {
			t.Errorf("400 to %g: %g, want %g", to, got, want)
		}
	}
}
