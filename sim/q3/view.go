package q3

import (
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
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
	persistant    [16]int32
	powerups      [16]int32
	inventory     sim.Inventory
	inventoryKey  [18]int32
}

// see handles the playerstate: the player through whose eyes the demo is
// seen.
func (s *view) see(snap *quake3.Snapshot) {
	ps := &snap.Player
	client := int(ps.F[quake3.PsClientNum])
	if client >= quake3.MaxClients {
		client = -1
	}
	if s.pov != client {
		if r := s.row(s.pov); r != nil {
			r.POV = false
		}
		if s.pov >= 0 && s.fired && client >= 0 {
			s.t.Event(sim.Event{Kind: sim.EventPointOfView, Slot: sim.SlotAt(client)})
		}
		s.pov = client
	}
	s.t.Frame().POV = sim.SlotAt(client)
	s.scored = client
	if r := s.row(s.self); r != nil && r.Profile.Team != sim.TeamSpectator && ps.F[quake3.PsPmFlags]&pmfFollow != 0 {
		s.scored = s.self
	}
	if s.players.Profile(sim.SlotAt(client)) == nil {
		return
	}
	r := s.players.List(sim.SlotAt(client))
	followed := s.ps.valid && s.ps.client == client
	s.viewPlayer(ps, r)
	s.readScore(ps)
	if followed {
		s.viewEvents(ps)
		s.viewAwards(ps)
	}
	s.runs.followRun(ps, followed)
	s.runs.raceClock()
	s.ps.valid, s.ps.client = true, client
	s.ps.eventSequence, s.ps.externalEvent = ps.F[quake3.PsEventSequence], ps.F[quake3.PsExternalEvent]
	s.ps.persistant, s.ps.powerups = ps.Persistant, ps.Powerups
	s.roster.playerSeen(client)
}

func (s *view) viewPlayer(ps *quake3.PlayerState, r *sim.FramePlayer) {
	p := &s.roster.entries[r.Slot.Index()]
	d := s.mod
	flags := ps.F[quake3.PsEFlags]
	r.NoLerp = !s.players.SeenBefore(r.Slot) || (flags^p.eFlags)&efTeleport != 0
	p.eFlags = flags
	r.POV, r.Visible = true, true
	before := r.Origin
	r.Origin, r.Velocity = ps.Origin(), ps.Velocity()
	r.NoLerp = r.NoLerp || s.rules.TooFar(before, r.Origin, s.t.Now()-s.t.Before())
	a := ps.ViewAngles()
	r.View = sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]}
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
	s.viewPowerups(ps, r)
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

// readScore reads the score and the deaths that the playerstate tells. CPMA and Quake
// Live do not begin to count deaths anew with the match: those of before are taken off.
func (s *view) readScore(ps *quake3.PlayerState) {
	r := s.row(s.scored)
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

func (s *view) viewPowerups(ps *quake3.PlayerState, r *sim.FramePlayer) {
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
	d := s.mod
	key := [18]int32{0: ps.Stats[d.stats.weapons], 1: ps.Stats[1]}
	copy(key[2:], ps.Ammo[:])
	h := &s.ps.inventory
	if key == s.ps.inventoryKey {
		return h
	}
	s.ps.inventoryKey = key
	*h = sim.Inventory{}
	for i := 1; i < 16; i++ {
		w := d.weapon(uint32(i))
		if uint32(ps.Stats[d.stats.weapons])>>i&1 == 0 || w == sim.WeaponNone {
			continue
		}
		h.Weapons |= 1 << w
		h.Ammo[w] = int16(ps.Ammo[i])
	}
	if a := d.itemDef(uint32(ps.Stats[1])); ps.Stats[1] > 0 && a.Item != sim.ItemOther {
		h.Other = []sim.InventoryItem{{Name: a.Item.String(), Count: 1}}
	}
	return h
}

// viewEvents plays the events of the playerstate that are new.
func (s *view) viewEvents(ps *quake3.PlayerState) {
	sequence := ps.F[quake3.PsEventSequence]
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
	if ps.Persistant == s.ps.persistant && ps.Powerups == s.ps.powerups {
		return
	}
	d := s.mod
	for _, a := range []struct {
		index int
		name  string
	}{{d.persistent.impressive, "Impressive"}, {d.persistent.excellent, "Excellent"}, {d.persistent.gauntlet, "Humiliation"},
		{d.persistent.defend, "Defense"}, {d.persistent.assist, "Assist"}} {
		if s.scored == s.pov && a.index >= 0 && ps.Persistant[a.index] == s.ps.persistant[a.index]+1 && s.ps.persistant[persSpawnCount] != 0 {
			s.t.Event(sim.Event{Kind: sim.EventAward, Slot: sim.SlotAt(s.pov), Text: sim.PlainText(a.name)})
		}
	}
	for i, end := range ps.Powerups {
		p := d.powers[i]
		had := s.ps.powerups[i] != 0
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
