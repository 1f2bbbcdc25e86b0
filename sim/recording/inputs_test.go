package recording

import (
	"testing"
	"time"

	"fragscope/sim"
)

func TestInputs(t *testing.T) {
	b, r := NewRecorder(sim.Header{})
	ann := sim.SlotAt(1)
	for _, i := range []sim.Input{
		{Time: 10, Slot: ann, Keys: sim.KeyForward}, {Time: 20, Slot: ann, Keys: sim.KeyForward}, // the same
		// too late
		{Time: 30, Slot: ann, Keys: sim.KeyForward, Impulse: 7}, {Time: 40, Slot: ann},
		{Time: 35, Slot: ann, Keys: sim.KeyJump},
		{Time: 50, Keys: sim.KeyJump}, // of nobody
	} {
		b.Input(i)
	}
	b.Frame(&Frame{Time: 60})
	b.Finish(nil)
	if n := len(r.Inputs(ann)); n != 3 {
		t.Fatalf("%d inputs, want 3: %v", n, r.Inputs(ann))
	}
	if _, ok := r.InputAt(ann, 9); ok {
		t.Error("an input before the first")
	}
	for at, want := range map[time.Duration]sim.Input{
		10: {Time: 10, Slot: ann, Keys: sim.KeyForward}, 29: {Time: 10, Slot: ann, Keys: sim.KeyForward},
		31: {Time: 30, Slot: ann, Keys: sim.KeyForward, Impulse: 7}, 99: {Time: 40, Slot: ann},
	} {
		if got, ok := r.InputAt(ann, at); !ok || got != want {
			t.Errorf("at %d: %v, want %v", at, got, want)
		}
	}
	if _, ok := r.InputAt(sim.SlotAt(2), 99); ok {
		t.Error("an input of somebody else")
	}
}
