// Package track holds what is common to all Quakes: players come, go, die and come back; items lie there, are taken and
// respawn; matches begin and end. A game's adapter reports what a demo shows at each snapshot, and the parts of this
// package turn it into the frames, events and effects of a recording.
package track
