package q3

import (
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// player is what is kept of a slot beside its row in the frame.
type player struct {
	profile *sim.Profile
	// former is who he was before he changed sides, which was told with the
	// snapshot of the number formerAt; nil if he did not.
	former   *sim.Profile
	formerAt uint32
	// seen is the number of the last snapshot that showed him; 0 never.
	seen        uint32
	eFlags      uint32
	firingUntil time.Duration
	isFiring    bool // holds the trigger of a weapon with a beam
	// infoUntil is until when health and armour from the team overlay hold.
	infoUntil time.Duration
	// struck is when his lightning last hit something, and reached how far
	// off that was.
	struck  time.Duration
	reached float32
	// runFrom is when his run began, on the server's clock, if he is running a race.
	runFrom int32
	running bool
	// took is how long the run lasted, in ms, that he finished and whose time
	// still shows; 0 none.
	took int32
}

// Bits of EntEFlags and PsEFlags.
const (
	efDead            = 1 << 0
	efTeleport        = 1 << 2
	efPlayerEvent     = 1 << 4
	efExcellent       = 1 << 3
	efGauntlet        = 1 << 6
	efNoDraw          = 1 << 7
	efFiring          = 1 << 8
	efTalk            = 1 << 12
	efImpressive      = 1 << 15
	efDefend          = 1 << 16
	efAssist          = 1 << 17
	efBackpack        = 1 << 1
	solidBModel       = 0xffffff
	gibHealth         = -40
	statHealth        = 0
	persScore         = 0
	persTeam          = 3
	persSpawnCount    = 4
	pmSpectator       = 2
	pmDead            = 3
	pmIntermission    = 5
	pmfDucked         = 1
	pmfFollow         = 4096
	groundNone        = 1023
	powerTime         = 30 * time.Second // that a powerup lasts
	firingTime        = 180 * time.Millisecond
	deathTime         = 5 * time.Second // after which one who died out of sight may be anywhere
	overlayTime       = 2500 * time.Millisecond
	lightningRange    = 768
	lightningHeight   = 26 // eyes above the origin
	lightningHitValid = 120 * time.Millisecond
)

var standing = [2]sim.Vec3{{-15, -15, -24}, {15, 15, 32}}

// playerString reads the configstring of a player.
func (s *Simulator) playerString(slot int) {
	p := &s.players[slot]
	text := s.state.Configstrings[s.protocol.CsPlayers+slot]
	if text == "" {
		p.profile = nil
		return
	}
	v := info(text)
	profile := sim.Profile{Slot: sim.SlotAt(slot), Name: s.coloring.text(v["n"]), Model: v["model"]}
	profile.Clan = s.coloring.text(v["cn"]).Plain
	switch atoi(v["t"]) {
	case 1:
		profile.Team = sim.TeamRed
	case 2:
		profile.Team = sim.TeamBlue
	case 3:
		profile.Team = sim.TeamSpectator
	}
	_, profile.Bot = v["skill"]
	p.profile = s.rec.Profile(profile)
}

// joins says which side a player goes to.
var joins = [sim.TeamCount]sim.Text{
	sim.TeamFree: sim.PlainText("joins the game"), sim.TeamRed: sim.PlainText("joins red"),
	sim.TeamBlue: sim.PlainText("joins blue"), sim.TeamSpectator: sim.PlainText("joins the spectators"),
}

// changePlayer takes over a changed configstring and says what changed.
func (s *Simulator) changePlayer(slot int) {
	p := &s.players[slot]
	old := p.profile
	s.playerString(slot)
	e := sim.Event{Slot: sim.SlotAt(slot), Profile: p.profile}
	switch {
	case old == p.profile:
		return
	case old == nil:
		e.Kind = sim.EventConnect
		s.queueComing(e)
	case p.profile == nil:
		e.Kind, e.Profile = sim.EventDisconnect, old
		s.queueComing(e)
	default:
		if old.Name.Plain != p.profile.Name.Plain {
			e.Kind, e.Text = sim.EventNameChange, old.Name
			s.queueComing(e)
		}
		if old.Team != p.profile.Team {
			p.former, p.formerAt = old, s.snaps+1
			e.Kind, e.Team, e.Text = sim.EventTeamChange, p.profile.Team, joins[p.profile.Team]
			s.queue(e)
		}
	}
	s.rebuildPlayers()
}

// rebuildPlayers lists those in the game, keeping what the frame has of them.
func (s *Simulator) rebuildPlayers() {
	old := s.frame.Players
	var list []sim.FramePlayer
	at := s.at
	for slot := range s.players {
		p := &s.players[slot]
		s.at[slot] = -1
		if p.profile == nil {
			*p = player{}
			continue
		}
		row := sim.FramePlayer{Player: sim.Player{Slot: sim.SlotAt(slot), Health: sim.Unknown, Armor: sim.Unknown, Ammo: sim.Unknown,
			Frags: sim.Unknown, Deaths: sim.Unknown, Ping: sim.Unknown, Mins: standing[0], Maxs: standing[1]}}
		if i := at[slot]; i >= 0 && int(i) < len(old) && old[i].Slot.Index() == slot {
			row = old[i]
		}
		if p.profile.Team == sim.TeamSpectator && !row.Visible {
			row.Life = sim.Spectating
		} else if row.Life == sim.Spectating && !row.Visible {
			row.Life = sim.Absent
		}
		row.Profile, row.Bot = p.profile, p.profile.Bot
		s.at[slot] = int8(len(list))
		list = append(list, row)
	}
	s.frame.Players = list
}

// row is the frame's row of a slot, or nil.
func (s *Simulator) row(slot int) *sim.FramePlayer {
	if slot < 0 || slot >= len(s.at) || s.at[slot] < 0 {
		return nil
	}
	return &s.frame.Players[s.at[slot]]
}

// known is the row of a slot that a snapshot shows, also of one who has no
// configstring, as where the start of the demo is lost.
func (s *Simulator) known(slot int) *sim.FramePlayer {
	if r := s.row(slot); r != nil {
		return r
	}
	if slot < 0 || slot >= len(s.players) {
		return nil
	}
	s.players[slot].profile = s.rec.Profile(sim.Profile{Slot: sim.SlotAt(slot)})
	s.rebuildPlayers()
	return s.row(slot)
}

// playerSeen marks a player as shown by this snapshot.
func (s *Simulator) playerSeen(slot int) {
	p := &s.players[slot]
	if r := s.row(slot); r != nil {
		r.Visible = true
		r.Firing = p.isFiring || s.now < p.firingUntil
	}
	p.seen = s.snaps
	if p.isFiring && s.row(slot) != nil && s.row(slot).Weapon == sim.WeaponLightning {
		s.shooters(slot)
	}
}

// otherPlayer takes over the entity of a player.
func (s *Simulator) otherPlayer(e *quake3.Entity, appeared bool) {
	r := s.known(e.Number)
	p := &s.players[e.Number]
	flags := e.F[quake3.EntEFlags]
	appeared = appeared || p.seen != s.snaps-1
	r.NoLerp = appeared || (flags^p.eFlags)&efTeleport != 0
	if !appeared {
		s.awardFlags(e.Number, flags&^p.eFlags)
	}
	p.eFlags = flags
	r.POV = false
	before := r.Origin
	r.Origin, r.Velocity = s.playerPlace(e)
	r.NoLerp = r.NoLerp || s.tooFar(before, r.Origin)
	a := e.Angles()
	r.View = sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]}
	r.OnGround = e.F[quake3.EntGroundEntityNum] != groundNone
	r.Weapon = s.dialect.weapon(e.F[quake3.EntWeapon])
	had := r.Powerups
	r.Powerups, r.Flag, r.FlagCarried = s.dialect.powerups(e.F[quake3.EntPowerups])
	if had != r.Powerups && !appeared {
		s.changePowers(e.Number, had, r.Powerups)
	}
	r.Invisible = r.Powerups.Has(sim.PowerupInvisibility)
	r.Chatting = flags&efTalk != 0
	p.isFiring = flags&efFiring != 0
	life := sim.Alive
	switch {
	case e.F[quake3.EntEType] == quake3.EtInvisible || flags&efNoDraw != 0:
		life = sim.Gibbed
		if r.Profile.Team == sim.TeamSpectator {
			life = sim.Spectating
		}
	case flags&efDead != 0, r.Powerups.Has(sim.PowerupFreeze):
		life = sim.Dead
	}
	if r.Life != sim.Alive && life == sim.Alive {
		r.NoLerp, r.ArmorKind = true, sim.ItemNone
		if r.Health != sim.Unknown && r.Health <= 0 {
			p.infoUntil = 0
		}
	}
	r.Life = life
	r.Inventory, r.Ammo = nil, sim.Unknown
	if p.infoUntil < s.now {
		r.Health, r.Armor = sim.Unknown, sim.Unknown
	}
	if s.protocol.Number >= 91 && (e.F[quake3.EntHealth] != 0 || e.F[quake3.EntArmor] != 0) {
		r.Health, r.Armor = int16(e.F[quake3.EntHealth]), int16(e.F[quake3.EntArmor])
	}
	if solid := e.F[quake3.EntSolid]; solid != 0 && solid != solidBModel {
		x, zd, zu := float32(solid&255), float32(solid>>8&255), float32(solid>>16&255)-32
		r.Mins, r.Maxs = sim.Vec3{-x, -x, -zd}, sim.Vec3{x, x, zu}
	}
}

