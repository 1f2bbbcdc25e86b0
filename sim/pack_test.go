package sim

import (
	"math/rand"
	"testing"
)

// TestSwapComesBack exchanges bits twice, which gives them back, and small multiples of a unit, which become their numbers.
func TestSwapComesBack(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for _, u := range [...]unit{wholes, eighths, shorts} {
		for i := 0; i < 1<<32; i += 1 + rng.Intn(1<<13) {
			if b := uint32(i); u.swap(u.swap(b)) != b || word(u.float(u.swap(b))) != b {
				t.Fatalf("%#x in units of %v becomes %#x, and that %#x", b, u.size, u.swap(b), u.swap(u.swap(b)))
			}
		}
		for n := int32(-1 << 18); n < 1<<18; n++ {
			if got := u.swap(word(float32(n) * u.size)); got != uint32(n) {
				t.Fatalf("%d units of %v become %#x", n, u.size, got)
			}
		}
	}
}
