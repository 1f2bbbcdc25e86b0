// Package track reconstructs the state of the game. It covers what all Quakes have in common: players join, leave, die
// and respawn; items are taken and respawn; matches begin and end. A game's adapter reports the contents of a demo,
// snapshot by snapshot. This package turns these reports into the frames, events and effects of a recording.
package track
