package q1

import (
	"maps"
	"math"
	"math/bits"
	"slices"
	"time"

	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/track"
)

// quakeWorldReader reads the messages of QuakeWorld. It keeps the data needed for the next ones: values last sent, and
// incomplete text.
type quakeWorldReader struct {
	block    quakeworld.Block
	models   []string
	clients  [quakeworld.MaxPlayers]sent
	fresh    uint32 // players whose status bars changed, one bit each
	nails    []quakeworld.Nail
	flying   map[uint16]projectile
	entities entities
	guessed  bool // the entities are approximate, as last reported
	lines    lines
	commands commands
	prints   prints
	results  results
	chokes   [quakeworld.MaxPlayers]track.Choke
}

// sent holds the values last sent about a player.
type sent struct {
	shown       bool // in this snapshot; in a .mvd, in any
	status      statusBar
	frags, ping int16
	loss        int16 // percent, if lossTold
	lossTold    bool
	entered     entered
}

// entered is the time at which a player entered the game, if known, and the time at which that was reported.
type entered struct {
	at, told time.Duration
	known    bool
}

// projectile is a projectile that the server sends only once.
type projectile struct {
	origin, velocity sim.Vec3
	model            int
	start            time.Duration // on the clock
}

// reset forgets everything that belongs to a level.
func (r *quakeWorldReader) reset() {
	arena, block, e := r.lines.arena, r.block, r.entities
	e.forget()
	*r = quakeWorldReader{block: block, nails: r.nails[:0], flying: map[uint16]projectile{}, entities: e,
		lines: lines{arena: arena}, prints: newPrints()}
}

// ends reports whether a message ends the previous block's snapshot; in a .mvd a block only does so if time has
// passed.
func (r *quakeWorldReader) ends(l *level, m quakeworld.Message) bool {
	switch m := m.(type) {
	case *quakeworld.Block:
		return !l.multi || m.Clock > r.block.Clock
	case *quakeworld.ServerData:
		return true
	}
	return false
}

// message reads a message. Those about a client's actions, and those not listed, contain no information about the game.
func (r *quakeWorldReader) message(l *level, h *quakeworld.History, m quakeworld.Message, o *track.Observations) {
	switch m := m.(type) {
	case *quakeworld.Block:
		r.block = *m
		r.begin(l, h, o)
	case *quakeworld.ServerData:
		r.serverData(l, m, o)
	case *quakeworld.ModelList:
		r.modelList(l, m, o)
	case *quakeworld.SoundList:
		l.sounds = extend(l.sounds, m.First, newSounds(names(m.Names)))
	case *quakeworld.SpawnBaseline:
		placeBaseline(l, h, m.Entity, o)
	case *quakeworld.SpawnDelta:
		placeBaseline(l, h, m.Number|m.Replacement.Number, o)
	case *quakeworld.PacketEntities:
		r.begin(l, h, o)
		r.guess(h.Snapshot(), o)
	case *quakeworld.UpdateEntities:
		r.updateEntities(l, h, o)
	case *quakeworld.PlayerInfo:
		if int(m.Player) < quakeworld.MaxPlayers {
			r.begin(l, h, o)
			r.clients[m.Player].shown = true
		}
	case *quakeworld.Nails:
		r.nails = append(r.nails[:0], m.Nails...)
	case *quakeworld.Projectiles:
		r.projectiles(l, m)
	case *quakeworld.Command:
		if !l.spectator {
			tellInput(l.recorder, m.Forward, m.Side, m.Up, m.Buttons, m.Impulse, m.Msec, o)
		}
	case *quakeworld.SetAngle:
		slot := l.recorder
		if l.multi {
			slot = sim.SlotAt(int(m.Player))
		}
		o.Tell(track.PlayerTeleported{Slot: slot})
	default:
		r.ofPlayer(l, h, m, o)
	}
}

