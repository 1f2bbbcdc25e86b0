package runs

import (
	"time"

	"fragscope/sim"
)

// point is a place that the runner passed.
type point struct {
	sim.PathPoint
	speed  float32 // horizontal, in units per second
	broken bool    // not connected to the previous point
	jump   bool    // he jumped here
	landed bool    // he jumped again when he landed
	gain   float32 // how much faster he was then
	share  float32 // fraction of the possible gain in speed, -1 to 1, if shared is set
	shared bool

	possible float32 // the speed that could be gained
}

const (
	speedSpan  = 60 * time.Millisecond // interval over which a speed is measured
	longest    = time.Second           // a longer gap between points breaks the path
	fastest    = 6000                  // units per second; more is a teleporter that the demo does not report
	jumpRise   = 120                   // upward speed, in units per second, at which a jump begins
	bestEffort = 2                     // points on each side that are considered for a speed
)

// speedsOf computes the speeds at the points of a path and finds the jumps.
func speedsOf(path []sim.PathPoint) []point {
	out := make([]point, 0, len(path))
	for i := range path {
		p := point{PathPoint: path[i]}
		if i == 0 || p.NoLerp || path[i-1].Life != sim.Alive || p.Time-path[i-1].Time > longest ||
			p.Time <= path[i-1].Time {
			p.broken = true
		}
		if p.Life == sim.Alive {
			out = append(out, p)
		}
	}
	for i := range out {
		out[i].speed = speedAt(out, i)
	}
	findJumps(out)
	return out
}

// speedAt returns the speed at a point, measured between surrounding points that are far enough apart.
func speedAt(path []point, i int) float32 {
	a, b := i, i
	for k := 0; k < bestEffort && b+1 < len(path) && !path[b+1].broken && path[b].Time-path[a].Time < speedSpan; k++ {
		b++
	}
	for k := 0; k < bestEffort && a > 0 && !path[a].broken && path[b].Time-path[a].Time < speedSpan; k++ {
		a--
	}
	dt := (path[b].Time - path[a].Time).Seconds()
	if dt <= 0 {
		return 0
	}
	d := sim.Vec3{path[b].Origin[0] - path[a].Origin[0], path[b].Origin[1] - path[a].Origin[1]}
	if v := flat(d) / float32(dt); v <= fastest {
		return v
	}
	return 0
}

// findJumps marks where the runner leaves the ground upwards, from rest or as soon as he has landed.
func findJumps(path []point) {
	last := -1
	for i := 1; i+1 < len(path); i++ {
		if path[i].broken || path[i+1].broken {
			last = -1
			continue
		}
		if rise(path, i) < jumpRise && rise(path, i+1) >= jumpRise {
			path[i].jump = true
			if last >= 0 {
				path[last].landed = true
				path[last].gain = path[i].speed - path[last].speed
			}
			last = i
		}
	}
}

// rise returns the runner's upward speed towards a point.
func rise(path []point, i int) float32 {
	dt := (path[i].Time - path[i-1].Time).Seconds()
	if dt <= 0 {
		return 0
	}
	return (path[i].Origin[2] - path[i-1].Origin[2]) / float32(dt)
}
