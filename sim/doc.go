// Package sim is the game-neutral middle: what is known of a recorded match at
// any moment.
//
// A game's adapter (sim/q1, sim/q2, sim/q3) runs through a demo once and drives,
// by way of sim/track, a [Recorder]: a [Frame] for every snapshot, and [Event]s, [Effect]s, levels
// and damage as they come. The [Recording] that comes of it answers, while it
// still grows and from any goroutine, what a viewer asks: a [Cursor] rebuilds
// the [World] at any time.
//
// How frames are kept: each is rows of 32-bit words, a row a player, entity or
// mover, stored as the difference to the frame before; every 64th frame stands
// by itself. So a world costs at most 64 small steps, and equals, whatever was
// asked before, the one that playing up to it gives. Between two frames players
// are interpolated, unless NoLerp forbids it;
// whatever follows a trajectory is where its [Trajectory] says.
package sim
