package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// How long effects last.
const (
	explosionTime = 600 * time.Millisecond
	impactTime    = 200 * time.Millisecond
	railTime      = 700 * time.Millisecond
	muzzleTime    = 100 * time.Millisecond
	bodyTime      = 800 * time.Millisecond
	soundTime     = 600 * time.Millisecond
	soonTime      = 400 * time.Millisecond
	beamTime      = 120 * time.Millisecond
)

// effect is something brief that waits for the snapshot of its block.
type effect struct {
	kind  effectKind
	flash quake2.MuzzleFlash
	temp  quake2.TempEntity
	sound quake2.Sound
}

type effectKind uint8

const (
	effectFlash effectKind = iota
	effectMonsterFlash
	effectTemp
	effectSound
)

// maxEffects bounds what a block may hold.
const maxEffects = 4096

func (s *simulator) wait(e effect) {
	if len(s.effects) < maxEffects {
		s.effects = append(s.effects, e)
	}
}

// MuzzleFlash implements [quake2.Handler].
func (s *simulator) MuzzleFlash(m *quake2.MuzzleFlash) { s.wait(effect{kind: effectFlash, flash: *m}) }

// MuzzleFlash2 is the flash of a monster.
func (s *simulator) MuzzleFlash2(m *quake2.MuzzleFlash2) {
	s.wait(effect{kind: effectMonsterFlash, flash: quake2.MuzzleFlash{Entity: m.Entity, Flash: m.Flash}})
}

// TempEntity implements [quake2.Handler].
func (s *simulator) TempEntity(m *quake2.TempEntity) { s.wait(effect{kind: effectTemp, temp: *m}) }

// Sound implements [quake2.Handler].
func (s *simulator) Sound(m *quake2.Sound) {
	if !s.toOther() {
		s.wait(effect{kind: effectSound, sound: *m})
	}
}

// effect records something brief that begins at the present snapshot.
func (s *simulator) effect(e sim.Effect, last time.Duration) {
	e.Start, e.End = s.now, s.now+last
	s.rec.Effect(e)
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

// flashes takes over who fired, before the players of the snapshot are.
func (s *simulator) flashes() {
	for i := range s.effects {
		e := &s.effects[i]
		if e.kind != effectFlash {
			continue
		}
		p := s.player(int(e.flash.Entity) - 1)
		w, ok := flashWeapons[e.flash.Flash]
		if p == nil || !ok {
			continue
		}
		p.firingUntil = s.now + firingTime
		if !s.mod.action {
			p.flash = w
		}
	}
}

// playEffects records the effects of the block, when all is where it belongs.
func (s *simulator) playEffects() {
	for i := range s.effects {
		switch e := &s.effects[i]; e.kind {
		case effectFlash:
			s.playFlash(&e.flash)
		case effectMonsterFlash:
			s.playMonsterFlash(&e.flash)
		case effectTemp:
			s.playTemp(&e.temp)
		case effectSound:
			s.playSound(&e.sound)
		}
	}
	s.effects = s.effects[:0]
}

// placeOf is where an entity is or was last.
func (s *simulator) placeOf(entity int) (sim.Vec3, bool) {
	if r := s.row(entity - 1); r != nil && r.Visible {
		return r.Origin, true
	}
	if entity > 0 && entity < len(s.entities) && s.entities[entity].snap != 0 {
		return s.entities[entity].origin, true
	}
	return sim.Vec3{}, false
}

func (s *simulator) playFlash(m *quake2.MuzzleFlash) {
	place, ok := s.placeOf(int(m.Entity))
	if !ok {
		return
	}
	e := sim.Effect{Kind: sim.EffectMuzzle, Origin: place}
	if r := s.row(int(m.Entity) - 1); r != nil {
		e.Slot, e.Weapon = r.Slot, r.Weapon
		r.Firing = r.Life == sim.Alive && s.now < s.players[r.Slot.Index()].firingUntil
	}
	switch m.Flash {
	case quake2.FlashLogin, quake2.FlashRespawn, quake2.FlashItemRespawn:
		e.Kind = sim.EffectSpawn
		s.effect(e, soonTime)
	case quake2.FlashLogout:
		e.Kind = sim.EffectTeleport
		s.effect(e, bodyTime)
	default:
		if w, ok := flashWeapons[m.Flash]; ok && !s.mod.action {
			e.Weapon = w
		}
		s.effect(e, muzzleTime)
	}
}

func (s *simulator) playMonsterFlash(m *quake2.MuzzleFlash) {
	if place, ok := s.placeOf(int(m.Entity)); ok {
		s.effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: place}, muzzleTime)
	}
}

// tempEffect is what temporary entities of some kinds are.
type tempEffect struct {
	kind   sim.EffectKind
	weapon sim.Weapon
	last   time.Duration
}

