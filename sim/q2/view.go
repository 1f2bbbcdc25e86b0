package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// viewer is what is kept of the recorder's screen between snapshots.
type viewer struct {
	intermission bool
	showing      uint32 // snapshots in a row in which the scoreboard fills a frozen screen
	// board is what the last layout draws, unless it is a scoreboard.
	board *sim.ScreenText
}

// statusBar is what the program of the status bar tells of a mod's stats.
type statusBar struct {
	read bool
	// frags is the stat of the frags, and chase that of the configstring with the name
	// of who is followed; -1 where there are none.
	frags, chase          int
	health, armor, hasAmm bool
}

func (b *statusBar) deathmatch() bool { return b.read && b.frags >= 0 }

// readBar finds the stats in the status bar's program: the frags stand as a number
// of three digits in the upper right corner, the name of who is followed
// behind a text that says so.
func (s *simulator) readBar() {
	if s.bar.read {
		return
	}
	b := statusBar{read: true, frags: -1, chase: -1}
	program := strings.Fields(s.config.StatusBar(s.configString))
	at := func(i int) string {
		if i < len(program) {
			return program[i]
		}
		return ""
	}
	for i, word := range program {
		switch word {
		case "hnum":
			b.health = true
		case "rnum":
			b.armor = true
		case "anum":
			b.hasAmm = true
		case "num": // the test release has no words of their own for these
			if at(i+1) == "3" {
				b.health = b.health || at(i+2) == "1"
				b.hasAmm = b.hasAmm || at(i+2) == "3"
				b.armor = b.armor || at(i+2) == "5"
			}
		case "yt":
			if atoi(at(i+1)) <= 8 && at(i+2) == "num" && at(i+3) == "3" {
				b.frags = atoi(at(i + 4))
			}
		case "stat_string":
			if i >= 3 && b.chase < 0 {
				text := strings.Trim(at(i-3), `"`)
				if strings.EqualFold(text, "chasing") || strings.EqualFold(text, "viewing") {
					b.chase = atoi(at(i + 1))
				}
			}
		}
	}
	if len(program) == 0 {
		b.health, b.armor, b.hasAmm = true, true, true
	}
	s.bar = b
}

func stat(ps *quake2.PlayerState, i int) int16 {
	if i < 0 || i >= len(ps.Stats) {
		return 0
	}
	return ps.Stats[i]
}

// image is the name of an icon.
func (s *simulator) image(index int16) string {
	if index <= 0 {
		return ""
	}
	return strings.ToLower(s.configString(s.config.Images + int(index)))
}

// followed is the slot of the player whom a spectator follows, or -1.
func (s *simulator) followed(ps *quake2.PlayerState) int {
	index := int(stat(ps, s.bar.chase))
	if s.bar.chase < 0 && !s.mod.opentdm && !s.mod.action {
		index = int(stat(ps, quake2.StatChase))
	}
	if index <= 0 {
		return -1
	}
	if slot := index - s.config.PlayerSkins; slot >= 0 && slot < maxPlayers {
		return slot
	}
	if index < s.config.General {
		return -1
	}
	return s.find(strings.TrimSpace(plain([]byte(s.configString(index)))))
}

// viewOf takes over a playerstate.
func (s *simulator) viewOf(v *quake2.PlayerView, snap *quake2.Snapshot) {
	if v.Slot < 0 || v.Slot >= maxPlayers || s.multiview && v.Slot == s.self {
		return
	}
	ps := &v.State
	p := &s.players[v.Slot]
	if p.raw == "" && s.multiview {
		return
	}
	shown := snap.Entity(uint16(v.Slot + 1))
	bodiless := ps.Type == quake2.MoveFreeze || s.match.phase == sim.PhaseIntermission && ps.Type == quake2.MoveNormal
	if ps.Type == quake2.MoveSpectator || bodiless && !s.hasBody(shown) {
		s.spectate(v.Slot, ps)
		return
	}
	r := s.list(v.Slot)
	if r == nil {
		return
	}
	if p.spectator {
		s.play(v.Slot)
		r = s.row(v.Slot)
	}
	first := p.viewed != s.snaps-1 || p.viewed == 0
	r.NoLerp = first || s.jumped(r.Origin, ps.Origin) || ps.Flags&quake2.MoveFlagTeleport != 0 && s.jumpedFar(r, ps)
	p.viewed, p.stated = s.snaps, true
	r.Origin, r.Velocity = ps.Origin, ps.Velocity
	p.origin = r.Origin
	r.View = angles(ps.ViewAngles)
	r.Visible = true
	r.OnGround = ps.Flags&quake2.MoveFlagOnGround != 0
	r.Mins, r.Maxs = standing[0], standing[1]
	if ps.Flags&quake2.MoveFlagDucked != 0 {
		r.Maxs[2] = duckedHeight
	}
	s.stats(r, ps)
	life := sim.Alive
	switch {
	case ps.Type == quake2.MoveGib:
		life = sim.Gibbed
	case ps.Type == quake2.MoveDead || s.bar.health && stat(ps, quake2.StatHealth) <= 0:
		life = sim.Dead
	}
	if life == sim.Gibbed && r.Life == sim.Dead || life == sim.Dead && r.Life == sim.Gibbed {
		r.Life = life
	}
	s.setLife(r, life)
	s.holdings(r, ps, first)
	if p.seen != s.snaps {
		r.Firing = s.now < p.firingUntil && life == sim.Alive
	}
}

