package wolfenstein

import (
	"fmt"
	"slices"
	"time"

	"fragscope/formats/wolfenstein"
	"fragscope/sim"
	"fragscope/sim/track"
)

// happening is an event of an entity or of a player.
type happening struct {
	parm   uint32
	slot   int // player or entity it belongs to; -1 if there is none
	origin sim.Vec3
	e      *wolfenstein.EntityState // the entity that is only this event, or nil
}

// tellEvent reports an event by its number.
func (l *level) tellEvent(number uint32, h happening, o *track.Observations) {
	act := l.mod.events[number&0xff]
	slot := sim.SlotAt(h.slot)
	show := func(kind sim.EffectKind, last time.Duration) {
		o.Show(track.Shown{Effect: sim.Effect{Kind: kind, Origin: h.origin, Slot: slot}, Last: last, AtPlayer: true})
	}
	switch act {
	case actFire:
		o.Fire(track.FiredAt{Slot: slot, Origin: h.origin})
	case actPain:
		show(sim.EffectPain, track.SpawnTime)
	case actGib:
		show(sim.EffectGibs, track.BodyTime)
	case actExplode:
		show(sim.EffectExplosion, track.ExplosionTime)
	case actSound, actMedicCall:
		show(sim.EffectSound, track.SoundTime)
	case actGlobalSound:
		o.Show(track.Shown{Effect: sim.Effect{Kind: sim.EffectSound, Origin: h.origin, Slot: slot,
			Loudness: sim.Everywhere},
			Last: track.SoundTime, AtPlayer: true})
	case actPickup:
		what := l.mod.item(h.parm)
		if told := what.Item == sim.ItemFlag && l.mod.has(actPopup); h.slot >= 0 && what.Item != sim.ItemOther && !told {
			o.Tell(track.TookEvent{Slot: slot, Number: h.parm, What: what, Origin: h.origin, At: slot})
		}
	}
	if h.e == nil {
		return
	}
	switch act {
	case actObituary:
		l.tellDeath(h.e, o)
	case actBullet:
		l.tellBullet(h.e, o)
	case actHit, actMiss:
		l.tellStrike(h.e, act == actHit, o)
	case actPopup:
		l.tellPopup(h.e, h.slot, o)
	case actRevive:
		l.tellRevived(slotOf(h.parm), slotOf(h.e.F[wolfenstein.EntClientNum]), h.origin, o)
	}
}

// tellDeath reports a death.
func (l *level) tellDeath(e *wolfenstein.EntityState, o *track.Observations) {
	victim := slotOf(e.F[wolfenstein.EntOtherEntityNum])
	if victim < 0 {
		return
	}
	cause := l.mod.cause(e.F[wolfenstein.EntEventParm])
	o.Tell(track.Died{Victim: sim.SlotAt(victim), Attacker: sim.SlotAt(slotOf(e.F[wolfenstein.EntOtherEntityNum2])),
		Weapon: cause.weapon, Cause: cause.name, Origin: e.Vector(wolfenstein.EntPosBaseX)})
}

// tellBullet reports a bullet, with the player it hits, if any.
func (l *level) tellBullet(e *wolfenstein.EntityState, o *track.Observations) {
	shooter := slotOf(e.F[wolfenstein.EntOtherEntityNum])
	effect := sim.Effect{Kind: sim.EffectImpact, Origin: e.Vector(wolfenstein.EntPosBaseX), Slot: sim.SlotAt(shooter),
		Weapon: l.mod.weapon(e.F[wolfenstein.EntWeapon]),
		Target: sim.SlotAt(slotOf(e.F[wolfenstein.EntOtherEntityNum2]))}
	if effect.Target.Valid() {
		effect.Kind = sim.EffectBlood
	}
	o.Show(track.Shown{Effect: effect, Last: track.ImpactTime})
}

// tellStrike reports a projectile that hit somebody or something.
func (l *level) tellStrike(e *wolfenstein.EntityState, somebody bool, o *track.Observations) {
	effect := sim.Effect{Kind: sim.EffectExplosion, Origin: e.Vector(wolfenstein.EntPosBaseX),
		Weapon: l.mod.weapon(e.F[wolfenstein.EntWeapon])}
	if somebody {
		effect.Target = sim.SlotAt(slotOf(e.F[wolfenstein.EntOtherEntityNum]))
	}
	o.Show(track.Shown{Effect: effect, Last: track.ExplosionTime})
}

