package track

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// TestPaces checks that commands that last as long as the time that passes are not an anomaly, and that longer ones
// are.
func TestPaces(t *testing.T) {
	for _, test := range []struct {
		msec uint8
		want int
	}{{13, 0}, {14, 0}, {20, 3}, {26, 3}} {
		rec, r := recording.NewRecorder(sim.Header{})
		tr, o := NewTracker(rec, Rules{}), new(Observations)
		for i := range 2500 { // 32 seconds
			o.Begins, o.Ends = true, true
			o.Snapshot = Snapshot{Time: time.Duration(i) * 13 * time.Millisecond}
			o.Tell(InputTold{Input: sim.Input{Slot: sim.SlotAt(0), Keys: sim.KeyForward, Msec: test.msec}})
			o = tr.Enqueue(o)
		}
		tr.Finish()
		rec.Finish(nil)
		if got := len(r.Anomalies()); got != test.want {
			t.Errorf("commands of %d ms each 13 ms: %d anomalies, want %d: %v", test.msec, got, test.want,
				r.Anomalies())
		}
	}
}
