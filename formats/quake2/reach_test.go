package quake2

import "testing"

// How far things can be is told by the protocol: short origins end at 4096.
func TestReach(t *testing.T) {
	for number, want := range map[int32]float32{25: 4096, 26: 4096, 34: 4096, 56: 1 << 16, 3434: 4096, 3435: 1 << 17,
		3436: 1 << 17, 2022: 1 << 17, 2023: 1 << 17} {
		if p := protocols[number]; p == nil || p.reach != want {
			t.Errorf("protocol %d: want %v", number, want)
		}
	}
	if protocolMVD.reach != 4096 || protocolMVDExt2.reach != 1<<17 {
		t.Error(protocolMVD.reach, protocolMVDExt2.reach)
	}
}
