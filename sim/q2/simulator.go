package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/formats/quake2/layout"
	"fragscope/sim"
)

// simulator is a [quake2.Handler] that fills a recording.
type simulator struct {
	quake2.Ignore
	decoder  *quake2.Decoder
	size     int
	blocks   int
	reported int
	ended    bool
	history  quake2.History
	ready    bool // a snapshot waits to be recorded

	to          recipient
	track       track
	level       *level
	models      models
	players     players
	inventories inventories
	entities    entities
	items       items
	match       match
	bodies      bodies
	views       views
	effects     effects
	prints      prints
	scores      scores
}

func newSimulator(rec *sim.Recorder, d *quake2.Decoder, size int) *simulator {
	s := &simulator{decoder: d, size: size, track: track{rec: rec, clock: d.Time}}
	t := &s.track
	s.level = newLevel(t)
	s.to = recipient{track: t, level: s.level, unicast: -1}
	s.models = models{level: s.level}
	s.players = players{track: t, level: s.level}
	s.inventories = inventories{level: s.level, open: map[int]*quake2.Inventory{}}
	s.entities = entities{track: t, level: s.level, players: &s.players}
	s.items = items{track: t, level: s.level, models: &s.models, players: &s.players, entities: &s.entities, inventories: &s.inventories}
	s.match = match{track: t, level: s.level, players: &s.players}
	s.bodies = bodies{track: t, level: s.level, models: &s.models, players: &s.players}
	s.views = views{track: t, level: s.level, models: &s.models, players: &s.players, items: &s.items, inventories: &s.inventories, match: &s.match}
	s.effects = effects{track: t, level: s.level, players: &s.players, entities: &s.entities, inventories: &s.inventories}
	s.prints = prints{track: t, level: s.level, to: &s.to, players: &s.players, match: &s.match, said: map[string]bool{}}
	s.scores = scores{track: t, level: s.level, players: &s.players}
	h := rec.Header()
	h.Game, h.GameKey, h.Kind = "Quake II", "quake2", "client"
	rec.SetHeader(h)
	return s
}

// ServerData implements [quake2.Handler]: it starts a level.
func (s *simulator) ServerData(m *quake2.ServerData) {
	s.flush()
	if s.level.started {
		s.track.event(sim.Event{Kind: sim.EventLevelEnd, Text: sim.PlainText("End of " + s.level.mapName())})
		s.track.flushEvents()
	}
	s.history.ServerData(m)
	s.level.reset(m)
	s.track.reset()
	s.players.reset()
	s.inventories.reset()
	s.models.forget()
	s.entities.sights = nil
	s.items.reset()
	s.match.reset()
	s.views.screenText = nil
	s.effects.waiting = s.effects.waiting[:0]
	s.header(m)
}

// protocolMVD is the number in the serverdata of a .mvd2.
const protocolMVD = 37

func (s *simulator) header(m *quake2.ServerData) {
	h := s.track.rec.Header()
	h.Mod, h.ModName = string(m.GameDir), s.level.mod.name
	if h.Mod == "" {
		h.Mod = "baseq2"
	}
	if h.ModName == "" {
		h.ModName = h.Mod
	}
	if s.track.rec.Frames() == 0 {
		h.Protocol = int(m.Protocol)
		h.Kind, h.Multi = s.kind(m.Recording), s.level.allSeeing
	}
	s.track.rec.SetHeader(h)
}

