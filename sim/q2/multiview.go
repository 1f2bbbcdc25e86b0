package q2

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// WriteMultiView writes a Quake II recording as a .mvd2 in Q2PRO's protocol 2009, with ten frames per second. It
// contains players, items and projectiles, movers, printed text, and the health, armour, ammunition and frags of the
// recorders. Other players are written as seen by the recorders. A player out of everyone's sight is omitted from the
// frame. Positions are written in eighths of a unit. Sounds, effects, and models beyond 250 do not fit into the format
// and are dropped.
func WriteMultiView(w io.Writer, rec *recording.Recording) error {
	if rec.Header().GameKey != "quake2" {
		return errors.New("only a Quake II recording can be written as a .mvd2")
	}
	if rec.Frames() == 0 {
		return errors.New("the recording contains no frames")
	}
	m := &multiViewWriter{rec: rec, cursor: rec.Cursor(), out: quake2.NewEncoder(w, quake2.Options{}), level: -1}
	if m.tooFar() {
		return errors.New("some positions are outside the range that a .mvd2 can store")
	}
	for _, p := range rec.Roster() {
		m.self = min(max(m.self, p.Profile.Slot.Index()+1), maxPlayers-1)
	}
	m.out.Handle(&quake2.Header{Format: quake2.MVD2})
	events := rec.Events()
	for t := rec.FrameTime(0); t <= rec.FrameTime(rec.Frames()-1); t += writtenInterval {
		world := m.cursor.At(t)
		fresh := world.Level != m.level
		if fresh && m.level >= 0 { // the first frame of a level takes no time: it is that of the previous level's last
			m.out.Handle(&quake2.Block{})
			m.frame(m.cursor.At(t-time.Millisecond), false)
			m.out.Handle(&quake2.EndBlock{})
			world = m.cursor.At(t)
		}
		m.out.Handle(&quake2.Block{})
		if fresh {
			m.begin(world)
		}
		m.frame(world, fresh)
		for len(events) > 0 && events[0].Time <= t {
			if events[0].Time > t-writtenInterval {
				m.print(&events[0], world)
			}
			events = events[1:]
		}
		m.out.Handle(&quake2.EndBlock{})
	}
	m.out.Handle(&quake2.Block{Kind: quake2.BlockEnd})
	m.out.Handle(&quake2.EndBlock{Kind: quake2.BlockEnd})
	return m.out.Finish()
}

// writtenInterval is the time between written frames.
const writtenInterval = 100 * time.Millisecond

// multiViewWriter writes a .mvd2.
type multiViewWriter struct {
	rec      *recording.Recording
	cursor   *recording.Cursor
	out      *quake2.Encoder
	level    int
	self     int // slot of the server's own spectator, after those of all players
	config   *quake2.ConfigLayout
	texts    map[int]string
	look     map[appearance]uint16 // models of everything but players
	guns     map[sim.Weapon]uint16
	parts    map[int]uint16
	players  map[int]quake2.PlayerState
	entities map[uint16]quake2.EntityState
}

// appearance holds the properties that determine an entity's model.
type appearance struct {
	kind   classKind
	item   sim.Item
	weapon sim.Weapon
	name   string
}

// The masks of everything written for a player and for an entity (game qcommon.h, PPS_M_TYPE and U_ORIGIN1).
const (
	writtenPlayer       = 1<<0 | 1<<1 | 1<<2 | 1<<4 | 1<<5 | 1<<8 | 1<<9 | 1<<14
	writtenPlayerGone   = 1 << 15
	writtenEntity       = 1<<0 | 1<<1 | 1<<9 | 1<<10 | 1<<2 | 1<<3 | 1<<17 | 1<<7 | 1<<8 | 1<<11 | 1<<15 | 1<<16 | 1<<25 | 1<<23 | 1<<24
	writtenEntityGone   = 1<<6 | 1<<7 | 1<<8
	writtenModels       = 250
	writtenStats        = 1<<quake2.StatHealth | 1<<quake2.StatAmmoIcon | 1<<quake2.StatAmmo | 1<<quake2.StatArmorIcon | 1<<quake2.StatArmor | 1<<quake2.StatFrags
	writtenMinor        = 2009
	writtenProtocol     = 37
	writtenBodyStanding = 0
	writtenBodyDead     = 183 // the last frame of a death (game m_player.h, FRAME_death206)
)

