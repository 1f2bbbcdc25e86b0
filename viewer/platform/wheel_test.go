package platform

import (
	"math"
	"testing"
	"time"
)

func TestTheSameMovementOfTheHandIsTheSameNotches(t *testing.T) {
	start := time.Now()
	type step struct{ y, want float64 }
	for _, c := range []struct {
		what  string
		steps []step
	}{
		{"a wheel that is turned slowly", []step{{1, 1}, {1, 1}, {-1, -1}}},
		{"a wheel that the system speeds up", []step{{4, 3}, {-8, -4}}},
		{"a touchpad: 40 points are a notch, also where they come as whole numbers",
			[]step{{0.5, 0.125}, {1, 0.25}, {1.5, 0.375}, {1, 0.25}}},
	} {
		var w wheel
		for i, s := range c.steps {
			if _, y := w.fromPoints(0, s.y, start.Add(time.Duration(i)*16*time.Millisecond)); math.Abs(y-
				s.want) > 1e-9 {
				t.Errorf("%s: step %d is %v notches, want %v", c.what, i, y, s.want)
			}
		}
	}
	var w wheel
	w.fromPoints(0, 0.3, start)
	if _, y := w.fromPoints(0, 1, start.Add(2*preciseRun)); y != 1 {
		t.Errorf("a wheel after a touchpad gives %v", y)
	}
}
