// Package quakeworld follows the packets between a client of QuakeWorld and a server, and makes demos of them, for
// protocol 28 with the extensions of FTE and MVDSV on which client and server agree.
//
// A packet has a number and the number of the last packet received, each with the top bit for reliable data, the
// client's port number if the client sends it, then messages. A demo (.qwd) has the server's packets as they came, and
// the player's input, which is in the client's packets.
//
// Engines find the base of a packet's entities by what the client had received when it sent the packet being answered
// (ezquake cl_ents.c, CL_ParsePacketEntities), and number the commands in a demo themselves. So a server packet is held
// until a client packet acknowledges it, and gaps in the client's numbers are marked in the demo by a block of sequence
// numbers.
//
// Parts of files sent by the server (downloads) are left out, as in ezquake. Facts are from ezquake (net_chan.c,
// cl_demo.c, com_msg.c) and MVDSV (sv_user.c).
package quakeworld
