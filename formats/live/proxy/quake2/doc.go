// Package quake2 follows the packets between a client of Quake II and a server, and makes demos of them, for protocol
// 34 and older ones.
//
// A packet has a number and the number of the last packet received, each with the top bit for reliable data, the
// client's port number if the client sends it, then messages. A demo (.dm2) has the messages of each server packet
// after their length: what the format description calls a recording of the network. A frame refers only to frames that
// the client has received, which the proxy has seen as well.
//
// R1Q2's protocol 35 and Q2PRO's 36 compress packets and send them in parts; no engine writes them to demos. Parts of
// files sent by the server (downloads) are left out. Facts are from yquake2 (netchan.c, cl_main.c, cl_download.c) and
// Q2PRO (net/chan.c, client/demo.c).
package quake2
