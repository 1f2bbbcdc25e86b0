package sim

import "testing"

func TestMoveKeys(t *testing.T) {
	for _, test := range []struct {
		forward, right, up int
		want               string
	}{
		{0, 0, 0, ""}, {400, 0, 0, "forward"}, {-400, -350, 0, "back+left"}, {127, 127, 127, "forward+right+jump"},
		{0, 0, -127, "crouch"},
	} {
		if got := MoveKeys(test.forward, test.right, test.up).String(); got != test.want {
			t.Errorf("%d, %d, %d: %q, want %q", test.forward, test.right, test.up, got, test.want)
		}
	}
}
