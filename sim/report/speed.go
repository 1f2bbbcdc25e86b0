package report

import (
	"context"
	"math"
	"time"

	"fragscope/sim"
)

// speedOver is the least time over which a speed is measured: demos tell places in whole milliseconds and parts of a
// unit. The next such time has to show speedHolds of it: who is thrown keeps his speed for a while, and a correction of
// a place is no speed.
const (
	speedOver  = 20 * time.Millisecond
	speedHolds = 0.55
)

// speeds counts the highest speed of each player over the ground.
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
		if v, ok := topSpeed(path, from); ok {
			n := b.number(i, SpeedMax)
			n.counted, n.hasCounted = v, true
		}
	}
	return nil
}

// topSpeed is the highest speed over the ground of a living player on a path from a time on.
func topSpeed(path []sim.PathPoint, from time.Duration) (top float64, ok bool) {
	for i := range path {
		v, next := speedFrom(path, i, from)
		if next < 0 {
			continue
		}
		if then, after := speedFrom(path, next, from); after >= 0 {
			top, ok = max(top, min(v, then/speedHolds)), true
		}
	}
	return top, ok
}

// speedFrom is the speed from a point of a path to the first one that is far enough in time, and the index of that; -1
// where no way leads to it.
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
