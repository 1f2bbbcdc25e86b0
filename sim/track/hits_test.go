package track

import (
	"testing"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// A hit points to where it came from: towards a place, by a direction, or nowhere.
func TestHitsPointToTheirPlace(t *testing.T) {
	at := sim.Vec3{100, 200, 0}
	for _, test := range []struct {
		hit  HitTaken
		want sim.Vec3
	}{
		{HitOf(sim.SlotAt(0), 30, 0, sim.Vec3{100, 1000, 0}).Hits[0], sim.Vec3{100, 264, 0}},
		{HitOf(sim.SlotAt(0), 30, 0, at).Hits[0], at},
		{HitOf(sim.SlotAt(0), 30, 0, sim.Vec3{}).Hits[0], at}, {HitTaken{To: sim.Vec3{-64, 0, 0}}, sim.Vec3{36, 200, 0}},
	} {
		if got := test.hit.from(at); got != test.want {
			t.Errorf("%v: from %v, want %v", test.hit, got, test.want)
		}
	}
}

// A hit is an effect at the player, with what it cost.
func TestHitsAreShown(t *testing.T) {
	rec, r := recording.NewRecorder(sim.Header{})
	tr, o := NewTracker(rec, Rules{SeenUntilGone: true}), new(Observations)
	o.Begins, o.Ends = true, true
	o.Tell(PlayerCalled{Profile: sim.Profile{Slot: sim.SlotAt(0)}})
	p := o.Player()
	p.Slot, p.Life, p.Appears, p.Origin = sim.SlotAt(0), sim.Alive, true, sim.Vec3{1, 2, 3}
	o.Tell(HitOf(sim.SlotAt(0), 30, 40, sim.Vec3{500, 2, 3}))
	tr.Observe(o)
	tr.Finish()
	rec.Finish(nil)
	for _, e := range r.Effects(0, 1, nil) {
		if e.Kind == sim.EffectHit && e.Text == "70" && e.Slot == sim.SlotAt(0) {
			return
		}
	}
	t.Errorf("no hit of 70: %v", r.Effects(0, 1, nil))
}
