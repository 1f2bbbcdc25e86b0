package q1

import (
	"bytes"
	"fmt"
	"time"

	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// netQuake is a [netquake.Handler] that fills a recording.
type netQuake struct {
	*game
	history *netquake.History
	blocks  int

	deathmatch bool
	carets     bool // texts have DarkPlaces' marks of colours
	running    bool // the level has a snapshot
	view       int  // the entity of the point of view
	clients    []netQuakeClient
	teams      bool // of Nexuiz: a line told that teams play

	stats         stats // of the recorder
	hasClientData bool
	onGround      bool
	velocity      sim.Vec3
	print         []byte // a line that is not whole yet
	cheat         netQuakeCheat
}

// netQuakeClient is what is known of a player.
type netQuakeClient struct {
	name   []byte
	colors uint8
	frags  int16
}

func newNetQuake(rec *recording.Recorder) *netQuake {
	s := &netQuake{game: newGame(rec, 0, false), history: netquake.NewHistory(), view: 1}
	s.rules.HealthTellsDeath = true
	return s
}

// messages implements [simulator].
func (s *netQuake) messages() int { return s.blocks }

// demoTime implements [simulator]: the decoder's clock begins with the demo.
func (s *netQuake) demoTime(at time.Duration) time.Duration { return at }

// finish implements [simulator].
func (s *netQuake) finish() {
	s.show()
	s.readUnknown()
	s.players.CountDeaths(true)
	s.Flush()
}

// Handle implements [netquake.Handler].
func (s *netQuake) Handle(m netquake.Message) {
	switch m.(type) {
	case *netquake.UpdateEntity: // most messages
		s.history.Handle(m)
		return
	case *netquake.Block, *netquake.ServerInfo, *netquake.Time, *netquake.UpdateEntities:
		s.show()
	}
	s.history.Handle(m)
	switch m := m.(type) {
	case *netquake.Block:
		s.blocks++
	case *netquake.ServerInfo:
		s.serverInfo(m)
	case *netquake.SetView:
		s.view = int(m.Entity)
	case *netquake.SpawnBaseline:
		if st := s.history.Baseline(m.Entity); !s.slotOf(int(m.Entity)).Valid() {
			s.placeEntity(netQuakeEntity(&netquake.Entity{Number: m.Entity, EntityState: st}))
		}
	case *netquake.SpawnDelta:
		if st := s.history.Baseline(m.Number); m.Number > 0 && !s.slotOf(int(m.Number)).Valid() {
			s.placeEntity(netQuakeEntity(&netquake.Entity{Number: m.Number, EntityState: st}))
		}
	case *netquake.Time:
		s.time(m.Elapsed)
	case *netquake.UpdateEntities:
		s.hasClientData = s.hasClientData || s.stats.told != 0
		s.time(m.Elapsed)
	case *netquake.UpdateStatFloat:
		s.stats.set(int(m.Index), int32(m.Value))
	case *netquake.ClientData:
		s.clientData(m)
	case *netquake.UpdateStat:
		s.stats.set(int(m.Index), m.Value)
	case *netquake.UpdateName:
		s.updateName(m)
	case *netquake.UpdateColors:
		s.updateColors(m)
	case *netquake.UpdateFrags:
		s.updateFrags(m)
	case *netquake.Sound:
		s.playSound(int(m.Sound), int(m.Entity), m.Origin)
	case *netquake.TempEntity:
		s.showTemp(netQuakeTemps[m.Type], m.Origin, m.End, int(m.Entity))
	case *netquake.Particle:
		if bloodColors[m.Color] {
			s.bleed(m.Origin)
		}
	case *netquake.Damage:
		s.hurt(m)
	default:
		s.handleText(m)
	}
}

// handleText takes what is printed and what is said of the match.
func (s *netQuake) handleText(m netquake.Message) {
	switch m := m.(type) {
	case *netquake.Print:
		s.print = eachLine(append(s.print, m.Text...), s.line)
	case *netquake.CenterPrint:
		s.centerPrint(s.text(m.Text), true)
	case *netquake.CutScene:
		s.centerPrint(m.Text, true)
	case *netquake.Finale:
		s.match.Intermission()
		s.centerPrint(m.Text, true)
	case *netquake.Intermission:
		s.match.Intermission()
	case *netquake.SetPause:
		s.match.Pause(m.Paused != 0)
	case *netquake.KilledMonster:
		s.count(sim.EventMonsterKill, netquake.StatKilled, netquake.StatTotalMonsters, "kills")
	case *netquake.FoundSecret:
		s.count(sim.EventSecret, netquake.StatFoundSecrets, netquake.StatTotalSecrets, "secrets")
	}
}

// bloodColors are the colours of particles that fly when someone is hit.
var bloodColors = map[uint8]bool{73: true, 225: true}

// serverInfo starts a level.
func (s *netQuake) serverInfo(m *netquake.ServerInfo) {
	models, sounds := names(m.Models), names(m.Sounds)
	l := sim.Level{Title: plainText(m.LevelName), GameType: "Single Player", Contest: sim.Story}
	s.carets = m.Layout.ColorCodes()
	s.deathmatch = m.GameType != 0 && m.MaxClients > 1
	switch {
	case s.deathmatch:
		l.GameType, l.Contest = "Deathmatch", sim.Versus
	case m.MaxClients > 1:
		l.GameType = "Cooperative"
	}
	if len(models) > 0 {
		l.Map = baseName(models[0])
	}
	h := s.Recorder().Header()
	h.Protocol = int(m.Protocol)
	if name, ok := packMods[packOf(models)]; ok {
		h.Mod, h.ModName = name.mod, name.name
		if name.game != "" {
			h.Game, h.GameKey = name.name, name.game
		}
	}
	if len(m.GameDir) > 0 {
		h.Mod = plainText(m.GameDir)
	}
	l.Mod = h.Mod
	s.Recorder().SetHeader(h)
	if m.Layout != nil {
		s.Recorder().Reach(m.Layout.Reach())
	}
	s.startLevel(l)
	s.setModels(models)
	s.sounds, s.slots = sounds, int(m.MaxClients)
	s.clients, s.view, s.running = make([]netQuakeClient, s.slots), 1, false
	s.stats, s.hasClientData, s.print, s.cheat, s.teams = stats{}, false, nil, netQuakeCheat{}, false
	if s.deathmatch {
		s.match.StartedAt(s.Now())
	} else {
		s.setDeathmatch(0)
	}
	s.simple(sim.EventLevelStart, sim.PlainText(l.Map))
}

// names are the names of a list as texts.
func names(list [][]byte) []string {
	out := make([]string, len(list))
	for i, name := range list {
		out[i] = string(name)
	}
	return out
}

// packMods are how the mission packs are called.
var packMods = map[pack]struct{ mod, name, game string }{
	packHipnotic: {"hipnotic", "Scourge of Armagon", ""}, packRogue: {"rogue", "Dissolution of Eternity", ""}, packFortress: {"fortress", "Team Fortress", ""},
	packNexuiz: {"nexuiz", "Nexuiz", "nexuiz"},
}

func netQuakeEntity(e *netquake.Entity) *entity {
	return &entity{number: int(e.Number), model: e.Model, frame: e.Frame, skin: e.Skin, colormap: e.Colormap,
		effects: e.Effects, origin: e.Origin, angles: angles(e.Angles), steps: e.NoLerp}
}

func angles(a [3]float32) sim.Angles { return sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]} }

