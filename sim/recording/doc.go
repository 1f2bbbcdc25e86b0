// Package recording is the store of a match: what was the world at any time.
//
// A game's adapter drives, by way of sim/track, a [Recorder]: a [Frame] for each snapshot, and events, effects, levels and damage
// as they come. The [Recording] that grows from it answers from any goroutine, while the rest is still being read; a [Cursor] rebuilds
// the world at any time.
//
// Frames are kept as rows of 32-bit words, one row a player, pose, inventory, entity or mover. A frame has the words that differ from
// those of the frame before it; each 128th has all, so a world costs at most 128 small steps, and is the same whatever was asked
// before. Between two frames players are interpolated, unless NoLerp forbids it; what follows a trajectory is where its
// [sim.Trajectory] has it.
//
// What is not plain is there for what it was measured to save, of the memory of an hour or of the time of a load:
//
//	two to four bytes a word (pose)       a third of the rows of a .mvd and of Quake III
//	velocities that follow (pose.follows) a quarter of the rows of a .mvd
//	packed effects (effectList)           two thirds of the effects, a tenth of all
//	packed paths (path)                   two thirds of the paths
//	[Changes], which track alone decides  a fifth to half of a load
//	rows of players as they were (lineup) a sixth of a load of Quake III and .mvd
//	batches (pipeline)                    a tenth of a load of a .mvd, and another core has the rest to do
//
// Tables (interner) give rows words for what is no number.
package recording
