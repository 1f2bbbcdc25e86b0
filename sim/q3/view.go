package q3

import (
	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// lastView is the part of the playerstate that is kept between snapshots.
type lastView struct {
	valid         bool
	client        int
	eventSequence uint32
	externalEvent uint32
	arrays        quake3.PlayerArrays
	arraysID      uint32          // their [quake3.Snapshot.Arrays]
	changed       bool            // the arrays of the current playerstate differ
	powered       bool            // there are powerups
	inventory     *sim.Inventory  // immutable
	fresh         []sim.Inventory // for the next ones
	restocked     bool            // the arrays may have a different one
	damageEvent   uint32
	keys          sim.Keys
	keysOf        int // slot of the player whose keys they are, plus 1
}

// readView reads the playerstate of the player in view.
func (s *snapshots) readView(l *level, snap *quake3.Snapshot, o *track.Observations) {
	ps, view := &snap.Player, &s.view
	l.pov = slotOf(ps.F[quake3.PsClientNum])
	o.Snapshot.POV = sim.SlotAt(l.pov)
	o.Snapshot.Own = l.readScore(ps)
	if l.player(l.pov) == nil {
		return
	}
	followed := view.valid && view.client == l.pov
	view.changed = !view.valid || snap.Arrays != view.arraysID && ps.PlayerArrays != view.arrays
	p := o.Player()
	p.Slot, p.POV = o.Snapshot.POV, true
	if l.pov == l.self || l.self < 0 {
		p.Choke = s.choke.Now(snap.Time)
	}
	s.readOwn(l, ps, p, snap.ServerTime, o)
	if followed {
		s.tellViewEvents(l, ps, o)
	}
	if followed && view.changed {
		p.Awards = l.readAwards(ps, &view.arrays.Persistant, o.Snapshot.Own.Slot)
	}
	s.readKeys(l, ps, o)
	if e := ps.F[quake3.PsDamageEvent]; followed && e != view.damageEvent {
		tellHit(ps, o)
	}
	view.damageEvent = ps.F[quake3.PsDamageEvent]
	o.Snapshot.Run = track.RunSeen{}
	if l.code.version != 0 {
		o.Snapshot.Run = l.code.readRun(ps, snap.ServerTime, s.runBits, followed)
		s.runBits = ps.Stats[statRun]
	}
	view.arraysID = snap.Arrays
	if view.valid, view.client = true, l.pov; view.changed {
		view.arrays = ps.PlayerArrays
	}
	view.eventSequence, view.externalEvent = ps.F[quake3.PsEventSequence], ps.F[quake3.PsExternalEvent]
}

// readScore reads the score and deaths in a playerstate: those of the player in view, except that an eliminated player
// watching a teammate keeps his own (Quake Live's Clan Arena, CPMA's Capture Strike).
func (l *level) readScore(ps *quake3.PlayerState) track.OwnScore {
	own := track.OwnScore{Slot: sim.SlotAt(l.pov), Frags: int16(ps.Persistant[persScore]), Deaths: sim.Unknown}
	if ps.F[quake3.PsPmFlags]&pmfFollow != 0 && l.plays(l.self) {
		own.Slot = sim.SlotAt(l.self)
	}
	// CPMA's decreases between rounds, and Red Rover's includes changes of sides; their tables have everyone's
	// deaths.
	if i := l.mod.persistent.killed; i >= 0 && !(l.mode.rounds && (l.match.cpma || l.mode.single)) {
		own.Deaths = int16(ps.Persistant[i])
	}
	return own
}

// readOwn reads the player that a playerstate belongs to, at a server time.
func (s *snapshots) readOwn(l *level, ps *quake3.PlayerState, p *track.PlayerSeen, clock int32, o *track.Observations) {
	flags := ps.F[quake3.PsEFlags]
	p.Jumps = (flags^s.eFlags[l.pov])&efTeleport != 0
	s.eFlags[l.pov] = flags
	p.Origin[0], p.Origin[1], p.Origin[2] = ps.Float(quake3.PsOriginX), ps.Float(quake3.PsOriginY),
		ps.Float(quake3.PsOriginZ)
	p.Velocity[0], p.Velocity[1], p.Velocity[2] = ps.Float(quake3.PsVelocityX), ps.Float(quake3.PsVelocityY),
		ps.Float(quake3.PsVelocityZ)
	p.View.Pitch, p.View.Yaw, p.View.Roll = ps.Float(quake3.PsViewPitch), ps.Float(quake3.PsViewYaw),
		ps.Float(quake3.PsViewRoll)
	p.OnGround = ps.F[quake3.PsGroundEntityNum] != groundNone
	p.Mins, p.Maxs = rules.Hull[0], rules.Hull[1]
	if ps.F[quake3.PsPmFlags]&pmfDucked != 0 {
		p.Maxs[2] = 16
	}
	p.Weapon = l.mod.weapon(ps.F[quake3.PsWeapon])
	p.Health, p.Armor = int16(ps.Stats[statHealth]), int16(ps.Stats[l.mod.stats.armor])
	if p.Ammo = sim.Unknown; l.mod.tells.moves {
		p.FOV = uint8(min(ps.F[quake3.PsFov], 180))
	}
	if w := ps.F[quake3.PsWeapon]; w > 1 && w < 16 && ps.Ammo[w] >= 0 {
		p.Ammo = int16(ps.Ammo[w])
	}
	p.Chatting, p.Holds = flags&efTalk != 0, flags&efFiring != 0
	// A follower receives the damage only after the health that it cost.
	// game/g_active.c, P_DamageFeedback
	if e := ps.F[quake3.PsDamageEvent]; l.pov == l.self && ps.F[quake3.PsPmFlags]&pmfFollow == 0 && e != s.damageEvent {
		s.damageEvent = e
		p.Hurt = int(ps.F[quake3.PsDamageCount])
	}
	if s.view.changed {
		s.compareArrays(l, ps, p)
	}
	if s.view.powered {
		s.readPowerups(l, ps, p, clock, o)
	}
	if p.Life = l.lifeInView(ps, p, o.Snapshot.Intermission); p.Life == sim.Spectating {
		p.Health, p.Armor, p.Ammo = sim.Unknown, sim.Unknown, sim.Unknown
		return
	}
	p.Inventory = s.readInventory(l.mod, ps)
}

// lifeInView returns the condition of the player that a playerstate belongs to.
func (l *level) lifeInView(ps *quake3.PlayerState, p *track.PlayerSeen, intermission bool) sim.Life {
	switch pm := ps.F[quake3.PsPmType]; {
	case pm == pmSpectator && ps.F[quake3.PsPmFlags]&pmfFollow == 0, intermission && !l.plays(l.pov):
		return sim.Spectating
	case p.Health <= gibHealth:
		return sim.Gibbed
	case pm == pmDead || p.Health <= 0 || p.Powerups.Has(sim.PowerupFreeze):
		return sim.Dead
	}
	return sim.Alive
}

// readPowerups reads the powerups of a playerstate, and the time left of each at its server time.
func (s *snapshots) readPowerups(l *level, ps *quake3.PlayerState, p *track.PlayerSeen, clock int32,
	o *track.Observations) {
	var bits uint32
	p.PowerupsLast = o.PowerupEnds()
	for i, end := range ps.Powerups {
		if end == 0 {
			continue
		}
		bits |= 1 << i
		if u := l.mod.powers[i]; u < sim.PowerupCount && end > clock && end < clock+10*60*1000 {
			p.PowerupsLast[u] = millis(end - clock)
		}
	}
	p.Powerups, p.Flag, p.FlagCarried = l.mod.powerups(bits)
	p.Invisible = p.Powerups.Has(sim.PowerupInvisibility)
}

// compareArrays reads the changes in the arrays of a playerstate: powerups, weapons and ammunition. Mods keep many
// other things there.
func (s *snapshots) compareArrays(l *level, ps *quake3.PlayerState, p *track.PlayerSeen) {
	v, was, stats := &s.view, &s.view.arrays, &l.mod.stats
	if ps.Powerups != was.Powerups {
		if v.valid && v.client == l.pov {
			p.Changes = s.readChanges(l.mod, ps)
		}
		v.powered = ps.Powerups != [quake3.ArraySize]int32{}
	}
	v.restocked = v.restocked || !v.valid || ps.Stats[stats.weapons] != was.Stats[stats.weapons] ||
		ps.Stats[statHoldable] != was.Stats[statHoldable] || ps.Ammo != was.Ammo
}

// readInventory returns the weapons and ammunition of a playerstate. It reads them again only if they have changed.
func (s *snapshots) readInventory(d *mod, ps *quake3.PlayerState) *sim.Inventory {
	if !s.view.restocked {
		return s.view.inventory
	}
	s.view.restocked = false
	if len(s.view.fresh) == 0 {
		s.view.fresh = make([]sim.Inventory, 16)
	}
	h := &s.view.fresh[0]
	s.view.inventory, s.view.fresh = h, s.view.fresh[1:]
	for i := 1; i < 16; i++ {
		w := d.weapon(uint32(i))
		if uint32(ps.Stats[d.stats.weapons])>>i&1 == 0 || w == sim.WeaponNone {
			continue
		}
		h.Weapons.Add(w)
		h.Ammo[w] = int16(ps.Ammo[i])
	}
	if n := ps.Stats[statHoldable]; n > 0 {
		if a := d.itemDef(uint32(n)); a.Item != sim.ItemOther {
			h.Other = []sim.InventoryItem{{Name: a.Item.String(), Count: 1}}
		}
	}
	return h
}

// tellViewEvents reports the new events of the playerstate.
func (s *snapshots) tellViewEvents(l *level, ps *quake3.PlayerState, o *track.Observations) {
	sequence := ps.F[quake3.PsEventSequence]
	if sequence == s.view.eventSequence && ps.F[quake3.PsExternalEvent] == s.view.externalEvent {
		return
	}
	behind := (sequence - s.view.eventSequence) & 0xffff
	if behind > 0x8000 {
		behind = 0
	}
	fields := [2][2]quake3.PlayerField{{quake3.PsEvent0, quake3.PsEventParm0}, {quake3.PsEvent1, quake3.PsEventParm1}}
	for i := sequence - min(behind, 2); i != sequence; i++ {
		f := fields[i&1]
		l.tellViewEvent(ps, ps.F[f[0]], ps.F[f[1]], o)
	}
	if e := ps.F[quake3.PsExternalEvent]; e != s.view.externalEvent && e&^quake3.EventToggle != 0 {
		l.tellViewEvent(ps, e, ps.F[quake3.PsExternalEventParm], o)
	}
}

// readAwards returns the awards that the player with the reported score has received since the previous playerstate.
func (l *level) readAwards(ps *quake3.PlayerState, before *[quake3.ArraySize]int32,
	scored sim.Slot) (set track.AwardSet) {
	if scored.Index() != l.pov || before[persSpawnCount] == 0 || ps.Persistant == *before {
		return 0
	}
	c := &l.mod.persistent
	for i, at := range [...]int{c.impressive, c.excellent, c.gauntlet, c.defend, c.assist} {
		if at >= 0 && ps.Persistant[at] == before[at]+1 {
			set |= 1 << i
		}
	}
	return set
}

// readChanges returns the powerups that the player gained and lost since the previous playerstate.
func (s *snapshots) readChanges(d *mod, ps *quake3.PlayerState) (list []track.PowerupChange) {
	for i, end := range ps.Powerups {
		had := s.view.arrays.Powerups[i] != 0
		if p := d.powers[i]; p < sim.PowerupCount && !states.Has(p) && had != (end != 0) {
			list = append(list, track.PowerupChange{Powerup: p, Lost: had})
		}
	}
	return list
}
