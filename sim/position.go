package sim

import "time"

// Position is where a player or an entity was at a snapshot, as sent: no
// trajectory is evaluated, nothing interpolated or corrected.
type Position struct {
	// Time is from the start of the demo, Clock the game's own time.
	Time, Clock time.Duration
	// Kind is "ps" for the point of view (QuakeWorld: for each playerinfo),
	// "es" for an entity.
	Kind string
	// Entity is the number by which the game knows the player or entity.
	Entity int
	Origin Vec3
	View   Angles
	// NoOrigin and NoView are set where the demo has none.
	NoOrigin, NoView bool
}
