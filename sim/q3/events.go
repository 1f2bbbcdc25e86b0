package q3

import (
	"math"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// events plays the events of entities and of the playerstate.
type events struct {
	*game
	flags     *flags
	items     *items
	lightning *lightning
	match     *match
	roster    *roster
	runs      *runs
	scores    *scores
}

// How long effects last.
const (
	explosionTime = 600 * time.Millisecond
	impactTime    = 200 * time.Millisecond
	railTime      = 700 * time.Millisecond
	muzzleTime    = 100 * time.Millisecond
	bodyTime      = 800 * time.Millisecond
	soundTime     = 600 * time.Millisecond
	soonTime      = 400 * time.Millisecond
)

// entityEvent plays an event of an entity; own is true for an entity that is
// nothing but the event.
func (s *events) entityEvent(e *quake3.Entity, number uint32, own bool) {
	act := s.mod.events[number&0xff]
	if act == actNone {
		return
	}
	slot := -1
	switch {
	case !own && e.Number < quake3.MaxClients:
		slot = e.Number
	case own && e.F[quake3.EntEFlags]&efPlayerEvent != 0:
		slot = s.slot(e.F[quake3.EntOtherEntityNum])
	}
	place := sim.Vec3(e.Origin())
	if r := s.look(slot); r != nil && r.Visible && s.seen(r) {
		place = r.Origin
	}
	if own {
		s.ownEvent(e, act, place, slot)
	}
	s.playEvent(act, e.F[quake3.EntEventParm], slot, place, e)
}

// playerEvent plays an event of the player whose view it is.
func (s *events) playerEvent(number, parm uint32) {
	if r := s.look(s.pov); r != nil {
		s.playEvent(s.mod.events[number&0xff], parm, s.pov, r.Origin, nil)
	}
}

// playEvent plays what any entity may do; e is nil for the playerstate. It is rare, so it stays out of the code for each entity.
//
//go:noinline
func (s *events) playEvent(act action, parm uint32, slot int, place sim.Vec3, e *quake3.Entity) {
	effect := sim.Effect{Origin: place, Slot: sim.SlotAt(slot)}
	switch act {
	case actPickup:
		if parm > 0 && slot >= 0 {
			s.items.pickups = append(s.items.pickups, pickup{slot: slot, index: parm, place: place})
		}
	case actFire:
		s.fire(slot, place)
	case actTeleportIn, actTeleportOut:
		effect.Kind = sim.EffectTeleport
		s.t.Effect(effect, bodyTime)
	case actItemRespawn, actItemPop:
		effect.Kind = sim.EffectSpawn
		s.t.Effect(effect, soonTime)
	case actPain:
		effect.Kind = sim.EffectPain
		s.t.Effect(effect, soonTime)
	case actDeath:
		effect.Kind = sim.EffectDeath
		s.t.Effect(effect, bodyTime)
	case actGib:
		effect.Kind = sim.EffectGibs
		s.t.Effect(effect, bodyTime)
	case actJumppad:
		effect.Kind = sim.EffectJumppad
		s.t.Effect(effect, soonTime)
	case actSplash:
		effect.Kind = sim.EffectSplash
		s.t.Effect(effect, soonTime)
	case actSound:
		effect.Kind, effect.Text = sim.EffectSound, s.sound(parm)
		s.t.Effect(effect, soundTime)
	case actMissileHit, actMissileMiss:
		if e != nil {
			s.strike(act, e)
		}
	}
}

func (s *events) fire(slot int, place sim.Vec3) {
	r := s.look(slot)
	if r == nil {
		return
	}
	s.roster.entries[slot].firingUntil = s.t.Now() + firingTime
	if !r.Firing {
		s.players.Row(r.Slot).Firing = true
	}
	if r.Weapon == sim.WeaponLightning || r.Weapon == sim.WeaponMelee {
		return
	}
	s.t.Effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: place, Weapon: r.Weapon, Slot: sim.SlotAt(slot)}, muzzleTime)
}

