package recording

import (
	"fragscope/sim"
	"time"
)

// lying is the state of an item between two pickups.
type lying struct {
	since time.Duration // when it respawned; -1 if nobody saw that and no clock shows it
	known time.Duration // when it was last known to be available
	gap   time.Duration // the longest time during which that was not known
	away  time.Duration // respawn delay, from the pickup before; 0 if unknown
	shown bool          // it is in sight
	named bool          // the entity has been an item before
}

// absences holds the absences of all items, by level.
type absences struct {
	levels [][]sim.ItemAbsence
	open   []int32       // by entity: its absence in the last level, plus one; 0 if it has none
	lying  []lying       // by entity
	last   time.Duration // the time of the previous frame
	// started is the time at which the match or the round started.
	started time.Duration
}

func (a *absences) newLevel() {
	clear(a.open)
	clear(a.lying)
	a.levels = append(a.levels, nil)
}

// startMatch records the start of a match or of a round, which resets all items. An item that is not known to be taken
// has not respawned.
func (a *absences) startMatch(now time.Duration) {
	a.started = now
	for i := range a.lying {
		if a.open[i] == 0 {
			a.lying[i].since = -1
		}
	}
}

// add records whether a frame shows an item as taken. all is set if everything in the level is in sight.
func (a *absences) add(e *FrameEntity, now time.Duration, all bool) {
	list := &a.levels[len(a.levels)-1]
	if e.Number < 0 {
		return
	}
	for e.Number >= len(a.open) {
		a.open, a.lying = append(a.open, 0), append(a.lying, lying{})
	}
	at, taken, respawn := &a.open[e.Number], e.Taken.Truncate(time.Millisecond), e.Respawn.Truncate(time.Millisecond)
	l := &a.lying[e.Number]
	if !l.named {
		*l = lying{since: -1, named: true}
	}
	switch open := *at > 0; {
	case open && e.State == sim.ItemTaken && (*list)[*at-1].Taken == taken:
		s := &(*list)[*at-1]
		s.Respawn, s.RespawnKnown, s.By = respawn, e.RespawnKnown, e.TakenBy
	case e.State == sim.ItemTaken:
		since := l.taken(taken, respawn, e.RespawnKnown)
		*list = append(*list, sim.ItemAbsence{Item: e.Item, Weapon: e.Weapon, Origin: e.Origin, Entity: e.Number,
			Taken: taken, Respawn: respawn, RespawnKnown: e.RespawnKnown, By: e.TakenBy, Since: max(since, 0),
			SinceKnown: since >= 0})
		*at = int32(len(*list))
	default:
		here := e.State == sim.ItemPresent && e.Visible
		if open {
			s := &(*list)[*at-1]
			if l.back(s, now, here, all); now-a.started < early { // put back by the start
				l.since = -1
			}
			if here {
				s.Respawn, s.RespawnKnown = now, true
			}
			*at = 0
		}
		l.look(here, now, a.last)
	}
}

// early is how long before its respawn is due an item may come into sight, because the frame that reported the pickup
// may have been late.
const early = 500 * time.Millisecond

// back begins the period in which an item is available after an absence, because it was seen to respawn or its respawn
// delay has passed.
func (l *lying) back(s *sim.ItemAbsence, now time.Duration, here, all bool) {
	*l = lying{since: -1, known: now, away: l.away, named: true}
	switch {
	case here && (all || s.RespawnKnown && now >= s.Respawn-early):
		l.since = now
	case !here && s.RespawnKnown && now >= s.Respawn:
		l.since, l.known = s.Respawn, s.Respawn
	}
}

// look records whether an item is in sight at its place.
func (l *lying) look(here bool, now, before time.Duration) {
	switch {
	case here && !l.shown:
		l.gap = max(l.gap, now-l.known)
	case !here && l.shown:
		l.known = before
	}
	l.shown = here
}

// taken ends the period in which an item is available and returns its start, or -1 if that is unknown: somebody may
// have taken the item unseen if it was out of sight for as long as its respawn delay.
func (l *lying) taken(at, respawn time.Duration, respawnKnown bool) (since time.Duration) {
	away := l.away
	if respawnKnown {
		away = respawn - at
		l.away = away
	}
	gap := l.gap
	if !l.shown {
		gap = max(gap, at-l.known)
	}
	since = l.since
	if gap > 0 && gap >= away {
		since = -1
	}
	*l = lying{since: -1, known: at, away: l.away, named: true}
	return since
}