// writtenIcons are the icons of armour, by index.
var writtenIcons = [...]string{1: "i_health", 2: "a_shells", 3: "i_jacketarmor", 4: "i_combatarmor", 5: "i_bodyarmor"}

// beyond reports whether the format cannot express a position.
func beyond(o sim.Vec3) bool {
	const reach = 4096
	return slices.ContainsFunc(o[:], func(v float32) bool { return v <= -reach || v >= reach })
}

// tooFar reports whether a player is beyond the format's reach.
func (m *multiViewWriter) tooFar() bool {
	for i := range m.rec.Frames() {
		w := m.cursor.At(m.rec.FrameTime(i))
		for k := range w.Players {
			if p := &w.Players[k]; p.Visible && beyond(p.Origin) {
				return true
			}
		}
	}
	return false
}

// begin writes a level, with the names of everything in it.
func (m *multiViewWriter) begin(w *sim.World) {
	l := m.rec.Levels()[w.Level]
	m.level, m.players, m.entities = w.Level, map[int]quake2.PlayerState{}, map[uint16]quake2.EntityState{}
	data := &quake2.ServerData{Protocol: writtenProtocol, Minor: writtenMinor, ServerCount: int32(w.Level + 1),
		GameDir: []byte(l.Mod), Player: int16(m.self),
		Recording: quake2.RecordServer}
	m.out.Handle(data)
	m.config = data.Config
	m.texts = map[int]string{0: cmp.Or(l.Title, l.Map), m.config.MaxClients: strconv.Itoa(m.self + 1),
		m.config.Models + 1: "maps/" + l.Map + ".bsp"}
	bar := m.statusBar()
	for i, n := 0, m.config.Length; i*n < len(bar); i++ { // it continues in the next
		m.texts[5+i] = bar[i*n : min(len(bar), (i+1)*n)]
	}
	for i, icon := range writtenIcons {
		m.texts[m.config.Images+i] = icon
	}
	m.nameModels(modPlayed(data))
	m.skins(w)
	for _, i := range slices.Sorted(maps.Keys(m.texts)) {
		if m.texts[i] != "" {
			m.out.Handle(&quake2.ConfigString{Index: uint16(i), Text: []byte(m.texts[i])})
		}
	}
}

// statusBar returns the program of a status bar that shows all known numbers of a player.
func (m *multiViewWriter) statusBar() string {
	armor, ammo, frags := "", "", ""
	cursor := m.rec.Cursor()
	for i := range m.rec.Frames() {
		w := cursor.At(m.rec.FrameTime(i))
		if w.Level != m.level {
			continue
		}
		for k := range w.Players {
			p := &w.Players[k]
			if p.Health == sim.Unknown {
				continue
			}
			if p.Armor != sim.Unknown {
				armor = "if 4 xv 200 rnum xv 250 pic 4 endif "
			}
			if p.Ammo != sim.Unknown {
				ammo = "if 2 xv 100 anum xv 150 pic 2 endif "
			}
			if p.Frags != sim.Unknown {
				frags = "xr -50 yt 2 num 3 14 "
			}
		}
	}
	return "yb -24 xv 0 hnum xv 50 pic 0 " + ammo + armor + frags
}

// modelFiles returns the models for entities, and the names of those held in the hand.
func modelFiles(played *mod) (files map[appearance]string, hands map[sim.Weapon]string) {
	files, hands = map[appearance]string{}, map[sim.Weapon]string{}
	take := func(file string) {
		c := played.classify(file)
		a := appearance{c.kind, c.item, c.weapon, c.name}
		if old, ok := files[a]; c.kind != classNone && (!ok || file < old) {
			files[a] = file
		}
	}
	for _, set := range []itemSet{played.items, baseItems} {
		for name := range set.models {
			take("models/" + name + "/tris.md2")
		}
	}
	for name := range missileModels {
		if strings.HasPrefix(name, "sprites/") {
			take(name + ".sp2")
			continue
		}
		take("models/" + name + "/tris.md2")
	}
	for name, weapon := range played.guns {
		take("models/weapons/g_" + name + "/tris.md2")
		if old, ok := hands[weapon]; !ok || name < old {
			hands[weapon] = name
		}
	}
	return files, hands
}

