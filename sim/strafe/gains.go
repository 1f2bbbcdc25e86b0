package strafe

import "time"

// Point is a point on a player's path.
type Point struct {
	Time          time.Duration
	Height, Speed float32 // Speed is horizontal, in units per second
	Ground        bool    // the demo says that he stands on something
	Broken        bool    // the path is broken before this point
}

// Gain describes how much speed a player gained in the air just before a point, and how much he could have gained.
type Gain struct {
	// Share is the gain as a fraction of the possible gain, from -1 to 1. Possible is the possible gain in units per
	// second. Both are valid only if Known is set, which it is not on the ground.
	Share, Possible float32
	Known           bool
}

// span is the time over which a gain is measured.
const span = 250 * time.Millisecond

// Gains returns the Gain for each point on a path.
func (s Acceleration) Gains(path []Point) []Gain {
	list := make([]Gain, len(path))
	for i := range path {
		k := i
		for k > 0 && !path[k].Broken && path[i].Time-path[k].Time < span {
			k--
		}
		during := path[i].Time - path[k].Time
		if k == i || during <= 0 || !airborne(path[k:i+1]) {
			continue
		}
		from := path[k].Speed
		list[i] = Gain{s.Share(from, path[i].Speed, during), s.Best(from, during) - from, true}
	}
	return list
}

// airborne reports whether the player was in the air all along a piece of path: he rises or falls from point to point,
// and nothing indicates that he is on the ground.
func airborne(path []Point) bool {
	const still = 10 // units per second
	for i := range path {
		if path[i].Ground {
			return false
		}
		if i == 0 {
			continue
		}
		dt := (path[i].Time - path[i-1].Time).Seconds()
		if dt <= 0 {
			return false
		}
		if v := (path[i].Height - path[i-1].Height) / float32(dt); v < still && v > -still {
			return false
		}
	}
	return true
}
