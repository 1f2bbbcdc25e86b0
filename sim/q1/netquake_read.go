package q1

import (
	"bytes"
	"time"

	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/track"
)

// netQuakeReader reads the messages of NetQuake. It keeps the data needed for the next ones: values last sent, and
// incomplete text.
type netQuakeReader struct {
	deathmatch bool
	carets     bool // texts have DarkPlaces' colour codes
	running    bool // the level has a snapshot
	any        bool // the demo has a complete snapshot
	view       int  // entity of the point of view
	clients    []netQuakeClient
	teams      bool // Nexuiz: a line announced that teams play
	recorder   recorderState
	entities   entities
	at         [track.MaxSlots]int // by slot: index of the current snapshot's look
	lines      lines
	commands   commands
	print      []byte // an incomplete line
}

// netQuakeClient holds the data known about a player.
type netQuakeClient struct {
	name   []byte
	colors uint8
	frags  int16
}

// recorderState holds values last sent only to the recorder.
type recorderState struct {
	status   statusBar
	of       stats // the source of status.bar
	told     bool  // sent by clientdata or a status bar
	onGround bool
	velocity sim.Vec3
}

// message reads a message. Messages not listed contain no information about the game.
func (r *netQuakeReader) message(l *level, h *netquake.History, m netquake.Message, o *track.Observations) {
	switch m := m.(type) {
	case *netquake.ServerInfo:
		r.serverInfo(l, m, o)
	case *netquake.StuffText:
		tellClip(m.Text, o)
		r.commands.read(m.Text, toAll, l.now, nil, o)
	case *netquake.SetView:
		r.view = int(m.Entity)
	case *netquake.SpawnBaseline:
		r.baseline(l, h, m.Entity, o)
	case *netquake.SpawnDelta:
		if m.Number > 0 {
			r.baseline(l, h, m.Number, o)
		}
	case *netquake.Time:
		r.time(l, h, m.Elapsed, o)
	case *netquake.UpdateEntities:
		r.recorder.told = r.recorder.told || r.recorder.status.told != 0
		r.time(l, h, m.Elapsed, o)
	case *netquake.UpdateStatFloat:
		r.recorder.status.set(int(m.Index), int32(m.Value))
	case *netquake.ClientData:
		r.recorder.clientData(l, m, o)
	case *netquake.UpdateStat:
		r.recorder.status.set(int(m.Index), m.Value)
	case *netquake.UpdateName:
		r.updateName(l, m, o)
	case *netquake.UpdateColors:
		r.updateColors(l, m, o)
	case *netquake.UpdateFrags:
		r.updateFrags(l, m, o)
	case *netquake.Sound:
		playSound(l, int(m.Sound), int(m.Entity), m.Origin, sim.LoudnessOf(m.Volume, m.Attenuation), o)
	case *netquake.LocalSound:
		if at := l.slotOf(r.view); at.Valid() {
			playSound(l, int(m.Sound), r.view, sim.Vec3{}, sim.Loudness{Private: true}, o)
		}
	case *netquake.TempEntity:
		netQuakeTemps[m.Type].show(m.Origin, m.End, int(m.Entity), o)
	case *netquake.Particle:
		if bloodColors[m.Color] {
			blood.show(m.Origin, sim.Vec3{}, 0, o)
		}
	case *netquake.Damage:
		slot := sim.SlotAt(r.view - 1)
		o.Tell(track.Hurt{Slot: slot, Lost: int(m.Health)})
		tellHit(slot, int(m.Health), int(m.Armor), m.Origin, o)
	default:
		r.text(l, m, o)
	}
}

// text reads printed text and messages about the match.
func (r *netQuakeReader) text(l *level, m netquake.Message, o *track.Observations) {
	switch m := m.(type) {
	case *netquake.Print:
		r.print = eachLine(append(r.print, m.Text...), func(line []byte) { r.line(l, line, o) })
	case *netquake.CenterPrint:
		readCenter(r.plain(m.Text), true, o)
	case *netquake.CutScene:
		readCenter(m.Text, true, o)
	case *netquake.Finale:
		o.Tell(track.IntermissionShown{})
		readCenter(m.Text, true, o)
	case *netquake.Intermission:
		o.Tell(track.IntermissionShown{})
	case *netquake.SetPause:
		o.Tell(track.MatchPaused{On: m.Paused != 0})
	case *netquake.KilledMonster:
		r.tally(l, track.Tallied{Kind: sim.EventMonsterKill, What: "kills"}, netquake.StatKilled,
			netquake.StatTotalMonsters, o)
	case *netquake.FoundSecret:
		r.tally(l, track.Tallied{Kind: sim.EventSecret, What: "secrets"}, netquake.StatFoundSecrets,
			netquake.StatTotalSecrets, o)
	}
}

