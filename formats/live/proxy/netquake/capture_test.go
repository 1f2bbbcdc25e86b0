package netquake

import (
	"encoding/binary"
	"testing"

	"fragscope/formats/live/proxy/proxytest"
	"fragscope/formats/netquake"
)

// TestCaptured feeds packets of real servers and clients: the demos decode to their end.
func TestCaptured(t *testing.T) {
	for name, demos := range map[string]int{"cap2_nq_qs.bin": 1, "cap_nq_dp.bin": 2} {
		t.Run(name, func(t *testing.T) {
			var tape proxytest.Tape
			proxytest.Feed(t, &conn{tape: &tape}, proxytest.Capture(t, name))
			if len(tape.Demos) != demos {
				t.Errorf("%d demos instead of %d", len(tape.Demos), demos)
			}
			for _, d := range tape.Demos {
				checkDemo(t, d)
			}
		})
	}
}

// checkDemo fails the test unless a demo decodes to its end.
func checkDemo(t *testing.T, d *proxytest.Demo) {
	t.Helper()
	decoder := netquake.NewDecoder(d.Data, netquake.Options{})
	angles := map[netquake.Vec3]bool{}
	n := 0
	for decoder.Next(netquake.HandlerFunc(func(m netquake.Message) {
		if b, ok := m.(*netquake.Block); ok {
			angles[b.Angles] = true
			n++
		}
	})) == nil {
	}
	if len(decoder.Damage()) > 0 || n < 100 {
		t.Errorf("%d blocks, damage: %v", n, decoder.Damage())
	}
	t.Logf("%d blocks, %d bytes, %d view angles; ended %v: %s; gaps %q", n, len(d.Data), len(angles), d.Ended,
		d.Why, d.Gaps)
}

// TestPort finds the port in an answer to a client that connects, and nowhere else.
func TestPort(t *testing.T) {
	answer := []byte{0x80, 0, 0, 9, 0x81, 0x50, 0xa1, 0, 0}
	if at, ok := acceptedPort(answer); !ok || binary.LittleEndian.Uint16(answer[at:]) != 0xa150 {
		t.Errorf("port at %d, %v", at, ok)
	}
	for _, p := range [][]byte{answer[:8], {0x80, 0, 0, 9, 0x82, 0x50, 0xa1, 0, 0},
		{0, 9, 0, 9, 0x81, 0x50, 0xa1, 0, 0}, {0x80, 0, 0, 9, 0x81, 0, 0, 0, 0}, {}} {
		if _, ok := acceptedPort(p); ok {
			t.Errorf("% x has a port", p)
		}
	}
}
