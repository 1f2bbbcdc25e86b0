package q2

import (
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// maxPlayers is how many slots any server has.
const maxPlayers = 256

// maxStrings bounds the configstrings kept.
const maxStrings = 16 << 10

// assumed is where configstrings are up to protocol 34, for demos that lost the start of
// their level.
var assumed = quake2.ConfigLayout{AirAccel: 29, MaxClients: 30, MapChecksum: 31, Models: 32, Sounds: 288, Images: 544,
	Lights: 800, Items: 1056, PlayerSkins: 1312, General: 1568, End: 2080, Length: 64, PlayerModel: 255}

// level is what the server told of itself and of the level: its configstrings, the mod, and what is played.
type level struct {
	server  quake2.ServerData
	config  *quake2.ConfigLayout
	strings []string
	mod     *mod
	bar     statusBar
	protocol
	// allSeeing is set where the demo shows everything: then what is gone is gone.
	allSeeing bool
	// maxClients is how many slots the server has.
	maxClients int
	self       sim.Slot // of the recorder, or of the server's own spectator in a .mvd2
	started    bool     // it was told to the recorder
	teams      bool     // they play
	duel       bool
	// pov is the slot of the snapshot's first state, where that is whose screen matters.
	pov    sim.Slot
	header sim.Header
	shown  bool // the recorder has a snapshot
	rules  track.Rules
	models models
	names  names
	// skinTeams are the teams of models and skins that a scoreboard told, teamNames the names of the teams.
	skinTeams map[string]sim.Team
	teamNames [sim.TeamCount]string
	scores    [2]int16 // of red and blue, where configstrings tell them
	tabled    sim.Slot // whose numbers OpenTDM prints
}

// protocol is what the demos of a protocol are like, beside how they are read.
type protocol struct {
	// multiview: they have the playerstates of all, and the server's own spectator among them.
	multiview bool
	// endless: their recorder writes no end.
	endless bool
	// otherFrames: monsters have other animations than in the game as it was sold.
	otherFrames bool
}

// protocols are those that differ, by the numbers in their serverdata.
var protocols = map[int32]protocol{
	25: {endless: true, otherFrames: true}, // the test release
	37: {multiview: true},                  // .mvd2
}

// newLevel returns what is assumed before the server tells.
func newLevel(h sim.Header) level {
	h.Game, h.GameKey, h.Kind = "Quake II", "quake2", "client"
	return level{header: h, server: quake2.ServerData{Interval: 100 * time.Millisecond}, config: &assumed, mod: &mods[0],
		maxClients: maxPlayers, rules: gameRules}
}

// reset begins a level.
func (l *level) reset(m *quake2.ServerData) {
	p := protocols[m.Protocol]
	*l = level{header: l.header, shown: l.shown, rules: l.rules, server: *m, protocol: p, config: m.Config, strings: l.strings[:0], mod: modPlayed(m), bar: l.bar,
		allSeeing:  p.multiview || m.Recording == quake2.RecordServer || m.Recording == quake2.RecordRelay,
		maxClients: maxPlayers, self: sim.SlotAt(int(m.Player))}
}

// kind is what recorded the demo.
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

// relayed reports whether the demo is a recording of Relay.
func (l *level) relayed() bool { return l.server.Recording == quake2.RecordRelay }

// hidden reports whether a slot is that of the server's own spectator in a .mvd2, who is no player.
func (l *level) hidden(slot sim.Slot) bool { return l.multiview && slot == l.self }

// hasPlayer reports whether a configstring says that somebody is in a slot, as one does before anything else tells of
// him (game/p_client.c, ClientUserinfoChanged): what else tells of others is damage. Old games have none where one
// plays alone.
func (l *level) hasPlayer(slot sim.Slot) bool {
	return slot == l.self || l.server.Protocol == 0 || l.configString(l.config.PlayerSkins+slot.Index()) != ""
}

// translated reports whether the game is the rerelease's, whose texts are translated.
func (l *level) translated() bool { return l.config.GameStyle > 0 }

// isRecorder reports whether a slot is that of the player who recorded the demo.
func (l *level) isRecorder(slot sim.Slot) bool { return !l.multiview && slot == l.self }

// rounds reports whether teams play rounds, in which the dead watch.
func (l *level) rounds() bool { return l.mod.rounds && l.teams }

// chaseStat is the stat of who is followed, -1 for none.
func (l *level) chaseStat() int {
	if l.bar.chase < 0 && !l.mod.ownChase {
		return quake2.StatChase
	}
	return l.bar.chase
}

// setString handles a configstring and returns what it was.
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

// haveTeams notes that teams play.
func (l *level) haveTeams(o *track.Observations) {
	if !l.teams {
		l.teams, l.duel = true, false
		l.retitle(o)
		l.tellRules(o)
	}
}

// tellRules tells the rules, if they changed.
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

// setHeader changes what the demo tells of itself.
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

// show tells of the level before its first snapshot, and of what its status bar has.
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

// recordedByServer notes that frames are laid out as a server records them.
func (l *level) recordedByServer(o *track.Observations) {
	l.server.Recording, l.allSeeing = quake2.RecordServer, true
	l.tellRules(o)
	h := l.header
	h.Kind, h.Multi = "server", true
	l.setHeader(h, o)
}

// configString is a configstring, empty for those that were never set.
func (l *level) configString(i int) string {
	if i < 0 || i >= len(l.strings) {
		return ""
	}
	return l.strings[i]
}

// mapName is the name of the map's file.
func (l *level) mapName() string {
	name := l.configString(l.config.Models + 1)
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	return name
}

// levelInfo is what the recorder is told of the level.
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

// gameType returns what is played, as far as the demo tells, and for what.
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

// retitle tells the recorder of a change in what is played.
func (l *level) retitle(o *track.Observations) {
	p := track.LevelPlays{Teams: l.teams}
	p.GameType, p.Contest = l.gameType()
	o.Tell(p)
}

// statusBar is what the program of the status bar tells of a mod's stats.
type statusBar struct {
	read bool
	// frags is the stat of the frags, and chase that of the configstring with the name
	// of who is followed; -1 where there are none.
	frags, chase        int
	health, armor, ammo bool
}

// deathmatch reports whether the status bar has frags.
func (b *statusBar) deathmatch() bool { return b.read && b.frags >= 0 }

// readBar finds the stats in the status bar's program: the frags stand as a number
// of three digits in the upper right corner, the name of who is followed
// behind a text that says so.
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
		case "num": // the test release has no words of their own for these
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

// image is the name of an icon.
func (l *level) image(index int16) string {
	if index <= 0 {
		return ""
	}
	return strings.ToLower(l.configString(l.config.Images + int(index)))
}
