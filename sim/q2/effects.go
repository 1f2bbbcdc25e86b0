package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// railTime is the time for which rail trails are shown.
const railTime = 700 * time.Millisecond

// effects holds the muzzle flashes, temporary entities and sounds of a block, which belong to its snapshot.
type effects struct{ waiting []effect }

// effect is an effect waiting for its block's snapshot.
type effect struct {
	kind  effectKind
	flash quake2.MuzzleFlash
	temp  quake2.TempEntity
	sound quake2.Sound
}

// effectKind is the kind of message of an effect.
type effectKind uint8

const (
	effectFlash effectKind = iota
	effectMonsterFlash
	effectTemp
	effectSound
)

// maxEffects limits the effects of a block.
const maxEffects = 4096

// wait keeps an effect for the snapshot.
func (fx *effects) wait(e effect) {
	if len(fx.waiting) < maxEffects {
		fx.waiting = append(fx.waiting, e)
	}
}

// flashWeapons maps muzzle flashes to weapons.
var flashWeapons = map[uint16]sim.Weapon{
	quake2.FlashBlaster: sim.WeaponBlaster, quake2.FlashMachinegun: sim.WeaponMachinegun,
	quake2.FlashShotgun: sim.WeaponShotgun, quake2.FlashChaingun1: sim.WeaponChaingun,
	quake2.FlashChaingun2: sim.WeaponChaingun, quake2.FlashChaingun3: sim.WeaponChaingun,
	quake2.FlashRailgun: sim.WeaponRailgun, quake2.FlashRocket: sim.WeaponRocketLauncher,
	quake2.FlashGrenade: sim.WeaponGrenadeLauncher, quake2.FlashBFG: sim.WeaponBFG,
	quake2.FlashSuperShotgun: sim.WeaponSuperShotgun, quake2.FlashHyperblaster: sim.WeaponHyperblaster,
	quake2.FlashIonRipper: sim.WeaponIonRipper, quake2.FlashBlueHyperblaster: sim.WeaponHyperblaster,
	quake2.FlashPhalanx: sim.WeaponPhalanx, quake2.FlashBFG2: sim.WeaponBFG, quake2.FlashPhalanx2: sim.WeaponPhalanx,
	quake2.FlashETFRifle: sim.WeaponETFRifle, quake2.FlashProx: sim.WeaponProxLauncher,
	quake2.FlashETFRifle2: sim.WeaponETFRifle, quake2.FlashHeatBeam: sim.WeaponPlasmaBeam,
	quake2.FlashBlaster2: sim.WeaponBlaster,
	quake2.FlashTracker:  sim.WeaponDisruptor,
}

// report reports the waiting effects at their snapshot.
func (fx *effects) report(l *level, o *track.Observations) {
	for i := range fx.waiting {
		switch e := &fx.waiting[i]; e.kind {
		case effectFlash:
			o.Briefs = append(o.Briefs, flashSeen(&e.flash))
		case effectMonsterFlash:
			o.Briefs = append(o.Briefs, track.BriefSeen{Flash: true, Monster: true, Entity: int(e.flash.Entity),
				Last:   track.MuzzleTime,
				Effect: sim.Effect{Kind: sim.EffectMuzzle}})
		case effectTemp:
			if b, ok := tempSeen(&e.temp); ok {
				o.Briefs = append(o.Briefs, b)
			}
		case effectSound:
			if b, ok := soundHeard(l, &e.sound); ok {
				o.Briefs = append(o.Briefs, b)
			}
		}
	}
	fx.waiting = fx.waiting[:0]
}

// silenced is a shot through a silencer: the client plays it at a fifth of full volume (yquake2 cl_effects.c,
// CL_AddMuzzleFlash).
var silenced = sim.LoudnessOf(255/5, 64)

// flashSeen converts a muzzle flash, or an event that is sent as one, such as a spawn or a departure.
func flashSeen(m *quake2.MuzzleFlash) track.BriefSeen {
	b := track.BriefSeen{Flash: true, Entity: int(m.Entity), Last: track.MuzzleTime,
		Effect: sim.Effect{Kind: sim.EffectMuzzle}}
	b.Fired, b.Shoots = flashWeapons[m.Flash]
	if m.Silenced {
		b.Loudness = silenced
	}
	switch m.Flash {
	case quake2.FlashLogin, quake2.FlashRespawn, quake2.FlashItemRespawn:
		b.Kind, b.Last = sim.EffectSpawn, track.SpawnTime
	case quake2.FlashLogout:
		b.Kind, b.Last = sim.EffectTeleport, track.BodyTime
	}
	return b
}

