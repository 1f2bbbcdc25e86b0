// Package proxy implements a proxy between a player's game and its server. It passes on their UDP packets and records
// the game as a growing demo.
//
// # Forwarding
//
// Packets reach the server and the player unchanged, with one exception: where a server names the port that the game
// must now use ([Game.Port]), it is replaced by a port of the proxy. A packet is passed on before it is inspected,
// whether it can be read or not.
//
// # Recording
//
// A [Conn] of the game's own package follows the packets of one client and puts blocks of the game's demo format on a
// [Tape]. It has no socket and no clock, so it also works with captured packets. A [Listener] has the sockets; for each
// recordable connection to the server it returns a [Recording], which is a [fragscope/formats/live.Source].
//
// A connection is recorded from its start. One that is older than the proxy is passed on, but recorded only once the
// game reconnects.
package proxy
