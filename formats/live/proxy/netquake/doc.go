// Package netquake makes demos from the packets between a client and a server. Both may be the original Quake or an
// engine derived from it, such as QuakeSpasm or DarkPlaces.
//
// A packet consists of flags and a length (32 bits, high byte first), a number (32 bits), and data. A reliable message
// is sent in numbered parts, which the receiver acknowledges; the last part is marked. An unreliable message is sent in
// one packet. The control packets that open a connection have no number. In one of them, the server states the port
// that the game must use. QuakeSpasm uses a new port for each player; DarkPlaces uses the server's own port.
//
// A demo has a block for each message, in the order in which the client receives the messages. Each block contains the
// client's view angles. A demo recorded by a client contains the client's current angles. A demo recorded by the proxy
// contains the angles in the last move that the client sent, which are less precise.
//
// Sources: QuakeSpasm (net_dgrm.c, cl_demo.c, cl_input.c) and DarkPlaces (netconn.c, cl_input.c).
package netquake