// nameModels names the models of everything in the level.
func (m *multiViewWriter) nameModels(played *mod) {
	files, hands := modelFiles(played)
	m.look, m.guns, m.parts = map[appearance]uint16{}, map[sim.Weapon]uint16{}, map[int]uint16{}
	next := uint16(2)
	name := func(file string) uint16 {
		if file == "" || next > writtenModels {
			return 0
		}
		m.texts[m.config.Models+int(next)] = file
		next++
		return next - 1
	}
	cursor := m.rec.Cursor()
	for i := range m.rec.Frames() {
		w := cursor.At(m.rec.FrameTime(i))
		if w.Level != m.level {
			continue
		}
		for k := range w.Movers {
			if n := w.Movers[k].Model; m.parts[n] == 0 {
				m.parts[n] = name("*" + strconv.Itoa(n))
			}
		}
		for k := range w.Players {
			if gun := w.Players[k].Weapon; gun != sim.WeaponNone && hands[gun] != "" && m.guns[gun] == 0 {
				m.guns[gun] = name("models/weapons/v_" + hands[gun] + "/tris.md2")
			}
		}
		for k := range w.Entities {
			if a := appearanceOf(&w.Entities[k]); m.look[a] == 0 {
				m.look[a] = name(files[a])
			}
		}
	}
}

// appearanceOf returns an entity's appearance.
func appearanceOf(e *sim.Entity) appearance {
	switch e.Kind {
	case sim.EntityItem, sim.EntityDropped:
		return appearance{classItem, e.Item, e.Weapon, e.Name}
	case sim.EntityProjectile:
		return appearance{kind: classProjectile, weapon: e.Weapon}
	}
	return appearance{}
}

