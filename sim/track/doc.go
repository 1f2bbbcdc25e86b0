// Package track reconstructs the state of a game that is common to all Quakes: players join, leave, die and respawn;
// items are available, taken and respawn; matches begin and end. A game's adapter reports what a demo contains,
// snapshot by snapshot. The parts of this package turn the reports into the frames, events and effects of a recording.
package track
