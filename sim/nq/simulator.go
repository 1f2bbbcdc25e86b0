package nq

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"fragscope/formats/netquake"
	"fragscope/sim"
	"fragscope/sim/quake"
)

// simulator is a netquake.Handler that fills a recording.
type simulator struct {
	rec     *sim.Recorder
	stage   *quake.Stage
	history *netquake.History
	blocks  int

	slots   int // how many players there can be
	deathly bool
	sounds  []string
	view    int // the entity of the point of view
	players []client
	running bool
	elapsed time.Duration

	status   quake.Status
	hasState bool
	ground   bool
	velocity sim.Vec3
	stats    [16]int32
	print    []byte
	secrets  int
	kills    int
	check    cheatCheck
}

// client is what is known of a player by number.
type client struct {
	name   []byte
	colors uint8
	frags  int16
}

func (s *simulator) newLevel() {
	s.players, s.slots, s.view, s.running = nil, 0, 1, false
	s.hasState = false
	s.stats, s.print, s.secrets, s.kills = [16]int32{}, nil, 0, 0
	s.status = quake.Status{}
	s.check = cheatCheck{}
}

// ServerInfo starts a level.
func (s *simulator) ServerInfo(m *netquake.ServerInfo) {
	s.newLevel()
	s.slots = int(m.MaxClients)
	s.deathly = m.GameType != 0 && m.MaxClients > 1
	l := sim.Level{Title: quake.Plain(m.LevelName), GameType: "Single Player"}
	switch {
	case s.deathly:
		l.GameType = "Deathmatch"
	case m.MaxClients > 1:
		l.GameType = "Cooperative"
	}
	models := make([]string, len(m.Models))
	for i, name := range m.Models {
		models[i] = string(name)
	}
	if len(models) > 0 {
		l.Map = quake.MapName(models[0])
	}
	s.sounds = make([]string, len(m.Sounds))
	for i, name := range m.Sounds {
		s.sounds[i] = string(name)
	}
	h := s.rec.Header()
	h.Protocol = int(m.Protocol)
	s.mod(&h, m, models)
	l.Mod = h.Mod
	s.rec.SetHeader(h)
	s.stage.Level(l)
	s.stage.Models(models)
	s.stage.Deathmatch = 0
	if s.deathly {
		s.stage.Deathmatch = -1
		s.stage.MatchKnown(s.elapsed)
	}
	s.players = make([]client, s.slots)
	s.stage.Simple(sim.EventLevelStart, sim.PlainText(l.Map))
}

func (s *simulator) mod(h *sim.Header, m *netquake.ServerInfo, models []string) {
	switch quake.PackOf(models) {
	case quake.Hipnotic:
		h.Mod, h.ModName = "hipnotic", "Scourge of Armagon"
	case quake.Rogue:
		h.Mod, h.ModName = "rogue", "Dissolution of Eternity"
	case quake.Fortress:
		h.Mod, h.ModName = "fortress", "Team Fortress"
	}
	if len(m.GameDir) > 0 {
		h.Mod = quake.Plain(m.GameDir)
	}
}

func (s *simulator) SpawnBaseline(m *netquake.SpawnBaseline) {
	if st := s.history.Baseline(m.Entity); !s.isPlayer(int(m.Entity)) {
		s.stage.Baseline(entity(&netquake.Entity{Number: m.Entity, EntityState: st}))
	}
}

func (s *simulator) isPlayer(n int) bool { return n >= 1 && n <= s.slots }

func entity(st *netquake.Entity) *quake.Entity {
	return &quake.Entity{Number: int(st.Number), Model: int(st.Model), Frame: int(st.Frame), Skin: int(st.Skin), Color: int(st.Colormap),
		Effects: st.Effects, Origin: st.Origin, Angles: angles(st.Angles), Step: st.NoLerp}
}

func angles(a netquake.Vec3) sim.Angles { return sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]} }

// Time begins a moment.
func (s *simulator) Time(m *netquake.Time) {
	s.elapsed = m.Elapsed
	clock := s.history.Snapshot().Clock
	if !s.running && s.deathly {
		s.stage.MatchKnown(s.elapsed - clock)
	}
	s.running = true
	s.stage.Begin(s.elapsed, clock)
}

// EndMoment shows the stage what the moment told.
func (s *simulator) EndMoment() {
	snapshot := s.history.Snapshot()
	if snapshot == nil {
		return
	}
	if s.rec.Frames() == 0 || !s.stage.Frame.POV.Valid() {
		s.recorder()
	}
	pov := s.view - 1
	if !s.isPlayer(s.view) {
		pov = -1
	}
	s.stage.Frame.POV = sim.SlotAt(pov)
	if pov >= 0 && s.stage.Profile(pov) == nil {
		s.profile(pov)
	}
	if pov >= 0 && s.hasState {
		s.stage.SetStatus(pov, &s.status)
	}
	for i := range snapshot.Entities {
		e := &snapshot.Entities[i]
		if s.isPlayer(int(e.Number)) {
			s.player(e, pov, snapshot.Angles)
			continue
		}
		s.stage.See(entity(e))
	}
	if r := s.stage.Row(pov); r != nil {
		r.POV = r.Visible
		r.OnGround = s.ground
	}
	s.stage.End()
}

