package q1

import (
	"maps"
	"math"
	"math/bits"
	"slices"
	"time"

	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// quakeWorld is a [quakeworld.Handler] that fills a recording.
type quakeWorld struct {
	*game
	history *quakeworld.History
	multi   bool // a .mvd
	blocks  int
	block   quakeworld.Block

	recorder   int // the player who recorded; -1 in a .mvd
	spectator  bool
	camera     *sim.Vec3 // of the intermission
	modelNames []string
	serverInfo map[string]string
	clients    [quakeworld.MaxPlayers]quakeWorldClient
	fresh      uint32 // those whose stats changed, a bit for each
	teams      map[string]sim.Team
	nails      []quakeworld.Nail
	flying     map[uint16]projectile

	print  map[uint64][]byte        // lines that are not whole yet, by audience
	heard  map[string]time.Duration // when lines to some were last read
	screen centerPrint
	round  int // that is about to begin; 0 for none
	cheat  quakeWorldCheat

	results results
}

// quakeWorldClient is what is known of a player.
type quakeWorldClient struct {
	info   map[string]string
	chats  bool // by his info
	userID int32
	shown  bool // by this snapshot; in a .mvd by any
	stats  stats
	frags  int16
	ping   int16
}

// projectile is one that the server tells once.
type projectile struct {
	origin, velocity sim.Vec3
	model            int
	start            time.Duration // on the clock
}

func newQuakeWorld(rec *recording.Recorder, o quakeworld.Options) *quakeWorld {
	s := &quakeWorld{game: newGame(rec, quakeworld.MaxPlayers, o.MultiView), history: quakeworld.NewHistory(o), multi: o.MultiView}
	s.reset()
	return s
}

// reset forgets what belongs to a level.
func (s *quakeWorld) reset() {
	s.recorder, s.modelNames, s.camera = -1, nil, nil
	s.serverInfo = map[string]string{}
	s.clients, s.fresh = [quakeworld.MaxPlayers]quakeWorldClient{}, 0
	s.teams = map[string]sim.Team{}
	s.nails, s.flying = s.nails[:0], map[uint16]projectile{}
	s.print, s.heard = map[uint64][]byte{}, map[string]time.Duration{}
	s.screen, s.round, s.cheat, s.results = centerPrint{}, 0, quakeWorldCheat{}, results{}
}

// messages implements [simulator].
func (s *quakeWorld) messages() int { return s.blocks }

// demoTime implements [simulator].
func (s *quakeWorld) demoTime(at time.Duration) time.Duration {
	if at < 0 {
		return at
	}
	return max(at-s.history.Start(), 0)
}

// finish implements [simulator].
func (s *quakeWorld) finish() {
	s.show()
	s.readUnknown()
	s.players.CountDeaths(true)
	s.Flush()
}

// Handle implements [quakeworld.Handler]. A block ends the snapshot of the block
// before; in a .mvd it does so if time went on.
func (s *quakeWorld) Handle(m quakeworld.Message) {
	switch m := m.(type) {
	case *quakeworld.Block:
		if !s.multi || m.Clock > s.block.Clock {
			s.show()
		}
	case *quakeworld.ServerData:
		s.show()
	}
	s.history.Handle(m)
	switch m := m.(type) {
	case *quakeworld.Block:
		s.blocks++
		s.block = *m
		s.beginSnapshot()
	case *quakeworld.ServerData:
		s.serverData(m)
	case *quakeworld.ModelList:
		s.modelList(m)
	case *quakeworld.SoundList:
		s.sounds = extend(s.sounds, &m.NameList)
	case *quakeworld.SpawnBaseline:
		s.baseline(m.Entity)
	case *quakeworld.SpawnDelta:
		s.baseline(m.Number | m.Replacement.Number)
	case *quakeworld.PacketEntities:
		s.beginSnapshot()
		s.Frame().Approximate = s.history.Snapshot().Approximate
	case *quakeworld.UpdateEntities:
		s.updateEntities()
	case *quakeworld.PlayerInfo:
		if int(m.Player) < quakeworld.MaxPlayers {
			s.beginSnapshot()
			s.clients[m.Player].shown = true
		}
	case *quakeworld.Nails:
		s.nails = append(s.nails[:0], m.Nails...)
	case *quakeworld.Projectiles:
		s.projectiles(m)
	case *quakeworld.SetAngle:
		s.setAngle(m)
	default:
		s.handlePlayer(m)
	}
}

// handlePlayer takes what is told of a player, and what is heard and seen of him.
func (s *quakeWorld) handlePlayer(m quakeworld.Message) {
	switch m := m.(type) {
	case *quakeworld.UpdateUserInfo:
		s.updateUserInfo(m)
	case *quakeworld.SetInfo:
		s.setInfo(m)
	case *quakeworld.UpdateStat:
		s.updateStat(m)
	case *quakeworld.UpdateFrags:
		if int(m.Player) < quakeworld.MaxPlayers {
			s.fragsChanged(sim.SlotAt(int(m.Player)), s.clients[m.Player].frags, m.Frags)
			s.clients[m.Player].frags = m.Frags
		}
	case *quakeworld.UpdatePing:
		if int(m.Player) < quakeworld.MaxPlayers {
			s.clients[m.Player].ping = m.Ping
		}
	case *quakeworld.MuzzleFlash:
		s.players.Fire(sim.SlotAt(int(m.Entity) - 1))
	case *quakeworld.Sound:
		s.playSound(int(m.Sound), int(m.Entity), m.Origin)
	case *quakeworld.TempEntity:
		s.showTemp(quakeWorldTemps[m.Type], m.Origin, m.End, int(m.Entity))
	case *quakeworld.Damage:
		s.hurt(m)
	case *quakeworld.Hidden:
		s.hidden(m)
	default:
		s.handleText(m)
	}
}

// handleText takes what is printed and what is said of the match.
func (s *quakeWorld) handleText(m quakeworld.Message) {
	switch m := m.(type) {
	case *quakeworld.ServerInfo:
		s.setServerInfo(m)
	case *quakeworld.StuffText:
		s.stuffText(m)
	case *quakeworld.Print:
		s.readPrint(m)
	case *quakeworld.CenterPrint:
		s.readCenterPrint(m)
	case *quakeworld.KilledMonster:
		s.simple(sim.EventMonsterKill, sim.Text{})
	case *quakeworld.FoundSecret:
		s.simple(sim.EventSecret, sim.Text{})
	case *quakeworld.SetPause:
		s.match.Pause(m.Paused != 0)
	case *quakeworld.Intermission:
		camera := sim.Vec3(m.Origin)
		s.camera = &camera
		s.match.Intermission()
	case *quakeworld.Finale:
		s.match.Intermission()
		s.centerPrint(m.Text, true)
	}
}

// beginSnapshot starts the snapshot of the present block, if it has not begun and
// the block shows something.
func (s *quakeWorld) beginSnapshot() {
	snapshot := s.history.Snapshot()
	if snapshot == nil || s.Open() {
		return
	}
	s.begin(snapshot.Time, snapshot.Clock)
	s.nails = s.nails[:0]
	if !s.multi {
		for i := range s.clients {
			s.clients[i].shown = false
		}
	}
}

// updateEntities records who is in sight, where all entities are told by one message.
func (s *quakeWorld) updateEntities() {
	snapshot := s.history.Snapshot()
	if snapshot == nil {
		return
	}
	s.beginSnapshot()
	for i := range s.clients {
		s.clients[i].shown = snapshot.Told>>i&1 != 0
	}
}

// serverData starts a level.
func (s *quakeWorld) serverData(m *quakeworld.ServerData) {
	s.reset()
	if !s.multi {
		s.recorder, s.spectator = int(m.Client&127), m.Client&128 != 0
	}
	h := s.Recorder().Header()
	h.Protocol, h.Mod = int(m.Protocol), plainText(m.GameDir)
	s.Recorder().SetHeader(h)
	if m.Layout != nil {
		s.Recorder().Reach(m.Layout.Reach())
	}
	s.startLevel(sim.Level{Title: plainText(m.LevelName), Mod: h.Mod})
}

// modelList names models.
func (s *quakeWorld) modelList(m *quakeworld.ModelList) {
	s.modelNames = extend(s.modelNames, &m.NameList)
	s.setModels(s.modelNames)
	if m.First == 0 && len(s.modelNames) > 0 {
		name := baseName(s.modelNames[0])
		s.Recorder().EditLevel(func(l *sim.Level) { l.Map = name })
		s.simple(sim.EventLevelStart, sim.PlainText(name))
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
	return append(list[:first:first], names(m.Names)...)
}

// baseline places what lies there while nothing else is said.
func (s *quakeWorld) baseline(number uint16) {
	st := s.history.Baseline(number)
	if st.Number > quakeworld.MaxPlayers || s.models.class(int(st.Model)).mover > 0 {
		s.placeEntity(quakeWorldEntity(&st))
	}
}

func quakeWorldEntity(st *quakeworld.EntityState) *entity {
	return &entity{number: int(st.Number), model: st.Model, frame: st.Frame, skin: st.Skin, colormap: st.Colormap,
		effects: uint32(st.Effects), origin: st.Origin, angles: angles(st.Angles)}
}

// nailSpeed is that of all nails, in units per second.
const nailSpeed = 1000

// Numbers of what flies without an entity, above those of all entities.
const (
	firstFlying = 32768
	firstNail   = 60000
)

// projectiles handles projectiles that start and end.
func (s *quakeWorld) projectiles(m *quakeworld.Projectiles) {
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
			p.start = s.Clock() - time.Duration(c.Age)*time.Second/255
		}
		if c.Flags&quakeworld.ProjectileModel != 0 {
			p.model = int(c.Model)
		}
		s.flying[c.Entity] = p
	}
}

