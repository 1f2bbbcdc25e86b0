package recording

import "fragscope/sim"

// maxTold bounds the statistics and the hits of a recording: more of them are forged.
const maxTold = 1 << 18

// statistics are those of a recording, and the last of each kind.
type statistics struct {
	list []sim.Statistic
	last map[sim.Statistic]int // by all but time and value
}

// add adds one; what says the same as the last of its kind is left out.
func (s *statistics) add(x sim.Statistic) {
	key := x
	key.Time, key.Value = 0, 0
	i, ok := s.last[key]
	if ok && s.list[i].Value == x.Value || len(s.list) == maxTold {
		return
	}
	if s.last == nil {
		s.last = map[sim.Statistic]int{}
	}
	s.last[key] = len(s.list)
	s.list = append(s.list, x)
}

// Statistic adds a number that the game tells of a player or a team.
func (b *Recorder) Statistic(x sim.Statistic) {
	if x.Slot.Valid() || x.Team != sim.TeamFree {
		b.pipeline.call(func(s *store) { s.r.statistics.add(x) })
	}
}

// Hit adds a blow.
func (b *Recorder) Hit(h sim.Hit) {
	b.pipeline.call(func(s *store) {
		if len(s.r.hits) < maxTold {
			s.r.hits = append(s.r.hits, h)
		}
	})
}

// Statistics are the numbers that the game told so far, in the order in which it did; the slice must not be modified.
func (r *Recording) Statistics() []sim.Statistic {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.statistics.list
}

// Hits are the blows that the game told so far, ascending by Time; the slice must not be modified.
func (r *Recording) Hits() []sim.Hit {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.hits
}
