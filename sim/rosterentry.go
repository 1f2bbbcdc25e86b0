package sim

import "time"

// RosterEntry describes a player who took part in a recording.
type RosterEntry struct {
	// Profile is the player's last profile.
	Profile       *Profile
	Frags, Deaths int16 // or Unknown
	// First and Last are the demo times at which the player was first and last in the game.
	First, Last time.Duration
}