// bloodColors are the colours of the particles when someone is hit.
var bloodColors = map[uint8]bool{73: true, 225: true}

// baseline reads an entity's initial state.
func (r *netQuakeReader) baseline(l *level, h *netquake.History, number uint16, o *track.Observations) {
	if !l.slotOf(int(number)).Valid() {
		st, e := h.Baseline(number), entity{}
		e.setNetQuake(number, &st)
		placeEntity(l, &e, o)
	}
}

// serverInfo starts a level.
func (r *netQuakeReader) serverInfo(l *level, m *netquake.ServerInfo, o *track.Observations) {
	models := names(m.Models)
	s := sim.Level{Title: plainText(m.LevelName), GameType: "Single Player", Contest: sim.Story}
	e := r.entities
	e.forget()
	*r = netQuakeReader{carets: m.Layout.ColorCodes(), deathmatch: m.GameType != 0 && m.MaxClients > 1,
		any: r.any, view: 1, clients: make([]netQuakeClient, m.MaxClients), entities: e,
		lines: lines{arena: r.lines.arena}}
	switch {
	case r.deathmatch:
		s.GameType, s.Contest = "Deathmatch", sim.Versus
	case m.MaxClients > 1:
		s.GameType = "Cooperative"
	}
	if len(models) > 0 {
		s.Map = baseName(models[0])
	}
	h := l.header
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
	s.Mod = h.Mod
	l.setHeader(h, o)
	if m.Layout != nil {
		o.Tell(track.Reaches{Units: m.Layout.Reach()})
	}
	l.start(s, int(m.MaxClients), o)
	l.setModels(models, "", o)
	l.sounds = newSounds(names(m.Sounds))
	if r.deathmatch {
		o.Tell(track.MatchSince{At: l.now})
	} else {
		l.setDeathmatch(0, o)
	}
	happened(sim.EventLevelStart, sim.PlainText(s.Map), o)
}

// names converts a list of names to strings.
func names(list [][]byte) []string {
	out := make([]string, len(list))
	for i, name := range list {
		out[i] = string(name)
	}
	return out
}

// packMods are the names of the mission packs.
var packMods = map[pack]struct{ mod, name, game string }{
	packHipnotic: {"hipnotic", "Scourge of Armagon", ""}, packRogue: {"rogue", "Dissolution of Eternity", ""},
	packFortress: {"fortress", "Team Fortress", ""}, packNexuiz: {"nexuiz", "Nexuiz", "nexuiz"},
}

// setNetQuake sets e from a state.
func (e *entity) setNetQuake(number uint16, st *netquake.EntityState) {
	e.number, e.model, e.frame, e.skin, e.colormap = int(number), st.Model, st.Frame, st.Skin, st.Colormap
	e.effects, e.origin, e.angles, e.steps = st.Effects, st.Origin, angles(st.Angles), st.NoLerp
	e.clear = st.Opacity == 0
}

// isNetQuake reports whether setNetQuake with the state would not change e.
func (e *entity) isNetQuake(st *netquake.EntityState) bool {
	return e.origin == sim.Vec3(st.Origin) && e.angles == angles(st.Angles) && e.model == st.Model &&
		e.frame == st.Frame &&
		e.skin == st.Skin && e.colormap == st.Colormap && e.effects == st.Effects && e.steps == st.NoLerp &&
		e.clear == (st.Opacity == 0)
}

func angles(a [3]float32) sim.Angles { return sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]} }

// time begins a snapshot.
func (r *netQuakeReader) time(l *level, h *netquake.History, elapsed time.Duration, o *track.Observations) {
	clock := h.Snapshot().Clock
	if !r.running && r.deathmatch {
		o.Tell(track.MatchSince{At: elapsed - clock})
	}
	r.running = true
	l.begin(elapsed, clock, o)
}

