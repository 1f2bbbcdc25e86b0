package q3

import (
	"cmp"
	"strings"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// Simulator is a [quake3.Handler] that fills a recording.
type Simulator struct {
	*game
	history  quake3.History
	lastTime int32 // server time of the last snapshot, ms
	restart  uint8 // the map_restart bit of the last snapshot
	vote     bool  // a vote was called since the last snapshot
	args     []string

	roster    *roster
	view      *view
	scene     *scene
	events    *events
	items     *items
	match     *match
	flags     *flags
	lightning *lightning
	runs      *runs
	scores    *scores
	prints    *prints
}

// NewSimulator returns a simulator that fills the recording of rec.
func NewSimulator(rec *recording.Recorder, d quake3.Detection) *Simulator {
	t := track.New(rec)
	g := &game{rec: rec, protocol: d.Protocol, pov: -1, self: -1, scored: -1, t: t, rules: rules}
	g.mod = modOf(d.Protocol, nil, nil)
	g.players, g.entities = track.NewPlayers(t, &g.rules), track.NewEntities(t, &g.rules)
	m := track.NewMatch(t, g.players)
	s := &Simulator{game: g, lightning: &lightning{game: g}, flags: &flags{game: g, Match: m}, runs: &runs{game: g}}
	s.match = &match{game: g, Match: m, runs: s.runs}
	s.roster = &roster{game: g, lightning: s.lightning}
	s.items = &items{game: g, Items: track.NewItems(t, g.players, g.entities, nil, &g.rules), flags: s.flags, match: s.match}
	s.scores = &scores{game: g, match: s.match, roster: s.roster}
	s.prints = &prints{game: g, match: s.match, roster: s.roster, runs: s.runs}
	s.events = &events{game: g, flags: s.flags, items: s.items, lightning: s.lightning, match: s.match, roster: s.roster, runs: s.runs, scores: s.scores}
	s.view = &view{game: g, events: s.events, match: s.match, roster: s.roster, runs: s.runs}
	s.scene = &scene{game: g, events: s.events, items: s.items, lightning: s.lightning, roster: s.roster}
	h := rec.Header()
	h.Game, h.GameKey, h.Kind, h.Protocol = g.mod.game, g.mod.gameKey, "client", d.Number
	rec.SetHeader(h)
	return s
}

// Gamestate starts a level.
func (s *Simulator) Gamestate(st *quake3.History, g *quake3.Gamestate) {
	if s.fired {
		s.t.Event(sim.Event{Kind: sim.EventLevelEnd, Text: sim.PlainText(s.mapName())})
	}
	s.state = st
	s.running, s.fired, s.intermission, s.pov, s.restart = false, false, false, -1, 0
	s.self, s.scored = int(g.ClientNum), -1
	s.serverInfo = info(st.Configstrings[0])
	system := info(st.Configstrings[1])
	s.mod = modOf(s.protocol, s.serverInfo, system)
	s.setMode()
	s.t.Reset()
	s.view.ps, s.view.killedBefore = playerView{}, 0
	s.lightning.reset()
	s.items.reset()
	s.roster.reset()
	s.scene.reset()
	s.runs.reset(system)
	s.match.reset()
	s.header(g, system)
	s.rec.Level(s.level(g.ChecksumFeed))
	s.t.Queue(sim.Event{Kind: sim.EventLevelStart, Text: sim.PlainText(s.mapName())})
	s.scores.reset()
	s.flags.reset()
	s.flags.flagString("")
	s.match.updateMatch()
}

func (s *Simulator) header(g *quake3.Gamestate, system map[string]string) {
	h := s.rec.Header()
	h.Game, h.Mod, h.ModName = s.mod.game, s.mod.key, s.mod.name
	if mod := system["fs_game"]; mod != "" {
		h.Mod = strings.Clone(mod)
	}
	s.serverHeader(&h)
	if p, ok := number(s.serverInfo["protocol"]); ok && quake3.ProtocolOf(p) == s.protocol {
		h.Protocol = p
	}
	if n := int(g.ClientNum); n >= 0 && n < quake3.MaxClients && s.players.Profile(sim.SlotAt(n)) != nil {
		h.Recorder = s.players.Profile(sim.SlotAt(n)).Name.Plain
	}
	s.rec.SetHeader(h)
}

func (s *Simulator) level(feed int32) sim.Level {
	l := sim.Level{
		Map:   s.mapName(),
		Title: s.mod.coloring.text(s.state.Configstrings[3]).Plain,
		Mod:   s.rec.Header().Mod,

		ServerRun: uint32(feed),
	}
	system := info(s.state.Configstrings[1])
	paks := cmp.Or(strings.TrimSpace(system["sv_referencedpaknames"]), system["sv_paknames"])
	l.Paks = strings.Fields(strings.Clone(paks)) // see mapName
	s.match.limits(&l)
	return l
}

// setMode records what is played, as the server tells it.
func (s *Simulator) setMode() {
	s.mode = s.modeOf(s.serverInfo)
	s.rules.FlagsTold = s.mode.kind == modeFlags
}

// Snapshot stores a frame.
func (s *Simulator) Snapshot(st *quake3.History, snap *quake3.Snapshot) {
	if s.state == nil {
		s.state = st
		s.t.Frame().POV = sim.Slot{}
	}
	lost := s.running && snap.ServerTime-s.lastTime > 1000
	s.lastTime, s.running = snap.ServerTime, true
	s.clock, s.shown = snap.ServerTime, 0
	s.t.Begin(snap.Time, millis(s.clock))
	s.t.Frame().Approximate = snap.Approximate
	restarted := s.restart != snap.Flags&quake3.SnapServerCount && s.fired
	if restarted || lost {
		s.scene.forgetSeen()
	}
	if restarted {
		s.scene.restart()
		s.flags.reset()
	}
	s.restart = snap.Flags & quake3.SnapServerCount
	s.lightning.flushBeams()
	s.t.Flush()
	if s.vote && st.Configstrings[configVote] != "" {
		s.t.Event(sim.Event{Kind: sim.EventVote, Text: s.words(st.Configstrings[configVote])})
	}
	s.vote = false
	kind := snap.Player.F[quake3.PsPmType]
	s.intermission = kind == pmIntermissions[0] || kind == pmIntermissions[1]
	s.match.updateMatch()
	s.view.see(snap)
	s.scores.giveOpponentScore()
	s.scene.see(snap)
	s.lightning.aimBeams()
	s.roster.loseSight()
	s.scene.loseSight()
	if s.intermission {
		s.roster.hidePlayers()
	}
	s.items.DecayMegas(s.items.MegaLasts)
	s.items.takeSilently()
	s.items.takeItems()
	s.flags.followFlags()
	s.t.EndSnapshot()
	s.fired = true
}

// Configstring handles a configstring that changed.
func (s *Simulator) Configstring(st *quake3.History, index int, old string) {
	if s.state == nil {
		return
	}
	text := st.Configstrings[index]
	d := s.mod
	switch {
	case index == configWarmup, index == s.protocol.CsLevelStart, index == d.config.pauseStart:
		s.match.readMatch()
	case index == s.protocol.CsIntermission:
		s.match.readExit()
	case index == 0:
		s.serverInfo = info(text)
		s.setMode()
		s.match.readMatch()
		s.rec.EditLevel(s.match.limits)
	case index >= s.protocol.CsPlayers && index < s.protocol.CsPlayers+quake3.MaxClients:
		slot := index - s.protocol.CsPlayers
		if s.roster.changePlayer(slot); s.players.Profile(sim.SlotAt(slot)) == nil {
			s.runs.byPlayer[slot], s.lightning.last[slot] = playerRun{}, lastHit{}
		}
	case index == configScores || index == configScores+1:
		s.scores.scoreStrings()
	case s.mod.tells.leadersByName && (index == configPlaces || index == configPlaces+1):
		s.scores.scoreStrings()
	case index == configVoteTime:
		s.vote = atoi(text) != 0
	case index == d.config.flags:
		s.flags.flagString(old)
	case index == d.config.round:
		s.match.roundString()
		s.match.readMatch()
	case index == d.config.roundTime:
		s.match.roundTime()
	case d.config.match >= 0 && (index == d.config.match || index == d.config.match+38):
		if v := info(text); v["sb"] != "" {
			s.scores.setScores(v["sr"], v["sb"])
			if s.match.live && (atoi(v["sr"]) == noScore || atoi(v["sb"]) == noScore) {
				s.match.forfeitMatch()
			}
		}
		if index == d.config.match {
			s.setMode()
		}
		s.match.readMatch()
		if s.match.said.tw > 0 {
			s.match.ended = false
		}
	case d.config.scrambled >= 0 && index == d.config.scrambled:
		s.roster.readScrambled()
	}
}

// Command handles a server command.
func (s *Simulator) Command(text []byte) {
	if s.state == nil {
		return
	}
	s.args = quake3.Tokenize(s.args[:0], string(text)) // one allocation for all words
	a := s.args
	if len(a) == 0 {
		return
	}
	s.dateOf(a)
	if take := commands[a[0]]; take != nil {
		take(s, a)
		return
	}
	if !s.scores.scoreCommand(a) {
		s.t.Queue(sim.Event{Kind: sim.EventCommand, Text: sim.PlainText(strings.TrimSpace(s.protocol.Text(text)))})
	}
}

// commands are the server commands that are more than a table of scores.
var commands = map[string]func(*Simulator, []string){
	"chat":        func(s *Simulator, a []string) { s.prints.chat(a, sim.EventChat) },
	"tchat":       func(s *Simulator, a []string) { s.prints.chat(a, sim.EventTeamChat) },
	"mm2":         func(s *Simulator, a []string) { s.prints.cpmaChat(a) },
	"print":       func(s *Simulator, a []string) { s.prints.print(a) },
	"pcp":         func(s *Simulator, a []string) { s.prints.print(a) },
	"cp":          func(s *Simulator, a []string) { s.prints.centerPrint(a) },
	"map_restart": func(s *Simulator, a []string) { s.match.mapRestart() },
	"tinfo":       func(s *Simulator, a []string) { s.roster.teamInfo(a) },
	"dscores":     func(s *Simulator, a []string) { s.scores.tellDuel(a) },
	"dmscores":    func(s *Simulator, a []string) { s.scores.leaderCommand(a) },
	"mstats":      func(s *Simulator, a []string) { s.scores.playerStats(a) },
	"xstats2":     func(s *Simulator, a []string) { s.scores.playerStats(a) },
	"tdmstats":    func(s *Simulator, a []string) { s.scores.tellListed(a, &toldTDM) },
	"ctfstats":    func(s *Simulator, a []string) { s.scores.tellListed(a, &toldCTF) },
	"castats":     func(s *Simulator, a []string) { s.scores.tellListed(a, &toldCA) },
	"cascores":    func(s *Simulator, a []string) { s.scores.tellEach(a, 1, 5, &toldPlaces{given: 3, accuracy: 4}) },
	"tdmscores":   func(s *Simulator, a []string) { s.scores.tellEach(a, 17, 5, &toldPlaces{teamKills: 2, given: 4}) },
	"tdmscores2":  func(s *Simulator, a []string) { s.scores.tellEach(a, 29, 6, &toldPlaces{teamKills: 3, given: 5}) },
	"statsinfo":   func(s *Simulator, a []string) { s.scores.statsInfo(a) },
	"xstats1":     func(s *Simulator, a []string) { s.scores.endStats(a) },
}

// end records what waited for another snapshot.
func (s *Simulator) end() {
	s.lightning.flushBeams()
	s.t.Flush()
}
