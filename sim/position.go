package sim

import "time"

// Position is where a player or entity was in a snapshot, exactly as sent: no trajectory is evaluated and nothing
// is interpolated or corrected.
type Position struct {
	// Time counts from the start of the demo; Clock is the game's own time.
	Time, Clock time.Duration
	// Kind is "ps" for the point of view (in QuakeWorld, for each playerinfo) and "es" for an entity.
	Kind string
	// Entity is the game's number for the player or entity.
	Entity int
	Origin Vec3
	View   Angles
	// NoOrigin and NoView are set if the demo has no such value.
	NoOrigin, NoView bool
}
