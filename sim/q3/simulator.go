package q3

import (
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// Simulator is a [quake3.Handler] that fills a recording.
type Simulator struct {
	rec      *sim.Recorder
	protocol *quake3.Protocol
	mod      *mod
	history  quake3.History
	state    *quake3.History // nil before the first gamestate or snapshot
	t        *track.Track
	players  *track.Players
	entities *track.Entities

	// lastTime is the server time of the last snapshot in ms; running is false
	// between a gamestate and its first snapshot.
	lastTime int32
	running  bool
	clock    int32 // server time of this snapshot, ms

	serverInfo map[string]string
	mode       mode
	places     [2]int16 // scores of the first and second player, without teams
	leaders    [2]int   // their slots, where the game tells; -1
	listed     []int    // slots of the last table of scores
	// table is what the last table of scores told, and with which snapshot it
	// came: it knows of the deaths of that moment.
	table struct {
		at            uint32
		score, deaths bool
	}
	roster           [quake3.MaxClients]rosterEntry
	pov              int
	ps               playerView
	views            [quake3.MaxEntities]entityView
	restart          uint8 // the map_restart bit of the last snapshot
	scrambledOrigins bool
	intermission     bool // the players watch the scores
	match            match
	matchInfo        matchInfo
	// carriers are the slots, plus one, that were last seen with each flag, and
	// flagEvents what became of the flags since the last snapshot.
	carriers   [sim.TeamCount]int
	takers     [sim.TeamCount]int // slots, plus one, that took a flag at this snapshot
	flagEvents []sim.Event
	pickups    []pickup
	taken      []pickup                  // those that were recorded of late
	learned    map[itemDef]time.Duration // how long items stay away
	early      map[itemDef]time.Duration // and those that were back too early, the last time
	beams      []sim.Effect              // lightning since the snapshot before
	hits       []lightningHit
	// ran is how long the run of DeFRaG took that was finished since the last
	// snapshot, and runEnd when the one before ended.
	ran, runEnd time.Duration
	code        runCode
	runBits     int32 // DeFRaG's bits in the playerstate before
	// finish is the last finish that was told, and when.
	finish struct {
		at   time.Duration
		took int32
	}
	vote  bool // a vote was called since the last snapshot
	args  []string
	fired bool // a frame was stored since the gamestate
}

// entityView is what is remembered of an entity between snapshots.
type entityView struct {
	version   uint32
	snap      uint32 // number of the snapshot it was last in
	seen      int64  // server time of that snapshot
	event     uint32 // the last event seen, with its toggle bits
	eventTime int64  // when an event entity last began, server time
	flags     uint32
	kind      entityKind
}

type entityKind uint8

const (
	kindNone entityKind = iota
	kindPlayer
	kindThing
	kindMover
	kindBeam
	kindEvent
)

// NewSimulator returns a simulator that fills the recording of rec.
func NewSimulator(rec *sim.Recorder, d quake3.Detection) *Simulator {
	t := track.New(rec)
	s := &Simulator{rec: rec, protocol: d.Protocol, pov: -1, t: t, players: track.NewPlayers(t, &rules), entities: track.NewEntities(t)}
	s.mod = modOf(d.Protocol, nil, nil)
	h := rec.Header()
	h.Game, h.GameKey, h.Kind, h.Protocol = s.mod.game, s.mod.gameKey, "client", d.Number
	rec.SetHeader(h)
	return s
}

// Gamestate starts a level.
func (s *Simulator) Gamestate(st *quake3.History, g *quake3.Gamestate) {
	if s.fired {
		s.t.Event(sim.Event{Kind: sim.EventLevelEnd, Text: sim.PlainText(s.mapName())})
	}
	s.state = st
	s.running, s.fired = false, false
	s.serverInfo = info(st.Configstrings[0])
	system := info(st.Configstrings[1])
	s.mod = modOf(s.protocol, s.serverInfo, system)
	s.mode = s.modeOf(s.serverInfo)
	s.scrambledOrigins = s.mod.config.scrambled >= 0 && atoi(st.Configstrings[s.mod.config.scrambled]) != 0
	s.pov, s.ps = -1, playerView{}
	s.restart = 0
	s.views = [quake3.MaxEntities]entityView{}
	for i := range s.views {
		s.views[i].eventTime, s.views[i].seen = -1<<40, -1<<40
	}
	s.beams, s.hits, s.pickups, s.taken = s.beams[:0], s.hits[:0], s.pickups[:0], s.taken[:0]
	s.t.Reset()
	for slot := range s.roster {
		s.roster[slot] = rosterEntry{}
		s.setPlayer(slot, s.readPlayer(slot))
	}
	s.baselines(st)
	s.match, s.matchInfo = match{phase: sim.PhaseUnknown}, matchInfo{}
	s.ran, s.runEnd = 0, s.t.Now()
	s.code = runCode{}
	if s.mod.tells.runs {
		s.code = runCodeOf(s.serverInfo, system)
	}
	s.readMatch()
	s.roundString()
	s.roundTime()
	s.header(g, system)
	s.rec.Level(s.level())
	s.t.Queue(sim.Event{Kind: sim.EventLevelStart, Text: sim.PlainText(s.mapName())})
	s.leaders, s.listed = [2]int{-1, -1}, s.listed[:0]
	s.scoreStrings()
	s.learned, s.early = map[itemDef]time.Duration{}, map[itemDef]time.Duration{}
	s.carriers, s.flagEvents = [sim.TeamCount]int{}, s.flagEvents[:0]
	s.flagString("")
	s.updateMatch()
}

func (s *Simulator) header(g *quake3.Gamestate, system map[string]string) {
	h := s.rec.Header()
	h.Mod, h.ModName = s.mod.key, s.mod.name
	if mod := system["fs_game"]; mod != "" {
		h.Mod = mod
	}
	if p, ok := number(s.serverInfo["protocol"]); ok && quake3.ProtocolOf(p) == s.protocol {
		h.Protocol = p
	}
	if n := int(g.ClientNum); n >= 0 && n < len(s.roster) && s.players.Profile(sim.SlotAt(n)) != nil {
		h.Recorder = s.players.Profile(sim.SlotAt(n)).Name.Plain
	}
	s.rec.SetHeader(h)
}

func (s *Simulator) mapName() string {
	name := s.serverInfo["mapname"]
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	return strings.TrimSuffix(name, ".bsp")
}

func (s *Simulator) modeOf(server map[string]string) mode {
	n := atoi(server["g_gametype"])
	if i := s.mod.config.match; i >= 0 && s.state != nil {
		// Early versions tell it there only.
		if t, ok := number(info(s.state.Configstrings[i])["t"]); ok {
			n = t
		}
	}
	if m, ok := s.mod.modes[n]; ok {
		if m.kind == modeRace && s.mod.tells.runs {
			m.name += map[bool]string{false: " VQ3", true: " CPM"}[atoi(server["df_promode"]) != 0]
		}
		return m
	}
	return mode{name: "Game type " + server["g_gametype"]}
}

func (s *Simulator) level() sim.Level {
	l := sim.Level{
		Map:   s.mapName(),
		Title: s.mod.coloring.text(s.state.Configstrings[3]).Plain,
		Mod:   s.rec.Header().Mod,
	}
	system := info(s.state.Configstrings[1])
	if l.Paks = strings.Fields(system["sv_referencedpaknames"]); len(l.Paks) == 0 {
		l.Paks = strings.Fields(system["sv_paknames"])
	}
	s.limits(&l)
	return l
}

func millis(ms int32) time.Duration { return time.Duration(ms) * time.Millisecond }

// Snapshot stores a frame.
func (s *Simulator) Snapshot(st *quake3.History, snap *quake3.Snapshot) {
	if s.state == nil {
		s.state = st
		s.t.Frame().POV = sim.Slot{}
	}
	lost := s.running && snap.ServerTime-s.lastTime > 1000
	s.lastTime, s.running = snap.ServerTime, true
	s.clock = snap.ServerTime
	s.t.Begin(snap.Time, millis(s.clock))
	s.t.Frame().Approximate = snap.Approximate
	restarted := s.restart != snap.Flags&quake3.SnapServerCount && s.fired
	if restarted || lost {
		s.cutAll()
	}
	if restarted {
		s.resetItems()
		s.carriers, s.flagEvents = [sim.TeamCount]int{}, s.flagEvents[:0]
	}
	s.restart = snap.Flags & quake3.SnapServerCount
	s.flushBeams()
	s.t.Flush()
	if s.vote && st.Configstrings[configVote] != "" {
		s.t.Event(sim.Event{Kind: sim.EventVote, Text: s.words(st.Configstrings[configVote])})
	}
	s.vote = false
	s.updateMatch()
	s.hits = s.hits[:0]
	s.pickups = s.pickups[:0]
	s.view(snap)
	s.duelScores()
	for i := range snap.Len() {
		s.entity(snap.Entity(i))
	}
	s.lightning()
	s.loseSight()
	if s.intermission {
		s.hidePlayers()
	}
	s.decayMega()
	s.takeItems()
	s.followFlags()
	s.t.EndSnapshot()
	s.fired = true
}

// cutAll forgets what must not be interpolated or compared across a restart
// or a loss.
func (s *Simulator) cutAll() {
	for i := range s.roster {
		s.roster[i].seen = 0
	}
	for i := range s.views {
		s.views[i].version = 0
	}
}

// eventValid is how long an event stays in an entity's state, in ms.
const eventValid = 300

// entity takes over the state of an entity.
func (s *Simulator) entity(e *quake3.Entity) {
	v := &s.views[e.Number]
	appeared := v.snap != s.t.Snapshot()-1 || v.version == 0
	changed := appeared || v.version != e.Version
	if appeared && int64(s.clock) > v.seen+eventValid {
		v.event = 0
	}
	sent := v.version != e.Version
	v.version, v.snap, v.seen = e.Version, s.t.Snapshot(), int64(s.clock)
	if kind := e.F[quake3.EntEType]; kind >= s.protocol.EventBase {
		if sent && int64(s.clock) > v.eventTime+eventValid {
			v.eventTime = int64(s.clock)
			s.entityEvent(e, (kind-s.protocol.EventBase)&0xff, true)
		}
		v.kind = kindEvent
		return
	}
	if changed {
		s.entityChanged(e, v, appeared)
	}
	switch v.kind {
	case kindThing:
		if t := s.entities.Row(e.Number); t != nil {
			t.Visible = true
		}
	case kindPlayer:
		s.playerSeen(e.Number)
	case kindBeam:
		s.beams = append(s.beams, sim.Effect{Kind: sim.EffectBeam, Start: s.t.Now(), Origin: e.Origin(), To: e.Origin2()})
	}
	if event := e.F[quake3.EntEvent]; changed && event != v.event {
		v.event = event
		if event&^quake3.EventToggle != 0 {
			s.entityEvent(e, event&0xff, false)
		}
	}
}

// entityChanged takes over an entity that is new, or not as before.
func (s *Simulator) entityChanged(e *quake3.Entity, v *entityView, appeared bool) {
	v.kind = kindNone
	switch kind := e.F[quake3.EntEType]; kind {
	case quake3.EtPlayer, quake3.EtInvisible:
		if s.intermission {
			break
		}
		if e.Number < quake3.MaxClients {
			v.kind = kindPlayer
			s.otherPlayer(e, appeared)
		} else if kind == quake3.EtPlayer {
			s.thing(e, v, appeared)
		}
	case quake3.EtItem, quake3.EtMissile, quake3.EtGrapple, quake3.EtGeneral, quake3.EtTeam:
		if e.Number < quake3.MaxClients {
			break
		}
		s.thing(e, v, appeared)
	case quake3.EtMover:
		s.mover(e, v, appeared)
	case quake3.EtBeam:
		v.kind = kindBeam
	}
}

// flushBeams records the beams of the snapshot before, which end with this one.
func (s *Simulator) flushBeams() {
	for i := range s.beams {
		b := &s.beams[i]
		b.End = min(s.t.Now(), b.Start+100*time.Millisecond)
		s.rec.Effect(*b)
	}
	s.beams = s.beams[:0]
}