// lookThrough sets the point of view.
func (r *netQuakeReader) lookThrough(l *level, o *track.Observations) {
	if !r.any || !l.view.Valid() {
		r.noteRecorder(l, o)
	}
	r.any = true
	pov := l.slotOf(r.view)
	l.lookThrough(pov, o)
	if pov.Valid() && !l.seat(pov).known {
		r.profile(l, pov, track.PlayerCalled{Quiet: true}, o)
	}
}

// show completes the snapshot.
func (r *netQuakeReader) show(l *level, s *netquake.Snapshot, o *track.Observations) {
	l.begun, o.Ends = false, true
	r.entities.begin()
	if l.view.Valid() && r.recorder.told {
		u := r.look(l, l.view, o)
		u.Bar, u.BarTold = o.Bar(), true
		*u.Bar = *r.recorder.bar(l)
	}
	for n := range r.clients {
		if l.seats[n].known {
			r.at[n] = len(o.Looks)
			r.look(l, sim.SlotAt(n), o)
		}
	}
	for i := range s.Entities {
		e := &s.Entities[i]
		if slot := l.slotOf(int(e.Number)); slot.Valid() {
			r.player(l, slot, e, s.Angles, o)
			continue
		}
		if last := r.entities.standing(l, int(e.Number)); last != nil && last.isNetQuake(&e.EntityState) {
			r.entities.see(last.number)
			continue
		}
		r.entities.room(e.Number).setNetQuake(e.Number, &e.EntityState)
		r.entities.show(l, e.Number, o)
	}
	r.entities.end(o)
}

// look adds a player, initially without anything visible.
func (r *netQuakeReader) look(l *level, slot sim.Slot, o *track.Observations) *track.PlayerLook {
	u := o.Look(slot)
	u.Frags, u.Ping, u.Loss, u.POV = sim.Unknown, sim.Unknown, sim.Unknown, slot == l.view
	if n := slot.Index(); n < len(r.clients) {
		u.Frags = r.frags(l, &r.clients[n])
	}
	u.OnGround = u.POV && r.recorder.onGround
	return u
}

// player reads a player. view is the recorder's direction of view.
func (r *netQuakeReader) player(l *level, slot sim.Slot, e *netquake.Entity, view [3]float32, o *track.Observations) {
	if e.Model == 0 || !l.seat(slot).known { // everybody else has a name (host_cmd.c, Host_Spawn_f)
		return
	}
	u := &o.Looks[r.at[slot.Index()]]
	if u.Shown {
		u = r.look(l, slot, o)
	}
	k := looks{frame: int(e.Frame), model: int(e.Model), effects: e.Effects}
	k.read(l, u)
	u.Invisible = u.Invisible || e.Opacity == 0
	u.Origin, u.View, u.HasView, u.Steps = e.Origin, angles(e.Angles), true, e.NoLerp
	u.View.Pitch *= -3 // a model is pitched by a third of the view, with up positive
	if u.POV {
		u.View = angles(view)
		u.Velocity, u.HasVelocity = r.recorder.velocity, r.recorder.told
	}
}

// noteRecorder records the player who recorded the demo.
func (r *netQuakeReader) noteRecorder(l *level, o *track.Observations) {
	h := l.header
	if n := r.view - 1; n >= 0 && n < len(r.clients) && h.Recorder == "" {
		h.Recorder = plainText(r.plain(r.clients[n].name))
		l.setHeader(h, o)
	}
}

// clientData reads the recorder's status bar.
func (s *recorderState) clientData(l *level, m *netquake.ClientData, o *track.Observations) {
	s.told = true
	s.onGround = m.Mask&netquake.ClientOnGround != 0
	s.velocity = m.Velocity
	if m.HasItems {
		s.status.set(quakeworld.StatItems, int32(m.Items))
	}
	if !m.HasStats {
		return
	}
	weapon := int32(m.Weapon)
	if bitTables[l.models.pack].numbered {
		weapon = 1 << (weapon & 31)
	}
	for _, v := range [...]struct {
		stat  int
		value int32
	}{
		{netquake.StatHealth, int32(m.Health)}, {netquake.StatArmor, int32(m.Armor)},
		{netquake.StatShells, int32(m.Shells)},
		{netquake.StatNails, int32(m.Nails)}, {netquake.StatRockets, int32(m.Rockets)},
		{netquake.StatCells, int32(m.Cells)},
		{netquake.StatWeaponModel, int32(m.WeaponModel)}, {netquake.StatActiveWeapon, weapon},
	} {
		s.status.set(v.stat, v.value)
	}
	o.Tell(track.HealthTold{Health: int(m.Health), Spared: s.status.spared()})
}

