// Package proxy implements a proxy between a player's game and its server. The proxy forwards their UDP packets and
// records the game as a growing demo.
//
// # Forwarding
//
// Packets reach the server and the player unchanged, with two exceptions. If a server's packet contains the port that
// the game must now use ([Game.Port]), the proxy replaces it with a port of its own. If it lists the protocols that the
// game may choose from ([Game.Limit]), the proxy removes those that cannot be recorded. A packet is forwarded before it
// is inspected, whether or not it can be decoded.
//
// # Recording
//
// A [Conn] from the game's own package follows the packets of one client and writes blocks in the game's demo format to
// a [Tape]. It has no socket and no clock, so it also works with captured packets. A [Listener] owns the sockets. For
// each recordable connection to the server it returns a [Recording], which is a [fragscope/formats/live.Source].
//
// A connection can be recorded only from its start. If the proxy is started during a connection, it forwards the
// packets, but starts recording only when the game reconnects.
package proxy
