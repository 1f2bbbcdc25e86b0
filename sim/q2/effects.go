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

// MuzzleFlash2 implements [quake2.Handler].
func (s *simulator) MuzzleFlash2(m *quake2.MuzzleFlash) {
	s.wait(effect{kind: effectMonsterFlash, flash: *m})
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
	if r := s.row(entity - 1); r != nil && r.Known {
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
	e := sim.Effect{Kind: sim.EffectMuzzle, Origin: place, Slot: -1, Target: -1}
	if r := s.row(int(m.Entity) - 1); r != nil {
		e.Slot, e.Weapon = r.Slot, r.Weapon
		r.Firing = r.Life == sim.Alive && s.now < s.players[r.Slot].firingUntil
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
		s.effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: place, Slot: -1, Target: -1}, muzzleTime)
	}
}

// tempEffect is what a temporary entity is.
type tempEffect struct {
	kind   sim.EffectKind
	weapon sim.Weapon
	last   time.Duration
}

// tempEffects has no entry for what cannot be seen from above.
var tempEffects = map[quake2.Effect]tempEffect{
	quake2.EffectGunshot:               {sim.EffectImpact, sim.WeaponMachinegun, impactTime},
	quake2.EffectBlood:                 {sim.EffectBlood, 0, impactTime},
	quake2.EffectMoreBlood:             {sim.EffectBlood, 0, impactTime},
	quake2.EffectGreenBlood:            {sim.EffectBlood, 0, impactTime},
	quake2.EffectBlaster:               {sim.EffectImpact, sim.WeaponBlaster, impactTime},
	quake2.EffectBlaster2:              {sim.EffectImpact, sim.WeaponBlaster, impactTime},
	quake2.EffectRedBlaster:            {sim.EffectImpact, sim.WeaponBlaster, impactTime},
	quake2.EffectFlechette:             {sim.EffectImpact, sim.WeaponETFRifle, impactTime},
	quake2.EffectBlueHyperblaster:      {sim.EffectImpact, sim.WeaponHyperblaster, impactTime},
	quake2.EffectRailTrail:             {sim.EffectBeam, sim.WeaponRailgun, railTime},
	quake2.EffectRailTrail2:            {sim.EffectBeam, sim.WeaponRailgun, railTime},
	quake2.EffectShotgun:               {sim.EffectImpact, sim.WeaponShotgun, impactTime},
	quake2.EffectExplosion1:            {sim.EffectExplosion, 0, explosionTime},
	quake2.EffectExplosion2:            {sim.EffectExplosion, sim.WeaponGrenadeLauncher, explosionTime},
	quake2.EffectExplosion1Big:         {sim.EffectExplosion, 0, explosionTime},
	quake2.EffectExplosion1NP:          {sim.EffectExplosion, 0, explosionTime},
	quake2.EffectExplosion1NL:          {sim.EffectExplosion, 0, explosionTime},
	quake2.EffectExplosion2NL:          {sim.EffectExplosion, sim.WeaponGrenadeLauncher, explosionTime},
	quake2.EffectPlainExplosion:        {sim.EffectExplosion, 0, explosionTime},
	quake2.EffectPlasmaExplosion:       {sim.EffectExplosion, sim.WeaponPhalanx, explosionTime},
	quake2.EffectTrackerExplosion:      {sim.EffectExplosion, sim.WeaponDisruptor, explosionTime},
	quake2.EffectNukeBlast:             {sim.EffectExplosion, 0, explosionTime},
	quake2.EffectRocketExplosion:       {sim.EffectExplosion, sim.WeaponRocketLauncher, explosionTime},
	quake2.EffectRocketExplosionWater:  {sim.EffectExplosion, sim.WeaponRocketLauncher, explosionTime},
	quake2.EffectGrenadeExplosion:      {sim.EffectExplosion, sim.WeaponGrenadeLauncher, explosionTime},
	quake2.EffectGrenadeExplosionWater: {sim.EffectExplosion, sim.WeaponGrenadeLauncher, explosionTime},
	quake2.EffectBFGExplosion:          {sim.EffectExplosion, sim.WeaponBFG, impactTime},
	quake2.EffectBFGBigExplosion:       {sim.EffectExplosion, sim.WeaponBFG, explosionTime},
	quake2.EffectBFGLaser:              {sim.EffectBeam, sim.WeaponBFG, impactTime},
	quake2.EffectBFGZap:                {sim.EffectBeam, sim.WeaponBFG, impactTime},
	quake2.EffectSparks:                {sim.EffectImpact, 0, impactTime},
	quake2.EffectBulletSparks:          {sim.EffectImpact, sim.WeaponMachinegun, impactTime},
	quake2.EffectScreenSparks:          {sim.EffectImpact, 0, impactTime},
	quake2.EffectShieldSparks:          {sim.EffectImpact, 0, impactTime},
	quake2.EffectElectricSparks:        {sim.EffectImpact, 0, impactTime},
	quake2.EffectHeatBeamSparks:        {sim.EffectImpact, sim.WeaponPlasmaBeam, impactTime},
	quake2.EffectParasiteAttack:        {sim.EffectBeam, 0, beamTime},
	quake2.EffectMedicCable:            {sim.EffectBeam, 0, beamTime},
	quake2.EffectGrappleCable:          {sim.EffectBeam, sim.WeaponGrapple, beamTime},
	quake2.EffectGrappleCable2:         {sim.EffectBeam, sim.WeaponGrapple, beamTime},
	quake2.EffectLightning:             {sim.EffectBeam, sim.WeaponLightning, beamTime},
	quake2.EffectLightningBeam:         {sim.EffectBeam, sim.WeaponLightning, beamTime},
	quake2.EffectHeatBeam:              {sim.EffectBeam, sim.WeaponPlasmaBeam, beamTime},
	quake2.EffectMonsterHeatBeam:       {sim.EffectBeam, sim.WeaponPlasmaBeam, beamTime},
	quake2.EffectTeleport:              {sim.EffectTeleport, 0, bodyTime},
	quake2.EffectBossTeleport:          {sim.EffectTeleport, 0, bodyTime},
	quake2.EffectBubbleTrail:           {sim.EffectBeam, sim.WeaponMachinegun, impactTime},
	quake2.EffectBlueHyperblasterTrail: {sim.EffectBeam, sim.WeaponHyperblaster, impactTime},
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
	e := sim.Effect{Kind: t.kind, Weapon: t.weapon, Origin: m.Pos, To: m.End, Slot: -1, Target: -1}
	switch {
	case m.Kind == quake2.EffectRailTrail || m.Kind == quake2.EffectRailTrail2:
		e.Slot = s.railer(m.Pos)
	case t.kind == sim.EffectBeam && m.Entity > 0:
		if r := s.row(int(m.Entity) - 1); r != nil {
			e.Slot = r.Slot
		}
	case t.kind == sim.EffectBlood:
		e.Target = s.bleeder(m.Pos)
	}
	s.effect(e, t.last)
}

