package quake3

import (
	"testing"

	"fragscope/formats/live/proxy"
	"fragscope/formats/live/proxy/proxytest"
)

// FuzzPackets lets any packets come from both sides; what comes out is whole blocks. The seeds are short, as a fuzzer
// changes few bytes of each; by a challenge of 0 packets that it changes keep their checksums.
func FuzzPackets(f *testing.F) {
	for _, number := range []int{43, 68, 71} {
		e := challenged(f, number, 0)
		e.gamestate(2)
		e.say("say hello")
		e.client(true)
		e.command("print \"hello\"")
		e.snapshot()
		e.client(true)
		f.Add(proxytest.Pack(e.packets))
		e.gamestate(60) // in fragments
		e.snapshot()
		e.say("disconnect")
		e.client(true)
		f.Add(proxytest.Pack(e.packets))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		proxytest.Fuzz(t, func(tape proxy.Tape) proxy.Conn { return &conn{tape: tape} }, data)
	})
}
