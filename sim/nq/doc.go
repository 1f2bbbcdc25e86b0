// Package nq is the simulator of the first Quake: it plays the messages of a
// .dem ([fragscope/formats/netquake]) and fills a recording ([Record]).
//
// A moment is a block with a time. What is updated in it is in the recorder's
// sight; the recorder is the entity of the last setview, with the view angles
// of the block's head and the status bar of clientdata. Of others there is
// what they look like, what is heard of them and what is printed.
package nq
