package q3

import (
	"fmt"
	"math"
	"strings"
	"time"

	"fragscope/formats/quake3"
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
)

// lightningHit is where a lightning gun struck at this snapshot.
type lightningHit struct {
	place  sim.Vec3
	target int
}

// entityEvent plays an event of an entity; own is true for an entity that is
// nothing but the event.
func (s *Simulator) entityEvent(e *quake3.Entity, number uint32, own bool) {
	act := s.dialect.events[number&0xff]
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
	if r := s.row(slot); r != nil && r.Visible && s.players[slot].seen == s.snaps {
		place = r.Origin
	}
	if own {
		s.ownEvent(e, act, place, slot)
	}
	s.playEvent(act, e.F[quake3.EntEventParm], slot, place, e)
}

// playerEvent plays an event of the player whose view it is.
func (s *Simulator) playerEvent(number, parm uint32) {
	if r := s.row(s.pov); r != nil {
		s.playEvent(s.dialect.events[number&0xff], parm, s.pov, r.Origin, nil)
	}
}

// slot is a player's number in an entity field, or -1.
func (s *Simulator) slot(n uint32) int {
	if n < quake3.MaxClients {
		return int(n)
	}
	return -1
}

// playEvent plays what any entity may do; e is nil for the playerstate.
func (s *Simulator) playEvent(act action, parm uint32, slot int, place sim.Vec3, e *quake3.Entity) {
	effect := sim.Effect{Origin: place, Slot: sim.SlotAt(slot)}
	switch act {
	case actPickup:
		if parm > 0 && slot >= 0 {
			s.pickups = append(s.pickups, pickup{slot: slot, index: parm, place: place})
		}
	case actFire:
		s.fire(slot, place)
	case actTeleportIn, actTeleportOut:
		effect.Kind = sim.EffectTeleport
		s.effect(effect, bodyTime)
	case actItemRespawn, actItemPop:
		effect.Kind = sim.EffectSpawn
		s.effect(effect, soonTime)
	case actPain:
		effect.Kind = sim.EffectPain
		s.effect(effect, soonTime)
	case actDeath:
		effect.Kind = sim.EffectDeath
		s.effect(effect, bodyTime)
	case actGib:
		effect.Kind = sim.EffectGibs
		s.effect(effect, bodyTime)
	case actJumppad:
		effect.Kind = sim.EffectJumppad
		s.effect(effect, soonTime)
	case actSplash:
		effect.Kind = sim.EffectSplash
		s.effect(effect, soonTime)
	case actSound:
		effect.Kind, effect.Text = sim.EffectSound, s.sound(parm)
		s.effect(effect, soundTime)
	case actMissileHit, actMissileMiss:
		if e != nil {
			s.strike(act, e)
		}
	}
}

// sound is the plain name of a sound configstring.
func (s *Simulator) sound(index uint32) string {
	if index == 0 || index >= 256 {
		return ""
	}
	name := s.state.Configstrings[s.protocol.CsSounds+int(index)]
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name, _, _ = strings.Cut(name, ".")
	return name
}

func (s *Simulator) fire(slot int, place sim.Vec3) {
	r := s.row(slot)
	if r == nil {
		return
	}
	s.players[slot].firingUntil = s.now + firingTime
	r.Firing = true
	if r.Weapon == sim.WeaponLightning || r.Weapon == sim.WeaponMelee {
		return
	}
	s.effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: place, Weapon: r.Weapon, Slot: sim.SlotAt(slot)}, muzzleTime)
}

// ownEvent plays what only entities do that are nothing but an event.
func (s *Simulator) ownEvent(e *quake3.Entity, act action, place sim.Vec3, slot int) {
	f := &e.F
	switch act {
	case actObituary:
		s.obituary(e)
	case actGlobalPickup:
		s.globalPickup(e, place)
	case actRail:
		s.effect(sim.Effect{Kind: sim.EffectBeam, Origin: e.Origin2(), To: e.Origin(), Weapon: sim.WeaponRailgun,
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
		s.effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: from, To: to, Weapon: sim.WeaponShotgun,
			Slot: sim.SlotAt(s.slot(f[quake3.EntOtherEntityNum]))}, impactTime)
	case actBulletFlesh:
		s.effect(sim.Effect{Kind: sim.EffectBlood, Origin: e.Origin(), Weapon: sim.WeaponMachinegun,
			Slot: sim.SlotAt(s.slot(f[quake3.EntOtherEntityNum])), Target: sim.SlotAt(s.slot(f[quake3.EntEventParm]))}, impactTime)
	case actBulletWall:
		s.effect(sim.Effect{Kind: sim.EffectImpact, Origin: e.Origin(), Weapon: sim.WeaponMachinegun,
			Slot: sim.SlotAt(s.slot(f[quake3.EntOtherEntityNum]))}, impactTime)
	case actTeamSound:
		s.teamSound(f[quake3.EntEventParm])
	case actKamikaze:
		s.effect(sim.Effect{Kind: sim.EffectExplosion, Origin: e.Origin(), Weapon: sim.WeaponBFG}, time.Second)
	case actOvertime:
		s.overtime()
	case actRaceStart, actRaceCheckpoint, actRaceEnd:
		s.race(act, e)
	}
}

