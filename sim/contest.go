package sim

import "strings"

// Contest is what a level is played for.
type Contest uint8

// The contests.
const (
	Versus Contest = iota // players against each other
	Race                  // against the clock: DeFRaG, race modes, tricks that somebody shows alone
	Story                 // against monsters: single player, cooperative
)

// Contest is what a level is played for, as far as the recording has been loaded.
func (r *Recording) Contest(level int) Contest {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if level < 0 || level >= len(r.levels) {
		return Versus
	}
	l := &r.levels[level]
	alone := len(r.roster.list()) == 1 && r.share >= 1
	races, stories := strings.EqualFold(r.header.Mod, "defrag") || strings.EqualFold(l.Mod, "defrag"), l.GameType == "Single Player" || l.GameType == "Cooperative"
	for i := range r.events {
		e := &r.events[i]
		if e.Time < l.Start || level+1 < len(r.levels) && e.Time >= r.levels[level+1].Start {
			continue
		}
		switch e.Kind {
		case EventObituary:
			if e.Attacker.Valid() && e.Attacker != e.Slot {
				return Versus
			}
		case EventCheckpoint, EventFinish:
			races = true
		case EventSecret, EventMonsterKill:
			stories = true
		}
	}
	switch {
	case stories:
		return Story
	case races, alone:
		return Race
	}
	return Versus
}
