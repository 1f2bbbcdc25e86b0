package sim

import "time"

// RosterEntry is someone who played in the recording.
type RosterEntry struct {
	// Profile is how he was last called.
	Profile       *Profile
	Frags, Deaths int16 // Unknown where the demo does not tell
	// First and Last are the demo times when he was first and last in the game.
	First, Last time.Duration
}
