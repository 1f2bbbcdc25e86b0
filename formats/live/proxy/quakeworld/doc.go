// Package quakeworld follows the packets between a client of QuakeWorld and a server, and makes demos of them: protocol 28 with the
// extensions of FTE and MVDSV, as client and server agree on them.
//
// A packet is its number, the number of the last packet that was received, each with the top bit for reliable data, the client's port
// number if it is the client's, then messages. A demo (.qwd) has the server's packets as they came, and what the player pressed,
// which is in the client's packets.
//
// Engines find the entities that a packet's are the difference to by what the client had received when it sent the packet that is
// answered (ezquake cl_ents.c, CL_ParsePacketEntities), and number the commands in a demo themselves. So a packet of the
// server is held back until one of the client shows that it was received, and where the client's numbers leave some out
// the demo says so by a block of sequence numbers.
//
// Parts of files that the server sends (downloads) are left out, as ezquake does. Facts are from ezquake (net_chan.c, cl_demo.c,
// com_msg.c) and MVDSV (sv_user.c).
package quakeworld
