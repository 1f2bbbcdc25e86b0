package track

import (
	"slices"
	"testing"
	"time"

	"fragscope/formats/damage"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// TestEnqueued checks that enqueued observations have the same result as immediate ones, come before damage that is
// found later, and have the time at which they were read.
func TestEnqueued(t *testing.T) {
	play := func(batch bool) *recording.Recording {
		rec, r := recording.NewRecorder(sim.Header{})
		if batch {
			rec.Batch(false)
		}
		m := NewTracker(rec, Rules{SeenUntilGone: true, JumpDistance: 256, JumpSpeed: 5000})
		var reading time.Duration
		m.Defer(func() time.Duration { return reading })
		o := new(Observations)
		o.Tell(LevelForgotten{}, LevelStarts{sim.Level{Map: "test"}},
			PlayerTold{Profile: sim.Profile{Slot: sim.SlotAt(0)}, Present: true})
		for i := range 3 * mostWaiting {
			o = m.Enqueue(o)
			if !o.empty() {
				t.Fatal("observations to be filled in are not empty")
			}
			reading = time.Duration(i) * time.Second
			o.Begins, o.Ends = true, true
			o.Snapshot = Snapshot{Time: reading, Clock: reading, POV: sim.SlotAt(0)}
			p := o.Player()
			p.Slot, p.POV, p.Life, p.Origin[0] = sim.SlotAt(0), true, sim.Alive, float32(i)
			o.Tell(CenterPrinted{Text: sim.PlainText("hello"), Last: time.Duration(i%3) * 500 * time.Millisecond})
			if i == mostWaiting/2 {
				o = m.Enqueue(o)
				m.Recorded().Damage(damage.Damage{What: "here"})
				if rec.Frames() != i+1 {
					t.Errorf("damage after %d frames, want %d", rec.Frames(), i+1)
				}
				m.Damaged("here")
			}
		}
		m.Enqueue(o)
		m.Finish()
		rec.Finish(nil)
		return r
	}
	a, b := play(false), play(true)
	sameEvent := func(a, b sim.Event) bool { return a.Kind == b.Kind && a.Time == b.Time }
	if a.Frames() != 3*mostWaiting || a.Frames() != b.Frames() || !slices.EqualFunc(a.Events(), b.Events(), sameEvent) {
		t.Errorf("%d frames and %v at once, %d and %v later", a.Frames(), a.Events(), b.Frames(), b.Events())
	}
	for at := time.Duration(0); at < a.Duration(); at += 250 * time.Millisecond {
		x, y := a.Cursor().At(at), b.Cursor().At(at)
		if x.CenterPrint.Plain != y.CenterPrint.Plain || x.Players[0].Origin != y.Players[0].Origin {
			t.Fatalf("at %v: %q at %v at once, %q at %v later", at, x.CenterPrint.Plain, x.Players[0].Origin,
				y.CenterPrint.Plain, y.Players[0].Origin)
		}
	}
}