// hasBody tells whether an entity is a player's body, which those have who are frozen
// for a moment but not those who follow others.
func (s *simulator) hasBody(e *quake2.EntityState) bool {
	return e != nil && e.Models[0] == s.config.PlayerModel
}

// jumpedFar tells whether a player who was just moved by a teleporter is where his speed does
// not lead.
func (s *simulator) jumpedFar(r *sim.FramePlayer, ps *quake2.PlayerState) bool {
	const far = 96
	return distance2(r.Origin, ps.Origin) > far*far
}

// spectate takes over the state of someone who plays no part: he watches,
// maybe through another's eyes, or the level is over.
func (s *simulator) spectate(slot int, ps *quake2.PlayerState) {
	p := &s.players[slot]
	r := s.list(slot)
	if r == nil {
		return
	}
	p.viewed, p.stated = s.snaps, true
	r.Health, r.Armor, r.Ammo, r.Inventory, r.ArmorKind = sim.Unknown, sim.Unknown, sim.Unknown, nil, sim.ItemNone
	r.Firing, r.Powerups, r.FlagCarried = false, 0, false
	if s.roundPlayer(slot) {
		s.outOfRound(r)
		return
	}
	moved := s.jumped(r.Origin, ps.Origin)
	if r.Life != sim.Spectating {
		s.setLife(r, sim.Spectating)
	}
	r.NoLerp = r.NoLerp || moved
	r.Origin, r.Velocity, r.View, r.Visible = ps.Origin, ps.Velocity, angles(ps.ViewAngles), true
	r.Weapon = sim.WeaponNone
	if !s.multiview && slot == s.self {
		if other := s.followed(ps); other >= 0 && other != slot {
			s.through(other, ps)
		}
	}
}

// roundPlayer tells whether a player belongs to a team that plays rounds, in which
// the dead watch.
func (s *simulator) roundPlayer(slot int) bool {
	p := &s.players[slot]
	return s.match.teams && s.mod.action && p.team != sim.TeamFree && !p.spectator
}

// outOfRound leaves a player where he died: he watches until the next round.
func (s *simulator) outOfRound(r *sim.FramePlayer) {
	switch r.Life {
	case sim.Dead, sim.Gibbed:
	case sim.Alive:
		s.setLife(r, sim.Dead)
	default:
		r.Life = sim.Absent
	}
	if r.Visible {
		r.Visible, r.LastSeen = false, s.before
	}
	r.Velocity, r.POV = sim.Vec3{}, false
}

// through gives a player whom the recorder follows the stats that the recorder sees.
func (s *simulator) through(slot int, ps *quake2.PlayerState) {
	if r := s.list(slot); r != nil {
		s.stats(r, ps)
	}
}

// stats takes over what the status bar shows.
func (s *simulator) stats(r *sim.FramePlayer, ps *quake2.PlayerState) {
	p := &s.players[r.Slot.Index()]
	b := &s.bar
	p.health = r.Health
	r.Health, r.Armor, r.Ammo = sim.Unknown, sim.Unknown, sim.Unknown
	if b.health {
		r.Health = stat(ps, quake2.StatHealth)
	}
	if b.armor {
		s.armor(r, p, ps)
	}
	if b.hasAmm && stat(ps, quake2.StatAmmoIcon) != 0 {
		r.Ammo = stat(ps, quake2.StatAmmo)
	}
	if w := s.gunOf(ps.Gun); w != sim.WeaponNone {
		r.Weapon = w
	}
	if b.frags >= 0 {
		r.Frags = stat(ps, b.frags)
	}
	s.timers(r, p, ps)
	p.tech = 0
	if power, ok := techIcons[s.image(stat(ps, quake2.StatCTFTech))]; ok && s.mod.ctf {
		p.tech = 1 << power
	}
	s.picked(r, p, ps)
}