// states are powers that are no news: other events tell how they came.
const states = sim.PowerupSet(1<<sim.PowerupSpawnShield | 1<<sim.PowerupFreeze)

// changePowers records which powers a player got and lost in sight.
func (s *Simulator) changePowers(slot int, had, has sim.PowerupSet) {
	for p := range sim.PowerupCount {
		switch {
		case states.Has(p):
		case has.Has(p) && !had.Has(p):
			s.event(sim.Event{Kind: sim.EventPowerup, Slot: sim.SlotAt(slot), Powerup: p})
		case had.Has(p) && !has.Has(p):
			s.event(sim.Event{Kind: sim.EventPowerupEnd, Slot: sim.SlotAt(slot), Powerup: p})
		}
	}
}

// No player gets further than this between two snapshots, nor that fast
// (units per second): he was put there.
const (
	jumpDistance = 256
	jumpSpeed    = 5000
)

// tooFar tells whether someone cannot have walked from a to b since the
// snapshot before.
func (s *Simulator) tooFar(a, b sim.Vec3) bool {
	var d float32
	for i := range a {
		d += (b[i] - a[i]) * (b[i] - a[i])
	}
	reach := max(jumpDistance, jumpSpeed*float32((s.now-s.before).Seconds()))
	return d > reach*reach
}

