// Package quake2 makes demos from the packets between a Quake II client and a server. It supports protocol 34 and older
// protocols.
//
// A packet consists of its number, the number of the last packet received, the client's port number if the client sent
// the packet, and messages. The top bit of each of the first two numbers is used for reliable data. A demo (.dm2)
// contains the messages of each server packet, preceded by their length. The format description calls this a network
// recording. A frame refers only to frames that the client has received, all of which have passed through the proxy.
//
// R1Q2's protocol 35 and Q2PRO's protocol 36 compress packets and split them into parts. No engine writes them to
// demos. The proxy removes both protocols from the server's list, so that the game and the server agree on 34. File
// chunks sent by the server (downloads) are omitted from demos.
//
// Sources: yquake2 (netchan.c, cl_main.c, cl_download.c) and Q2PRO (net/chan.c, client/demo.c).
package quake2
