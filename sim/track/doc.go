// Package track holds what is common to all Quakes: players join, leave, die and respawn; items are available, taken
// and respawn; matches begin and end. A game's adapter reports the contents of a demo snapshot by snapshot, and the
// parts of this package turn them into the frames, events and effects of a recording.
package track