// ofPlayer reads messages, sounds and effects of a player.
func (r *quakeWorldReader) ofPlayer(l *level, h *quakeworld.History, m quakeworld.Message, o *track.Observations) {
	switch m := m.(type) {
	case *quakeworld.UpdateUserInfo:
		if n := int(m.Player); n < quakeworld.MaxPlayers && readUserInfo(l, m, o) {
			before := r.clients[n].entered
			r.clients[n] = sent{}
			if before.known && before.told == l.now { // a client's update ends with his userinfo
				r.clients[n].entered = before
			}
			r.fresh &^= 1 << n
		}
	case *quakeworld.SetInfo:
		readSetInfo(l, m, o)
	case *quakeworld.UpdateStat:
		r.updateStat(l, m, o)
	case *quakeworld.UpdateFrags:
		if n := int(m.Player); n < quakeworld.MaxPlayers && r.clients[n].frags != m.Frags {
			o.Tell(track.FragsChanged{Slot: sim.SlotAt(n), Was: r.clients[n].frags, Is: m.Frags})
			r.clients[n].frags = m.Frags
		}
	case *quakeworld.UpdatePing:
		if int(m.Player) < quakeworld.MaxPlayers {
			r.clients[m.Player].ping = m.Ping
		}
	case *quakeworld.UpdatePL:
		if int(m.Player) < quakeworld.MaxPlayers {
			r.clients[m.Player].loss, r.clients[m.Player].lossTold = int16(m.Loss), true
		}
	case *quakeworld.UpdateEnterTime:
		const longest = 14 * 24 * 60 * 60
		if int(m.Player) < quakeworld.MaxPlayers && m.Seconds >= 0 && m.Seconds < longest { // and a number
			at := l.now - time.Duration(float64(m.Seconds)*1000)*time.Millisecond
			r.clients[m.Player].entered = entered{at, l.now, true}
		}
	case *quakeworld.ChokeCount:
		r.choked(l, m.Count)
	case *quakeworld.MuzzleFlash:
		o.Tell(track.Fired{Slot: sim.SlotAt(int(m.Entity) - 1)})
	case *quakeworld.Sound:
		playSound(l, int(m.Sound), int(m.Entity), m.Origin, sim.LoudnessOf(m.Volume, m.Attenuation), o)
	case *quakeworld.TempEntity:
		quakeWorldTemps[m.Type].show(m.Origin, m.End, int(m.Entity), o)
	case *quakeworld.Damage:
		tellHit(r.hitPlayer(l), int(m.Health), int(m.Armor), m.Origin, o)
		if n := l.recorder.Index(); n >= 0 && n < quakeworld.MaxPlayers && !l.spectator && m.Health != 0 {
			o.Tell(track.Hurt{Slot: l.recorder, Lost: int(m.Health), Clock: r.block.Clock,
				Spared: r.clients[n].status.spared() || l.server.teamplay()})
		}
	case *quakeworld.Hidden:
		r.hidden(l, h, m, o)
	default:
		r.text(l, m, o)
	}
}

// choked counts packets held back from the recorder or, in a .mvd, from the player that the block is addressed to
// (mvdsv sv_ents.c, SV_WriteClientdataToMessage).
func (r *quakeWorldReader) choked(l *level, count uint8) {
	n := l.recorder.Index()
	if l.multi {
		if n = -1; r.block.Kind() == quakeworld.KindSingle {
			n = r.block.Player()
		}
	}
	if n >= 0 && n < len(r.chokes) {
		r.chokes[n].Add(count, l.now)
	}
}

// hitPlayer returns the player whose screen shows the damage of the current block, or nobody.
func (r *quakeWorldReader) hitPlayer(l *level) sim.Slot {
	to := r.audience(l)
	switch {
	case !l.multi && !l.spectator:
		return l.recorder
	case l.multi && bits.OnesCount64(to) == 1 && to != toAll:
		return sim.SlotAt(bits.TrailingZeros64(to))
	}
	return sim.Slot{}
}

