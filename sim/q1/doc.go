// Package q1 is the adapter for the first Quake and QuakeWorld: it plays the messages of a .dem
// ([fragscope/formats/netquake]), a .qwd or a .mvd ([fragscope/formats/quakeworld]) and fills a recording through
// [fragscope/sim/track].
//
// It has three parts: the level, which is constant during a snapshot; the readers, which turn messages and texts into
// observations; and the tables of mods ([fragscope/sim/q1/mods] for their texts). A short driver passes the
// observations to the tracker; only the tracker draws conclusions.
//
// Both games send few numbers and much text: an obituary is a printed line, and an item is known by the name of its
// model. The tables here are those of the games themselves: id's programs, the mission packs, Capture the Flag, Rocket
// Arena, KTX and Team Fortress.
//
// A snapshot of a .dem is a block with a time. Every entity updated in it is in the recorder's sight. The recorder is
// the entity of the last setview, with the view angles of the block's header and the status bar of clientdata. About
// other players the demo has only their appearance, their sounds and the printed texts.
//
// A snapshot of a .qwd is a packet from the server with players or entities. The recorder is the player of serverdata;
// his view comes from the commands between the packets. A snapshot of a .mvd is a step of its clock: players and
// entities remain unchanged until an update, and every player's status bar is included. KTX sends more in the server
// info, in commands that begin with //ktx, and in hidden records.
package q1
