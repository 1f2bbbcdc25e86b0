package netquake

import (
	"bytes"
	"testing"

	"fragscope/formats/live/proxy/proxytest"
	"fragscope/formats/netquake"
)

// TestReplay has packets pass through sockets as they were, with the server's second port, and record what they do without.
func TestReplay(t *testing.T) {
	for name, packets := range map[string][]proxytest.Packet{"made up": play(t, 100, 1024), "QuakeSpasm": captured(t, "cap2_nq_qs.bin"), "DarkPlaces": captured(t, "cap_nq_dp.bin")} {
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
				if data, _ := d.More(-1, nil); !bytes.Equal(messages(data), messages(tape.Demos[i].Data)) {
					t.Errorf("demo %d has %d bytes and not the same %d", i, len(data), len(tape.Demos[i].Data))
				}
			}
		})
	}
}

// messages is a demo without its angles, which lean on the time.
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

func captured(t *testing.T, name string) (packets []proxytest.Packet) {
	t.Run("read "+name, func(t *testing.T) { packets = proxytest.Capture(t, name) })
	return packets
}

// TestKilled leaves a demo on disk that can be read, whenever the program is killed.
func TestKilled(t *testing.T) {
	proxytest.Killed(t, Game, play(t, 400, 1024), func(data []byte) {
		d := netquake.NewDecoder(data, netquake.Options{})
		for d.Next(netquake.HandlerFunc(func(netquake.Message) {})) == nil {
		}
		if len(d.Damage()) > 0 {
			t.Errorf("%d bytes: %v", len(data), d.Damage())
		}
	})
}
