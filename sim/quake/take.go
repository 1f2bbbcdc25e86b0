package quake

import (
	"strings"
	"time"

	"fragscope/sim"
)

// reach is how far from an item someone who takes it can be.
const reach = 100

// Told is what a server tells of an item that is being taken: who does, and
// when it comes back, 0 where it does not say.
func (s *Stage) Told(entity, slot int, respawn time.Duration) {
	if len(s.told) < maxRows {
		s.told[entity] = toldTaking{slot, respawn}
	}
	t := s.thing(entity)
	if t == nil || t.State != sim.ItemTaken {
		return
	}
	if s.Now-t.Taken > time.Second { // by someone who waited for it: it never showed
		s.take(t, slot)
		return
	}
	if s.track(slot) != nil {
		t.TakenBy = sim.SlotAt(slot)
	}
	if respawn > 0 {
		t.Respawn, t.RespawnKnown = t.Taken+respawn, true
	}
}

// Timer is what a server tells of an item that will come back.
func (s *Stage) Timer(entity int, after time.Duration) {
	if t := s.thing(entity); t != nil && t.State == sim.ItemTaken {
		t.Respawn, t.RespawnKnown = s.Now+after, true
	}
}

// itemsLost deals with items that went out of sight: in a multi view they
// were taken; else where someone was heard to take one.
func (s *Stage) itemsLost(lost []int) {
	playing := s.match.known && s.match.phase == sim.PhasePlaying
	anew := s.Multi && (len(lost) > 6 || playing && s.Now-s.match.started < 500*time.Millisecond)
	for _, entity := range lost {
		t := s.thing(entity)
		if t == nil {
			continue
		}
		slot, found := -1, s.Multi
		if told, ok := s.told[entity]; ok {
			slot, found = told.slot, true
		} else if anew { // the items of a match are put down
			continue
		} else if s.Multi {
			slot = s.nearest(t.Origin, true)
		} else {
			slot, found = s.heard(t)
		}
		if found {
			s.take(t, slot)
		}
	}
}

// heard finds who was heard or told to take an item that went out of sight.
func (s *Stage) heard(t *sim.FrameEntity) (slot int, ok bool) {
	for i := range s.taken {
		p := &s.taken[i]
		if p.known && !fits(p.what, t) || distance2(p.place, t.Origin) > reach*reach {
			continue
		}
		slot = p.slot
		s.taken[i] = s.taken[len(s.taken)-1]
		s.taken = s.taken[:len(s.taken)-1]
		return slot, true
	}
	return -1, false
}

// fits tells whether an item is what was taken.
func fits(a article, t *sim.FrameEntity) bool {
	armor := func(i sim.Item) bool { return i >= sim.ItemArmorGreen && i <= sim.ItemArmorRed }
	health := func(i sim.Item) bool {
		return i == sim.ItemHealth || i == sim.ItemHealthSmall || i == sim.ItemMegaHealth
	}
	if a.item == t.Item || armor(a.item) && armor(t.Item) || health(a.item) && health(t.Item) {
		return a.weapon == t.Weapon || a.weapon == sim.WeaponNone
	}
	return false
}

// nearest is the player nearest to a place within reach.
func (s *Stage) nearest(place sim.Vec3, alive bool) int {
	best, limit := -1, float32(reach*reach)
	for i := range s.Frame.Players {
		r := &s.Frame.Players[i]
		if !r.Visible || alive && r.Life != sim.Alive || r.Profile.Team == sim.TeamSpectator {
			continue
		}
		if d := distance2(r.Origin, place); d < limit {
			best, limit = r.Slot.Index(), d
		}
	}
	return best
}

// take marks an item as taken and records who took it.
func (s *Stage) take(t *sim.FrameEntity, slot int) {
	t.State, t.Taken, t.TakenBy = sim.ItemTaken, s.Now, sim.SlotAt(slot)
	t.Visible, t.LastSeen = false, s.Now
	t.Respawn, t.RespawnKnown = 0, false
	if after, ok := s.respawnTime(t); ok {
		t.Respawn, t.RespawnKnown = s.Now+after, true
	}
	if told, ok := s.told[t.Number]; ok {
		if told.respawn > 0 {
			t.Respawn, t.RespawnKnown = s.Now+told.respawn, true
		}
		delete(s.told, t.Number)
	}
	if p := s.track(slot); p != nil && t.Item == sim.ItemMegaHealth {
		p.mega, p.megaAt = t.Number, s.Now
	}
	if slot < 0 {
		return
	}
	s.pickedUp(slot, article{t.Item, t.Weapon}, t.Origin)
}

