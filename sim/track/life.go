package track

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// PlayerUpdate is a player as a snapshot shows him.
type PlayerUpdate struct {
	Origin   sim.Vec3
	Velocity sim.Vec3
	// HasVelocity is set where the demo tells the velocity; else it follows from
	// how far he went since the snapshot before.
	HasVelocity bool
	View        sim.Angles
	HasView     bool
	Life        sim.Life
	// NoLerp is set if he did not walk there, by the word of the game.
	NoLerp bool
}

// A player who came more than fromAfar units to within atTeleport of where a
// teleport was seen came through it.
const (
	fromAfar   = 48
	atTeleport = 96
)

// Update handles a player who is in sight, and shows that he died or came
// back to life.
func (p *Players) Update(s sim.Slot, u *PlayerUpdate) {
	r := p.List(s)
	if r == nil {
		return
	}
	appeared := p.See(s) || !r.Visible
	since := p.t.now - p.t.before
	r.NoLerp = r.NoLerp || u.NoLerp || appeared || p.leapt(&r.Origin, &u.Origin)
	switch {
	case u.HasVelocity:
		r.Velocity = u.Velocity
	case r.NoLerp || since <= 0:
		r.Velocity = sim.Vec3{}
	default:
		r.Velocity = velocity(r.Origin, u.Origin, since)
	}
	r.Origin = u.Origin
	if u.HasView {
		r.View = u.View
	}
	r.Visible, r.LastSeen = true, p.t.now
	p.setLife(r, u.Life)
}

// leapt reports whether somebody did not walk from one place to another.
func (p *Players) leapt(from, to *sim.Vec3) bool {
	return p.Jumped(*from, *to) || p.teleported(*from, *to)
}

// Jumped reports whether nobody gets from one place to another between the last
// snapshot and this one.
func (p *Players) Jumped(from, to sim.Vec3) bool {
	return p.rules.TooFar(&from, &to, p.t.now-p.t.before)
}

// Nearest is the player in sight who is nearest to a place, of those who fit and are
// less than reach units away.
func (p *Players) Nearest(place sim.Vec3, reach float32, fits func(*recording.FramePlayer) bool) (slot sim.Slot) {
	least := reach * reach
	for i := range p.rows {
		r := &p.rows[i]
		if d := r.Origin.Distance2(place); r.Visible && d < least && fits(r) {
			slot, least = r.Slot, d
		}
	}
	return slot
}

// velocity is that of who went from one place to another in a time.
func velocity(from, to sim.Vec3, in time.Duration) (v sim.Vec3) {
	seconds := float32(in.Seconds())
	for i := range v {
		v[i] = (to[i] - from[i]) / seconds
	}
	return v
}

func (p *Players) setLife(r *recording.FramePlayer, life sim.Life) {
	was := r.Life
	r.Life = life
	switch {
	case life == sim.Alive && (was == sim.Dead || was == sim.Gibbed):
		r.NoLerp, r.ArmorKind = true, sim.ItemNone
		p.t.Effect(sim.Effect{Kind: sim.EffectSpawn, Origin: r.Origin, Slot: r.Slot}, SpawnTime)
	case (life == sim.Dead || life == sim.Gibbed) && was == sim.Alive:
		d := &p.slot(r.Slot).death
		d.told = d.told && p.t.now-d.last <= victimWait
		d.at, d.seen, d.sure = p.t.now, true, p.rules.HealthTellsDeath && r.Health != sim.Unknown && r.Health <= 0
		p.dying = true
		kind := sim.EffectDeath
		if life == sim.Gibbed {
			kind = sim.EffectGibs
		}
		p.t.Effect(sim.Effect{Kind: kind, Origin: r.Origin, Slot: r.Slot}, BodyTime)
	}
}

// Teleport shows a teleport. Who is near to it at this snapshot, and came from
// afar, came through it, whether the teleport is told before him or after.
func (p *Players) Teleport(place sim.Vec3) {
	p.teleports = append(p.teleports, place)
	dt := float32((p.t.now - p.t.before).Seconds())
	for i := range p.rows {
		r := &p.rows[i]
		if !p.Seen(r.Slot) || place.Distance2(r.Origin) > atTeleport*atTeleport {
			continue
		}
		if v := r.Velocity; (v[0]*v[0]+v[1]*v[1]+v[2]*v[2])*dt*dt > fromAfar*fromAfar {
			p.at(i).NoLerp = true
		}
	}
	p.t.Effect(sim.Effect{Kind: sim.EffectTeleport, Origin: place}, BodyTime)
}

