// Package q1 is the adapter for the first Quake and QuakeWorld: it plays the messages of a .dem
// ([fragscope/formats/netquake]), a .qwd or a .mvd ([fragscope/formats/quakeworld]) and fills a recording through
// [fragscope/sim/track].
//
// It has three parts: the level, which is constant during a snapshot; the readers, which turn messages and texts
// into observations; and the tables of mods ([fragscope/sim/q1/mods] for their texts). A driver of a dozen lines
// passes the observations to the tracker, which alone draws conclusions.
//
// Both games tell little in numbers and much in words: who killed whom is a line of text, and what lies around is
// the name of a model. The tables here are the games' own: id's programs, the mission packs, Capture the Flag,
// Rocket Arena, KTX and Team Fortress.
//
// A snapshot of a .dem is a block with a time. Whatever is updated in it is in the recorder's sight; the recorder
// is the entity of the last setview, with the view angles of the block's header and the status bar of clientdata.
// About others it has what they look like, what is heard of them and what is printed.
//
// A snapshot of a .qwd is a packet from the server with players or entities; the recorder is the player of
// serverdata, whose view comes from the commands between the packets. A snapshot of a .mvd is a step of its clock;
// players and entities stay as they are until an update, and every player's status bar is there. KTX tells more in
// the server's info, in commands that begin with //ktx, and in hidden records.
package q1