// time begins a snapshot.
func (s *netQuake) time(elapsed time.Duration) {
	clock := s.history.Snapshot().Clock
	if !s.running && s.deathmatch {
		s.match.StartedAt(elapsed - clock)
	}
	s.running = true
	s.begin(elapsed, clock)
}

// show shows what the snapshot told, and ends it.
func (s *netQuake) show() {
	snapshot := s.history.Snapshot()
	if snapshot == nil {
		return
	}
	if s.Recorder().Frames() == 0 || !s.Frame().POV.Valid() {
		s.noteRecorder()
	}
	pov := s.slotOf(s.view)
	s.Frame().POV = pov
	if pov.Valid() {
		if s.players.Profile(pov) == nil {
			s.profile(pov)
		}
		if s.hasClientData {
			s.setStatus(pov, &s.stats)
		}
	}
	for i := range snapshot.Entities {
		e := &snapshot.Entities[i]
		if slot := s.slotOf(int(e.Number)); slot.Valid() {
			s.player(slot, e, snapshot.Angles)
			continue
		}
		s.showEntity(netQuakeEntity(e))
	}
	if r := s.players.Look(pov); r != nil && (r.POV != r.Visible || r.OnGround != s.onGround) {
		r = s.players.Row(pov)
		r.POV, r.OnGround = r.Visible, s.onGround
	}
	s.endSnapshot()
}

// player shows a player; view is where the recorder looks.
func (s *netQuake) player(slot sim.Slot, e *netquake.Entity, view [3]float32) {
	if e.Model == 0 || s.players.Profile(slot) == nil { // nobody is without a name (host_cmd.c, Host_Spawn_f)
		return
	}
	l := look{looks: looks{frame: int(e.Frame), model: int(e.Model), effects: e.Effects}, steps: e.NoLerp}
	l.Origin, l.View, l.HasView = e.Origin, angles(e.Angles), true
	l.View.Pitch *= -3 // a model is bent by a third of the view, and up is positive
	if slot == s.Frame().POV {
		l.View = angles(view)
		l.Velocity, l.HasVelocity = s.velocity, s.hasClientData
	}
	s.showPlayer(slot, &l)
}

// noteRecorder notes who recorded.
func (s *netQuake) noteRecorder() {
	h := s.Recorder().Header()
	if n := s.view - 1; n >= 0 && n < len(s.clients) && h.Recorder == "" {
		h.Recorder = plainText(s.text(s.clients[n].name))
		s.Recorder().SetHeader(h)
	}
}

