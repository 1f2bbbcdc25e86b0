package recording

import (
	"fragscope/sim"
	"testing"
)

// TestFrameEntity finds entities by places that are right, by wrong ones, and without any.
func TestFrameEntity(t *testing.T) {
	var f Frame
	for _, n := range []int{2, 3, 7, 9} {
		f.Entities = append(f.Entities, FrameEntity{Entity: sim.Entity{Number: n}})
	}
	for _, places := range [][]int32{nil, {0, 0, 0, 1, 0, 0, 0, 2, 0, 3}, {5, -1, 3, 9, 2, 0, 0, -7}} {
		f.EntityPlaces = places
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
				t.Errorf("places %v: entity %d is found at %d (%v), want %d", places, number, i, e, at)
			}
		}
	}
}
