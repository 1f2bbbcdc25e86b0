package report

import (
	"context"
	"math"
	"time"

	"fragscope/sim"
)

// speedOver is the minimum time over which a speed is measured, as demos round positions and times. Over the next such
// period speedHolds of the speed has to last: a player who is thrown keeps his speed for a while, whereas a corrected
// position is not a speed. Nor is it if the velocity in the demo is less by more than speedTold.
const (
	speedOver  = 20 * time.Millisecond
	speedHolds = 0.55
	speedTold  = 1.15
)

// speeds records each player's highest horizontal speed.
func (b *builder) speeds(ctx context.Context) error {
	var path []sim.PathPoint
	for i := range b.r.Players {
		l, p := b.last[i], &b.r.Players[i]
		from, to := b.r.Match.Start, b.r.Match.End
		if l != nil {
			from, to = max(from, l.first), min(to, l.last)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		path = b.rec.Path(p.Slot.Index(), from, to, path[:0])
		told := func(at time.Duration) float64 {
			q := playerIn(b.cursor.At(at), p.Slot)
			if q == nil {
				return 0
			}
			return math.Hypot(float64(q.Velocity[0]), float64(q.Velocity[1]))
		}
		if v, ok := topSpeed(path, from, told); ok {
			n := b.number(i, SpeedMax)
			n.counted, n.hasCounted = v, true
		}
	}
	return nil
}

// topSpeed returns the highest horizontal speed of a living player on a path, starting at a given time. told returns
// the demo's own speed at a time.
func topSpeed(path []sim.PathPoint, from time.Duration, told func(at time.Duration) float64) (top float64, ok bool) {
	for i := range path {
		v, next := speedFrom(path, i, from)
		if next < 0 {
			continue
		}
		then, after := speedFrom(path, next, from)
		if after < 0 {
			continue
		}
		ok = true
		if v = min(v, then/speedHolds); v > top {
			top = max(top, min(v, speedTold*max(told(path[i].Time), told(path[next].Time))))
		}
	}
	return top, ok
}

// speedFrom returns the speed from point i of a path to the first point late enough after it, and the index of that
// point, or -1 if the path is interrupted.
func speedFrom(path []sim.PathPoint, i int, from time.Duration) (speed float64, to int) {
	const longest = 300 * time.Millisecond // between two points
	p := &path[i]
	if p.Life != sim.Alive || p.Time < from {
		return 0, -1
	}
	for k := i + 1; k < len(path); k++ {
		q := &path[k]
		if q.NoLerp || q.Life != sim.Alive || q.Time-path[k-1].Time > longest {
			return 0, -1
		}
		if dt := q.Time - p.Time; dt >= speedOver {
			return math.Hypot(float64(q.Origin[0]-p.Origin[0]), float64(q.Origin[1]-p.Origin[1])) / dt.Seconds(), k
		}
	}
	return 0, -1
}
