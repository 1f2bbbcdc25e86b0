package track

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// PlayerUpdate describes a player as he appears in a snapshot.
type PlayerUpdate struct {
	Origin   sim.Vec3
	Velocity sim.Vec3
	// HasVelocity is set if the demo contains the velocity. Otherwise the velocity is computed from the movement since
	// the previous snapshot.
	HasVelocity bool
	View        sim.Angles
	HasView     bool
	Life        sim.Life
	// NoLerp is set if the game indicates that the player was moved to his current position, for example by a
	// teleporter.
	NoLerp bool
}

// A player comes out of a teleporter if he is within atTeleport units of the effect after a jump of more than fromAfar
// units.
const (
	fromAfar   = 48
	atTeleport = 96
)

// Update updates the row of the visible player in slot s. It also records his death or respawn, if any.
func (p *Players) Update(s sim.Slot, u *PlayerUpdate) {
	r := p.List(s)
	if r == nil {
		return
	}
	appeared := p.See(s) || !r.Visible
	since := p.t.now - p.t.before
	r.NoLerp = r.NoLerp || u.NoLerp || appeared || p.Jumped(r.Origin, u.Origin) ||
		p.teleported(r.Origin, u.Origin)
	switch {
	case u.HasVelocity && u.Velocity != sim.Vec3{}:
		r.Velocity = u.Velocity
	case u.HasVelocity && !r.NoLerp:
		r.Velocity = movement(&r.Origin, &u.Origin, since)
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

// Jumped reports whether from and to are too far apart for a player to have covered the distance since the previous
// snapshot.
func (p *Players) Jumped(from, to sim.Vec3) bool {
	return p.rules.TooFar(&from, &to, p.t.now-p.t.before)
}

// Nearest returns the visible player nearest to place, or the zero Slot if there is none. reach is the maximum distance
// between player and place. Players for whom fits returns false are ignored.
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

// movement returns the velocity of a player who, according to the demo, stands still. Some demos contain no velocities:
// if he moved over the ground since the last snapshot, the velocity is computed from his movement.
func movement(from, to *sim.Vec3, since time.Duration) (v sim.Vec3) {
	const least = 1 // unit
	x, y := to[0]-from[0], to[1]-from[1]
	if since <= 0 || x*x+y*y < least*least {
		return sim.Vec3{}
	}
	return velocity(*from, *to, since)
}

// velocity returns the velocity of a movement.
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

// Teleport records that somebody was teleported to place. A player who is close to place at the current snapshot and
// was far away at the previous one is assumed to have been teleported. His update may come before or after the call.
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

// teleported reports whether someone near a teleport effect came out of the teleporter.
func (p *Players) teleported(from, to sim.Vec3) bool {
	return from.Distance2(to) >= fromAfar*fromAfar &&
		slices.ContainsFunc(p.teleports,
			func(place sim.Vec3) bool { return place.Distance2(to) < atTeleport*atTeleport })
}

// Jump records that the game moved a player to another position at the current snapshot.
func (p *Players) Jump(s sim.Slot) {
	if r := p.Row(s); r != nil {
		p.Lose(s)
		r.NoLerp = true
	}
}

// Fire records that a player fired his current weapon.
func (p *Players) Fire(s sim.Slot) {
	r := p.Row(s)
	if r == nil {
		return
	}
	k := p.slot(s)
	const flicker = 30 * time.Millisecond // minimum time between two shots of a player
	fresh := p.t.now >= k.firingUntil-p.rules.FiringTime+flicker
	k.firingUntil, r.Firing = p.t.now+p.rules.FiringTime, true
	if fresh && r.Weapon != sim.WeaponLightning && r.Weapon != sim.WeaponMelee {
		p.t.Effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: r.Origin, Weapon: r.Weapon, Slot: s}, MuzzleTime)
	}
}

// SetPowerups sets the powerups of a player and records any changes. r is the player's row. The last parameter is the
// duration of a new powerup, or 0 if that is unknown. If the duration is negative, the caller sets the times at which
// powerups end.
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

// DelayPowerups postpones the end of all powerups by the length of a pause.
func (p *Players) DelayPowerups(by time.Duration) {
	for i := range p.rows {
		for k, end := range p.rows[i].PowerupEnd {
			if end > 0 {
				p.at(i).PowerupEnd[k] = end + by
			}
		}
	}
}

// deathTime is how long a player who died out of sight is assumed to stay where he died. After that, his position is
// unknown.
const deathTime = 5 * time.Second

// EndSnapshot updates the players who are out of sight. If an obituary for a team kill named no victim, EndSnapshot
// looks for the victim among the players who just died.
func (p *Players) EndSnapshot() {
	for i := range p.rows {
		r := &p.rows[i]
		if !p.rules.DeadStay && !r.Visible && (r.Life == sim.Dead || r.Life == sim.Gibbed) &&
			p.t.now-p.slot(r.Slot).death.at > deathTime {
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
