package track

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// Players in games whose demos contain the states of some players and the bodies of all those in sight (Quake II).

// StateSeen describes a player based on his own playerstate. It is used only with [Rules.ByStates].
type StateSeen struct {
	Slot sim.Slot
	// Watches is set if he is spectating. WatchesScores is set if he counts as spectating during the intermission.
	Watches, WatchesScores bool
	Origin, Velocity       sim.Vec3
	View                   sim.Angles
	Mins, Maxs             sim.Vec3
	OnGround               bool
	FOV                    uint8 // degrees; 0 if unknown
	Teleported             bool  // according to the game, a teleporter put him there
	Life                   sim.Life
	Stats                  StatsSeen
	// Open lists the contents of his inventory, and Wheel those of his weapon wheel. Each is nil unless the snapshot
	// contains it.
	Open, Wheel *Owned
	// Follows is the player that the recorder is watching, if this is the recorder's state. FollowsNamed is set if
	// Follows was found by name.
	Follows      sim.Slot
	FollowsNamed bool
}

// StatsSeen holds the contents of a status bar.
type StatsSeen struct {
	Health, Armor, Ammo, Frags int16 // sim.Unknown for what it lacks
	// ArmorKind is the kind of armour, unless ArmorKept is set. ArmorKept is set if the kind has not changed.
	ArmorKind sim.Item
	ArmorKept bool
	Weapon    sim.Weapon
	// Timer is set if the bar shows the time left of a powerup: Timed is the powerup, and Left its time. Tech holds the
	// techs shown.
	Timer bool
	Timed sim.Powerup
	Left  time.Duration
	Tech  sim.PowerupSet
	// Hurt is set if the bar flashes because of lost health.
	Hurt bool
	// Pickup is the number of the pickup message, or 0 if there is none. Picked is the item that the message names.
	Pickup int16
	Picked PickSeen
}

// PickSeen describes what a player picked up. The fields What and Name are valid only if Known is set. Pack is set for
// a pack with several kinds of ammunition.
type PickSeen struct {
	Known, Pack bool
	What        ItemDef
	Name        string
}

// Hum describes a continuous sound. Name is empty if there is no sound.
type Hum struct {
	Name string
	sim.Loudness
}

// BodySeen describes a player as others see him, including his position, his weapon and his visible powerups.
type BodySeen struct {
	Slot     sim.Slot
	Origin   sim.Vec3
	View     sim.Angles
	Dead     bool
	Weapon   sim.Weapon
	Maxs     sim.Vec3
	Mins     sim.Vec3
	Lit      sim.PowerupSet // powerups whose lights may blink
	Powers   sim.PowerupSet // other powerups
	Flag     sim.Team
	HasFlag  bool
	Team     sim.Team // by his looks, if HasTeam
	HasTeam  bool
	Teleport bool // he came out of a teleporter
	// Noise is a sound that he makes, such as a footstep, or empty if he makes none. Hum is a continuous sound.
	Noise string
	Hum   Hum
	// Gibs is set if only the remains of a gibbed player are shown.
	Gibs bool
}

// seeState evaluates a player's state.
func (s *seats) seeState(t *Tracker, u *StateSeen) {
	p := s.at(u.Slot)
	if p == nil {
		return
	}
	if u.Watches || u.WatchesScores && t.announced.phase == sim.PhaseIntermission {
		s.spectate(t, u)
		return
	}
	r := s.list(t, u.Slot)
	if r == nil {
		return
	}
	s.play(t, u.Slot)
	now := t.track.Snapshot()
	first := p.viewed == 0 || p.viewed != now-1
	p.viewed, p.stated = now, true
	const far = 96 // a player just moved by a teleporter is not where his velocity leads
	teleported := u.Teleported && r.Origin.Distance2(u.Origin) > far*far
	t.players.Update(u.Slot, &PlayerUpdate{Origin: u.Origin, Velocity: u.Velocity, HasVelocity: true,
		View: u.View, HasView: true, Life: r.Life, NoLerp: first || teleported})
	r.OnGround, r.FOV, r.Mins, r.Maxs = u.OnGround, u.FOV, u.Mins, u.Maxs
	before, lived, picks := r.Health, r.Life == sim.Alive, u.Stats.Pickup != p.pickup
	s.readStats(t, r, &u.Stats)
	if u.Stats.Hurt && lived && u.Life == sim.Alive && !first && !picks && !u.Stats.Tech.Has(sim.PowerupRegeneration) {
		t.track.harmed(0, int(before), int(r.Health), "health")
	}
	if u.Life == sim.Gibbed && r.Life == sim.Dead || u.Life == sim.Dead && r.Life == sim.Gibbed {
		r.Life = u.Life
	}
	s.setLife(t, r, u.Life)
	p.update(r, u, first, t.rules.SilentPickups)
	r.Firing = s.firing(t, u.Slot) && r.Life == sim.Alive
}

