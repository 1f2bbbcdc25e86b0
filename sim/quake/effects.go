package quake

import (
	"strings"

	"fragscope/sim"
)

// Temp is a temporary entity, told alike for both games.
type Temp uint8

// The kinds of temporary entities.
const (
	TempNone Temp = iota
	TempNail
	TempSuperNail
	TempGunshot
	TempExplosion
	TempTar
	TempLightning
	TempMonsterLightning
	TempMonsterSpike
	TempLavaSplash
	TempTeleport
	TempBlood
	TempLightningBlood
	TempGrapple
	TempRail
)

var tempEffects = [...]sim.Effect{
	TempNail:           {Kind: sim.EffectImpact, Weapon: sim.WeaponNailgun},
	TempSuperNail:      {Kind: sim.EffectImpact, Weapon: sim.WeaponSuperNailgun},
	TempGunshot:        {Kind: sim.EffectImpact, Weapon: sim.WeaponShotgun},
	TempMonsterSpike:   {Kind: sim.EffectImpact, Weapon: sim.CauseMonster},
	TempLavaSplash:     {Kind: sim.EffectSplash},
	TempBlood:          {Kind: sim.EffectBlood},
	TempLightningBlood: {Kind: sim.EffectBlood, Weapon: sim.WeaponLightning},
}

// Temp shows a temporary entity; owner is the entity whose beam it is.
func (s *Stage) Temp(t Temp, origin, end sim.Vec3, owner int) {
	e := sim.Effect{Origin: origin, To: end}
	last := impactTime
	switch t {
	case TempNone:
		return
	case TempExplosion, TempTar:
		e.Kind, e.Weapon, last = sim.EffectExplosion, sim.WeaponRocketLauncher, explosionTime
	case TempTeleport:
		e.Kind, last = sim.EffectTeleport, bodyTime
		s.teleport = append(s.teleport, origin)
		s.cutAround(origin)
	case TempLightning, TempMonsterLightning, TempGrapple, TempRail:
		e.Kind, last = sim.EffectBeam, beamTime
		e.Weapon = sim.WeaponLightning
		switch t {
		case TempGrapple:
			e.Weapon = sim.WeaponGrapple
		case TempRail:
			e.Weapon, last = sim.WeaponRailgun, soundTime
		}
		if r := s.Row(owner - 1); r != nil {
			e.Slot = sim.SlotAt(owner - 1)
			if t == TempLightning {
				s.shot(owner-1, sim.WeaponLightning)
			}
		}
	default:
		e.Kind, e.Weapon = tempEffects[t].Kind, tempEffects[t].Weapon
	}
	s.effect(e, last)
}

// cutAround cuts those who came to a teleport's place from afar, where the
// teleport is told after them.
func (s *Stage) cutAround(place sim.Vec3) {
	for i := range s.Frame.Players {
		r := &s.Frame.Players[i]
		if s.players[r.Slot.Index()].snap != s.snaps || distance2(place, r.Origin) > 96*96 {
			continue
		}
		dt := float32((s.Now - s.Before).Seconds())
		if v := r.Velocity; (v[0]*v[0]+v[1]*v[1]+v[2]*v[2])*dt*dt > 48*48 {
			r.NoLerp = true
		}
	}
}

// shot says that a player shot, with which weapon.
func (s *Stage) shot(slot int, w sim.Weapon) {
	r := s.Row(slot)
	if r == nil {
		return
	}
	if !s.players[slot].itemsKnown {
		r.Weapon = w
	}
	s.fire(slot)
}

// Sound plays a sound. The entity is whose it is: number slot+1 is a player.
func (s *Stage) Sound(file string, entity int, origin sim.Vec3) {
	name := BaseName(file)
	slot := -1
	if entity >= 1 && entity <= MaxPlayers && s.Row(entity-1) != nil {
		slot = entity - 1
	}
	if name == "" || name == "null" {
		return
	}
	if slot >= 0 {
		s.playerSound(slot, name, file, origin)
	}
	s.effect(sim.Effect{Kind: sim.EffectSound, Origin: origin, Text: name, Slot: sim.SlotAt(slot)}, soundTime)
}

// playerSound draws from a sound what the player did.
func (s *Stage) playerSound(slot int, name, file string, origin sim.Vec3) {
	lower := strings.ToLower(file)
	switch {
	case strings.HasPrefix(lower, "weapons/"):
		if w, ok := shotSounds[name]; ok {
			s.shot(slot, w)
		}
	case strings.HasPrefix(lower, "player/pain"):
		s.effect(sim.Effect{Kind: sim.EffectPain, Origin: origin, Slot: sim.SlotAt(slot)}, soonTime)
	case strings.HasPrefix(lower, "items/"):
		if power, ok := powerSounds[name]; ok && !strings.HasSuffix(name, "2") && !strings.HasSuffix(name, "3") {
			s.players[slot].powers[power] = s.Now + powerTime
		}
	}
	if takeSounds[name] && !s.Multi && slot != s.Frame.POV.Index() {
		s.taken = append(s.taken, taking{slot: slot, place: origin})
	}
}

// Blood shows that something bleeds.
func (s *Stage) Blood(origin sim.Vec3) {
	s.effect(sim.Effect{Kind: sim.EffectBlood, Origin: origin}, impactTime)
}

// Hit shows that a player was hit by another, as hidden records of a server
// tell it.
func (s *Stage) Hit(attacker, victim, damage int, w sim.Weapon) {
	r := s.Row(victim)
	if r == nil || damage <= 0 {
		return
	}
	slot := -1
	if s.Row(attacker) != nil {
		slot = attacker
		s.players[victim].hit = wound{attacker, w, s.Now, true}
	}
	s.effect(sim.Effect{Kind: sim.EffectBlood, Origin: r.Origin, Weapon: w, Slot: sim.SlotAt(slot), Target: sim.SlotAt(victim)}, impactTime)
}
