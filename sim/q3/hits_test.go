package q3

import (
	"math"
	"testing"

	"fragscope/formats/quake3"
	"fragscope/sim/track"
)

// A hit that travels east came from the west. A hit without a direction came from nowhere.
func TestHits(t *testing.T) {
	for _, test := range []struct {
		yaw, pitch uint32
		want       [3]float64
	}{{0, 0, [3]float64{-64, 0, 0}}, {64, 0, [3]float64{0, -64, 0}}, {128, 0, [3]float64{64, 0, 0}},
		{0, 64, [3]float64{0, 0, 64}}, {255, 255, [3]float64{}}} {
		ps, o := new(quake3.PlayerState), track.Observations{}
		ps.F[quake3.PsDamageCount], ps.F[quake3.PsDamageYaw], ps.F[quake3.PsDamagePitch] = 50, test.yaw, test.pitch
		tellHit(ps, &o)
		felt := o.Told[0].(track.HitsTaken)
		for i, v := range felt.Hits[0].To {
			if math.Abs(float64(v)-test.want[i]) > 0.01 {
				t.Errorf("yaw %d, pitch %d: from %v, want %v", test.yaw, test.pitch, felt.Hits[0].To, test.want)
				break
			}
		}
		if felt.Hits[0].Text != "50" {
			t.Errorf("it cost %q", felt.Hits[0].Text)
		}
	}
	var o track.Observations
	if tellHit(new(quake3.PlayerState), &o); len(o.Told) != 0 {
		t.Error("a hit that cost nothing is told")
	}
}
