package recording

import (
	"fragscope/sim"
	"time"
)

// absence is an [ItemAbsence] as it is kept. Its times are in milliseconds.
type absence struct {
	origin         sim.Vec3
	taken, respawn int32
	entity         uint16
	by             sim.Slot
	item           sim.Item
	weapon         sim.Weapon
	respawnKnown   bool
}

func (s *absence) whole() sim.ItemAbsence {
	return sim.ItemAbsence{Item: s.item, Weapon: s.weapon, Origin: s.origin, Entity: int(s.entity),
		Taken: unmillis(uint32(s.taken)), Respawn: unmillis(uint32(s.respawn)), RespawnKnown: s.respawnKnown, By: s.by}
}

// absences are those of all items, by level.
type absences struct {
	levels [][]absence
	open   []int32 // by entity: its absence in the last level, plus one; 0 for none
}

func (a *absences) newLevel() {
	clear(a.open)
	a.levels = append(a.levels, nil)
}

// add records whether a frame shows an item as taken.
func (a *absences) add(e *FrameEntity, now time.Duration) {
	list := &a.levels[len(a.levels)-1]
	if e.Number < 0 {
		return
	}
	open := e.Number < len(a.open) && a.open[e.Number] > 0
	if !open && e.State != sim.ItemTaken {
		return
	}
	for e.Number >= len(a.open) {
		a.open = append(a.open, 0)
	}
	at, taken, respawn := &a.open[e.Number], int32(millis(e.Taken)), int32(millis(e.Respawn))
	switch {
	case open && e.State == sim.ItemTaken && (*list)[*at-1].taken == taken:
		s := &(*list)[*at-1]
		s.respawn, s.respawnKnown, s.by = respawn, e.RespawnKnown, e.TakenBy
	case e.State == sim.ItemTaken:
		*list = append(*list, absence{item: e.Item, weapon: e.Weapon, origin: e.Origin, entity: uint16(e.Number),
			taken: taken, respawn: respawn, respawnKnown: e.RespawnKnown, by: e.TakenBy})
		*at = int32(len(*list))
	default:
		if s := &(*list)[*at-1]; e.State == sim.ItemPresent && e.Visible {
			s.respawn, s.respawnKnown = int32(millis(now)), true
		}
		*at = 0
	}
}
