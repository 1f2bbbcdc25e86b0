// Package netquake follows the packets between a client of the first Quake (and of engines descended from it:
// QuakeSpasm, DarkPlaces) and a server, and makes demos of them.
//
// A packet is flags and its length (32 bits, high byte first), a number (32 bits), then data. Reliable messages come in
// numbered parts, which the receiver acknowledges, the last one marked; unreliable ones in one packet. Control packets,
// which open a connection, have no number. The server's answer to them names the port for the game to use: QuakeSpasm's
// is a new one for each player, DarkPlaces' its own.
//
// A demo has a block for each message, in the order in which the client receives them, with the client's view angles.
// The client writes its own there; here they are those of its last move that came by, in as many bits as the protocol
// has.
//
// Facts are from QuakeSpasm (net_dgrm.c, cl_demo.c, cl_input.c) and DarkPlaces (netconn.c, cl_input.c).
package netquake
