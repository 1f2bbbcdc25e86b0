// Package netquake follows the packets between a server and a client of the first Quake (and of engines descended from
// it: QuakeSpasm, DarkPlaces), and makes demos of them.
//
// A packet is flags and its length (32 bits, high byte first), a number (32 bits), then data. A reliable message comes
// in numbered parts, which the receiver acknowledges; the last part is marked. An unreliable one comes in one packet.
// Control packets, which open a connection, have no number. The server's answer names the port for the game to use: a
// new one for each player with QuakeSpasm, the server's own with DarkPlaces.
//
// A demo has a block for each message, in the order that the client receives them, with the client's view angles. A
// client writes its current angles; the proxy writes those of the last move that it saw, which have only the protocol's
// precision.
//
// Facts are from QuakeSpasm (net_dgrm.c, cl_demo.c, cl_input.c) and DarkPlaces (netconn.c, cl_input.c).
package netquake
