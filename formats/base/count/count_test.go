package count

import "testing"

func TestOf(t *testing.T) {
	for n, want := range map[int]string{0: "0 demos", 1: "1 demo", 2: "2 demos", 1000: "1000 demos", -1: "-1 demos"} {
		if got := Of(n, "demo"); got != want {
			t.Errorf("%d things are %q, want %q", n, got, want)
		}
	}
}
