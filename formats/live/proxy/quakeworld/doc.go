// Package quakeworld follows the packets between a client of QuakeWorld and a server, and makes demos of them: protocol
// 28 with the extensions of FTE and MVDSV that client and server agree on.
//
// A packet is its number, the number of the last packet received, each with the top bit for reliable data, the client's
// port number if it is the client's, then messages. A demo (.qwd) has the server's packets as they came, and the
// player's input, which is in the client's packets.
//
// Engines find the base of a packet's entities by what the client had received when it sent the packet being answered
// (ezquake cl_ents.c, CL_ParsePacketEntities), and number the commands in a demo themselves. So a packet of the server
// is held until one of the client acknowledges it, and gaps in the client's numbers are marked in the demo by a block
// of sequence numbers.
//
// Parts of files sent by the server (downloads) are left out, as in ezquake. Facts are from ezquake (net_chan.c,
// cl_demo.c, com_msg.c) and MVDSV (sv_user.c).
package quakeworld