// respawnTime is how long an item stays away by the server's rules.
func (s *Stage) respawnTime(t *sim.FrameEntity) (time.Duration, bool) {
	seconds, ok := respawnTimes[t.Item]
	if !ok || s.Deathmatch == 0 {
		return 0, false
	}
	powerup := t.Item == sim.ItemQuad || t.Item == sim.ItemProtection || t.Item == sim.ItemInvisibility || t.Item == sim.ItemSuit
	switch {
	case s.Deathmatch == 2 && !powerup:
		return 0, false
	case (s.Deathmatch == 3 || s.Deathmatch == 5) && t.Item >= sim.ItemAmmoShells && t.Item <= sim.ItemAmmoCells:
		seconds = 15
	}
	return time.Duration(seconds) * time.Second, true
}

func (s *Stage) pickedUp(slot int, a article, place sim.Vec3) {
	s.Event(sim.Event{Kind: sim.EventPickup, Slot: sim.SlotAt(slot), Item: a.item, Weapon: a.weapon, Origin: place, HasOrigin: true})
	s.effect(sim.Effect{Kind: sim.EffectPickup, Origin: place, Item: a.item, Weapon: a.weapon, Slot: sim.SlotAt(slot)}, soonTime)
}

// packTaken records who took a backpack that is gone, if somebody was there.
func (s *Stage) packTaken(t *sim.FrameEntity) {
	if slot := s.nearest(t.Origin, true); slot >= 0 {
		s.pickedUp(slot, article{item: sim.ItemBackpack}, t.Origin)
	}
}

// takeItems records what was told to be taken where no item of the kind went
// out of sight: a weapon that stays, a backpack, something from afar.
func (s *Stage) takeItems() {
	for _, p := range s.taken {
		if !p.told {
			continue
		}
		if t := s.itemNear(p.what, p.place); t != nil {
			if !t.Visible {
				s.take(t, p.slot)
				continue
			}
			p.place = t.Origin
		}
		s.pickedUp(p.slot, p.what, p.place)
	}
	s.taken = s.taken[:0]
	if !s.Multi {
		return
	}
	for slot := range s.players {
		p := &s.players[slot]
		if p.mega != 0 {
			s.megaDecays(slot, p)
		}
	}
}

// megaDecays finds when a mega health begins to wait for its return: it does
// when its owner has no more than 100 health left, or is dead.
func (s *Stage) megaDecays(slot int, p *track) {
	t := s.thing(p.mega)
	if t == nil || t.State != sim.ItemTaken {
		p.mega = 0
		return
	}
	r := s.Row(slot)
	gone := r == nil || r.Life != sim.Alive || s.Now-p.megaAt > 5*time.Second && r.Health != sim.Unknown && r.Health <= 100
	if gone {
		if !t.RespawnKnown {
			t.Respawn, t.RespawnKnown = s.Now+20*time.Second, true
		}
		p.mega = 0
	}
}

// itemNear is the item of a kind nearest to a place, or nil.
func (s *Stage) itemNear(a article, place sim.Vec3) *sim.FrameEntity {
	var best *sim.FrameEntity
	limit := float32(reach * reach)
	for i := range s.Frame.Entities {
		t := &s.Frame.Entities[i]
		if t.Kind != sim.EntityItem || !fits(a, t) || t.State == sim.ItemTaken {
			continue
		}
		if d := distance2(t.Origin, place); d < limit {
			best, limit = t, d
		}
	}
	return best
}

// Took reads a line that tells a player what he took; ok is false for other
// lines.
func (s *Stage) Took(slot int, line string) (ok bool) {
	line = strings.ToLower(strings.TrimRight(line, "\n !."))
	var a article
	switch {
	case line == "you got armor" || line == "you got the armor":
		a = article{item: sim.ItemArmorGreen}
	case strings.HasPrefix(line, "you receive ") && strings.HasSuffix(line, " health"):
		switch n := strings.TrimSuffix(strings.TrimPrefix(line, "you receive "), " health"); n {
		case "100":
			a = article{item: sim.ItemMegaHealth}
		case "15":
			a = article{item: sim.ItemHealthSmall}
		default:
			a = article{item: sim.ItemHealth}
		}
	case strings.HasPrefix(line, "you get "):
		a = article{item: sim.ItemBackpack}
	case strings.HasPrefix(line, "you got the "):
		if a, ok = pickupWords[strings.TrimPrefix(line, "you got the ")]; !ok {
			return false
		}
	default:
		return false
	}
	r := s.Row(slot)
	if s.Multi || r == nil {
		return true // what is gone tells more
	}
	s.taken = append(s.taken, taking{slot: slot, what: a, place: r.Origin, known: true, told: true})
	return true
}