// playerPlace is where a player is at the time of the snapshot, and how fast.
// A server that runs its players apart from its frames says where he was at
// trTime and how to go on from there.
func (s *Simulator) playerPlace(e *quake3.Entity) (place, velocity sim.Vec3) {
	t := e.Trajectory()
	place, velocity = t.Base, t.Delta
	if t.Type == quake3.TrLinearStop && t.Duration > 0 && t.Duration <= 250 {
		dt := float32(min(max(s.clock-t.Time, 0), t.Duration)) / 1000
		for i := range place {
			place[i] += velocity[i] * dt
		}
	}
	if s.disguise && e.Number != s.pov {
		n := float32(e.Number)
		place[0] += 677 - 7*n
		place[1] += 411 - 12*n
		place[2] += 243 - 2*n
	}
	return place, velocity
}

// loseSight ages the players, things and movers that this snapshot does not show.
func (s *Simulator) loseSight() {
	for i := range s.frame.Players {
		r := &s.frame.Players[i]
		p := &s.players[r.Slot.Index()]
		if p.seen == s.snaps {
			continue
		}
		if !r.Visible {
			if r.Powerups != 0 && s.now-r.LastSeen > powerTime {
				r.Powerups = 0
			}
			if r.Life == sim.Dead && !s.mode.rounds && s.now-r.LastSeen > deathTime {
				r.Life = sim.Absent
			}
			continue
		}
		r.Visible, r.LastSeen, r.POV, r.Firing, r.Chatting, r.Inventory = false, s.before, false, false, false, nil
		r.Ammo = sim.Unknown
		if p.infoUntil < s.now {
			r.Health, r.Armor = sim.Unknown, sim.Unknown
		}
		p.isFiring = false
		if r.Profile.Team == sim.TeamSpectator {
			r.Life = sim.Spectating
		}
	}
	s.loseThings()
	for i := range s.frame.Movers {
		m := &s.frame.Movers[i]
		if m.Visible && s.entities[m.Number].snap != s.snaps {
			s.freezeMover(m)
		}
	}
}

// rest takes the players out of the level, as the end of a match does: what
// stands at the place from which they watch the scores is not them.
func (s *Simulator) rest() {
	for i := range s.frame.Players {
		r := &s.frame.Players[i]
		if r.Life == sim.Spectating {
			continue
		}
		r.Life, r.Visible, r.Firing, r.Chatting, r.LastSeen = sim.Absent, false, false, false, s.now
		r.Health, r.Armor, r.Ammo, r.ArmorKind, r.Inventory = sim.Unknown, sim.Unknown, sim.Unknown, sim.ItemNone, nil
		r.Powerups, r.FlagCarried, r.Invisible = 0, false, false
	}
}

// shooters adds the beam of a player who fires the lightning gun.
func (s *Simulator) shooters(slot int) {
	s.beams = append(s.beams, sim.Effect{Kind: sim.EffectBeam, Start: s.now, Weapon: sim.WeaponLightning, Slot: sim.SlotAt(slot)})
}
