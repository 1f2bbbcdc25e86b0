package q2

import (
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// maxPlayers is the maximum number of slots of any server.
const maxPlayers = 256

// maxStrings limits the number of configstrings kept.
const maxStrings = 16 << 10

// assumed is the layout of configstrings up to protocol 34, for demos that lack the start of their level.
var assumed = quake2.ConfigLayout{AirAccel: 29, MaxClients: 30, MapChecksum: 31, Models: 32, Sounds: 288, Images: 544,
	Lights: 800, Items: 1056, PlayerSkins: 1312, General: 1568, End: 2080, Length: 64, PlayerModel: 255}

// level holds the server's information about itself and the level: the configstrings, the mod, and the mode.
type level struct {
	server  quake2.ServerData
	config  *quake2.ConfigLayout
	strings []string
	mod     *mod
	bar     statusBar
	protocol
	// allSeeing is set if the demo shows everything, so anything missing does not exist.
	allSeeing bool
	// maxClients is the number of the server's slots.
	maxClients int
	self       sim.Slot // of the recorder, or of the server's own spectator in a .mvd2
	started    bool     // the level was reported
	teams      bool     // teams play
	duel       bool
	// pov is the slot of the snapshot's first state, if it is the player whose screen matters.
	pov    sim.Slot
	header sim.Header
	shown  bool // there has been a snapshot
	rules  track.Rules
	models models
	names  names
	// skinTeams maps models and skins to teams according to a scoreboard. teamNames holds the teams' names.
	skinTeams map[string]sim.Team
	teamNames [sim.TeamCount]string
	scores    [2]int16 // of red and blue, if sent in configstrings
	tabled    sim.Slot // player whose numbers OpenTDM prints
}

// protocol holds the peculiarities of a protocol's demos that do not concern decoding.
type protocol struct {
	// multiview is set if the demos contain the states of all players, including the server's own spectator.
	multiview bool
	// endless is set if the demos have no end marker.
	endless bool
	// otherFrames is set if the animations of monsters differ from those in the released game.
	otherFrames bool
}

// protocols lists the protocols with peculiarities, by their number in the serverdata.
var protocols = map[int32]protocol{
	25: {endless: true, otherFrames: true}, // the test release
	37: {multiview: true},                  // .mvd2
}

// newLevel returns a level with the assumptions that apply unless the server overrides them.
func newLevel(h sim.Header) level {
	h.Game, h.GameKey, h.Kind = "Quake II", "quake2", "client"
	return level{header: h, server: quake2.ServerData{Interval: 100 * time.Millisecond}, config: &assumed,
		mod:        &mods[0],
		maxClients: maxPlayers, rules: gameRules}
}

// reset begins a level.
func (l *level) reset(m *quake2.ServerData) {
	p := protocols[m.Protocol]
	*l = level{header: l.header, shown: l.shown, rules: l.rules, server: *m, protocol: p, config: m.Config,
		strings: l.strings[:0], mod: modPlayed(m), bar: l.bar,
		allSeeing:  p.multiview || m.Recording == quake2.RecordServer || m.Recording == quake2.RecordRelay,
		maxClients: maxPlayers, self: sim.SlotAt(int(m.Player))}
}

// kind returns the kind of recording.
func (l *level) kind() string {
	switch {
	case l.multiview:
		return "multiview"
	case l.server.Recording == quake2.RecordServer:
		return "server"
	case l.server.Recording == quake2.RecordRelay:
		return "relay"
	}
	return "client"
}

// relayed reports whether the demo is a Relay recording.
func (l *level) relayed() bool { return l.server.Recording == quake2.RecordRelay }

// hidden reports whether a slot belongs to the server's own spectator, who appears in a .mvd2 but is not a player.
func (l *level) hidden(slot sim.Slot) bool { return l.multiview && slot == l.self }

// hasPlayer reports whether a configstring shows that somebody is in a slot. The server sends it before anything else
// about him (game/p_client.c, ClientUserinfoChanged); without it, data about a player is damage. Old games have none in
// single player.
func (l *level) hasPlayer(slot sim.Slot) bool {
	return slot == l.self || l.server.Protocol == 0 || l.configString(l.config.PlayerSkins+slot.Index()) != ""
}

// translated reports whether the game is the rerelease, whose messages are translated.
func (l *level) translated() bool { return l.config.GameStyle > 0 }

// isRecorder reports whether a slot belongs to the player who recorded the demo.
func (l *level) isRecorder(slot sim.Slot) bool { return !l.multiview && slot == l.self }

// rounds reports whether teams play rounds, during which the dead spectate.
func (l *level) rounds() bool { return l.mod.rounds && l.teams }

// chaseStat returns the index of the stat with the followed player, or -1 if there is none.
func (l *level) chaseStat() int {
	if l.bar.chase < 0 && !l.mod.ownChase {
		return quake2.StatChase
	}
	return l.bar.chase
}

// setString sets a configstring and returns its old value.
func (l *level) setString(i int, text string) (old string) {
	for len(l.strings) <= i {
		l.strings = append(l.strings, "")
	}
	old = l.strings[i]
	l.strings[i] = text
	switch c := l.config; {
	case i == c.MaxClients:
		if l.maxClients = atoi(text); l.maxClients <= 0 || l.maxClients > maxPlayers {
			l.maxClients = maxPlayers
		}
	case i >= quake2.ConfigStatusBar && i < c.AirAccel:
		l.bar = statusBar{}
	case i >= c.Models && i < c.Sounds:
		l.models.forget()
	}
	return old
}

// haveTeams records that teams play.
func (l *level) haveTeams(o *track.Observations) {
	if !l.teams {
		l.teams, l.duel = true, false
		l.retitle(o)
		l.tellRules(o)
	}
}

// tellRules reports the rules if they have changed.
func (l *level) tellRules(o *track.Observations) {
	r := gameRules
	r.ShowsAll, r.DeadBodies, r.ClockOfMatch = l.allSeeing, l.multiview, !l.multiview
	r.Deathmatch, r.LearnsRespawns = l.bar.deathmatch(), l.mod.learnsRespawns
	r.SilentPickups, r.SharedFlashes, r.TellsClock = l.mod.silentPickups, l.mod.sharedFlashes, l.mod.toldClock
	r.Mode.Teams, r.Mode.Rounds = l.teams, l.rounds()
	if r != l.rules {
		l.rules = r
		o.Tell(track.RulesTold{Rules: r})
	}
}

// setHeader changes the demo's header.
func (l *level) setHeader(h sim.Header, o *track.Observations) {
	if h != l.header {
		l.header = h
		o.Tell(track.HeaderTold{Header: h})
	}
}

// begin reads a level's serverdata.
func (l *level) begin(m *quake2.ServerData, o *track.Observations) {
	left := ""
	if l.started {
		left = "End of " + l.mapName()
	}
	l.reset(m)
	clear := track.LevelCleared{Left: left, Self: l.self, Nameless: l.server.Protocol == 0}
	if l.multiview {
		clear.Hidden = l.self
	}
	o.Tell(clear)
	l.tellRules(o)
	h := l.header
	h.Mod, h.ModName = string(m.GameDir), l.mod.name
	if h.Mod == "" {
		h.Mod = "baseq2"
	}
	if h.ModName == "" {
		h.ModName = h.Mod
	}
	if !l.shown {
		h.Protocol = int(m.Protocol)
		h.Kind, h.Multi = l.kind(), l.allSeeing
	}
	l.setHeader(h, o)
	o.Tell(track.Reaches{Units: m.Reach})
}

// show reports the level before its first snapshot, and the contents of its status bar.
func (l *level) show(o *track.Observations) {
	fresh := !l.started
	l.readBar()
	l.tellRules(o)
	if l.started = true; !fresh {
		return
	}
	if raw := l.names.of(l.self); !l.multiview && l.header.Recorder == "" {
		h := l.header
		h.Recorder = trim(sim.PlainText(raw)).Plain
		l.setHeader(h, o)
	}
	o.Tell(track.LevelShown{Level: l.levelInfo()})
}

// recordedByServer records that the layout of frames is that of a server's recording.
func (l *level) recordedByServer(o *track.Observations) {
	l.server.Recording, l.allSeeing = quake2.RecordServer, true
	l.tellRules(o)
	h := l.header
	h.Kind, h.Multi = "server", true
	l.setHeader(h, o)
}

// configString returns a configstring, or "" if it was never set.
func (l *level) configString(i int) string {
	if i < 0 || i >= len(l.strings) {
		return ""
	}
	return l.strings[i]
}

// mapName returns the name of the map's file.
func (l *level) mapName() string {
	name := l.configString(l.config.Models + 1)
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	return name
}

// levelInfo returns the description of the level.
func (l *level) levelInfo() sim.Level {
	title := string(l.server.Level)
	if title == "" {
		title = l.configString(quake2.ConfigName)
	}
	info := sim.Level{
		Map: l.mapName(), Title: strings.Join(strings.Fields(words([]byte(title)).Plain), " "),
		Mod: l.header.Mod, Teams: l.teams,
		ServerRun: uint32(l.server.ServerCount),
	}
	info.GameType, info.Contest = l.gameType()
	if n, err := strconv.ParseInt(strings.TrimSpace(l.configString(l.config.MapChecksum)), 10, 64); err == nil {
		info.Checksum = uint32(n)
	}
	return info
}

// gameType returns the game type and the kind of contest, judging by the data read so far.
func (l *level) gameType() (name string, contest sim.Contest) {
	style := l.gameStyle()
	switch {
	case style != "":
		return style, sim.Versus
	case l.mod.gameType != "" && (l.teams || !l.mod.teamsOnly):
		return l.mod.gameType, sim.Versus
	case l.teams:
		return "Team Deathmatch", sim.Versus
	case l.duel:
		return "1v1", sim.Versus
	case l.bar.deathmatch():
		return "Deathmatch", sim.Versus
	case l.maxClients > 1 && l.maxClients < maxPlayers:
		return "Cooperative", sim.Story
	}
	return "Single Player", sim.Story
}

// retitle reports a change of the game type.
func (l *level) retitle(o *track.Observations) {
	p := track.LevelPlays{Teams: l.teams}
	p.GameType, p.Contest = l.gameType()
	o.Tell(p)
}

// statusBar holds the facts that the status bar's program reveals about a mod's stats.
type statusBar struct {
	read bool
	// frags is the stat of the frags. chase is the stat with the configstring of the followed player's name. Either is
	// -1 if there is none.
	frags, chase        int
	health, armor, ammo bool
}

// deathmatch reports whether the status bar has frags.
func (b *statusBar) deathmatch() bool { return b.read && b.frags >= 0 }

// readBar finds the stats in the program of the status bar: frags are a three-digit number in the top right corner, and
// the name of the followed player comes after text that announces it.
func (l *level) readBar() {
	if l.bar.read {
		return
	}
	b := statusBar{read: true, frags: -1, chase: -1}
	program := strings.Fields(l.config.StatusBar(l.configString))
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
			b.ammo = true
		case "num": // the test release has no special commands for these
			if at(i+1) == "3" {
				b.health = b.health || at(i+2) == "1"
				b.ammo = b.ammo || at(i+2) == "3"
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
		b.health, b.armor, b.ammo = true, true, true
	}
	l.bar = b
}

// image returns the name of an icon.
func (l *level) image(index int16) string {
	if index <= 0 {
		return ""
	}
	return strings.ToLower(l.configString(l.config.Images + int(index)))
}
