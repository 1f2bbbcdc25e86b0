package q3

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
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
	before  vitals   // of the snapshot before
}

// vitals are the health and armour of the player whose view it is, while he lives.
type vitals struct {
	slot          sim.Slot
	health, armor int16
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
	s.pickups, s.taken, s.before = s.pickups[:0], s.taken[:0], vitals{}
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

// takeItems finds the places of the items that were taken at this snapshot, of which events told.
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

// takeSilently finds the item that the player whose view it is took while no event tells: his
// health or armour rose as it went out of sight next to him, or was due to come back there. Events
// get lost where more come than a playerstate holds: two of the player's own movement, and one
// of the game (bg_misc.c, BG_AddPredictableEventToPlayerstate; g_utils.c, G_AddEvent).
func (s *items) takeSilently() {
	was, now := s.before, vitals{}
	if r := s.look(s.pov); r != nil && r.Life == sim.Alive {
		now = vitals{r.Slot, r.Health, r.Armor}
	}
	s.before = now
	healthier, armored := now.health > was.health, now.armor > was.armor
	if !now.slot.Valid() || was.slot != now.slot || !healthier && !armored {
		return
	}
	for i := range s.entities.Rows() {
		row := &s.entities.Rows()[i]
		rose := givesHealth(row.Item) && healthier || givesArmor(row.Item) && armored
		if !rose || row.Kind != sim.EntityItem || !s.justGone(row) || s.nearestToucher(row.Origin) != s.pov || s.toldTaken(row.Item) {
			continue
		}
		s.MarkTaken(row, now.slot, 0)
		s.PickedUp(now.slot, track.ItemDef{Item: row.Item}, "", row.Origin)
	}
}

func givesHealth(i sim.Item) bool { return i >= sim.ItemHealthSmall && i <= sim.ItemMegaHealth }
func givesArmor(i sim.Item) bool  { return i >= sim.ItemArmorShard && i <= sim.ItemArmorRed }

// justGone reports whether an item went out of sight at this snapshot, or should have come back
// at it and did not.
func (s *items) justGone(row *recording.FrameEntity) bool {
	const late = 100 * time.Millisecond
	if row.Visible {
		return false
	}
	due := s.t.Now() - row.Respawn
	return row.State == sim.ItemUnknown && (row.LastSeen == s.t.Before() || row.Respawn > 0 && due >= 0 && due <= late)
}

// toldTaken reports whether, by an event of this snapshot, the player whose view it is
// took an item of a kind.
func (s *items) toldTaken(what sim.Item) bool {
	return slices.ContainsFunc(s.pickups, func(p pickup) bool {
		item := s.mod.itemDef(p.index).Item
		return p.slot == s.pov && (givesHealth(item) && givesHealth(what) || givesArmor(item) && givesArmor(what))
	})
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