// armor reads the armour and its kind; the icon of power armour takes turns
// with it.
func (s *simulator) armor(r *sim.FramePlayer, p *player, ps *quake2.PlayerState) {
	r.Armor = stat(ps, quake2.StatArmor)
	switch icon := s.image(stat(ps, quake2.StatArmorIcon)); {
	case strings.Contains(icon, "bodyarmor"):
		p.armorKind = sim.ItemArmorRed
	case strings.Contains(icon, "combatarmor"):
		p.armorKind = sim.ItemArmorYellow
	case strings.Contains(icon, "jacketarmor"):
		p.armorKind = sim.ItemArmorGreen
	case strings.Contains(icon, "powershield"), strings.Contains(icon, "powerscreen"):
	default:
		p.armorKind = sim.ItemNone
	}
	if r.Armor <= 0 {
		p.armorKind = sim.ItemNone
	}
	r.ArmorKind = p.armorKind
}

// timerIcons are the powers of the icons beside the timer.
var timerIcons = map[string]sim.Powerup{
	"p_quad": sim.PowerupQuad, "p_invulnerability": sim.PowerupProtection, "p_envirosuit": sim.PowerupSuit,
	"p_rebreather": sim.PowerupSuit, "p_double": sim.PowerupDouble, "p_doubledamage": sim.PowerupDouble,
}

// techIcons are the powers of the techs of Capture the Flag by their icons.
var techIcons = map[string]sim.Powerup{
	"tech1": sim.PowerupResistance, "tech2": sim.PowerupStrength, "tech3": sim.PowerupHaste, "tech4": sim.PowerupRegeneration,
}

// timers reads when powers end. The timer counts whole seconds.
func (s *simulator) timers(r *sim.FramePlayer, p *player, ps *quake2.PlayerState) {
	icon, left := s.image(stat(ps, quake2.StatTimerIcon)), stat(ps, quake2.StatTimer)
	power, ok := timerIcons[icon]
	if !ok || left < 0 {
		return
	}
	end := s.now + time.Duration(left)*time.Second
	if old := r.PowerupEnd[power]; old < end-time.Second || old > end+1100*time.Millisecond {
		r.PowerupEnd[power] = end
	}
	if power == sim.PowerupSuit {
		p.suitEnd = r.PowerupEnd[power]
	}
}

// picked finds an item that the status bar says was taken just now.
func (s *simulator) picked(r *sim.FramePlayer, p *player, ps *quake2.PlayerState) {
	index := stat(ps, quake2.StatPickupString)
	was := p.pickup
	p.pickup = index
	if index == 0 || index == was || p.viewed == 0 {
		return
	}
	if a, ok := s.pickupOf(plain([]byte(s.configString(int(index))))); ok && !r.NoLerp {
		s.match.pickups = append(s.match.pickups, pickup{r.Slot.Index(), a, r.Origin, true})
		p.owns.take(a)
	}
}

// The bits of the layouts stat: which of the layout and the inventory that came last shows.
const (
	layoutsBoard     = 1
	layoutsInventory = 2
)

// showBoard shows what the recorder has open.
func (s *simulator) showBoard(snap *quake2.Snapshot) {
	s.frame.ScreenText = nil
	if !s.allSeeing && len(snap.Players) > 0 && stat(&snap.Players[0].State, quake2.StatLayouts)&layoutsBoard != 0 {
		s.frame.ScreenText = s.view.board
	}
}

// pointOfView finds out through whose eyes the demo is seen.
func (s *simulator) pointOfView(snap *quake2.Snapshot) {
	pov := -1
	if !s.allSeeing && len(snap.Players) > 0 {
		v := &snap.Players[0]
		pov = v.Slot
		if r := s.row(pov); r != nil && r.Life == sim.Spectating {
			if other := s.followed(&v.State); other >= 0 && s.row(other) != nil {
				pov = other
			}
		}
		if s.row(pov) == nil {
			pov = -1
		}
	}
	if r := s.row(s.pov); r != nil && s.pov != pov {
		r.POV = false
	}
	if s.pov != pov && s.pov >= 0 && pov >= 0 {
		s.queue(sim.Event{Kind: sim.EventPointOfView, Slot: sim.SlotAt(pov)})
	}
	s.pov, s.frame.POV = pov, sim.SlotAt(pov)
	if r := s.row(pov); r != nil {
		r.POV = true
	}
}
