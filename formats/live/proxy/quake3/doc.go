// Package quake3 follows the packets between a client of Quake III and a server, and makes demos of them: protocols 43
// to 48, which are in the clear, 66 to 68, which are scrambled with the other side's last command, and 71, which is the
// same or, between ioquake3 programs, has checksums instead.
//
// A demo is what the client's own would be: the server's messages with their numbers, without late and duplicate ones.
// A new level continues it with the new gamestate, as in the engine; a new connection is a new demo. Parts of files
// sent by the server (downloads) are left out.
//
// Facts are from ioquake3: net_chan.c, cl_net_chan.c, sv_net_chan.c, cl_main.c, huffman.c.
package quake3
