package q2

import (
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// maxPlayers is how many slots any server has.
const maxPlayers = 256

// maxStrings bounds the configstrings kept.
const maxStrings = 16 << 10

// simulator is a [quake2.Handler] that fills a recording.
type simulator struct {
	rec      *sim.Recorder
	decoder  *quake2.Decoder
	clock    func() time.Duration // the decoder's
	size     int
	blocks   int
	reported int
	ended    bool

	history quake2.History
	server  quake2.ServerData
	config  *quake2.ConfigLayout
	strings []string
	mod     *mod
	bar     statusBar
	// allSeeing is true where the demo shows everything: then what is gone is gone.
	allSeeing bool
	multiview bool
	// maxClients is how many slots the server has.
	maxClients int
	self       int // slot of the recorder, or of the server's own spectator in a .mvd2

	frame   sim.Frame
	ready   bool // a snapshot waits to be recorded
	level   bool // the level was told to the recorder
	snaps   uint32
	now     time.Duration
	before  time.Duration
	players [maxPlayers]player
	pov     int
	view    viewer

	classes  []class // of the models, by index
	weapons  []sim.Weapon
	entities []entityView
	// placed: baselines say which items belong to the map; else lastItem is the highest number of those
	// in the level's first snapshot.
	placed     bool
	lastItem   int
	levelSnaps int
	match      match
	cast       quake2.Multicast
	casting    bool
	unicast    int
	pending    []sim.Event
	effects    []effect
	said       map[string]bool // texts of casts of this block, which come once for each client
	center     time.Duration
	inventory  map[int]*quake2.Inventory
	names      []named
	namesStale bool
}

func newSimulator(rec *sim.Recorder, d *quake2.Decoder, size int) *simulator {
	s := &simulator{rec: rec, decoder: d, clock: d.Time, size: size, pov: -1, self: -1, unicast: -1, mod: &mods[0],
		said: map[string]bool{}, inventory: map[int]*quake2.Inventory{}}
	s.frame.POV = sim.Slot{}
	s.config, s.maxClients, s.server.Interval = &assumed, maxPlayers, 100*time.Millisecond
	h := rec.Header()
	h.Game, h.GameKey, h.Kind = "Quake II", "quake2", "client"
	rec.SetHeader(h)
	return s
}

// assumed is where configstrings are up to protocol 34, for demos that lost the start of
// their level.
var assumed = quake2.ConfigLayout{AirAccel: 29, MaxClients: 30, MapChecksum: 31, Models: 32, Sounds: 288, Images: 544,
	Lights: 800, Items: 1056, PlayerSkins: 1312, General: 1568, End: 2080, Length: 64, PlayerModel: 255}

// ServerData implements [quake2.Handler]: it starts a level.
func (s *simulator) ServerData(m *quake2.ServerData) {
	s.flush()
	if s.level {
		s.queue(sim.Event{Kind: sim.EventLevelEnd, Text: sim.PlainText("End of " + s.mapName())})
		s.flushEvents()
	}
	s.history.Handle(m)
	s.server = *m
	s.config = m.Config
	s.strings, s.maxClients = s.strings[:0], maxPlayers
	s.mod = modOf(string(m.GameDir))
	s.multiview = m.Protocol == protocolMVD
	s.allSeeing = s.multiview || m.Recording == quake2.RecordServer || m.Recording == quake2.RecordRelay
	s.self = int(m.Player)
	s.frame = sim.Frame{}
	for i := range s.frame.TeamScore {
		s.frame.TeamScore[i] = sim.Unknown
	}
	s.pov, s.view = -1, viewer{}
	s.players = [maxPlayers]player{}
	s.classes, s.weapons, s.entities = nil, nil, nil
	s.placed, s.level, s.namesStale = false, false, true
	s.lastItem, s.levelSnaps = 0, 0
	s.match = match{}
	s.effects = s.effects[:0]
	clear(s.inventory)
	s.header(m)
}

// protocolMVD is the number in the serverdata of a .mvd2.
const protocolMVD = 37

func (s *simulator) header(m *quake2.ServerData) {
	h := s.rec.Header()
	h.Mod, h.ModName = string(m.GameDir), s.mod.name
	if h.Mod == "" {
		h.Mod = "baseq2"
	}
	if h.ModName == "" {
		h.ModName = h.Mod
	}
	if s.rec.Frames() == 0 {
		h.Protocol = int(m.Protocol)
		h.Kind, h.Multi = s.kind(m.Recording), s.allSeeing
	}
	s.rec.SetHeader(h)
}

func (s *simulator) kind(r quake2.Recording) string {
	switch {
	case s.multiview:
		return "multiview"
	case r == quake2.RecordServer:
		return "server"
	case r == quake2.RecordRelay:
		return "relay"
	}
	return "client"
}

// ConfigString implements [quake2.Handler].
func (s *simulator) ConfigString(m *quake2.ConfigString) {
	s.setString(int(m.Index), string(m.Text))
}

// LevelRestart implements [quake2.Handler].
func (s *simulator) LevelRestart(m *quake2.LevelRestart) {
	for i := range m.Strings {
		s.ConfigString(&m.Strings[i])
	}
	for i := range s.players {
		s.players[i].seen = 0
	}
}

// configString is a configstring, empty for those that were never set.
func (s *simulator) configString(i int) string {
	if i < 0 || i >= len(s.strings) {
		return ""
	}
	return s.strings[i]
}

func (s *simulator) setString(i int, text string) {
	c := s.config
	if i >= min(c.End, maxStrings) {
		return
	}
	for len(s.strings) <= i {
		s.strings = append(s.strings, "")
	}
	old := s.strings[i]
	s.strings[i] = text
	switch {
	case i == c.MaxClients:
		if s.maxClients = atoi(text); s.maxClients <= 0 || s.maxClients > maxPlayers {
			s.maxClients = maxPlayers
		}
	case i >= c.PlayerSkins && i < c.General:
		s.playerString(i-c.PlayerSkins, old)
	case i >= c.Models && i < c.Sounds:
		s.classes, s.weapons = s.classes[:0], nil
	case i >= quake2.ConfigStatusBar && i < c.AirAccel:
		s.bar = statusBar{}
	case i >= c.General:
		s.mod.general(s, i-c.General)
	case i == c.MaxClients-1 && s.mod.ctf:
		s.ctfMatch(text)
	}
}

// Baseline implements [quake2.Handler].
func (s *simulator) Baseline(m *quake2.Baseline) {
	s.history.Handle(m)
	var e quake2.EntityState
	m.Entity.Apply(&e)
	s.baseline(&e)
}

// Frame implements [quake2.Handler].
func (s *simulator) Frame(m *quake2.Frame) {
	s.flush()
	if m.Recording == quake2.RecordServer && s.server.Recording != quake2.RecordServer {
		s.server.Recording, s.allSeeing = quake2.RecordServer, true
		h := s.rec.Header()
		h.Kind, h.Multi = "server", true
		s.rec.SetHeader(h)
	}
	s.history.Handle(m)
}

// Unicast implements [quake2.Handler].
func (s *simulator) Unicast(m *quake2.Unicast) {
	s.unicast = int(m.Client)
	s.history.Handle(m)
}

// PlayerInfo implements [quake2.Handler].
func (s *simulator) PlayerInfo(m *quake2.PlayerDelta) {
	s.history.Handle(m)
	s.unicast = -1
}

// PacketEntities implements [quake2.Handler].
func (s *simulator) PacketEntities(m *quake2.PacketEntities) {
	s.history.Handle(m)
	s.ready = s.history.Last() != nil
}

// MVDFrame implements [quake2.Handler].
func (s *simulator) MVDFrame(m *quake2.MVDFrame) {
	s.flush()
	s.history.Handle(m)
	s.ready = s.history.Last() != nil
}

// toOther tells whether the message at hand is for one client who is not the
// one whose screen matters. unicast marks the messages of Relay.
func (s *simulator) toOther() bool {
	if s.casting {
		return s.cast.To == quake2.MulticastClient && int(s.cast.Client) != s.self
	}
	client := s.unicast
	s.unicast = -1
	return client >= 0 && client != s.pov
}

// startLevel tells the recorder of the level before its first frame.
func (s *simulator) startLevel() {
	s.level = true
	s.readBar()
	h := s.rec.Header()
	if p := s.player(s.self); p != nil && !s.multiview && h.Recorder == "" {
		h.Recorder = p.name.Plain
		s.rec.SetHeader(h)
	}
	s.rec.Level(s.levelInfo())
	s.queue(sim.Event{Kind: sim.EventLevelStart, Text: sim.PlainText(s.mapName())})
	switch s.match.phase {
	case sim.PhaseWarmup:
		s.begin(sim.EventWarmup, "Warm-up")
	case sim.PhaseCountdown:
		s.begin(sim.EventCountdown, "Countdown")
	}
}

func (s *simulator) mapName() string {
	name := s.configString(s.config.Models + 1)
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	return name
}

func (s *simulator) levelInfo() sim.Level {
	title := string(s.server.Level)
	if title == "" {
		title = s.configString(quake2.ConfigName)
	}
	l := sim.Level{
		Map: s.mapName(), Title: strings.Join(strings.Fields(words([]byte(title)).Plain), " "),
		Mod: s.rec.Header().Mod, GameType: s.gameType(), Teams: s.match.teams,
	}
	if n, err := strconv.ParseInt(strings.TrimSpace(s.configString(s.config.MapChecksum)), 10, 64); err == nil {
		l.Checksum = uint32(n)
	}
	return l
}

// gameType is what is played, as far as the demo tells.
func (s *simulator) gameType() string {
	switch {
	case s.mod.gameType != "" && (s.match.teams || !s.mod.teamsOnly):
		return s.mod.gameType
	case s.match.teams:
		return "Team Deathmatch"
	case s.match.duel:
		return "1v1"
	case s.bar.deathmatch():
		return "Deathmatch"
	case s.maxClients > 1 && s.maxClients < maxPlayers:
		return "Cooperative"
	}
	return "Single Player"
}

// retitle tells the recorder of a change in what is played.
func (s *simulator) retitle() {
	if !s.level {
		return
	}
	s.rec.EditLevel(func(l *sim.Level) { l.GameType, l.Teams = s.gameType(), s.match.teams })
}

// queue keeps an event for the frame of the block. What it says comes on one line.
func (s *simulator) queue(e sim.Event) {
	e.Text = oneLine(e.Text)
	e.Profile, e.AttackerProfile = s.profileOf(e.Slot.Index(), e.Profile), s.profileOf(e.Attacker.Index(), e.AttackerProfile)
	s.pending = append(s.pending, e)
}

func (s *simulator) profileOf(slot int, known *sim.Profile) *sim.Profile {
	if known != nil || slot < 0 || slot >= len(s.players) {
		return known
	}
	return s.players[slot].profile
}

func (s *simulator) flushEvents() {
	for i := range s.pending {
		e := &s.pending[i]
		e.Time, e.Clock = s.now, s.frame.Clock
		if r := s.row(e.Slot.Index()); r != nil && r.Visible && !e.HasOrigin && e.Kind != sim.EventChat && e.Kind != sim.EventTeamChat {
			e.Origin, e.HasOrigin = r.Origin, true
		}
		s.rec.Event(*e)
	}
	s.pending = s.pending[:0]
}

// flush records the snapshot at hand.
func (s *simulator) flush() {
	if !s.ready {
		return
	}
	s.ready = false
	clear(s.said)
	snap := s.history.Last()
	if !s.level {
		s.startLevel()
	}
	s.readBar()
	s.before, s.now = s.now, s.clock()
	s.snaps++
	s.levelSnaps++
	f := &s.frame
	f.Time, f.Clock, f.Approximate = s.now, time.Duration(snap.Number)*s.server.Interval, snap.Approximate
	for i := range f.Players {
		f.Players[i].NoLerp = false
	}
	for i := range f.Entities {
		f.Entities[i].NoLerp = false
	}
	for i := range f.Movers {
		f.Movers[i].NoLerp = false
	}
	s.flashes()
	for i := range snap.Players {
		s.viewOf(&snap.Players[i], snap)
	}
	for i := range snap.Entities {
		s.entity(&snap.Entities[i])
	}
	s.pointOfView(snap)
	s.showBoard(snap)
	s.loseSight()
	s.playEffects()
	s.followMatch(snap)
	s.flushEvents()
	if s.now >= s.center {
		f.CenterPrint = sim.Text{}
	}
	s.rec.Frame(f)
}
