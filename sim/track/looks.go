package track

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// PlayerLook describes how a player looks in Quake and QuakeWorld: his model, the model's animation frame and the light
// around him. If the demo contains the player's status bar, PlayerLook describes the status bar too.
type PlayerLook struct {
	Slot sim.Slot
	// Frags, Ping and Loss may be sim.Unknown.
	Frags, Ping, Loss int16
	Choke             uint8 // packets held back in the last second
	// Entered is the demo time at which he entered the game. It is valid if EnteredKnown is set.
	Entered            time.Duration
	EnteredKnown       bool
	Chatting, OnGround bool
	// Bar is his status bar, or nil if unknown. If BarTold is set, it was sent with this snapshot; otherwise it applies
	// only while he is in sight.
	Bar     *StatusBar
	BarTold bool
	// Shown is set if he is in sight. The fields after it are valid only then.
	Shown bool
	// PlayerUpdate has the life according to his looks; NoLerp is ignored.
	PlayerUpdate
	// Steps is set if he moves in steps, which must not be interpolated. Bodiless is set if he has no model. POV is set
	// if he is the point of view. Holds is set if he holds the trigger of his weapon. Muzzle is set if he has a muzzle
	// flash.
	Steps, Bodiless, POV, Holds, Muzzle bool
	// Powerups are the powerups that can be seen on him. Dim is set if he glows because of a powerup, but only its
	// pickup sound can identify it.
	Powerups       sim.PowerupSet
	Dim, Invisible bool
	// Weapon is the weapon shown by his animation frame, if ShowsWeapon is set. ShowsGun is set if the frame shows only
	// that his weapon is not the axe.
	Weapon                sim.Weapon
	ShowsWeapon, ShowsGun bool
	// Flag is the team of the flag that he carries, or sim.TeamFree if there is none.
	Flag sim.Team
}

// StatusBar holds what is known about a player's status bar.
type StatusBar struct {
	Health, Armor int16
	ArmorKind     sim.Item
	Powerups      sim.PowerupSet
	Weapon        sim.Weapon
	Held          sim.Inventory
	Takes         sim.WeaponSet // weapons that use ammunition
	// HasHealth is set if Health and Armor are known. HasItems, HasWeapon and HasAmmo are set for the other known parts
	// of the bar.
	HasHealth, HasItems, HasWeapon, HasAmmo bool
}

// looks determines the possessions of players and whether they are alive: from their status bars if known, otherwise
// from their looks and sounds.
type looks struct {
	owned     [MaxSlots]*owned // nil if nothing is remembered
	camera    sim.Vec3         // of the intermission
	hasCamera bool
}

// owned holds the data kept about a player's possessions.
type owned struct {
	known bool // his status bar is known: nothing has to be guessed
	held  *sim.Inventory
	heard [sim.PowerupCount]time.Duration // ends of the powerups that he was heard to get
}

// of returns the remembered possessions of a player, or a value to be discarded if there is no player.
func (l *looks) of(s sim.Slot) *owned {
	n := s.Index()
	if n < 0 || n >= MaxSlots {
		return &owned{}
	}
	if l.owned[n] == nil {
		l.owned[n] = &owned{}
	}
	return l.owned[n]
}

// forget forgets the possessions of a player who left.
func (l *looks) forget(s sim.Slot) {
	if n := s.Index(); n >= 0 && n < MaxSlots {
		l.owned[n] = nil
	}
}

// see draws conclusions from a player's looks.
func (l *looks) see(t *Tracker, u *PlayerLook) {
	if u.BarTold {
		l.readBar(t, u.Slot, u.Bar)
	}
	r := t.players.Look(u.Slot)
	if r == nil {
		return
	}
	ground := r.OnGround
	if u.POV { // not known about others
		ground = u.OnGround
	}
	if r.Frags != u.Frags || r.Ping != u.Ping || r.Loss != u.Loss || r.Choke != u.Choke || r.Chatting != u.Chatting ||
		r.OnGround != ground || r.Entered != u.Entered || r.EnteredKnown != u.EnteredKnown {
		r = t.players.Row(u.Slot)
		r.Frags, r.Ping, r.Loss, r.Chatting, r.OnGround = u.Frags, u.Ping, u.Loss, u.Chatting, ground
		r.Choke, r.Entered, r.EnteredKnown = u.Choke, u.Entered, u.EnteredKnown
	}
	if !u.Shown || l.atCamera(&t.match, u) {
		return
	}
	if u.Bar != nil && !u.BarTold {
		l.readBar(t, u.Slot, u.Bar)
	}
	l.show(&t.players, &t.match, u)
	r.POV = r.POV || u.POV
	r.Firing = r.Firing || u.Holds && r.Life == sim.Alive
}

// atCamera reports whether a player is merely the camera of the intermission: all are moved there without a model
// (id's client.qc, execute_changelevel), and no client draws them (QuakeWorld's cl_ents.c, CL_LinkPlayers).
func (l *looks) atCamera(m *Match, u *PlayerLook) bool {
	return l.hasCamera && m.Phase() == sim.PhaseIntermission && (u.Bodiless || u.Origin.Distance2(l.camera) < 1)
}

