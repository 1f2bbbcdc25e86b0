package q3

import (
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// Simulator is a [quake3.Handler] that fills a recording.
type Simulator struct {
	rec      *sim.Recorder
	protocol *quake3.Protocol
	dialect  *dialect
	coloring coloring
	history  quake3.History
	state    *quake3.History // nil before the first gamestate or snapshot
	frame    sim.Frame

	// lastTime is the server time of the last snapshot in ms; running is false
	// between a gamestate and its first snapshot.
	lastTime    int32
	running     bool
	now, before time.Duration // demo time of this snapshot and of the one before
	clock       int32         // server time of this snapshot, ms

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
	players  [quake3.MaxClients]player
	at       [quake3.MaxClients]int8 // index of a slot in frame.Players; -1
	pov      int
	ps       playerView
	entities [quake3.MaxEntities]entityView
	snaps    uint32 // number of this snapshot
	restart  uint8  // the map_restart bit of the last snapshot
	disguise bool
	resting  bool // the players watch the scores
	match    match
	said     matchStrings
	pending  []sim.Event // events of commands, for the next snapshot
	// carriers are the slots, plus one, that were last seen with each flag, and
	// flagEvents what became of the flags since the last snapshot.
	carriers   [sim.TeamCount]int
	takers     [sim.TeamCount]int // slots, plus one, that took a flag at this snapshot
	flagEvents []sim.Event
	pickups    []pickup
	taken      []pickup                  // those that were recorded of late
	learned    map[article]time.Duration // how long items stay away
	early      map[article]time.Duration // and those that were back too early, the last time
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
	vote   bool          // a vote was called since the last snapshot
	center time.Duration // until when the centre print shows
	args   []string
	fired  bool // a frame was stored since the gamestate
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
	s := &Simulator{rec: rec, protocol: d.Protocol, pov: -1}
	s.coloring = coloring{utf8: d.Protocol.UTF8}
	s.dialect = dialectOf(d.Protocol, nil, nil)
	for i := range s.at {
		s.at[i] = -1
	}
	h := rec.Header()
	h.Game, h.GameKey, h.Kind = "Quake III", "quake3", "client"
	if d.Protocol.QuakeLive {
		h.Game, h.GameKey = "Quake Live", "quakelive"
	}
	h.Protocol = d.Number
	rec.SetHeader(h)
	return s
}

// Gamestate starts a level.
func (s *Simulator) Gamestate(st *quake3.History, g *quake3.Gamestate) {
	if s.fired {
		s.event(sim.Event{Kind: sim.EventLevelEnd, Text: sim.PlainText(s.mapName())})
	}
	s.state = st
	s.running, s.fired = false, false
	s.serverInfo = info(st.Configstrings[0])
	system := info(st.Configstrings[1])
	s.dialect = dialectOf(s.protocol, s.serverInfo, system)
	s.coloring.letters = s.dialect.key == "cpma"
	s.coloring.hex = s.dialect.key == "osp"
	s.mode = s.modeOf(s.serverInfo)
	s.disguise = s.dialect.csDisguise > 0 && atoi(st.Configstrings[s.dialect.csDisguise]) != 0
	s.pov, s.ps = -1, playerView{}
	s.restart = 0
	s.entities = [quake3.MaxEntities]entityView{}
	for i := range s.entities {
		s.entities[i].eventTime, s.entities[i].seen = -1<<40, -1<<40
	}
	s.beams, s.hits, s.pickups, s.taken = s.beams[:0], s.hits[:0], s.pickups[:0], s.taken[:0]
	s.frame = sim.Frame{}
	for i := range s.frame.TeamScore {
		s.frame.TeamScore[i] = sim.Unknown
	}
	for slot := range s.players {
		s.players[slot] = player{}
		s.playerString(slot)
	}
	s.rebuildPlayers()
	s.baselines(st)
	s.match, s.said = match{phase: sim.PhaseUnknown}, matchStrings{}
	s.ran, s.runEnd = 0, s.now
	s.code = runCode{}
	if s.dialect.key == "defrag" {
		s.code = runCodeOf(s.serverInfo, system)
	}
	s.readMatch()
	s.roundString()
	s.roundTime()
	s.header(g, system)
	s.rec.Level(s.level())
	s.queue(sim.Event{Kind: sim.EventLevelStart, Text: sim.PlainText(s.mapName())})
	s.leaders, s.listed = [2]int{-1, -1}, s.listed[:0]
	s.scoreStrings()
	s.learned, s.early = map[article]time.Duration{}, map[article]time.Duration{}
	s.carriers, s.flagEvents = [sim.TeamCount]int{}, s.flagEvents[:0]
	s.flagString("")
	s.updateMatch()
}

func (s *Simulator) header(g *quake3.Gamestate, system map[string]string) {
	h := s.rec.Header()
	h.Mod, h.ModName = s.dialect.key, s.dialect.name
	if mod := system["fs_game"]; mod != "" {
		h.Mod = mod
	}
	if p, ok := number(s.serverInfo["protocol"]); ok && quake3.ProtocolOf(p) == s.protocol {
		h.Protocol = p
	}
	if n := int(g.ClientNum); n >= 0 && n < len(s.players) && s.players[n].profile != nil {
		h.Recorder = s.players[n].profile.Name.Plain
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
	if i := s.dialect.csMatch; i >= 0 && s.state != nil {
		// Early versions tell it there only.
		if t, ok := number(info(s.state.Configstrings[i])["t"]); ok {
			n = t
		}
	}
	if m, ok := s.dialect.modes[n]; ok {
		if m.kind == modeRace && s.dialect.key == "defrag" {
			m.name += map[bool]string{false: " VQ3", true: " CPM"}[atoi(server["df_promode"]) != 0]
		}
		return m
	}
	return mode{name: "Game type " + server["g_gametype"]}
}

func (s *Simulator) level() sim.Level {
	l := sim.Level{
		Map:   s.mapName(),
		Title: s.coloring.text(s.state.Configstrings[3]).Plain,
		Mod:   s.rec.Header().Mod,
	}
	system := info(s.state.Configstrings[1])
	if l.Paks = strings.Fields(system["sv_referencedpaknames"]); len(l.Paks) == 0 {
		l.Paks = strings.Fields(system["sv_paknames"])
	}
	s.limits(&l)
	return l
}

// queue keeps an event for the next snapshot, whose time it gets: commands
// precede the snapshot that they belong to.
func (s *Simulator) queue(e sim.Event) {
	e.Profile, e.AttackerProfile = s.profileOf(e.Slot.Index(), e.Profile), s.profileOf(e.Attacker.Index(), e.AttackerProfile)
	s.pending = append(s.pending, e)
}

// event records an event of the present snapshot.
func (s *Simulator) event(e sim.Event) {
	e.Time, e.Clock = s.now, millis(s.clock)
	e.Profile, e.AttackerProfile = s.profileOf(e.Slot.Index(), e.Profile), s.profileOf(e.Attacker.Index(), e.AttackerProfile)
	s.rec.Event(e)
}

func (s *Simulator) profileOf(slot int, known *sim.Profile) *sim.Profile {
	if known != nil || slot < 0 || slot >= len(s.players) {
		return known
	}
	return s.players[slot].profile
}

// effect records something brief that begins at the present snapshot.
func (s *Simulator) effect(e sim.Effect, last time.Duration) {
	e.Start, e.End = s.now, s.now+last
	s.rec.Effect(e)
}

func millis(ms int32) time.Duration { return time.Duration(ms) * time.Millisecond }

// Snapshot stores a frame.
func (s *Simulator) Snapshot(st *quake3.History, snap *quake3.Snapshot) {
	if s.state == nil {
		s.state = st
		s.frame.POV = sim.Slot{}
	}
	lost := s.running && snap.ServerTime-s.lastTime > 1000
	s.lastTime, s.running = snap.ServerTime, true
	s.before, s.now, s.clock = s.now, snap.Time, snap.ServerTime
	s.snaps++
	f := &s.frame
	f.Time, f.Clock, f.Approximate = s.now, millis(s.clock), snap.Approximate
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
	for i := range s.pending {
		e := s.pending[i]
		e.Time, e.Clock = s.now, f.Clock
		s.rec.Event(e)
	}
	s.pending = s.pending[:0]
	if s.vote && st.Configstrings[configVote] != "" {
		s.event(sim.Event{Kind: sim.EventVote, Text: s.words(st.Configstrings[configVote])})
	}
	s.vote = false
	s.updateMatch()
	if s.now >= s.center {
		f.CenterPrint = sim.Text{}
	}
	s.hits = s.hits[:0]
	s.pickups = s.pickups[:0]
	for i := range f.Players {
		f.Players[i].NoLerp = false
	}
	s.view(snap)
	s.duelScores()
	for i := range snap.Len() {
		s.entity(snap.Entity(i))
	}
	s.lightning()
	s.loseSight()
	if s.resting {
		s.rest()
	}
	s.wearOff()
	s.takeItems()
	s.followFlags()
	s.rec.Frame(f)
	s.fired = true
}

// cutAll forgets what must not be interpolated or compared across a restart
// or a loss.
func (s *Simulator) cutAll() {
	for i := range s.players {
		s.players[i].seen = 0
	}
	for i := range s.entities {
		s.entities[i].version = 0
	}
}

// eventValid is how long an event stays in an entity's state, in ms.
const eventValid = 300

// entity takes over the state of an entity.
func (s *Simulator) entity(e *quake3.Entity) {
	v := &s.entities[e.Number]
	appeared := v.snap != s.snaps-1 || v.version == 0
	changed := appeared || v.version != e.Version
	if appeared && int64(s.clock) > v.seen+eventValid {
		v.event = 0
	}
	sent := v.version != e.Version
	v.version, v.snap, v.seen = e.Version, s.snaps, int64(s.clock)
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
		if t := s.thingRow(e.Number); t != nil {
			t.Visible = true
		}
	case kindPlayer:
		s.playerSeen(e.Number)
	case kindBeam:
		s.beams = append(s.beams, sim.Effect{Kind: sim.EffectBeam, Start: s.now, Origin: e.Origin(), To: e.Origin2()})
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
		if s.resting {
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
		b.End = min(s.now, b.Start+100*time.Millisecond)
		s.rec.Effect(*b)
	}
	s.beams = s.beams[:0]
}
