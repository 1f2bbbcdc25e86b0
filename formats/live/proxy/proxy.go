package proxy

import (
	"time"

	"fragscope/formats/codec"
)

// MaxPacket is the maximum size of a UDP packet, and therefore of any packet that the proxy forwards.
const MaxPacket = 65507

// Game describes what the proxy needs to know about a game.
type Game struct {
	// Name is the game's name on the command line. DefaultPort is the default port of the game's servers.
	Name        string
	DefaultPort int
	// New returns a Conn for a new client. The Conn records its demos on the given tape.
	New func(Tape) Conn
	// Port finds the port number in a server packet that redirects the client to another port. It returns the offset of
	// the number, which is two bytes, low byte first. Port is nil for games without such packets.
	Port func(packet []byte) (at int, ok bool)
	// Limit returns a server packet without the protocols that cannot be recorded, so that the client does not choose
	// one of them. It returns any other packet unchanged, and must not modify its argument. Limit is nil for games
	// without such a choice.
	Limit func(packet []byte) []byte
}

// Conn follows the packets between one client and a server. It receives each packet as it was sent, before the proxy
// changes it. It also receives the time of each packet, measured from the start of the proxy. Times never decrease. An
// implementation must not retain or modify packets. It must limit the work that a hostile packet can cause.
type Conn interface {
	// Client handles a packet from the player's game. Server handles a packet from the server.
	Client(at time.Duration, packet []byte)
	Server(at time.Duration, packet []byte)
}

// Tape receives the demos recorded by a [Conn], one after another. Some of its methods format a message for the user.
// The message is a sentence without a full stop.
type Tape interface {
	// Begin ends the current demo, if there is one, and starts a new one. extension is the extension of its files, with
	// the dot.
	Begin(f *codec.Codec, extension string)
	// Append appends copies of one or more whole blocks to the demo.
	Append(block []byte)
	// Gap records that data is missing at the current end of the demo.
	Gap(format string, args ...any)
	// End ends the demo, if there is one. The text may state a reason.
	End(format string, args ...any)
	// Say reports to the user why a connection cannot be recorded.
	Say(format string, args ...any)
}
