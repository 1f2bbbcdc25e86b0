package proxy

import (
	"time"

	"fragscope/formats/codec"
)

// MaxPacket is the size of the largest packet passed on, the largest in UDP.
const MaxPacket = 65507

// Game is how a proxy handles a game's packets.
type Game struct {
	// Name is the game's name on the command line, DefaultPort its servers' port.
	Name        string
	DefaultPort int
	// New returns a follower for the packets of a new client.
	New func(Tape) Conn
	// Port finds the port in a packet of the server that redirects the client to another one: its offset, two bytes,
	// low one first. It is nil for games without such packets.
	Port func(packet []byte) (at int, ok bool)
}

// Conn follows the packets of one client of a server. Times are since the start of the proxy and never fall. Packets
// are as they came, before any port was changed, and must be neither kept nor changed. Hostile ones are harmless: their
// cost is bounded.
type Conn interface {
	// Client handles a packet from the player's game, Server one to it.
	Client(at time.Duration, packet []byte)
	Server(at time.Duration, packet []byte)
}

// Tape receives what a [Conn] hears, one demo after the other. Words are for the user, sentences without a full stop.
type Tape interface {
	// Begin starts a demo and ends the last one. extension is that of its files, with its dot.
	Begin(f *codec.Codec, extension string)
	// Append appends copies of whole blocks to the demo.
	Append(block []byte)
	// Gap notes that something is missing here.
	Gap(format string, args ...any)
	// End ends the demo, if there is one; the words may say why.
	End(format string, args ...any)
	// Say reports what keeps a connection from being recorded.
	Say(format string, args ...any)
}