// tempEffects has no entry for what cannot be seen from above.
var tempEffects = effectsByKind([]tempEffectKinds{
	{tempEffect{sim.EffectImpact, 0, impactTime},
		[]quake2.Effect{quake2.EffectSparks, quake2.EffectScreenSparks, quake2.EffectShieldSparks, quake2.EffectElectricSparks}},
	{tempEffect{sim.EffectImpact, sim.WeaponMachinegun, impactTime}, []quake2.Effect{quake2.EffectGunshot, quake2.EffectBulletSparks}},
	{tempEffect{sim.EffectImpact, sim.WeaponShotgun, impactTime}, []quake2.Effect{quake2.EffectShotgun}},
	{tempEffect{sim.EffectImpact, sim.WeaponBlaster, impactTime},
		[]quake2.Effect{quake2.EffectBlaster, quake2.EffectBlaster2, quake2.EffectRedBlaster}},
	{tempEffect{sim.EffectImpact, sim.WeaponETFRifle, impactTime}, []quake2.Effect{quake2.EffectFlechette}},
	{tempEffect{sim.EffectImpact, sim.WeaponHyperblaster, impactTime}, []quake2.Effect{quake2.EffectBlueHyperblaster}},
	{tempEffect{sim.EffectImpact, sim.WeaponPlasmaBeam, impactTime}, []quake2.Effect{quake2.EffectHeatBeamSparks}},
	{tempEffect{sim.EffectBlood, 0, impactTime}, []quake2.Effect{quake2.EffectBlood, quake2.EffectMoreBlood, quake2.EffectGreenBlood}},

	{tempEffect{sim.EffectExplosion, 0, explosionTime}, []quake2.Effect{quake2.EffectExplosion1, quake2.EffectExplosion1Big,
		quake2.EffectExplosion1NP, quake2.EffectExplosion1NL, quake2.EffectPlainExplosion, quake2.EffectNukeBlast}},
	{tempEffect{sim.EffectExplosion, sim.WeaponGrenadeLauncher, explosionTime}, []quake2.Effect{quake2.EffectExplosion2,
		quake2.EffectExplosion2NL, quake2.EffectGrenadeExplosion, quake2.EffectGrenadeExplosionWater}},
	{tempEffect{sim.EffectExplosion, sim.WeaponRocketLauncher, explosionTime},
		[]quake2.Effect{quake2.EffectRocketExplosion, quake2.EffectRocketExplosionWater}},
	{tempEffect{sim.EffectExplosion, sim.WeaponPhalanx, explosionTime}, []quake2.Effect{quake2.EffectPlasmaExplosion}},
	{tempEffect{sim.EffectExplosion, sim.WeaponDisruptor, explosionTime}, []quake2.Effect{quake2.EffectTrackerExplosion}},
	{tempEffect{sim.EffectExplosion, sim.WeaponBFG, explosionTime}, []quake2.Effect{quake2.EffectBFGBigExplosion}},
	{tempEffect{sim.EffectExplosion, sim.WeaponBFG, impactTime}, []quake2.Effect{quake2.EffectBFGExplosion}},

	{tempEffect{sim.EffectBeam, 0, beamTime}, []quake2.Effect{quake2.EffectParasiteAttack, quake2.EffectMedicCable}},
	{tempEffect{sim.EffectBeam, sim.WeaponGrapple, beamTime}, []quake2.Effect{quake2.EffectGrappleCable, quake2.EffectGrappleCable2}},
	{tempEffect{sim.EffectBeam, sim.WeaponLightning, beamTime}, []quake2.Effect{quake2.EffectLightning, quake2.EffectLightningBeam}},
	{tempEffect{sim.EffectBeam, sim.WeaponPlasmaBeam, beamTime}, []quake2.Effect{quake2.EffectHeatBeam, quake2.EffectMonsterHeatBeam}},
	{tempEffect{sim.EffectBeam, sim.WeaponRailgun, railTime}, []quake2.Effect{quake2.EffectRailTrail, quake2.EffectRailTrail2}},
	{tempEffect{sim.EffectBeam, sim.WeaponBFG, impactTime}, []quake2.Effect{quake2.EffectBFGLaser, quake2.EffectBFGZap}},
	{tempEffect{sim.EffectBeam, sim.WeaponMachinegun, impactTime}, []quake2.Effect{quake2.EffectBubbleTrail}},
	{tempEffect{sim.EffectBeam, sim.WeaponHyperblaster, impactTime}, []quake2.Effect{quake2.EffectBlueHyperblasterTrail}},
	{tempEffect{sim.EffectTeleport, 0, bodyTime}, []quake2.Effect{quake2.EffectTeleport, quake2.EffectBossTeleport}},
})