// tempEffect is the appearance of some kinds of temporary entities.
type tempEffect struct {
	kind   sim.EffectKind
	weapon sim.Weapon
	last   time.Duration
	of     []quake2.Effect
}

// tempEffects lists the temporary entities that can be seen from above.
var tempEffects = []tempEffect{
	{sim.EffectImpact, 0, track.ImpactTime,
		[]quake2.Effect{quake2.EffectSparks, quake2.EffectScreenSparks, quake2.EffectShieldSparks,
			quake2.EffectElectricSparks, quake2.EffectLaserSparks, quake2.EffectWeldingSparks,
			quake2.EffectTunnelSparks, quake2.EffectShockSplash}},
	{sim.EffectImpact, sim.WeaponMachinegun, track.ImpactTime,
		[]quake2.Effect{quake2.EffectGunshot, quake2.EffectBulletSparks}},
	{sim.EffectImpact, sim.WeaponShotgun, track.ImpactTime, []quake2.Effect{quake2.EffectShotgun}},
	{sim.EffectImpact, sim.WeaponBlaster, track.ImpactTime,
		[]quake2.Effect{quake2.EffectBlaster, quake2.EffectBlaster2, quake2.EffectRedBlaster}},
	{sim.EffectImpact, sim.WeaponETFRifle, track.ImpactTime, []quake2.Effect{quake2.EffectFlechette}},
	{sim.EffectImpact, sim.WeaponHyperblaster, track.ImpactTime, []quake2.Effect{quake2.EffectBlueHyperblaster}},
	{sim.EffectImpact, sim.WeaponPlasmaBeam, track.ImpactTime, []quake2.Effect{quake2.EffectHeatBeamSparks}},
	{sim.EffectBlood, 0, track.ImpactTime, []quake2.Effect{quake2.EffectBlood, quake2.EffectMoreBlood,
		quake2.EffectGreenBlood}},

	{sim.EffectExplosion, 0, track.ExplosionTime, []quake2.Effect{quake2.EffectExplosion1, quake2.EffectExplosion1Big,
		quake2.EffectExplosion1NP, quake2.EffectExplosion1NL, quake2.EffectPlainExplosion, quake2.EffectNukeBlast}},
	{sim.EffectExplosion, sim.WeaponGrenadeLauncher, track.ExplosionTime, []quake2.Effect{quake2.EffectExplosion2,
		quake2.EffectExplosion2NL, quake2.EffectGrenadeExplosion, quake2.EffectGrenadeExplosionWater}},
	{sim.EffectExplosion, sim.WeaponRocketLauncher, track.ExplosionTime,
		[]quake2.Effect{quake2.EffectRocketExplosion, quake2.EffectRocketExplosionWater}},
	{sim.EffectExplosion, 0, track.ImpactTime, []quake2.Effect{quake2.EffectBerserkSlam, quake2.EffectWidowSplash}},
	{sim.EffectExplosion, sim.WeaponPhalanx, track.ExplosionTime, []quake2.Effect{quake2.EffectPlasmaExplosion}},
	{sim.EffectExplosion, sim.WeaponDisruptor, track.ExplosionTime, []quake2.Effect{quake2.EffectTrackerExplosion}},
	{sim.EffectExplosion, sim.WeaponBFG, track.ExplosionTime, []quake2.Effect{quake2.EffectBFGBigExplosion}},
	{sim.EffectExplosion, sim.WeaponBFG, track.ImpactTime, []quake2.Effect{quake2.EffectBFGExplosion}},

	{sim.EffectBeam, 0, track.BeamTime, []quake2.Effect{quake2.EffectParasiteAttack, quake2.EffectMedicCable,
		quake2.EffectForceWall, quake2.EffectDebugTrail}},
	{sim.EffectBeam, sim.WeaponGrapple, track.BeamTime, []quake2.Effect{quake2.EffectGrappleCable,
		quake2.EffectGrappleCable2}},
	{sim.EffectBeam, sim.WeaponLightning, track.BeamTime,
		[]quake2.Effect{quake2.EffectLightning, quake2.EffectLightningBeam}},
	{sim.EffectBeam, sim.WeaponPlasmaBeam, track.BeamTime,
		[]quake2.Effect{quake2.EffectHeatBeam, quake2.EffectMonsterHeatBeam}},
	{sim.EffectBeam, sim.WeaponRailgun, railTime, []quake2.Effect{quake2.EffectRailTrail, quake2.EffectRailTrail2}},
	{sim.EffectBeam, sim.WeaponBFG, track.ImpactTime, []quake2.Effect{quake2.EffectBFGLaser, quake2.EffectBFGZap}},
	{sim.EffectBeam, sim.WeaponMachinegun, track.ImpactTime, []quake2.Effect{quake2.EffectBubbleTrail,
		quake2.EffectBubbleTrail2}},
	{sim.EffectBeam, sim.WeaponHyperblaster, track.ImpactTime, []quake2.Effect{quake2.EffectBlueHyperblasterTrail,
		quake2.EffectPlasmaTrail}},
	{sim.EffectTeleport, 0, track.BodyTime, []quake2.Effect{quake2.EffectTeleport, quake2.EffectBossTeleport,
		quake2.EffectDBallGoal}},
	{sim.EffectSpawn, 0, track.SpawnTime, []quake2.Effect{quake2.EffectWidowBeamOut}},
}

