package netquake

import "testing"

// How far things can be is told by the coding of coordinates that the protocol and its flags choose.
func TestReach(t *testing.T) {
	for _, test := range []struct {
		number     int32
		flags, fte uint32
		want       float32
	}{
		{15, 0, 0, 4096}, {666, 0, 0, 4096}, {999, 0, 0, 4096}, {999, RMQ24BitCoord, 0, 1 << 15},
		{999, RMQInt32Coord, 0, 1 << 16},
		{999, RMQFloatCoord, 0, 1 << 16}, {15, 0, fteFloatCoords, 1 << 16}, {3504, 0, 0, 1 << 16},
	} {
		if p, ok := newProtocol(test.number, test.flags, test.fte, 0); !ok || p.Reach() != test.want {
			t.Errorf("protocol %d with flags %#x, %#x: %v, want %v", test.number, test.flags, test.fte,
				p.Reach(), test.want)
		}
	}
}
