package q3

import (
	"fragscope/sim"
	"slices"
	"time"
)

// items finds out which items are taken, and when they come back.
type items struct {
	*game
	flags   *flags
	match   *match
	pickups []pickup
	taken   []pickup                  // those that were recorded of late
	learned map[itemDef]time.Duration // how long items stay away
	early   map[itemDef]time.Duration // and those that were back too early, the last time
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
// rosterEntry, and the one for all.
const sameTake = 250 * time.Millisecond

func (s *items) reset() {
	s.pickups, s.taken = s.pickups[:0], s.taken[:0]
	s.learned, s.early = map[itemDef]time.Duration{}, map[itemDef]time.Duration{}
}

// recordedBefore tells whether a taking is the other event of one that was recorded.
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

// reach is how far from an item someone who takes it may be seen.
const reach = 96

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
		e := sim.Event{Kind: sim.EventPickup, Slot: sim.SlotAt(p.slot), Item: a.item, Weapon: a.weapon, Team: a.team, Origin: p.place, HasOrigin: true}
		if t := s.itemNear(a, p.place); t != nil {
			e.Origin = t.Origin
			s.takeItem(t, p.slot)
		}
		s.t.Event(e)
		if r := s.row(p.slot); r != nil && a.item == sim.ItemFlag && r.Profile.Team != a.team {
			s.flags.takers[a.team] = r.Slot
		}
		s.t.Effect(sim.Effect{Kind: sim.EffectPickup, Origin: e.Origin, Item: a.item, Weapon: a.weapon, Slot: sim.SlotAt(p.slot)}, 500*time.Millisecond)
		if r := s.row(p.slot); r != nil && s.mod.armorKinds && a.item >= sim.ItemArmorGreen && a.item <= sim.ItemArmorRed {
			r.ArmorKind = a.item
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
func (s *items) onlyOwner(a itemDef) int {
	power, ok := powerOf[a.item]
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

// itemNear is the item of a kind nearest to a place, of those that are not
// there to be seen any more, or nil.
func (s *items) itemNear(a itemDef, place sim.Vec3) *sim.FrameEntity {
	var best *sim.FrameEntity
	nearest := float32(reach * reach)
	for i := range s.entities.Rows() {
		t := &s.entities.Rows()[i]
		if t.Kind != sim.EntityItem || t.Item != a.item || t.Weapon != a.weapon || t.Team != a.team || t.State == sim.ItemTaken {
			continue
		}
		d := float32(0)
		for k := range place {
			d += (t.Origin[k] - place[k]) * (t.Origin[k] - place[k])
		}
		if d < nearest {
			best, nearest = t, d
		}
	}
	return best
}

func (s *items) takeItem(t *sim.FrameEntity, slot int) {
	if t.Visible {
		return // weapons that stay
	}
	t.State, t.Taken, t.TakenBy = sim.ItemTaken, s.t.Now(), sim.SlotAt(slot)
	t.Visible, t.LastSeen = false, s.t.Now()
	t.Respawn, t.RespawnKnown = 0, false
	if after, ok := s.respawnTime(t); ok {
		t.Respawn, t.RespawnKnown = s.t.Now()+after, true
	}
}

// respawnTime is how long an item stays away: as the server says, as was seen,
// or as the game has it.
func (s *items) respawnTime(t *sim.FrameEntity) (time.Duration, bool) {
	switch {
	case t.Item == sim.ItemWeapon && s.match.said.weaponRespawn > 0:
		return s.match.said.weaponRespawn, true
	case t.Item >= sim.ItemQuad && t.Item <= sim.ItemFlight && s.match.said.powerRespawn > 0:
		return s.match.said.powerRespawn, true
	}
	if after, ok := s.learned[itemDef{t.Item, t.Weapon, t.Team}]; ok {
		return after, true
	}
	return s.ruledTime(t.Item)
}

// ruledTime is how long an item stays away by the rules of the game.
func (s *items) ruledTime(i sim.Item) (time.Duration, bool) {
	if s.match.said.vanilla {
		after, ok := respawnTimes[i]
		return after, ok
	}
	return s.mod.respawnTime(i)
}

// decayMega finds out when mega healths come back whose effect has just ended.
func (s *items) decayMega() {
	if s.mod.megaAfter == 0 || s.match.said.vanilla {
		return
	}
	for i := range s.entities.Rows() {
		t := &s.entities.Rows()[i]
		if t.Item != sim.ItemMegaHealth || t.State != sim.ItemTaken || t.RespawnKnown || t.Taken >= s.t.Now() {
			continue
		}
		r := s.row(t.TakenBy.Index())
		if r == nil || r.Health == sim.Unknown || r.Health > fullHealth && r.Life == sim.Alive {
			continue
		}
		t.Respawn, t.RespawnKnown = s.t.Now()+s.mod.megaAfter, true
	}
}

// fullHealth is what a player has without the effect of a mega health.
const fullHealth = 100

// learnRespawn notes how long an item stayed away that came back in sight, which is
// a setting of the server that it does not tell.
func (s *items) learnRespawn(t *sim.FrameEntity) {
	if t.Kind != sim.EntityItem || t.State != sim.ItemTaken || t.Item == sim.ItemFlag {
		return
	}
	key := itemDef{t.Item, t.Weapon, t.Team}
	away := (s.t.Now() - t.Taken).Round(time.Second)
	if away <= 0 || s.t.Now()-t.Taken >= 3*time.Minute || t.Item == sim.ItemMegaHealth {
		return
	}
	if ruled, known := s.ruledTime(t.Item); known {
		// Twice too early after the same time is a setting of the server.
		if away >= ruled || s.early[key] != away {
			s.early[key] = away
			return
		}
	}
	s.learned[key] = away
}
