package track

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// TestEntered checks that rounded times since a player entered narrow down when he did, and that a new entry replaces
// an old one.
func TestEntered(t *testing.T) {
	const s, m = time.Second, time.Minute
	rec, r := recording.NewRecorder(sim.Header{})
	tr, o := NewTracker(rec, Rules{ShowsAll: true}), new(Observations)
	for _, step := range []struct{ at, in, want time.Duration }{
		{10 * s, 3 * m, -170 * s},  // at -170 s at the latest
		{40 * s, 3 * m, -170 * s},  // at -140 s at the latest
		{60 * s, 4 * m, -180 * s},  // exactly four minutes, at the latest
		{100 * s, 4 * m, -180 * s}, // agrees
		{110 * s, 0, 50 * s},       // anew, a minute ago at the earliest
	} {
		o.Begins, o.Ends = true, true
		o.Snapshot = Snapshot{Time: step.at}
		o.Tell(PlayerCalled{Profile: sim.Profile{Slot: sim.SlotAt(1), Name: sim.PlainText("ann")}, Name: "ann"},
			PlayerScored{Slot: sim.SlotAt(1), Frags: 1, Ping: 40, HasMinutes: true, Minutes: int16(step.in / m)})
		o = tr.Enqueue(o)
		tr.Observe(o)
		p := tr.players.Look(sim.SlotAt(1))
		if p == nil || !p.EnteredKnown || p.Entered != step.want {
			t.Fatalf("told %v at %v: %+v, want %v", step.in, step.at, p, step.want)
		}
	}
	tr.Finish()
	rec.Finish(nil)
	w := r.Cursor().At(100 * s)
	if len(w.Players) != 1 || w.Players[0].Entered != -180*s || !w.Players[0].EnteredKnown {
		t.Errorf("the recording has %+v", w.Players)
	}
}
