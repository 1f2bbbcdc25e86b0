package quake

import (
	"slices"
	"time"

	"fragscope/sim"
)

// Look is a player as a demo shows him.
type Look struct {
	Origin   sim.Vec3
	View     sim.Angles
	HasView  bool
	Velocity sim.Vec3
	// HasVelocity is true where the demo tells it.
	HasVelocity bool
	Frame       int
	Model       int // index of the level's models
	Effects     uint32
	// Dead and Gibbed are told by QuakeWorld; else the frame and the model tell.
	Dead, Gibbed bool
	Step         bool
}

// SetProfile says who is in a slot; nil for nobody. name is the plain name as
// obituaries have it.
func (s *Stage) SetProfile(slot int, p *sim.Profile, name string) {
	if slot < 0 || slot >= MaxPlayers {
		return
	}
	old := s.players[slot].profile
	if old == p && s.players[slot].name == name {
		return
	}
	if p == nil {
		s.players[slot] = track{}
	}
	s.players[slot].profile, s.players[slot].name = p, name
	s.names = s.names[:0]
	for i := range s.players {
		if s.players[i].profile != nil && s.players[i].name != "" {
			s.names = append(s.names, Named{i, s.players[i].name})
		}
	}
	s.rebuild()
}

// Profile is who is in a slot; nil for nobody.
func (s *Stage) Profile(slot int) *sim.Profile {
	if p := s.track(slot); p != nil {
		return p.profile
	}
	return nil
}

// Names are those of all players.
func (s *Stage) Names() []Named { return s.names }

// rebuild makes the rows of those in the game, keeping what the frame has.
func (s *Stage) rebuild() {
	old := s.Frame.Players
	at := s.at
	var list []sim.FramePlayer
	for slot := range s.players {
		p := s.players[slot].profile
		s.at[slot] = -1
		if p == nil {
			continue
		}
		row := sim.FramePlayer{Player: sim.Player{Slot: sim.SlotAt(slot), Health: sim.Unknown, Armor: sim.Unknown, Ammo: sim.Unknown,
			Frags: sim.Unknown, Ping: sim.Unknown, Mins: hull[0], Maxs: hull[1]}}
		if i := at[slot]; i >= 0 && int(i) < len(old) && old[i].Slot.Index() == slot {
			row = old[i]
		}
		if p.Team == sim.TeamSpectator && !row.Visible {
			row.Life = sim.Spectating
		} else if row.Life == sim.Spectating && p.Team != sim.TeamSpectator {
			row.Life = sim.Absent
		}
		row.Profile, row.Bot = p, p.Bot
		s.at[slot] = int16(len(list))
		list = append(list, row)
	}
	s.Frame.Players = list
}

// Row is the frame's row of a slot, or nil.
func (s *Stage) Row(slot int) *sim.FramePlayer {
	if slot < 0 || slot >= MaxPlayers || s.at[slot] < 0 {
		return nil
	}
	return &s.Frame.Players[s.at[slot]]
}

// known is the row of a slot that the demo shows, also of one who has no name.
func (s *Stage) known(slot int) *sim.FramePlayer {
	if r := s.Row(slot); r != nil {
		return r
	}
	if slot < 0 || slot >= MaxPlayers {
		return nil
	}
	s.SetProfile(slot, s.Rec.Profile(sim.Profile{Slot: sim.SlotAt(slot)}), "")
	return s.Row(slot)
}

// No player gets further than this between two moments, nor that fast (units
// per second): he was put there.
const (
	jumpDistance = 100
	jumpSpeed    = 2500
)

func tooFar(a, b sim.Vec3, since time.Duration) bool {
	limit := max(jumpDistance, jumpSpeed*float32(since.Seconds()))
	return distance2(a, b) > limit*limit
}

