package quakeworld

import (
	"bytes"
	"maps"
	"testing"

	"fragscope/formats/live/proxy/proxytest"
	"fragscope/formats/quakeworld"
)

func captured(t *testing.T, name string) (packets []proxytest.Packet) {
	t.Run("read "+name, func(t *testing.T) { packets = proxytest.Capture(t, name) })
	return packets
}

// TestReplay has packets pass through sockets as they were, and record what they do without.
func TestReplay(t *testing.T) {
	for name, packets := range map[string][]proxytest.Packet{"made up": madeUp(t), "captured": captured(t, "cap_qw.bin")} {
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
		d := quakeworld.NewDecoder(data, quakeworld.Options{})
		for d.Next(quakeworld.HandlerFunc(func(quakeworld.Message) {})) == nil {
		}
		if len(d.Damage()) > 0 {
			t.Errorf("%d bytes: %v", len(data), d.Damage())
		}
	})
}

// same compares all but the times.
func same(a, b []byte) bool {
	return maps.EqualFunc(packets(a), packets(b), bytes.Equal)
}

func madeUp(*testing.T) []proxytest.Packet { return play(400, 0) }
