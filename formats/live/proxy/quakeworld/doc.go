// Package quakeworld follows the packets between a client of QuakeWorld and a server, and makes demos of them, for
// protocol 28 with the extensions of FTE and MVDSV that client and server agree on.
//
// A packet has a number and the number of the last packet received, each with the top bit for reliable data, the
// client's port number if the client sends it, then messages. A demo (.qwd) has the server's packets, unchanged, and
// the player's input, which is in the client's packets.
//
// Which state a packet's entities are relative to depends on the packets that the client had received when it sent the
// one being answered (ezquake cl_ents.c, CL_ParsePacketEntities); and engines number the commands in a demo themselves.
// So a server packet is held until a client packet acknowledges it, and gaps in the client's numbers are marked in the
// demo by a block of sequence numbers.
//
// Parts of files sent by the server (downloads) are omitted, as in ezquake. Facts are from ezquake (net_chan.c,
// cl_demo.c, com_msg.c) and MVDSV (sv_user.c).
package quakeworld
