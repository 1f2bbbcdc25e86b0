// Package q1 is the adapter for the first Quake and QuakeWorld. It reads the messages of a .dem
// ([fragscope/formats/netquake]), a .qwd or a .mvd ([fragscope/formats/quakeworld]) and fills a recording through
// [fragscope/sim/track].
//
// It has three parts: the level, whose state is constant during a snapshot; the readers, which turn messages and text
// into observations; and the tables of mods, whose text is in [fragscope/sim/q1/mods]. A short driver passes the
// observations to the tracker. Only the tracker draws conclusions from them.
//
// Both games send few numbers and much text: an obituary is a printed line, and an item is identified by the name of
// its model. The tables are those of the games themselves: id's programs, the mission packs, Capture the Flag, Rocket
// Arena, KTX and Team Fortress.
//
// A snapshot of a .dem is a block with a time. Every entity updated in it is in the recorder's sight. The recorder is
// the entity named by the last setview. His view angles are in the block's header, and his status bar is in clientdata.
// Of other players, the demo shows only their appearance, their sounds and printed text.
//
// A snapshot of a .qwd is a packet from the server with players or entities. The recorder is the player named by
// serverdata. His view comes from the commands between the packets. A snapshot of a .mvd is a step of its clock:
// players and entities remain unchanged until an update, and every player's status bar is included. KTX sends more in
// the server info, in commands that begin with //ktx, and in hidden records.
package q1
