package q3

import (
	"cmp"
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// level holds the state that is constant during a snapshot: the mode, the players, and the meanings of the numbers in
// the demo.
type level struct {
	protocol *quake3.Protocol
	mod      *mod
	// strings holds the configstrings. It is nil before the first gamestate or snapshot.
	strings    *[quake3.MaxConfigstrings]string
	serverInfo infoValues
	mode       mode
	match      matchStrings
	// players holds the players in the slots, or nil for empty ones.
	players [quake3.MaxClients]*sim.Profile
	self    int // slot of the recorder; -1 if unknown
	pov     int // slot of the last snapshot's point of view; -1 for nobody
	// scrambled is set if OSP sends origins that only its own client can correct.
	scrambled bool
	// read is the last result of matchInfo, and the text from which it was parsed.
	read struct {
		text string
		info infoValues
	}
	code    runCode
	printed printed
	header  sim.Header
}

func newLevel(d quake3.Detection, h sim.Header) level {
	l := level{protocol: d.Protocol, mod: modOf(d.Protocol, nil, nil), self: -1, pov: -1, header: h}
	h.Game, h.GameKey, h.Kind, h.Protocol = l.mod.game, l.mod.gameKey, "client", d.Number
	l.header = h
	return l
}

// start starts a level and reports it.
func (l *level) start(h *quake3.History, g *quake3.Gamestate, o *track.Observations) {
	if l.strings != nil {
		o.Tell(track.LevelEnds{Map: l.mapName()})
	}
	l.strings, l.self, l.pov = &h.Configstrings, int(g.ClientNum), -1
	l.serverInfo = info(l.strings[0])
	system := info(l.strings[1])
	l.mod = modOf(l.protocol, l.serverInfo, system)
	l.code, l.printed = runCode{}, printed{}
	if l.mod.tells.runs {
		l.code = runCodeOf(l.serverInfo, system)
	}
	l.setMode()
	o.Tell(track.LevelForgotten{})
	for slot := range l.players {
		if l.players[slot] = l.readPlayer(slot); l.players[slot] != nil {
			o.Tell(track.PlayerTold{Profile: *l.players[slot], Present: true})
		}
	}
	l.readScrambled()
	l.placeBaselines(h, o)
	l.match = l.readMatch() // the level starts with its limits
	l.tellMatch(o)
	l.tellRound(o)
	l.tellRoundTime(o)
	l.tellHeader(system, o)
	o.Tell(track.LevelStarts{Level: l.info(system, g.ChecksumFeed)})
	l.tellScores(o)
	l.tellFlags("", o)
}

func (l *level) tellHeader(system infoValues, o *track.Observations) {
	h := &l.header
	h.Game, h.Mod, h.ModName = l.mod.game, l.mod.key, l.mod.name
	if mod := system.of("fs_game"); mod != "" {
		h.Mod = strings.Clone(mod)
	}
	h.Server = strings.TrimSpace(l.mod.coloring.text(l.serverInfo.of("sv_hostname")).Plain)
	h.Locked = atoi(l.serverInfo.of("g_needpass")) != 0
	if p, ok := number(l.serverInfo.of("protocol")); ok && quake3.ProtocolOf(p) == l.protocol {
		h.Protocol = p
	}
	if p := l.player(l.self); p != nil {
		h.Recorder = p.Name.Plain
	}
	o.Tell(track.HeaderTold{Header: *h})
	l.tellDates(o)
}

func (l *level) info(system infoValues, feed int32) sim.Level {
	paks := cmp.Or(strings.TrimSpace(system.of("sv_referencedpaknames")), system.of("sv_paknames"))
	limits := l.limits()
	return sim.Level{
		Map:   l.mapName(),
		Title: l.mod.coloring.text(l.strings[3]).Plain,
		Mod:   l.header.Mod,
		Paks:  strings.Fields(strings.Clone(paks)), // see mapName

		ServerRun: uint32(feed),
		GameType:  limits.GameType, Contest: limits.Contest, Teams: limits.Teams,
		TimeLimit: limits.TimeLimit, FragLimit: limits.FragLimit,
	}
}

func (l *level) mapName() string {
	name := l.serverInfo.of("mapname")
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	// shares memory with all configstrings, which must not be kept
	return strings.Clone(strings.TrimSuffix(name, ".bsp"))
}

// setMode determines the mode from the server's information.
func (l *level) setMode() {
	n := atoi(l.serverInfo.of("g_gametype"))
	if i := l.mod.config.match; i >= 0 {
		// Early versions send it only there.
		if t, ok := number(l.matchInfo().of("t")); ok {
			n = t
		}
	}
	m, ok := l.mod.modes[n]
	if !ok {
		m = mode{name: "Game type " + l.serverInfo.of("g_gametype")}
	} else if m.kind == modeRace && l.mod.tells.runs {
		m.name += map[bool]string{false: " VQ3", true: " CPM"}[atoi(l.serverInfo.of("df_promode")) != 0]
	}
	l.mode = m
}

// rules returns the rules of the mode.
func (l *level) rules() track.Rules {
	r := rules
	r.FlagsReported = l.mode.kind == modeFlags
	r.ArmorKinds = l.mod.armorKinds
	r.WeaponRespawn, r.PowerRespawn = l.match.weaponRespawn, l.match.powerRespawn
	l.mod.apply(&r, l.match.vanilla)
	k := l.mode.kind
	r.Mode = track.Mode{Teams: k.teams(), Duel: k == modeDuel, Flags: k == modeFlags, Race: k == modeRace,
		Rounds: l.mode.rounds, RoundsCount: k == modeRounds && !l.mode.single, RoundsTold: l.mod.config.round >= 0,
		Phaseless: l.mod.tells.runs}
	return r
}

// limits returns the mode and its limits.
func (l *level) limits() track.LevelLimits {
	limits := track.LevelLimits{GameType: l.mode.name, Contest: l.mode.contest, Teams: l.mode.kind.teams(),
		TimeLimit: time.Duration(atoi(l.serverInfo.of("timelimit"))) * time.Minute,
		FragLimit: atoi(l.serverInfo.of("fraglimit"))}
	if l.mod.tells.runs {
		limits.Contest = sim.Race
	}
	if l.match.cpma {
		limits.TimeLimit, limits.FragLimit = time.Duration(l.match.tl)*time.Minute, l.match.sl
	}
	return limits
}

// player returns the player in a slot, or nil if there is none.
func (l *level) player(slot int) *sim.Profile {
	if slot < 0 || slot >= len(l.players) {
		return nil
	}
	return l.players[slot]
}

// plays reports whether there is a player in a slot who is not a spectator.
func (l *level) plays(slot int) bool {
	p := l.player(slot)
	return p != nil && p.Team != sim.TeamSpectator
}

// find returns the slot of the player with a plain name, or -1.
func (l *level) find(name string) int {
	for slot, p := range l.players {
		if p != nil && p.Name.Plain == name {
			return slot
		}
	}
	return -1
}

// readPlayer returns the player described by the configstring for a slot, or nil if there is none.
func (l *level) readPlayer(slot int) *sim.Profile {
	text := l.strings[l.protocol.CsPlayers+slot]
	if text == "" {
		return nil
	}
	v := info(text)
	p := &sim.Profile{Slot: sim.SlotAt(slot), Name: l.mod.coloring.text(v.of("n")), Model: strings.Clone(v.of("model"))}
	p.Clan = l.mod.coloring.text(v.of("cn")).Plain
	switch atoi(v.of("t")) {
	case 1:
		p.Team = sim.TeamRed
	case 2:
		p.Team = sim.TeamBlue
	case 3:
		p.Team = sim.TeamSpectator
	}
	p.Bot = v.has("skill")
	if id := v.of("st"); len(id) > 1 { // bots have none or 0
		p.Account = "steam:" + id
	}
	return p
}

// readScrambled determines whether OSP scrambles the origins of all players except the recorder.
func (l *level) readScrambled() {
	i := l.mod.config.scrambled
	l.scrambled = i >= 0 && atoi(l.strings[i]) != 0
}

// model returns the plain name of a model configstring, unless it is a part of the map.
func (l *level) model(index uint32) string {
	name := l.name(l.protocol.CsModels, index)
	if strings.HasPrefix(name, "*") {
		return ""
	}
	return name
}

// sound returns the plain name of a sound configstring.
func (l *level) sound(index uint32) string { return l.name(l.protocol.CsSounds, index) }

// name returns the plain name of the file in a configstring.
func (l *level) name(first int, index uint32) string {
	if index == 0 || index >= 256 {
		return ""
	}
	name := l.strings[first+int(index)]
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name, _, _ = strings.Cut(name, ".")
	return name
}

// words returns text as shown, without the mark at the start of the message.
func (l *level) words(raw string) sim.Text {
	return l.mod.coloring.text(strings.ReplaceAll(raw, "\x19", ""))
}

// slotOf returns the number of the player in an entity field, or -1 if there is none.
func slotOf(n uint32) int {
	if n < quake3.MaxClients {
		return int(n)
	}
	return -1
}

func millis(ms int32) time.Duration { return time.Duration(ms) * time.Millisecond }
