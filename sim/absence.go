package sim

import "time"

// ItemAbsence is one interval in which an item was not at its place.
type ItemAbsence struct {
	Item   Item
	Weapon Weapon // where Item is ItemWeapon
	Origin Vec3
	Entity int
	// Taken and Respawn are demo times. Where RespawnKnown is false, Respawn
	// is when the item was next seen there, or 0.
	Taken, Respawn time.Duration
	RespawnKnown   bool
	By             Slot // slot of who took it; nobody if not known
}

// absences are those of all items, by level.
type absences struct {
	levels [][]ItemAbsence
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
	if !open && e.State != ItemTaken {
		return
	}
	for e.Number >= len(a.open) {
		a.open = append(a.open, 0)
	}
	at := &a.open[e.Number]
	switch {
	case open && e.State == ItemTaken && (*list)[*at-1].Taken == e.Taken:
		s := &(*list)[*at-1]
		s.Respawn, s.RespawnKnown, s.By = e.Respawn, e.RespawnKnown, e.TakenBy
	case e.State == ItemTaken:
		*list = append(*list, ItemAbsence{Item: e.Item, Weapon: e.Weapon, Origin: e.Origin, Entity: e.Number,
			Taken: e.Taken, Respawn: e.Respawn, RespawnKnown: e.RespawnKnown, By: e.TakenBy})
		*at = int32(len(*list))
	default:
		if s := &(*list)[*at-1]; e.State == ItemPresent && e.Visible {
			s.Respawn, s.RespawnKnown = now, true
		}
		*at = 0
	}
}
