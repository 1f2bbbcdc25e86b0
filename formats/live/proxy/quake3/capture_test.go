package quake3

import (
	"encoding/binary"
	"testing"

	"fragscope/formats/live/proxy/proxytest"
	"fragscope/formats/quake3"
)

// blocks are the messages of a demo by their sequence.
func blocks(t *testing.T, data []byte) map[int32]string {
	t.Helper()
	all := map[int32]string{}
	for at := 0; ; {
		if len(data)-at < 8 {
			t.Fatalf("a demo of %d bytes without an end", len(data))
		}
		sequence, size := int32(binary.LittleEndian.Uint32(data[at:])), int32(binary.LittleEndian.Uint32(data[at+4:]))
		if sequence == -1 {
			return all
		}
		all[sequence] = string(data[at+8 : at+8+int(size)])
		at += 8 + int(size)
	}
}

// TestCaptured feeds the packets of a game that recorded itself: each message of its demo that came over the network is
// in ours.
func TestCaptured(t *testing.T) {
	var tape proxytest.Tape
	c := &conn{tape: &tape}
	proxytest.Feed(t, c, proxytest.Capture(t, "cap_q3A.bin"))
	if len(tape.Demos) != 1 || tape.Demos[0].Extension != ".dm_71" {
		t.Fatalf("%d demos; said %q", len(tape.Demos), tape.Said)
	}
	d := tape.Demos[0]
	ours, own := blocks(t, append(d.Data, "\xff\xff\xff\xff\xff\xff\xff\xff"...)),
		blocks(t, proxytest.Shared(t, "liveq3A.dm_71"))
	equal := 0
	for n, m := range own {
		if ours[n] == m {
			equal++
		} else {
			t.Logf("message %d: own %d bytes, ours %d", n, len(m), len(ours[n]))
		}
	}
	// The own demo begins with a gamestate that the client made itself.
	if equal != len(own)-1 {
		t.Errorf("%d of %d messages are equal", equal, len(own))
	}
	decoder := quake3.NewDecoder(d.Data, quake3.Options{Name: "live" + d.Extension})
	for decoder.Next(quake3.HandlerFunc(func(quake3.Message) {})) == nil {
	}
	if len(decoder.Damage()) > 0 {
		t.Errorf("damage: %v", decoder.Damage())
	}
	t.Logf("%d of %d messages are equal, ours has %d; ended %v: %s; gaps %q", equal, len(own), len(ours), d.Ended,
		d.Why, d.Gaps)
}