// SeePlayer takes over a player who is in sight.
func (s *Stage) SeePlayer(slot int, l *Look) {
	r := s.known(slot)
	if r == nil {
		return
	}
	p := &s.players[slot]
	appeared := !r.Visible || p.snap != s.snaps-1
	since := s.Now - s.Before
	r.NoLerp = r.NoLerp || appeared || l.Step && tooFar(r.Origin, l.Origin, 0) || tooFar(r.Origin, l.Origin, since) || s.throughTeleport(r.Origin, l.Origin)
	before := r.Origin
	r.Origin = l.Origin
	switch {
	case l.HasVelocity:
		r.Velocity = l.Velocity
	case r.NoLerp || since <= 0:
		r.Velocity = sim.Vec3{}
	default:
		for i := range before {
			r.Velocity[i] = (l.Origin[i] - before[i]) / float32(since.Seconds())
		}
	}
	if l.HasView {
		r.View = l.View
	}
	p.snap = s.snaps
	r.Visible, r.LastSeen = true, s.Now
	s.setLife(r, p, s.lifeOf(slot, r, l))
	s.looks(slot, r, p, l)
}

// lifeOf tells whether a player is alive, by what he looks like.
func (s *Stage) lifeOf(slot int, r *sim.FramePlayer, l *Look) sim.Life {
	c := s.Class(l.Model)
	switch {
	case r.Profile.Team == sim.TeamSpectator:
		return sim.Spectating
	case l.Gibbed || c.Head:
		return sim.Gibbed
	case l.Dead:
		return sim.Dead
	case c.Player && !c.Eyes && l.Frame >= frameDeathFirst && l.Frame <= frameDeathLast:
		return sim.Dead
	}
	if s.players[slot].itemsKnown && r.Health != sim.Unknown && r.Health <= 0 && s.match.phase != sim.PhaseIntermission {
		return sim.Dead
	}
	return sim.Alive
}

func (s *Stage) setLife(r *sim.FramePlayer, p *track, life sim.Life) {
	was := r.Life
	r.Life = life
	switch {
	case life == sim.Alive && (was == sim.Dead || was == sim.Gibbed):
		r.NoLerp, r.ArmorKind = true, sim.ItemNone
		s.effect(sim.Effect{Kind: sim.EffectSpawn, Origin: r.Origin, Slot: r.Slot}, soonTime)
		if !p.itemsKnown { // else he has those that his status bar shows
			r.Powerups, r.Invisible = 0, false
		}
		p.powers = [sim.PowerupCount]time.Duration{}
	case (life == sim.Dead || life == sim.Gibbed) && was == sim.Alive:
		p.died, p.dead = s.Now, true
		kind := sim.EffectDeath
		if life == sim.Gibbed {
			kind = sim.EffectGibs
		}
		s.effect(sim.Effect{Kind: kind, Origin: r.Origin, Slot: r.Slot}, bodyTime)
	}
}

// looks takes over what a player's frame, model and light tell.
func (s *Stage) looks(slot int, r *sim.FramePlayer, p *track, l *Look) {
	c := s.Class(l.Model)
	r.Invisible = c.Eyes
	if !p.itemsKnown {
		s.seenPowers(slot, r, p, l, c)
		if c.Player && !c.Eyes && !c.Head {
			if w, told := frameWeapon(l.Frame); told {
				r.Weapon = w
			} else if r.Weapon == sim.WeaponMelee {
				r.Weapon = sim.WeaponNone
			}
		}
	}
	if l.Effects&effectMuzzle != 0 {
		s.fire(slot)
	}
	s.carried(slot, r, l.Effects)
}

// seenPowers are the powers that a player visibly has.
func (s *Stage) seenPowers(slot int, r *sim.FramePlayer, p *track, l *Look, c *Class) {
	var has sim.PowerupSet
	if l.Effects&effectBlue != 0 {
		has |= 1 << sim.PowerupQuad
	}
	if l.Effects&effectRed != 0 {
		has |= 1 << sim.PowerupProtection
	}
	if c.Eyes {
		has |= 1 << sim.PowerupInvisibility
	}
	// The first Quake's light does not tell which power it is; the sound of
	// getting it does.
	if l.Effects&effectDim != 0 {
		for power, end := range p.powers {
			if s.Now < end && sim.Powerup(power) != sim.PowerupInvisibility {
				has |= 1 << power
			}
		}
	}
	s.setPowers(slot, r, has, false)
}

