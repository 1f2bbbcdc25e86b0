package qw

import (
	"maps"
	"math"
	"slices"
	"time"

	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/quake"
)

// simulator is a quakeworld.Handler that fills a recording.
type simulator struct {
	rec     *sim.Recorder
	stage   *quake.Stage
	history *quakeworld.History
	multi   bool

	blocks int
	block  quakeworld.Block

	recorder   int // the player who recorded; -1 in a .mvd
	spectator  bool
	models     []string
	sounds     []string
	serverInfo map[string]string
	players    [quakeworld.MaxPlayers]client
	nails      []quakeworld.Nail
	flying     map[uint16]projectile
	teams      map[string]sim.Team

	print  map[uint64][]byte
	said   map[string]time.Duration
	center centerPrint
	round  int // that is about to begin; 0 for none
	check  cheatCheck
}

// client is what is known of a player by number.
type client struct {
	info   map[string]string
	shown  bool // by this moment; in a .mvd by any
	stats  [32]int32
	has    uint32 // bits of the stats that were told
	fresh  bool   // stats changed
	frags  int16
	ping   int16
	userID int32
}

// projectile is one that the server tells once.
type projectile struct {
	origin, velocity sim.Vec3
	model            int
	start            time.Duration // on the clock
}

func (s *simulator) newLevel() {
	s.recorder = -1
	s.models, s.sounds = nil, nil
	s.serverInfo = map[string]string{}
	s.nails = s.nails[:0]
	s.players = [quakeworld.MaxPlayers]client{}
	s.flying = map[uint16]projectile{}
	s.teams = map[string]sim.Team{}
	s.print, s.said = map[uint64][]byte{}, map[string]time.Duration{}
	s.center, s.round = centerPrint{}, 0
	s.check = cheatCheck{}
}

// begin starts the moment of the present block, if it has not begun and the
// block shows something.
func (s *simulator) begin() {
	snapshot := s.history.Snapshot()
	if snapshot == nil || s.stage.Open() {
		return
	}
	s.stage.Begin(snapshot.Time, snapshot.Clock)
	s.nails = s.nails[:0]
	if !s.multi {
		for i := range s.players {
			s.players[i].shown = false
		}
	}
}

// ServerData starts a level.
func (s *simulator) ServerData(m *quakeworld.ServerData) {
	s.newLevel()
	if !s.multi {
		s.recorder, s.spectator = int(m.Client&127), m.Client&128 != 0
	}
	h := s.rec.Header()
	h.Protocol, h.Mod = int(m.Protocol), quake.Plain(m.GameDir)
	s.rec.SetHeader(h)
	s.stage.Level(sim.Level{Title: quake.Plain(m.LevelName), Mod: h.Mod})
	s.stage.Deathmatch = -1
	s.stage.Frame.POV = sim.Slot{}
}

// ModelList names models.
func (s *simulator) ModelList(m *quakeworld.ModelList) {
	s.models = extend(s.models, &m.NameList)
	s.stage.Models(s.models)
	if m.First == 0 && len(s.models) > 0 {
		name := quake.MapName(s.models[0])
		s.rec.EditLevel(func(l *sim.Level) { l.Map = name })
		s.stage.Simple(sim.EventLevelStart, sim.PlainText(name))
	}
}

// extend puts a part of a list where it belongs; index 0 is nothing.
func extend(list []string, m *quakeworld.NameList) []string {
	first := int(m.First)
	if first > 4096 {
		return list
	}
	for len(list) < first {
		list = append(list, "")
	}
	list = list[:first:first]
	for _, name := range m.Names {
		list = append(list, string(name))
	}
	return list
}

// baseline shows the stage how an entity looks while nothing else is said.
func (s *simulator) baseline(number uint16) {
	st := s.history.Baseline(number)
	if st.Number > quakeworld.MaxPlayers || s.stage.Class(int(st.Model)).Mover > 0 {
		s.stage.Baseline(entity(&st))
	}
}

func entity(st *quakeworld.EntityState) *quake.Entity {
	return &quake.Entity{Number: int(st.Number), Model: int(st.Model), Frame: int(st.Frame), Skin: int(st.Skin), Color: int(st.Colormap),
		Effects: uint32(st.Effects), Origin: st.Origin, Angles: angles(st.Angles)}
}

func angles(a quakeworld.Vec3) sim.Angles { return sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]} }

// PacketEntities are the entities in sight.
func (s *simulator) PacketEntities() {
	s.begin()
	s.stage.Frame.Approximate = s.history.Snapshot().Approximate
}

// PlayerInfo shows a player.
func (s *simulator) PlayerInfo(m *quakeworld.PlayerInfo) {
	if int(m.Player) < quakeworld.MaxPlayers {
		s.begin()
		s.players[m.Player].shown = true
	}
}

// Nails are those that fly in sight.
func (s *simulator) Nails(m *quakeworld.Nails) {
	s.nails = append(s.nails[:0], m.Nails...)
}

