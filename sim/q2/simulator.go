package q2

import (
	"time"

	"fragscope/formats/quake2"
	"fragscope/formats/quake2/layout"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// simulator is a [quake2.Handler] that fills a recording.
type simulator struct {
	decoder  *quake2.Decoder
	size     int
	blocks   int
	reported int
	ended    bool
	history  quake2.History
	ready    bool // a snapshot waits to be recorded

	rules       track.Rules
	track       *track.Track
	players     *track.Players
	entities    *track.Entities
	to          recipient
	level       *level
	models      models
	clients     clients
	inventories inventories
	items       items
	match       match
	bodies      bodies
	sights      sights
	views       views
	effects     effects
	guides      guides
	prints      prints
	scores      scores
}

func newSimulator(rec *recording.Recorder, d *quake2.Decoder, size int) *simulator {
	s := &simulator{decoder: d, size: size, rules: gameRules, track: track.New(rec)}
	t := s.track
	t.Defer(d.Time)
	s.players, s.entities = track.NewPlayers(t, &s.rules), track.NewEntities(t, &s.rules)
	tracked := track.NewItems(t, s.players, s.entities, nil, &s.rules)
	s.level = newLevel(t)
	s.to = recipient{track: t, level: s.level}
	s.models = models{level: s.level}
	s.clients = clients{track: t, players: s.players, level: s.level}
	s.inventories = inventories{level: s.level, open: map[sim.Slot]*quake2.Inventory{}}
	s.items = items{track: t, players: s.players, entities: s.entities, items: tracked, level: s.level, models: &s.models, clients: &s.clients,
		inventories: &s.inventories}
	s.match = match{Match: track.NewMatch(t, s.players), track: t, players: s.players, level: s.level, clients: &s.clients}
	s.bodies = bodies{track: t, players: s.players, level: s.level, models: &s.models, clients: &s.clients}
	s.sights = sights{track: t, players: s.players, entities: s.entities, level: s.level, models: &s.models, clients: &s.clients,
		bodies: &s.bodies, items: &s.items}
	s.views = views{track: t, players: s.players, level: s.level, models: &s.models, clients: &s.clients, items: &s.items,
		inventories: &s.inventories, match: &s.match}
	s.effects = effects{track: t, players: s.players, level: s.level, clients: &s.clients, sights: &s.sights, inventories: &s.inventories}
	s.prints = prints{track: t, level: s.level, to: &s.to, clients: &s.clients, match: &s.match, said: map[string]bool{},
		texts: &translations{lookUp: rec.Texts(), clients: &s.clients}}
	s.guides = guides{track: t, players: s.players, level: s.level, to: &s.to}
	s.scores = scores{track: t, level: s.level, clients: &s.clients}
	s.reset()
	h := rec.Header()
	h.Game, h.GameKey, h.Kind = "Quake II", "quake2", "client"
	rec.SetHeader(h)
	return s
}

// reset begins a level.
func (s *simulator) reset() {
	s.rules.ShowsAll = s.level.allSeeing
	s.guides.reset()
	s.track.Reset()
	s.clients.reset()
	s.inventories.reset()
	s.models.forget()
	s.sights.reset()
	s.items.reset()
	s.match.reset()
	s.views.screenText = nil
	s.effects.waiting = s.effects.waiting[:0]
}

// serverData starts a level.
func (s *simulator) serverData(m *quake2.ServerData) {
	s.flush()
	if s.level.started {
		s.track.Event(sim.Event{Kind: sim.EventLevelEnd, Text: sim.PlainText("End of " + s.level.mapName())})
		s.flushEvents()
	}
	s.history.Handle(m)
	s.level.reset(m)
	s.reset()
	s.header(m)
	s.track.Recorder().Reach(m.Reach)
}

// header tells the recorder which mod is played, and in what kind of demo.
func (s *simulator) header(m *quake2.ServerData) {
	h := s.track.Recorder().Header()
	h.Mod, h.ModName = string(m.GameDir), s.level.mod.name
	if h.Mod == "" {
		h.Mod = "baseq2"
	}
	if h.ModName == "" {
		h.ModName = h.Mod
	}
	if s.track.Recorder().Frames() == 0 {
		h.Protocol = int(m.Protocol)
		h.Kind, h.Multi = s.level.kind(), s.level.allSeeing
	}
	s.track.Recorder().SetHeader(h)
}

// configString passes a configstring on to the part that it concerns.
func (s *simulator) configString(m *quake2.ConfigString) {
	i, c := int(m.Index), s.level.config
	if i >= min(c.End, maxStrings) {
		return
	}
	text := string(m.Text)
	switch old := s.level.setString(i, text); {
	case i >= c.PlayerSkins && i < c.General:
		s.clients.read(sim.SlotAt(i-c.PlayerSkins), text, old)
	case i >= c.Models && i < c.Sounds:
		s.models.forget()
	case s.level.mod.configString != nil:
		s.level.mod.configString(&s.match, i, text)
	}
}

// restart records that a level begins anew.
func (s *simulator) restart(m *quake2.LevelRestart) {
	for i := range m.Strings {
		s.configString(&m.Strings[i])
	}
	for i := range s.clients.slots {
		s.players.Lose(sim.SlotAt(i))
	}
	s.guides.reset()
	s.track.Event(sim.Event{Kind: sim.EventLevelStart, Text: sim.PlainText(s.level.mapName() + " begins anew")})
	s.track.Chapter("Begun anew", sim.EventLevelStart)
}

// frame begins a frame, which tells by how it is laid out whether a server recorded it.
func (s *simulator) frame(m *quake2.Frame) {
	s.flush()
	if m.Recording == quake2.RecordServer && s.level.server.Recording != quake2.RecordServer {
		s.level.server.Recording, s.level.allSeeing, s.rules.ShowsAll = quake2.RecordServer, true, true
		h := s.track.Recorder().Header()
		h.Kind, h.Multi = "server", true
		s.track.Recorder().SetHeader(h)
	}
	s.history.Handle(m)
}

// startLevel tells the recorder of the level before its first frame.
func (s *simulator) startLevel() {
	s.level.started = true
	s.level.readBar()
	h := s.track.Recorder().Header()
	if p := s.clients.at(s.level.self); p != nil && !s.level.multiview && h.Recorder == "" {
		h.Recorder = p.name.Plain
		s.track.Recorder().SetHeader(h)
	}
	s.track.Recorder().Level(s.level.levelInfo())
	s.track.Event(sim.Event{Kind: sim.EventLevelStart, Text: sim.PlainText(s.level.mapName())})
	switch s.match.phase {
	case sim.PhaseWarmup:
		s.match.Begin(sim.EventWarmup, "Warm-up")
	case sim.PhaseCountdown:
		s.match.Begin(sim.EventCountdown, "Countdown")
	}
}

// flush records the snapshot at hand.
func (s *simulator) flush() {
	if !s.ready {
		return
	}
	s.ready = false
	clear(s.prints.said)
	snap := s.history.Last()
	if !s.level.started {
		s.startLevel()
	}
	s.level.readBar()
	s.track.Begin(s.track.Reading(), time.Duration(snap.Number)*s.level.server.Interval)
	s.track.Frame().Approximate = snap.Approximate
	s.effects.takeShots()
	for i := range snap.Players {
		s.views.see(&snap.Players[i], snap)
	}
	for i := range snap.Entities {
		s.sights.see(&snap.Entities[i])
	}
	s.views.pointOfView(snap)
	s.views.showBoard(snap)
	s.clients.loseSight()
	s.effects.hearDeaths()
	s.sights.endSnapshot()
	s.effects.play()
	s.match.endSnapshot(snap)
	s.guides.endSnapshot()
	s.flushEvents()
	s.track.EndSnapshot()
}

// flushEvents records the events of the block, with the places of those whom they are about.
func (s *simulator) flushEvents() {
	queue := s.track.Queued()
	for i := range queue {
		e := &queue[i]
		if r := s.players.Row(e.Slot); r != nil && r.Visible && !e.HasOrigin && e.Kind != sim.EventChat && e.Kind != sim.EventTeamChat {
			e.Origin, e.HasOrigin = r.Origin, true
		}
	}
	s.track.Flush()
}

// layoutOptions are what layouts of the level's game have.
func (s *simulator) layoutOptions() layout.Options {
	o := layout.Options{Nested: s.level.config.Length > 64}
	if snap := s.history.Last(); snap != nil {
		o.Frame = int(snap.Number)
	}
	if s.level.translated() {
		o.Rerelease = rereleaseScreen(s.level, s.prints.texts)
	}
	return o
}

// layout reads a layout: scoreboards tell of everyone's frags and pings. The
// same board comes for every client of a .mvd2.
func (s *simulator) layout(m *quake2.Layout) {
	s.to.unicast = sim.Slot{}
	s.views.screenText = nil
	if len(m.Text) == 0 {
		return
	}
	var ps *quake2.PlayerState
	if snap := s.history.Last(); snap != nil && len(snap.Players) > 0 {
		ps = &snap.Players[0].State
	}
	s.level.dateOf(s.track, string(m.Text))
	items := layout.Run(string(m.Text), screen{s.level, ps}, s.layoutOptions())
	scores := layout.Scores(items)
	for _, score := range scores {
		s.scores.score(score)
	}
	if len(scores) == 0 && !s.scores.board(layout.Lines(items)) && !s.level.allSeeing {
		s.views.screenText = boardOf(layout.Table(items))
	}
}
