// Package recording stores a match, so that its world can be had at any time.
//
// A game's adapter drives a [Recorder] through sim/track: a [Frame] for each snapshot, and events, effects, levels
// and damage as they come. The [Recording] that grows from them can be read from any goroutine while loading goes
// on; a [Cursor] rebuilds the world at any time.
//
// Frames are kept as rows of 32-bit words, one row per player, pose, inventory, entity or mover. A frame has the
// words that differ from the previous frame; each 128th has all of them, so a world takes at most 128 small steps
// and does not depend on what was asked for before. Between two frames players are interpolated unless NoLerp
// forbids it, and whatever has a [sim.Trajectory] follows it.
//
// Where the code is not the plainest, this is what it was measured to save, in memory for an hour of play or in
// loading time:
//
//	two to four bytes a word (pose)       a third of the rows of a .mvd and of Quake III
//	velocities that follow (pose.follows) a quarter of the rows of a .mvd
//	packed paths (path)                   two thirds of the paths
//	[Changes], which track alone decides  a fifth to half of a load
//	rows of players as they were (lineup) a sixth of a load of Quake III and .mvd
//	batches (pipeline)                    a tenth of a load of a .mvd, and another core has the rest to do
//	sketches ([Recorder.Sketch])          a fifth of the load of a .mvd, a seventh of Quake III's, that a picture's map needs
//
// Tables (interner) give rows words for what is no number.
package recording
