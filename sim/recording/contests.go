package recording

import (
	"fragscope/sim"
)

// Contest returns the kind of contest played on a level, based on the data loaded so far.
func (r *Recording) Contest(level int) sim.Contest {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if level < 0 || level >= len(r.levels) {
		return sim.Versus
	}
	l := &r.levels[level]
	alone := len(r.roster.list()) == 1 && r.share >= 1
	races, stories := l.Contest == sim.Race, l.Contest == sim.Story
	for i := range r.events {
		e := &r.events[i]
		if e.Time < l.Start || level+1 < len(r.levels) && e.Time >= r.levels[level+1].Start {
			continue
		}
		switch e.Kind {
		case sim.EventObituary:
			if e.Attacker.Valid() && e.Attacker != e.Slot {
				return sim.Versus
			}
		case sim.EventCheckpoint, sim.EventFinish:
			races = true
		case sim.EventSecret, sim.EventMonsterKill:
			stories = true
		}
	}
	switch {
	case stories:
		return sim.Story
	case races, alone:
		return sim.Race
	}
	return sim.Versus
}