func (s *simulator) player(e *netquake.Entity, pov int, view netquake.Vec3) {
	slot := int(e.Number) - 1
	if e.Model == 0 {
		return
	}
	l := quake.Look{Origin: e.Origin, View: angles(e.Angles), HasView: true, Frame: int(e.Frame), Model: int(e.Model),
		Effects: e.Effects, Step: e.NoLerp}
	l.View.Pitch *= -3 // a model is bent by a third of the view, and up is positive
	if slot == pov {
		l.View = angles(view)
		l.Velocity, l.HasVelocity = s.velocity, s.hasState
	}
	s.stage.SeePlayer(slot, &l)
}

// recorder notes who recorded.
func (s *simulator) recorder() {
	h := s.rec.Header()
	if n := s.view - 1; n >= 0 && n < len(s.players) && h.Recorder == "" {
		h.Recorder = quake.Text(s.players[n].name).Plain
		s.rec.SetHeader(h)
	}
}

// ClientData is the recorder's status bar.
func (s *simulator) ClientData(m *netquake.ClientData) {
	s.hasState = true
	s.ground = m.Mask&netquake.ClientOnGround != 0
	s.velocity = m.Velocity
	st := &s.status
	if m.HasItems {
		st.Items, st.HasItems = m.Items, true
	}
	if m.HasStats {
		bit := uint32(m.Weapon)
		if p := s.stage.Pack; p == quake.Hipnotic || p == quake.Rogue {
			bit = 1 << (bit & 31)
		}
		st.Health, st.Armor, st.HasHealth = int(m.Health), int(m.Armor), true
		st.Shells, st.Nails, st.Rockets, st.Cells, st.HasAmmo = int(m.Shells), int(m.Nails), int(m.Rockets), int(m.Cells), true
		st.WeaponModel, st.HasWeaponModel, st.WeaponBit, st.HasWeapon = int(m.WeaponModel), true, bit, true
		s.checkStatus(int(m.Health), int(m.Armor))
	}
}

// UpdateStat is one number of the status bar.
func (s *simulator) UpdateStat(m *netquake.UpdateStat) {
	if int(m.Index) >= len(s.stats) {
		return
	}
	s.stats[m.Index] = m.Value
	v := int(m.Value)
	st := &s.status
	switch m.Index {
	case netquake.StatHealth:
		st.Health, st.HasHealth = v, true
	case netquake.StatArmor:
		st.Armor = v
	case netquake.StatShells:
		st.Shells, st.HasAmmo = v, true
	case netquake.StatNails:
		st.Nails = v
	case netquake.StatRockets:
		st.Rockets = v
	case netquake.StatCells:
		st.Cells = v
	case netquake.StatWeaponModel:
		st.WeaponModel, st.HasWeaponModel = v, true
	case netquake.StatActiveWeapon:
		st.WeaponBit, st.HasWeapon = uint32(v), true
	case netquake.StatFoundSecrets:
		s.secrets = v
	case netquake.StatKilled:
		s.kills = v
	}
}

// profile hands the stage what is known of a player.
func (s *simulator) profile(slot int) {
	if slot < 0 || slot >= len(s.players) {
		return
	}
	c := &s.players[slot]
	if len(c.name) == 0 && slot != s.view-1 {
		s.stage.SetProfile(slot, nil, "")
		return
	}
	p := sim.Profile{Slot: sim.SlotAt(slot), Name: quake.Text(c.name), HasColors: true,
		Colors: [2]sim.RGB{quake.Shade(int(c.colors >> 4)), quake.Shade(int(c.colors & 15))}}
	s.stage.SetProfile(slot, s.rec.Profile(p), quake.Plain(c.name))
	if r := s.stage.Row(slot); r != nil {
		r.Frags = c.frags
	}
}

// UpdateName names a player.
func (s *simulator) UpdateName(m *netquake.UpdateName) {
	n := int(m.Player)
	if n >= len(s.players) || bytes.Equal(s.players[n].name, m.Name) {
		return
	}
	old := s.stage.Profile(n)
	s.players[n].name = m.Name
	if len(m.Name) == 0 && old != nil {
		s.stage.Event(sim.Event{Kind: sim.EventDisconnect, Slot: sim.SlotAt(n)})
	}
	s.profile(n)
	switch {
	case len(m.Name) == 0:
	case old == nil:
		s.stage.Event(sim.Event{Kind: sim.EventConnect, Slot: sim.SlotAt(n)})
	default:
		s.stage.Event(sim.Event{Kind: sim.EventNameChange, Slot: sim.SlotAt(n), Text: old.Name})
	}
}

