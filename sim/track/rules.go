package track

import "fragscope/sim"

// Rules is what differs between the games and their mods.
type Rules struct {
	// Hull is the box around a player who stands.
	Hull [2]sim.Vec3
	// CountDeaths is set where deaths are counted from obituaries; else they are
	// unknown until the demo tells them.
	CountDeaths bool
}
