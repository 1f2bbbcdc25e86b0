package q1

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// WriteMultiView writes a QuakeWorld recording as a .mvd, with its players, items, projectiles, movers, status bars,
// scores and printed text. Because the format requires every player in every frame, a player out of sight stays at his
// last known position. Sounds, effects, entities numbered above 511, and the status bars of mods other than KTX do not
// fit into the format and are dropped. Positions are written in eighths of a unit. If the recording has finer or larger
// positions, they are written as floats (an MVDSV extension).
func WriteMultiView(w io.Writer, rec *recording.Recording) error {
	if rec.Header().GameKey != "quakeworld" {
		return errors.New("only a QuakeWorld recording can be written as a .mvd")
	}
	m := &multiViewWriter{rec: rec, cursor: rec.Cursor(),
		out: quakeworld.NewEncoder(w, quakeworld.Options{MultiView: true}), looks: map[appearance]modelSkin{},
		level: -1}
	m.floats = m.needsFloats()
	events := rec.Events()
	for i := range rec.Frames() {
		t := rec.FrameTime(i)
		world := m.cursor.At(t)
		if world.Frame != i { // another follows at the same time
			continue
		}
		m.advance(t)
		if world.Level != m.level {
			m.begin(world)
		}
		for len(events) > 0 && events[0].Time <= t {
			m.print(&events[0])
			events = events[1:]
		}
		m.frame(world)
	}
	m.block(quakeworld.KindAll, 0)
	m.out.Handle(&quakeworld.Disconnect{HasText: true, Text: []byte("EndOfDemo")})
	return m.out.Finish()
}

// multiViewWriter writes a .mvd.
type multiViewWriter struct {
	rec    *recording.Recording
	cursor *recording.Cursor
	out    *quakeworld.Encoder
	floats bool

	now      time.Duration // reached by the blocks
	pending  uint8         // milliseconds to be covered by the next block
	level    int
	models   map[string]uint16
	players  [quakeworld.MaxPlayers]writtenPlayer
	entities map[uint16]quakeworld.EntityState
	looks    map[appearance]modelSkin
	users    int32 // number of players who came into the game
}

// protocolNumber is the protocol of all current servers.
const protocolNumber = 28

// writtenPlayer holds the data last written for a player.
type writtenPlayer struct {
	profile     *sim.Profile
	user        int32
	state       quakeworld.PlayerState
	frags, ping int16
	stats       map[uint8]int32
}

// needsFloats reports whether the positions do not fit into 16 bits in eighths of a unit.
func (m *multiViewWriter) needsFloats() bool {
	const far = 4096
	for i := range m.rec.Frames() {
		w := m.cursor.At(m.rec.FrameTime(i))
		for k := range w.Players {
			for _, v := range w.Players[k].Origin {
				if v*8 != float32(math.Round(float64(v*8))) || v < -far || v >= far {
					return true
				}
			}
		}
		for k := range w.Entities {
			if slices.ContainsFunc(w.Entities[k].Origin[:], func(v float32) bool { return v < -far || v >= far }) {
				return true
			}
		}
	}
	return false
}

// advance moves the time of the blocks forward; each block can cover up to 255 ms.
func (m *multiViewWriter) advance(t time.Duration) {
	const most = 255 * time.Millisecond
	for t-m.now > most {
		m.pending, m.now = 255, m.now+most
		m.block(quakeworld.KindAll, 0)
	}
	m.pending, m.now = uint8((t-m.now)/time.Millisecond), t.Truncate(time.Millisecond)
}

// block begins a block for a player, or for all.
func (m *multiViewWriter) block(kind quakeworld.Kind, player int) {
	m.out.Handle(&quakeworld.Block{Delta: m.pending, Code: uint8(kind) | uint8(player)<<3})
	m.pending = 0
}