// setPowers takes over a set of powers and tells of changes. gained says that
// a power that is new was got just now, and so when it ends.
func (s *Stage) setPowers(slot int, r *sim.FramePlayer, has sim.PowerupSet, gained bool) {
	had := r.Powerups
	r.Powerups = has
	if had == has {
		return
	}
	for p := range sim.PowerupCount {
		switch {
		case has.Has(p) && !had.Has(p):
			r.PowerupEnd[p] = 0
			if gained {
				r.PowerupEnd[p] = s.Now + powerTime
			}
			s.Event(sim.Event{Kind: sim.EventPowerup, Slot: sim.SlotAt(slot), Powerup: p})
		case had.Has(p) && !has.Has(p):
			r.PowerupEnd[p] = 0
			s.Event(sim.Event{Kind: sim.EventPowerupEnd, Slot: sim.SlotAt(slot), Powerup: p})
		}
	}
}

// carried takes over the flag that a player's light tells.
func (s *Stage) carried(slot int, r *sim.FramePlayer, effects uint32) {
	r.FlagCarried, r.Flag = false, sim.TeamFree
	switch {
	case effects&effectFlag1 != 0:
		r.FlagCarried, r.Flag = true, sim.TeamRed
	case effects&effectFlag2 != 0:
		r.FlagCarried, r.Flag = true, sim.TeamBlue
	}
	if r.FlagCarried {
		s.flags[r.Flag] = slot + 1
		s.Frame.FlagState[r.Flag] = sim.FlagTaken
	}
}

// fire marks a shot.
func (s *Stage) fire(slot int) {
	r := s.Row(slot)
	if r == nil {
		return
	}
	p := &s.players[slot]
	fresh := s.Now >= p.firingUntil-firingTime+30*time.Millisecond
	p.firingUntil, r.Firing = s.Now+firingTime, true
	if fresh && r.Weapon != sim.WeaponLightning && r.Weapon != sim.WeaponMelee {
		s.effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: r.Origin, Weapon: r.Weapon, Slot: sim.SlotAt(slot)}, muzzleTime)
	}
}

// MuzzleFlash is a shot of an entity, of which number slot+1 is a player.
func (s *Stage) MuzzleFlash(entity int) { s.fire(entity - 1) }

// Status is a player's status bar.
type Status struct {
	Items                            uint32
	Health, Armor                    int
	Shells, Nails, Rockets, Cells    int
	Ammo                             int
	WeaponModel                      int    // index of the level's models
	WeaponBit                        uint32 // bit of the weapon in hand
	HasItems, HasHealth, HasAmmo     bool
	HasWeapon, HasWeaponModel, Fresh bool
}

// SetStatus takes over a player's status bar.
func (s *Stage) SetStatus(slot int, st *Status) {
	r := s.Row(slot)
	if r == nil {
		return
	}
	p := &s.players[slot]
	if st.HasHealth {
		r.Health, r.Armor = clamp(st.Health), clamp(st.Armor)
	}
	if st.HasItems {
		s.setItems(slot, r, p, st)
	}
	s.setWeapon(r, st)
	if st.HasAmmo {
		h := &p.held
		for w := range sim.WeaponCount {
			switch ammoOf(w) {
			case 0:
				h.Ammo[w] = clamp(st.Shells)
			case 1:
				h.Ammo[w] = clamp(st.Nails)
			case 2:
				h.Ammo[w] = clamp(st.Rockets)
			case 3:
				h.Ammo[w] = clamp(st.Cells)
			}
		}
		r.Ammo = sim.Unknown
		if ammoOf(r.Weapon) >= 0 {
			r.Ammo = h.Ammo[r.Weapon]
		}
	}
	r.Inventory = &p.held
}

func clamp(n int) int16 { return int16(min(max(n, -9999), 9999)) }

func (s *Stage) setWeapon(r *sim.FramePlayer, st *Status) {
	switch {
	case st.HasWeaponModel && s.Class(st.WeaponModel).View != sim.WeaponNone:
		r.Weapon = s.Class(st.WeaponModel).View
	case st.HasWeapon && st.WeaponBit != 0:
		r.Weapon = s.Pack.Weapon(st.WeaponBit)
	case st.HasWeapon || st.HasWeaponModel:
		r.Weapon = sim.WeaponNone
	}
}

