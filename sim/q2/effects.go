package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// How long rails and shots show.
const (
	railTime   = 700 * time.Millisecond
	firingTime = 250 * time.Millisecond
)

// effects are what muzzle flashes, temporary entities and sounds of a block look like at its snapshot.
type effects struct {
	track       *track.Track
	players     *track.Players
	level       *level
	clients     *clients
	sights      *sights
	inventories *inventories
	waiting     []effect
}

// effect is something brief that waits for the snapshot of its block.
type effect struct {
	kind  effectKind
	flash quake2.MuzzleFlash
	temp  quake2.TempEntity
	sound quake2.Sound
}

// effectKind is which message an effect is.
type effectKind uint8

const (
	effectFlash effectKind = iota
	effectMonsterFlash
	effectTemp
	effectSound
)

// maxEffects bounds what a block may hold.
const maxEffects = 4096

// wait keeps an effect for the snapshot.
func (fx *effects) wait(e effect) {
	if len(fx.waiting) < maxEffects {
		fx.waiting = append(fx.waiting, e)
	}
}

// flashWeapons are the weapons of the muzzle flashes.
var flashWeapons = map[uint16]sim.Weapon{
	quake2.FlashBlaster: sim.WeaponBlaster, quake2.FlashMachinegun: sim.WeaponMachinegun, quake2.FlashShotgun: sim.WeaponShotgun,
	quake2.FlashChaingun1: sim.WeaponChaingun, quake2.FlashChaingun2: sim.WeaponChaingun, quake2.FlashChaingun3: sim.WeaponChaingun,
	quake2.FlashRailgun: sim.WeaponRailgun, quake2.FlashRocket: sim.WeaponRocketLauncher, quake2.FlashGrenade: sim.WeaponGrenadeLauncher,
	quake2.FlashBFG: sim.WeaponBFG, quake2.FlashSuperShotgun: sim.WeaponSuperShotgun, quake2.FlashHyperblaster: sim.WeaponHyperblaster,
	quake2.FlashIonRipper: sim.WeaponIonRipper, quake2.FlashBlueHyperblaster: sim.WeaponHyperblaster, quake2.FlashPhalanx: sim.WeaponPhalanx,
	quake2.FlashBFG2: sim.WeaponBFG, quake2.FlashPhalanx2: sim.WeaponPhalanx, quake2.FlashETFRifle: sim.WeaponETFRifle,
	quake2.FlashProx: sim.WeaponProxLauncher, quake2.FlashETFRifle2: sim.WeaponETFRifle, quake2.FlashHeatBeam: sim.WeaponPlasmaBeam,
	quake2.FlashBlaster2: sim.WeaponBlaster, quake2.FlashTracker: sim.WeaponDisruptor,
}

// takeShots records who fired, before the players of the snapshot are.
func (fx *effects) takeShots() {
	for i := range fx.waiting {
		e := &fx.waiting[i]
		if e.kind != effectFlash {
			continue
		}
		p := fx.clients.at(sim.SlotAt(int(e.flash.Entity) - 1))
		w, ok := flashWeapons[e.flash.Flash]
		if p == nil || !ok {
			continue
		}
		p.firingUntil = fx.track.Now() + firingTime
		if !fx.level.mod.sharedFlashes {
			p.flash = w
		}
	}
}

// hearDeaths handles the death cries of monsters, before those that burst are out of sight.
func (fx *effects) hearDeaths() {
	for i := range fx.waiting {
		if m := &fx.waiting[i].sound; fx.waiting[i].kind == effectSound && m.Flags&quake2.SoundEntity != 0 {
			fx.sights.hear(int(m.Entity), fx.soundName(m))
		}
	}
}

// soundName is the name of a sound of the level without its extension.
func (fx *effects) soundName(m *quake2.Sound) string {
	return strings.TrimSuffix(fx.level.configString(fx.level.config.Sounds+int(m.Index)), ".wav")
}

// play records the effects of the block, when all is where it belongs.
func (fx *effects) play() {
	for i := range fx.waiting {
		switch e := &fx.waiting[i]; e.kind {
		case effectFlash:
			fx.playFlash(&e.flash)
		case effectMonsterFlash:
			if origin, ok := fx.sights.originOf(int(e.flash.Entity)); ok {
				fx.track.Effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: origin}, track.MuzzleTime)
			}
		case effectTemp:
			fx.playTemp(&e.temp)
		case effectSound:
			fx.playSound(&e.sound)
		}
	}
	fx.waiting = fx.waiting[:0]
}

