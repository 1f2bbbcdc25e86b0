// Package quake3 follows the packets between a Quake III client and a server, and makes demos of them. It supports
// protocols 43 to 48, which are not scrambled; 66 to 68, which are scrambled with the other side's last command; and
// 71, which is also scrambled or, between ioquake3 programs, has checksums instead.
//
// The demo is identical to one recorded by the client itself: the server's messages with their numbers, except for late
// and duplicate messages. A new level continues the demo with the new gamestate, as in the engine; a new connection
// starts a new demo. File chunks sent by the server (downloads) are omitted.
//
// Sources: ioquake3's net_chan.c, cl_net_chan.c, sv_net_chan.c, cl_main.c, huffman.c.
package quake3
