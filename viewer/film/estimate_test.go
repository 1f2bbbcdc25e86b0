package film

import "testing"

// TestEstimate checks that the estimated size grows with the number of frames and their size, and that frames at a
// higher rate take less each.
func TestEstimate(t *testing.T) {
	mp4, _ := KindOf("x.mp4")
	slow, fast := Spec{Width: 1280, Height: 720, Rate: 30}, Spec{Width: 1280, Height: 720, Rate: 120}
	if n := mp4.Estimate(slow, 300); n < 300_000 || n > 3_000_000 {
		t.Errorf("ten seconds take %d bytes", n)
	}
	if a, b := mp4.Estimate(slow, 300), mp4.Estimate(fast, 1200); b <= a || b >= 4*a {
		t.Errorf("30 pictures a second take %d bytes, 120 take %d", a, b)
	}
	if odd, _ := KindOf("x.ogv"); odd.Estimate(slow, 300) != 0 {
		t.Error("a kind of which nothing is known has a size")
	}
}