// begin writes a level: the map, the models and, up to the first frame, the players present.
func (m *multiViewWriter) begin(w *sim.World) {
	l := m.rec.Levels()[w.Level]
	m.level, m.players, m.entities = w.Level, [quakeworld.MaxPlayers]writtenPlayer{},
		map[uint16]quakeworld.EntityState{}
	var ext []quakeworld.Extension
	if m.floats {
		ext = append(ext, quakeworld.Extension{Magic: quakeworld.MagicMVD1, Flags: quakeworld.MVD1FloatCoords})
	}
	m.block(quakeworld.KindAll, 0)
	m.out.Handle(&quakeworld.ServerData{
		Extensions: ext, Protocol: protocolNumber, ServerCount: int32(w.Level + 1),
		GameDir: []byte(cmp.Or(l.Mod, "qw")), Seconds: float32(w.Clock.Seconds()),
		LevelName: []byte(cmp.Or(l.Title, l.Map)), Move: quakeworld.MoveVars{Gravity: 800, StopSpeed: 100,
			MaxSpeed: 320, SpectatorMaxSpeed: 500, Accelerate: 10, AirAccelerate: 10, WaterAccelerate: 10, Friction: 4,
			WaterFriction: 4, EntGravity: 1},
	})
	info := `\map\` + l.Map + `\maxclients\` + strconv.Itoa(quakeworld.MaxPlayers)
	if l.Teams {
		info += `\teamplay\1`
	}
	if l.TimeLimit > 0 {
		info += `\timelimit\` + strconv.Itoa(int(l.TimeLimit/time.Minute))
	}
	if l.FragLimit > 0 {
		info += `\fraglimit\` + strconv.Itoa(int(l.FragLimit))
	}
	m.out.Handle(&quakeworld.StuffText{Text: []byte("fullserverinfo \"" + info + "\"\n")})
	m.modelList(l.Map)
	m.block(quakeworld.KindAll, 0)
	m.out.Handle(&quakeworld.StuffText{Text: []byte("skins\n")})
}

// inlineModels is the number of the map's inline models that are listed, of 255 possible models.
const inlineModels = 160

// modelList writes the list of models: the map, its inline models, and all models of items and the like.
func (m *multiViewWriter) modelList(level string) {
	names := []string{"maps/" + level + ".bsp"}
	for i := 1; i <= inlineModels; i++ {
		names = append(names, "*"+strconv.Itoa(i))
	}
	for _, c := range slices.Sorted(maps.Keys(classes)) {
		if class := classes[c]; !class.hidden && class.kind != sim.EntityMonster && len(names) < 255 {
			names = append(names, modelFile(c))
		}
	}
	m.models = map[string]uint16{}
	const part = 40 // names per block, as a message has to fit into a packet
	for from := 0; from < len(names); from += part {
		list := quakeworld.ModelList{}
		list.First = uint16(from)
		for i, name := range names[from:min(from+part, len(names))] {
			m.models[baseName(strings.TrimPrefix(name, "maps/"))] = uint16(from + i + 1)
			list.Names = append(list.Names, []byte(name))
		}
		if from+part < len(names) {
			list.Next = uint8(from + part)
		}
		if from > 0 {
			m.block(quakeworld.KindAll, 0)
		}
		m.out.Handle(&list)
	}
}

// modelFile returns the file of a model. Boxes are maps.
func modelFile(name string) string {
	if strings.HasPrefix(name, "b_") && !strings.HasSuffix(name, "_key") {
		return "maps/" + name + ".bsp"
	}
	return "progs/" + name + ".mdl"
}

// appearance holds the properties that determine an entity's model.
type appearance struct {
	kind   sim.EntityKind
	item   sim.Item
	weapon sim.Weapon
	name   string
}

// modelSkin is a model, by name without folder and extension, and a skin.
type modelSkin struct {
	model string
	skin  int
}

// modelOf returns the model for an entity, or the zero modelSkin if there is none.
func (m *multiViewWriter) modelOf(e *sim.Entity) modelSkin {
	a := appearance{e.Kind, e.Item, e.Weapon, e.Name}
	found, ok := m.looks[a]
	if !ok {
		found = a.model()
		m.looks[a] = found
	}
	return found
}

func (a *appearance) model() modelSkin {
	for _, c := range slices.Sorted(maps.Keys(classes)) {
		class := classes[c]
		if class.hidden || class.kind != a.kind || class.weapon != a.weapon || class.player {
			continue
		}
		if skin := slices.Index(class.skins, a.item); skin >= 0 {
			return modelSkin{c, skin}
		}
		if class.item == a.item && (class.name == "" || class.name == a.name) {
			return modelSkin{c, 0}
		}
	}
	return modelSkin{}
}

// print writes the line that announced an event, if there was one.
func (m *multiViewWriter) print(e *sim.Event) {
	if e.Text.Plain == "" {
		return
	}
	level := uint8(quakeworld.PrintHigh)
	text := encodeText(e.Text)
	switch e.Kind {
	case sim.EventObituary:
		level = quakeworld.PrintMedium
	case sim.EventChat, sim.EventTeamChat:
		p := m.cursor.At(e.Time)
		i := slices.IndexFunc(p.Players, func(p sim.Player) bool { return p.Slot == e.Slot })
		if i < 0 {
			return
		}
		level = quakeworld.PrintChat
		name := encodeText(p.Players[i].Profile.Name)
		if e.Kind == sim.EventTeamChat {
			name = slices.Concat([]byte("("), name, []byte(")"))
		}
		text = slices.Concat(name, []byte(": "), text)
	case sim.EventPrint:
	default:
		return
	}
	m.block(quakeworld.KindAll, 0)
	m.out.Handle(&quakeworld.Print{Level: level, Text: append(text, '\n')})
}

// frame writes the state at one moment.
func (m *multiViewWriter) frame(w *sim.World) {
	m.block(quakeworld.KindAll, 0)
	for i := range w.Players {
		if p := &w.Players[i]; p.Slot.Index() < quakeworld.MaxPlayers {
			m.profile(p)
		}
	}
	for n := range m.players {
		if k := &m.players[n]; k.profile != nil &&
			!slices.ContainsFunc(w.Players, func(p sim.Player) bool { return p.Slot.Index() == n }) {
			*k = writtenPlayer{}
			m.out.Handle(&quakeworld.UpdateUserInfo{Player: uint8(n)})
		}
	}
	for i := range w.Players {
		if p := &w.Players[i]; p.Slot.Index() < quakeworld.MaxPlayers && p.Visible && p.Life != sim.Spectating {
			m.player(p)
		}
	}
	m.packetEntities(w)
	for i := range w.Players {
		if p := &w.Players[i]; p.Slot.Index() < quakeworld.MaxPlayers && p.Visible && p.Health != sim.Unknown {
			m.status(p)
		}
	}
}

// profile writes a player's profile and score.
func (m *multiViewWriter) profile(p *sim.Player) {
	k, n := &m.players[p.Slot.Index()], uint8(p.Slot.Index())
	if k.profile != p.Profile {
		if k.profile == nil {
			m.users++
			k.user, k.stats = m.users, map[uint8]int32{}
		}
		k.profile = p.Profile
		m.out.Handle(&quakeworld.UpdateUserInfo{Player: n, UserID: k.user, Info: userInfo(p.Profile)})
	}
	if p.Frags != sim.Unknown && p.Frags != k.frags {
		k.frags = p.Frags
		m.out.Handle(&quakeworld.UpdateFrags{Player: n, Frags: p.Frags})
	}
	if p.Ping != sim.Unknown && p.Ping != k.ping {
		k.ping = p.Ping
		m.out.Handle(&quakeworld.UpdatePing{Player: n, Ping: p.Ping})
	}
}

// userInfo returns a player's name and appearance in the form used by clients.
func userInfo(p *sim.Profile) []byte {
	var b []byte
	put := func(key string, value []byte) {
		if len(value) > 0 {
			b = fmt.Appendf(b, `\%s\`, key)
			b = append(b, value...)
		}
	}
	clean := func(t sim.Text) []byte {
		return slices.DeleteFunc(encodeText(t), func(c byte) bool { return c == '\\' || c == '"' })
	}
	if p.Team == sim.TeamSpectator {
		put("*spectator", []byte("1"))
	}
	if p.Bot {
		put("*bot", []byte("1"))
	}
	if p.HasColors {
		for i, key := range [...]string{"topcolor", "bottomcolor"} {
			if n := shadeOf(p.Colors[i]); n > 0 {
				put(key, []byte(strconv.Itoa(n)))
			}
		}
	}
	put("skin", clean(sim.PlainText(p.Model)))
	put("team", clean(sim.PlainText(cmp.Or(p.TeamName, p.Clan))))
	put("name", clean(p.Name))
	return b
}

// shadeOf returns the number of a clothing colour.
func shadeOf(c sim.RGB) int {
	for n := range 14 {
		if shade(n) == c {
			return n
		}
	}
	return 0
}

// The frames of a player who stands with and without a gun, and of one who lies dead.
const (
	frameStanding, frameStandingAxe = 12, 17
)

// player writes a player's position.
func (m *multiViewWriter) player(p *sim.Player) {
	k := &m.players[p.Slot.Index()]
	s := quakeworld.PlayerState{
		Origin: p.Origin, Angles: quakeworld.Vec3{p.View.Pitch, p.View.Yaw, p.View.Roll}, Frame: frameStanding,
		Dead: p.Life != sim.Alive, Gib: p.Life == sim.Gibbed, Model: m.models["player"],
	}
	switch {
	case p.Life == sim.Dead:
		s.Frame = frameDeathLast
	case p.Weapon == sim.WeaponMelee:
		s.Frame = frameStandingAxe
	}
	if p.Invisible {
		s.Model = m.models["eyes"]
	}
	info := &quakeworld.PlayerInfo{Player: uint8(p.Slot.Index()), MultiView: true, Origin: s.Origin, Angles: s.Angles,
		Frame: s.Frame, Model: uint8(s.Model)}
	for i := range 3 {
		if s.Origin[i] != k.state.Origin[i] {
			info.Flags |= quakeworld.ViewOrigin << i
		}
		if s.Angles[i] != k.state.Angles[i] {
			info.Flags |= quakeworld.ViewAngles << i
		}
	}
	for bit, set := range map[uint32]bool{quakeworld.ViewModel: s.Model != k.state.Model, quakeworld.ViewDead: s.Dead,
		quakeworld.ViewGib: s.Gib} {
		if set {
			info.Flags |= bit
		}
	}
	k.state = s
	m.out.Handle(info)
}

// packetEntities writes the changes of entities since the previous frame.
func (m *multiViewWriter) packetEntities(w *sim.World) {
	now := map[uint16]quakeworld.EntityState{}
	for i := range w.Entities {
		e := &w.Entities[i]
		look := m.modelOf(e)
		if look.model == "" || e.Number <= quakeworld.MaxPlayers || e.Number > 511 || e.State == sim.ItemTaken ||
			!e.Visible && e.Kind != sim.EntityItem {
			continue
		}
		origin := e.Origin
		for k, v := range classes[look.model].center {
			origin[k] -= v
		}
		now[uint16(e.Number)] = quakeworld.EntityState{Model: m.models[look.model], Skin: uint8(look.skin),
			Origin: origin}
	}
	for i := range w.Movers {
		if v := &w.Movers[i]; v.Model <= inlineModels && v.Number > quakeworld.MaxPlayers && v.Number <= 511 {
			now[uint16(v.Number)] = quakeworld.EntityState{Model: uint16(v.Model + 1), Origin: v.Origin,
				Angles: quakeworld.Vec3{v.Angles.Pitch, v.Angles.Yaw, v.Angles.Roll}}
		}
	}
	var changes []quakeworld.EntityDelta
	for n, s := range now {
		if d := entityChange(n, m.entities[n], s); d.Mask != 0 {
			changes = append(changes, d)
		}
	}
	for n := range m.entities {
		if _, ok := now[n]; !ok {
			changes = append(changes, quakeworld.EntityDelta{Number: n, Mask: quakeworld.EntityRemove})
		}
	}
	slices.SortStableFunc(changes, func(a, b quakeworld.EntityDelta) int { return cmp.Compare(a.Number, b.Number) })
	m.entities = now
	m.out.Handle(&quakeworld.PacketEntities{Delta: true, Entities: changes})
}

// entityChange returns the change of an entity.
func entityChange(number uint16, was, is quakeworld.EntityState) quakeworld.EntityDelta {
	d := quakeworld.EntityDelta{Number: number, Model: is.Model, Skin: is.Skin, Origin: is.Origin, Angles: is.Angles}
	if is.Model != was.Model {
		d.Mask |= quakeworld.EntityModel
	}
	if is.Skin != was.Skin {
		d.Mask |= quakeworld.EntitySkin
	}
	for i, bit := range [...]uint32{quakeworld.EntityPitch, quakeworld.EntityYaw, quakeworld.EntityRoll} {
		if is.Origin[i] != was.Origin[i] {
			d.Mask |= quakeworld.EntityOriginX << i
		}
		if is.Angles[i] != was.Angles[i] {
			d.Mask |= bit
		}
	}
	return d
}

// status writes the changes of a player's status bar.
func (m *multiViewWriter) status(p *sim.Player) {
	k, stats := &m.players[p.Slot.Index()], statsOf(p)
	begun := false
	for _, i := range slices.Sorted(maps.Keys(stats)) {
		if v, ok := k.stats[i]; ok && v == stats[i] {
			continue
		}
		if k.stats[i] = stats[i]; !begun {
			begun = true
			m.block(quakeworld.KindStats, p.Slot.Index())
		}
		m.out.Handle(&quakeworld.UpdateStat{ID: updateStatLong, Index: i, Value: stats[i]})
	}
}

// updateStatLong is the number of the message with a 32-bit value.
const updateStatLong = 38

// statsOf returns the known numbers of a player's status bar.
func statsOf(p *sim.Player) map[uint8]int32 {
	stats := map[uint8]int32{quakeworld.StatHealth: int32(p.Health), quakeworld.StatArmor: int32(max(p.Armor, 0))}
	var items uint32
	for i, kind := range [...]sim.Item{sim.ItemArmorGreen, sim.ItemArmorYellow, sim.ItemArmorRed} {
		if p.ArmorKind == kind {
			items |= bitArmorGreen << i
		}
	}
	for _, b := range powerupBits {
		if p.Powerups.Has(b.powerup) {
			items |= b.bit
		}
	}
	for _, w := range standardWeapons {
		if p.Inventory != nil && p.Inventory.Owns(w.weapon) {
			items |= w.bit
		}
		if w.weapon == p.Weapon {
			stats[quakeworld.StatActiveWeapon] = int32(w.bit)
		}
	}
	stats[quakeworld.StatItems] = int32(items)
	if p.Inventory != nil {
		for w, stat := range ammoStats {
			if stat != 0 && p.Inventory.Ammo[w] != sim.Unknown {
				stats[uint8(stat)] = int32(p.Inventory.Ammo[w])
			}
		}
	}
	return stats
}