// strike is a projectile or lightning that hit something.
func (s *Simulator) strike(act action, e *quake3.Entity) {
	w := s.dialect.weapon(e.F[quake3.EntWeapon])
	effect := sim.Effect{Kind: sim.EffectImpact, Origin: e.Origin(), Weapon: w}
	if act == actMissileHit {
		effect.Target = sim.SlotAt(s.slot(e.F[quake3.EntOtherEntityNum]))
	}
	last := impactTime
	switch w {
	case sim.WeaponRocketLauncher, sim.WeaponGrenadeLauncher, sim.WeaponBFG, sim.WeaponProxLauncher, sim.WeaponHandGrenade:
		effect.Kind, last = sim.EffectExplosion, explosionTime
	case sim.WeaponLightning:
		s.hits = append(s.hits, lightningHit{effect.Origin, effect.Target.Index()})
		last = muzzleTime
	}
	s.effect(effect, last)
}

// obituary is someone's death.
func (s *Simulator) obituary(e *quake3.Entity) {
	victim := s.slot(e.F[quake3.EntOtherEntityNum])
	if victim < 0 {
		return
	}
	attacker := s.slot(e.F[quake3.EntOtherEntityNum2])
	cause := s.dialect.cause(e.F[quake3.EntEventParm])
	event := sim.Event{Kind: sim.EventObituary, Slot: sim.SlotAt(victim), Attacker: sim.SlotAt(attacker), Weapon: cause.weapon, Cause: cause.name,
		Origin: e.Origin(), HasOrigin: true, Profile: s.asHeDied(victim)}
	if cause.name == modThaw {
		event.Kind, event.Weapon = sim.EventThaw, sim.WeaponNone
		s.event(event)
		return
	}
	if r := s.row(victim); r != nil && !r.Visible && r.Life != sim.Spectating {
		// All are told where he died, however far off that was.
		r.Origin, r.LastSeen, r.NoLerp = event.Origin, s.now, true
		r.Life, r.Powerups = sim.Dead, 0
	}
	s.event(event)
	s.countDeath(victim, attacker)
}

// asHeDied is who someone was when he died whose death is told with this
// snapshot: in Red Rover it makes him change sides. It is nil if he is the same.
func (s *Simulator) asHeDied(slot int) *sim.Profile {
	if p := &s.players[slot]; p.formerAt == s.snaps {
		return p.former
	}
	return nil
}

// countDeath keeps the scores between the tables that the server sends.
func (s *Simulator) countDeath(victim, attacker int) {
	if s.match.phase == sim.PhaseWarmup || s.match.phase == sim.PhaseCountdown {
		return
	}
	v := s.row(victim)
	if v == nil {
		return
	}
	now := s.table.at == s.snaps // a table told of this death before
	side := v.Profile.Team
	if p := s.asHeDied(victim); p != nil {
		side = p.Team
	}
	if v.Deaths != sim.Unknown && victim != s.pov && !(now && s.table.deaths) {
		v.Deaths++
	}
	if now && s.table.score {
		return
	}
	switch {
	case attacker < 0 || attacker == victim:
		if v.Frags != sim.Unknown && victim != s.pov {
			v.Frags--
		}
	default:
		a := s.row(attacker)
		if a == nil || a.Frags == sim.Unknown || attacker == s.pov {
			return
		}
		if s.mode.kind.teams() && a.Profile.Team == side {
			a.Frags--
		} else {
			a.Frags++
		}
	}
}

// globalPickup is the taking of a powerup or flag, of which all are told. Only
// Quake Live names who did it; else it is the one nearest to it.
func (s *Simulator) globalPickup(e *quake3.Entity, place sim.Vec3) {
	index := e.F[quake3.EntEventParm]
	if index == 0 {
		return
	}
	named := s.slot(e.F[quake3.EntOtherEntityNum])
	if !s.protocol.QuakeLive || s.row(named) == nil {
		named = -1
	}
	slot := named
	if slot <= 0 {
		slot = s.nearestTo(place)
	}
	if slot < 0 && s.protocol.Number >= 90 {
		slot = named // 0 is he, not that none is named
	}
	s.pickups = append(s.pickups, pickup{slot: slot, index: index, place: place, global: true})
}