// playFlash shows a muzzle flash, and what is told as one: spawns and those who leave.
func (fx *effects) playFlash(m *quake2.MuzzleFlash) {
	origin, ok := fx.sights.originOf(int(m.Entity))
	if !ok {
		return
	}
	e := sim.Effect{Kind: sim.EffectMuzzle, Origin: origin}
	if r := fx.players.Row(sim.SlotAt(int(m.Entity) - 1)); r != nil {
		e.Slot, e.Weapon = r.Slot, r.Weapon
		r.Firing = r.Life == sim.Alive && fx.clients.firing(r.Slot)
	}
	switch m.Flash {
	case quake2.FlashLogin, quake2.FlashRespawn, quake2.FlashItemRespawn:
		e.Kind = sim.EffectSpawn
		fx.track.Effect(e, track.SpawnTime)
	case quake2.FlashLogout:
		e.Kind = sim.EffectTeleport
		fx.track.Effect(e, track.BodyTime)
	default:
		if w, ok := flashWeapons[m.Flash]; ok && !fx.level.mod.sharedFlashes {
			e.Weapon = w
		}
		fx.track.Effect(e, track.MuzzleTime)
	}
}

// tempEffect is what temporary entities of some kinds look like.
type tempEffect struct {
	kind   sim.EffectKind
	weapon sim.Weapon
	last   time.Duration
	of     []quake2.Effect
}

// tempEffects has no entry for what cannot be seen from above.
var tempEffects = []tempEffect{
	{sim.EffectImpact, 0, track.ImpactTime,
		[]quake2.Effect{quake2.EffectSparks, quake2.EffectScreenSparks, quake2.EffectShieldSparks, quake2.EffectElectricSparks}},
	{sim.EffectImpact, sim.WeaponMachinegun, track.ImpactTime, []quake2.Effect{quake2.EffectGunshot, quake2.EffectBulletSparks}},
	{sim.EffectImpact, sim.WeaponShotgun, track.ImpactTime, []quake2.Effect{quake2.EffectShotgun}},
	{sim.EffectImpact, sim.WeaponBlaster, track.ImpactTime,
		[]quake2.Effect{quake2.EffectBlaster, quake2.EffectBlaster2, quake2.EffectRedBlaster}},
	{sim.EffectImpact, sim.WeaponETFRifle, track.ImpactTime, []quake2.Effect{quake2.EffectFlechette}},
	{sim.EffectImpact, sim.WeaponHyperblaster, track.ImpactTime, []quake2.Effect{quake2.EffectBlueHyperblaster}},
	{sim.EffectImpact, sim.WeaponPlasmaBeam, track.ImpactTime, []quake2.Effect{quake2.EffectHeatBeamSparks}},
	{sim.EffectBlood, 0, track.ImpactTime, []quake2.Effect{quake2.EffectBlood, quake2.EffectMoreBlood, quake2.EffectGreenBlood}},

	{sim.EffectExplosion, 0, track.ExplosionTime, []quake2.Effect{quake2.EffectExplosion1, quake2.EffectExplosion1Big,
		quake2.EffectExplosion1NP, quake2.EffectExplosion1NL, quake2.EffectPlainExplosion, quake2.EffectNukeBlast}},
	{sim.EffectExplosion, sim.WeaponGrenadeLauncher, track.ExplosionTime, []quake2.Effect{quake2.EffectExplosion2,
		quake2.EffectExplosion2NL, quake2.EffectGrenadeExplosion, quake2.EffectGrenadeExplosionWater}},
	{sim.EffectExplosion, sim.WeaponRocketLauncher, track.ExplosionTime,
		[]quake2.Effect{quake2.EffectRocketExplosion, quake2.EffectRocketExplosionWater}},
	{sim.EffectExplosion, sim.WeaponPhalanx, track.ExplosionTime, []quake2.Effect{quake2.EffectPlasmaExplosion}},
	{sim.EffectExplosion, sim.WeaponDisruptor, track.ExplosionTime, []quake2.Effect{quake2.EffectTrackerExplosion}},
	{sim.EffectExplosion, sim.WeaponBFG, track.ExplosionTime, []quake2.Effect{quake2.EffectBFGBigExplosion}},
	{sim.EffectExplosion, sim.WeaponBFG, track.ImpactTime, []quake2.Effect{quake2.EffectBFGExplosion}},

	{sim.EffectBeam, 0, track.BeamTime, []quake2.Effect{quake2.EffectParasiteAttack, quake2.EffectMedicCable}},
	{sim.EffectBeam, sim.WeaponGrapple, track.BeamTime, []quake2.Effect{quake2.EffectGrappleCable, quake2.EffectGrappleCable2}},
	{sim.EffectBeam, sim.WeaponLightning, track.BeamTime, []quake2.Effect{quake2.EffectLightning, quake2.EffectLightningBeam}},
	{sim.EffectBeam, sim.WeaponPlasmaBeam, track.BeamTime, []quake2.Effect{quake2.EffectHeatBeam, quake2.EffectMonsterHeatBeam}},
	{sim.EffectBeam, sim.WeaponRailgun, railTime, []quake2.Effect{quake2.EffectRailTrail, quake2.EffectRailTrail2}},
	{sim.EffectBeam, sim.WeaponBFG, track.ImpactTime, []quake2.Effect{quake2.EffectBFGLaser, quake2.EffectBFGZap}},
	{sim.EffectBeam, sim.WeaponMachinegun, track.ImpactTime, []quake2.Effect{quake2.EffectBubbleTrail}},
	{sim.EffectBeam, sim.WeaponHyperblaster, track.ImpactTime, []quake2.Effect{quake2.EffectBlueHyperblasterTrail}},
	{sim.EffectTeleport, 0, track.BodyTime, []quake2.Effect{quake2.EffectTeleport, quake2.EffectBossTeleport}},
}

