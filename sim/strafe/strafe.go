// Package strafe computes how much speed a player in the air can gain under the rules of each game.
package strafe

import (
	"math"
	"strings"
	"time"

	"fragscope/sim"
)

// Acceleration describes how a game accelerates players in the air. Each frame lasts Frame and raises the component of
// a player's velocity in the desired direction by at most Gain, and not above Limit. Gain and Limit are in units per
// second.
type Acceleration struct {
	Limit, Gain float32
	Frame       time.Duration
}

// Of returns how players accelerate in the air on level l of a demo with header h. ok is false if that is unknown.
//
// Sources: for Quake and QuakeWorld, quakespasm sv_user.c, SV_AirAccelerate, and mvdsv pmove.c, PM_AirAccelerate, with
// 77 frames per second; for Quake II, yquake2 pmove.c, PM_Accelerate in the air; for Quake III, ioq3 bg_pmove.c,
// PM_AirMove and PM_Accelerate, with 125 frames per second. In CPMA's physics the strafe keys have their own limit and
// acceleration.
func Of(h *sim.Header, l *sim.Level) (s Acceleration, ok bool) {
	const run = 320
	switch h.GameKey {
	case "quake", "quakeworld":
		const frame = 13 * time.Millisecond
		return Acceleration{Limit: 30, Gain: 10 * run * float32(frame.Seconds()), Frame: frame}, true
	case "quake3", "quakelive":
		const frame = 8 * time.Millisecond
		if strings.Contains(l.GameType, "CPM") || h.Mod == "cpma" {
			return Acceleration{Limit: 30, Gain: 70 * 30 * float32(frame.Seconds()), Frame: frame}, true
		}
		return Acceleration{Limit: run, Gain: run * float32(frame.Seconds()), Frame: frame}, true
	}
	return s, false
}

// next returns the speed after a frame with the best direction: at an angle to the velocity whose cosine is
// (Limit - Gain) / speed, the optimal angle of the DeFRaG HUD (proxymod cgaz.c, update_d_opt).
func (s Acceleration) next(speed float32) float32 {
	along := min(max(s.Limit-s.Gain, 0), speed)
	gain := min(s.Gain, s.Limit-along)
	if gain <= 0 {
		return speed
	}
	return float32(math.Sqrt(float64(speed*speed + 2*gain*along + gain*gain)))
}

// Best returns the highest speed that a player can reach in the air within the given time. speed is his initial speed.
func (s Acceleration) Best(speed float32, after time.Duration) float32 {
	for ; after >= s.Frame && s.Frame > 0; after -= s.Frame {
		speed = s.next(speed)
	}
	if s.Frame > 0 {
		speed += (s.next(speed) - speed) * float32(after) / float32(s.Frame)
	}
	return speed
}

// Share returns a change in a player's speed as a fraction of the gain that was possible in the given time. from and to
// are his speeds before and after the change. The result is limited to the range -1 to 1.
func (s Acceleration) Share(from, to float32, during time.Duration) float32 {
	possible := s.Best(from, during) - from
	if possible <= 0 {
		return 0
	}
	return min(max((to-from)/possible, -1), 1)
}
