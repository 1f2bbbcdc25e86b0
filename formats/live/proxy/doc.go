// Package proxy implements a proxy between a player's game and its server. The proxy forwards their UDP packets and
// records the game as a growing demo.
//
// # Forwarding
//
// Packets reach the server and the player unchanged, with two exceptions. If a packet from the server contains the port
// that the game must now use ([Game.Port]), the proxy replaces it with a port of its own. If a packet from the server
// lists the protocols that the game may choose from ([Game.Limit]), the proxy removes the protocols that cannot be
// recorded. The proxy forwards each packet before inspecting it, whether or not the packet can be decoded.
//
// # Recording
//
// A [Conn] follows the packets of one client and writes blocks in the game's demo format to a [Tape]. Each game's
// package implements its own Conn. A Conn uses neither a socket nor a clock, so it also works with captured packets. A
// [Listener] owns the sockets. For each recordable connection to the server, it provides a [Recording], which is a
// [fragscope/formats/live.Source].
//
// A connection can be recorded only from its start. If the proxy is started while a game is connected, it forwards the
// game's packets, but does not record anything until the game reconnects.
package proxy
