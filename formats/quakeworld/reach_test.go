package quakeworld

import "testing"

// How far things can be is told by the extensions of the protocol.
func TestReach(t *testing.T) {
	for _, test := range []struct {
		fte, mvd1 uint32
		want      float32
	}{{0, 0, 4096}, {fteFloatCoords, 0, 1 << 16}, {0, MVD1FloatCoords, 1 << 16}} {
		if p, ok := newProtocol(28, test.fte, 0, test.mvd1, false); !ok || p.Reach() != test.want {
			t.Errorf("%#x, %#x: %v, want %v", test.fte, test.mvd1, p.Reach(), test.want)
		}
	}
}
