package q3

import (
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// view is the playerstate: the player through whose eyes the demo is seen.
type view struct {
	*game
	events *events
	roster *roster
	runs   *runs
	match  *match
	ps     playerView
	// killedBefore is how often the recorder had died when the match began.
	killedBefore int16
}

// playerView is what is kept of the playerstate between snapshots.
type playerView struct {
	valid         bool
	client        int
	eventSequence uint32
	externalEvent uint32
	arrays        quake3.PlayerArrays
	powers        bool // the arrays have powers
	inventory     sim.Inventory
	restocked     bool // the arrays have another inventory than that
}

// see handles the playerstate: the player through whose eyes the demo is
// seen.
func (s *view) see(snap *quake3.Snapshot) {
	ps := &snap.Player
	client := s.slot(ps.F[quake3.PsClientNum])
	if s.pov != client {
		s.changeView(client)
	}
	s.t.Frame().POV = sim.SlotAt(client)
	s.scored = client
	if ps.F[quake3.PsPmFlags]&pmfFollow != 0 {
		if r := s.look(s.self); r != nil && r.Profile.Team != sim.TeamSpectator {
			s.scored = s.self
		}
	}
	if s.players.Profile(sim.SlotAt(client)) == nil {
		return
	}
	r := s.players.List(sim.SlotAt(client))
	followed := s.ps.valid && s.ps.client == client
	changed := s.compareArrays(ps)
	appeared := s.roster.see(client)
	far := s.viewPose(ps, r)
	s.viewPlayer(ps, r, changed || !followed)
	r.NoLerp = r.NoLerp || appeared || far
	s.readScore(ps, r)
	if followed {
		s.viewEvents(ps)
		if changed {
			s.viewAwards(ps)
		}
	}
	s.runs.followRun(ps, followed)
	s.runs.raceClock()
	s.ps.valid, s.ps.client = true, client
	s.ps.eventSequence, s.ps.externalEvent = ps.F[quake3.PsEventSequence], ps.F[quake3.PsExternalEvent]
	if changed {
		s.ps.arrays = ps.PlayerArrays
	}
	s.roster.showPlayer(r, &s.roster.entries[client], client)
}

// changeView goes on with another player's view; -1 is nobody's.
func (s *view) changeView(client int) {
	if r := s.row(s.pov); r != nil {
		r.POV = false
	}
	if s.pov >= 0 && s.fired && client >= 0 {
		s.t.Event(sim.Event{Kind: sim.EventPointOfView, Slot: sim.SlotAt(client)})
	}
	s.pov = client
}

// compareArrays finds out what is new in the arrays of a playerstate, and reports whether anything is that is read of them. Mods keep much
// else there that changes with each snapshot.
func (s *view) compareArrays(ps *quake3.PlayerState) (changed bool) {
	before := &s.ps.arrays
	differs := func(stat int) bool { return ps.Stats[stat] != before.Stats[stat] }
	stocks := ps.Ammo != before.Ammo || differs(s.mod.stats.weapons) || differs(statHoldable)
	s.ps.powers = ps.Powerups != [16]int32{}
	s.ps.restocked = s.ps.restocked || !s.ps.valid || stocks
	return stocks || differs(statHealth) || differs(s.mod.stats.armor) || ps.Persistant != before.Persistant || ps.Powerups != before.Powerups
}

// viewPlayer reads the player of a playerstate, but for his pose; changed is set if its arrays are not as before.
func (s *view) viewPlayer(ps *quake3.PlayerState, r *recording.FramePlayer, changed bool) {
	p := &s.roster.entries[r.Slot.Index()]
	d := s.mod
	flags := ps.F[quake3.PsEFlags]
	r.NoLerp = (flags^p.eFlags)&efTeleport != 0
	p.eFlags = flags
	r.POV, r.Visible = true, true
	r.OnGround = ps.F[quake3.PsGroundEntityNum] != groundNone
	r.Mins, r.Maxs = s.rules.Hull[0], s.rules.Hull[1]
	if ps.F[quake3.PsPmFlags]&pmfDucked != 0 {
		r.Maxs[2] = 16
	}
	r.Weapon = d.weapon(ps.F[quake3.PsWeapon])
	r.Health, r.Armor = int16(ps.Stats[statHealth]), int16(ps.Stats[d.stats.armor])
	if r.Armor <= 0 {
		r.ArmorKind = sim.ItemNone
	}
	r.Ammo = sim.Unknown
	if w := ps.F[quake3.PsWeapon]; w > 1 && w < 16 && ps.Ammo[w] >= 0 {
		r.Ammo = int16(ps.Ammo[w])
	}
	r.Chatting = flags&efTalk != 0
	p.isFiring = flags&efFiring != 0
	if changed || s.ps.powers {
		s.viewPowerups(ps, r)
	}
	life := sim.Alive
	switch pm := ps.F[quake3.PsPmType]; {
	case pm == pmSpectator && ps.F[quake3.PsPmFlags]&pmfFollow == 0, s.intermission && r.Profile.Team == sim.TeamSpectator:
		life = sim.Spectating
	case r.Health <= gibHealth:
		life = sim.Gibbed
	case pm == pmDead || r.Health <= 0 || r.Powerups.Has(sim.PowerupFreeze):
		life = sim.Dead
	}
	if r.Life != life && (life == sim.Alive || life == sim.Spectating) {
		r.NoLerp = true
	}
	r.Life = life
	if life == sim.Spectating {
		r.Health, r.Armor, r.Ammo, r.Inventory = sim.Unknown, sim.Unknown, sim.Unknown, nil
		return
	}
	r.Inventory = s.inventory(ps)
}

// viewPose reads the pose of the player of a playerstate, and reports whether he cannot have gone there.
func (s *view) viewPose(ps *quake3.PlayerState, r *recording.FramePlayer) (far bool) {
	before := r.Origin
	r.Origin[0], r.Origin[1], r.Origin[2] = ps.Float(quake3.PsOriginX), ps.Float(quake3.PsOriginY), ps.Float(quake3.PsOriginZ)
	r.Velocity[0], r.Velocity[1], r.Velocity[2] = ps.Float(quake3.PsVelocityX), ps.Float(quake3.PsVelocityY), ps.Float(quake3.PsVelocityZ)
	r.View.Pitch, r.View.Yaw, r.View.Roll = ps.Float(quake3.PsViewPitch), ps.Float(quake3.PsViewYaw), ps.Float(quake3.PsViewRoll)
	return s.rules.TooFar(&before, &r.Origin, s.t.Now()-s.t.Before())
}

// readScore reads the score and the deaths that the playerstate tells. CPMA and Quake
// Live do not begin to count deaths anew with the match: those of before are taken off.
// r is the row of the point of view.
func (s *view) readScore(ps *quake3.PlayerState, r *recording.FramePlayer) {
	if s.scored != s.pov {
		r = s.row(s.scored)
	}
	if r == nil || r.Life == sim.Spectating {
		return
	}
	r.Frags = int16(ps.Persistant[persScore])
	if s.mod.persistent.killed < 0 {
		return
	}
	killed := int16(ps.Persistant[s.mod.persistent.killed])
	if s.match.starts {
		s.killedBefore = killed
	}
	if killed < s.killedBefore {
		s.killedBefore = 0
	}
	r.Deaths = killed - s.killedBefore
}

func (s *view) viewPowerups(ps *quake3.PlayerState, r *recording.FramePlayer) {
	var bits uint32
	r.PowerupEnd = [sim.PowerupCount]time.Duration{}
	for i, end := range ps.Powerups {
		if end == 0 {
			continue
		}
		bits |= 1 << i
		if p := s.mod.powers[i]; p < sim.PowerupCount && end > s.clock && end < s.clock+10*60*1000 {
			r.PowerupEnd[p] = s.t.Now() + millis(end-s.clock)
		}
	}
	r.Powerups, r.Flag, r.FlagCarried = s.mod.powerups(bits)
	r.Invisible = r.Powerups.Has(sim.PowerupInvisibility)
}

// inventory are the weapons and ammunition of the playerstate. They are made
// anew only when they changed.
func (s *view) inventory(ps *quake3.PlayerState) *sim.Inventory {
	d, h := s.mod, &s.ps.inventory
	if !s.ps.restocked {
		return h
	}
	s.ps.restocked = false
	*h = sim.Inventory{}
	for i := 1; i < 16; i++ {
		w := d.weapon(uint32(i))
		if uint32(ps.Stats[d.stats.weapons])>>i&1 == 0 || w == sim.WeaponNone {
			continue
		}
		h.Weapons |= 1 << w
		h.Ammo[w] = int16(ps.Ammo[i])
	}
	if n := ps.Stats[statHoldable]; n > 0 {
		if a := d.itemDef(uint32(n)); a.Item != sim.ItemOther {
			h.Other = []sim.InventoryItem{{Name: a.Item.String(), Count: 1}}
		}
	}
	return h
}

// viewEvents plays the events of the playerstate that are new.
func (s *view) viewEvents(ps *quake3.PlayerState) {
	sequence := ps.F[quake3.PsEventSequence]
	if sequence == s.ps.eventSequence && ps.F[quake3.PsExternalEvent] == s.ps.externalEvent {
		return
	}
	behind := (sequence - s.ps.eventSequence) & 0xffff
	if behind > 0x8000 {
		behind = 0
	}
	fields := [2][2]quake3.PlayerField{{quake3.PsEvent0, quake3.PsEventParm0}, {quake3.PsEvent1, quake3.PsEventParm1}}
	for i := sequence - min(behind, 2); i != sequence; i++ {
		f := fields[i&1]
		s.events.playerEvent(ps.F[f[0]]&0xff, ps.F[f[1]])
	}
	if e := ps.F[quake3.PsExternalEvent]; e != s.ps.externalEvent && e&^quake3.EventToggle != 0 {
		s.events.playerEvent(e&0xff, ps.F[quake3.PsExternalEventParm])
	}
}

// viewAwards finds awards and powers that the player got.
func (s *view) viewAwards(ps *quake3.PlayerState) {
	before := &s.ps.arrays
	if ps.Persistant == before.Persistant && ps.Powerups == before.Powerups {
		return
	}
	d := s.mod
	for _, a := range []struct {
		index int
		name  string
	}{{d.persistent.impressive, "Impressive"}, {d.persistent.excellent, "Excellent"}, {d.persistent.gauntlet, "Humiliation"},
		{d.persistent.defend, "Defense"}, {d.persistent.assist, "Assist"}} {
		if s.scored == s.pov && a.index >= 0 && ps.Persistant[a.index] == before.Persistant[a.index]+1 && before.Persistant[persSpawnCount] != 0 {
			s.t.Event(sim.Event{Kind: sim.EventAward, Slot: sim.SlotAt(s.pov), Text: sim.PlainText(a.name)})
		}
	}
	for i, end := range ps.Powerups {
		p := d.powers[i]
		had := before.Powerups[i] != 0
		if p >= sim.PowerupCount || states.Has(p) || had == (end != 0) {
			continue
		}
		e := sim.Event{Kind: sim.EventPowerup, Slot: sim.SlotAt(s.pov), Powerup: p}
		if had {
			e.Kind = sim.EventPowerupEnd
		}
		s.t.Event(e)
	}
}
