package q2

import (
	"fmt"
	"sort"
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// player is what is kept of a slot beside its row in the frame.
type player struct {
	// raw is the configstring's name, as prints have it; name the same for showing.
	raw     string
	name    sim.Text
	model   string
	profile *sim.Profile
	// team as the scoreboard, a print or the skin told; side is its name.
	team      sim.Team
	side      string
	spectator bool
	bot       bool
	// seen is the number of the last snapshot that showed him, 0 never.
	seen        uint32
	firingUntil time.Duration
	flash       sim.Weapon // what he fired last
	stated      bool       // his playerstate is in this snapshot
	pickup      int16      // the pickup stat in the snapshot before
	suitEnd     time.Duration
	viewed      uint32 // number of the last snapshot with his playerstate
	origin      sim.Vec3
	armorKind   sim.Item
	health      int16          // in the snapshot before
	tech        sim.PowerupSet // the tech that his status bar shows
	owns        belongings
}

// The animations of player models, which all share them.
const (
	frameCrouch     = 135
	frameCrouchPain = 172
	frameDeath      = 173
	frameDeathLast  = 197
	modelPitch      = 3 // the model nods by a third of the view's pitch
)

const (
	firingTime   = 250 * time.Millisecond
	jumpDistance = 256 // units that nobody goes in a tenth of a second
	duckedHeight = 4
)

var standing = [2]sim.Vec3{{-16, -16, -24}, {16, 16, 32}}

// player is what is kept of a slot, or nil.
func (s *simulator) player(slot int) *player {
	if slot < 0 || slot >= len(s.players) {
		return nil
	}
	return &s.players[slot]
}

// playerString reads the configstring of a player: name\model/skin.
func (s *simulator) playerString(slot int, old string) {
	p := s.player(slot)
	if p == nil {
		return
	}
	text := s.configString(s.config.PlayerSkins + slot)
	name, skin, _ := strings.Cut(text, `\`)
	before := p.name.Plain
	p.raw = plain([]byte(name))
	p.name = trim(words([]byte(name)))
	p.model = plain([]byte(skin))
	s.namesStale = true
	s.skinTeam(p)
	listed := s.row(slot) != nil
	switch {
	case text == "" && listed:
		s.leave(slot)
		return
	case old == "" || !listed:
		s.reprofile(slot)
		return
	}
	was := p.profile
	s.reprofile(slot)
	if before != p.name.Plain {
		s.queue(sim.Event{Kind: sim.EventNameChange, Slot: sim.SlotAt(slot), Text: was.Name, Profile: p.profile})
	}
}

// skinTeam takes the team from a skin of Capture the Flag, or from one that the
// scoreboard gave to a team.
func (s *simulator) skinTeam(p *player) {
	skin := p.model[strings.LastIndexByte(p.model, '/')+1:]
	switch {
	case s.match.skins[p.model] != 0:
		p.team = s.match.skins[p.model]
	case s.mod.action || s.mod.opentdm:
		return
	case skin == "ctf_r":
		p.team = sim.TeamRed
	case skin == "ctf_b":
		p.team = sim.TeamBlue
	default:
		return
	}
	s.haveTeams()
}

// reprofile makes the profile of a slot anew.
func (s *simulator) reprofile(slot int) {
	p := &s.players[slot]
	name := p.name
	if name.Plain == "" {
		name = sim.PlainText(fmt.Sprintf("Player %d", slot+1)) // old games alone have no names
	}
	q := sim.Profile{Slot: sim.SlotAt(slot), Name: name, Model: p.model, Team: p.team, TeamName: p.side, Bot: p.bot}
	if p.spectator {
		q.Team, q.TeamName = sim.TeamSpectator, ""
	}
	p.profile = s.rec.Profile(q)
	if r := s.row(slot); r != nil {
		r.Profile, r.Bot = p.profile, p.bot
	}
}

// setTeam puts a player into a team.
func (s *simulator) setTeam(slot int, team sim.Team, side string) {
	p := s.player(slot)
	if p == nil || p.team == team && p.side == side && !p.spectator {
		return
	}
	known := p.team != sim.TeamFree && p.team != team && s.row(slot) != nil
	p.team, p.side, p.spectator = team, side, false
	s.reprofile(slot)
	if known {
		s.queue(sim.Event{Kind: sim.EventTeamChange, Slot: sim.SlotAt(slot), Team: team, Profile: p.profile})
	}
}

// watch makes a player a spectator.
func (s *simulator) watch(slot int) {
	p := s.player(slot)
	if p == nil || p.spectator && s.row(slot) != nil {
		return
	}
	p.spectator = true
	s.list(slot)
	s.reprofile(slot)
	if r := s.row(slot); r != nil && (p.seen == 0 || p.seen != s.snaps) {
		r.Life, r.Visible = sim.Spectating, false
	}
}

// play makes a spectator a player.
func (s *simulator) play(slot int) {
	p := s.player(slot)
	if p == nil || !p.spectator {
		return
	}
	p.spectator = false
	s.reprofile(slot)
	if r := s.row(slot); r != nil && r.Life == sim.Spectating {
		r.Life = sim.Absent
	}
}

// at is the place of a slot among the frame's players.
func (s *simulator) at(slot int) (int, bool) {
	list := s.frame.Players
	i := sort.Search(len(list), func(i int) bool { return list[i].Slot.Index() >= slot })
	return i, i < len(list) && list[i].Slot.Index() == slot
}

// row is the frame's row of a slot, or nil.
func (s *simulator) row(slot int) *sim.FramePlayer {
	if i, ok := s.at(slot); ok {
		return &s.frame.Players[i]
	}
	return nil
}

// list puts a slot among the frame's players. Configstrings stay behind when players leave,
// so that only those are listed of whom the demo shows that they are in the game.
func (s *simulator) list(slot int) *sim.FramePlayer {
	p := s.player(slot)
	if p == nil || s.multiview && slot == s.self {
		return nil
	}
	i, ok := s.at(slot)
	if ok {
		return &s.frame.Players[i]
	}
	row := sim.FramePlayer{Player: sim.Player{Slot: sim.SlotAt(slot), Health: sim.Unknown, Armor: sim.Unknown, Ammo: sim.Unknown,
		Frags: sim.Unknown, Deaths: sim.Unknown, Ping: sim.Unknown, Mins: standing[0], Maxs: standing[1]}}
	s.frame.Players = append(s.frame.Players, sim.FramePlayer{})
	copy(s.frame.Players[i+1:], s.frame.Players[i:])
	s.frame.Players[i] = row
	s.reprofile(slot)
	if s.match.counting && !p.spectator {
		s.frame.Players[i].Deaths = 0
	}
	return &s.frame.Players[i]
}

// leave takes a slot out of the frame.
func (s *simulator) leave(slot int) {
	if i, ok := s.at(slot); ok {
		s.frame.Players = append(s.frame.Players[:i], s.frame.Players[i+1:]...)
	}
	if p := s.player(slot); p != nil {
		p.seen, p.team, p.side, p.spectator = 0, sim.TeamFree, "", false
	}
}

// nameList has the names of all slots, the longest first, and among equals those in the game.
func (s *simulator) nameList() []named {
	if !s.namesStale {
		return s.names
	}
	s.namesStale = false
	s.names = s.names[:0]
	for slot := range s.players {
		p := &s.players[slot]
		if p.raw == "" || s.multiview && slot == s.self {
			continue
		}
		s.names = append(s.names, named{p.raw, slot})
		if t := strings.TrimSpace(p.raw); t != p.raw && t != "" {
			s.names = append(s.names, named{t, slot})
		}
	}
	sort.SliceStable(s.names, func(i, j int) bool { return len(s.names[i].name) > len(s.names[j].name) })
	return s.names
}

// find is the slot of a name, or -1. Of namesakes it is the one in the game.
func (s *simulator) find(name string) int {
	found := -1
	for _, n := range s.nameList() {
		if n.name == name && (found < 0 || s.row(n.slot) != nil) {
			found = n.slot
			if s.row(n.slot) != nil {
				break
			}
		}
	}
	return found
}

// isPlayer tells whether an entity is a player, who is there.
func (s *simulator) isPlayer(e *quake2.EntityState) bool {
	return int(e.Number) <= s.maxClients && e.Models[0] == s.config.PlayerModel
}

// playerEntity takes over the entity of a player.
func (s *simulator) playerEntity(e *quake2.EntityState) {
	slot := int(e.Number) - 1
	p := &s.players[slot]
	r := s.list(slot)
	if r == nil {
		return
	}
	if p.spectator {
		s.play(slot)
	}
	first := p.seen != s.snaps-1 || p.seen == 0
	if !p.stated {
		before := p.origin
		r.NoLerp = first || s.jumped(before, e.Origin)
		r.Origin, r.Visible, r.POV = e.Origin, true, false
		r.View = sim.Angles{Pitch: e.Angles[0] * modelPitch, Yaw: e.Angles[1]}
		r.Velocity = sim.Vec3{}
		if dt := float32((s.now - s.before).Seconds()); !r.NoLerp && dt > 0 {
			for i := range r.Velocity {
				r.Velocity[i] = (e.Origin[i] - before[i]) / dt
			}
		}
		r.OnGround = !r.NoLerp && r.Velocity[2] == 0
		r.Health, r.Armor, r.Ammo, r.Inventory = sim.Unknown, sim.Unknown, sim.Unknown, nil
		s.shape(r, e)
		if r.Armor == sim.Unknown {
			r.ArmorKind = sim.ItemNone
		}
		s.setLife(r, lifeOf(e))
		if w := s.visibleWeapon(e.Skin); w != sim.WeaponNone {
			r.Weapon = w
		} else if p.flash != sim.WeaponNone {
			r.Weapon = p.flash
		}
	} else if s.unarmed(r) {
		r.Weapon = s.visibleWeapon(e.Skin)
	}
	if dead := lifeOf(e); p.stated && dead == sim.Dead && r.Life == sim.Alive && s.multiview {
		s.setLife(r, dead)
	}
	p.origin = e.Origin
	p.seen = s.snaps
	s.shine(r, e)
	r.Firing = s.now < p.firingUntil && r.Life == sim.Alive
	if e.Event == quake2.EventPlayerTeleport || e.Event == quake2.EventOtherTeleport {
		r.NoLerp = true
		s.effect(sim.Effect{Kind: sim.EffectTeleport, Origin: r.Origin, Slot: sim.SlotAt(slot)}, bodyTime)
	}
}

// unarmed tells whether nothing is known of what a living player holds: the screen
// shows no weapon while he looks through a scope.
func (s *simulator) unarmed(r *sim.FramePlayer) bool {
	return r.Life == sim.Alive && r.Weapon == sim.WeaponNone
}

func lifeOf(e *quake2.EntityState) sim.Life {
	if e.Frame >= frameDeath && e.Frame <= frameDeathLast {
		return sim.Dead
	}
	return sim.Alive
}

// setLife takes over whether a player lives, and shows a death.
func (s *simulator) setLife(r *sim.FramePlayer, life sim.Life) {
	if r.Life == life {
		return
	}
	switch {
	case life == sim.Alive || life == sim.Spectating:
		r.NoLerp = true
	case r.Life == sim.Alive && life == sim.Gibbed:
		s.effect(sim.Effect{Kind: sim.EffectGibs, Origin: r.Origin, Slot: r.Slot}, bodyTime)
	case r.Life == sim.Alive && life == sim.Dead && !r.NoLerp:
		s.effect(sim.Effect{Kind: sim.EffectDeath, Origin: r.Origin, Slot: r.Slot}, bodyTime)
	}
	r.Life = life
}

// shape sets the hull: lower when the model crouches.
func (s *simulator) shape(r *sim.FramePlayer, e *quake2.EntityState) {
	r.Mins, r.Maxs = standing[0], standing[1]
	ducked := e.Frame >= frameCrouch && e.Frame <= frameCrouchPain
	if mins, maxs, ok := s.server.Solid.Box(e.Solid); ok && mins[0] == -16 && mins[2] == -24 {
		ducked = maxs[2] < 16
	}
	if ducked {
		r.Maxs[2] = duckedHeight
	}
}

// shine reads powerups and flags from what a player's model shows.
func (s *simulator) shine(r *sim.FramePlayer, e *quake2.EntityState) {
	var set sim.PowerupSet
	add := func(have bool, p sim.Powerup) {
		if have {
			set |= 1 << p
		}
	}
	const shells = quake2.RenderShellRed | quake2.RenderShellGreen | quake2.RenderShellBlue
	add(e.Effects&quake2.EFQuad != 0, sim.PowerupQuad)
	add(e.Effects&quake2.EFPent != 0, sim.PowerupProtection)
	add(e.Effects&quake2.EFDouble != 0, sim.PowerupDouble)
	add(e.Effects&quake2.EFHalfDamage != 0, sim.PowerupResistance)
	if e.Effects&quake2.EFColorShell != 0 {
		switch shell := e.RenderFX & shells; {
		case s.mod.action:
			add(shell != 0, sim.PowerupSpawnShield)
		case shell == quake2.RenderShellBlue:
			add(true, sim.PowerupQuad)
		case shell == quake2.RenderShellRed, shell == shells:
			add(true, sim.PowerupProtection)
		}
	}
	p := &s.players[r.Slot.Index()]
	add(p.suitEnd > s.now, sim.PowerupSuit)
	if p.viewed == s.snaps {
		set |= p.tech
	}
	s.setPowerups(r, set)
	red, blue := e.Effects&quake2.EFFlag1 != 0, e.Effects&quake2.EFFlag2 != 0
	r.FlagCarried, r.Flag = red || blue, sim.TeamFree
	if red {
		r.Flag = sim.TeamRed
	} else if blue {
		r.Flag = sim.TeamBlue
	}
}

// setPowerups takes over which powers a player has and tells of changes in sight.
func (s *simulator) setPowerups(r *sim.FramePlayer, set sim.PowerupSet) {
	had := r.Powerups
	r.Powerups = set
	if had == set || r.NoLerp {
		return
	}
	for p := range sim.PowerupCount {
		if p == sim.PowerupSpawnShield || p == sim.PowerupSuit {
			continue
		}
		switch {
		case set.Has(p) && !had.Has(p):
			s.queue(sim.Event{Kind: sim.EventPowerup, Slot: r.Slot, Powerup: p})
		case had.Has(p) && !set.Has(p):
			r.PowerupEnd[p] = 0
			s.queue(sim.Event{Kind: sim.EventPowerupEnd, Slot: r.Slot, Powerup: p})
		}
	}
}

// jumped tells whether someone cannot have walked from a to b since the
// snapshot before.
func (s *simulator) jumped(a, b sim.Vec3) bool {
	reach := max(jumpDistance, float32(10*jumpDistance*(s.now-s.before).Seconds()))
	return distance2(a, b) > reach*reach
}

func distance2(a, b sim.Vec3) float32 {
	var d float32
	for i := range a {
		d += (a[i] - b[i]) * (a[i] - b[i])
	}
	return d
}

// missing ages a player whom a recording that shows all who are there does not
// show: he waits for the next round, or watches.
func (s *simulator) missing(r *sim.FramePlayer) {
	switch {
	case s.roundPlayer(r.Slot.Index()):
		s.outOfRound(r)
	case s.mod.action && s.match.teams:
		r.Life = sim.Spectating
	default:
		r.Life = sim.Absent
	}
	if r.Visible {
		r.Visible, r.LastSeen = false, s.before
	}
	r.Health, r.Armor, r.Ammo, r.Inventory, r.ArmorKind = sim.Unknown, sim.Unknown, sim.Unknown, nil, sim.ItemNone
	r.Firing, r.Powerups, r.FlagCarried = false, 0, false
}

// loseSight ages the players, things and movers that this snapshot does not show.
func (s *simulator) loseSight() {
	for i := range s.frame.Players {
		r := &s.frame.Players[i]
		p := &s.players[r.Slot.Index()]
		shown := p.seen == s.snaps || p.viewed == s.snaps
		p.stated = false
		switch {
		case shown:
		case s.allSeeing && !p.spectator:
			s.missing(r)
		case r.Visible:
			r.Visible, r.LastSeen, r.POV, r.Firing, r.Inventory = false, s.before, false, false, nil
			r.Health, r.Armor, r.Ammo = sim.Unknown, sim.Unknown, sim.Unknown
			if p.spectator {
				r.Life = sim.Spectating
			}
		}
	}
	s.loseThings()
	for i := range s.frame.Movers {
		m := &s.frame.Movers[i]
		m.Visible = s.entityView(m.Number).snap == s.snaps
	}
}
