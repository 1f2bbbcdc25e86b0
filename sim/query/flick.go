package query

import (
	"math"
	"time"

	"fragscope/sim"
)

// The time before a kill for which the killer's aim is examined, and the interval between two checks.
const (
	flickTime = 200 * time.Millisecond
	flickStep = 20 * time.Millisecond
)

// flick returns the largest angle, in degrees, between the killer's aim and his aim shortly before. A player who
// teleported or spawned in between did not turn.
func (c *check) flick(*Condition) (float64, answer) {
	e := c.event
	if e == nil || e.Kind != sim.EventObituary || !e.Attacker.Valid() || e.Attacker == e.Slot {
		return 0, no
	}
	c.world = nil // the cursor moves on
	aim, at, ok := c.aim(e.Attacker, e.Time)
	if !ok {
		return 0, unknown
	}
	most := 0.0
	for back := flickStep; back <= flickTime; back += flickStep {
		before, from, ok := c.aim(e.Attacker, e.Time-back)
		if !ok || from.Distance2(at) > flickApart*flickApart {
			break
		}
		dot := aim[0]*before[0] + aim[1]*before[1] + aim[2]*before[2]
		most, at = max(most, math.Acos(min(max(dot, -1), 1))*180/math.Pi), from
	}
	return most, yes
}

// flickApart is a distance that is too great to cover in one step.
const flickApart = 100

// aim returns a living player's direction of view and position at a time. ok is false if the demo does not show them.
func (c *check) aim(s sim.Slot, at time.Duration) (dir [3]float64, from sim.Vec3, ok bool) {
	w := c.f.cursor.At(max(at, 0))
	for i := range w.Players {
		p := &w.Players[i]
		if p.Slot != s || !p.Visible || p.Life != sim.Alive {
			continue
		}
		yaw, pitch := float64(p.View.Yaw)*math.Pi/180, float64(p.View.Pitch)*math.Pi/180
		return [3]float64{math.Cos(pitch) * math.Cos(yaw), math.Cos(pitch) * math.Sin(yaw), -math.Sin(pitch)},
			p.Origin, true
	}
	return dir, from, false
}
