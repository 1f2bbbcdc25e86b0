// Package recording stores a match and rebuilds the state of its world at any time.
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
// The rows are plain words. Some parts of the package are more complex than necessary because they save a tenth or more
// of the loading time or of the memory for an hour of play. The savings were measured by omitting one part at a time:
//
//	velocities that follow (pose.follows)    14 % of the memory of a .mvd, 21 % of the largest
//	times as differences (headRow.append)    16 % of the memory of a .dem or .dm2, 9 % of Quake III
//	packed paths (path.pack)                 two thirds of the paths, 15 % of the memory of a .mvd with paths
//	[Changes], as computed by track          20 to 55 % of the loading time
//	batches (pipeline, and track's backlog)  12 to 23 % of the loading time, 2 to 5 % of Quake II
//	sketches ([Recorder.Sketch])             18 % of the loading time for a map from a .mvd, 14 % from Quake III
//
// In addition, players who only moved are skipped (onlyMoved), which saves 9 % of the loading time of Quake III.
//
// Values that are not numbers are stored in tables (interner), and words refer to them by index.
package recording
