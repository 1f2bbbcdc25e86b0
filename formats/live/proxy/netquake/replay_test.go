package netquake

import (
	"bytes"
	"testing"

	"fragscope/formats/damage"
	"fragscope/formats/live/proxy"
	"fragscope/formats/live/proxy/proxytest"
	"fragscope/formats/netquake"
)

// TestReplay has packets pass through sockets as they were, with the server's second port, and record what they do
// without.
func TestReplay(t *testing.T) {
	open := func(tape proxy.Tape) proxy.Conn { return &conn{tape: tape} }
	t.Run("made up", func(t *testing.T) { proxytest.Replays(t, Game, open, play(t, 100, 1024), same) })
	proxytest.ReplaysCapture(t, Game, open, "cap2_nq_qs.bin", same)
	proxytest.ReplaysCapture(t, Game, open, "cap_nq_dp.bin", same)
}

// same compares all but the angles.
func same(a, b []byte) bool { return bytes.Equal(messages(a), messages(b)) }

// messages is a demo without its angles, which depend on the time.
func messages(data []byte) (out []byte) {
	d := netquake.NewDecoder(data, netquake.Options{})
	var e bytes.Buffer
	enc := netquake.NewEncoder(&e, netquake.Options{})
	for d.Next(netquake.HandlerFunc(func(m netquake.Message) {
		if b, ok := m.(*netquake.Block); ok {
			b.Angles = netquake.Vec3{}
		}
		enc.Handle(m)
	})) == nil {
	}
	enc.Finish()
	return e.Bytes()
}

// TestKilled leaves a demo on disk that can be read, whenever the program is killed.
func TestKilled(t *testing.T) {
	proxytest.Killed(t, Game, play(t, 400, 1024), func(data []byte) []damage.Damage {
		d := netquake.NewDecoder(data, netquake.Options{})
		for d.Next(netquake.HandlerFunc(func(netquake.Message) {})) == nil {
		}
		return d.Damage()
	})
}