// nailSpeed is that of all nails, in units per second.
const nailSpeed = 1000

// Numbers of things that have no entity, above those of all entities.
const (
	firstFlying = 32768
	firstNail   = 60000
)

// Projectiles start and end.
func (s *simulator) Projectiles(m *quakeworld.Projectiles) {
	for i := range m.Changes {
		c := &m.Changes[i]
		if c.Removed {
			delete(s.flying, c.Entity)
			continue
		}
		if len(s.flying) > 512 {
			continue
		}
		p := s.flying[c.Entity]
		if c.Flags&quakeworld.ProjectileMove != 0 {
			p.origin, p.velocity = c.Origin, c.Velocity
			p.start = s.stage.Clock - time.Duration(c.Age)*time.Second/255
		}
		if c.Flags&quakeworld.ProjectileModel != 0 {
			p.model = int(c.Model)
		}
		s.flying[c.Entity] = p
	}
}

// EndMoment shows the stage what the moment told.
func (s *simulator) EndMoment() {
	s.endCenter()
	if !s.stage.Open() {
		return
	}
	if !s.multi {
		s.stage.Frame.POV = sim.SlotAt(s.recorder)
	}
	snapshot := s.history.Snapshot()
	for slot := range s.players {
		s.showPlayer(slot, &snapshot.Players[slot])
	}
	for i := range snapshot.Entities {
		if e := &snapshot.Entities[i]; e.Model != 0 {
			s.stage.See(entity(e))
		}
	}
	for i, n := range s.nails {
		sp, cp := math.Sincos(float64(n.Pitch) * math.Pi / 180)
		sy, cy := math.Sincos(float64(n.Yaw) * math.Pi / 180)
		v := sim.Vec3{float32(cp * cy * nailSpeed), float32(cp * sy * nailSpeed), float32(sp * nailSpeed)}
		s.stage.Flying(firstNail+i, sim.WeaponNailgun, "nail", n.Origin, v, 0)
	}
	if len(s.flying) > 0 {
		s.showFlying()
	}
	s.scores()
	s.checkHealth()
	s.stage.End()
}

// showFlying shows the projectiles that the server told once.
func (s *simulator) showFlying() {
	for _, n := range slices.Sorted(maps.Keys(s.flying)) {
		p := s.flying[n]
		if c := s.stage.Class(p.model); !c.Hidden && int(n)+firstFlying < firstNail {
			s.stage.Flying(firstFlying+int(n), c.Weapon, c.Name, p.origin, p.velocity, s.stage.Clock-p.start)
		}
	}
}

func (s *simulator) showPlayer(slot int, st *quakeworld.PlayerState) {
	c := &s.players[slot]
	if c.fresh {
		c.fresh = false
		st := c.status()
		s.stage.SetStatus(slot, &st)
	}
	r := s.stage.Row(slot)
	if r != nil {
		r.Frags, r.Ping = c.frags, c.ping
		r.Chatting = c.info["chat"] != "" && c.info["chat"] != "0"
	}
	if !c.shown || s.multi && r == nil {
		return
	}
	if s.multi && r.Profile.Team == sim.TeamSpectator {
		return
	}
	l := quake.Look{Origin: st.Origin, View: angles(st.Angles), HasView: st.HasAngles, Frame: int(st.Frame), Model: int(st.Model),
		Effects: uint32(st.Effects), Dead: st.Dead, Gibbed: st.Gib}
	if !s.multi {
		l.Velocity, l.HasVelocity = st.Velocity, true
	}
	if slot == s.recorder {
		if !s.spectator && c.has != 0 {
			full := c.status()
			s.stage.SetStatus(slot, &full)
		}
	}
	s.stage.SeePlayer(slot, &l)
	if r := s.stage.Row(slot); r != nil {
		r.POV = slot == s.recorder
		if st.Buttons&1 != 0 && r.Life == sim.Alive {
			r.Firing = true
		}
	}
}

// scores sums up those of teams.
func (s *simulator) scores() {
	f := &s.stage.Frame
	for i := range f.TeamScore {
		f.TeamScore[i] = sim.Unknown
	}
	if len(s.teams) < 2 {
		return
	}
	for i := range f.Players {
		r := &f.Players[i]
		t := r.Profile.Team
		if t == sim.TeamFree || t == sim.TeamSpectator || r.Frags == sim.Unknown {
			continue
		}
		if f.TeamScore[t] == sim.Unknown {
			f.TeamScore[t] = 0
		}
		f.TeamScore[t] += r.Frags
	}
}

