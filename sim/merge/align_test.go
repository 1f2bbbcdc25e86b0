package merge

import (
	"math"
	"testing"
	"time"

	"fragscope/sim"
)

// run returns a level in which a player walks in a circle and the clock jumps in the middle.
func run(jump int32) *span {
	s := &source{}
	for i := range int32(400) {
		clock := i * 50
		if i >= 200 {
			clock += jump
		}
		s.frames = append(s.frames, frame{time: i * 50, clock: clock, ref: clock, at: i})
		s.places = append(s.places, place{1, sim.Vec3{float32(i % 100 * 10), float32(i / 100 * 100), 0}})
	}
	return &span{source: s, to: len(s.frames)}
}

// TestClocksThatJump checks that recordings whose clocks jump as far as possible are aligned quickly.
func TestClocksThatJump(t *testing.T) {
	if got := ms(1<<63 - 1); got != furthest {
		t.Errorf("the longest time is %d ms", got)
	}
	for _, jump := range []int32{0, 60_000, 60_000_000, furthest} {
		begun := time.Now()
		a, b := run(0), run(jump)
		if add, ok := searchPlaces(a, b); jump == 0 && (!ok || abs(add) > 100) {
			t.Errorf("the same clock is %d ms apart, %v", add, ok)
		}
		if knots := refine(a, b, 0); jump == 0 && (len(knots) == 0 || math.Abs(knots[0].add) > 10) {
			t.Errorf("the same clock has the knots %v", knots)
		}
		searchPlaces(b, a)
		refine(b, a, furthest)
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("a jump by %d ms takes %v", jump, took)
		}
	}
}