type tempEffectKinds struct {
	tempEffect
	kinds []quake2.Effect
}

func effectsByKind(list []tempEffectKinds) map[quake2.Effect]tempEffect {
	byKind := map[quake2.Effect]tempEffect{}
	for _, row := range list {
		for _, kind := range row.kinds {
			byKind[kind] = row.tempEffect
		}
	}
	return byKind
}

// splashes are kinds of what splashes.
var splashes = map[uint8]sim.EffectKind{
	quake2.SplashBlueWater: sim.EffectSplash, quake2.SplashBrownWater: sim.EffectSplash, quake2.SplashSlime: sim.EffectSplash,
	quake2.SplashLava: sim.EffectSplash, quake2.SplashBlood: sim.EffectBlood, quake2.SplashSparks: sim.EffectImpact,
	quake2.SplashElectric: sim.EffectImpact,
}

func (s *simulator) playTemp(m *quake2.TempEntity) {
	t, ok := tempEffects[m.Kind]
	if m.Kind == quake2.EffectSplash {
		t.kind, ok = splashes[m.Color]
		t.last = impactTime
	}
	if !ok {
		return
	}
	e := sim.Effect{Kind: t.kind, Weapon: t.weapon, Origin: m.Pos, To: m.End}
	switch {
	case m.Kind == quake2.EffectRailTrail || m.Kind == quake2.EffectRailTrail2:
		e.Slot = sim.SlotAt(s.railer(m.Pos))
	case t.kind == sim.EffectBeam && m.Entity > 0:
		if r := s.row(int(m.Entity) - 1); r != nil {
			e.Slot = r.Slot
		}
	case t.kind == sim.EffectBlood:
		e.Target = sim.SlotAt(s.bleeder(m.Pos))
	}
	s.effect(e, t.last)
}

// nearest is the slot of the player in sight nearest to a place, of those who fit and are less than far
// units off; -1 if there is none.
func (s *simulator) nearest(place sim.Vec3, far float32, fits func(*sim.FramePlayer) bool) int {
	slot, least := -1, far*far
	for i := range s.frame.Players {
		r := &s.frame.Players[i]
		if d := distance2(r.Origin, place); r.Visible && d < least && fits(r) {
			slot, least = r.Slot.Index(), d
		}
	}
	return slot
}

// How far from the middle of a player his eyes are, where rails begin, and the places where he is hit.
const (
	railReach  = 64
	bloodReach = 56
)

// railer is the slot of who shot from a place.
func (s *simulator) railer(from sim.Vec3) int {
	return s.nearest(from, railReach, func(r *sim.FramePlayer) bool { return s.now < s.players[r.Slot.Index()].firingUntil })
}

// bleeder is the slot of the player who is hit at a place.
func (s *simulator) bleeder(at sim.Vec3) int {
	return s.nearest(at, bloodReach, func(r *sim.FramePlayer) bool { return r.Life == sim.Alive })
}

// keyUse is the sound of who opens something with a key.
const keyUse = "misc/keyuse"

func (s *simulator) playSound(m *quake2.Sound) {
	name := strings.TrimSuffix(s.configString(s.config.Sounds+int(m.Index)), ".wav")
	if name == "" {
		return
	}
	place, slot := sim.Vec3(m.Pos), -1
	if m.Flags&quake2.SoundEntity != 0 {
		if r := s.row(int(m.Entity) - 1); r != nil {
			slot = r.Slot.Index()
			if name == keyUse {
				s.players[slot].owns.useKey()
			}
		}
		s.listen(int(m.Entity), name)
	}
	if m.Flags&quake2.SoundPosition == 0 {
		at, ok := s.placeOf(int(m.Entity))
		if !ok || m.Flags&quake2.SoundEntity == 0 {
			return
		}
		place = at
	}
	e := sim.Effect{Kind: sim.EffectSound, Origin: place, Slot: sim.SlotAt(slot), Text: strings.TrimPrefix(name, "*")}
	if slot >= 0 && strings.Contains(name, "pain") {
		e.Kind, e.Text = sim.EffectPain, ""
		s.effect(e, soonTime)
		return
	}
	s.effect(e, soundTime)
}

// listen finds the death of a monster in its cry.
func (s *simulator) listen(entity int, name string) {
	i, ok := s.findThing(entity)
	if !ok || s.frame.Entities[i].Kind != sim.EntityMonster || s.frame.Entities[i].Dead {
		return
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	if strings.Contains(base, "deth") || strings.Contains(base, "death") || strings.Contains(base, "udeath") {
		s.entityView(entity).dead = true
		s.frame.Entities[i].Dead = true
		s.monsterKilled(s.frame.Entities[i].Name, s.frame.Entities[i].Origin)
	}
}
