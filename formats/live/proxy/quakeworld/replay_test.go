package quakeworld

import (
	"bytes"
	"maps"
	"testing"

	"fragscope/formats/damage"
	"fragscope/formats/live/proxy"
	"fragscope/formats/live/proxy/proxytest"
	"fragscope/formats/quakeworld"
)

// TestReplay has packets pass through sockets as they were, and record what they do without.
func TestReplay(t *testing.T) {
	open := func(tape proxy.Tape) proxy.Conn { return &conn{tape: tape} }
	t.Run("made up", func(t *testing.T) { proxytest.Replays(t, Game, open, madeUp(t), same) })
	proxytest.ReplaysCapture(t, Game, open, "cap_qw.bin", same)
}

// TestKilled leaves a demo on disk that can be read, whenever the program is killed.
func TestKilled(t *testing.T) {
	proxytest.Killed(t, Game, madeUp(t), damaged)
}

// TestAttacked records play while the proxy is flooded.
func TestAttacked(t *testing.T) {
	proxytest.Attacked(t, Game, proxytest.Capture(t, "cap_qw.bin"), damaged)
}

// damaged is what a decoder finds wrong with a demo.
func damaged(data []byte) []damage.Damage {
	d := quakeworld.NewDecoder(data, quakeworld.Options{})
	for d.Next(quakeworld.HandlerFunc(func(quakeworld.Message) {})) == nil {
	}
	return d.Damage()
}

// same compares all but the times.
func same(a, b []byte) bool {
	return maps.EqualFunc(packets(a), packets(b), bytes.Equal)
}

func madeUp(*testing.T) []proxytest.Packet { return play(400, 0) }
