package recording

import (
	"fragscope/sim"
	"time"
)

// absence is an [ItemAbsence] as it is kept. Its times are in milliseconds.
type absence struct {
	origin         sim.Vec3
	taken, respawn int32
	since          int32 // -1 where it is not known
	entity         uint16
	by             sim.Slot
	item           sim.Item
	weapon         sim.Weapon
	respawnKnown   bool
}

func (s *absence) whole() sim.ItemAbsence {
	a := sim.ItemAbsence{Item: s.item, Weapon: s.weapon, Origin: s.origin, Entity: int(s.entity),
		Taken: unmillis(uint32(s.taken)), Respawn: unmillis(uint32(s.respawn)), RespawnKnown: s.respawnKnown, By: s.by}
	if s.since >= 0 {
		a.Since, a.SinceKnown = unmillis(uint32(s.since)), true
	}
	return a
}

// lying is what is known of an item between two takings. Its times are in milliseconds.
type lying struct {
	since int32 // when it came back; -1 where nobody saw that and no clock tells it
	known int32 // when it was last known to lie there
	gap   int32 // the longest time in which that was not known
	away  int32 // how long it stays away, as the taking before had it; 0 where that is not known
	shown bool  // it is in sight
	named bool  // the entity was an item before
}

// absences are those of all items, by level.
type absences struct {
	levels [][]absence
	open   []int32 // by entity: its absence in the last level, plus one; 0 for none
	lying  []lying // by entity
	last   int32   // the time of the frame before
}

func (a *absences) newLevel() {
	clear(a.open)
	clear(a.lying)
	a.levels = append(a.levels, nil)
}

// startMatch records that a match begins, for which items are put down anew: what is not known to be away did not come
// back.
func (a *absences) startMatch() {
	for i := range a.lying {
		if a.open[i] == 0 {
			a.lying[i].since = -1
		}
	}
}

// add records whether a frame shows an item as taken; all is set where whatever lies anywhere is in sight.
func (a *absences) add(e *FrameEntity, now time.Duration, all bool) {
	list := &a.levels[len(a.levels)-1]
	if e.Number < 0 {
		return
	}
	for e.Number >= len(a.open) {
		a.open, a.lying = append(a.open, 0), append(a.lying, lying{})
	}
	at, taken, respawn := &a.open[e.Number], int32(millis(e.Taken)), int32(millis(e.Respawn))
	l := &a.lying[e.Number]
	if !l.named {
		*l = lying{since: -1, named: true}
	}
	switch open := *at > 0; {
	case open && e.State == sim.ItemTaken && (*list)[*at-1].taken == taken:
		s := &(*list)[*at-1]
		s.respawn, s.respawnKnown, s.by = respawn, e.RespawnKnown, e.TakenBy
	case e.State == sim.ItemTaken:
		*list = append(*list, absence{item: e.Item, weapon: e.Weapon, origin: e.Origin, entity: uint16(e.Number),
			taken: taken, respawn: respawn, since: l.taken(e, taken), respawnKnown: e.RespawnKnown, by: e.TakenBy})
		*at = int32(len(*list))
	default:
		here := e.State == sim.ItemPresent && e.Visible
		if open {
			s := &(*list)[*at-1]
			l.back(s, int32(millis(now)), here, all)
			if here {
				s.respawn, s.respawnKnown = int32(millis(now)), true
			}
			*at = 0
		}
		l.look(here, int32(millis(now)), a.last)
	}
}

// early is how much sooner than a clock tells an item may come back in sight: the frame that told of its taking may
// have been late.
const early = 500

// back begins the time that an item lies there after an absence: it is seen to come back, or its clock has run out.
func (l *lying) back(s *absence, now int32, here, all bool) {
	*l = lying{since: -1, known: now, away: l.away, named: true}
	switch {
	case here && (all || s.respawnKnown && now >= s.respawn-early):
		l.since = now
	case !here && s.respawnKnown && now >= s.respawn:
		l.since, l.known = s.respawn, s.respawn
	}
}

// look records whether an item is in sight where it lies.
func (l *lying) look(here bool, now, before int32) {
	switch {
	case here && !l.shown:
		l.gap = max(l.gap, now-l.known)
	case !here && l.shown:
		l.known = before
	}
	l.shown = here
}

// taken ends it, and returns since when the item lay there. Somebody may have taken it unseen, and it may have come
// back, in a time that is as long as it stays away.
func (l *lying) taken(e *FrameEntity, at int32) (since int32) {
	away := l.away
	if e.RespawnKnown {
		away = int32(millis(e.Respawn)) - at
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
