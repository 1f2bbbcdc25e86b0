package sim

import (
	"math/rand"
	"testing"
)

// TestSwappedComesBack exchanges bits twice, which gives them back, and small multiples of a unit, which become their numbers.
func TestSwappedComesBack(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for _, unit := range [...]float32{placeUnit, angleUnit} {
		for i := 0; i < 1<<32; i += 1 + rng.Intn(1<<13) {
			if b := uint32(i); swapped(swapped(b, unit), unit) != b {
				t.Fatalf("%#x in units of %v becomes %#x, and that %#x", b, unit, swapped(b, unit), swapped(swapped(b, unit), unit))
			}
		}
		for n := int32(-1 << 18); n < 1<<18; n++ {
			if got := swapped(word(float32(n)*unit), unit); got != uint32(n) {
				t.Fatalf("%d units of %v become %#x", n, unit, got)
			}
		}
	}
}