// clientData handles the recorder's status bar.
func (s *netQuake) clientData(m *netquake.ClientData) {
	s.hasClientData = true
	s.onGround = m.Mask&netquake.ClientOnGround != 0
	s.velocity = m.Velocity
	if m.HasItems {
		s.stats.set(quakeworld.StatItems, int32(m.Items))
	}
	if !m.HasStats {
		return
	}
	weapon := int32(m.Weapon)
	if bitTables[s.models.pack].numbered {
		weapon = 1 << (weapon & 31)
	}
	for _, v := range [...]struct {
		stat  int
		value int32
	}{
		{netquake.StatHealth, int32(m.Health)}, {netquake.StatArmor, int32(m.Armor)}, {netquake.StatShells, int32(m.Shells)},
		{netquake.StatNails, int32(m.Nails)}, {netquake.StatRockets, int32(m.Rockets)}, {netquake.StatCells, int32(m.Cells)},
		{netquake.StatWeaponModel, int32(m.WeaponModel)}, {netquake.StatActiveWeapon, weapon},
	} {
		s.stats.set(v.stat, v.value)
	}
	s.checkHealth(int(m.Health))
}

// profile hands the tracker what is known of a player.
func (s *netQuake) profile(slot sim.Slot) {
	if slot.Index() >= len(s.clients) {
		return
	}
	c := &s.clients[slot.Index()]
	if len(c.name) == 0 && slot != s.slotOf(s.view) {
		s.setPlayer(slot, nil, "")
		return
	}
	name, plain := decodeText(c.name), c.name
	if s.carets {
		name, plain = readColors(decodeText(readCarets(c.name, true)), false), readCarets(c.name, false)
	}
	p := sim.Profile{Slot: slot, Name: name, HasColors: true,
		Colors: [2]sim.RGB{shade(int(c.colors >> 4)), shade(int(c.colors & 15))}}
	s.nexuizTeam(&p, c)
	s.setPlayer(slot, s.Recorder().Profile(p), plainText(plain))
	if r := s.players.Row(slot); r != nil {
		r.Frags = s.frags(c)
	}
}

// updateName names a player, who comes, goes or calls himself anew.
func (s *netQuake) updateName(m *netquake.UpdateName) {
	n, slot := int(m.Player), sim.SlotAt(int(m.Player))
	if n >= len(s.clients) || bytes.Equal(s.clients[n].name, m.Name) {
		return
	}
	old := s.players.Profile(slot)
	s.clients[n].name = m.Name
	if len(m.Name) == 0 && old != nil {
		s.Event(sim.Event{Kind: sim.EventDisconnect, Slot: slot})
	}
	s.profile(slot)
	switch {
	case len(m.Name) == 0:
	case old == nil:
		s.Event(sim.Event{Kind: sim.EventConnect, Slot: slot})
	default:
		s.Event(sim.Event{Kind: sim.EventNameChange, Slot: slot, Text: sim.Renamed(old.Name, s.players.Profile(slot).Name)})
	}
}

func (s *netQuake) updateColors(m *netquake.UpdateColors) {
	if n := int(m.Player); n < len(s.clients) {
		s.clients[n].colors = m.Colors
		if s.players.Profile(sim.SlotAt(n)) != nil {
			s.profile(sim.SlotAt(n))
		}
	}
}

func (s *netQuake) updateFrags(m *netquake.UpdateFrags) {
	if n := int(m.Player); n < len(s.clients) {
		c, slot := &s.clients[n], sim.SlotAt(n)
		was := s.watches(c)
		if s.fragsChanged(slot, c.frags, m.Frags); s.players.Profile(slot) != nil && s.watches(&netQuakeClient{frags: m.Frags}) != was {
			defer s.profile(slot)
		}
		c.frags = m.Frags
		if r := s.players.Row(slot); r != nil {
			r.Frags = s.frags(c)
		}
	}
}

// count counts a monster that was killed or a secret that was found.
func (s *netQuake) count(kind sim.EventKind, stat, totalStat int, what string) {
	s.stats.values[stat]++
	n, total := s.stats.values[stat], s.stats.values[totalStat]
	text := fmt.Sprintf("%d of %d", n, total)
	if total <= 0 {
		text = fmt.Sprint(n)
	}
	if name := s.entities.MonsterDeath(); kind == sim.EventMonsterKill && name != "" {
		text = fmt.Sprintf("%s (%s)", name, text)
	} else {
		text += " " + what
	}
	e := sim.Event{Kind: kind, Value: int(n), Text: sim.PlainText(text)}
	if s.slots <= 1 {
		e.Slot = s.slotOf(s.view)
	}
	s.Event(e)
}

// text is a text without DarkPlaces' marks of colours.
func (s *netQuake) text(raw []byte) []byte {
	if s.carets {
		return readCarets(raw, false)
	}
	return raw
}

// line reads a line that the recorder was told.
func (s *netQuake) line(raw []byte) {
	raw = s.text(raw)
	s.readNexuizTeams(raw)
	if len(raw) > 0 && raw[0] == 1 && s.readChat(raw) {
		return
	}
	if bytes.HasPrefix(raw, []byte("You ")) && s.readPickupLine(sim.SlotAt(s.view-1), string(raw)) {
		return
	}
	s.readLine(raw)
}