// bar returns the status bar as last sent.
func (s *recorderState) bar(l *level) *track.StatusBar {
	if s.of != s.status.stats {
		s.of = s.status.stats
		s.status.read(l)
	}
	return &s.status.bar
}

// profile reports a player with the data known about him. c holds the other data to be reported. Only the recorder may
// lack a name.
func (r *netQuakeReader) profile(l *level, slot sim.Slot, c track.PlayerCalled, o *track.Observations) {
	if slot.Index() >= len(r.clients) {
		return
	}
	k := &r.clients[slot.Index()]
	if len(k.name) == 0 && slot != l.slotOf(r.view) {
		l.leave(slot, true, o)
		return
	}
	name, plain := decodeText(k.name), k.name
	if r.carets {
		name, plain = readColors(decodeText(readCarets(k.name, true)), false), readCarets(k.name, false)
	}
	c.Profile = sim.Profile{Slot: slot, Name: name, HasColors: true,
		Colors: [2]sim.RGB{shade(int(k.colors >> 4)), shade(int(k.colors & 15))}}
	r.nexuizTeam(l, &c.Profile, k)
	c.Name = plainText(plain)
	l.call(c, o)
}

// updateName reads the name of a player who joins, leaves or changes it.
func (r *netQuakeReader) updateName(l *level, m *netquake.UpdateName, o *track.Observations) {
	n, slot := int(m.Player), sim.SlotAt(int(m.Player))
	if n >= len(r.clients) || bytes.Equal(r.clients[n].name, m.Name) {
		return
	}
	known := l.seat(slot).known
	r.clients[n].name = bytes.Clone(m.Name)
	left := len(m.Name) == 0
	if left && known {
		o.Tell(track.Happened{Event: sim.Event{Kind: sim.EventDisconnect, Slot: slot}})
	}
	r.profile(l, slot, track.PlayerCalled{Quiet: left, Renamed: known && !left}, o)
}

func (r *netQuakeReader) updateColors(l *level, m *netquake.UpdateColors, o *track.Observations) {
	if n := int(m.Player); n < len(r.clients) {
		r.clients[n].colors = m.Colors
		if slot := sim.SlotAt(n); l.seat(slot).known {
			r.profile(l, slot, track.PlayerCalled{Quiet: true}, o)
		}
	}
}

func (r *netQuakeReader) updateFrags(l *level, m *netquake.UpdateFrags, o *track.Observations) {
	n := int(m.Player)
	if n >= len(r.clients) || r.clients[n].frags == m.Frags {
		return
	}
	c, slot := &r.clients[n], sim.SlotAt(n)
	was := r.watches(l, c)
	o.Tell(track.FragsChanged{Slot: slot, Was: c.frags, Is: m.Frags})
	if c.frags = m.Frags; l.seat(slot).known && r.watches(l, c) != was {
		r.profile(l, slot, track.PlayerCalled{Quiet: true}, o)
	}
}

// tally counts a killed monster or a found secret.
func (r *netQuakeReader) tally(l *level, c track.Tallied, stat, total int, o *track.Observations) {
	values := &r.recorder.status.values
	values[stat]++
	c.Count, c.Total = int(values[stat]), int(values[total])
	if l.slots <= 1 {
		c.Slot = l.slotOf(r.view)
	}
	o.Tell(c)
}

// plain removes DarkPlaces' colour codes from a text.
func (r *netQuakeReader) plain(raw []byte) []byte {
	if r.carets {
		return readCarets(raw, false)
	}
	return raw
}

// line reads a line sent to the recorder.
func (r *netQuakeReader) line(l *level, raw []byte, o *track.Observations) {
	raw = r.plain(raw)
	r.readNexuizTeams(l, raw, o)
	if len(raw) > 0 && raw[0] == 1 && readChat(l, raw, o) {
		return
	}
	if bytes.HasPrefix(raw, []byte("You ")) && readPickupLine(sim.SlotAt(r.view-1), string(raw), o) {
		return
	}
	r.lines.read(l, raw, o)
}