// skins updates the players' configstrings in the texts and returns the indices of those that changed.
func (m *multiViewWriter) skins(w *sim.World) (changed []int) {
	now := map[int]string{m.config.PlayerSkins + m.self: serverSpectator + `\male/grunt`}
	for i := range w.Players {
		p := &w.Players[i]
		if n := p.Slot.Index(); n < m.self {
			now[m.config.PlayerSkins+n] = strings.ReplaceAll(plainASCII(p.Profile.Name.Plain), `\`,
				"/") + `\` + cmp.Or(p.Profile.Model, "male/grunt")
		}
	}
	for n := range m.self + 1 {
		if i := m.config.PlayerSkins + n; now[i] != m.texts[i] {
			m.texts[i] = now[i]
			changed = append(changed, i)
		}
	}
	return changed
}

// plainASCII replaces characters that not all clients have.
func plainASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '#'
		}
		return r
	}, s)
}

// frame writes the state at one moment.
func (m *multiViewWriter) frame(w *sim.World, fresh bool) {
	if !fresh {
		for _, i := range m.skins(w) {
			m.out.Handle(&quake2.ConfigString{Index: uint16(i), Text: []byte(m.texts[i])})
		}
	}
	f := &quake2.MVDFrame{Gamestate: fresh, Portals: []byte{0}}
	now := map[int]quake2.PlayerState{}
	bodies := map[uint16]quake2.EntityState{}
	for i := range w.Players {
		p := &w.Players[i]
		if n := p.Slot.Index(); n < m.self && p.Visible && p.Life != sim.Spectating && p.Life != sim.Absent {
			if p.Health != sim.Unknown { // otherwise only what others see of him is written
				now[n] = m.player(p)
			}
			if p.Life != sim.Gibbed {
				bodies[uint16(n+1)] = bodyOf(p)
			}
		}
	}
	for n := range m.self {
		s, there := now[n]
		was, known := m.players[n]
		switch {
		case there && (!known || s != was):
			f.Players = append(f.Players, quake2.PlayerDelta{PlayerState: s, Number: uint8(n), Mask: writtenPlayer,
				StatMask: writtenStats})
		case !there && known:
			f.Players = append(f.Players, quake2.PlayerDelta{Number: uint8(n), Mask: writtenPlayerGone, Remove: true})
		}
	}
	m.players = now
	f.Entities = m.changes(w, bodies)
	m.out.Handle(f)
}

// player returns a player's state.
func (m *multiViewWriter) player(p *sim.Player) quake2.PlayerState {
	s := quake2.PlayerState{Origin: p.Origin, ViewAngles: [3]float32{p.View.Pitch, p.View.Yaw, p.View.Roll},
		Gun: m.guns[p.Weapon], FOV: 90}
	switch p.Life {
	case sim.Dead:
		s.Type = quake2.MoveDead
	case sim.Gibbed:
		s.Type = quake2.MoveGib
	}
	known := func(v int16) int16 {
		if v == sim.Unknown {
			return 0
		}
		return v
	}
	s.Stats[quake2.StatHealth], s.Stats[quake2.StatArmor], s.Stats[quake2.StatFrags] = known(p.Health), known(p.Armor),
		known(p.Frags)
	if p.Ammo != sim.Unknown {
		s.Stats[quake2.StatAmmoIcon], s.Stats[quake2.StatAmmo] = 2, p.Ammo
	}
	for i, kind := range [...]sim.Item{3: sim.ItemArmorGreen, 4: sim.ItemArmorYellow, 5: sim.ItemArmorRed} {
		if kind != sim.ItemNone && p.ArmorKind == kind {
			s.Stats[quake2.StatArmorIcon] = int16(i)
		}
	}
	return s
}

// bodyOf returns the entity of a player as other players see him.
func bodyOf(p *sim.Player) quake2.EntityState {
	e := quake2.EntityState{Models: [6]uint16{255}, Origin: p.Origin, Skin: uint32(p.Slot.Index()),
		Frame: writtenBodyStanding, Angles: [3]float32{0, p.View.Yaw, 0}}
	if p.Life == sim.Dead {
		e.Frame = writtenBodyDead
	}
	return e
}

// changes returns the changes of entities since the previous frame. now has the players' bodies; changes adds the
// others.
func (m *multiViewWriter) changes(w *sim.World, now map[uint16]quake2.EntityState) (list []quake2.EntityDelta) {
	for i := range w.Entities {
		e := &w.Entities[i]
		model := m.look[appearanceOf(e)]
		if model == 0 || e.Number <= m.self+1 || e.Number >= 1024 || beyond(e.Origin) || e.State == sim.ItemTaken ||
			!e.Visible && e.Kind != sim.EntityItem {
			continue
		}
		s := quake2.EntityState{Models: [6]uint16{model}, Origin: e.Origin, OldOrigin: e.Origin}
		now[uint16(e.Number)] = s
	}
	for i := range w.Movers {
		if v := &w.Movers[i]; m.parts[v.Model] != 0 && v.Number > 0 && v.Number < 1024 && !beyond(v.Origin) {
			now[uint16(v.Number)] = quake2.EntityState{Models: [6]uint16{m.parts[v.Model]}, Origin: v.Origin,
				OldOrigin: v.Origin, Angles: [3]float32{v.Angles.Pitch, v.Angles.Yaw, v.Angles.Roll}}
		}
	}
	for n := range m.entities {
		if _, ok := now[n]; !ok {
			list = append(list, quake2.EntityDelta{EntityState: quake2.EntityState{Number: n}, Mask: writtenEntityGone,
				Remove: true})
		}
	}
	for n, s := range now {
		for k := range s.Origin { // as it is read back
			s.Origin[k] = float32(math.Round(float64(s.Origin[k]*8))) / 8
		}
		if s.Number = n; s != m.entities[n] {
			list = append(list, quake2.EntityDelta{EntityState: s, Mask: writtenEntity})
		}
		now[n] = s
	}
	m.entities = now
	slices.SortStableFunc(list, func(a, b quake2.EntityDelta) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// print writes the line that announced an event, if there was one.
func (m *multiViewWriter) print(e *sim.Event, w *sim.World) {
	if e.Text.Plain == "" {
		return
	}
	level, text := quake2.PrintLevel(quake2.PrintHigh), plainASCII(e.Text.Plain)
	switch e.Kind {
	case sim.EventObituary:
		level = quake2.PrintMedium
	case sim.EventChat, sim.EventTeamChat:
		i := slices.IndexFunc(w.Players, func(p sim.Player) bool { return p.Slot == e.Slot })
		if i < 0 {
			return
		}
		name := plainASCII(w.Players[i].Profile.Name.Plain)
		if e.Kind == sim.EventTeamChat {
			name = "(" + name + ")"
		}
		level, text = quake2.PrintChat, name+": "+text
	case sim.EventPrint:
	default:
		return
	}
	to := quake2.Multicast{To: quake2.MulticastAll, Reliable: true}
	m.out.Handle(&to)
	m.out.Handle(&quake2.Print{Level: level, Text: []byte(text + "\n")})
	end := quake2.EndMulticast(to)
	m.out.Handle(&end)
}