// status is the player's status bar.
func (c *client) status() quake.Status {
	has := func(i int) bool { return c.has>>i&1 != 0 }
	v := func(i int) int { return int(c.stats[i]) }
	return quake.Status{
		Items: uint32(c.stats[quakeworld.StatItems]), HasItems: has(quakeworld.StatItems),
		Health: v(quakeworld.StatHealth), Armor: v(quakeworld.StatArmor), HasHealth: has(quakeworld.StatHealth),
		Shells: v(quakeworld.StatShells), Nails: v(quakeworld.StatNails), Rockets: v(quakeworld.StatRockets), Cells: v(quakeworld.StatCells),
		HasAmmo:   has(quakeworld.StatShells) || has(quakeworld.StatNails) || has(quakeworld.StatRockets) || has(quakeworld.StatCells),
		WeaponBit: uint32(c.stats[quakeworld.StatActiveWeapon]), HasWeapon: has(quakeworld.StatActiveWeapon),
		WeaponModel: v(quakeworld.StatWeaponModel), HasWeaponModel: has(quakeworld.StatWeaponModel),
	}
}

// UpdateStat is one number of a player's status bar.
func (s *simulator) UpdateStat(m *quakeworld.UpdateStat) {
	if int(m.Index) >= len(s.players[0].stats) {
		return
	}
	set := func(slot int) {
		c := &s.players[slot]
		c.stats[m.Index], c.fresh = m.Value, true
		c.has |= 1 << m.Index
	}
	switch {
	case s.multi:
		for slot := range s.players {
			if s.block.To(slot) {
				set(slot)
			}
		}
	case s.recorder >= 0 && s.recorder < quakeworld.MaxPlayers && !s.spectator:
		if m.Index == quakeworld.StatHealth {
			s.check.lost, s.check.told, s.check.any = 0, s.block.Clock, true
		}
		set(s.recorder)
	}
}

// UpdateFrags is a player's score.
func (s *simulator) UpdateFrags(m *quakeworld.UpdateFrags) {
	if int(m.Player) < quakeworld.MaxPlayers {
		s.players[m.Player].frags = m.Frags
	}
}

// UpdatePing is a player's ping.
func (s *simulator) UpdatePing(m *quakeworld.UpdatePing) {
	if int(m.Player) < quakeworld.MaxPlayers {
		s.players[m.Player].ping = m.Ping
	}
}

// SetAngle turns the view, as a teleport and a spawn do.
func (s *simulator) SetAngle(m *quakeworld.SetAngle) {
	if s.multi {
		s.stage.Jump(int(m.Player))
		return
	}
	s.stage.Jump(s.recorder)
}

// Sound plays a sound.
func (s *simulator) Sound(m *quakeworld.Sound) {
	if i := int(m.Sound); i >= 1 && i <= len(s.sounds) {
		n := int(m.Entity)
		if n > quakeworld.MaxPlayers {
			n = 0
		}
		s.stage.Sound(s.sounds[i-1], n, m.Origin)
	}
}

// temps are the temporary entities.
var temps = [...]quake.Temp{
	quakeworld.TempSpike: quake.TempNail, quakeworld.TempSuperSpike: quake.TempSuperNail, quakeworld.TempGunshot: quake.TempGunshot,
	quakeworld.TempExplosion: quake.TempExplosion, quakeworld.TempTarExplosion: quake.TempTar, quakeworld.TempLightning1: quake.TempMonsterLightning,
	quakeworld.TempLightning2: quake.TempLightning, quakeworld.TempWizSpike: quake.TempMonsterSpike, quakeworld.TempKnightSpike: quake.TempMonsterSpike,
	quakeworld.TempLightning3: quake.TempMonsterLightning, quakeworld.TempLavaSplash: quake.TempLavaSplash, quakeworld.TempTeleport: quake.TempTeleport,
	quakeworld.TempBlood: quake.TempBlood, quakeworld.TempLightningBlood: quake.TempLightningBlood,
}

// TempEntity is something brief.
func (s *simulator) TempEntity(m *quakeworld.TempEntity) {
	if int(m.Type) < len(temps) {
		s.stage.Temp(temps[m.Type], m.Origin, m.End, int(m.Entity))
	}
}

// causes are the weapons by KTX's numbers of the causes of damage.
var causes = [...]sim.Weapon{
	1: sim.WeaponMelee, 2: sim.WeaponShotgun, 3: sim.WeaponSuperShotgun, 4: sim.WeaponNailgun, 5: sim.WeaponSuperNailgun,
	6: sim.WeaponGrenadeLauncher, 7: sim.WeaponRocketLauncher, 8: sim.WeaponLightning, 9: sim.WeaponLightning, 10: sim.WeaponLightning,
	11: sim.WeaponGrapple, 13: sim.CauseLava, 14: sim.CauseSlime, 15: sim.CauseWater, 16: sim.CauseFall, 17: sim.WeaponKick,
}

// Hidden is what servers keep for tools.
func (s *simulator) Hidden(m *quakeworld.Hidden) {
	d, ok := m.DamageDone()
	if !ok || s.history.Snapshot() == nil {
		return
	}
	w := sim.WeaponNone
	if int(d.Kind) < len(causes) {
		w = causes[d.Kind]
	}
	s.stage.Hit(int(d.Attacker)-1, int(d.Victim)-1, int(d.Damage), w)
}
