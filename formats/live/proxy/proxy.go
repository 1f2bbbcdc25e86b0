package proxy

import (
	"time"

	"fragscope/formats/codec"
)

// MaxPacket is the size of the largest packet that is passed on, the largest that UDP has.
const MaxPacket = 65507

// Game is how a game's packets are understood.
type Game struct {
	// Name is as the command line has it, DefaultPort that of the game's servers.
	Name        string
	DefaultPort int
	// New returns what follows the packets of a new client.
	New func(Tape) Conn
	// Port finds the port in a packet of the server that tells the client to speak to another one from then on: where
	// it stands, two bytes, low one first. It is nil for games without such packets.
	Port func(packet []byte) (at int, ok bool)
}

// Conn follows the packets of one client of a server. The time is since the start of the proxy and never falls. Packets
// are as they came, before a port was changed in them, and are neither kept nor changed. Hostile ones do no harm: what they cost is bounded.
type Conn interface {
	// Client takes a packet that the player's game sent, Server one that it was sent.
	Client(at time.Duration, packet []byte)
	Server(at time.Duration, packet []byte)
}

// Tape is where a [Conn] puts what it hears, one demo after the other. Words are for the user, sentences without their full stop.
type Tape interface {
	// Begin starts a demo and ends the last one. The extension is that of its files, with its dot.
	Begin(f *codec.Codec, extension string)
	// Append appends whole blocks to the demo. They are copied.
	Append(block []byte)
	// Gap notes that something is missing from here on.
	Gap(format string, args ...any)
	// End ends the demo, if there is one, and may say why.
	End(format string, args ...any)
	// Say tells what keeps a connection from being recorded.
	Say(format string, args ...any)
}