// spectate evaluates the state of someone who does not take part: he is spectating, possibly through another player's
// eyes, or the level is over.
func (s *seats) spectate(t *Tracker, u *StateSeen) {
	r := s.list(t, u.Slot)
	if r == nil {
		return
	}
	p := s.at(u.Slot)
	p.viewed, p.stated = t.track.Snapshot(), true
	t.players.See(u.Slot)
	forgetStats(r)
	if s.roundPlayer(t, u.Slot) {
		s.outOfRound(t, r)
		return
	}
	moved := t.players.Jumped(r.Origin, u.Origin)
	s.setLife(t, r, sim.Spectating)
	r.NoLerp = r.NoLerp || moved
	r.Origin, r.Velocity, r.View, r.Visible = u.Origin, u.Velocity, u.View, true
	r.Weapon = sim.WeaponNone
	if other := s.inGame(t, u.Follows, u.FollowsNamed); u.Follows.Valid() && other != u.Slot {
		if r := s.list(t, other); r != nil { // his stats are those that the recorder sees
			s.readStats(t, r, &u.Stats)
		}
	}
}

// readStats records the contents of a status bar.
func (s *seats) readStats(t *Tracker, r *recording.FramePlayer, u *StatsSeen) {
	p := s.at(r.Slot)
	p.health = r.Health
	r.Health, r.Armor, r.Ammo = u.Health, u.Armor, u.Ammo
	if u.Armor != sim.Unknown || u.ArmorKept {
		if !u.ArmorKept {
			p.armorKind = u.ArmorKind
		}
		if r.Armor <= 0 {
			p.armorKind = sim.ItemNone
		}
		r.ArmorKind = p.armorKind
	}
	if u.Weapon != sim.WeaponNone {
		r.Weapon = u.Weapon
	}
	if u.Frags != sim.Unknown {
		r.Frags = u.Frags
	}
	if u.Timer {
		end := t.track.Now() + u.Left // it counts whole seconds
		if old := r.PowerupEnd[u.Timed]; old < end-time.Second || old > end+1100*time.Millisecond {
			r.PowerupEnd[u.Timed] = end
		}
		if u.Timed == sim.PowerupSuit {
			p.suitEnd = r.PowerupEnd[u.Timed]
		}
	}
	p.tech = u.Tech
	was := p.pickup
	p.pickup = u.Pickup
	if u.Pickup != 0 && u.Pickup != was && p.viewed != 0 && u.Picked.Known && !r.NoLerp {
		t.lying.pickups = append(t.lying.pickups, pickup{r.Slot, u.Picked.What, u.Picked.Name, r.Origin, true})
		p.take(&u.Picked)
	}
}

// seeBody evaluates a player's body. His state, if this snapshot contains it, is more detailed.
func (s *seats) seeBody(t *Tracker, u *BodySeen) {
	if u.Gibs {
		s.seeGibs(t, u)
		return
	}
	r := s.list(t, u.Slot)
	if r == nil {
		return
	}
	s.play(t, u.Slot)
	if u.HasTeam {
		s.setTeam(t, u.Slot, u.Team, "")
	}
	p := s.at(u.Slot)
	life := sim.Alive
	if u.Dead {
		life = sim.Dead
	}
	switch {
	case !p.stated:
		s.seeUnstated(t, r, u, life)
	case r.Life == sim.Alive && r.Weapon == sim.WeaponNone: // the screen shows none through a scope
		r.Weapon = u.Weapon
	}
	if p.stated && u.Dead && r.Life == sim.Alive && t.rules.DeadBodies {
		s.setLife(t, r, life)
	}
	s.readPowers(t, r, u)
	r.FlagCarried, r.Flag = u.HasFlag, u.Flag
	r.Firing = s.firing(t, u.Slot) && r.Life == sim.Alive
	if u.Teleport {
		r.NoLerp = true
		t.track.Effect(sim.Effect{Kind: sim.EffectTeleport, Origin: r.Origin, Slot: u.Slot, Loudness: sim.Idle},
			BodyTime)
	}
	s.makeNoise(t, r, u)
}

// makeNoise shows the sounds that a player makes. A continuous sound is shown again and again.
func (s *seats) makeNoise(t *Tracker, r *recording.FramePlayer, u *BodySeen) {
	if u.Noise != "" {
		t.track.Effect(sim.Effect{Kind: sim.EffectSound, Origin: r.Origin, Text: u.Noise, Slot: u.Slot}, SoundTime)
	}
	p := s.at(u.Slot)
	if u.Hum.Name == "" || t.track.now < p.humsUntil {
		return
	}
	p.humsUntil = t.track.now + SoundTime
	t.track.Effect(sim.Effect{Kind: sim.EffectSound, Origin: r.Origin, Text: u.Hum.Name, Slot: u.Slot,
		Loudness: u.Hum.Loudness}, SoundTime)
}

