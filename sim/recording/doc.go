// Package recording stores a match so that its world can be rebuilt at any time.
//
// A game's adapter drives a [Recorder] through sim/track: it passes a [Frame] for each snapshot, and events, effects,
// levels and damage as they occur. The resulting [Recording] can be read from any goroutine during loading. A [Cursor]
// rebuilds the world at any time.
//
// Frames are stored as rows of 32-bit words, one row per player, pose, inventory, entity or mover. A frame has only the
// words that differ from the previous frame, but every 256th has all of them. A world therefore takes at most 256 small
// steps and does not depend on earlier requests. Players are interpolated between two frames unless NoLerp forbids it;
// anything with a [sim.Trajectory] follows it.
//
// Some of the code is less simple than it could be. These are the measured savings, in memory for an hour of play or in
// loading time:
//
//	velocities that follow (pose.follows) a quarter of the rows of a .mvd
//	packed paths (path)                   two thirds of the paths
//	[Changes], which track alone decides  a fifth to half of a load
//	rows of players as they were (lineup) a sixth of a load of Quake III and .mvd
//	batches (pipeline)                    a tenth of a load of a .mvd; the rest moves to another core
//	sketches ([Recorder.Sketch])          a fifth of the load for an image's map from a .mvd, a seventh from Quake III
//
// Tables (interner) map values that are not numbers to words.
package recording
