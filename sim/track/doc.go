// Package track keeps what holds in every Quake: players come, go, die and come
// back; items lie there, are taken and respawn; matches begin and end. A game's
// adapter says what a demo shows at each snapshot, and the parts of this package
// make of it the frames, events and effects of a recording:
//
//   - [Track] is the present snapshot, and all that is recorded goes through it;
//   - [Players] are the slots, with the profile and the row of each;
//   - [Entities] are the rows of entities and movers, and when each was last seen;
//   - [Items] are which of them lie there, who took the others and when they come back;
//   - [Match] is the phase of the match, its clock, rounds and flags;
//   - [Obituaries] find out whose death a line tells.
//
// Each part owns its state and calls the methods of those that it was given.
// What differs between games is a value of [Rules]; no part knows which game it is.
//
// An adapter reports what a demo shows and tells as [Observations], and [Tracker.Observe] concludes from them, in a fixed order, what
// happened: a rule is a file here, with what it is told, its state and what it concludes. [Tracker.Enqueue] lets it do so some snapshots
// at a time.
//
// Without a Tracker an adapter begins a snapshot ([Track.Begin]), tells what is in sight, lets the
// parts age what is not, and stores the snapshot ([Track.EndSnapshot]).
package track