// show shows what the snapshot told, and ends it.
func (s *quakeWorld) show() {
	s.endCenter()
	if !s.Open() {
		return
	}
	if !s.multi {
		s.Frame().POV = sim.SlotAt(s.recorder)
	}
	snapshot := s.history.Snapshot()
	seats := s.fresh
	for i := range s.players.Rows() {
		seats |= 1 << s.players.Rows()[i].Slot.Index()
	}
	for ; seats != 0; seats &= seats - 1 {
		n := bits.TrailingZeros32(seats)
		s.player(n, &snapshot.Players[n])
	}
	for i := range snapshot.Entities {
		e := &snapshot.Entities[i]
		if e.Model != 0 {
			s.showEntity(quakeWorldEntity(e))
		}
	}
	s.showFlying()
	s.scores()
	s.checkHealth()
	s.endSnapshot()
}

// showFlying shows the nails in sight and the projectiles that the server told
// once.
func (s *quakeWorld) showFlying() {
	for i, n := range s.nails {
		sp, cp := math.Sincos(float64(n.Pitch) * math.Pi / 180)
		sy, cy := math.Sincos(float64(n.Yaw) * math.Pi / 180)
		v := sim.Vec3{float32(cp * cy * nailSpeed), float32(cp * sy * nailSpeed), float32(sp * nailSpeed)}
		s.entities.ShowFlying(&track.EntityUpdate{Entity: sim.Entity{Number: firstNail + i, Weapon: sim.WeaponNailgun, Name: "nail",
			Origin: n.Origin, Velocity: v}}, s.Clock())
	}
	if len(s.flying) == 0 {
		return
	}
	for _, n := range slices.Sorted(maps.Keys(s.flying)) {
		p := s.flying[n]
		if c := s.models.class(p.model); !c.hidden && int(n)+firstFlying < firstNail {
			s.entities.ShowFlying(&track.EntityUpdate{Entity: sim.Entity{Number: firstFlying + int(n), Weapon: c.weapon, Name: c.name,
				Origin: p.origin, Velocity: p.velocity}}, p.start)
		}
	}
}

