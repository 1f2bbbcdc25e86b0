package q2

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// clients keeps what the demo tells of the player in each slot beside his row: name, model, team,
// and what his playerstate and his shots showed.
type clients struct {
	track   *track.Track
	players *track.Players
	level   *level
	slots   [maxPlayers]client
	// names are those of all slots, the longest first; stale after a change.
	names []track.Named
	stale bool
	// skinTeams are the teams of models and skins, teamNames the names of the teams.
	skinTeams map[string]sim.Team
	teamNames [sim.TeamCount]string
	// unnamed are the deaths of the last second that were told without a name.
	unnamed []unnamedDeath
	// counting: the match began within the recording, so that deaths count from 0.
	counting bool
}

// unnamedDeath is how somebody died.
type unnamedDeath struct {
	at     time.Duration
	weapon sim.Weapon
	cause  string
}

// client is the player in a slot.
type client struct {
	// raw is the configstring's name, as prints have it; name the same for showing.
	raw   string
	name  sim.Text
	model string
	// team is as the scoreboard, a print or the skin told.
	team      sim.Team
	teamName  string
	spectator bool

	firingUntil time.Duration
	flash       sim.Weapon // what he fired last

	stated    bool   // his playerstate is in this snapshot
	viewed    uint32 // number of the last snapshot with his playerstate
	health    int16  // in the snapshot before
	armorKind sim.Item
	suitEnd   time.Duration
	lit       [len(effectPowerups)]time.Duration // when the light of each was seen last
	tech      sim.PowerupSet                     // the tech that his status bar shows
	pickup    int16                              // the pickup stat in the snapshot before

	fell   time.Duration // when he was seen to die, 0 once that is told
	toldOf time.Duration // when a print last told of his death
}

// reset begins a level.
func (cl *clients) reset() {
	*cl = clients{track: cl.track, players: cl.players, level: cl.level, stale: true}
}

// at is what is kept of a slot, or nil.
func (cl *clients) at(slot sim.Slot) *client {
	if n := slot.Index(); n >= 0 && n < len(cl.slots) {
		return &cl.slots[n]
	}
	return nil
}

