package quake2

import (
	"testing"

	"fragscope/formats/live/proxy"
	"fragscope/formats/live/proxy/proxytest"
)

// FuzzPackets lets any packets come from both sides; what comes out is whole blocks.
func FuzzPackets(f *testing.F) {
	f.Add(proxytest.Pack(play(8)))
	f.Fuzz(func(t *testing.T, data []byte) {
		proxytest.Fuzz(t, func(tape proxy.Tape) proxy.Conn { return &conn{tape: tape} }, data)
	})
}