// text reads printed text and messages about the match.
func (r *quakeWorldReader) text(l *level, m quakeworld.Message, o *track.Observations) {
	switch m := m.(type) {
	case *quakeworld.ServerInfo:
		teams := l.server.teamplay()
		l.server.set(m)
		readServerInfo(&r.lines, l, teams, o)
	case *quakeworld.StuffText:
		tellClip(m.Text, o)
		read := func(line string) bool { return r.lines.readStuffed(l, line, o) }
		r.commands.read(m.Text, r.audience(l), l.now, read, o)
	case *quakeworld.Connectionless:
		r.connectionless(m, o)
	case *quakeworld.Print:
		r.print(l, m, o)
	case *quakeworld.CenterPrint:
		r.readCenter(l, m, o)
	case *quakeworld.KilledMonster:
		happened(sim.EventMonsterKill, sim.Text{}, o)
	case *quakeworld.FoundSecret:
		happened(sim.EventSecret, sim.Text{}, o)
	case *quakeworld.SetPause:
		o.Tell(track.MatchPaused{On: m.Paused != 0})
	case *quakeworld.Intermission:
		o.Tell(track.CameraPlaced{Origin: m.Origin}, track.IntermissionShown{})
	case *quakeworld.Finale:
		o.Tell(track.IntermissionShown{})
		readCenter(m.Text, true, o)
	}
}

// begin starts the current block's snapshot, if it has not begun and the block shows something.
func (r *quakeWorldReader) begin(l *level, h *quakeworld.History, o *track.Observations) {
	snapshot := h.Snapshot()
	if snapshot == nil || l.begun {
		return
	}
	l.begin(snapshot.Time, snapshot.Clock, o)
	o.Snapshot.Approximate = r.guessed
	r.nails = r.nails[:0]
	if !l.multi {
		for i := range r.clients {
			r.clients[i].shown = false
		}
	}
}

// guess reports whether the entities are approximate.
func (r *quakeWorldReader) guess(s *quakeworld.Snapshot, o *track.Observations) {
	if s.Approximate != r.guessed {
		r.guessed = s.Approximate
		o.Tell(track.Guessed{On: r.guessed})
	}
}

// updateEntities reads the entities in sight, in a format that has all entities in one message.
func (r *quakeWorldReader) updateEntities(l *level, h *quakeworld.History, o *track.Observations) {
	snapshot := h.Snapshot()
	if snapshot == nil {
		return
	}
	r.begin(l, h, o)
	for i := range r.clients {
		r.clients[i].shown = snapshot.Told>>i&1 != 0
	}
}

// serverData starts a level.
func (r *quakeWorldReader) serverData(l *level, m *quakeworld.ServerData, o *track.Observations) {
	r.reset()
	h := l.header
	h.Protocol, h.Mod = int(m.Protocol), plainText(m.GameDir)
	l.setHeader(h, o)
	if m.Layout != nil {
		o.Tell(track.Reaches{Units: m.Layout.Reach()})
	}
	l.start(sim.Level{Title: plainText(m.LevelName), Mod: h.Mod}, l.slots, o)
	if !l.multi {
		l.recorder, l.spectator = sim.SlotAt(int(m.Client&127)), m.Client&128 != 0
	}
}

// modelList reads names of models.
func (r *quakeWorldReader) modelList(l *level, m *quakeworld.ModelList, o *track.Observations) {
	r.models = extend(r.models, m.First, names(m.Names))
	title := ""
	if m.First == 0 && len(r.models) > 0 {
		title = baseName(r.models[0])
	}
	l.setModels(r.models, title, o)
	if m.First == 0 && len(r.models) > 0 {
		happened(sim.EventLevelStart, sim.PlainText(title), o)
	}
}

// extend puts a part of a list at index first.
func extend[T any](list []T, first uint16, part []T) []T {
	if first > 4096 {
		return list
	}
	for len(list) < int(first) {
		list = append(list, *new(T))
	}
	return append(list[:first:first], part...)
}

// placeBaseline reports an entity's initial state.
func placeBaseline(l *level, h *quakeworld.History, number uint16, o *track.Observations) {
	st := h.Baseline(number)
	if st.Number > quakeworld.MaxPlayers || l.models.class(int(st.Model)).mover > 0 {
		var e entity
		e.setQuakeWorld(&st)
		placeEntity(l, &e, o)
	}
}

