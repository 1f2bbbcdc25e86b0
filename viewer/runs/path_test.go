package runs

import (
	"math"
	"testing"
	"time"

	"fragscope/sim"
)

// A run at 400 units a second with jumps, each of which makes it 40 faster, then a teleporter.
func TestSpeedsAndJumps(t *testing.T) {
	const step = 14 * time.Millisecond
	var path []sim.PathPoint
	x, speed := 0.0, 400.0
	for i := range 300 {
		flight := float64(i%50) * step.Seconds()
		if i > 0 && i%50 == 0 {
			speed += 40
		}
		x += speed * step.Seconds()
		path = append(path, sim.PathPoint{Time: time.Duration(i) * step, Life: sim.Alive, Origin: sim.Vec3{float32(x), 0, float32(max(270*flight-400*flight*flight, 0))}})
	}
	path = append(path, sim.PathPoint{Time: 300 * step, Life: sim.Alive, NoLerp: true, Origin: sim.Vec3{5000, 5000, 0}})
	list := speedsOf(path)
	if v := list[25].speed; math.Abs(float64(v)-400) > 5 {
		t.Errorf("at first he runs %g", v)
	}
	if v := list[299].speed; math.Abs(float64(v)-600) > 5 {
		t.Errorf("at last he runs %g", v)
	}
	jumps, gains := 0, float32(0)
	for i := range list {
		if list[i].jump {
			jumps++
			if list[i].landed {
				gains += list[i].gain
			}
		}
		if list[i].speed > 700 {
			t.Errorf("the teleporter counts for %g", list[i].speed)
		}
	}
	if jumps != 5 || math.Abs(float64(gains)-160) > 20 {
		t.Errorf("%d jumps that gain %g", jumps, gains)
	}
}