// ownEvent plays what only entities do that are nothing but an event.
func (s *events) ownEvent(e *quake3.Entity, act action, place sim.Vec3, slot int) {
	f := &e.F
	switch act {
	case actObituary:
		s.obituary(e)
	case actGlobalPickup:
		s.globalPickup(e, place)
	case actRail:
		s.t.Effect(sim.Effect{Kind: sim.EffectBeam, Origin: e.Origin2(), To: e.Origin(), Weapon: sim.WeaponRailgun,
			Slot: sim.SlotAt(s.slot(f[quake3.EntClientNum]))}, railTime)
	case actShotgun:
		to := sim.Vec3(e.Origin2())
		length := float32(math.Sqrt(float64(to[0]*to[0] + to[1]*to[1] + to[2]*to[2])))
		if length == 0 {
			length = 1
		}
		from := sim.Vec3(e.Origin())
		for i := range to {
			to[i] = from[i] + to[i]/length*256
		}
		s.t.Effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: from, To: to, Weapon: sim.WeaponShotgun,
			Slot: sim.SlotAt(s.slot(f[quake3.EntOtherEntityNum]))}, impactTime)
	case actBulletFlesh:
		s.t.Effect(sim.Effect{Kind: sim.EffectBlood, Origin: e.Origin(), Weapon: sim.WeaponMachinegun,
			Slot: sim.SlotAt(s.slot(f[quake3.EntOtherEntityNum])), Target: sim.SlotAt(s.slot(f[quake3.EntEventParm]))}, impactTime)
	case actBulletWall:
		s.t.Effect(sim.Effect{Kind: sim.EffectImpact, Origin: e.Origin(), Weapon: sim.WeaponMachinegun,
			Slot: sim.SlotAt(s.slot(f[quake3.EntOtherEntityNum]))}, impactTime)
	case actTeamSound:
		s.flags.teamSound(f[quake3.EntEventParm])
	case actKamikaze:
		s.t.Effect(sim.Effect{Kind: sim.EffectExplosion, Origin: e.Origin(), Weapon: sim.WeaponBFG}, time.Second)
	case actOvertime:
		s.match.overtime()
	case actRaceStart, actRaceCheckpoint, actRaceEnd:
		s.runs.race(act, e)
	}
}

// strike is a projectile or lightning that hit something.
func (s *events) strike(act action, e *quake3.Entity) {
	w := s.mod.weapon(e.F[quake3.EntWeapon])
	effect := sim.Effect{Kind: sim.EffectImpact, Origin: e.Origin(), Weapon: w}
	if act == actMissileHit {
		effect.Target = sim.SlotAt(s.slot(e.F[quake3.EntOtherEntityNum]))
	}
	last := impactTime
	switch w {
	case sim.WeaponRocketLauncher, sim.WeaponGrenadeLauncher, sim.WeaponBFG, sim.WeaponProxLauncher, sim.WeaponHandGrenade:
		effect.Kind, last = sim.EffectExplosion, explosionTime
	case sim.WeaponLightning:
		s.lightning.hits = append(s.lightning.hits, lightningHit{effect.Origin, effect.Target.Index()})
		last = muzzleTime
	}
	s.t.Effect(effect, last)
}

// obituary is someone's death.
func (s *events) obituary(e *quake3.Entity) {
	victim := s.slot(e.F[quake3.EntOtherEntityNum])
	if victim < 0 {
		return
	}
	attacker := s.slot(e.F[quake3.EntOtherEntityNum2])
	cause := s.mod.cause(e.F[quake3.EntEventParm])
	event := sim.Event{Kind: sim.EventObituary, Slot: sim.SlotAt(victim), Attacker: sim.SlotAt(attacker), Weapon: cause.weapon, Cause: cause.name,
		Profile: s.roster.profileAtDeath(victim)}
	r := s.row(victim)
	// CPMA sends no place, which reads as the world's origin; then only who is in
	// sight is known to die anywhere.
	if event.Origin = e.Origin(); event.Origin != (sim.Vec3{}) {
		event.HasOrigin = true
	} else if r != nil && r.Visible {
		event.Origin, event.HasOrigin = r.Origin, true
	}
	if cause.name == modThaw {
		event.Kind, event.Weapon = sim.EventThaw, sim.WeaponNone
		s.t.Event(event)
		return
	}
	if r != nil && !r.Visible && r.Life != sim.Spectating {
		if event.HasOrigin { // all are told where he died, however far off that was
			r.Origin, r.LastSeen, r.NoLerp = event.Origin, s.t.Now(), true
		}
		r.Life, r.Powerups, s.roster.fading = sim.Dead, 0, true
	}
	s.t.Event(event)
	s.scores.countDeath(victim, attacker)
}

// globalPickup is the taking of a powerup or flag, of which all are told. Only
// Quake Live names who did it; else it is the one nearest to it.
func (s *events) globalPickup(e *quake3.Entity, place sim.Vec3) {
	index := e.F[quake3.EntEventParm]
	if index == 0 {
		return
	}
	named := s.slot(e.F[quake3.EntOtherEntityNum])
	if !s.mod.tells.taker || s.look(named) == nil {
		named = -1
	}
	slot := named
	if slot <= 0 {
		slot = s.nearestToucher(place)
	}
	if slot < 0 && s.mod.tells.takerZero {
		slot = named // 0 is he, not that none is named
	}
	s.items.pickups = append(s.items.pickups, pickup{slot: slot, index: index, place: place, global: true})
}

// nearestToucher is the player in sight who is nearest to a place and within reach
// of it, or -1.
func (s *game) nearestToucher(place sim.Vec3) int {
	slot, nearest := -1, s.rules.Reach*s.rules.Reach
	for i := range s.players.Rows() {
		r := &s.players.Rows()[i]
		if !r.Visible || !s.seen(r) && r.Slot.Index() != s.pov {
			continue
		}
		if d := r.Origin.Distance2(place); d < nearest {
			slot, nearest = r.Slot.Index(), d
		}
	}
	return slot
}
