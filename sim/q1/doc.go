// Package q1 is the adapter of the first Quake and of QuakeWorld: it plays the
// messages of a .dem ([fragscope/formats/netquake]), of a .qwd or of a .mvd
// ([fragscope/formats/quakeworld]) and fills a recording by way of
// [fragscope/sim/track].
//
// It has three parts: the level, which holds during a snapshot; the readers, which make observations
// of messages and texts; and the values of mods ([fragscope/sim/q1/mods] for what they say). A driver of a dozen
// lines hands the observations to the tracker, which alone concludes.
//
// Both games tell little in numbers and much in words: who killed whom is a
// line of text, what lies around is the name of a model. The tables here are
// the games' own: id's programs, the mission packs, Capture the Flag, Rocket
// Arena, KTX and Team Fortress.
//
// A snapshot of a .dem is a block with a time. What is updated in it is in the
// recorder's sight; the recorder is the entity of the last setview, with the view
// angles of the block's head and the status bar of clientdata. Of others there
// is what they look like, what is heard of them and what is printed.
//
// A snapshot of a .qwd is a packet of the server with players or entities; the
// recorder is the player of serverdata, who looks where the commands between
// the packets say. A snapshot of a .mvd is a step of its clock; players and
// entities stay as they are until told otherwise, and every player's status
// bar is there. KTX tells more in the server's info, in commands that begin
// with //ktx, and in hidden records.
package q1