// nearestTo is the player in sight who is nearest to a place and within reach
// of it, or -1.
func (s *Simulator) nearestTo(place sim.Vec3) int {
	slot, nearest := -1, float32(reach*reach)
	for i := range s.frame.Players {
		r := &s.frame.Players[i]
		if !r.Visible || s.players[r.Slot.Index()].seen != s.snaps && r.Slot.Index() != s.pov {
			continue
		}
		d := float32(0)
		for k := range place {
			d += (r.Origin[k] - place[k]) * (r.Origin[k] - place[k])
		}
		if d < nearest {
			slot, nearest = r.Slot.Index(), d
		}
	}
	return slot
}

// lightning gives the beams of this snapshot their ends: at the hit that lies
// in the direction of view, else as far as lightning reaches.
func (s *Simulator) lightning() {
	for i := range s.beams {
		b := &s.beams[i]
		r := s.row(b.Slot.Index())
		if r == nil || b.Weapon != sim.WeaponLightning {
			continue
		}
		b.Origin = r.Origin
		b.Origin[2] += lightningHeight
		dir := direction(r.View)
		p := &s.players[b.Slot.Index()]
		reached, best := float32(lightningRange), float32(0.985)
		for _, h := range s.hits {
			var v sim.Vec3
			length, along := float32(0), float32(0)
			for k := range v {
				v[k] = h.place[k] - b.Origin[k]
				length += v[k] * v[k]
				along += v[k] * dir[k]
			}
			length = float32(math.Sqrt(float64(length)))
			if length > 1 && length < lightningRange+64 && along/length > best {
				best, reached = along/length, length
				b.Target = sim.SlotAt(h.target)
				p.reached, p.struck = length, s.now
			}
		}
		if reached == lightningRange && p.reached > 0 && s.now-p.struck < lightningHitValid {
			reached = p.reached
		}
		if slot, at := s.struck(b.Slot.Index(), b.Origin, dir, reached); slot >= 0 {
			b.Target, reached = sim.SlotAt(slot), at
		}
		for k := range b.To {
			b.To[k] = b.Origin[k] + dir[k]*reached
		}
	}
}

// struck is the nearest living player whose hull a beam enters before its end,
// and how far off; -1 if there is none.
func (s *Simulator) struck(shooter int, from, dir sim.Vec3, length float32) (slot int, at float32) {
	slot, at = -1, length
	for i := range s.frame.Players {
		r := &s.frame.Players[i]
		if r.Slot.Index() == shooter || r.Life != sim.Alive || s.players[r.Slot.Index()].seen != s.snaps {
			continue
		}
		if d, ok := enters(r, from, dir); ok && d < at {
			slot, at = r.Slot.Index(), d
		}
	}
	return slot, at
}

// enters is how far along a line it enters a player's hull.
func enters(r *sim.FramePlayer, from, dir sim.Vec3) (at float32, ok bool) {
	near, far := float32(0), float32(lightningRange)
	for k := range from {
		low, high := r.Origin[k]+r.Mins[k]-from[k], r.Origin[k]+r.Maxs[k]-from[k]
		if dir[k] > -1e-6 && dir[k] < 1e-6 {
			if low > 0 || high < 0 {
				return 0, false
			}
			continue
		}
		a, b := low/dir[k], high/dir[k]
		near, far = max(near, min(a, b)), min(far, max(a, b))
	}
	return near, near > 0 && near < far
}

// direction is the unit vector of a view.
func direction(a sim.Angles) sim.Vec3 {
	sp, cp := math.Sincos(float64(a.Pitch) * math.Pi / 180)
	sy, cy := math.Sincos(float64(a.Yaw) * math.Pi / 180)
	return sim.Vec3{float32(cp * cy), float32(cp * sy), float32(-sp)}
}

// race is a start, checkpoint or finish of Quake Live's race mode. The event has
// the runner, the time on the server's clock and the number of the checkpoint.
func (s *Simulator) race(act action, e *quake3.Entity) {
	slot, at := s.slot(e.F[quake3.EntClientNum]), e.Int(quake3.EntTime)
	if slot < 0 {
		return
	}
	event := sim.Event{Kind: sim.EventCheckpoint, Slot: sim.SlotAt(slot)}
	p := &s.players[slot]
	switch act {
	case actRaceStart:
		p.runFrom, p.running = at, true
		event.Text = sim.PlainText("start")
	case actRaceEnd:
		event.Kind = sim.EventFinish
	}
	if act != actRaceStart && p.running {
		event.Value = int(int64(s.clock) - int64(p.runFrom))
		if at > p.runFrom {
			event.Value = int(int64(at) - int64(p.runFrom))
		}
		event.Text = sim.PlainText(event.Kind.String() + " in " + runTime(event.Value))
	}
	p.took = 0
	if act == actRaceEnd {
		p.running, p.took = false, int32(event.Value)
	}
	s.event(event)
}

// runTime is a time of a race as the game writes it.
func runTime(ms int) string {
	if ms < 60000 {
		return fmt.Sprintf("%d.%03d", ms/1000, ms%1000)
	}
	return fmt.Sprintf("%d:%02d.%03d", ms/60000, ms/1000%60, ms%1000)
}
