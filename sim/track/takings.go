package track

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// takings finds out which items are taken where events report it (Quake III). Its signals, in order of trust:
//
//  1. an event of the taker names the item; it is the one nearest to him (TookEvent);
//  2. an event for all names the item and the place; the taker is the player named,
//     otherwise the one nearest to the place, otherwise the only one who has what the
//     item gives (TookEvent with All);
//  3. the health or armour of the player in view rose as an item next to him went out
//     of sight, or did not respawn although it was due, and there was no event: events
//     get lost if there are more than a playerstate holds, two of the player's own
//     movement and one of the game (bg_misc.c, BG_AddPredictableEventToPlayerstate;
//     g_utils.c, G_AddEvent).
type takings struct {
	told   []TookEvent // at this snapshot
	late   []TookEvent // those that were recorded of late
	before vitals      // at the previous snapshot
}

// vitals are the health and armour of the player in view, while he is alive.
type vitals struct {
	slot          sim.Slot
	health, armor int16
}

// TookEvent reports that a player took an item. The report is derived from an event.
type TookEvent struct {
	Slot sim.Slot
	// Number is the item's number in the game's list of items. What is the item itself.
	Number uint32
	What   ItemDef
	// Origin is the position of the item. If the player in slot At is in sight, his position is used instead.
	Origin sim.Vec3
	At     sim.Slot
	// All is set for an event sent to everyone. It may not name the player; the taker is then the player nearest to the
	// item, or Default if nobody is near.
	All     bool
	Default sim.Slot
	at      time.Duration
}

func (e TookEvent) conclude(t *Tracker) {
	if e.Origin = t.players.placeOf(e.At, e.Origin); e.All && !e.Slot.Valid() {
		if e.Slot = nearestSeen(&t.players, e.Origin); !e.Slot.Valid() {
			e.Slot = e.Default
		}
	}
	t.takings.told = append(t.takings.told, e)
}

// sameTake is the maximum time between the two events of one pickup: the player's, and the one for everyone.
const sameTake = 250 * time.Millisecond

// recordedBefore reports whether a pickup is the second event of a recorded one.
func (s *takings) recordedBefore(e *TookEvent) bool {
	s.late = slices.DeleteFunc(s.late, func(o TookEvent) bool { return e.at-o.at > sameTake })
	for _, o := range s.late {
		if o.Number == e.Number && o.All != e.All {
			return true
		}
	}
	s.late = append(s.late, *e)
	return false
}

// take finds the positions of the items that, according to events, were taken at the current snapshot.
func (s *takings) take(players *Players, items *Items, f *flags) {
	for _, e := range s.told {
		e.at = players.t.now
		if s.recordedBefore(&e) {
			continue
		}
		if !e.Slot.Valid() {
			e.Slot = onlyOwner(players.rows, e.What)
		}
		if row := items.Near(e.What, e.Origin); row != nil {
			e.Origin = row.Origin
			if !row.Visible { // otherwise it is a weapon that stays
				items.MarkTaken(row, e.Slot, respawnTold(players.rules, e.What.Item))
			}
		}
		items.pickedUp(e.Slot, e.What, "", e.Origin, pickupLoudness(e.What.Item))
		r := players.Row(e.Slot)
		if r != nil && e.What.Item == sim.ItemFlag {
			f.takers[e.What.Team] = r.Slot
		}
		if r != nil && players.rules.ArmorKinds && isArmor(e.What.Item) {
			r.ArmorKind = e.What.Item
		}
	}
	s.told = s.told[:0]
}

// pickupLoudness returns the loudness of a pickup: everyone hears that of a powerup or a flag (ioq3 cg_event.c,
// EV_GLOBAL_ITEM_PICKUP).
func pickupLoudness(i sim.Item) (l sim.Loudness) {
	if _, power := powerOf[i]; power || i == sim.ItemFlag {
		return sim.Everywhere
	}
	return l
}

// takeSilently finds an item taken by the player in view without an event.
func (s *takings) takeSilently(players *Players, entities *Entities, items *Items, pov sim.Slot) {
	was, now := s.before, vitals{}
	if r := players.Look(pov); r != nil && r.Life == sim.Alive {
		now = vitals{r.Slot, r.Health, r.Armor}
	}
	s.before = now
	healthier, armored := now.health > was.health, now.armor > was.armor
	if !now.slot.Valid() || was.slot != now.slot || !healthier && !armored {
		return
	}
	for i := range entities.rows {
		row := &entities.rows[i]
		rose := givesHealth(row.Item) && healthier || givesArmor(row.Item) && armored
		if !rose || row.Kind != sim.EntityItem || !justGone(players.t, row) ||
			nearestSeen(players, row.Origin) != pov || s.toldTaken(pov, row.Item) {
			continue
		}
		items.MarkTaken(row, now.slot, 0)
		items.PickedUp(now.slot, ItemDef{Item: row.Item}, "", row.Origin)
	}
}

func givesHealth(i sim.Item) bool { return i >= sim.ItemHealthSmall && i <= sim.ItemMegaHealth }
func givesArmor(i sim.Item) bool  { return i >= sim.ItemArmorShard && i <= sim.ItemArmorRed }

// justGone reports whether an item went out of sight at this snapshot, or should have respawned but did not.
func justGone(t *Track, row *recording.FrameEntity) bool {
	const late = 100 * time.Millisecond
	if row.Visible {
		return false
	}
	due := t.now - row.Respawn
	return row.State == sim.ItemUnknown && (row.LastSeen == t.before || row.Respawn > 0 && due >= 0 && due <= late)
}

// toldTaken reports whether an event of this snapshot shows that a player took an item of a kind.
func (s *takings) toldTaken(slot sim.Slot, what sim.Item) bool {
	return slices.ContainsFunc(s.told, func(e TookEvent) bool {
		item := e.What.Item
		return e.Slot == slot && (givesHealth(item) && givesHealth(what) || givesArmor(item) && givesArmor(what))
	})
}

// powerOf maps items to the powerups that they give.
var powerOf = map[sim.Item]sim.Powerup{
	sim.ItemQuad: sim.PowerupQuad, sim.ItemProtection: sim.PowerupProtection,
	sim.ItemInvisibility: sim.PowerupInvisibility, sim.ItemHaste: sim.PowerupHaste,
	sim.ItemRegeneration: sim.PowerupRegeneration, sim.ItemFlight: sim.PowerupFlight,
}

// nearestSeen returns the player in sight nearest to a place and within reach of it.
func nearestSeen(p *Players, place sim.Vec3) sim.Slot {
	return p.Nearest(place, p.rules.Reach, func(r *recording.FramePlayer) bool { return p.Seen(r.Slot) })
}

// onlyOwner returns the only player in sight who has an item's powerup, or the zero Slot if there is not exactly one.
func onlyOwner(rows []recording.FramePlayer, what ItemDef) (slot sim.Slot) {
	power, ok := powerOf[what.Item]
	if !ok {
		return slot
	}
	for i := range rows {
		r := &rows[i]
		if !r.Visible || !r.Powerups.Has(power) {
			continue
		}
		if slot.Valid() {
			return sim.Slot{}
		}
		slot = r.Slot
	}
	return slot
}

// respawnTold returns an item's respawn delay according to the server, or 0 if unknown.
func respawnTold(r *Rules, i sim.Item) time.Duration {
	switch {
	case i == sim.ItemWeapon:
		return r.WeaponRespawn
	case i >= sim.ItemQuad && i <= sim.ItemFlight:
		return r.PowerRespawn
	}
	return 0
}
