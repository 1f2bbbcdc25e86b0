package script

import (
	"bytes"
	"fmt"
	"slices"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

var quake2Rules = Rules{
	Frame: 100, PowerTime: 30000, MegaWaits: true, DropsWeapon: true,
	Arsenal: []Arm{
		{sim.WeaponBlaster, sim.ItemNone, Endless, 1000, false},
		{sim.WeaponShotgun, sim.ItemAmmoShells, 0, 0, false},
		{sim.WeaponSuperShotgun, sim.ItemAmmoShells, 0, 0, false},
		{sim.WeaponMachinegun, sim.ItemAmmoBullets, 0, 0, false},
		{sim.WeaponChaingun, sim.ItemAmmoBullets, 0, 0, false},
		{sim.WeaponGrenadeLauncher, sim.ItemAmmoGrenades, 0, 600, false},
		{sim.WeaponRocketLauncher, sim.ItemAmmoRockets, 0, 650, false},
		{sim.WeaponHyperblaster, sim.ItemAmmoCells, 0, 1000, false},
		{sim.WeaponRailgun, sim.ItemAmmoSlugs, 0, 0, true},
		{sim.WeaponHandGrenade, sim.ItemAmmoGrenades, 0, 600, false},
		{sim.WeaponBFG, sim.ItemAmmoCells, 0, 400, false},
	},
	Items: [itemCount]ItemRule{
		green:      {sim.ItemArmorGreen, 0, 20, 25},
		yellow:     {sim.ItemArmorYellow, 0, 20, 50},
		red:        {sim.ItemArmorRed, 0, 20, 100},
		mega:       {sim.ItemMegaHealth, 0, 20, 100},
		health:     {sim.ItemHealth, 0, 30, 25},
		shells:     {sim.ItemAmmoShells, 0, 30, 10},
		rockets:    {sim.ItemAmmoRockets, 0, 30, 5},
		cells:      {sim.ItemAmmoCells, 0, 30, 50},
		shotgun:    {sim.ItemWeapon, sim.WeaponSuperShotgun, 30, 10},
		launcher:   {sim.ItemWeapon, sim.WeaponRocketLauncher, 30, 5},
		quad:       {sim.ItemQuad, 0, 60, 0},
		protection: {sim.ItemProtection, 0, 300, 0},
		redFlag:    {sim.ItemFlag, 0, 0, 0},
		blueFlag:   {sim.ItemFlag, 0, 0, 0},
	},
}

// quake2Item is an item's model, its name in the status bar, its icon and its sound.
type quake2Item struct{ model, name, icon, sound string }

var quake2Looks = [itemCount]quake2Item{
	green:      {"models/items/armor/jacket/tris.md2", "Jacket Armor", "i_jacketarmor", "misc/ar1_pkup.wav"},
	yellow:     {"models/items/armor/combat/tris.md2", "Combat Armor", "i_combatarmor", "misc/ar1_pkup.wav"},
	red:        {"models/items/armor/body/tris.md2", "Body Armor", "i_bodyarmor", "misc/ar1_pkup.wav"},
	mega:       {"models/items/mega_h/tris.md2", "Health", "i_health", "items/m_health.wav"},
	health:     {"models/items/healing/large/tris.md2", "Health", "i_health", "items/l_health.wav"},
	shells:     {"models/items/ammo/shells/medium/tris.md2", "Shells", "a_shells", "misc/am_pkup.wav"},
	rockets:    {"models/items/ammo/rockets/medium/tris.md2", "Rockets", "a_rockets", "misc/am_pkup.wav"},
	cells:      {"models/items/ammo/cells/medium/tris.md2", "Cells", "a_cells", "misc/am_pkup.wav"},
	shotgun:    {"models/weapons/g_shotg2/tris.md2", "Super Shotgun", "w_sshotgun", "misc/w_pkup.wav"},
	launcher:   {"models/weapons/g_rocket/tris.md2", "Rocket Launcher", "w_rlauncher", "misc/w_pkup.wav"},
	quad:       {"models/items/quaddama/tris.md2", "Quad Damage", "p_quad", "items/pkup.wav"},
	protection: {"models/items/invulner/tris.md2", "Invulnerability", "p_invulnerability", "items/pkup.wav"},
	redFlag:    {"players/male/flag1.md2", "Red Flag", "i_ctf1", "ctf/flagtk.wav"},
	blueFlag:   {"players/male/flag2.md2", "Blue Flag", "i_ctf2", "ctf/flagtk.wav"},
}

// quake2Weapon is the look of a weapon, its name in the status bar, its flash and obituary, and the temporary entity at
// its hit. ground is the name of its model on the ground, and held that of its model in a player's hands.
type quake2Weapon struct {
	ground, held, name string
	shot               string // model of the projectile
	effects            quake2.EntityEffects
	flash              int // -1 for none
	death              string
	temp               uint8
	ammo               string // icon
}

var quake2Weapons = map[sim.Weapon]quake2Weapon{
	sim.WeaponBlaster: {"blast", "w_blaster", "Blaster", "models/objects/laser/tris.md2", efBlaster,
		quake2.FlashBlaster, "%s was blasted by %s\n", 2, ""},
	sim.WeaponShotgun: {"shotg", "w_shotgun", "Shotgun", "", 0, quake2.FlashShotgun,
		"%s was gunned down by %s\n", 4, "a_shells"},
	sim.WeaponSuperShotgun: {"shotg2", "w_sshotgun", "Super Shotgun", "", 0, quake2.FlashSuperShotgun,
		"%s was blown away by %s's super shotgun\n", 4, "a_shells"},
	sim.WeaponMachinegun: {"machn", "w_machinegun", "Machinegun", "", 0, quake2.FlashMachinegun,
		"%s was machinegunned by %s\n", 0, "a_bullets"},
	sim.WeaponChaingun: {"chain", "w_chaingun", "Chaingun", "", 0, quake2.FlashChaingun1,
		"%s was cut in half by %s's chaingun\n", 0, "a_bullets"},
	sim.WeaponGrenadeLauncher: {"launch", "w_glauncher", "Grenade Launcher", "models/objects/grenade/tris.md2",
		efGrenade, quake2.FlashGrenade, "%s was popped by %s's grenade\n", 8, "a_grenades"},
	sim.WeaponRocketLauncher: {"rocket", "w_rlauncher", "Rocket Launcher", "models/objects/rocket/tris.md2", efRocket,
		quake2.FlashRocket, "%s ate %s's rocket\n", 7, "a_rockets"},
	sim.WeaponHyperblaster: {"hyperb", "w_hyperblaster", "HyperBlaster", "models/objects/laser/tris.md2",
		quake2.EFHyperblaster, quake2.FlashHyperblaster, "%s was melted by %s's hyperblaster\n", 2, "a_cells"},
	sim.WeaponRailgun: {"rail", "w_railgun", "Railgun", "", 0, quake2.FlashRailgun, "%s was railed by %s\n", 1,
		"a_slugs"},
	sim.WeaponHandGrenade: {"handgr", "a_grenades", "Grenades", "models/objects/grenade2/tris.md2", efGrenade, -1,
		"%s caught %s's handgrenade\n", 8, "a_grenades"},
	sim.WeaponBFG: {"bfg", "w_bfg", "BFG10K", "sprites/s_bfg1.sp2", efBFG, quake2.FlashBFG,
		"%s was disintegrated by %s's BFG blast\n", 20, "a_cells"},
}

// Appearance bits that no simulator looks at (game q_shared.h, EF_ROTATE and RF_GLOW).
const (
	efRotate       = 1 << 0
	efBlaster      = 1 << 3
	efRocket       = 1 << 4
	efGrenade      = 1 << 5
	efBFG          = 1 << 7
	renderGlow     = 1 << 9
	renderInfrared = 1 << 15
)

// Temporary entities: a rail trail, and blood.
const (
	quake2Rail  = 3
	quake2Blood = 1
)

// quake2Deaths are the obituaries without another player's weapon (game p_client.c, ClientObituary).
var quake2Deaths = map[sim.Weapon]string{
	sim.CauseSuicide: "%s suicides.\n", sim.CauseFall: "%s cratered.\n",
	sim.CauseLava: "%s does a back flip into the lava.\n", sim.CauseWater: "%s sank like a rock.\n",
	sim.CauseSlime: "%s melted.\n", sim.CauseCrush: "%s was squished.\n",
	sim.CauseTelefrag: "%s tried to invade %s's personal space.\n", sim.WeaponRocketLauncher: "%s blew himself up.\n",
}

// quake2Sounds are the sounds of happenings; a star stands for the player's own voice.
var quake2Sounds = map[Kind]string{
	Jumped: "*jump1.wav", Splashed: "player/watr_in.wav", Hurt: "*pain75_1.wav", Died: "*death1.wav",
	TookPack: "misc/w_pkup.wav", CameBack: "items/respawn1.wav", Moved: "plats/pt1_strt.wav",
	Teleported: "misc/tele1.wav",
}

// quake2Kind is a kind of Quake II demo.
type quake2Kind uint8

const (
	quake2Client quake2Kind = iota
	quake2Server
	quake2MultiView
)

// quake2Writer writes a .dm2 of protocol 34, of a client or the server, or a .mvd2.
type quake2Writer struct {
	kind     quake2Kind
	out      bytes.Buffer
	e        *quake2.Encoder
	block    quake2.Block
	number   int32 // of the frame
	strings  []configString
	entities map[int]quake2.EntityState // of the last frame
	base     map[int]quake2.EntityState // baselines
	players  [playerCount]quake2.PlayerState
	playing  [playerCount]bool
	pickup   [playerCount]pickedUp
	events   map[int]quake2.EntityEvent // of this frame, by entity
}

// pickedUp is an item shown in the status bar for three seconds.
type pickedUp struct {
	item, icon string
	until      int
}

type configString struct {
	index int
	text  string
}

// Configstrings up to protocol 34 (game q_shared.h).
const (
	quake2Models, quake2SoundStrings, quake2Images, quake2Items, quake2Skins = 32, 288, 544, 1056, 1312
	quake2MaxClients                                                         = 8
	firstQuake2Thing                                                         = quake2MaxClients + 1
	// of a .mvd2, played by the server itself
	quake2Spectator = quake2MaxClients - 1
)

func newQuake2(kind quake2Kind) func() writer {
	return func() writer {
		q := &quake2Writer{kind: kind}
		q.e = quake2.NewEncoder(&q.out, quake2.Options{})
		h := quake2.Header{}
		if kind == quake2MultiView {
			h.Format = quake2.MVD2
		}
		q.e.Handle(&h)
		return q
	}
}

func (q *quake2Writer) end() []byte {
	b := quake2.Block{Kind: quake2.BlockEnd, Size: -1}
	if q.kind == quake2MultiView {
		b.Size = 0
	}
	q.e.Handle(&b)
	q.e.Handle((*quake2.EndBlock)(&b))
	return finished(q.e, &q.out)
}

func (q *quake2Writer) begin() {
	q.block = quake2.Block{}
	q.e.Handle(&q.block)
}

func (q *quake2Writer) finish() { q.e.Handle((*quake2.EndBlock)(&q.block)) }

// index returns the index of a name in a list of configstrings.
func (q *quake2Writer) index(first int, name string) int {
	for _, s := range q.strings {
		if s.index > first && s.text == name && s.index < first+256 {
			return s.index - first
		}
	}
	return 0
}

// level starts a level.
func (q *quake2Writer) level(w *World) {
	q.strings, q.entities, q.base, q.number = quake2Strings(w), map[int]quake2.EntityState{},
		map[int]quake2.EntityState{}, 0
	q.players, q.playing, q.pickup = [playerCount]quake2.PlayerState{}, [playerCount]bool{}, [playerCount]pickedUp{}
	m := quake2.ServerData{Protocol: 34, ServerCount: int32(1000 + w.Level), GameDir: []byte("ctf"), Player: ada,
		Level: fmt.Appendf(nil, "Arena %d", w.Level+1)}
	switch q.kind {
	case quake2Client:
		m.Recording = quake2.RecordClient
	case quake2Server:
		m.Recording, m.Player = quake2.RecordServer, -1
	case quake2MultiView:
		m.Protocol, m.Minor, m.Player, m.Level = 37, 2010, quake2Spectator, nil
	}
	q.begin()
	q.e.Handle(&m)
	for _, s := range q.strings {
		q.e.Handle(&quake2.ConfigString{Index: uint16(s.index), Text: []byte(s.text)})
	}
	if q.kind == quake2MultiView { // the first frame belongs to the gamestate
		frame := q.multiViewFrame(w)
		frame.Gamestate = true
		q.e.Handle(frame)
		q.finish()
		return
	}
	for _, s := range q.things(w) {
		if q.kind == quake2Client {
			d := quake2Delta(quake2.EntityState{Number: s.Number}, s)
			q.base[int(s.Number)] = s
			q.e.Handle(&quake2.Baseline{Entity: d})
		}
	}
	q.e.Handle(&quake2.StuffText{Text: []byte("precache\n")})
	q.finish()
}

// quake2Strings returns the configstrings of a level.
func quake2Strings(w *World) []configString {
	list := []configString{
		{quake2.ConfigName, fmt.Sprintf("Arena %d", w.Level+1)}, {quake2.ConfigSky, "unit1_"},
		{30, fmt.Sprint(quake2MaxClients)}, {31, "12345"},
	}
	bar :=
		"yb -24 xv 0 hnum xv 50 pic 0 if 2 xv 100 anum xv 150 pic 2 endif if 4 xv 200 rnum xv 250 pic 4 endif if 6 xv 296 pic 6 endif " +
			"yb -50 if 7 xv 0 pic 7 xv 26 yb -42 stat_string 8 yb -50 endif if 9 xv 246 num 2 10 xv 296 pic 9 endif xr -50 yt 2 num 3 14 " +
			"yb -102 if 17 xr -26 pic 17 endif xr -62 num 2 18 yb -75 if 19 xr -26 pic 19 endif xr -62 num 2 20 "
	for i := 0; bar != ""; i++ {
		n := min(len(bar), 64)
		list, bar = append(list, configString{quake2.ConfigStatusBar + i, bar[:n]}), bar[n:]
	}
	count := map[int]int{}
	add := func(first int, names ...string) {
		for _, name := range names {
			if name != "" && !slices.ContainsFunc(list, func(s configString) bool {
				return s.index >= first &&
					s.index < first+256 && s.text == name
			}) {
				count[first]++
				list = append(list, configString{first + count[first], name})
			}
		}
	}
	add(quake2Models, fmt.Sprintf("maps/arena%d.bsp", w.Level+1), "*1", "*2", "models/objects/gibs/head2/tris.md2",
		"models/objects/gibs/sm_meat/tris.md2")
	for _, a := range w.Rules.Arsenal {
		l := quake2Weapons[a.Weapon]
		add(quake2Models, "#"+l.held+".md2", "models/weapons/g_"+l.ground+"/tris.md2",
			"models/weapons/v_"+l.ground+"/tris.md2", l.shot)
		add(quake2Images, l.ammo)
		add(quake2Items, l.name)
	}
	for _, l := range quake2Looks {
		add(quake2Models, l.model)
		add(quake2SoundStrings, l.sound)
		add(quake2Images, l.icon)
		add(quake2Items, l.name)
	}
	for k := range Intermission {
		add(quake2SoundStrings, quake2Sounds[k])
	}
	for i := range w.Players {
		if p := &w.Players[i]; p.In {
			list = append(list, configString{quake2Skins + i, quake2Skin(p)})
		}
	}
	slices.SortFunc(list, func(a, b configString) int { return a.index - b.index })
	return list
}

func quake2Skin(p *Player) string {
	return p.Name + "\\male/ctf_" + map[sim.Team]string{sim.TeamRed: "r", sim.TeamBlue: "b"}[p.Team]
}

// frame writes a frame: the state, then what happened in it.
func (q *quake2Writer) frame(w *World) {
	q.number++
	q.events = map[int]quake2.EntityEvent{}
	for i := range w.Happened {
		q.note(w, &w.Happened[i])
	}
	q.begin()
	for i := range w.Happened {
		q.roster(w, &w.Happened[i])
	}
	switch {
	case q.kind == quake2MultiView:
		if !w.fresh { // otherwise it came with the gamestate
			q.e.Handle(q.multiViewFrame(w))
		}
	case q.kind == quake2Server:
		q.e.Handle(&quake2.Frame{Number: q.number, Recording: quake2.RecordServer})
		var m quake2.PacketEntities
		for _, s := range append(q.bodies(w), q.things(w)...) {
			d := quake2Delta(quake2.EntityState{Number: s.Number}, s)
			m.Entities = append(m.Entities, d)
		}
		q.e.Handle(&m)
	default:
		q.clientFrame(w)
	}
	for i := range w.Happened {
		q.tell(w, &w.Happened[i])
	}
	q.board(w)
	q.finish()
}

// clientFrame writes a frame of the recorder, as differences to the previous one.
func (q *quake2Writer) clientFrame(w *World) {
	f := quake2.Frame{Number: q.number, Delta: q.number - 1, Areas: []byte{2}, Recording: quake2.RecordClient}
	if q.number == 1 {
		f.Delta = -1
	}
	q.e.Handle(&f)
	now := q.playerState(w, &w.Players[ada])
	d := quake2PlayerDelta(q.players[ada], now, clientMasks)
	q.players[ada] = now
	q.e.Handle(&d)
	var seen []quake2.EntityState
	for _, s := range append(q.bodies(w), q.things(w)...) {
		if w.Sees(ada, s.Origin) || s.Number == ada+1 {
			seen = append(seen, s)
		}
	}
	q.e.Handle(&quake2.PacketEntities{Entities: q.deltas(seen)})
}

// multiViewFrame returns a frame of a .mvd2.
func (q *quake2Writer) multiViewFrame(w *World) *quake2.MVDFrame {
	m := &quake2.MVDFrame{Portals: []byte{0}}
	for i := range w.Players {
		p := &w.Players[i]
		if !p.In {
			if q.playing[i] {
				m.Players = append(m.Players, quake2.PlayerDelta{Number: uint8(i), Mask: 1 << 15, Remove: true})
			}
			q.playing[i], q.players[i] = false, quake2.PlayerState{}
			continue
		}
		now := q.playerState(w, p)
		d := quake2PlayerDelta(q.players[i], now, multiViewMasks)
		d.Number = uint8(i)
		if d.Mask != 0 || !q.playing[i] {
			m.Players = append(m.Players, d)
		}
		q.playing[i], q.players[i] = true, now
	}
	m.Entities = q.deltas(append(q.bodies(w), q.things(w)...))
	return m
}

// deltas returns the differences between a frame's entities and the previous ones.
func (q *quake2Writer) deltas(now []quake2.EntityState) []quake2.EntityDelta {
	var list []quake2.EntityDelta
	is := map[int]bool{}
	for _, s := range now {
		n := int(s.Number)
		is[n] = true
		old, was := q.entities[n]
		if !was {
			if old = q.base[n]; q.kind == quake2MultiView {
				old = quake2.EntityState{}
			}
		}
		old.Number, old.Event = s.Number, 0
		if d := quake2Delta(old, s); d.Mask != 0 || !was {
			list = append(list, d)
		}
	}
	for n := range q.entities {
		if !is[n] {
			list = append(list, quake2.EntityDelta{EntityState: quake2.EntityState{Number: uint16(n)}, Mask: 1 << 6,
				Remove: true})
		}
	}
	slices.SortFunc(list, func(a, b quake2.EntityDelta) int { return int(a.Number) - int(b.Number) })
	q.entities = map[int]quake2.EntityState{}
	for _, s := range now {
		q.entities[int(s.Number)] = s
	}
	return list
}

// quake2Delta returns the difference between two states, with its mask (game qcommon.h, U_ORIGIN1).
func quake2Delta(a, b quake2.EntityState) quake2.EntityDelta {
	d := quake2.EntityDelta{EntityState: b}
	for _, f := range []struct {
		differs bool
		mask    uint64
	}{
		{a.Origin[0] != b.Origin[0], 1 << 0}, {a.Origin[1] != b.Origin[1], 1 << 1},
		{a.Angles[1] != b.Angles[1], 1 << 2}, {a.Frame != b.Frame, 1 << 4},
		{b.Event != 0, 1 << 5}, {a.Origin[2] != b.Origin[2], 1 << 9}, {a.Models[0] != b.Models[0], 1 << 11},
		{a.RenderFX != b.RenderFX, 1<<12 | 1<<18},
		{a.Effects != b.Effects, 1<<14 | 1<<19}, {a.Skin != b.Skin, 1<<16 | 1<<25},
		{a.Models[1] != b.Models[1], 1 << 20}, {a.Sound != b.Sound, 1 << 26},
		{a.Solid != b.Solid, 1 << 27},
	} {
		if f.differs {
			d.Mask |= f.mask
		}
	}
	for _, more := range []uint64{23, 15, 7} { // set if another byte of the mask follows
		if d.Mask>>(more+1) != 0 {
			d.Mask |= 1 << more
		}
	}
	return d
}

// playerMasks are the bits for the parts of a player's state.
type playerMasks struct {
	kind, origin, high, velocity, flags, angles, gun, fov, stats uint32
}

var (
	clientMasks = playerMasks{kind: 1 << 0, origin: 1 << 1, high: 1 << 1, velocity: 1 << 2, flags: 1 << 4,
		angles: 1 << 8, gun: 1 << 12, fov: 1 << 11}
	multiViewMasks = playerMasks{kind: 1 << 0, origin: 1 << 1, high: 1 << 2, angles: 1 << 4, gun: 1 << 9, fov: 1 << 8,
		stats: 1 << 14}
)

func quake2PlayerDelta(a, b quake2.PlayerState, m playerMasks) quake2.PlayerDelta {
	d := quake2.PlayerDelta{PlayerState: b}
	for _, f := range []struct {
		differs bool
		mask    uint32
	}{
		{a.Type != b.Type, m.kind}, {a.Origin[0] != b.Origin[0] || a.Origin[1] != b.Origin[1], m.origin},
		{a.Origin[2] != b.Origin[2], m.high},
		{a.Velocity != b.Velocity, m.velocity}, {a.Flags != b.Flags, m.flags}, {a.ViewAngles != b.ViewAngles, m.angles},
		{a.Gun != b.Gun, m.gun},
		{a.FOV != b.FOV, m.fov},
	} {
		if f.differs {
			d.Mask |= f.mask
		}
	}
	for i := range 32 {
		if a.Stats[i] != b.Stats[i] {
			d.StatMask |= 1 << i
			d.Mask |= m.stats
		}
	}
	return d
}

// playerState returns the state shown on a player's screen.
func (q *quake2Writer) playerState(w *World, p *Player) quake2.PlayerState {
	weapon := quake2Weapons[p.Weapon]
	s := quake2.PlayerState{Origin: p.Origin, Velocity: p.Velocity, ViewAngles: [3]float32{0, p.Yaw, 0}, FOV: 90}
	if p.Ground {
		s.Flags = quake2.MoveFlagOnGround
	}
	if p.Alive {
		s.Gun = uint16(q.index(quake2Models, "models/weapons/v_"+weapon.ground+"/tris.md2"))
	}
	switch {
	case w.Phase == Intermission:
		s.Type, s.Gun = quake2.MoveFreeze, 0
	case p.Gibbed:
		s.Type = quake2.MoveGib
	case !p.Alive:
		s.Type = quake2.MoveDead
	}
	q.stats(w, p, &s)
	return s
}

// stats sets the numbers of the status bar.
func (q *quake2Writer) stats(w *World, p *Player, s *quake2.PlayerState) {
	image := func(name string) int16 { return int16(q.index(quake2Images, name)) }
	set := func(i int, v int) { s.Stats[i] = int16(v) }
	set(quake2.StatHealth, p.Health)
	set(quake2.StatFrags, p.Frags)
	set(quake2.StatCTFTeam1Caps, w.Scores[sim.TeamRed])
	set(quake2.StatCTFTeam2Caps, w.Scores[sim.TeamBlue])
	s.Stats[quake2.StatHealthIcon] = image("i_health")
	if a := w.arm(p.Weapon); a.Ammo != sim.ItemNone {
		set(quake2.StatAmmo, p.Ammo[a.Ammo])
		s.Stats[quake2.StatAmmoIcon] = image(quake2Weapons[p.Weapon].ammo)
	}
	for i := green; i <= red; i++ {
		if w.Rules.Items[i].Item == p.ArmorKind {
			set(quake2.StatArmor, p.Armor)
			s.Stats[quake2.StatArmorIcon] = image(quake2Looks[i].icon)
		}
	}
	for item, power := range map[int]sim.Powerup{quad: sim.PowerupQuad, protection: sim.PowerupProtection} {
		if end := p.Powers[power]; end > 0 && (item == quad || p.Powers[sim.PowerupQuad] == 0) {
			set(quake2.StatTimer, (end-w.Now)/1000)
			s.Stats[quake2.StatTimerIcon] = image(quake2Looks[item].icon)
		}
	}
	if k := q.pickup[p.Slot]; w.Now < k.until {
		set(quake2.StatPickupString, quake2Items+q.index(quake2Items, k.item))
		s.Stats[quake2.StatPickupIcon] = image(k.icon)
	}
	set(quake2.StatLayouts, layoutsAt(w))
}

// layoutsAt returns the layouts that players have open on their screens: the scores, at the end and once before, and
// their inventory.
func layoutsAt(w *World) int {
	switch {
	case w.Phase == Intermission || w.Now >= 55000 && w.Now < 57000:
		return 1
	case w.Now >= 58000 && w.Now < 60000:
		return 2
	}
	return 0
}

// board sends the recorder the screens that he opens.
func (q *quake2Writer) board(w *World) {
	open := layoutsAt(w)
	if open == 0 || w.Now%1000 != 0 || q.kind == quake2Server {
		return
	}
	defer q.toPlayer(ada)()
	if open == 2 {
		var m quake2.Inventory
		p := &w.Players[ada]
		for _, a := range w.Rules.Arsenal {
			if p.Weapons>>a.Weapon&1 != 0 {
				m.Counts[q.index(quake2Items, quake2Weapons[a.Weapon].name)] = 1
			}
		}
		for _, i := range []int{shells, rockets, cells} {
			m.Counts[q.index(quake2Items, quake2Looks[i].name)] = int16(p.Ammo[w.Rules.Items[i].Item])
		}
		q.e.Handle(&m)
		return
	}
	text := fmt.Sprintf(
		"if 24 xv 8 yv 8 pic 24 endif xv 40 yv 28 string \"%4d/%-3d\" xv 98 yv 12 num 2 18 if 25 xv 168 yv 8 pic 25 endif xv 256 yv 12 num 2 20 ",
		w.Scores[sim.TeamRed], 2)
	for i := range w.Players {
		if p := &w.Players[i]; p.In {
			text += fmt.Sprintf("ctf %d %d %d %d %d ", map[sim.Team]int{sim.TeamBlue: 160}[p.Team], 42+8*i, i,
				p.Frags, 20)
		}
	}
	q.e.Handle(&quake2.Layout{Text: []byte(text)})
}

// to puts all messages written until the returned function is called into a multicast of a .mvd2 to one player or to
// all.
func (q *quake2Writer) to(c quake2.Multicast) (done func()) {
	if q.kind != quake2MultiView {
		return func() {}
	}
	q.e.Handle(&c)
	return func() { q.e.Handle((*quake2.EndMulticast)(&c)) }
}

func (q *quake2Writer) toPlayer(slot int) (done func()) {
	return q.to(quake2.Multicast{To: quake2.MulticastClient, Client: uint8(slot), Reliable: true})
}

func (q *quake2Writer) toAll() (done func()) { return q.to(quake2.Multicast{To: quake2.MulticastAll}) }

// bodies returns the entities of the players.
func (q *quake2Writer) bodies(w *World) []quake2.EntityState {
	var list []quake2.EntityState
	for i := range w.Players {
		p := &w.Players[i]
		if !p.In || w.Phase == Intermission {
			continue
		}
		s := quake2.EntityState{Number: uint16(i + 1), Models: [6]uint16{255, 255}, Frame: quake2Frame(w, p),
			Origin: p.Origin, Angles: [3]float32{0, p.Yaw, 0}, Skin: uint32(i) | q.visible(w, p.Weapon)<<8,
			RenderFX: renderInfrared, Solid: 8290, Event: q.events[i+1]}
		for bit, is := range map[quake2.EntityEffects]bool{
			quake2.EFQuad: lit(w, p.Powers[sim.PowerupQuad]), quake2.EFPent: lit(w, p.Powers[sim.PowerupProtection]),
			quake2.EFFlag1: p.Flag == sim.TeamRed, quake2.EFFlag2: p.Flag == sim.TeamBlue, quake2.EFGib: p.Gibbed,
		} {
			if is {
				s.Effects |= bit
			}
		}
		if !p.Alive {
			s.Solid, s.Models[1] = 0, 0
		}
		if p.Gibbed {
			s.Models[0], s.Frame, s.Skin = uint16(q.index(quake2Models, "models/objects/gibs/head2/tris.md2")), 0, 0
		}
		list = append(list, s)
	}
	return list
}

// lit reports whether a powerup glows. It blinks during its last three seconds (game p_view.c, G_SetClientEffects).
func lit(w *World, end int) bool {
	frames := (end - w.Now) / 100
	return end > 0 && (frames > 30 || frames&4 != 0)
}

// visible returns the number of a weapon among those that other players can see.
func (q *quake2Writer) visible(w *World, weapon sim.Weapon) uint32 {
	return uint32(slices.IndexFunc(w.Rules.Arsenal, func(a Arm) bool { return a.Weapon == weapon }) + 1)
}

// quake2Frame returns the frame of a player's model (game m_player.h).
func quake2Frame(w *World, p *Player) uint16 {
	tenths := func(since int) int { return (w.Now - since) / 100 }
	switch {
	case !p.Alive:
		return uint16(178 + min(tenths(p.Died), 5))
	case p.Shot > 0 && tenths(p.Shot) < 8:
		return uint16(46 + tenths(p.Shot))
	case p.Hurt > 0 && tenths(p.Hurt) < 4:
		return uint16(54 + tenths(p.Hurt))
	case !p.Ground && !p.Water:
		return 67
	case p.Velocity[0] != 0 || p.Velocity[1] != 0:
		return uint16(40 + w.Now/100%6)
	}
	return uint16(w.Now / 100 % 40)
}

// things returns the entities other than players.
func (q *quake2Writer) things(w *World) []quake2.EntityState {
	var list []quake2.EntityState
	add := func(number int, model string, at sim.Vec3, s quake2.EntityState) {
		s.Number, s.Models[0], s.Origin, s.Event = uint16(number), uint16(q.index(quake2Models, model)), at,
			q.events[number]
		list = append(list, s)
	}
	n := firstQuake2Thing
	for i := range w.Movers {
		add(n+i, fmt.Sprintf("*%d", i+1), w.Movers[i].Origin, quake2.EntityState{Solid: quake2.SolidBrush})
	}
	n += len(w.Movers)
	for i := range w.Items {
		if w.Items[i].There {
			add(n+i, quake2Looks[i].model, sim.Vec3{w.Items[i].Origin[0], w.Items[i].Origin[1], 15},
				quake2.EntityState{Effects: efRotate, RenderFX: renderGlow})
		}
	}
	n += itemCount
	for i, o := range w.Objects {
		switch {
		case o == nil:
		case o.Kind == Shot:
			add(n+i, quake2Weapons[o.Weapon].shot, o.Origin,
				quake2.EntityState{Effects: quake2Weapons[o.Weapon].effects, Angles: [3]float32{0, o.Yaw, 0}})
		case o.Kind == Gib:
			add(n+i, "models/objects/gibs/sm_meat/tris.md2", o.Origin, quake2.EntityState{Effects: quake2.EFGib})
		case o.Kind == Body:
			add(n+i, "", o.Origin, quake2.EntityState{Frame: 183, Skin: uint32(o.Owner),
				Angles: [3]float32{0, o.Yaw, 0}})
			list[len(list)-1].Models[0] = 255
		case o.Team != sim.TeamFree:
			add(n+i, quake2Looks[flagOf(o.Team)].model, o.Origin, quake2.EntityState{Effects: efRotate})
		default:
			add(n+i, "models/weapons/g_"+quake2Weapons[o.Weapon].ground+"/tris.md2", o.Origin,
				quake2.EntityState{Effects: efRotate})
		}
	}
	return list
}

// note keeps the effects of a happening on the frame's state.
func (q *quake2Writer) note(w *World, h *Happening) {
	switch h.Kind {
	case Spawned, Teleported:
		q.events[h.Who+1] = quake2.EventPlayerTeleport
	case CameBack:
		q.events[firstQuake2Thing+len(w.Movers)+h.Item] = quake2.EventItemRespawn
	case Took:
		l := quake2Looks[h.Item]
		q.pickup[h.Who] = pickedUp{l.name, l.icon, w.Now + 3000}
	case TookPack:
		l := quake2Weapons[h.Weapon]
		q.pickup[h.Who] = pickedUp{l.name, l.held, w.Now + 3000}
	}
}

// roster sends the player who joined, before the frame that shows him.
func (q *quake2Writer) roster(w *World, h *Happening) {
	if h.Kind != Joined && h.Kind != Renamed || w.fresh { // at first the level's configstrings have it
		return
	}
	p := &w.Players[h.Who]
	q.e.Handle(&quake2.ConfigString{Index: uint16(quake2Skins + h.Who), Text: []byte(quake2Skin(p))})
	if h.Kind == Joined {
		q.print(quake2.PrintHigh, p.Name+" entered the game\n")
		q.print(quake2.PrintHigh, p.Name+" joined the "+flagColors[p.Team]+" team.\n")
	}
}

func (q *quake2Writer) print(level quake2.PrintLevel, text string) {
	q.e.Handle(&quake2.Print{Level: level, Text: []byte(text)})
}

// hears reports whether the demo includes what is seen or heard at a place.
func (q *quake2Writer) hears(w *World, at sim.Vec3) bool {
	return q.kind != quake2Client || w.Sees(ada, at)
}

func (q *quake2Writer) sound(w *World, name string, entity int, at sim.Vec3) {
	if name == "" || !q.hears(w, at) {
		return
	}
	m := quake2.Sound{Index: uint16(q.index(quake2SoundStrings, name)), Flags: quake2.SoundEntity,
		Entity: uint32(entity), Channel: 2,
		Volume: 255, Attenuation: 64}
	if entity == 0 {
		m.Flags, m.Pos = quake2.SoundPosition, at
	}
	if q.kind == quake2MultiView && entity == 0 {
		defer q.toAll()()
	}
	q.e.Handle(&m)
}

func (q *quake2Writer) temp(w *World, kind uint8, at, to sim.Vec3) {
	if q.hears(w, at) {
		defer q.toAll()()
		q.e.Handle(&quake2.TempEntity{Type: kind, Pos: at, End: to})
	}
}

// tell writes the happenings.
func (q *quake2Writer) tell(w *World, h *Happening) {
	p := &Player{}
	if h.Who != nobody {
		p = &w.Players[h.Who]
	}
	if h.Kind != Died || h.Amount > -40 {
		q.sound(w, quake2Sounds[h.Kind], h.Who+1, h.At)
	}
	flash := func(n int) {
		if n >= 0 && q.hears(w, h.At) {
			defer q.toAll()()
			q.e.Handle(&quake2.MuzzleFlash{Entity: uint16(h.Who + 1), Flash: uint16(n)})
		}
	}
	weapon := quake2Weapons[h.Weapon]
	switch h.Kind {
	case Joined:
		flash(quake2.FlashLogin)
	case Left:
		flash(quake2.FlashLogout)
		q.print(quake2.PrintHigh, p.Name+" disconnected\n")
	case Fired:
		flash(weapon.flash)
		if w.arm(h.Weapon).Beam {
			q.temp(w, quake2Rail, h.At, h.To)
		}
	case Hit, Exploded:
		q.temp(w, weapon.temp, h.At, sim.Vec3{})
	case Hurt:
		q.temp(w, quake2Blood, h.At, sim.Vec3{})
	case Died:
		form := weapon.death
		if own := quake2Deaths[h.Weapon]; h.By == nobody || form == "" {
			form = own
		}
		args := []any{p.Name}
		if h.By != nobody {
			args = append(args, w.Players[h.By].Name)
		}
		q.print(quake2.PrintMedium, fmt.Sprintf(form, args...))
	case Took:
		q.sound(w, quake2Looks[h.Item].sound, h.Who+1, h.At)
	case FlagTaken, FlagDropped, FlagReturned, Captured:
		q.print(quake2.PrintHigh, fmt.Sprintf(quakeFlags[h.Kind], p.Name, flagColors[h.Team]))
	case Said:
		q.print(quake2.PrintChat, p.Name+": "+h.Text+"\n")
	case SaidTeam:
		for i := range w.Players {
			if o := &w.Players[i]; o.In && o.Team == p.Team && (i == ada || q.kind == quake2MultiView) &&
				q.kind != quake2Server {
				done := q.toPlayer(i)
				q.print(quake2.PrintChat, "("+p.Name+"): "+h.Text+"\n")
				done()
			}
		}
	case Intermission:
		q.print(quake2.PrintHigh, "Timelimit hit.\n")
	}
}
