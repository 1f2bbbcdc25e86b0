package vision

import (
	"testing"

	"fragscope/assets/sight"
	"fragscope/sim"
)

// TestBefore checks the extent of a player's view: as far up and down as a 4:3 image shows, including anyone at his own
// position.
func TestBefore(t *testing.T) {
	for _, test := range []struct {
		pitch, yaw float32
		at         sight.Vec3
		want       bool
	}{
		{0, 0, sight.Vec3{100, 0, sight.EyeAboveOrigin}, true},
		{0, 0, sight.Vec3{-100, 0, sight.EyeAboveOrigin}, false},
		{0, 0, sight.Vec3{100, 140, sight.EyeAboveOrigin}, true},
		{0, 0, sight.Vec3{100, 150, sight.EyeAboveOrigin}, false},
		{0, 90, sight.Vec3{0, 100, sight.EyeAboveOrigin}, true},
		{0, 0, sight.Vec3{0, 0, 300}, false},                            // directly above
		{-90, 0, sight.Vec3{0, 0, 300}, true},                           // and he looks up
		{90, 0, sight.Vec3{0, 0, -300}, true},                           // down is positive
		{0, 0, sight.Vec3{100, 0, 100 + sight.EyeAboveOrigin}, true},    // 45 degrees up
		{0, 0, sight.Vec3{100, 0, 115 + sight.EyeAboveOrigin}, false},   // 49
		{0, 180, sight.Vec3{10, 0, 0}, true},                            // both stand in the same place
		{45, 0, sight.Vec3{100, 0, -100 + sight.EyeAboveOrigin}, true},  // down the stairs
		{45, 0, sight.Vec3{100, 0, 100 + sight.EyeAboveOrigin}, false},  // and not up
		{45, 0, sight.Vec3{-10, 0, -100 + sight.EyeAboveOrigin}, false}, // behind his feet
	} {
		pl := sim.Player{View: sim.Angles{Pitch: test.pitch, Yaw: test.yaw}}
		if got := before(&pl, test.at); got != test.want {
			t.Errorf("pitch %v, yaw %v: %v is before his eyes: %v", test.pitch, test.yaw, test.at, got)
		}
	}
}

// TestParts checks that all corners of a hull are tested.
func TestParts(t *testing.T) {
	pl := sim.Player{Origin: sim.Vec3{100, 200, 300}, Mins: sim.Vec3{-15, -15, -24}, Maxs: sim.Vec3{15, 15, 32}}
	var lo, hi sight.Vec3
	for i, p := range parts(&pl) {
		for axis := range p {
			if d := p[axis] - pl.Origin[axis]; d < pl.Mins[axis] || d > pl.Maxs[axis] {
				t.Errorf("part %d, %v, is not in the hull", i, p)
			}
			lo[axis], hi[axis] = min(lo[axis], p[axis]-pl.Origin[axis]), max(hi[axis], p[axis]-pl.Origin[axis])
		}
	}
	if lo[2] > -19 || hi[2] < 25 || lo[0] > -11 || hi[1] < 11 {
		t.Errorf("the parts reach from %v to %v", lo, hi)
	}
}

// TestUnseen checks that, without the map's own file, only a killer who was never in the victim's view is certainly
// unseen.
func TestUnseen(t *testing.T) {
	for _, c := range []struct {
		w    Warning
		want bool
	}{
		{Warning{}, false},
		{Warning{Known: true}, true},
		{Warning{Known: true, Faced: lookBack}, false},
		{Warning{Known: true, Faced: lookBack, Exact: true}, true},
		{Warning{Known: true, Faced: lookBack, Lead: lookBack, Exact: true}, false},
		{Warning{Known: true, Faced: lookBack, Lead: reactable / 2, Exact: true}, true},
	} {
		if got := c.w.Unseen(); got != c.want {
			t.Errorf("%+v: unseen is %v", c.w, got)
		}
	}
}
