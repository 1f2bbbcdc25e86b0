package track

import (
	"time"

	"fragscope/sim"
)

// Rules is what differs between the games, their mods and the kinds of demos.
type Rules struct {
	// ShowsAll is set where the demo shows everything at all times: what is not
	// shown is not there.
	ShowsAll bool
	// Hull is the box around a player who stands.
	Hull [2]sim.Vec3
	// CountDeaths is set where deaths are counted from obituaries; else they are
	// unknown until the demo tells them.
	CountDeaths bool
	// FiringTime is how long a shot shows; 0 where the demo tells who fires.
	FiringTime time.Duration
	// Nobody gets further than JumpDistance units between two snapshots, nor
	// faster than JumpSpeed units per second: he was put there.
	JumpDistance, JumpSpeed float32
	// ExactPickups is set where the game tells which item was taken, and not that it
	// was some armour or some health.
	ExactPickups bool
	// Reach is how far from an item someone who takes it can be.
	Reach float32
	// Respawn is how long an item stays away that was taken, 0 where it does not
	// come back or nobody knows when.
	Respawn [sim.ItemCount]time.Duration
	Mega    MegaHealth
}

// MegaHealth is the rule by which a mega health comes back: Away after what it
// gave has worn off, which begins Hold after it was taken. It has worn off where
// its owner has no more than Full health left, or is dead. It is known only of who
// is always shown.
type MegaHealth struct {
	Hold, Away time.Duration
	Full       int16
}

// TooFar reports whether nobody gets from one place to another in a time.
func (r *Rules) TooFar(from, to sim.Vec3, in time.Duration) bool {
	limit := max(r.JumpDistance, r.JumpSpeed*float32(in.Seconds()))
	return from.Distance2(to) > limit*limit
}
