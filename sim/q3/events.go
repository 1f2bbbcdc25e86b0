package q3

import (
	"math"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// happening is an event of an entity or of the playerstate.
type happening struct {
	parm   uint32
	slot   int            // the player concerned; -1 for nobody
	origin sim.Vec3       // position, unless that player is in sight
	e      *quake3.Entity // nil for an event of the playerstate
}

// tellEvent reports an event of an entity. own is set for an entity that only carries the event.
func (l *level) tellEvent(e *quake3.Entity, number uint32, own bool, o *track.Observations) {
	h := happening{parm: e.F[quake3.EntEventParm], slot: -1, origin: sim.Vec3(e.Origin()), e: e}
	switch {
	case !own && e.Number < quake3.MaxClients:
		h.slot = e.Number
	case own && e.F[quake3.EntEFlags]&efPlayerEvent != 0:
		h.slot = slotOf(e.F[quake3.EntOtherEntityNum])
	}
	act := l.mod.events[number&0xff]
	if tell := ownActions[act]; own && tell != nil {
		tell(l, e, h, o)
	}
	if tell := actions[act]; tell != nil {
		tell(l, h, o)
	}
}

// tellViewEvent reports an event of the player in view.
func (l *level) tellViewEvent(ps *quake3.PlayerState, number, parm uint32, o *track.Observations) {
	if tell := actions[l.mod.events[number&0xff]]; tell != nil {
		tell(l, happening{parm: parm, slot: l.pov, origin: sim.Vec3(ps.Origin())}, o)
	}
}

// actions holds the handlers for the actions of all entities. Other actions are ignored.
var actions = [actionCount]func(l *level, h happening, o *track.Observations){
	actPickup: func(l *level, h happening, o *track.Observations) {
		if h.parm > 0 && h.slot >= 0 {
			slot := sim.SlotAt(h.slot)
			o.Tell(track.TookEvent{Slot: slot, Number: h.parm, What: l.mod.itemDef(h.parm), Origin: h.origin, At: slot})
		}
	},
	actFire: func(_ *level, h happening, o *track.Observations) {
		o.Fire(track.FiredAt{Slot: sim.SlotAt(h.slot), Origin: h.origin})
	},
	actTeleportIn:  shows(sim.EffectTeleport, track.BodyTime),
	actTeleportOut: shows(sim.EffectTeleport, track.BodyTime),
	actItemRespawn: shows(sim.EffectSpawn, track.SpawnTime),
	actItemPop:     shows(sim.EffectSpawn, track.SpawnTime),
	actPain:        shows(sim.EffectPain, track.SpawnTime),
	actDeath:       shows(sim.EffectDeath, track.BodyTime),
	actGib:         shows(sim.EffectGibs, track.BodyTime),
	actJumppad:     shows(sim.EffectJumppad, track.SpawnTime),
	actSplash:      shows(sim.EffectSplash, track.SpawnTime),
	actSound: func(l *level, h happening, o *track.Observations) {
		h.show(sim.Effect{Kind: sim.EffectSound, Text: l.sound(h.parm)}, track.SoundTime, o)
	},
	actGlobalSound: func(l *level, h happening, o *track.Observations) {
		h.show(sim.Effect{Kind: sim.EffectSound, Text: l.sound(h.parm), Loudness: sim.Everywhere}, track.SoundTime, o)
	},
	actFootstep:     sounds("footstep"),
	actLanding:      sounds("landing"),
	actFall:         sounds("fall"),
	actJump:         sounds("jump"),
	actChangeWeapon: sounds("weapon change"),
	actUseItem:      sounds("item use"),
	actBounce:       sounds("bounce"),
	actPowerupSound: sounds("powerup"),
	actMine: func(_ *level, h happening, o *track.Observations) {
		if h.e != nil && h.slot < 0 { // CPMA has the same number for something that players do
			h.show(sim.Effect{Kind: sim.EffectSound, Text: "mine"}, track.SoundTime, o)
		}
	},
	actTaunt:       sounds("taunt"),
	actExplode:     shows(sim.EffectExplosion, track.ExplosionTime),
	actMissileHit:  func(l *level, h happening, o *track.Observations) { l.tellStrike(h.e, true, o) },
	actMissileMiss: func(l *level, h happening, o *track.Observations) { l.tellStrike(h.e, false, o) },
}

// shows returns a handler that reports an effect of a kind and duration.
func shows(kind sim.EffectKind, last time.Duration) func(*level, happening, *track.Observations) {
	return func(_ *level, h happening, o *track.Observations) { h.show(sim.Effect{Kind: kind}, last, o) }
}

// sounds returns a handler that reports a sound that the client plays on its own.
func sounds(name string) func(*level, happening, *track.Observations) {
	return func(_ *level, h happening, o *track.Observations) {
		h.show(sim.Effect{Kind: sim.EffectSound, Text: name}, track.SoundTime, o)
	}
}

func (h happening) show(e sim.Effect, last time.Duration, o *track.Observations) {
	e.Origin, e.Slot = h.origin, sim.SlotAt(h.slot)
	o.Show(track.Shown{Effect: e, Last: last, AtPlayer: true})
}

// awardNames are Quake Live's awards by number (qlive cg_event.c, EV_AWARD).
var awardNames = [...]string{"Combo kill", "Rampage", "Midair", "Revenge", "Perforated", "Headshot", "Accuracy", "Quad god",
	"First frag", "Perfect"}

const railTime = 700 * time.Millisecond

// ownActions holds the handlers for the actions of entities that only carry an event. Other actions are ignored.
var ownActions = [actionCount]func(l *level, e *quake3.Entity, h happening, o *track.Observations){
	actObituary:     func(l *level, e *quake3.Entity, _ happening, o *track.Observations) { l.tellDeath(e, o) },
	actGlobalPickup: (*level).tellTaking,
	actRail: func(_ *level, e *quake3.Entity, _ happening, o *track.Observations) {
		tellEffect(sim.Effect{Kind: sim.EffectBeam, Origin: e.Origin2(), To: e.Origin(), Weapon: sim.WeaponRailgun,
			Slot: sim.SlotAt(slotOf(e.F[quake3.EntClientNum]))}, railTime, o)
	},
	actShotgun: func(_ *level, e *quake3.Entity, _ happening, o *track.Observations) {
		tellEffect(sim.Effect{Kind: sim.EffectMuzzle, Origin: e.Origin(), To: aimed(e), Weapon: sim.WeaponShotgun,
			Slot: sim.SlotAt(slotOf(e.F[quake3.EntOtherEntityNum]))}, track.ImpactTime, o)
	},
	actBulletFlesh: func(_ *level, e *quake3.Entity, _ happening, o *track.Observations) {
		tellEffect(sim.Effect{Kind: sim.EffectBlood, Origin: e.Origin(), Weapon: sim.WeaponMachinegun,
			Slot:   sim.SlotAt(slotOf(e.F[quake3.EntOtherEntityNum])),
			Target: sim.SlotAt(slotOf(e.F[quake3.EntEventParm]))}, track.ImpactTime, o)
	},
	actBulletWall: func(_ *level, e *quake3.Entity, _ happening, o *track.Observations) {
		tellEffect(sim.Effect{Kind: sim.EffectImpact, Origin: e.Origin(), Weapon: sim.WeaponMachinegun,
			Slot: sim.SlotAt(slotOf(e.F[quake3.EntOtherEntityNum]))}, track.ImpactTime, o)
	},
	actTeamSound: func(_ *level, e *quake3.Entity, _ happening, o *track.Observations) {
		// A sound for both teams. The first two are captures, by red and by blue; in CPMA's Capture Strike it is
		// the other way round.
		if n := e.F[quake3.EntEventParm]; n <= 1 {
			o.Tell(track.CaptureHeard{By: sim.TeamRed + sim.Team(n)})
		}
	},
	actKamikaze: func(_ *level, e *quake3.Entity, _ happening, o *track.Observations) {
		tellEffect(sim.Effect{Kind: sim.EffectExplosion, Origin: e.Origin(), Weapon: sim.WeaponBFG}, time.Second, o)
	},
	actOvertime: func(_ *level, _ *quake3.Entity, _ happening,
		o *track.Observations) {
		o.Tell(track.OvertimeCalled{})
	},
	actAward: func(_ *level, e *quake3.Entity, _ happening, o *track.Observations) {
		if n := e.F[quake3.EntGeneric1]; n < uint32(len(awardNames)) {
			o.Tell(track.Happened{Event: sim.Event{Kind: sim.EventAward, Slot: sim.SlotAt(slotOf(e.F[quake3.EntClientNum])),
				Text: sim.PlainText(awardNames[n])}})
		}
	},
	actRaceStart:      marks(track.RunStart),
	actRaceCheckpoint: marks(track.RunCheckpoint),
	actRaceEnd:        marks(track.RunFinish),
}

func tellEffect(e sim.Effect, last time.Duration, o *track.Observations) {
	o.Show(track.Shown{Effect: e, Last: last})
}

// marks returns a handler that reports a start, checkpoint or finish in Quake Live's race mode: the event has the
// runner and the time on the server's clock.
func marks(kind track.RunMark) func(*level, *quake3.Entity, happening, *track.Observations) {
	return func(_ *level, e *quake3.Entity, _ happening, o *track.Observations) {
		if slot := slotOf(e.F[quake3.EntClientNum]); slot >= 0 {
			o.Tell(track.RunMarked{Slot: sim.SlotAt(slot), Kind: kind, At: millis(e.Int(quake3.EntTime))})
		}
	}
}

// aimed returns the point at which the pellets of a shotgun are aimed.
func aimed(e *quake3.Entity) sim.Vec3 {
	to, from := sim.Vec3(e.Origin2()), e.Origin()
	length := float32(math.Sqrt(float64(to[0]*to[0] + to[1]*to[1] + to[2]*to[2])))
	if length == 0 {
		length = 1
	}
	for i := range to {
		to[i] = from[i] + to[i]/length*256
	}
	return to
}

// tellStrike reports a projectile or lightning bolt that hit somebody or something.
func (l *level) tellStrike(e *quake3.Entity, somebody bool, o *track.Observations) {
	if e == nil {
		return
	}
	effect := sim.Effect{Kind: sim.EffectImpact, Origin: e.Origin(), Weapon: l.mod.weapon(e.F[quake3.EntWeapon])}
	if somebody {
		effect.Target = sim.SlotAt(slotOf(e.F[quake3.EntOtherEntityNum]))
	}
	last := track.ImpactTime
	switch effect.Weapon {
	case sim.WeaponRocketLauncher, sim.WeaponGrenadeLauncher, sim.WeaponBFG, sim.WeaponProxLauncher,
		sim.WeaponHandGrenade:
		effect.Kind, last = sim.EffectExplosion, track.ExplosionTime
	case sim.WeaponLightning:
		o.Strike(track.Struck{Origin: effect.Origin, Target: effect.Target})
		last = track.MuzzleTime
	}
	tellEffect(effect, last, o)
}

// tellDeath reports a death. CPMA sends no position, so the position appears to be the world's origin.
func (l *level) tellDeath(e *quake3.Entity, o *track.Observations) {
	victim := slotOf(e.F[quake3.EntOtherEntityNum])
	if victim < 0 {
		return
	}
	cause := l.mod.cause(e.F[quake3.EntEventParm])
	o.Tell(track.Died{Victim: sim.SlotAt(victim), Attacker: sim.SlotAt(slotOf(e.F[quake3.EntOtherEntityNum2])),
		Weapon: cause.weapon, Cause: cause.name, Origin: e.Origin(), Thawed: cause.name == modThaw})
}

// tellTaking reports the pickup of a powerup or flag, which the game announces to everyone. Only Quake Live names the
// player, and in some of its versions 0 is a player rather than nobody.
func (l *level) tellTaking(e *quake3.Entity, h happening, o *track.Observations) {
	index := e.F[quake3.EntEventParm]
	if index == 0 {
		return
	}
	told := track.TookEvent{Number: index, What: l.mod.itemDef(index), Origin: h.origin, At: sim.SlotAt(h.slot),
		All: true}
	if named := slotOf(e.F[quake3.EntOtherEntityNum]); l.mod.tells.taker && l.player(named) != nil {
		if named > 0 {
			told.Slot = sim.SlotAt(named)
		} else if l.mod.tells.takerZero {
			told.Default = sim.SlotAt(named)
		}
	}
	o.Tell(told)
}
