package recording

import (
	"fragscope/sim"
	"testing"
)

// TestFrameEntity finds entities, and where they would be.
func TestFrameEntity(t *testing.T) {
	var f Frame
	for _, n := range []int{2, 3, 7, 9} {
		f.Entities = append(f.Entities, FrameEntity{Entity: sim.Entity{Number: n}})
	}
	for number := int32(-3); number < 12; number++ {
		want, at := -1, 0
		for i, e := range f.Entities {
			if e.Number == int(number) {
				want = i
			}
			if e.Number < int(number) {
				at = i + 1
			}
		}
		e, i := f.entity(number, 0)
		if i != at || (e != nil) != (want >= 0) || e != nil && e != &f.Entities[want] {
			t.Errorf("entity %d is found at %d (%v), want %d", number, i, e, at)
		}
	}
}