func (s *simulator) kind(r quake2.Recording) string {
	switch {
	case s.level.multiview:
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
	i, c := int(m.Index), s.level.config
	if i >= min(c.End, maxStrings) {
		return
	}
	switch old := s.level.setString(i, string(m.Text)); {
	case i >= c.PlayerSkins && i < c.General:
		s.players.playerString(i-c.PlayerSkins, old)
	case i >= c.Models && i < c.Sounds:
		s.models.forget()
	case i >= c.General:
		s.level.mod.general(&s.match, i-c.General)
	case i == c.MaxClients-1 && s.level.mod.ctf:
		s.match.ctfMatch(string(m.Text))
	}
}

// LevelRestart implements [quake2.Handler].
func (s *simulator) LevelRestart(m *quake2.LevelRestart) {
	for i := range m.Strings {
		s.ConfigString(&m.Strings[i])
	}
	for i := range s.players.slots {
		s.players.slots[i].seen = 0
	}
}

// Baseline implements [quake2.Handler].
func (s *simulator) Baseline(m *quake2.Baseline) {
	s.history.Baseline(m)
	var e quake2.EntityState
	m.Entity.Apply(&e)
	s.baseline(&e)
}

// Frame implements [quake2.Handler].
func (s *simulator) Frame(m *quake2.Frame) {
	s.flush()
	if m.Recording == quake2.RecordServer && s.level.server.Recording != quake2.RecordServer {
		s.level.server.Recording, s.level.allSeeing = quake2.RecordServer, true
		h := s.track.rec.Header()
		h.Kind, h.Multi = "server", true
		s.track.rec.SetHeader(h)
	}
	s.history.Frame(m)
}

// Unicast implements [quake2.Handler].
func (s *simulator) Unicast(m *quake2.Unicast) {
	s.to.unicast = int(m.Client)
	s.history.Unicast(m)
}

// PlayerInfo implements [quake2.Handler].
func (s *simulator) PlayerInfo(m *quake2.PlayerDelta) {
	s.history.PlayerInfo(m)
	s.to.unicast = -1
}

// PacketEntities implements [quake2.Handler].
func (s *simulator) PacketEntities(m *quake2.PacketEntities) {
	s.history.PacketEntities(m)
	s.ready = s.history.Snapshot() != nil
}

// MVDFrame implements [quake2.Handler].
func (s *simulator) MVDFrame(m *quake2.MVDFrame) {
	s.flush()
	s.history.MVDFrame(m)
	s.ready = s.history.Snapshot() != nil
}

// Cast implements [quake2.Handler].
func (s *simulator) Cast(m *quake2.Cast) { s.to.cast, s.to.casting = *m, true }

// EndCast implements [quake2.Handler].
func (s *simulator) EndCast(*quake2.Cast) { s.to.casting = false }

// startLevel tells the recorder of the level before its first frame.
func (s *simulator) startLevel() {
	s.level.started = true
	s.level.readBar()
	h := s.track.rec.Header()
	if p := s.players.player(s.level.self); p != nil && !s.level.multiview && h.Recorder == "" {
		h.Recorder = p.name.Plain
		s.track.rec.SetHeader(h)
	}
	s.track.rec.Level(s.level.levelInfo())
	s.track.event(sim.Event{Kind: sim.EventLevelStart, Text: sim.PlainText(s.level.mapName())})
	switch s.match.phase {
	case sim.PhaseWarmup:
		s.track.begin(sim.EventWarmup, "Warm-up")
	case sim.PhaseCountdown:
		s.track.begin(sim.EventCountdown, "Countdown")
	}
}

// flush records the snapshot at hand.
func (s *simulator) flush() {
	if !s.ready {
		return
	}
	s.ready = false
	clear(s.prints.said)
	snap := s.history.Snapshot()
	if !s.level.started {
		s.startLevel()
	}
	s.level.readBar()
	s.track.beginSnapshot(time.Duration(snap.Number)*s.level.server.Interval, snap.Approximate)
	s.effects.flashes()
	for i := range snap.Players {
		s.views.viewOf(&snap.Players[i], snap)
	}
	for i := range snap.Entities {
		s.entity(&snap.Entities[i])
	}
	s.views.pointOfView(snap)
	s.views.showBoard(snap)
	s.loseSight()
	s.effects.playEffects()
	s.match.followMatch(snap)
	s.track.flushEvents()
	if s.track.now >= s.prints.center {
		s.track.frame.CenterPrint = sim.Text{}
	}
	s.track.rec.Frame(&s.track.frame)
}

// MuzzleFlash implements [quake2.Handler].
func (s *simulator) MuzzleFlash(m *quake2.MuzzleFlash) {
	s.effects.wait(effect{kind: effectFlash, flash: *m})
}

// MuzzleFlash2 implements [quake2.Handler].
func (s *simulator) MuzzleFlash2(m *quake2.MuzzleFlash) {
	s.effects.wait(effect{kind: effectMonsterFlash, flash: *m})
}

// TempEntity implements [quake2.Handler].
func (s *simulator) TempEntity(m *quake2.TempEntity) {
	s.effects.wait(effect{kind: effectTemp, temp: *m})
}

// Sound implements [quake2.Handler].
func (s *simulator) Sound(m *quake2.Sound) {
	if !s.to.toOther() {
		s.effects.wait(effect{kind: effectSound, sound: *m})
	}
}

// Inventory implements [quake2.Handler].
func (s *simulator) Inventory(m *quake2.Inventory) {
	s.inventories.tell(s.to.client(), m)
}

// loseSight ages the players, things and movers that this snapshot does not show.
func (s *simulator) loseSight() {
	for i := range s.track.frame.Players {
		r := &s.track.frame.Players[i]
		p := &s.players.slots[r.Slot.Index()]
		shown := p.seen == s.track.snaps || p.viewed == s.track.snaps
		p.stated = false
		switch {
		case shown:
		case s.level.allSeeing && !p.spectator:
			s.players.missing(r)
		case r.Visible:
			r.Visible, r.LastSeen, r.POV, r.Firing, r.Inventory = false, s.track.before, false, false, nil
			r.Health, r.Armor, r.Ammo = sim.Unknown, sim.Unknown, sim.Unknown
			if p.spectator {
				r.Life = sim.Spectating
			}
		}
	}
	s.items.loseThings()
	for i := range s.track.frame.Movers {
		m := &s.track.frame.Movers[i]
		m.Visible = s.entities.sight(m.Number).snap == s.track.snaps
	}
}

// Print implements [quake2.Handler].
func (s *simulator) Print(m *quake2.Print) {
	level := m.Level & quake2.PrintLevelMask
	s.prints.print(level, words(m.Text))
}

// LocPrint implements [quake2.Handler]: the arguments take the places of
// "{0}", "{1}" and so on.
func (s *simulator) LocPrint(m *quake2.LocPrint) {
	text := string(m.Base)
	for i, arg := range m.Args {
		if i < 10 {
			text = strings.ReplaceAll(text, "{"+string(rune('0'+i))+"}", string(arg))
		}
	}
	level := m.Flags & quake2.PrintLevelMask
	if level == quake2.PrintCenter || level == quake2.PrintTypewriter {
		s.prints.centerPrint(words([]byte(text)))
		return
	}
	s.prints.print(level, words([]byte(text)))
}

// CenterPrint implements [quake2.Handler].
func (s *simulator) CenterPrint(m *quake2.CenterPrint) {
	if s.to.toOther() && s.level.server.Recording != quake2.RecordRelay && !s.level.mod.action {
		return
	}
	text := trim(words(m.Text))
	if s.to.castToOther() {
		// Each gets his own copy of what a round begins with.
		if e, ok := s.prints.rule(centerRules, text.Plain); ok && !s.prints.said[text.Plain] {
			s.prints.said[text.Plain] = true
			e.Text = text
			s.match.obey(e)
		}
		return
	}
	s.prints.centerPrint(text)
}

// BotChat implements [quake2.Handler].
func (s *simulator) BotChat(m *quake2.BotChat) {
	slot := s.players.find(plain(m.Name))
	s.track.event(sim.Event{Kind: sim.EventChat, Slot: sim.SlotAt(slot), Text: words(m.Text)})
}

// StuffText implements [quake2.Handler]: commands are never run.
func (s *simulator) StuffText(*quake2.StuffText) { s.to.unicast = -1 }

// Layout implements [quake2.Handler]: scoreboards tell of everyone's frags and pings. The
// same board comes for every client of a .mvd2.
func (s *simulator) Layout(m *quake2.Layout) {
	s.to.unicast = -1
	s.views.screenText = nil
	if len(m.Text) == 0 {
		return
	}
	var ps *quake2.PlayerState
	if snap := s.history.Snapshot(); snap != nil && len(snap.Players) > 0 {
		ps = &snap.Players[0].State
	}
	items := layout.Run(string(m.Text), screen{s.level, ps}, layout.Options{Nested: s.level.config.Length > 64})
	scores := layout.Scores(items)
	for _, score := range scores {
		s.scores.score(score)
	}
	if len(scores) == 0 && !s.scores.board(layout.Lines(items)) && !s.level.allSeeing {
		s.views.screenText = boardOf(layout.Table(items))
	}
}

// entity takes over the state of an entity.
func (s *simulator) entity(e *quake2.EntityState) {
	n := int(e.Number)
	if n == 0 || n >= maxEntities {
		return
	}
	v := s.entities.sight(n)
	appeared := v.snap == 0 || v.snap != s.track.snaps-1
	other := v.model != e.Models[0]
	last := v.origin
	v.snap, v.origin, v.model = s.track.snaps, e.Origin, e.Models[0]
	switch {
	case e.RenderFX&quake2.RenderBeam != 0:
		s.entities.beam(e)
	case s.bodies.isPlayer(e):
		s.bodies.playerEntity(e)
	case n <= s.level.maxClients:
		s.bodies.headless(e)
	default:
		s.thing(e, v, appeared, other, last)
	}
	if e.Event == quake2.EventOtherTeleport && n > s.level.maxClients {
		s.track.effect(sim.Effect{Kind: sim.EffectTeleport, Origin: e.Origin}, bodyTime)
	}
}

// thing takes over an entity that is no player.
func (s *simulator) thing(e *quake2.EntityState, v *sight, appeared, other bool, last sim.Vec3) {
	n := int(e.Number)
	if e.Models[0] == s.level.config.PlayerModel {
		s.entities.corpse(e)
		return
	}
	c := s.models.classOf(e.Models[0])
	if e.Effects&quake2.EFGib != 0 && c.kind != classProjectile && c.kind != classPart {
		c = class{kind: classGib}
	}
	if c.weapon == sim.WeaponKnife && !s.items.state(n).fixed && (appeared || distance2(last, e.Origin) > knifeStep*knifeStep) {
		c = class{kind: classProjectile, article: article{weapon: sim.WeaponThrownKnife}}
	}
	if s.level.mod.action && c.kind == classProjectile && c.weapon == sim.WeaponHandGrenade && s.items.lastItem > 0 && n <= s.items.lastItem {
		c = class{kind: classItem, article: article{item: sim.ItemWeapon, weapon: c.weapon}}
	}
	switch c.kind {
	case classPart:
		s.entities.removeThing(n)
		if part := s.models.partOf(e); part > 0 {
			row, isNew := s.entities.mover(e, part)
			row.Visible = true
			row.NoLerp = isNew || appeared || s.track.jumped(last, e.Origin)
		}
	case classItem:
		s.items.seeItem(e, &c.article, appeared)
	case classNone:
		s.entities.removeThing(n)
	default:
		s.entities.seeOther(e, v, c, appeared, other)
	}
}