// read reads the configstring of a player: name\model/skin.
func (cl *clients) read(slot sim.Slot, text, old string) {
	p := cl.at(slot)
	if p == nil {
		return
	}
	name, skin, _ := strings.Cut(text, `\`)
	name = cl.unmarked(slot, name)
	before := p.name.Plain
	p.raw = plain([]byte(name))
	p.name = trim(words([]byte(name)))
	skin, _, _ = strings.Cut(skin, `\`) // behind which the rerelease has a dogtag
	p.model = plain([]byte(skin))
	cl.stale = true
	cl.skinTeam(p)
	listed := cl.players.Row(slot) != nil
	switch {
	case text == "" && listed:
		cl.leave(slot)
		return
	case old == "" || !listed:
		cl.setProfile(slot)
		return
	}
	was := cl.players.Profile(slot)
	cl.setProfile(slot)
	if before != p.name.Plain {
		cl.track.Event(sim.Event{Kind: sim.EventNameChange, Slot: slot, Text: sim.Renamed(was.Name, p.name)})
	}
}

// unmarked is the name of a player in the place of a mark, which the rerelease's Capture the Flag puts there when he gets
// the skin of a team (ctf/g_ctf.cpp, CTFAssignSkin): the name that he had, or that the game keeps for his team's list.
func (cl *clients) unmarked(slot sim.Slot, name string) string {
	const playerNames = 2 // of the general configstrings (bg_local.h, CONFIG_CTF_PLAYER_NAME)
	if !cl.level.translated() || !strings.HasPrefix(name, playerMark) {
		return name
	}
	if known := cl.at(slot).raw; known != "" {
		return known
	}
	if kept := cl.level.configString(cl.level.config.General + playerNames + slot.Index()); kept != "" {
		return kept
	}
	return name
}

// skinTeam takes the team from a skin that the scoreboard gave to a team, or that the mod gives to all of one.
func (cl *clients) skinTeam(p *client) {
	team, ok := cl.skinTeams[p.model]
	if !ok {
		team, ok = cl.level.mod.skinTeams[p.model[strings.LastIndexByte(p.model, '/')+1:]]
	}
	if ok {
		p.team = team
		cl.level.haveTeams()
	}
}

// setProfile makes the profile of a slot anew.
func (cl *clients) setProfile(slot sim.Slot) {
	p := cl.at(slot)
	q := sim.Profile{Slot: slot, Name: p.name, Model: p.model, Team: p.team, TeamName: p.teamName}
	if q.Name.Plain == "" {
		q.Name = sim.PlainText(fmt.Sprintf("Player %d", slot.Index()+1)) // old games have no names where one plays alone
	}
	if p.spectator {
		q.Team, q.TeamName = sim.TeamSpectator, ""
	}
	cl.players.SetProfile(slot, cl.track.Recorder().Profile(q))
}

// setTeam puts a player into a team.
func (cl *clients) setTeam(slot sim.Slot, team sim.Team, name string) {
	p := cl.at(slot)
	if p == nil || p.team == team && p.teamName == name && !p.spectator {
		return
	}
	changed := p.team != sim.TeamFree && p.team != team && cl.players.Row(slot) != nil
	p.team, p.teamName, p.spectator = team, name, false
	cl.setProfile(slot)
	if changed {
		cl.track.Event(sim.Event{Kind: sim.EventTeamChange, Slot: slot, Team: team})
	}
}

// watch makes a player a spectator.
func (cl *clients) watch(slot sim.Slot) {
	p := cl.at(slot)
	if p == nil || p.spectator && cl.players.Row(slot) != nil {
		return
	}
	p.spectator = true
	cl.list(slot)
	cl.setProfile(slot)
	if r := cl.players.Row(slot); r != nil && !cl.players.Seen(slot) {
		r.Life, r.Visible = sim.Spectating, false
	}
}

// play makes a spectator a player.
func (cl *clients) play(slot sim.Slot) {
	if p := cl.at(slot); p != nil && p.spectator {
		p.spectator = false
		cl.setProfile(slot)
		if r := cl.players.Row(slot); r != nil && r.Life == sim.Spectating {
			r.Life = sim.Absent
		}
	}
}

// serverSpectator is the name of the spectator through whom Q2PRO's server records what scoreboards tell (server/mvd.c,
// dummy_create): no player, but others see him enter the game.
const serverSpectator = "[MVDSPEC]"

// list puts a slot among the frame's players. Configstrings stay behind when players leave,
// so that only those are listed of whom the demo shows that they are in the game.
func (cl *clients) list(slot sim.Slot) *recording.FramePlayer {
	p := cl.at(slot)
	if p == nil || cl.level.hidden(slot) || p.raw == serverSpectator {
		return nil
	}
	if r := cl.players.Row(slot); r != nil {
		return r
	}
	if !cl.level.hasPlayer(slot) {
		return nil
	}
	cl.setProfile(slot)
	r := cl.players.List(slot)
	if cl.counting && !p.spectator {
		r.Deaths = 0
	}
	return r
}

// leave takes a slot out of the frame.
func (cl *clients) leave(slot sim.Slot) {
	cl.players.Unlist(slot)
	if p := cl.at(slot); p != nil {
		p.team, p.teamName, p.spectator = sim.TeamFree, "", false
	}
}

// nameList has the names of all slots, the longest first.
func (cl *clients) nameList() []track.Named {
	if !cl.stale {
		return cl.names
	}
	cl.stale = false
	cl.names = cl.names[:0]
	for i := range cl.slots {
		slot, raw := sim.SlotAt(i), cl.slots[i].raw
		if raw == "" || raw == serverSpectator || cl.level.hidden(slot) {
			continue
		}
		cl.names = append(cl.names, track.Named{Slot: slot, Name: raw})
		if t := strings.TrimSpace(raw); t != raw && t != "" {
			cl.names = append(cl.names, track.Named{Slot: slot, Name: t})
		}
	}
	sort.SliceStable(cl.names, func(i, j int) bool { return len(cl.names[i].Name) > len(cl.names[j].Name) })
	return cl.names
}

// find is the slot of a name. Of namesakes it is the one in the game.
func (cl *clients) find(name string) (found sim.Slot) {
	for _, n := range cl.nameList() {
		if n.Name != name {
			continue
		}
		if cl.players.Row(n.Slot) != nil {
			return n.Slot
		}
		if !found.Valid() {
			found = n.Slot
		}
	}
	return found
}

// firing reports whether a player fired a moment ago.
func (cl *clients) firing(slot sim.Slot) bool {
	p := cl.at(slot)
	return p != nil && cl.track.Now() < p.firingUntil
}

// setLife records whether a player lives, and shows a death. Spawns are shown by their muzzle flashes;
// who was elsewhere before died there, too.
func (cl *clients) setLife(r *recording.FramePlayer, life sim.Life) {
	if r.Life == life {
		return
	}
	switch {
	case life == sim.Alive || life == sim.Spectating:
		r.NoLerp = true
	case r.Life == sim.Alive && life == sim.Gibbed:
		cl.fell(r)
		cl.track.Effect(sim.Effect{Kind: sim.EffectGibs, Origin: r.Origin, Slot: r.Slot}, track.BodyTime)
	case r.Life == sim.Alive && life == sim.Dead && !r.NoLerp:
		cl.fell(r)
		cl.track.Effect(sim.Effect{Kind: sim.EffectDeath, Origin: r.Origin, Slot: r.Slot}, track.BodyTime)
	}
	r.Life = life
}

// obituaryWait is how long before or after somebody is seen to die a print tells of it, at most.
const obituaryWait = time.Second

// fell notes that a player was seen to die, if no print told of it. Between rounds who is left looks dead for a moment,
// which counts for nothing.
func (cl *clients) fell(r *recording.FramePlayer) {
	if p := cl.at(r.Slot); !r.NoLerp && !cl.level.rounds() && (p.toldOf == 0 || cl.track.Now()-p.toldOf > obituaryWait) {
		p.fell = cl.track.Now()
	}
}

// tellUntold records the deaths that were seen and that no print tells of: its wording is not known, or the demo has
// none. Servers record what goes to all at once, which prints do not (server/sv_send.c, SV_BroadcastPrintf).
func (cl *clients) tellUntold() {
	for i := range cl.players.Rows() {
		slot := cl.players.Rows()[i].Slot
		p := cl.at(slot)
		if p.fell == 0 || cl.track.Now()-p.fell < obituaryWait {
			continue
		}
		fell := p.fell
		how := cl.takeUnnamed(fell)
		cl.killed(slot, sim.Slot{})
		p.toldOf = fell // he may die again within the wait
		cl.track.Event(sim.Event{Kind: sim.EventObituary, Slot: slot, Weapon: how.weapon, Cause: how.cause})
	}
}

// takeUnnamed is how the one died who was seen to fall at a time, if that was told without a name.
func (cl *clients) takeUnnamed(fell time.Duration) (how unnamedDeath) {
	for i, u := range cl.unnamed {
		if (u.at - fell).Abs() <= obituaryWait {
			cl.unnamed = slices.Delete(cl.unnamed, i, i+1)
			return u
		}
	}
	return how
}

// loseSight ages the players that this snapshot does not show. Where the demo shows all who are there, they wait
// for the next round, or watch.
func (cl *clients) loseSight() {
	rows := cl.players.Rows()
	for i := range rows {
		r := &rows[i]
		p := cl.at(r.Slot)
		p.stated = false
		if cl.players.Seen(r.Slot) || !cl.level.allSeeing || p.spectator {
			continue
		}
		r = cl.players.Row(r.Slot)
		switch {
		case cl.roundPlayer(r.Slot):
			cl.outOfRound(r)
		case cl.level.rounds():
			r.Life = sim.Spectating
		default:
			r.Life = sim.Absent
		}
		cl.hide(r)
		forgetStats(r)
	}
	cl.players.EndSnapshot()
	cl.tellUntold()
}

// hide takes a player out of sight.
func (cl *clients) hide(r *recording.FramePlayer) {
	if r.Visible {
		r.Visible, r.LastSeen = false, cl.track.Before()
	}
}

// forgetStats makes unknown what a player has.
func forgetStats(r *recording.FramePlayer) {
	r.Health, r.Armor, r.Ammo, r.Inventory, r.ArmorKind = sim.Unknown, sim.Unknown, sim.Unknown, nil, sim.ItemNone
	r.Firing, r.Powerups, r.FlagCarried = false, 0, false
}

// roundPlayer reports whether a player belongs to a team that plays rounds, in which
// the dead watch.
func (cl *clients) roundPlayer(slot sim.Slot) bool {
	p := cl.at(slot)
	return cl.level.rounds() && p.team != sim.TeamFree && !p.spectator
}

// outOfRound leaves a player where he died: he watches until the next round.
func (cl *clients) outOfRound(r *recording.FramePlayer) {
	switch r.Life {
	case sim.Dead, sim.Gibbed:
	case sim.Alive:
		cl.setLife(r, sim.Dead)
	default:
		r.Life = sim.Absent
	}
	cl.hide(r)
	r.Velocity, r.POV = sim.Vec3{}, false
}

// teamNamed is the team with a name, which gets one where it is new. Names on scoreboards
// are cut off.
func (cl *clients) teamNamed(name string) sim.Team {
	if name = strings.TrimSpace(name); name == "" {
		return sim.TeamFree
	}
	const least = 8 // so much of a name tells it from others
	for t := sim.TeamRed; t < sim.TeamSpectator; t++ {
		switch known := cl.teamNames[t]; {
		case known == "":
		case strings.HasPrefix(known, name):
			return t
		case strings.HasPrefix(name, known) && len(known) >= least:
			cl.teamNames[t] = name
			return t
		}
	}
	for t := sim.TeamRed; t < sim.TeamSpectator; t++ {
		if cl.teamNames[t] == "" {
			cl.teamNames[t] = name
			return t
		}
	}
	return sim.TeamFree
}

// killed counts a death.
func (cl *clients) killed(victim, attacker sim.Slot) {
	cl.list(attacker)
	v := cl.list(victim)
	if v == nil {
		return
	}
	p := cl.at(victim)
	p.fell, p.toldOf = 0, cl.track.Reading()
	if v.Deaths != sim.Unknown {
		v.Deaths++
	}
	switch {
	case !attacker.Valid() || attacker == victim:
		cl.addFrags(victim, -1)
	case cl.level.teams && cl.at(attacker).team == cl.at(victim).team && cl.at(victim).team != sim.TeamFree:
		cl.addFrags(attacker, -1)
	default:
		cl.addFrags(attacker, 1)
	}
}

// unstated reports whether a player's stats are not in the demo, or not any more.
func (cl *clients) unstated(slot sim.Slot) bool {
	p := cl.at(slot)
	return p.viewed == 0 || p.viewed+1 < cl.track.Snapshot()
}

// addFrags adds to the frags of a player whose stats are not in the demo.
func (cl *clients) addFrags(slot sim.Slot, n int16) {
	if r := cl.players.Row(slot); r != nil && r.Frags != sim.Unknown && cl.unstated(slot) {
		r.Frags += n
	}
}

// tally records what a scoreboard says; frags that a playerstate tells are newer.
func (cl *clients) tally(r *recording.FramePlayer, frags, deaths, ping int) {
	fits := func(n int) bool { return n != sim.Unknown && n > -1<<15 && n < 1<<15 }
	if fits(frags) && cl.unstated(r.Slot) {
		r.Frags = int16(frags)
	}
	if fits(deaths) {
		r.Deaths = int16(deaths)
	}
	if fits(ping) {
		r.Ping = int16(ping)
	}
}

// followed is the player whom a spectator follows.
func (cl *clients) followed(ps *quake2.PlayerState) sim.Slot {
	l := cl.level
	index := int(stat(ps, l.chaseStat()))
	switch slot := index - l.config.PlayerSkins; {
	case index <= 0:
	case slot >= 0 && slot < maxPlayers:
		return sim.SlotAt(slot)
	case index >= l.config.General:
		return cl.find(strings.TrimSpace(plain([]byte(l.configString(index)))))
	}
	return sim.Slot{}
}