// player shows a player.
func (s *quakeWorld) player(n int, st *quakeworld.PlayerState) {
	c, slot := &s.clients[n], sim.SlotAt(n)
	if s.fresh>>n&1 != 0 {
		s.fresh &^= 1 << n
		s.setStatus(slot, &c.stats)
	}
	r := s.players.Look(slot)
	if r != nil && (r.Frags != c.frags || r.Ping != c.ping || r.Chatting != c.chats) {
		r = s.players.Row(slot)
		r.Frags, r.Ping, r.Chatting = c.frags, c.ping, c.chats
	}
	if !c.shown || r == nil || s.multi && r.Profile.Team == sim.TeamSpectator || s.atCamera(st) {
		return
	}
	l := look{looks: looks{frame: int(st.Frame), model: int(st.Model), effects: uint32(st.Effects), dead: st.Dead, gibbed: st.Gib}}
	l.Origin, l.View, l.HasView = st.Origin, angles(st.Angles), st.HasAngles
	if !s.multi {
		l.Velocity, l.HasVelocity = st.Velocity, true
	}
	if n == s.recorder && !s.spectator && c.stats.told != 0 {
		s.setStatus(slot, &c.stats)
	}
	s.showPlayer(slot, &l)
	if r := s.players.Look(slot); r != nil {
		pov, firing := n == s.recorder, r.Firing || st.Buttons&1 != 0 && r.Life == sim.Alive
		if r.POV != pov || r.Firing != firing {
			r = s.players.Row(slot)
			r.POV, r.Firing = pov, firing
		}
	}
}