// seeUnstated updates the row of a player whose body is known but not his state.
func (s *seats) seeUnstated(t *Tracker, r *recording.FramePlayer, u *BodySeen, life sim.Life) {
	t.players.Update(r.Slot, &PlayerUpdate{Origin: u.Origin, View: u.View, HasView: true, Life: r.Life})
	r.POV = false
	r.OnGround = !r.NoLerp && r.Velocity[2] == 0
	r.Health, r.Armor, r.Ammo, r.Inventory, r.ArmorKind = sim.Unknown, sim.Unknown, sim.Unknown, nil, sim.ItemNone
	r.Mins, r.Maxs = u.Mins, u.Maxs
	s.setLife(t, r, life)
	if u.Weapon != sim.WeaponNone {
		r.Weapon = u.Weapon
	} else if flash := s.at(r.Slot).flash; flash != sim.WeaponNone {
		r.Weapon = flash
	}
}

// seeGibs updates the row of a player who has been reduced to gibs.
func (s *seats) seeGibs(t *Tracker, u *BodySeen) {
	r := t.players.Row(u.Slot)
	if r == nil {
		return
	}
	appeared := t.players.See(u.Slot)
	if !s.at(u.Slot).stated {
		r.NoLerp = appeared || t.players.Jumped(r.Origin, u.Origin)
		r.Origin, r.Visible = u.Origin, true
	}
	r.Firing, r.Powerups, r.FlagCarried = false, 0, false
	s.setLife(t, r, sim.Gibbed)
}

// darkTime is the maximum time for which the light of an ending powerup is off while it blinks: four frames of eight
// (game/p_view.c, G_SetClientEffects).
const darkTime = 450 * time.Millisecond

// readPowers reads powerups from a player's body.
func (s *seats) readPowers(t *Tracker, r *recording.FramePlayer, u *BodySeen) {
	p, now, set := s.at(r.Slot), t.track.Now(), u.Powers|u.Lit
	if u.Lit|r.Powerups != 0 {
		for power := range sim.PowerupCount {
			switch {
			case u.Lit.Has(power):
				p.lit[power] = now
			case t.rules.LitPowers.Has(power) && r.Life == sim.Alive && r.Powerups.Has(power) &&
				now-p.lit[power] < darkTime:
				set |= 1 << power
			}
		}
	}
	if p.suitEnd > now {
		set |= 1 << sim.PowerupSuit
	}
	if p.viewed == t.track.Snapshot() {
		set |= p.tech
	}
	if r.NoLerp { // changes in between were not seen
		r.Powerups = set
		return
	}
	t.players.SetPowerups(r, set, -1)
}

// endStates ends a snapshot in games that show states and bodies.
func (t *Tracker) endStates(o *Observations) {
	t.lookThrough(&o.Snapshot)
	t.track.frame.ScreenText = o.Snapshot.ScreenText
	t.seats.loseSight(t)
	for i := range o.Briefs {
		t.hearDeath(&o.Briefs[i])
	}
	t.lying.end(t)
	movers := t.entities.Movers()
	for i := range movers { // they exist as long as they are sent, though some have no model for a time
		if m := &movers[i]; t.entities.Seen(m.Number) != m.Visible {
			m, _ := t.entities.Mover(m.Number)
			m.Visible = !m.Visible
		}
	}
	for i := range o.Briefs {
		t.playBrief(&o.Briefs[i])
	}
	t.announced.end(t, &o.Snapshot)
	t.guides.endSnapshot(t)
	t.flushPlaced()
	t.track.EndSnapshot()
}

// lookThrough determines the point of view.
func (t *Tracker) lookThrough(s *Snapshot) {
	pov := s.POV
	if r := t.players.Look(pov); r != nil && r.Life == sim.Spectating {
		if other := t.seats.inGame(t, s.Follows, s.FollowsNamed); t.players.Look(other) != nil {
			pov = other
		}
	}
	r := t.players.Row(pov)
	if r == nil {
		pov = sim.Slot{}
	}
	f := t.track.Frame()
	if before := f.POV; before != pov {
		if r := t.players.Row(before); r != nil {
			r.POV = false
		}
		if before.Valid() && pov.Valid() {
			t.track.Event(sim.Event{Kind: sim.EventPointOfView, Slot: pov})
		}
	}
	f.POV = pov
	if r != nil {
		r.POV = true
	}
	for _, slot := range s.Split {
		if r := t.players.Row(slot); r != nil {
			r.POV = true
		}
	}
}

// flushPlaced records the pending events, with the positions of the players concerned.
func (t *Tracker) flushPlaced() {
	queue := t.track.Queued()
	for i := range queue {
		e := &queue[i]
		if e.HasOrigin || e.Kind == sim.EventChat || e.Kind == sim.EventTeamChat {
			continue
		}
		if r := t.players.Look(e.Slot); r != nil && r.Visible {
			e.Origin, e.HasOrigin = r.Origin, true
		}
	}
	t.track.Flush()
}
