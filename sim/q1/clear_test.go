package q1

import (
	"testing"

	"fragscope/formats/netquake"
	"fragscope/sim"
	"fragscope/sim/track"
)

// TestClear checks that an entity that engines do not draw, as it is wholly transparent, is not shown, and is shown
// again when it no longer is.
func TestClear(t *testing.T) {
	l := newLevel(sim.Header{}, 4, false)
	var o track.Observations
	l.setModels([]string{"maps/x.bsp", "progs/armor.mdl"}, "", &o)
	var r entities
	for i, opacity := range []float32{1, 0, 0.5} {
		r.begin()
		st := netquake.EntityState{Model: 2, Opacity: opacity}
		if last := r.standing(&l, 9); last != nil && last.isNetQuake(&st) {
			t.Fatalf("%v is as before", opacity)
		}
		r.room(9).setNetQuake(9, &st)
		r.show(&l, 9, &o)
		if got := o.Entities[len(o.Entities)-1]; got.Vanished != (opacity == 0) {
			t.Errorf("step %d, opacity %v: vanished %v", i, opacity, got.Vanished)
		}
		r.end(&o)
	}
}
