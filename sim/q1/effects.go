package q1

import (
	"strings"
	"time"

	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/track"
)

// tempEffect is the appearance of a temporary entity.
type tempEffect struct {
	kind   sim.EffectKind
	weapon sim.Weapon
	last   time.Duration
	// shot is set for a beam fired by the player it belongs to.
	shot bool
}

var (
	nailImpact   = tempEffect{sim.EffectImpact, sim.WeaponNailgun, track.ImpactTime, false}
	superNail    = tempEffect{sim.EffectImpact, sim.WeaponSuperNailgun, track.ImpactTime, false}
	pellet       = tempEffect{sim.EffectImpact, sim.WeaponShotgun, track.ImpactTime, false}
	spikeImpact  = tempEffect{sim.EffectImpact, sim.CauseMonster, track.ImpactTime, false}
	explosion    = tempEffect{sim.EffectExplosion, sim.WeaponRocketLauncher, track.ExplosionTime, false}
	lightning    = tempEffect{sim.EffectBeam, sim.WeaponLightning, track.BeamTime, true}
	monsterBolt  = tempEffect{sim.EffectBeam, sim.WeaponLightning, track.BeamTime, false}
	grapple      = tempEffect{sim.EffectBeam, sim.WeaponGrapple, track.BeamTime, false}
	splash       = tempEffect{kind: sim.EffectSplash, last: track.ImpactTime}
	teleport     = tempEffect{kind: sim.EffectTeleport, last: track.BodyTime}
	blood        = tempEffect{kind: sim.EffectBlood, last: track.ImpactTime}
	rail         = tempEffect{sim.EffectBeam, sim.WeaponRailgun, track.BeamTime, false}
	plasmaImpact = tempEffect{sim.EffectImpact, sim.WeaponPlasma, track.ImpactTime, false}
	shaftBlood   = tempEffect{sim.EffectBlood, sim.WeaponLightning, track.ImpactTime, false}
)

// netQuakeTemps are the temporary entities of NetQuake, Nehahra and DarkPlaces that are drawn.
var netQuakeTemps = map[netquake.Temp]tempEffect{
	netquake.TempSpike: nailImpact, netquake.TempSuperSpike: superNail, netquake.TempGunshot: pellet,
	netquake.TempExplosion: explosion, netquake.TempTarExplosion: explosion, netquake.TempLightning1: monsterBolt,
	netquake.TempLightning2: lightning, netquake.TempWizSpike: spikeImpact, netquake.TempKnightSpike: spikeImpact,
	netquake.TempLightning3: monsterBolt, netquake.TempLavaSplash: splash, netquake.TempTeleport: teleport,
	netquake.TempExplosion2: explosion, netquake.TempBeam: grapple,
	netquake.TempRailTrail: rail, netquake.TempExplosion3: explosion, netquake.TempLightning4: monsterBolt,
	netquake.TempBlood: blood, netquake.TempExplosionRGB: explosion, netquake.TempGunshotQuad: pellet,
	netquake.TempSpikeQuad: nailImpact, netquake.TempSuperSpikeQuad: superNail, netquake.TempExplosionQuad: explosion,
	netquake.TempNexBeam: rail, netquake.TempBigExplosion: explosion, netquake.TempPlasmaHit: plasmaImpact,
}

// quakeWorldTemps are the temporary entities of QuakeWorld and FTE that are drawn.
var quakeWorldTemps = map[quakeworld.Temp]tempEffect{
	quakeworld.TempSpike: nailImpact, quakeworld.TempSuperSpike: superNail, quakeworld.TempGunshot: pellet,
	quakeworld.TempExplosion: explosion, quakeworld.TempTarExplosion: explosion, quakeworld.TempLightning1: monsterBolt,
	quakeworld.TempLightning2: lightning, quakeworld.TempWizSpike: spikeImpact, quakeworld.TempKnightSpike: spikeImpact,
	quakeworld.TempLightning3: monsterBolt, quakeworld.TempLavaSplash: splash, quakeworld.TempTeleport: teleport,
	quakeworld.TempBlood: blood, quakeworld.TempLightningBlood: shaftBlood,
	quakeworld.TempBullet: pellet, quakeworld.TempSuperBullet: pellet, quakeworld.TempRailTrail: rail,
	quakeworld.TempBeam: grapple, quakeworld.TempExplosion2: explosion, quakeworld.TempQuakeExplosion: explosion,
	quakeworld.TempQuakeGunshot: pellet,
}

// show reports a temporary entity. owner is the entity that a beam belongs to.
func (t tempEffect) show(origin, end sim.Vec3, owner int, o *track.Observations) {
	e := track.Shown{Effect: sim.Effect{Kind: t.kind, Weapon: t.weapon, Origin: origin, To: end}, Last: t.last}
	switch {
	case t.kind == sim.EffectTeleport:
		o.Tell(track.TeleportShown{Origin: origin})
	case t.kind == sim.EffectBeam:
		e.Effect.Slot = sim.SlotAt(owner - 1)
		o.Tell(track.BoltShown{Shown: e, Shoots: t.shot})
	case t.last > 0:
		o.Show(e)
	}
}

// newSounds returns the meanings of a level's sounds, by their files.
func newSounds(files []string) []track.SoundInfo {
	list := make([]track.SoundInfo, len(files))
	for i, file := range files {
		list[i] = newSound(file)
	}
	return list
}

func newSound(file string) track.SoundInfo {
	s, lower := track.SoundInfo{Name: baseName(file)}, strings.ToLower(file)
	switch {
	case strings.HasPrefix(lower, "weapons/"):
		s.Shoots = shotSounds[s.Name]
	case strings.HasPrefix(lower, "player/pain"):
		s.Pain = true
	case strings.HasPrefix(lower, "items/"):
		if power, ok := powerupSounds[s.Name]; ok {
			s.Power, s.PowerTime = power, powerupTime
		}
	}
	s.Takes.Item, s.Taken = pickupSounds[s.Name]
	s.Returns = s.Name == "itembk2" // the item's own sound (subs.qc, SUB_regen)
	return s
}

// playSound reports a sound from the level's list, made by an entity.
func playSound(l *level, index, entity int, origin sim.Vec3, loudness sim.Loudness, o *track.Observations) {
	if index < 1 || index > len(l.sounds) {
		return
	}
	if s := &l.sounds[index-1]; s.Name != "" && s.Name != "null" {
		o.Tell(track.SoundHeard{SoundInfo: s, Entity: entity, Slot: l.slotOf(entity), Origin: origin,
			Loudness: loudness})
	}
}

// tellHit reports a hit shown on a player's screen. Servers also send hits that cost nothing; those are skipped.
func tellHit(slot sim.Slot, health, armor int, place sim.Vec3, o *track.Observations) {
	if slot.Valid() && health+armor > 0 {
		o.Tell(track.HitOf(slot, health, armor, place))
	}
}
