package runs

import (
	"math"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/strafe"
	"fragscope/viewer/draw"
)

// TestSpeedsAndJumps uses a run at 400 units per second with jumps, each of which adds 40, followed by a teleporter.
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
		path = append(path, sim.PathPoint{Time: time.Duration(i) * step, Life: sim.Alive,
			Origin: sim.Vec3{float32(x), 0, float32(max(270*flight-400*flight*flight, 0))}})
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

// TestShares checks that a player who always takes the best direction in the air gains all the speed that can be
// gained, and one who goes straight ahead gains none.
func TestShares(t *testing.T) {
	s, _ := strafe.Of(&sim.Header{GameKey: "quake3"}, &sim.Level{})
	for _, best := range []bool{true, false} {
		var path []sim.PathPoint
		x, z, speed := float32(0), float32(0), float32(400)
		for i := range 100 {
			path = append(path, sim.PathPoint{Time: time.Duration(i) * s.Frame, Life: sim.Alive,
				Origin: sim.Vec3{x, 0, z}})
			if best {
				speed = s.Best(speed, s.Frame)
			}
			x, z = x+speed*float32(s.Frame.Seconds()), z+3
		}
		list := speedsOf(path)
		findShares(list, s)
		want := float32(0)
		if best {
			want = 1
		}
		for i := 40; i < 90; i++ {
			if !list[i].shared || math.Abs(float64(list[i].share-want)) > 0.1 {
				t.Fatalf("best %v: the share at %d is %g, %v, want %g", best, i, list[i].share, list[i].shared, want)
			}
		}
	}
}

// TestNoShareOnTheGround checks that there is no share on the ground.
func TestNoShareOnTheGround(t *testing.T) {
	s, _ := strafe.Of(&sim.Header{GameKey: "quake"}, &sim.Level{})
	var path []sim.PathPoint
	for i := range 50 {
		path = append(path, sim.PathPoint{Time: time.Duration(i) * s.Frame, Life: sim.Alive,
			Origin: sim.Vec3{float32(i) * 5, 0, 0}})
	}
	list := speedsOf(path)
	findShares(list, s)
	for i := range list {
		if list[i].shared {
			t.Fatalf("a share of %g on the ground", list[i].share)
		}
	}
}

// TestKeyCaps checks that each key has its own place in the display.
func TestKeyCaps(t *testing.T) {
	var all sim.Keys
	for i, a := range keyCaps {
		all |= a.key
		for _, b := range keyCaps[:i] {
			ra := draw.Rect{X: a.x - a.w/2, Y: a.y - a.h/2, W: a.w, H: a.h}
			if b.x+b.w/2 > ra.X && b.x-b.w/2 < ra.X+ra.W && b.y+b.h/2 > ra.Y && b.y-b.h/2 < ra.Y+ra.H {
				t.Errorf("%v and %v lie over each other", a.key, b.key)
			}
		}
	}
	if all != sim.KeyWalk<<1-1 {
		t.Errorf("only %v are shown", all)
	}
}
