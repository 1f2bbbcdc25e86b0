package stage

import (
	"math"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// reach is the extent of a level's players and items. Players who fly most of the way leave the plan, and a plan grown
// from where players walked ends before items that nobody took; both should still be visible.
type reach struct {
	of    *recording.Recording
	level int
	upTo  time.Duration // how much of the recording was looked at
	done  bool
	min   [3]float32
	max   [3]float32
	some  bool
	// ground is the height below which a player has fallen out of the map.
	ground float32
}

// fallen is how far below a map, in units, a player has fallen out of it.
const fallen = 1024

// ground returns the height below which a player has fallen out of the map, if the map is known.
func (s *Stage) ground() float32 {
	if p := s.tiles.plan; p != nil && p.Format() != 0 {
		lo, _ := p.Bounds()
		return lo[2] - fallen
	}
	return -math.MaxFloat32
}

// stray is how far, in units, somebody may be outside the plan without extending the view.
const stray = 48

// update takes into account what is new in a recording, if that is worthwhile, and reports whether the reach has grown.
func (r *reach) update(rec *recording.Recording, level int, ground float32) bool {
	if rec == nil {
		return false
	}
	if r.of != rec || r.level != level || r.ground != ground {
		*r = reach{of: rec, level: level, ground: ground}
	}
	_, finished := rec.Progress()
	d := rec.Duration()
	if r.done || !finished && d < r.upTo+r.upTo/4+time.Second {
		return false
	}
	from, to := time.Duration(0), d
	if ls := rec.Levels(); level >= 0 && level < len(ls) {
		from = ls[level].Start
		if end := ls[level].End; end > from {
			to = min(to, end)
		}
	}
	r.done = finished
	grown := false
	var path []sim.PathPoint
	for _, e := range rec.Roster() {
		if e.Profile == nil {
			continue
		}
		path = rec.Path(e.Profile.Slot.Index(), max(from, r.upTo), to, path[:0])
		for i := range path {
			if path[i].Life == sim.Alive && path[i].Time >= from && path[i].Origin[2] >= ground {
				grown = r.add(path[i].Origin) || grown
			}
		}
	}
	r.upTo = d
	return r.addItems(rec, to) || grown
}

// addItems adds the items of a level just before its end, or the end of what has been read.
func (r *reach) addItems(rec *recording.Recording, end time.Duration) (grown bool) {
	w := rec.Cursor().At(max(end-time.Millisecond, 0))
	if w == nil || w.Level != r.level {
		return false
	}
	for i := range w.Entities {
		if e := &w.Entities[i]; e.Kind == sim.EntityItem {
			grown = r.add(e.Origin) || grown
		}
	}
	return grown
}

func (r *reach) add(p sim.Vec3) bool {
	if !r.some {
		r.min, r.max, r.some = p, p, true
		return true
	}
	grown := false
	for k, v := range p {
		if v < r.min[k] {
			r.min[k], grown = v, true
		}
		if v > r.max[k] {
			r.max[k], grown = v, true
		}
	}
	return grown
}

// bound sets the camera's bounds to the extent of the plan, including the reach beyond it.
func (s *Stage) bound() {
	var lo, hi [3]float32
	if s.tiles.plan != nil {
		lo, hi = s.tiles.plan.Bounds()
	}
	if s.reach.some {
		empty := !(hi[0] > lo[0])
		for k := range lo {
			if empty || s.reach.min[k] < lo[k]-stray {
				lo[k] = s.reach.min[k] - stray
			}
			if empty || s.reach.max[k] > hi[k]+stray {
				hi[k] = s.reach.max[k] + stray
			}
		}
	}
	if hi[0] > lo[0] {
		s.Camera.SetBounds(lo, hi)
	}
}