// setQuakeWorld sets e from a state.
func (e *entity) setQuakeWorld(st *quakeworld.EntityState) {
	e.number, e.model, e.frame, e.skin, e.colormap = int(st.Number), st.Model, st.Frame, st.Skin, st.Colormap
	e.effects, e.origin, e.angles, e.steps = uint32(st.Effects), st.Origin, angles(st.Angles), false
}

// isQuakeWorld reports whether setQuakeWorld with the state would change nothing but the number.
func (e *entity) isQuakeWorld(st *quakeworld.EntityState) bool {
	return e.origin == sim.Vec3(st.Origin) && e.angles == angles(st.Angles) && e.model == st.Model &&
		e.frame == st.Frame &&
		e.skin == st.Skin && e.colormap == st.Colormap && e.effects == uint32(st.Effects)
}

// nailSpeed is the speed of all nails, in units per second.
const nailSpeed = 1000

// The first numbers of projectiles without an entity, above those of all entities.
const (
	firstFlying = 32768
	firstNail   = 60000
)

// projectiles reads the start and end of projectiles.
func (r *quakeWorldReader) projectiles(l *level, m *quakeworld.Projectiles) {
	for i := range m.Changes {
		c := &m.Changes[i]
		if c.Removed {
			delete(r.flying, c.Entity)
			continue
		}
		if len(r.flying) > 512 {
			continue
		}
		p := r.flying[c.Entity]
		if c.Flags&quakeworld.ProjectileMove != 0 {
			p.origin, p.velocity = c.Origin, c.Velocity
			p.start = l.clock - time.Duration(c.Age)*time.Second/255
		}
		if c.Flags&quakeworld.ProjectileModel != 0 {
			p.model = int(c.Model)
		}
		r.flying[c.Entity] = p
	}
}

// show completes the snapshot.
func (r *quakeWorldReader) show(l *level, s *quakeworld.Snapshot, o *track.Observations) {
	l.begun, o.Ends = false, true
	r.entities.begin()
	for n := range r.clients {
		if r.fresh>>n&1 != 0 || l.seats[n].known {
			r.player(l, n, &s.Players[n], o)
		}
	}
	for i := range s.Entities {
		e := &s.Entities[i]
		if e.Model == 0 {
			continue
		}
		if last := r.entities.standing(l, int(e.Number)); last != nil && last.isQuakeWorld(e) {
			r.entities.see(last.number)
			continue
		}
		r.entities.room(e.Number).setQuakeWorld(e)
		r.entities.show(l, e.Number, o)
	}
	r.entities.end(o)
	r.showFlying(l, o)
}

// showFlying reports the nails in sight and the projectiles that the server sent once.
func (r *quakeWorldReader) showFlying(l *level, o *track.Observations) {
	for i, n := range r.nails {
		sp, cp := math.Sincos(float64(n.Pitch) * math.Pi / 180)
		sy, cy := math.Sincos(float64(n.Yaw) * math.Pi / 180)
		v := sim.Vec3{float32(cp * cy * nailSpeed), float32(cp * sy * nailSpeed), float32(sp * nailSpeed)}
		o.Flying = append(o.Flying, track.FlyingSeen{Number: firstNail + i, Weapon: sim.WeaponNailgun, Name: "nail",
			Origin: n.Origin, Velocity: v, Start: l.clock})
	}
	if len(r.flying) == 0 {
		return
	}
	for _, n := range slices.Sorted(maps.Keys(r.flying)) {
		p := r.flying[n]
		if c := l.models.class(p.model); !c.hidden && int(n)+firstFlying < firstNail {
			o.Flying = append(o.Flying, track.FlyingSeen{Number: firstFlying + int(n), Weapon: c.weapon, Name: c.name,
				Origin: p.origin, Velocity: p.velocity, Start: p.start})
		}
	}
}

