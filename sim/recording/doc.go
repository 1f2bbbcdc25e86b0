// Package recording stores a match so that the state of its world can be rebuilt for any time.
//
// A game's adapter drives a [Recorder] through package track: it passes a [Frame] for each snapshot, and events,
// effects, levels and damage as they occur. The resulting [Recording] can be read from any goroutine, even during
// loading. A [Cursor] rebuilds the world at a given time.
//
// Frames are stored as rows of 32-bit words, one row for each player, pose, inventory, entity or mover. A frame
// contains only the words that differ from the previous frame, except that every 256th frame contains all of them.
// Rebuilding a world therefore takes at most 256 small steps and does not depend on earlier requests. Between two
// frames, players are interpolated unless NoLerp is set; anything with a [sim.Trajectory] follows it.
//
// Some parts are more complex than necessary in order to save time or memory. These are the measured savings, in memory
// for an hour of play or in loading time:
//
//	velocities that follow (pose.follows) a quarter of the rows of a .mvd
//	packed paths (path)                   two thirds of the paths
//	[Changes], as computed by track       a fifth to half of the loading time
//	unchanged players skipped (lineup)    a sixth of the loading time of Quake III and .mvd
//	batches (pipeline)                    a tenth of the loading time of a .mvd; the rest moves to another core
//	sketches ([Recorder.Sketch])          a fifth of the loading time for a map from a .mvd, a seventh from Quake III
//
// Values that are not numbers are stored in tables (interner), and words refer to them by index.
package recording