// setItems takes over the bits of what a player owns.
func (s *Stage) setItems(slot int, r *sim.FramePlayer, p *track, st *Status) {
	was, known := p.items, p.itemsKnown
	p.items, p.itemsKnown = st.Items, true
	r.ArmorKind = s.Pack.Armor(st.Items)
	if r.Armor == 0 && st.HasHealth {
		r.ArmorKind = sim.ItemNone
	}
	p.held.Weapons = s.Pack.Weapons(st.Items)
	if was != st.Items || !known {
		p.held.Keys, p.held.Other = keys(st.Items)
	}
	s.setPowers(slot, r, Powers(st.Items), known && r.Life == sim.Alive)
	if known && s.Multi && r.Life == sim.Alive && !r.NoLerp {
		s.gained(slot, r, s.Pack.Weapons(st.Items)&^s.Pack.Weapons(was))
	}
}

// gained records weapons that a player got where no item went away: those
// stay in some modes.
func (s *Stage) gained(slot int, r *sim.FramePlayer, weapons uint64) {
	for w := sim.Weapon(1); weapons != 0 && w < sim.WeaponCount; w++ {
		if weapons>>w&1 == 0 {
			continue
		}
		weapons &^= 1 << w
		t := s.itemNear(article{sim.ItemWeapon, w}, r.Origin)
		if t != nil && t.Visible {
			s.pickedUp(slot, article{sim.ItemWeapon, w}, t.Origin)
		}
	}
}

func keys(items uint32) (list []sim.Item, other []sim.InventoryItem) {
	if items&BitKeySilver != 0 {
		list = append(list, sim.ItemKeySilver)
	}
	if items&BitKeyGold != 0 {
		list = append(list, sim.ItemKeyGold)
	}
	for i, name := range sigils {
		if items&(BitSigil<<i) != 0 {
			other = append(other, sim.InventoryItem{Name: name, Count: 1})
		}
	}
	return list, other
}

// deathTime is after how long one who died, and is out of sight, may be anywhere.
const deathTime = 5 * time.Second

// losePlayers ages the players who are not in sight at this moment.
func (s *Stage) losePlayers() {
	for i := range s.Frame.Players {
		r := &s.Frame.Players[i]
		p := &s.players[r.Slot.Index()]
		if !r.Visible && (r.Life == sim.Dead || r.Life == sim.Gibbed) && s.Now-p.died > deathTime {
			r.Life, r.ArmorKind, r.Powerups, r.Invisible = sim.Absent, sim.ItemNone, 0, false
			p.powers = [sim.PowerupCount]time.Duration{}
		}
		if p.snap == s.snaps || !r.Visible {
			continue
		}
		r.Visible, r.LastSeen, r.Firing, r.POV = false, s.Before, false, false
		if r.Profile.Team == sim.TeamSpectator {
			r.Life = sim.Spectating
		}
		if !s.Multi {
			r.Inventory, r.Ammo, r.Health, r.Armor = nil, sim.Unknown, sim.Unknown, sim.Unknown
			p.itemsKnown = false
		}
	}
}

// Keep lets a player whom this moment does not mention stay as he is.
func (s *Stage) Keep(slot int) {
	if r := s.Row(slot); r != nil && r.Visible {
		s.players[slot].snap = s.snaps
	}
}

// Drop says that a player is not in the game any more at this moment.
func (s *Stage) Drop(slot int) {
	if r := s.Row(slot); r != nil {
		r.Visible = false
		s.players[slot].snap = 0
	}
}

// throughTeleport tells whether someone who is near to where a teleport was
// seen came from afar.
func (s *Stage) throughTeleport(from, to sim.Vec3) bool {
	if distance2(from, to) < 48*48 {
		return false
	}
	return slices.ContainsFunc(s.teleport, func(place sim.Vec3) bool { return distance2(place, to) < 96*96 })
}

// Forget lets nothing be interpolated from the moment before to the next.
func (s *Stage) Forget() { s.cut = true }

// Jump says that a player is put somewhere else at this moment.
func (s *Stage) Jump(slot int) {
	if r := s.Row(slot); r != nil {
		s.players[slot].snap = 0
		r.NoLerp = true
	}
}
