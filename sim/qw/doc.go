// Package qw is the simulator of QuakeWorld: it plays the messages of a .qwd
// or a .mvd ([fragscope/formats/quakeworld]) and fills a recording ([Record],
// [RecordMultiView]).
//
// A moment of a .qwd is a packet of the server with players or entities; the
// recorder is the player of serverdata, who looks where the commands between
// the packets say. A moment of a .mvd is a step of its clock; players and
// entities stay as they are until told otherwise, and every player's status
// bar is there. KTX tells more in the server's info, in commands that begin
// with //ktx, and in hidden records.
package qw
