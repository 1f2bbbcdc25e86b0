// Package quakeworld makes demos from the packets between a QuakeWorld client and a server. It supports protocol 28
// with the FTE and MVDSV extensions that the client and the server agree on.
//
// A packet consists of its number, the number of the last packet received, the client's port number if the client sent
// the packet, and messages. The top bit of each of the first two numbers is used for reliable data. A demo (.qwd)
// contains the server's packets, unchanged, and the player's input, which is taken from the client's packets.
//
// A server packet answers a client packet. The entities in the server packet are relative to those in an earlier server
// packet. Which earlier packet is used depends on what the client had received when it sent the client packet (ezquake
// cl_ents.c, CL_ParsePacketEntities). Engines number the commands in a demo themselves. The proxy therefore writes a
// server packet only once a client packet acknowledges it. Gaps in the client's numbers are marked in the demo by a
// block of sequence numbers.
//
// File chunks sent by the server (downloads) are omitted, as in ezquake.
//
// Sources: ezquake (net_chan.c, cl_demo.c, com_msg.c) and MVDSV (sv_user.c).
package quakeworld
