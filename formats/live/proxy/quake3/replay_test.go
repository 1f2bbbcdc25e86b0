package quake3

import (
	"bytes"
	"testing"

	"fragscope/formats/damage"
	"fragscope/formats/live/proxy"
	"fragscope/formats/live/proxy/proxytest"
	"fragscope/formats/quake3"
)

// TestReplay has packets pass through sockets as they were, and record what they do without.
func TestReplay(t *testing.T) {
	open := func(tape proxy.Tape) proxy.Conn { return &conn{tape: tape} }
	t.Run("made up", func(t *testing.T) { proxytest.Replays(t, Game, open, madeUp(t), bytes.Equal) })
	proxytest.ReplaysCapture(t, Game, open, "cap_q3A.bin", bytes.Equal)
}

// TestKilled leaves a demo on disk that can be read, whenever the program is killed.
func TestKilled(t *testing.T) {
	proxytest.Killed(t, Game, madeUp(t), func(data []byte) []damage.Damage {
		d := quake3.NewDecoder(data, quake3.Options{Name: "x.dm_68"})
		for d.Next(quake3.HandlerFunc(func(quake3.Message) {})) == nil {
		}
		return d.Damage()
	})
}

func madeUp(t *testing.T) []proxytest.Packet {
	e := newExchange(t, 68)
	e.play(300)
	return e.packets
}
