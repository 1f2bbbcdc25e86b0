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
	raw   string
	name  sim.Text
	model string
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
}

// players keeps who is in which slot, and the rows of those who are in the game.
type players struct {
	track      *track
	level      *level
	slots      [maxPlayers]player
	names      []named
	namesStale bool
	// skins are the teams of models and skins, sides the names of the teams.
	skins map[string]sim.Team
	sides [sim.TeamCount]string
	// counting: the match began within the recording, so that deaths count from 0.
	counting bool
}

// reset begins a level.
func (pl *players) reset() { *pl = players{track: pl.track, level: pl.level, namesStale: true} }

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
func (pl *players) player(slot int) *player {
	if slot < 0 || slot >= len(pl.slots) {
		return nil
	}
	return &pl.slots[slot]
}

// playerString reads the configstring of a player: name\model/skin.
func (pl *players) playerString(slot int, old string) {
	p := pl.player(slot)
	if p == nil {
		return
	}
	text := pl.level.configString(pl.level.config.PlayerSkins + slot)
	name, skin, _ := strings.Cut(text, `\`)
	before := p.name.Plain
	p.raw = plain([]byte(name))
	p.name = trim(words([]byte(name)))
	p.model = plain([]byte(skin))
	pl.namesStale = true
	pl.skinTeam(p)
	listed := pl.track.row(slot) != nil
	switch {
	case text == "" && listed:
		pl.leave(slot)
		return
	case old == "" || !listed:
		pl.reprofile(slot)
		return
	}
	was := pl.track.profiles[slot]
	pl.reprofile(slot)
	if before != p.name.Plain {
		pl.track.event(sim.Event{Kind: sim.EventNameChange, Slot: sim.SlotAt(slot), Text: was.Name, Profile: pl.track.profiles[slot]})
	}
}

// skinTeam takes the team from a skin of Capture the Flag, or from one that the
// scoreboard gave to a team.
func (pl *players) skinTeam(p *player) {
	skin := p.model[strings.LastIndexByte(p.model, '/')+1:]
	switch {
	case pl.skins[p.model] != 0:
		p.team = pl.skins[p.model]
	case pl.level.mod.action || pl.level.mod.opentdm:
		return
	case skin == "ctf_r":
		p.team = sim.TeamRed
	case skin == "ctf_b":
		p.team = sim.TeamBlue
	default:
		return
	}
	pl.level.haveTeams()
}

// reprofile makes the profile of a slot anew.
func (pl *players) reprofile(slot int) {
	p := &pl.slots[slot]
	name := p.name
	if name.Plain == "" {
		name = sim.PlainText(fmt.Sprintf("Player %d", slot+1)) // old games alone have no names
	}
	q := sim.Profile{Slot: sim.SlotAt(slot), Name: name, Model: p.model, Team: p.team, TeamName: p.side, Bot: p.bot}
	if p.spectator {
		q.Team, q.TeamName = sim.TeamSpectator, ""
	}
	pl.track.profiles[slot] = pl.track.rec.Profile(q)
	if r := pl.track.row(slot); r != nil {
		r.Profile, r.Bot = pl.track.profiles[slot], p.bot
	}
}

// setTeam puts a player into a team.
func (pl *players) setTeam(slot int, team sim.Team, side string) {
	p := pl.player(slot)
	if p == nil || p.team == team && p.side == side && !p.spectator {
		return
	}
	known := p.team != sim.TeamFree && p.team != team && pl.track.row(slot) != nil
	p.team, p.side, p.spectator = team, side, false
	pl.reprofile(slot)
	if known {
		pl.track.event(sim.Event{Kind: sim.EventTeamChange, Slot: sim.SlotAt(slot), Team: team, Profile: pl.track.profiles[slot]})
	}
}

// watch makes a player a spectator.
func (pl *players) watch(slot int) {
	p := pl.player(slot)
	if p == nil || p.spectator && pl.track.row(slot) != nil {
		return
	}
	p.spectator = true
	pl.list(slot)
	pl.reprofile(slot)
	if r := pl.track.row(slot); r != nil && (p.seen == 0 || p.seen != pl.track.snaps) {
		r.Life, r.Visible = sim.Spectating, false
	}
}

// play makes a spectator a player.
func (pl *players) play(slot int) {
	p := pl.player(slot)
	if p == nil || !p.spectator {
		return
	}
	p.spectator = false
	pl.reprofile(slot)
	if r := pl.track.row(slot); r != nil && r.Life == sim.Spectating {
		r.Life = sim.Absent
	}
}

// list puts a slot among the frame's players. Configstrings stay behind when players leave,
// so that only those are listed of whom the demo shows that they are in the game.
func (pl *players) list(slot int) *sim.FramePlayer {
	p := pl.player(slot)
	if p == nil || pl.level.hidden(slot) {
		return nil
	}
	i, ok := pl.track.at(slot)
	if ok {
		return &pl.track.frame.Players[i]
	}
	row := sim.FramePlayer{Player: sim.Player{Slot: sim.SlotAt(slot), Health: sim.Unknown, Armor: sim.Unknown, Ammo: sim.Unknown,
		Frags: sim.Unknown, Deaths: sim.Unknown, Ping: sim.Unknown, Mins: standing[0], Maxs: standing[1]}}
	pl.track.frame.Players = append(pl.track.frame.Players, sim.FramePlayer{})
	copy(pl.track.frame.Players[i+1:], pl.track.frame.Players[i:])
	pl.track.frame.Players[i] = row
	pl.reprofile(slot)
	if pl.counting && !p.spectator {
		pl.track.frame.Players[i].Deaths = 0
	}
	return &pl.track.frame.Players[i]
}

// leave takes a slot out of the frame.
func (pl *players) leave(slot int) {
	if i, ok := pl.track.at(slot); ok {
		pl.track.frame.Players = append(pl.track.frame.Players[:i], pl.track.frame.Players[i+1:]...)
	}
	if p := pl.player(slot); p != nil {
		p.seen, p.team, p.side, p.spectator = 0, sim.TeamFree, "", false
	}
}

// nameList has the names of all slots, the longest first, and among equals those in the game.
func (pl *players) nameList() []named {
	if !pl.namesStale {
		return pl.names
	}
	pl.namesStale = false
	pl.names = pl.names[:0]
	for slot := range pl.slots {
		p := &pl.slots[slot]
		if p.raw == "" || pl.level.hidden(slot) {
			continue
		}
		pl.names = append(pl.names, named{p.raw, slot})
		if t := strings.TrimSpace(p.raw); t != p.raw && t != "" {
			pl.names = append(pl.names, named{t, slot})
		}
	}
	sort.SliceStable(pl.names, func(i, j int) bool { return len(pl.names[i].name) > len(pl.names[j].name) })
	return pl.names
}

// find is the slot of a name, or -1. Of namesakes it is the one in the game.
func (pl *players) find(name string) int {
	found := -1
	for _, n := range pl.nameList() {
		if n.name == name && (found < 0 || pl.track.row(n.slot) != nil) {
			found = n.slot
			if pl.track.row(n.slot) != nil {
				break
			}
		}
	}
	return found
}

func lifeOf(e *quake2.EntityState) sim.Life {
	if e.Frame >= frameDeath && e.Frame <= frameDeathLast {
		return sim.Dead
	}
	return sim.Alive
}

// setLife takes over whether a player lives, and shows a death.
func (pl *players) setLife(r *sim.FramePlayer, life sim.Life) {
	if r.Life == life {
		return
	}
	switch {
	case life == sim.Alive || life == sim.Spectating:
		r.NoLerp = true
	case r.Life == sim.Alive && life == sim.Gibbed:
		pl.track.effect(sim.Effect{Kind: sim.EffectGibs, Origin: r.Origin, Slot: r.Slot}, bodyTime)
	case r.Life == sim.Alive && life == sim.Dead && !r.NoLerp:
		pl.track.effect(sim.Effect{Kind: sim.EffectDeath, Origin: r.Origin, Slot: r.Slot}, bodyTime)
	}
	r.Life = life
}

// setPowerups takes over which powers a player has and tells of changes in sight.
func (pl *players) setPowerups(r *sim.FramePlayer, set sim.PowerupSet) {
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
			pl.track.event(sim.Event{Kind: sim.EventPowerup, Slot: r.Slot, Powerup: p})
		case had.Has(p) && !set.Has(p):
			r.PowerupEnd[p] = 0
			pl.track.event(sim.Event{Kind: sim.EventPowerupEnd, Slot: r.Slot, Powerup: p})
		}
	}
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
func (pl *players) missing(r *sim.FramePlayer) {
	switch {
	case pl.roundPlayer(r.Slot.Index()):
		pl.outOfRound(r)
	case pl.level.mod.action && pl.level.teams:
		r.Life = sim.Spectating
	default:
		r.Life = sim.Absent
	}
	if r.Visible {
		r.Visible, r.LastSeen = false, pl.track.before
	}
	r.Health, r.Armor, r.Ammo, r.Inventory, r.ArmorKind = sim.Unknown, sim.Unknown, sim.Unknown, nil, sim.ItemNone
	r.Firing, r.Powerups, r.FlagCarried = false, 0, false
}

// nearest is the slot of the player in sight nearest to a place, of those who fit and are less than far
// units off; -1 if there is none.
func (pl *players) nearest(place sim.Vec3, far float32, fits func(*sim.FramePlayer) bool) int {
	slot, least := -1, far*far
	for i := range pl.track.frame.Players {
		r := &pl.track.frame.Players[i]
		if d := distance2(r.Origin, place); r.Visible && d < least && fits(r) {
			slot, least = r.Slot.Index(), d
		}
	}
	return slot
}

// side is the team with a name, which gets one where it is new. Names on scoreboards
// are cut off.
func (pl *players) side(name string) sim.Team {
	name = strings.TrimSpace(name)
	if name == "" {
		return sim.TeamFree
	}
	for t := sim.TeamRed; t < sim.TeamSpectator; t++ {
		if pl.sides[t] == "" {
			continue
		}
		if strings.HasPrefix(pl.sides[t], name) {
			return t
		}
		if strings.HasPrefix(name, pl.sides[t]) && len(pl.sides[t]) >= 8 {
			pl.sides[t] = name
			return t
		}
	}
	for t := sim.TeamRed; t < sim.TeamSpectator; t++ {
		if pl.sides[t] == "" {
			pl.sides[t] = name
			return t
		}
	}
	return sim.TeamFree
}

// killed counts a death.
func (pl *players) killed(e *sim.Event) {
	v := pl.list(e.Slot.Index())
	if e.Attacker.Valid() {
		pl.list(e.Attacker.Index())
		v = pl.track.row(e.Slot.Index())
	}
	if v == nil {
		return
	}
	if v.Deaths != sim.Unknown {
		v.Deaths++
	}
	if e.Attacker == e.Slot {
		e.Attacker = sim.Slot{}
	}
	if !e.Attacker.Valid() {
		pl.count(e.Slot.Index(), -1)
		return
	}
	if pl.level.teams && pl.slots[e.Attacker.Index()].team == pl.slots[e.Slot.Index()].team && pl.slots[e.Slot.Index()].team != sim.TeamFree {
		pl.count(e.Attacker.Index(), -1)
		return
	}
	pl.count(e.Attacker.Index(), 1)
}

// count adds to the frags of a player whose stats are not in the demo.
func (pl *players) count(slot int, n int16) {
	r := pl.track.row(slot)
	p := pl.player(slot)
	if r == nil || r.Frags == sim.Unknown || p.viewed != 0 && p.viewed+1 >= pl.track.snaps {
		return
	}
	r.Frags += n
}

// tally takes over what a scoreboard says; frags that a playerstate tells are newer.
func (pl *players) tally(r *sim.FramePlayer, frags, deaths, ping int) {
	fits := func(n int) bool { return n != sim.Unknown && n > -1<<15 && n < 1<<15 }
	p := &pl.slots[r.Slot.Index()]
	if fits(frags) && (p.viewed == 0 || p.viewed+1 < pl.track.snaps) {
		r.Frags = int16(frags)
	}
	if fits(deaths) {
		r.Deaths = int16(deaths)
	}
	if fits(ping) {
		r.Ping = int16(ping)
	}
}

// roundPlayer tells whether a player belongs to a team that plays rounds, in which
// the dead watch.
func (pl *players) roundPlayer(slot int) bool {
	p := &pl.slots[slot]
	return pl.level.teams && pl.level.mod.action && p.team != sim.TeamFree && !p.spectator
}

// outOfRound leaves a player where he died: he watches until the next round.
func (pl *players) outOfRound(r *sim.FramePlayer) {
	switch r.Life {
	case sim.Dead, sim.Gibbed:
	case sim.Alive:
		pl.setLife(r, sim.Dead)
	default:
		r.Life = sim.Absent
	}
	if r.Visible {
		r.Visible, r.LastSeen = false, pl.track.before
	}
	r.Velocity, r.POV = sim.Vec3{}, false
}

// followed is the slot of the player whom a spectator follows, or -1.
func (pl *players) followed(ps *quake2.PlayerState) int {
	index := int(stat(ps, pl.level.bar.chase))
	if pl.level.bar.chase < 0 && !pl.level.mod.opentdm && !pl.level.mod.action {
		index = int(stat(ps, quake2.StatChase))
	}
	if index <= 0 {
		return -1
	}
	if slot := index - pl.level.config.PlayerSkins; slot >= 0 && slot < maxPlayers {
		return slot
	}
	if index < pl.level.config.General {
		return -1
	}
	return pl.find(strings.TrimSpace(plain([]byte(pl.level.configString(index)))))
}