// railer is the slot of who shot from a place: rails begin at the eyes.
func (s *simulator) railer(from sim.Vec3) int {
	const far = 64
	slot, nearest := -1, float32(far*far)
	for i := range s.frame.Players {
		r := &s.frame.Players[i]
		if !r.Known || s.now >= s.players[r.Slot].firingUntil {
			continue
		}
		if d := distance2(r.Origin, from); d < nearest {
			slot, nearest = r.Slot, d
		}
	}
	return slot
}

// bleeder is the slot of the player who is hit at a place.
func (s *simulator) bleeder(at sim.Vec3) int {
	const far = 56
	slot, nearest := -1, float32(far*far)
	for i := range s.frame.Players {
		r := &s.frame.Players[i]
		if d := distance2(r.Origin, at); r.Known && r.Life == sim.Alive && d < nearest {
			slot, nearest = r.Slot, d
		}
	}
	return slot
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
			slot = r.Slot
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
	e := sim.Effect{Kind: sim.EffectSound, Origin: place, Slot: slot, Target: -1, Text: strings.TrimPrefix(name, "*")}
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
	if !ok || s.frame.Things[i].Kind != sim.ThingMonster || s.frame.Things[i].Dead {
		return
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	if strings.Contains(base, "deth") || strings.Contains(base, "death") || strings.Contains(base, "udeath") {
		s.entityView(entity).dead = true
		s.frame.Things[i].Dead = true
		s.monsterKilled(s.frame.Things[i].Name, s.frame.Things[i].Origin)
	}
}