// tempEffectOf maps temporary entities to indices in tempEffects plus 1, or 0 for those that cannot be seen.
var tempEffectOf = func() (of [256]uint8) {
	for i, t := range tempEffects {
		for _, kind := range t.of {
			of[kind] = uint8(i + 1)
		}
	}
	return of
}()

// splashes are the kinds of splashes.
var splashes = map[uint8]sim.EffectKind{
	quake2.SplashBlueWater: sim.EffectSplash, quake2.SplashBrownWater: sim.EffectSplash,
	quake2.SplashSlime: sim.EffectSplash, quake2.SplashLava: sim.EffectSplash, quake2.SplashBlood: sim.EffectBlood,
	quake2.SplashSparks:   sim.EffectImpact,
	quake2.SplashElectric: sim.EffectImpact,
}

// tempSeen converts a temporary entity. ok is false if it cannot be seen.
func tempSeen(m *quake2.TempEntity) (b track.BriefSeen, ok bool) {
	var t tempEffect
	switch of := tempEffectOf[m.Kind]; {
	case m.Kind == quake2.EffectSplash:
		kind, ok := splashes[m.Color]
		if !ok {
			return b, false
		}
		t = tempEffect{kind: kind, last: track.ImpactTime}
	case of == 0:
		return b, false
	default:
		t = tempEffects[of-1]
	}
	rail := m.Kind == quake2.EffectRailTrail || m.Kind == quake2.EffectRailTrail2
	b = track.BriefSeen{Effect: sim.Effect{Kind: t.kind, Weapon: t.weapon, Origin: m.Pos, To: m.End}, Last: t.last,
		Entity: int(m.Entity), Rail: rail, Beam: t.kind == sim.EffectBeam, Hits: t.kind == sim.EffectBlood}
	if m.Kind == quake2.EffectBossTeleport { // yquake2 cl_tempentities.c, CL_ParseTEnt
		b.Loudness = sim.Everywhere
	}
	return b, true
}

// keyUse is the sound of opening something with a key.
const keyUse = "misc/keyuse"

// soundHeard converts a sound. ok is false if it has no name.
func soundHeard(l *level, m *quake2.Sound) (b track.BriefSeen, ok bool) {
	name := strings.TrimSuffix(l.configString(l.config.Sounds+int(m.Index)), ".wav")
	b = track.BriefSeen{Sound: true, There: m.Flags&quake2.SoundPosition != 0, Pain: strings.Contains(name, "pain"),
		Effect: sim.Effect{Kind: sim.EffectSound, Origin: m.Pos, Text: strings.TrimPrefix(name, "*"),
			Loudness: sim.LoudnessOf(m.Volume, m.Attenuation)}}
	if m.Flags&quake2.SoundEntity != 0 {
		b.Entity, b.Key, b.Cry = int(m.Entity), name == keyUse, track.IsCry(name)
	}
	return b, name != ""
}
