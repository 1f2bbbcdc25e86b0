package q3

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/track"
)

// items finds out which items are taken, and when they come back.
type items struct {
	*game
	*track.Items
	flags   *flags
	match   *match
	pickups []pickup
	taken   []pickup // those that were recorded of late
}

// pickup is an item that someone took at this snapshot.
type pickup struct {
	slot  int
	index uint32 // of the item list
	place sim.Vec3
	// global is true for one that all are told of, though not who did it.
	global bool
	time   time.Duration
}

// sameTake is how far the two events of one taking may lie apart: that of the
// player, and the one for all.
const sameTake = 250 * time.Millisecond

func (s *items) reset() {
	s.pickups, s.taken = s.pickups[:0], s.taken[:0]
}

// recordedBefore reports whether a taking is the other event of one that was recorded.
func (s *items) recordedBefore(p pickup) bool {
	s.taken = slices.DeleteFunc(s.taken, func(o pickup) bool { return s.t.Now()-o.time > sameTake })
	for _, o := range s.taken {
		if o.index == p.index && o.global != p.global {
			return true
		}
	}
	s.taken = append(s.taken, p)
	return false
}

// takeItems finds the places of the items that were taken at this snapshot.
func (s *items) takeItems() {
	for _, p := range s.pickups {
		p.time = s.t.Now()
		if s.recordedBefore(p) {
			continue
		}
		a := s.mod.itemDef(p.index)
		if p.slot < 0 {
			p.slot = s.onlyOwner(a)
		}
		slot := sim.SlotAt(p.slot)
		if t := s.Near(a, p.place); t != nil {
			p.place = t.Origin
			if !t.Visible { // else it is a weapon that stays
				s.MarkTaken(t, slot, s.respawnTold(a.Item))
			}
		}
		s.PickedUp(slot, a, "", p.place)
		if r := s.row(p.slot); r != nil && a.Item == sim.ItemFlag {
			s.flags.takers[a.Team] = r.Slot
		}
		if r := s.row(p.slot); r != nil && s.mod.armorKinds && a.Item >= sim.ItemArmorGreen && a.Item <= sim.ItemArmorRed {
			r.ArmorKind = a.Item
		}
	}
	s.pickups = s.pickups[:0]
}

// powerOf is what taking an item gives.
var powerOf = map[sim.Item]sim.Powerup{
	sim.ItemQuad: sim.PowerupQuad, sim.ItemProtection: sim.PowerupProtection, sim.ItemInvisibility: sim.PowerupInvisibility,
	sim.ItemHaste: sim.PowerupHaste, sim.ItemRegeneration: sim.PowerupRegeneration, sim.ItemFlight: sim.PowerupFlight,
}

// onlyOwner is the only player in sight who has what an item gives, or -1.
func (s *items) onlyOwner(a track.ItemDef) int {
	power, ok := powerOf[a.Item]
	if !ok {
		return -1
	}
	slot := -1
	for i := range s.players.Rows() {
		r := &s.players.Rows()[i]
		if !r.Visible || !r.Powerups.Has(power) {
			continue
		}
		if slot >= 0 {
			return -1
		}
		slot = r.Slot.Index()
	}
	return slot
}

// respawnTold is how long an item stays away as the server says; 0 where it does not.
func (s *items) respawnTold(i sim.Item) time.Duration {
	switch {
	case i == sim.ItemWeapon:
		return s.match.said.weaponRespawn
	case i >= sim.ItemQuad && i <= sim.ItemFlight:
		return s.match.said.powerRespawn
	}
	return 0
}