// Subjects of a message of the game (bg_public.h, popupMessageType_t).
const (
	popupDynamite     = 0
	popupConstruction = 1
	popupMines        = 2
	popupObjective    = 5
	popupDestruction  = 6
)

// tellPopup reports a change of an objective. worker is the player who caused it, or -1 if unknown.
func (l *level) tellPopup(e *wolfenstein.EntityState, worker int, o *track.Observations) {
	kind, what, index := e.F[wolfenstein.EntEffect1Time], e.Int(wolfenstein.EntEffect2Time),
		int(e.Int(wolfenstein.EntEffect3Time))
	event := sim.Event{Kind: sim.EventObjective, Team: teamOf(int(e.F[wolfenstein.EntTeamNum])),
		Slot: sim.SlotAt(worker)}
	name, text := l.objectiveName(index), ""
	did := func(told, named, what string) string {
		if worker >= 0 {
			told = named
		}
		return fmt.Sprintf(told, what)
	}
	switch {
	case kind == popupDynamite && what == 0:
		event.Cause, text = "planted", did("Dynamite planted at %s", "planted dynamite at %s", name)
	case kind == popupDynamite:
		event.Cause, text = "defused", did("Dynamite defused at %s", "defused dynamite at %s", name)
	case kind == popupConstruction && what == 0:
		event.Cause, text = "built", did("%s built", "built %s", name)
	case kind == popupConstruction:
		event.Cause, text = "built", words(l.configText(index)).Plain
	case kind == popupDestruction && what == 0:
		event.Cause, text = "damaged", fmt.Sprintf("%s damaged", name)
	case kind == popupDestruction:
		event.Cause, text = "destroyed", fmt.Sprintf("%s destroyed", name)
	case kind == popupObjective:
		event.Team = teamOf(int(what))
		event.Cause = [...]string{"stolen", "returned"}[e.F[wolfenstein.EntDensity]&1]
		text = did(teams[what&3].name+" have "+event.Cause+" %s", "has "+event.Cause+" %s",
			words(l.configText(index)).Plain)
	default:
		return
	}
	if at, ok := l.objectivePlace(index); ok && kind != popupObjective {
		event.Origin, event.HasOrigin = at, true
	}
	event.Text = sim.PlainText(text)
	o.Tell(track.Happened{Event: event})
}

// configText returns a text of the game by its index, or "the objective" if there is none.
func (l *level) configText(index int) string {
	const most = 32
	if index >= 0 && index < most && l.mod.texts > 0 && l.strings[l.mod.texts+index] != "" {
		return l.strings[l.mod.texts+index]
	}
	return "the objective"
}

// tellRevival reports that a player was revived, in games without an event for it: a count in his state rises. It is
// attributed to the nearest medic of his team.
func (s *snapshots) tellRevival(l *level, slot int, ps *wolfenstein.PlayerState, p *track.PlayerSeen,
	o *track.Observations) {
	const persRevived = 9
	was := s.players[slot].state
	if was == nil || l.mod.has(actRevive) || l.protocol.Game != wolfenstein.GameET ||
		ps.Array(wolfenstein.Persistant, persRevived) != was.Array(wolfenstein.Persistant, persRevived)+1 {
		return
	}
	l.tellRevived(slot, s.nearestMedic(l, slot, p.Origin).Index(), p.Origin, o)
}

// tellRevived reports that a player was revived. medic is the player who revived him, or -1 if unknown.
func (l *level) tellRevived(slot, medic int, at sim.Vec3, o *track.Observations) {
	name := "a player"
	if p := l.player(slot); p != nil {
		name = p.Name.Plain
	}
	text := name + " was revived"
	if p := l.player(medic); p != nil {
		text = "revived " + name
	}
	o.Tell(track.Happened{Event: sim.Event{Kind: sim.EventRevive, Slot: sim.SlotAt(medic), Origin: at, HasOrigin: true,
		Text: sim.PlainText(text)}})
}

// has reports whether the mod has an event that means act.
func (m *mod) has(act action) bool { return slices.Contains(m.events[:], act) }

