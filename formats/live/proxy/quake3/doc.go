// Package quake3 follows the packets between a client of Quake III and a server, and makes demos of them: protocols 43 to 48, which are
// in the clear, 66 to 68, which are scrambled with what either side said last, and 71, which is so or, between programs of ioquake3, has
// checksums instead.
//
// A demo is what the client's own would be: the messages of the server with their numbers, without what comes late or twice. Where
// the level changes it goes on with the new gamestate, as the engine's does; a new connection is a new demo. Parts of files that
// the server sends (downloads) are left out.
//
// Facts are from ioquake3: net_chan.c, cl_net_chan.c, sv_net_chan.c, cl_main.c, huffman.c.
package quake3
