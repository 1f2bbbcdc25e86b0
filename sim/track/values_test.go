package track

import (
	"testing"
	"time"

	"fragscope/sim"
)

// TestRunTime writes times as the game does.
func TestRunTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0.000", 59999 * time.Millisecond: "59.999", time.Minute: "1:00.000", 60500 * time.Millisecond: "1:00.500",
		125007 * time.Millisecond: "2:05.007", time.Hour: "60:00.000",
	} {
		if got := runTime(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

// TestTooFar measures in each direction.
func TestTooFar(t *testing.T) {
	r := &Rules{JumpDistance: 100, JumpSpeed: 1000}
	from := sim.Vec3{5, 6, 7}
	for axis := range 3 {
		for _, test := range []struct {
			by  float32
			in  time.Duration
			far bool
		}{
			{99, 0, false}, {-99, 0, false}, {101, 0, true}, {-101, 0, true}, {101, 50 * time.Millisecond, true},
			{101, 200 * time.Millisecond, false},
			{-199, 200 * time.Millisecond, false}, {-201, 200 * time.Millisecond, true},
		} {
			to := from
			to[axis] += test.by
			if got := r.TooFar(&from, &to, test.in); got != test.far {
				t.Errorf("%v on axis %d in %v: %v", test.by, axis, test.in, got)
			}
		}
	}
}

// TestObservationsAreAnew checks that reused observations contain nothing from before, and that each kind has an
// effect, together with each other kind.
func TestObservationsAreAnew(t *testing.T) {
	var o Observations
	*o.Mover(), *o.Entity(), *o.Look(sim.SlotAt(1)) = MoverSeen{}, EntitySeen{}, PlayerLook{}
	o.Mover().Origin, o.Entity().Origin = sim.Vec3{1, 2, 3}, sim.Vec3{1, 2, 3}
	o.Look(sim.SlotAt(2)).Steps = true
	o.Reset()
	for range 2 {
		if m, e, u := *o.Mover(), *o.Entity(), *o.Look(sim.SlotAt(3)); m.Origin != (sim.Vec3{}) ||
			e.Origin != (sim.Vec3{}) || u.Steps {
			t.Errorf("%+v, %+v, %+v", m, e, u)
		}
	}
	o.Reset()
	if !o.empty() {
		t.Error("it is not empty after a reset")
	}
	add := []func(*Observations){
		func(o *Observations) { o.Player() }, func(o *Observations) { room(&o.PlayersGone) },
		func(o *Observations) { o.Look(sim.SlotAt(1)) },
		func(o *Observations) { o.Entity() }, func(o *Observations) { o.Mover() },
		func(o *Observations) { room(&o.Gone) },
		func(o *Observations) { room(&o.Flying) }, func(o *Observations) { room(&o.States) },
		func(o *Observations) { room(&o.Objects) }, func(o *Observations) { room(&o.Briefs) },
		func(o *Observations) { o.Begins = true }, func(o *Observations) { o.Ends = true },
		func(o *Observations) { o.Show(Shown{}) },
	}
	for i, a := range add {
		for k, b := range add {
			var o Observations
			a(&o)
			if b(&o); o.empty() {
				t.Errorf("with %d and %d it is empty", i, k)
			}
		}
	}
}