// teleported reports whether someone who is near to where a teleport was seen
// came from afar.
func (p *Players) teleported(from, to sim.Vec3) bool {
	return from.Distance2(to) >= fromAfar*fromAfar &&
		slices.ContainsFunc(p.teleports, func(place sim.Vec3) bool { return place.Distance2(to) < atTeleport*atTeleport })
}

// Jump notes that a player is put somewhere else at this snapshot.
func (p *Players) Jump(s sim.Slot) {
	if r := p.Row(s); r != nil {
		p.Lose(s)
		r.NoLerp = true
	}
}

// Fire shows that a player shoots with the weapon in his hands.
func (p *Players) Fire(s sim.Slot) {
	r := p.Row(s)
	if r == nil {
		return
	}
	k := p.slot(s)
	const flicker = 30 * time.Millisecond // the least time between two shots of one player
	fresh := p.t.now >= k.firingUntil-p.rules.FiringTime+flicker
	k.firingUntil, r.Firing = p.t.now+p.rules.FiringTime, true
	if fresh && r.Weapon != sim.WeaponLightning && r.Weapon != sim.WeaponMelee {
		p.t.Effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: r.Origin, Weapon: r.Weapon, Slot: s}, MuzzleTime)
	}
}

// SetPowerups records which powerups a player has and tells of changes.
// lasts is how long one that is new stays, 0 where it is not known, and below 0 where
// the caller says when it ends.
func (p *Players) SetPowerups(r *recording.FramePlayer, has sim.PowerupSet, lasts time.Duration) {
	had := r.Powerups
	r.Powerups = has
	if had == has {
		return
	}
	for u := range sim.PowerupCount {
		switch {
		case p.rules.SilentPowerups.Has(u):
		case has.Has(u) && !had.Has(u):
			switch {
			case lasts == 0:
				r.PowerupEnd[u] = 0
			case lasts > 0:
				r.PowerupEnd[u] = p.t.now + lasts
			}
			p.t.Event(sim.Event{Kind: sim.EventPowerup, Slot: r.Slot, Powerup: u})
		case had.Has(u) && !has.Has(u):
			r.PowerupEnd[u] = 0
			p.t.Event(sim.Event{Kind: sim.EventPowerupEnd, Slot: r.Slot, Powerup: u})
		}
	}
}

// DelayPowerups lets all powerups end later: the game stood still for a time.
func (p *Players) DelayPowerups(by time.Duration) {
	for i := range p.rows {
		for k, end := range p.rows[i].PowerupEnd {
			if end > 0 {
				p.at(i).PowerupEnd[k] = end + by
			}
		}
	}
}

// deathTime is how long a player who died out of sight is taken to lie there; after
// that he may be anywhere.
const deathTime = 5 * time.Second

// EndSnapshot ages the players who are not in sight and names the victims of
// team kills.
func (p *Players) EndSnapshot() {
	for i := range p.rows {
		r := &p.rows[i]
		if !p.rules.DeadStay && !r.Visible && (r.Life == sim.Dead || r.Life == sim.Gibbed) && p.t.now-p.slot(r.Slot).death.at > deathTime {
			r = p.at(i)
			r.Life, r.ArmorKind, r.Powerups, r.Invisible = sim.Absent, sim.ItemNone, 0, false
		}
		if p.Seen(r.Slot) || !r.Visible {
			continue
		}
		r = p.at(i)
		r.Visible, r.LastSeen, r.Firing, r.POV = false, p.t.before, false, false
		if r.Profile.Team == sim.TeamSpectator {
			r.Life = sim.Spectating
		}
		if !p.rules.ShowsAll {
			r.Inventory, r.Ammo, r.Health, r.Armor = nil, sim.Unknown, sim.Unknown, sim.Unknown
		}
	}
	p.nameVictims()
	p.CountDeaths(false)
}
