// Package quake3 makes demos from the packets between a Quake III client and a server. It supports protocols 43 to 48,
// in which packets are not scrambled, and 66 to 68, in which each side scrambles packets with the other side's last
// command. It also supports protocol 71, in which packets are scrambled in the same way or, between two ioquake3
// programs, have checksums instead.
//
// The demo is identical to one recorded by the client itself. It contains the server's messages and their numbers,
// except for late and duplicate messages. When the level changes, the demo continues with the new gamestate, as in the
// engine. A new connection starts a new demo. File chunks sent by the server (downloads) are omitted.
//
// Sources: ioquake3's net_chan.c, cl_net_chan.c, sv_net_chan.c, cl_main.c, huffman.c.
package quake3
