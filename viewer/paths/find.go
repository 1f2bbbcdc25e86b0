package paths

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

const (
	longest   = time.Second // a longer gap between two points breaks a run
	spacing   = 16          // minimum distance of points, in units, if there are few
	pointMost = 60000       // of all runs
)

// span is a section of a level.
type span struct{ from, to time.Duration }

// find returns the runs, in a section of a recording, of the players accepted by whose, and the players' profiles.
func find(rec *recording.Recording, s span, whose func(*sim.Profile) bool) (list []run, profiles []*sim.Profile) {
	least := float32(spacing)
	for {
		list, profiles = list[:0], profiles[:0]
		all := 0
		for slot, pr := range present(rec, s) {
			if pr == nil || !whose(pr) {
				continue
			}
			for _, points := range runsOf(rec.Path(slot, s.from, s.to, nil), least) {
				list, profiles, all = append(list, run{slot: slot, points: points}), append(profiles, pr),
					all+len(points)
			}
		}
		if all <= pointMost {
			return list, profiles
		}
		least *= 2
	}
}

// present returns the profiles, by slot, of the players in a section of a recording.
func present(rec *recording.Recording, s span) []*sim.Profile {
	const looks = 16
	out := make([]*sim.Profile, rec.PathSlots())
	cursor := rec.Cursor()
	for i := range time.Duration(looks + 1) {
		w := cursor.At(s.from + (s.to-s.from)*i/looks)
		for k := range w.Players {
			p := &w.Players[k]
			if n := p.Slot.Index(); n < len(out) && p.Profile.Team != sim.TeamSpectator && p.Life != sim.Spectating {
				out[n] = p.Profile
			}
		}
	}
	return out
}

// runsOf divides a path into runs, and omits points closer than least to the previous one.
func runsOf(path []sim.PathPoint, least float32) (out [][]sim.PathPoint) {
	var now []sim.PathPoint
	end := func() {
		if len(now) > 1 {
			out = append(out, now)
		}
		now = nil
	}
	for i := range path {
		p := &path[i]
		if p.Life != sim.Alive || p.NoLerp || len(now) > 0 && p.Time-path[i-1].Time > longest {
			end()
		}
		if p.Life != sim.Alive {
			continue
		}
		last := i+1 == len(path) || path[i+1].NoLerp || path[i+1].Life != sim.Alive
		if n := len(now); n == 0 || last || now[n-1].Origin.Distance2(p.Origin) >= least*least {
			now = append(now, *p)
		}
	}
	end()
	return out
}