// worker returns the player responsible for a message about an objective, because the game does not name him. He is the
// only engineer of the side at work there with pliers in his hands, or the only player who has just begun to carry an
// objective. If there are several, he is the only one of them whose experience has just risen. worker returns -1 if
// that leaves several players or none.
func (s *snapshots) worker(l *level, e *wolfenstein.EntityState, clock int32) int {
	const just = 1000
	team, index := teamOf(int(e.F[wolfenstein.EntTeamNum])), int(e.Int(wolfenstein.EntEffect3Time))
	does := func(slot int) bool { return s.worksAt(l, slot, func(at sim.Vec3) bool { return s.dynamite(l, at) }) }
	switch kind, what := e.F[wolfenstein.EntEffect1Time], e.F[wolfenstein.EntEffect2Time]; {
	case kind == popupDynamite:
	case kind == popupConstruction && what == 0:
		does = func(slot int) bool {
			return s.worksAt(l, slot, func(at sim.Vec3) bool { return l.atObjective(index, at) })
		}
	case kind == popupObjective && e.F[wolfenstein.EntDensity]&1 == 0:
		team = teamOf(int(what))
		does = func(slot int) bool { return s.players[slot].carries && clock-s.players[slot].took <= just }
	default:
		return -1
	}
	var list, rose []int
	for slot, p := range l.players {
		if p == nil || p.Team != team || !does(slot) {
			continue
		}
		list = append(list, slot)
		if v := &s.players[slot]; v.valid && clock-v.rose <= just {
			rose = append(rose, slot)
		}
	}
	switch {
	case len(list) == 1:
		return list[0]
	case len(rose) == 1:
		return rose[0]
	}
	return -1
}

// worksAt reports whether a player is an engineer at the given kind of place with pliers in his hands.
func (s *snapshots) worksAt(l *level, slot int, place func(sim.Vec3) bool) bool {
	at, weapon, ok := s.seenAt(l, slot)
	return ok && l.player(slot).Class == classes[2] && weapon == sim.WeaponPliers && place(at)
}

// dynamite reports whether dynamite lies within reach of a place.
func (s *snapshots) dynamite(l *level, at sim.Vec3) bool {
	const reach = 112
	for _, e := range s.entities {
		lies := e.F[wolfenstein.EntEType] == etMissile && l.mod.weapon(e.F[wolfenstein.EntWeapon]) == sim.WeaponDynamite
		if lies && at.Distance2(e.Vector(wolfenstein.EntPosBaseX)) <= reach*reach {
			return true
		}
	}
	return false
}

// atObjective reports whether a place is at an objective.
func (l *level) atObjective(index int, at sim.Vec3) bool {
	const reach = 256
	place, ok := l.objectivePlace(index)
	return ok && at.Distance2(place) <= reach*reach
}

// seenAt returns the position and the weapon of a player. ok is false unless the snapshot shows him alive.
func (s *snapshots) seenAt(l *level, slot int) (at sim.Vec3, weapon sim.Weapon, ok bool) {
	if v := &s.players[slot]; v.valid && v.state != nil {
		weapon = l.mod.weapon(v.state.F[wolfenstein.PsWeapon])
		return v.state.Vector(wolfenstein.PsOriginX), weapon, lifeOf(l.player(slot), v.state) == sim.Alive
	}
	if e := s.entities[slot]; e != nil {
		return e.Vector(wolfenstein.EntPosBaseX), l.mod.weapon(e.F[wolfenstein.EntWeapon]),
			e.F[wolfenstein.EntEFlags]&efDead == 0
	}
	return at, weapon, false
}

// nearestMedic returns the medic of a player's team who is nearest to a place and within reach, or the zero Slot if
// there is none.
func (s *snapshots) nearestMedic(l *level, slot int, place sim.Vec3) (medic sim.Slot) {
	const reach = 128
	least := float32(reach * reach)
	for i, p := range l.players {
		if i == slot || p == nil || p.Class != classes[1] || p.Team != l.players[slot].Team {
			continue
		}
		at, _, ok := s.seenAt(l, i)
		if d := at.Distance2(place); ok && d < least {
			medic, least = sim.SlotAt(i), d
		}
	}
	return medic
}
