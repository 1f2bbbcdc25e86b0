package q1

import (
	"strings"
	"time"

	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/track"
)

// tempEffect is how a temporary entity looks.
type tempEffect struct {
	kind   sim.EffectKind
	weapon sim.Weapon
	last   time.Duration
	// shot is set for a beam with which the player shoots whose it is.
	shot bool
}

var (
	nailImpact  = tempEffect{sim.EffectImpact, sim.WeaponNailgun, track.ImpactTime, false}
	superNail   = tempEffect{sim.EffectImpact, sim.WeaponSuperNailgun, track.ImpactTime, false}
	pellet      = tempEffect{sim.EffectImpact, sim.WeaponShotgun, track.ImpactTime, false}
	spikeImpact = tempEffect{sim.EffectImpact, sim.CauseMonster, track.ImpactTime, false}
	explosion   = tempEffect{sim.EffectExplosion, sim.WeaponRocketLauncher, track.ExplosionTime, false}
	lightning   = tempEffect{sim.EffectBeam, sim.WeaponLightning, track.BeamTime, true}
	monsterBolt = tempEffect{sim.EffectBeam, sim.WeaponLightning, track.BeamTime, false}
	grapple     = tempEffect{sim.EffectBeam, sim.WeaponGrapple, track.BeamTime, false}
	splash      = tempEffect{kind: sim.EffectSplash, last: track.ImpactTime}
	teleport    = tempEffect{kind: sim.EffectTeleport, last: track.BodyTime}
	blood       = tempEffect{kind: sim.EffectBlood, last: track.ImpactTime}
	shaftBlood  = tempEffect{sim.EffectBlood, sim.WeaponLightning, track.ImpactTime, false}
)

// netQuakeTemps are the temporary entities of NetQuake; those from 50 on are
// DarkPlaces'.
var netQuakeTemps = map[uint8]tempEffect{
	netquake.TempSpike: nailImpact, netquake.TempSuperSpike: superNail, netquake.TempGunshot: pellet,
	netquake.TempExplosion: explosion, netquake.TempTarExplosion: explosion, netquake.TempLightning1: monsterBolt,
	netquake.TempLightning2: lightning, netquake.TempWizSpike: spikeImpact, netquake.TempKnightSpike: spikeImpact,
	netquake.TempLightning3: monsterBolt, netquake.TempLavaSplash: splash, netquake.TempTeleport: teleport,
	netquake.TempExplosion2: explosion, netquake.TempBeam: grapple,
	50: blood, 53: explosion, 57: pellet, 58: nailImpact, 59: superNail, 70: explosion,
}

var quakeWorldTemps = map[uint8]tempEffect{
	quakeworld.TempSpike: nailImpact, quakeworld.TempSuperSpike: superNail, quakeworld.TempGunshot: pellet,
	quakeworld.TempExplosion: explosion, quakeworld.TempTarExplosion: explosion, quakeworld.TempLightning1: monsterBolt,
	quakeworld.TempLightning2: lightning, quakeworld.TempWizSpike: spikeImpact, quakeworld.TempKnightSpike: spikeImpact,
	quakeworld.TempLightning3: monsterBolt, quakeworld.TempLavaSplash: splash, quakeworld.TempTeleport: teleport,
	quakeworld.TempBlood: blood, quakeworld.TempLightningBlood: shaftBlood,
}

// showTemp shows a temporary entity; owner is the entity whose beam it is.
func (g *game) showTemp(t tempEffect, origin, end sim.Vec3, owner int) {
	e := sim.Effect{Kind: t.kind, Weapon: t.weapon, Origin: origin, To: end}
	switch t.kind {
	case sim.EffectTeleport:
		g.players.Teleport(origin)
		return
	case sim.EffectBeam:
		if slot := sim.SlotAt(owner - 1); g.players.Row(slot) != nil {
			e.Slot = slot
			if t.shot {
				g.shoot(slot, t.weapon)
			}
		}
	}
	if t.last > 0 {
		g.Effect(e, t.last)
	}
}

// bleed shows that something bleeds.
func (g *game) bleed(origin sim.Vec3) {
	g.showTemp(blood, origin, sim.Vec3{}, 0)
}

// shoot records that a player shot, with which weapon.
func (g *game) shoot(slot sim.Slot, w sim.Weapon) {
	if r := g.players.Row(slot); r != nil && !g.owned[slot.Index()].known {
		r.Weapon = w
	}
	g.players.Fire(slot)
}

// playSound plays a sound of the level's list, of an entity.
func (g *game) playSound(index, entity int, origin sim.Vec3) {
	if index < 1 || index > len(g.sounds) {
		return
	}
	file := g.sounds[index-1]
	name := baseName(file)
	if name == "" || name == "null" {
		return
	}
	slot := g.slotOf(entity)
	if g.players.Row(slot) == nil {
		slot = sim.Slot{}
	}
	switch {
	case slot.Valid():
		g.playerSound(slot, name, strings.ToLower(file), origin)
	case name == "itembk2": // the item's own sound (subs.qc, SUB_regen)
		g.items.HeardBack(entity)
	}
	g.Effect(sim.Effect{Kind: sim.EffectSound, Origin: origin, Text: name, Slot: slot}, track.SoundTime)
}

// playerSound draws from a sound what the player did.
func (g *game) playerSound(slot sim.Slot, name, file string, origin sim.Vec3) {
	switch {
	case strings.HasPrefix(file, "weapons/"):
		if w, ok := shotSounds[name]; ok {
			g.shoot(slot, w)
		}
	case strings.HasPrefix(file, "player/pain"):
		g.Effect(sim.Effect{Kind: sim.EffectPain, Origin: origin, Slot: slot}, track.SpawnTime)
	case strings.HasPrefix(file, "items/"):
		if p, ok := powerupSounds[name]; ok {
			g.owned[slot.Index()].heard[p] = g.Now() + powerupTime
		}
	}
	if item, ok := pickupSounds[name]; ok && slot != g.Frame().POV { // who records is told
		g.items.Heard(slot, track.ItemDef{Item: item}, origin)
	}
}
