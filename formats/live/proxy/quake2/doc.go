// Package quake2 follows the packets between a client of Quake II and a server, and makes demos of them: protocol 34 and
// older ones.
//
// A packet is its number, the number of the last packet received, each with the top bit for reliable data, the client's
// port number if it is the client's, then messages. A demo (.dm2) has the messages of each packet of the server behind
// their length: what the document calls a recording of the network. A frame leans only on frames that the client has
// received, which the proxy has seen, too.
//
// R1Q2's protocol 35 and Q2PRO's 36 compress packets and send them in parts; no engine writes them to demos. Parts of
// files sent by the server (downloads) are left out. Facts are from yquake2 (netchan.c, cl_main.c, cl_download.c) and
// Q2PRO (net/chan.c, client/demo.c).
package quake2
