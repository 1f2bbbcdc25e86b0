// Package proxy stands between a player's own game and its server, passes their UDP packets on and records the game as a demo
// that grows.
//
// # What passes
//
// What the player sends reaches the server as it was, and what the server sends the player; only where a server names the port
// that the game is to speak to from then on ([Game.Port]) it is that of the proxy. A packet is passed on before it is looked at, and
// whether it can be read makes no difference to that.
//
// # What is recorded
//
// A [Conn] of the game's own package follows the packets of one client and puts blocks of the game's demo format on a [Tape]. It has no
// socket and no clock, so that captured packets serve as well. A [Listener] has the sockets; for each connection to the server that
// can be recorded it gives a [Recording], which is a [fragscope/formats/live.Source].
//
// A connection is recorded from its start. One that was there before the proxy passes through it, and is recorded when the game connects anew.
package proxy
