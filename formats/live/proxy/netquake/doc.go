// Package netquake follows the packets between a client and a server of the original Quake, or of an engine derived
// from it (such as QuakeSpasm or DarkPlaces), and makes demos of them.
//
// A packet consists of its flags and length (32 bits, high byte first), a number (32 bits), and data. A reliable
// message is sent in numbered parts, which the receiver acknowledges; the last part is marked. An unreliable message is
// sent in one packet. Control packets, which open a connection, have no number. The server's reply contains the port
// that the game must use. QuakeSpasm uses a new port for each player, DarkPlaces the server's own port.
//
// A demo has a block for each message, in the order in which the client receives them, along with the client's view
// angles. A client records its current angles. The proxy records the angles of the last move that it saw, which have
// only the protocol's precision.
//
// Sources: QuakeSpasm (net_dgrm.c, cl_demo.c, cl_input.c) and DarkPlaces (netconn.c, cl_input.c).
package netquake
