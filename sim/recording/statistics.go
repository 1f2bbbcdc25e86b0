package recording

import "fragscope/sim"

// maxTold limits the statistics and the hits of a recording. A demo with more must be forged.
const maxTold = 1 << 18

// statistics holds the statistics of a recording, with the last of each kind.
type statistics struct {
	list []sim.Statistic
	last map[sim.Statistic]int // by everything but time and value
}

// add adds a statistic unless it repeats the last one of its kind.
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

// Statistic adds a statistic reported by the game.
func (b *Recorder) Statistic(x sim.Statistic) {
	if x.Slot.Valid() || x.Team != sim.TeamFree {
		b.pipeline.now.told = append(b.pipeline.now.told, x)
		b.pipeline.put(opStatistic)
	}
}

// Hit adds a hit reported by the game. If too many hits have been recorded already, h is dropped.
func (b *Recorder) Hit(h sim.Hit) {
	b.pipeline.call(func(s *store) {
		if len(s.r.hits) < maxTold {
			s.r.hits = append(s.r.hits, h)
		}
	})
}

// Statistics returns the statistics that the game has reported so far, in the order in which they were sent. The slice
// must not be modified.
func (r *Recording) Statistics() []sim.Statistic {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.statistics.list
}

// Hits returns the hits that the game has reported so far, in chronological order. The slice must not be modified.
func (r *Recording) Hits() []sim.Hit {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.hits
}
