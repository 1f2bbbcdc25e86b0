package wolfenstein

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/formats/wolfenstein"
	"fragscope/sim"
	"fragscope/sim/track"
)

// level holds the state that is constant during a snapshot: the mode, the players, and the meanings of the numbers in
// the demo.
type level struct {
	protocol *quake3.Protocol
	mod      *mod
	// strings holds the configstrings. It is nil before the first gamestate.
	strings    *[wolfenstein.MaxConfigstrings]string
	serverInfo map[string]string
	// players holds the players in the slots, or nil for empty ones.
	players [quake3.MaxClients]*sim.Profile
	self    int // slot of the recorder
	header  sim.Header
	// reinforcements holds, for each side, the interval at which its players spawn, and the offset from the level's
	// clock.
	reinforcements [sim.TeamCount]wave
	shown          [maxSpawns]spawnShown
	// round is the round of a stopwatch match, from 1, and roundMinutes its time limit if it has one of its own.
	// bothRounds is set once the level has both.
	round        int
	roundMinutes float64
	bothRounds   bool
	// ends is set if a configstring has just announced the end of a match, or of a level.
	ends bool
}

// Configstrings with the same number in both games.
const (
	configMessage = 3
	configWarmup  = 5
)

func newLevel(p *quake3.Protocol, number int, h sim.Header) level {
	l := level{protocol: p, mod: modOf(p, ""), self: -1, header: h}
	h.Game, h.GameKey, h.Kind, h.Protocol = l.mod.game, l.mod.gameKey, "client", number
	if p.TV() {
		h.Kind, h.Multi = "multiview", true
	}
	l.header = h
	return l
}

func (l *level) rules() track.Rules {
	r := rules
	r.ShowsAll = l.protocol.TV()
	r.Mode = track.Mode{Teams: true}
	return r
}

// start starts a level and reports it.
func (l *level) start(h *wolfenstein.History, g *quake3.Gamestate, o *track.Observations) {
	if l.strings != nil {
		o.Tell(track.LevelEnds{Map: l.mapName()})
	}
	l.strings, l.self = &h.Configstrings, int(g.ClientNum)
	l.serverInfo = info(l.strings[0])
	system := info(l.strings[1])
	l.mod = modOf(l.protocol, cmp.Or(l.serverInfo["gamename"], system["fs_game"]))
	o.Tell(track.LevelForgotten{})
	for slot := range l.players {
		if l.players[slot] = l.readPlayer(slot); l.players[slot] != nil {
			o.Tell(track.PlayerCalled{Profile: *l.players[slot], Name: l.players[slot].Name.Plain, Quiet: true})
		}
	}
	l.readReinforcements()
	l.shown = [maxSpawns]spawnShown{}
	l.placeBaselines(h, o)
	o.Tell(track.RulesTold{Rules: l.rules()})
	l.tellMatch(o)
	l.tellHeader(system, o)
	l.round, l.bothRounds = 0, false
	l.readRound()
	limits := l.limits()
	o.Tell(track.LevelStarts{Level: sim.Level{
		Map: l.mapName(), Title: words(l.strings[configMessage]).Plain, Mod: l.header.Mod,
		Paks:      strings.Fields(cmp.Or(strings.TrimSpace(system["sv_referencedpaknames"]), system["sv_paknames"])),
		ServerRun: uint32(g.ChecksumFeed), GameType: limits.GameType, Teams: true, TimeLimit: limits.TimeLimit,
	}})
}

func (l *level) tellHeader(system map[string]string, o *track.Observations) {
	h := &l.header
	h.Game, h.Mod, h.ModName = l.mod.game, l.mod.key, l.mod.name
	if folder := system["fs_game"]; folder != "" {
		h.Mod = folder
	}
	h.Server = strings.TrimSpace(words(l.serverInfo["sv_hostname"]).Plain)
	h.Locked = atoi(l.serverInfo["g_needpass"]) != 0
	if p := l.player(l.self); p != nil {
		h.Recorder = p.Name.Plain
	}
	o.Tell(track.HeaderTold{Header: *h})
}

func (l *level) mapName() string {
	name := l.serverInfo["mapname"]
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	return strings.TrimSuffix(name, ".bsp")
}

// readRound reads which round of a stopwatch match begins, and its time limit. At the end of a round the game already
// announces the next one.
func (l *level) readRound() {
	wolf := info(l.strings[l.mod.wolfInfo])
	was := l.round
	l.round, l.roundMinutes = atoi(wolf["g_currentround"])+1, parseFloat(wolf["g_nexttimelimit"])
	l.bothRounds = l.bothRounds || was > 0 && was != l.round
}

// limits returns the mode and its time limit.
func (l *level) limits() track.LevelLimits {
	n := atoi(l.serverInfo["g_gametype"])
	name := gameTypes[n]
	if name == "" {
		name = "Game type " + l.serverInfo["g_gametype"]
	}
	minutes := parseFloat(l.serverInfo["timelimit"])
	if n == stopwatch {
		if !l.bothRounds {
			name += fmt.Sprintf(", round %d", l.round)
		}
		if l.round > 1 && l.roundMinutes > 0 {
			minutes = l.roundMinutes
		}
	}
	return track.LevelLimits{GameType: name, Teams: true, TimeLimit: time.Duration(minutes * float64(time.Minute))}
}

// player returns the player in a slot, or nil if there is none.
func (l *level) player(slot int) *sim.Profile {
	if slot < 0 || slot >= len(l.players) {
		return nil
	}
	return l.players[slot]
}

// teams holds the teams with their names, by the game's numbers.
var teams = [...]struct {
	team sim.Team
	name string
}{{sim.TeamFree, ""}, {sim.TeamRed, "Axis"}, {sim.TeamBlue, "Allies"}, {sim.TeamSpectator, ""}}

// teamOf returns a team, given the game's number.
func teamOf(n int) sim.Team {
	if n < 0 || n >= len(teams) {
		return sim.TeamFree
	}
	return teams[n].team
}

// readPlayer returns the player described by the configstring for a slot, or nil if there is none.
func (l *level) readPlayer(slot int) *sim.Profile {
	text := l.strings[l.protocol.CsPlayers+slot]
	if text == "" {
		return nil
	}
	v := info(text)
	p := &sim.Profile{Slot: sim.SlotAt(slot), Name: words(v["n"]), Model: v["model"]}
	if n := atoi(v["t"]); n >= 0 && n < len(teams) {
		p.Team, p.TeamName = teams[n].team, teams[n].name
	}
	if c, told := v["c"]; told && p.Team != sim.TeamSpectator {
		if n := atoi(c); n >= 0 && n < len(classes) {
			p.Class = classes[n]
		}
	}
	_, p.Bot = v["skill"]
	return p
}

// slotOf returns the number of the player in an entity field, or -1 if there is none.
func slotOf(n uint32) int {
	if n < quake3.MaxClients {
		return int(n)
	}
	return -1
}
