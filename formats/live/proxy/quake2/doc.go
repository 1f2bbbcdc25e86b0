// Package quake2 follows the packets between a client of Quake II and a server, and makes demos of them, for protocol
// 34 and older ones.
//
// A packet has a number and the number of the last packet received, each with the top bit for reliable data, the
// client's port number if the client sends it, then messages. A demo (.dm2) has the messages of each server packet
// after their length: the format description calls this a recording of the network. A frame refers only to frames that
// the client has received, so the proxy has also seen them.
//
// R1Q2's protocol 35 and Q2PRO's 36 compress packets and send them in parts; no engine writes them to demos. The proxy
// takes them from the server's list of protocols, so that game and server agree on 34. Parts of
// files sent by the server (downloads) are omitted. Facts are from yquake2 (netchan.c, cl_main.c, cl_download.c) and
// Q2PRO (net/chan.c, client/demo.c).
package quake2