// player reads a player.
func (r *quakeWorldReader) player(l *level, n int, st *quakeworld.PlayerState, o *track.Observations) {
	c, slot := &r.clients[n], sim.SlotAt(n)
	u := o.Look(slot)
	u.Frags, u.Ping, u.Chatting, u.POV = c.frags, c.ping, l.server.clients[n].chats, slot == l.recorder
	if u.Loss = sim.Unknown; c.lossTold {
		u.Loss = c.loss
	}
	u.Entered, u.EnteredKnown = c.entered.at, c.entered.known
	u.Choke = r.chokes[n].Now(l.now)
	if u.BarTold = r.fresh>>n&1 != 0; u.BarTold {
		r.fresh &^= 1 << n
		c.status.read(l)
	}
	if u.BarTold || u.POV && !l.spectator && c.status.told != 0 {
		u.Bar = o.Bar()
		*u.Bar = c.status.bar
	}
	if !c.shown || l.multi && l.seats[n].profile.Team == sim.TeamSpectator {
		return
	}
	k := looks{frame: int(st.Frame), model: int(st.Model), effects: uint32(st.Effects), dead: st.Dead, gibbed: st.Gib}
	k.read(l, u)
	u.Origin, u.View, u.HasView = st.Origin, angles(st.Angles), st.HasAngles
	if !l.multi {
		u.Velocity, u.HasVelocity = st.Velocity, true
	}
	u.Bodiless, u.Holds = l.multi && st.Model == 0, st.Buttons&1 != 0
}

// updateStat reads a number of a player's status bar.
func (r *quakeWorldReader) updateStat(l *level, m *quakeworld.UpdateStat, o *track.Observations) {
	set := func(n int) {
		r.clients[n].status.set(int(m.Index), m.Value)
		r.fresh |= 1 << n
	}
	n := l.recorder.Index()
	switch {
	case l.multi:
		for n := range r.clients {
			if r.block.To(n) {
				set(n)
			}
		}
	case n >= 0 && n < quakeworld.MaxPlayers && !l.spectator:
		if m.Index == quakeworld.StatHealth {
			o.Tell(track.HealthTold{Health: int(m.Value), Clock: r.block.Clock})
		}
		set(n)
	}
}

// causes maps KTX's numbers for causes of damage to weapons.
var causes = [...]sim.Weapon{
	1: sim.WeaponMelee, 2: sim.WeaponShotgun, 3: sim.WeaponSuperShotgun, 4: sim.WeaponNailgun,
	5: sim.WeaponSuperNailgun, 6: sim.WeaponGrenadeLauncher, 7: sim.WeaponRocketLauncher, 8: sim.WeaponLightning,
	9: sim.WeaponLightning, 10: sim.WeaponLightning, 11: sim.WeaponGrapple, 13: sim.CauseLava, 14: sim.CauseSlime,
	15: sim.CauseWater, 16: sim.CauseFall, 17: sim.WeaponKick, 18: sim.CauseTelefrag, 19: sim.CauseTelefrag,
	20: sim.CauseTelefrag, 21: sim.CauseTelefrag, 25: sim.CauseCrush, 26: sim.CauseTrigger,
}

// hidden reads the damage and results that servers record for tools.
func (r *quakeWorldReader) hidden(l *level, h *quakeworld.History, m *quakeworld.Hidden, o *track.Observations) {
	if n, content, ok := m.DemoInfo(); ok {
		if n <= 1 {
			readResultsDate(content, o)
		}
		r.results.readPart(l, n, content, o)
	}
	if u, ok := m.UserCommand(); ok && int(u.Player) < quakeworld.MaxPlayers {
		tellInput(sim.SlotAt(int(u.Player)), u.Forward, u.Side, u.Up, u.Buttons, u.Impulse, u.Msec, o)
	}
	if c, ok := m.Commentary(); ok {
		tellCommentary(c, o)
	}
	d, ok := m.DamageDone()
	if !ok || h.Snapshot() == nil || d.Damage <= 0 {
		return
	}
	w := sim.WeaponNone
	if int(d.Kind) < len(causes) {
		w = causes[d.Kind]
	}
	o.Tell(track.HitTold{HitBy: track.HitBy{Attacker: sim.SlotAt(int(d.Attacker) - 1),
		Victim: sim.SlotAt(int(d.Victim) - 1), Weapon: w},
		Amount: d.Damage, Splash: d.Splash})
}
