package track

import (
	"math/bits"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// held holds the data kept about a player apart from his row in games that send state and events separately (Quake
// III).
type held struct {
	// former is his profile before he changed sides, as announced with snapshot formerAt, or nil if he did not.
	former   *sim.Profile
	formerAt uint32
	holds    bool // the trigger of a weapon
	// until is the time up to which the health and armour last reported are valid, unless he is seen to have others.
	until time.Duration
}

const (
	eventFiring  = 180 * time.Millisecond  // how long a shot reported by an event is shown
	powersOut    = 30 * time.Second        // after which a player out of sight has no powerups
	deadOut      = 5 * time.Second         // after which a dead player may be anywhere
	overlayHolds = 2500 * time.Millisecond // how long the team overlay is valid
)

// loseAll forgets who was shown, so that everyone in the next snapshot appears.
func (p *Players) loseAll() {
	for i := range p.slots {
		p.slots[i].seen = 0
	}
}

// see updates the row of a player in this snapshot, and reports whether he fires the lightning gun.
func (p *Players) see(u *PlayerSeen) (beam bool) {
	k := p.slot(u.Slot)
	if k == nil {
		return false
	}
	if u.POV && k.row == 0 {
		p.List(u.Slot)
	}
	appeared := p.See(u.Slot)
	if k.row == 0 {
		return false
	}
	r := p.at(int(k.row) - 1)
	if u.POV {
		p.showView(r, k, u, appeared)
	} else {
		p.showOther(r, k, u, appeared || u.Appears)
	}
	return p.fires(r, k)
}

// stay is like see, but for a player who has not changed.
func (p *Players) stay(slot int) (beam bool) {
	k := &p.slots[slot]
	p.See(sim.SlotAt(slot))
	if k.row == 0 {
		return false
	}
	if k.moved { // he stands still
		p.at(int(k.row)-1).Velocity, k.moved = sim.Vec3{}, false
	}
	return p.fires(&p.rows[k.row-1], k)
}

// fires updates the Firing field of a player in sight, and reports whether he fires the lightning gun.
func (p *Players) fires(r *recording.FramePlayer, k *slot) (beam bool) {
	if firing := k.holds || p.t.now < k.firingUntil; !r.Visible || r.Firing != firing {
		r = p.at(int(k.row) - 1)
		r.Visible, r.Firing = true, firing
	}
	return k.holds && r.Weapon == sim.WeaponLightning
}

// show sets the fields of a row that all snapshots show, and reports whether the player was teleported to his current
// position.
func (p *Players) show(r *recording.FramePlayer, k *slot, u *PlayerSeen) (far bool) {
	far = p.rules.TooFar(&r.Origin, &u.Origin, p.t.now-p.t.before)
	v := u.Velocity
	k.moved = false
	if v[0] == 0 && v[1] == 0 && v[2] == 0 && !far && !u.Jumps && !u.Appears && r.Visible {
		v = movement(&r.Origin, &u.Origin, p.t.now-p.t.before)
		k.moved = v != u.Velocity
	}
	r.Origin, r.Velocity, r.View = u.Origin, v, u.View
	r.OnGround, r.Weapon, r.Chatting, r.FOV, k.holds = u.OnGround, u.Weapon, u.Chatting, u.FOV, u.Holds
	r.Powerups, r.Flag, r.FlagCarried, r.Invisible, r.Choke = u.Powerups, u.Flag, u.FlagCarried, u.Invisible, u.Choke
	return far
}

// showView sets the fields of a row that are known about the player in view.
func (p *Players) showView(r *recording.FramePlayer, k *slot, u *PlayerSeen, appeared bool) {
	if u.Hurt > 0 && r.POV && r.Life == sim.Alive && u.Life == sim.Alive && !u.Jumps && !appeared &&
		!(u.Powerups | r.Powerups).Has(sim.PowerupRegeneration) {
		p.t.harmed(u.Hurt, int(r.Health)+int(max(r.Armor, 0)), int(u.Health)+int(max(u.Armor, 0)), "health and armour")
	}
	far := p.show(r, k, u)
	r.NoLerp = u.Jumps || appeared || far || r.Life != u.Life && (u.Life == sim.Alive || u.Life == sim.Spectating)
	r.POV, r.Visible, r.Mins, r.Maxs = true, true, u.Mins, u.Maxs
	r.Life, r.Health, r.Armor, r.Ammo, r.Inventory = u.Life, u.Health, u.Armor, u.Ammo, u.Inventory
	if r.Armor <= 0 {
		r.ArmorKind = sim.ItemNone
	}
	r.PowerupEnd = [sim.PowerupCount]time.Duration{}
	if u.PowerupsLast != nil {
		for i, last := range u.PowerupsLast {
			if last > 0 {
				r.PowerupEnd[i] = p.t.now + last
			}
		}
	}
	p.award(u)
	for _, c := range u.Changes {
		p.tellPower(u.Slot, c.Powerup, c.Lost)
	}
}

// showOther sets the fields of a row that are known about other players. An unknown player has no row, as in the game
// (cg_players.c, CG_Player, which skips clients without valid info).
func (p *Players) showOther(r *recording.FramePlayer, k *slot, u *PlayerSeen, appeared bool) {
	had := r.Powerups
	far := p.show(r, k, u)
	r.NoLerp = appeared || u.Jumps || far
	if !appeared {
		p.award(u)
		p.changePowers(u.Slot, had, r.Powerups)
	}
	if r.Life != sim.Alive && u.Life == sim.Alive {
		r.NoLerp, r.ArmorKind = true, sim.ItemNone
		if r.Health != sim.Unknown && r.Health <= 0 {
			k.held.until = 0
		}
	}
	r.Life, r.POV, r.Inventory, r.Ammo = u.Life, false, u.Inventory, sim.Unknown
	if u.Inventory != nil {
		r.Ammo = u.Ammo
	}
	if u.Health != sim.Unknown || p.t.now > k.held.until {
		r.Health, r.Armor = u.Health, u.Armor
	}
	if !u.NoHull {
		r.Mins, r.Maxs = u.Mins, u.Maxs
	}
}

// award records the awards in u.
func (p *Players) award(u *PlayerSeen) {
	if u.Awards == 0 {
		return
	}
	for i, name := range awards {
		if u.Awards>>i&1 != 0 {
			p.t.Event(sim.Event{Kind: sim.EventAward, Slot: u.Slot, Text: sim.PlainText(name)})
		}
	}
}

func (p *Players) tellPower(s sim.Slot, power sim.Powerup, lost bool) {
	e := sim.Event{Kind: sim.EventPowerup, Slot: s, Powerup: power}
	if lost {
		e.Kind = sim.EventPowerupEnd
	}
	p.t.Event(e)
}

// changePowers records the powerups that a player in sight gained and lost.
func (p *Players) changePowers(s sim.Slot, had, has sim.PowerupSet) {
	if had == has {
		return
	}
	for power := range sim.PowerupCount {
		if !p.rules.SilentPowerups.Has(power) && had.Has(power) != has.Has(power) {
			p.tellPower(s, power, had.Has(power))
		}
	}
}

// age updates the players that this snapshot does not show. If the dead wait for the next round, they stay dead.
func (p *Players) age(rounds bool) {
	if p.fading {
		p.fade(rounds)
	}
	for w := range p.shown {
		for lost := p.shown[w] &^ p.showing[w]; lost != 0; lost &= lost - 1 {
			if r := p.Row(sim.SlotAt(64*w + bits.TrailingZeros64(lost))); r != nil && r.Visible {
				p.lose(r)
			}
		}
		p.shown[w], p.showing[w] = p.showing[w], 0
	}
}

// lose puts a player out of sight.
func (p *Players) lose(r *recording.FramePlayer) {
	k := p.slot(r.Slot)
	r.Visible, r.LastSeen, r.POV, r.Firing, r.Chatting, r.Inventory = false, p.t.before, false, false, false, nil
	r.Ammo, r.Choke = sim.Unknown, 0
	if k.held.until < p.t.now {
		r.Health, r.Armor = sim.Unknown, sim.Unknown
	}
	k.holds, p.fading = false, true
	if r.Profile.Team == sim.TeamSpectator {
		r.Life = sim.Spectating
	}
}

// fade removes the powerups and ends the death of players who have been out of sight for long.
func (p *Players) fade(rounds bool) {
	p.fading = false
	for i := range p.rows {
		r := &p.rows[i]
		if r.Visible || r.Powerups == 0 && r.Life != sim.Dead {
			continue
		}
		p.fading = true
		if p.Seen(r.Slot) {
			continue
		}
		if r.Powerups != 0 && p.t.now-r.LastSeen > powersOut {
			p.at(i).Powerups = 0
		}
		if r.Life == sim.Dead && !rounds && p.t.now-r.LastSeen > deadOut {
			p.at(i).Life = sim.Absent
		}
	}
}

// leaveLevel removes the players from the level, for example at the end of a match. The models at the position from
// which they watch the scores are not theirs.
func (p *Players) leaveLevel() {
	for i := range p.rows {
		if p.rows[i].Life == sim.Spectating {
			continue
		}
		r := p.at(i)
		r.Life, r.Visible, r.Firing, r.Chatting, r.LastSeen = sim.Absent, false, false, false, p.t.now
		r.Health, r.Armor, r.Ammo, r.ArmorKind, r.Inventory = sim.Unknown, sim.Unknown, sim.Unknown, sim.ItemNone, nil
		r.Powerups, r.FlagCarried, r.Invisible = 0, false, false
	}
}

// revive marks everyone as alive for a new round, including players out of sight.
func (p *Players) revive() {
	for i := range p.rows {
		if r := &p.rows[i]; r.Life == sim.Dead && !r.Visible {
			r = p.at(i)
			r.Life, r.Powerups = sim.Absent, 0
		}
	}
}

// profileAtDeath returns the profile that a player had when he died, if that death is reported with this snapshot: some
// games make him change sides for it. It returns nil if it is unchanged.
func (p *Players) profileAtDeath(s sim.Slot) *sim.Profile {
	if k := p.slot(s); k != nil && k.formerAt == p.t.snapshot {
		return k.former
	}
	return nil
}

// placeOf returns a player's position if this snapshot shows him, otherwise origin.
func (p *Players) placeOf(s sim.Slot, origin sim.Vec3) sim.Vec3 {
	if r := p.Look(s); r != nil && r.Visible && p.Seen(s) {
		return r.Origin
	}
	return origin
}

// FiredAt reports that a player fired a shot. The report is derived from an event. Origin is the position from which he
// fired. The tracker uses it only if he is not in sight.
type FiredAt struct {
	Slot   sim.Slot
	Origin sim.Vec3
}

func (f FiredAt) conclude(t *Tracker) { t.players.fireEvent(f.Slot, f.Origin) }

func (p *Players) fireEvent(s sim.Slot, origin sim.Vec3) {
	r := p.Look(s)
	if r == nil {
		return
	}
	p.slot(s).firingUntil = p.t.now + eventFiring
	if !r.Firing {
		p.Row(s).Firing = true
	}
	if r.Weapon != sim.WeaponLightning && r.Weapon != sim.WeaponMelee {
		p.t.Effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: p.placeOf(s, origin), Weapon: r.Weapon, Slot: s},
			MuzzleTime)
	}
}

// OverlayTold reports a player's row in the team overlay.
type OverlayTold struct {
	Slot          sim.Slot
	Health, Armor int16
	Weapon        sim.Weapon
}

func (o OverlayTold) conclude(t *Tracker) {
	if o.Slot != t.track.Frame().POV {
		o.read(&t.players)
	}
}

func (o OverlayTold) read(p *Players) {
	r := p.Row(o.Slot)
	if r == nil {
		return
	}
	r.Health, r.Armor = o.Health, o.Armor
	if r.Health <= 0 && r.Visible && r.Life == sim.Alive {
		r.Health, r.Armor = sim.Unknown, sim.Unknown // he was dead when it was sent
	}
	if !r.Visible {
		r.Weapon = o.Weapon
	}
	p.slot(o.Slot).held.until = p.t.now + overlayHolds
}
