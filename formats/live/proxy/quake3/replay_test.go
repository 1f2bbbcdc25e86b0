package quake3

import (
	"bytes"
	"testing"

	"fragscope/formats/live/proxy/proxytest"
	"fragscope/formats/quake3"
)

func captured(t *testing.T, name string) (packets []proxytest.Packet) {
	t.Run("read "+name, func(t *testing.T) { packets = proxytest.Capture(t, name) })
	return packets
}

// TestReplay has packets pass through sockets as they were, and record what they do without.
func TestReplay(t *testing.T) {
	for name, packets := range map[string][]proxytest.Packet{"made up": madeUp(t), "captured": captured(t, "cap_q3A.bin")} {
		if packets == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var tape proxytest.Tape
			proxytest.Feed(t, &conn{tape: &tape}, packets)
			demos := proxytest.Replay(t, Game, packets)
			if len(demos) != len(tape.Demos) {
				t.Fatalf("%d demos instead of %d", len(demos), len(tape.Demos))
			}
			for i, d := range demos {
				if data, _ := d.More(-1, nil); !same(data, tape.Demos[i].Data) {
					t.Errorf("demo %d has %d bytes and not the same %d", i, len(data), len(tape.Demos[i].Data))
				}
			}
		})
	}
}

// TestKilled leaves a demo on disk that can be read, whenever the program is killed.
func TestKilled(t *testing.T) {
	proxytest.Killed(t, Game, madeUp(t), func(data []byte) {
		d := quake3.NewDecoder(data, quake3.Options{Name: "x.dm_68"})
		for d.Next(quake3.HandlerFunc(func(quake3.Message) {})) == nil {
		}
		if len(d.Damage()) > 0 {
			t.Errorf("%d bytes: %v", len(data), d.Damage())
		}
	})
}

func same(a, b []byte) bool { return bytes.Equal(a, b) }

func madeUp(t *testing.T) []proxytest.Packet {
	e := newExchange(t, 68)
	e.play(300)
	return e.packets
}