// tempEffectOf is what a temporary entity of a kind looks like, an index in tempEffects plus 1; 0 for what cannot be seen.
var tempEffectOf = func() (of [256]uint8) {
	for i, t := range tempEffects {
		for _, kind := range t.of {
			of[kind] = uint8(i + 1)
		}
	}
	return of
}()

// splashes are kinds of what splashes.
var splashes = map[uint8]sim.EffectKind{
	quake2.SplashBlueWater: sim.EffectSplash, quake2.SplashBrownWater: sim.EffectSplash, quake2.SplashSlime: sim.EffectSplash,
	quake2.SplashLava: sim.EffectSplash, quake2.SplashBlood: sim.EffectBlood, quake2.SplashSparks: sim.EffectImpact,
	quake2.SplashElectric: sim.EffectImpact,
}

// playTemp shows a temporary entity: beams have a shooter, blood whom it is of.
func (fx *effects) playTemp(m *quake2.TempEntity) {
	var t tempEffect
	switch of := tempEffectOf[m.Kind]; {
	case m.Kind == quake2.EffectSplash:
		kind, ok := splashes[m.Color]
		if !ok {
			return
		}
		t = tempEffect{kind: kind, last: track.ImpactTime}
	case of == 0:
		return
	default:
		t = tempEffects[of-1]
	}
	e := sim.Effect{Kind: t.kind, Weapon: t.weapon, Origin: m.Pos, To: m.End}
	switch {
	case m.Kind == quake2.EffectRailTrail || m.Kind == quake2.EffectRailTrail2:
		e.Slot = fx.players.Nearest(m.Pos, railReach, func(r *recording.FramePlayer) bool { return fx.clients.firing(r.Slot) })
	case t.kind == sim.EffectBeam && m.Entity > 0:
		if r := fx.players.Row(sim.SlotAt(int(m.Entity) - 1)); r != nil {
			e.Slot = r.Slot
		}
	case t.kind == sim.EffectBlood:
		e.Target = fx.players.Nearest(m.Pos, bloodReach, func(r *recording.FramePlayer) bool { return r.Life == sim.Alive })
	}
	fx.track.Effect(e, t.last)
}

// How far from the middle of a player his eyes are, where rails begin, and the places where he is hit.
const (
	railReach  = 64
	bloodReach = 56
)

// keyUse is the sound of who opens something with a key.
const keyUse = "misc/keyuse"

// playSound shows a sound, in which keys are used and monsters die.
func (fx *effects) playSound(m *quake2.Sound) {
	name := fx.soundName(m)
	if name == "" {
		return
	}
	e := sim.Effect{Kind: sim.EffectSound, Origin: m.Pos, Text: strings.TrimPrefix(name, "*")}
	ofEntity := m.Flags&quake2.SoundEntity != 0
	if ofEntity {
		if r := fx.players.Row(sim.SlotAt(int(m.Entity) - 1)); r != nil {
			e.Slot = r.Slot
			if name == keyUse {
				fx.inventories.of(r.Slot).useKey()
			}
		}
	}
	if m.Flags&quake2.SoundPosition == 0 {
		origin, ok := fx.sights.originOf(int(m.Entity))
		if !ok || !ofEntity {
			return
		}
		e.Origin = origin
	}
	last := track.SoundTime
	if e.Slot.Valid() && strings.Contains(name, "pain") {
		e.Kind, e.Text = sim.EffectPain, ""
		last = track.SpawnTime
	}
	fx.track.Effect(e, last)
}