// atCamera reports whether a player is only the eye that watches the intermission: all are
// put where the camera is, without a model (id's client.qc, execute_changelevel), and no
// client draws them (QuakeWorld's cl_ents.c, CL_LinkPlayers).
func (s *quakeWorld) atCamera(st *quakeworld.PlayerState) bool {
	return s.match.Phase() == sim.PhaseIntermission && s.camera != nil && (s.multi && st.Model == 0 || sim.Vec3(st.Origin).Distance2(*s.camera) < 1)
}

// scores sums up those of teams.
func (s *quakeWorld) scores() {
	score := &s.Frame().TeamScore
	for i := range score {
		score[i] = sim.Unknown
	}
	if len(s.teams) < 2 {
		return
	}
	rows := s.players.Rows()
	for i := range rows {
		r := &rows[i]
		t := r.Profile.Team
		if t == sim.TeamFree || t == sim.TeamSpectator || r.Frags == sim.Unknown {
			continue
		}
		if score[t] == sim.Unknown {
			score[t] = 0
		}
		score[t] += r.Frags
	}
}

// updateStat records one number of a player's status bar.
func (s *quakeWorld) updateStat(m *quakeworld.UpdateStat) {
	set := func(n int) {
		s.clients[n].stats.set(int(m.Index), m.Value)
		s.fresh |= 1 << n
	}
	switch {
	case s.multi:
		for n := range s.clients {
			if s.block.To(n) {
				set(n)
			}
		}
	case s.recorder >= 0 && s.recorder < quakeworld.MaxPlayers && !s.spectator:
		if m.Index == quakeworld.StatHealth {
			s.cheat.lost, s.cheat.told, s.cheat.any = 0, s.block.Clock, true
		}
		set(s.recorder)
	}
}

// setAngle turns the view, as a teleport and a spawn do.
func (s *quakeWorld) setAngle(m *quakeworld.SetAngle) {
	n := s.recorder
	if s.multi {
		n = int(m.Player)
	}
	s.players.Jump(sim.SlotAt(n))
}

// causes are the weapons by KTX's numbers of the causes of damage.
var causes = [...]sim.Weapon{
	1: sim.WeaponMelee, 2: sim.WeaponShotgun, 3: sim.WeaponSuperShotgun, 4: sim.WeaponNailgun, 5: sim.WeaponSuperNailgun,
	6: sim.WeaponGrenadeLauncher, 7: sim.WeaponRocketLauncher, 8: sim.WeaponLightning, 9: sim.WeaponLightning, 10: sim.WeaponLightning,
	11: sim.WeaponGrapple, 13: sim.CauseLava, 14: sim.CauseSlime, 15: sim.CauseWater, 16: sim.CauseFall, 17: sim.WeaponKick,
	18: sim.CauseTelefrag, 19: sim.CauseTelefrag, 20: sim.CauseTelefrag, 21: sim.CauseTelefrag, 25: sim.CauseCrush, 26: sim.CauseTrigger,
}

// hidden records the damage and the results that servers keep for tools.
func (s *quakeWorld) hidden(m *quakeworld.Hidden) {
	if n, content, ok := m.DemoInfo(); ok {
		if n <= 1 {
			s.readResultsDate(content)
		}
		s.resultsPart(n, content)
	}
	d, ok := m.DamageDone()
	if !ok || s.history.Snapshot() == nil || d.Damage <= 0 {
		return
	}
	w := sim.WeaponNone
	if int(d.Kind) < len(causes) {
		w = causes[d.Kind]
	}
	attacker, victim := sim.SlotAt(int(d.Attacker)-1), sim.SlotAt(int(d.Victim)-1)
	s.players.Hit(attacker, victim, w)
	s.Recorder().Hit(sim.Hit{Time: s.Now(), Attacker: attacker, Victim: victim, Weapon: w, Amount: d.Damage, Splash: d.Splash})
}