// show updates the row of a player in sight.
func (l *looks) show(players *Players, match *Match, u *PlayerLook) {
	r := players.Row(u.Slot)
	o, was := l.of(u.Slot), r.Life
	// A player who is in a message twice is not interpolated (Quake's cl_parse.c, CL_ParseUpdate).
	u.NoLerp = players.Seen(u.Slot) || u.Steps && players.rules.TooFar(&r.Origin, &u.Origin, 0)
	switch {
	case r.Profile.Team == sim.TeamSpectator:
		u.Life = sim.Spectating
	case u.Life == sim.Alive && o.known && r.Health != sim.Unknown && r.Health <= 0 &&
		match.Phase() != sim.PhaseIntermission:
		u.Life = sim.Dead
	}
	players.Update(u.Slot, &u.PlayerUpdate)
	if r.Life != was && was != sim.Absent {
		o.heard = [sim.PowerupCount]time.Duration{}
	}
	// otherwise he has those in his status bar
	if r.Life == sim.Alive && (was == sim.Dead || was == sim.Gibbed) && !o.known {
		r.Powerups = 0
	}
	if r.Invisible = u.Invisible; !o.known {
		players.SetPowerups(r, u.Powerups|o.shine(u.Dim, players.t.now), 0)
		o.guessWeapon(r, u)
	}
	if u.Muzzle {
		players.Fire(u.Slot)
	}
	r.FlagCarried, r.Flag = u.Flag != sim.TeamFree, u.Flag
	if r.FlagCarried {
		match.SetFlag(u.Flag, sim.FlagTaken)
	}
}

// shine returns the powerups that may make a player glow, judging by their pickup sounds.
func (o *owned) shine(dim bool, now time.Duration) (has sim.PowerupSet) {
	if !dim {
		return 0
	}
	for p, end := range o.heard {
		if now < end && sim.Powerup(p) != sim.PowerupInvisibility {
			has |= 1 << p
		}
	}
	return has
}

// guessWeapon records what a player's frame reveals about his weapon.
func (o *owned) guessWeapon(r *recording.FramePlayer, u *PlayerLook) {
	switch {
	case u.ShowsWeapon:
		r.Weapon = u.Weapon
	case u.ShowsGun && r.Weapon == sim.WeaponMelee:
		r.Weapon = sim.WeaponNone
	}
}

// readBar records the contents of a player's status bar.
func (l *looks) readBar(t *Tracker, s sim.Slot, bar *StatusBar) {
	r := t.players.Row(s)
	if r == nil {
		return
	}
	o := l.of(s)
	var had sim.WeaponSet
	if o.held != nil {
		had = o.held.Weapons
	}
	o.held = bar.Held.Kept(o.held)
	if bar.HasHealth {
		r.Health, r.Armor = bar.Health, bar.Armor
	}
	if bar.HasItems {
		l.readItems(t, r, bar, had)
		if r.Armor == 0 && bar.HasHealth {
			r.ArmorKind = sim.ItemNone
		}
	}
	if bar.HasWeapon {
		r.Weapon = bar.Weapon
	}
	if bar.HasAmmo {
		r.Ammo = sim.Unknown
		if bar.Takes.Has(r.Weapon) {
			r.Ammo = o.held.Ammo[r.Weapon]
		}
	}
	r.Inventory = o.held
}

// readItems records a player's possessions. had are his previous weapons. A new one may be a weapon that stays where it
// is.
func (l *looks) readItems(t *Tracker, r *recording.FramePlayer, bar *StatusBar, had sim.WeaponSet) {
	o := l.of(r.Slot)
	known := o.known
	o.known, r.ArmorKind = true, bar.ArmorKind
	var lasts time.Duration
	if known && r.Life == sim.Alive { // he got it just now
		lasts = t.rules.PowerupTime
	}
	t.players.SetPowerups(r, bar.Powerups, lasts)
	if !known || !t.rules.ShowsAll || r.Life != sim.Alive || r.NoLerp {
		return
	}
	gained := bar.Held.Weapons.Without(had)
	for w := sim.Weapon(1); gained.Any() && w < sim.WeaponCount; w++ {
		if gained.Has(w) {
			gained.Remove(w)
			t.items.Gained(r.Slot, w, r.Origin)
		}
	}
}

// lose forgets the possessions of players who went out of sight.
func (l *looks) lose(players *Players) {
	if players.rules.ShowsAll {
		return
	}
	for i := range players.rows {
		if r := &players.rows[i]; r.Visible && !players.Seen(r.Slot) {
			l.of(r.Slot).known = false
		}
	}
}

// CameraPlaced reports the position of the intermission camera.
type CameraPlaced struct{ Origin sim.Vec3 }

func (c CameraPlaced) conclude(t *Tracker) { t.looks.camera, t.looks.hasCamera = c.Origin, true }

func (l *looks) shoot(players *Players, s sim.Slot, w sim.Weapon) {
	if r := players.Row(s); r != nil && !l.of(s).known {
		r.Weapon = w
	}
	players.Fire(s)
}

// BoltShown reports a beam that begins at the current snapshot. The effect's Slot is the player to whom the beam
// belongs, if any. Shoots is set if the beam is a shot from a weapon.
type BoltShown struct {
	Shown
	Shoots bool
}

func (b BoltShown) conclude(t *Tracker) {
	switch {
	case t.players.Look(b.Effect.Slot) == nil:
		b.Effect.Slot = sim.Slot{}
	case b.Shoots:
		t.looks.shoot(&t.players, b.Effect.Slot, b.Effect.Weapon)
	}
	b.Shown.conclude(t)
}