// UpdateColors says what a player wears.
func (s *simulator) UpdateColors(m *netquake.UpdateColors) {
	if n := int(m.Player); n < len(s.players) {
		s.players[n].colors = m.Colors
		if s.stage.Profile(n) != nil {
			s.profile(n)
		}
	}
}

// UpdateFrags is a player's score.
func (s *simulator) UpdateFrags(m *netquake.UpdateFrags) {
	if n := int(m.Player); n < len(s.players) {
		s.players[n].frags = m.Frags
		if r := s.stage.Row(n); r != nil {
			r.Frags = m.Frags
		}
	}
}

// KilledMonster counts a monster.
func (s *simulator) KilledMonster() {
	s.kills++
	s.count(sim.EventMonsterKill, s.kills, int(s.stats[netquake.StatTotalMonsters]), "kills")
}

// FoundSecret counts a secret.
func (s *simulator) FoundSecret() {
	s.secrets++
	s.count(sim.EventSecret, s.secrets, int(s.stats[netquake.StatTotalSecrets]), "secrets")
}

func (s *simulator) count(kind sim.EventKind, n, total int, what string) {
	text := fmt.Sprintf("%d of %d %s", n, total, what)
	if total <= 0 {
		text = fmt.Sprintf("%d %s", n, what)
	}
	if name := s.stage.Felled(); kind == sim.EventMonsterKill && name != "" {
		text = fmt.Sprintf("%s (%s)", name, strings.TrimSuffix(text, " "+what))
	}
	slot := s.view - 1
	if !s.isPlayer(s.view) || s.slots > 1 {
		slot = -1
	}
	s.stage.Event(sim.Event{Kind: kind, Slot: sim.SlotAt(slot), Value: n, Text: sim.PlainText(text)})
}

// Print gathers lines, which come in pieces.
func (s *simulator) Print(m *netquake.Print) {
	s.print = append(s.print, m.Text...)
	if len(s.print) > 4096 {
		s.line(s.print)
		s.print = nil
	}
	for {
		i := bytes.IndexByte(s.print, '\n')
		if i < 0 {
			return
		}
		s.line(s.print[:i])
		s.print = s.print[i+1:]
	}
}

func (s *simulator) line(raw []byte) {
	if len(raw) > 0 && raw[0] == 1 && s.stage.Say(raw) {
		return
	}
	if strings.HasPrefix(string(raw), "You ") && s.stage.Took(s.view-1, string(raw)) {
		return
	}
	s.stage.Line(bytes.Clone(raw))
}

// Sound plays a sound.
func (s *simulator) Sound(m *netquake.Sound) {
	if i := int(m.Sound); i >= 1 && i <= len(s.sounds) {
		n := int(m.Entity)
		if !s.isPlayer(n) {
			n = 0
		}
		s.stage.Sound(s.sounds[i-1], n, m.Origin)
	}
}

// temps are the temporary entities.
var temps = map[uint8]quake.Temp{
	netquake.TempSpike: quake.TempNail, netquake.TempSuperSpike: quake.TempSuperNail, netquake.TempGunshot: quake.TempGunshot,
	netquake.TempExplosion: quake.TempExplosion, netquake.TempTarExplosion: quake.TempTar, netquake.TempLightning1: quake.TempMonsterLightning,
	netquake.TempLightning2: quake.TempLightning, netquake.TempWizSpike: quake.TempMonsterSpike, netquake.TempKnightSpike: quake.TempMonsterSpike,
	netquake.TempLightning3: quake.TempMonsterLightning, netquake.TempLavaSplash: quake.TempLavaSplash, netquake.TempTeleport: quake.TempTeleport,
	netquake.TempExplosion2: quake.TempExplosion, netquake.TempBeam: quake.TempGrapple,
	50: quake.TempBlood, 53: quake.TempExplosion, 57: quake.TempGunshot, 58: quake.TempNail, 59: quake.TempSuperNail, 70: quake.TempExplosion,
}

// TempEntity is something brief.
func (s *simulator) TempEntity(m *netquake.TempEntity) {
	s.stage.Temp(temps[m.Type], m.Origin, m.End, int(m.Entity))
}

// bloodColors are the colours of particles that fly when someone is hit.
var bloodColors = map[uint8]bool{73: true, 225: true}

// Particle lets particles fly.
func (s *simulator) Particle(m *netquake.Particle) {
	if bloodColors[m.Color] {
		s.stage.Blood(m.Origin)
	}
}
