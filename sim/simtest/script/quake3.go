package script

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

var quake3Rules = Rules{
	Frame: 50, PowerTime: 30000, Warmup: true, ArmorAdds: true, DropsWeapon: true,
	Arsenal: []Arm{ // in the order of the game's numbers, from 1
		{sim.WeaponMelee, sim.ItemNone, Endless, 0, false},
		{sim.WeaponMachinegun, sim.ItemAmmoBullets, 100, 0, false},
		{sim.WeaponShotgun, sim.ItemAmmoShells, 0, 0, false},
		{sim.WeaponGrenadeLauncher, sim.ItemAmmoGrenades, 0, 700, false},
		{sim.WeaponRocketLauncher, sim.ItemAmmoRockets, 0, 900, false},
		{sim.WeaponLightning, sim.ItemAmmoLightning, 0, 0, true},
		{sim.WeaponRailgun, sim.ItemAmmoSlugs, 0, 0, true},
		{sim.WeaponPlasma, sim.ItemAmmoCells, 0, 2000, false},
		{sim.WeaponBFG, sim.ItemAmmoBFG, 0, 2000, false},
	},
	Items: [itemCount]ItemRule{
		green:      {sim.ItemArmorShard, 0, 25, 5},
		yellow:     {sim.ItemArmorYellow, 0, 25, 50},
		red:        {sim.ItemArmorRed, 0, 25, 100},
		mega:       {sim.ItemMegaHealth, 0, 35, 100},
		health:     {sim.ItemHealth, 0, 35, 25},
		shells:     {sim.ItemAmmoShells, 0, 40, 10},
		rockets:    {sim.ItemAmmoRockets, 0, 40, 5},
		cells:      {sim.ItemAmmoCells, 0, 40, 30},
		shotgun:    {sim.ItemWeapon, sim.WeaponShotgun, 30, 10},
		launcher:   {sim.ItemWeapon, sim.WeaponRocketLauncher, 30, 10},
		quad:       {sim.ItemQuad, 0, 120, 0},
		protection: {sim.ItemProtection, 0, 120, 0},
		redFlag:    {sim.ItemFlag, 0, 0, 0},
		blueFlag:   {sim.ItemFlag, 0, 0, 0},
	},
}

// quake3OldRules are the rules of a server that runs more frames than it sends.
var quake3OldRules = func(r Rules) Rules {
	r.Unseen = true
	return r
}(quake3Rules)

// Indices into quake3Game.events.
const (
	evSplash = iota
	evPickup
	evGlobalPickup
	evFire
	evItemRespawn
	evTeleportIn
	evTeleportOut
	evTeamSound
	evBulletFlesh
	evMissileHit
	evRail
	evShotgun
	evPain
	evDeath
	evGib
	evCount
)

// quake3Game holds the differences between the protocols, mainly the meanings of the game's numbers.
type quake3Game struct {
	protocol int
	events   [evCount]uint32
	// later is the shift of the items after the armour in the item list.
	later uint32
	// Bits of powerups.
	quad, suit, red, blue int
	// Indices into the arrays of the playerstate.
	weapons, armor, killed int
	flags                  int // configstring
	gameType, name, warmup string
}

var (
	quake3Events = [evCount]uint32{15, 19, 20, 23, 40, 42, 43, 47, 48, 50, 53, 54, 56, 57, 64}
	liveEvents   = [evCount]uint32{11, 15, 16, 20, 37, 39, 40, 44, 45, 47, 50, 51, 53, 54, 63}

	quake3Game68 = quake3Game{68, quake3Events, 0, 1, 2, 7, 8, 2, 3, 8, 23, "4", "baseq3", "%d"}
	quake3Game48 = quake3Game{48, quake3Events, 0, 1, 2, 7, 8, 2, 3, 8, 23, "4", "baseq3", "%d"}
	quakeLive    = quake3Game{91, liveEvents, 1, 4, 5, 1, 2, 3, 4, 7, 658, "5", "baseqz", "\\time\\%d"}
)

// quake3Items are the items' positions in the game's list. Those after the armour are shifted in Quake Live.
var quake3Items = [itemCount]uint32{green: 1, yellow: 2, red: 3, mega: 7, health: 5, shells: 18, rockets: 23, cells: 21,
	shotgun: 9, launcher: 12, quad: 28, protection: 29, redFlag: 34, blueFlag: 35}

// quake3Guns are the weapons' positions in that list.
var quake3Guns = map[sim.Weapon]uint32{sim.WeaponMelee: 8, sim.WeaponShotgun: 9, sim.WeaponMachinegun: 10,
	sim.WeaponGrenadeLauncher: 11, sim.WeaponRocketLauncher: 12, sim.WeaponLightning: 13, sim.WeaponRailgun: 14,
	sim.WeaponPlasma: 15, sim.WeaponBFG: 16}

func (g *quake3Game) item(i int) uint32 {
	if n := quake3Items[i]; n <= 3 {
		return n
	} else {
		return n + g.later
	}
}

// quake3Means are the means of death.
var quake3Means = map[sim.Weapon]uint32{sim.WeaponShotgun: 1, sim.WeaponMelee: 2, sim.WeaponMachinegun: 3,
	sim.WeaponGrenadeLauncher: 4, sim.WeaponRocketLauncher: 6, sim.WeaponPlasma: 8, sim.WeaponRailgun: 10,
	sim.WeaponLightning: 11, sim.WeaponBFG: 12, sim.CauseWater: 14, sim.CauseSlime: 15, sim.CauseLava: 16,
	sim.CauseCrush: 17, sim.CauseTelefrag: 18, sim.CauseFall: 19,
	sim.CauseSuicide: 20}

// Flags of entities (game bg_public.h, EF_DEAD).
const (
	efDead     = 1 << 0
	efTeleport = 1 << 2
	efFiring   = 1 << 8
	efTalk     = 1 << 12
)

const (
	firstQuake3Thing = quake3.MaxClients
	firstQuake3Event = 128
	eventLife        = 300 // ms for which an event's entity stays
	brushModel       = 0xffffff
	startTime        = 20000 // server time of the first frame, ms
)

// quake3Writer writes a demo of one protocol.
type quake3Writer struct {
	g       *quake3Game
	p       *quake3.Protocol
	r       *quake3.Recorder
	out     bytes.Buffer
	time    int // server time
	started int // server time of the match's start
	brief   []briefEntity
	events  [playerCount]playerEvents
	back    [itemCount]int // server times at which items respawned
}

// briefEntity is an entity that exists for a moment.
type briefEntity struct {
	state quake3.EntityState
	until int
}

// playerEvents are a player's events: those waiting, and the last ones.
type playerEvents struct {
	waiting [][2]uint32
	count   uint32
	last    [2][2]uint32
	shown   uint32 // by the entity
	parm    uint32
	shownAt int
}

func newQuake3(g *quake3Game) func() writer {
	return func() writer {
		q := &quake3Writer{g: g, p: quake3.ProtocolOf(g.protocol)}
		q.r = quake3.NewRecorder(&q.out, q.p, 4)
		return q
	}
}

func (q *quake3Writer) end() []byte {
	return finished(q.r, &q.out)
}

// level starts a level with a gamestate.
func (q *quake3Writer) level(w *World) {
	q.brief, q.events, q.back = nil, [playerCount]playerEvents{}, [itemCount]int{}
	q.time = startTime + w.before + w.Now
	q.started = q.time
	g := quake3.Gamestate{ClientNum: ada, ChecksumFeed: 0x1234}
	if !q.p.HasGamestateTail {
		g.ClientNum, g.ChecksumFeed = -1, 0
	}
	state := map[bool]string{true: "PRE_GAME", false: "IN_PROGRESS"}[w.Level == 0]
	for _, s := range []configString{
		{quake3.CsServerinfo, q.serverInfo(w, state)}, {quake3.CsSysteminfo, "\\sv_serverid\\7\\sv_pure\\0"},
		{quake3.CsMessage, fmt.Sprintf("Arena %d", w.Level+1)},
		{quake3.CsWarmup, ""}, {quake3.CsScores1, "0"}, {quake3.CsScores2, "0"}, {q.p.CsGameVersion, "baseq3-1"},
		{q.p.CsLevelStart, fmt.Sprint(q.time)}, {q.g.flags, "00"},
		{q.p.CsModels + 1, "*1"}, {q.p.CsModels + 2, "*2"},
	} {
		if s.text != "" {
			g.Configstrings = append(g.Configstrings, quake3.Configstring{Index: s.index, Text: []byte(s.text)})
		}
	}
	for i := range w.Players {
		if p := &w.Players[i]; p.In {
			g.Configstrings = append(g.Configstrings, quake3.Configstring{Index: q.p.CsPlayers + i,
				Text: []byte(quake3Player(p))})
		}
	}
	slices.SortFunc(g.Configstrings, func(a, b quake3.Configstring) int { return a.Index - b.Index })
	baselines := q.things(w)
	maps.DeleteFunc(baselines, func(n int, _ quake3.EntityState) bool { return n < firstQuake3Thing })
	q.r.Begin(g, baselines)
}

func (q *quake3Writer) serverInfo(w *World, state string) string {
	return fmt.Sprintf(
		"\\sv_hostname\\script\\mapname\\arena%d\\protocol\\%d\\gamename\\%s\\g_gametype\\%s\\timelimit\\2\\fraglimit\\0\\capturelimit\\8"+
			"\\sv_maxclients\\8\\g_gameState\\%s\\version\\Q3 1.32", w.Level+1, q.g.protocol, q.g.name,
		q.g.gameType, state)
}

// frame writes a snapshot, preceded by its commands.
func (q *quake3Writer) frame(w *World) {
	q.time = startTime + w.before + w.Now
	q.brief = slices.DeleteFunc(q.brief, func(b briefEntity) bool { return q.time >= b.until })
	for i := range w.Happened {
		q.tell(w, &w.Happened[i])
	}
	for i := range q.events {
		q.events[i].show(q.time)
	}
	if w.Now%1000 == 0 && w.Phase == MatchStart && !q.p.QuakeLive {
		q.teamInfo(w)
	}
	if w.Now == 55000 {
		q.scores(w)
	}
	q.r.Snapshot(int32(q.time), q.playerState(w, &w.Players[ada]), q.visible(w))
}

// visible returns the entities sent to the recorder: those in his room, and events for everybody.
func (q *quake3Writer) visible(w *World) map[int]quake3.EntityState {
	list := map[int]quake3.EntityState{}
	for n, s := range q.things(w) {
		if w.Sees(ada, s.Origin()) {
			list[n] = s
		}
	}
	for i, b := range q.brief {
		s := b.state
		s.Number = firstQuake3Event + i
		kind := s.F[quake3.EntEType]
		event := kind - q.p.EventBase
		toAll := kind > q.p.EventBase && (event == q.p.EvObituary || event == q.g.events[evGlobalPickup] ||
			event == q.g.events[evTeamSound])
		if toAll || w.Sees(ada, s.Origin()) {
			list[s.Number] = s
		}
	}
	for i := range w.Players {
		if p := &w.Players[i]; i != ada && p.In && w.Phase != Intermission && w.Sees(ada, p.Origin) {
			list[i] = q.playerEntity(w, p)
		}
	}
	return list
}

// entity returns an entity of a type at a position.
func (q *quake3Writer) entity(number int, kind uint32, at sim.Vec3) quake3.EntityState {
	e := quake3.EntityState{Number: number}
	e.F[quake3.EntEType] = kind
	e.SetTrajectory(quake3.Trajectory{Type: quake3.TrStationary, Base: at})
	e.SetFloat(quake3.EntOriginX, at[0])
	e.SetFloat(quake3.EntOriginY, at[1])
	e.SetFloat(quake3.EntOriginZ, at[2])
	return e
}

// things returns the entities other than players and events.
func (q *quake3Writer) things(w *World) map[int]quake3.EntityState {
	list := map[int]quake3.EntityState{}
	n := firstQuake3Thing
	server := func(ms int) int32 { return int32(startTime + w.before + ms) }
	for i := range w.Movers {
		m := &w.Movers[i]
		e := q.entity(n+i, quake3.EtMover, m.Origin)
		e.F[quake3.EntModelindex], e.F[quake3.EntSolid] = uint32(i+1), brushModel
		if m.Until > w.Now {
			e.SetTrajectory(quake3.Trajectory{Type: quake3.TrLinearStop, Base: m.From, Delta: m.Velocity,
				Time: server(m.Began), Duration: int32(m.Until - m.Began)})
		}
		list[n+i] = e
	}
	n += len(w.Movers)
	for i := range w.Items {
		if w.Items[i].There {
			e := q.entity(n+i, quake3.EtItem, sim.Vec3{w.Items[i].Origin[0], w.Items[i].Origin[1], 15})
			if e.F[quake3.EntModelindex] = q.g.item(i); q.back[i] > 0 && q.time <= q.back[i]+eventLife {
				e.F[quake3.EntEvent] = q.g.events[evItemRespawn] | 0x100
			}
			list[n+i] = e
		}
	}
	n += itemCount
	for i, o := range w.Objects {
		if o == nil {
			continue
		}
		e := q.entity(n+i, quake3.EtItem, o.Origin)
		switch o.Kind {
		case Shot:
			e.F[quake3.EntEType], e.F[quake3.EntWeapon] = quake3.EtMissile, weaponNumber(w, o.Weapon)
			e.SetTrajectory(quake3.Trajectory{Type: quake3.TrLinear, Time: server(w.Now), Base: o.Origin,
				Delta: o.Velocity})
		case Body:
			e.F[quake3.EntEType], e.F[quake3.EntEFlags], e.F[quake3.EntClientNum] = quake3.EtPlayer, efDead,
				uint32(o.Owner)
		case Gib: // the client draws them
			continue
		default:
			e.F[quake3.EntModelindex], e.F[quake3.EntModelindex2] = quake3Guns[o.Weapon]+q.g.later, 1
			if o.Team != sim.TeamFree {
				e.F[quake3.EntModelindex] = q.g.item(flagOf(o.Team))
			}
		}
		list[n+i] = e
	}
	return list
}

func weaponNumber(w *World, weapon sim.Weapon) uint32 {
	return uint32(slices.IndexFunc(w.Rules.Arsenal, func(a Arm) bool { return a.Weapon == weapon }) + 1)
}

// flags returns the flags for a player's actions.
func (q *quake3Writer) flags(w *World, p *Player) uint32 {
	flags := uint32(p.Jumps&1) * efTeleport
	for bit, is := range map[uint32]bool{efDead: !p.Alive, efTalk: p.Typing, efFiring: p.Alive && p.Shot > 0 &&
		w.Now-p.Shot < 150} {
		if is {
			flags |= bit
		}
	}
	return flags
}

// powers returns the ends of a player's powerups, by the game's numbers.
func (q *quake3Writer) powers(w *World, p *Player) (ends [16]int32, bits uint32) {
	set := func(i, end int, is bool) {
		if is {
			ends[i] = int32(end)
			bits |= 1 << i
		}
	}
	for power, i := range map[sim.Powerup]int{sim.PowerupQuad: q.g.quad, sim.PowerupProtection: q.g.suit} {
		set(i, startTime+w.before+p.Powers[power], p.Powers[power] > 0)
	}
	const forever = 1<<31 - 1
	set(q.g.red, forever, p.Flag == sim.TeamRed)
	set(q.g.blue, forever, p.Flag == sim.TeamBlue)
	return ends, bits
}

func (q *quake3Writer) playerEntity(w *World, p *Player) quake3.EntityState {
	e := quake3.EntityState{Number: p.Slot}
	e.F[quake3.EntEType] = quake3.EtPlayer
	if p.Gibbed {
		e.F[quake3.EntEType] = quake3.EtInvisible
	}
	e.SetTrajectory(quake3.Trajectory{Type: quake3.TrInterpolate, Base: p.Origin, Delta: p.Velocity})
	e.F[quake3.EntAposType] = quake3.TrInterpolate
	e.SetFloat(quake3.EntAposBaseYaw, p.Yaw)
	_, powers := q.powers(w, p)
	v := &q.events[p.Slot]
	ground := uint32(quake3.NoEntity)
	if p.Ground {
		ground = quake3.WorldEntity
	}
	for f, n := range map[quake3.EntityField]uint32{quake3.EntClientNum: uint32(p.Slot),
		quake3.EntEFlags: q.flags(w, p), quake3.EntWeapon: weaponNumber(w, p.Weapon), quake3.EntPowerups: powers,
		quake3.EntEvent: v.shown, quake3.EntEventParm: v.parm, quake3.EntGroundEntityNum: ground} {
		e.F[f] = n
	}
	return e
}

// Movement types of the playerstate.
const (
	pmDead         = 3
	pmIntermission = 5
)

func (q *quake3Writer) playerState(w *World, p *Player) quake3.PlayerState {
	var s quake3.PlayerState
	s.SetOrigin(p.Origin)
	s.SetVelocity(p.Velocity)
	s.SetViewAngles(sim.Vec3{0, p.Yaw, 0})
	v := &q.events[p.Slot]
	kind, ground := 0, uint32(quake3.NoEntity)
	switch {
	case w.Phase == Intermission:
		kind = pmIntermission
	case !p.Alive:
		kind = pmDead
	}
	if p.Ground {
		ground = quake3.WorldEntity
	}
	for f, n := range map[quake3.PlayerField]uint32{quake3.PsCommandTime: uint32(q.time),
		quake3.PsEventSequence: v.count, quake3.PsEvent0: v.last[0][0], quake3.PsEvent1: v.last[1][0],
		quake3.PsEventParm0: v.last[0][1], quake3.PsEventParm1: v.last[1][1], quake3.PsEFlags: q.flags(w, p),
		quake3.PsGravity: gravity, quake3.PsSpeed: runSpeed, quake3.PsClientNum: uint32(p.Slot),
		quake3.PsWeapon: weaponNumber(w, p.Weapon), quake3.PsViewHeight: 26, quake3.PsPmType: uint32(kind),
		quake3.PsGroundEntityNum: ground} {
		s.F[f] = n
	}
	s.Stats[0], s.Stats[q.g.armor] = int32(p.Health), int32(p.Armor)
	for i, a := range w.Rules.Arsenal {
		s.Ammo[i+1] = int32(p.Ammo[a.Ammo])
		if p.Weapons>>a.Weapon&1 != 0 {
			s.Stats[q.g.weapons] |= 1 << (i + 1)
		}
	}
	s.Ammo[1] = -1
	s.Persistant[0], s.Persistant[3], s.Persistant[4], s.Persistant[q.g.killed] = int32(p.Frags), int32(p.Team),
		int32(p.Spawns), int32(p.Deaths)
	s.Powerups, _ = q.powers(w, p)
	return s
}

// show moves the next of a player's events, one per frame, into his state, where it stays for a while.
func (v *playerEvents) show(now int) {
	if len(v.waiting) > 0 {
		v.last[v.count&1] = v.waiting[0]
		v.count++
		v.shown, v.parm, v.shownAt = v.waiting[0][0]|v.count&3<<8, v.waiting[0][1], now
		v.waiting = v.waiting[1:]
	} else if now-v.shownAt > eventLife {
		v.shown, v.parm = v.shown&quake3.EventToggle, 0
	}
}

// event queues an event of a player.
func (q *quake3Writer) event(slot, event int, parm uint32) {
	v := &q.events[slot]
	v.waiting = append(v.waiting, [2]uint32{q.g.events[event], parm})
}

// alone adds an entity that only carries an event.
func (q *quake3Writer) alone(event uint32, at sim.Vec3, fields map[quake3.EntityField]uint32) *quake3.EntityState {
	e := q.entity(0, q.p.EventBase+event, at)
	for f, n := range fields {
		e.F[f] = n
	}
	// The number must not change while the entity exists.
	for i := range q.brief {
		if q.brief[i].until <= q.time {
			q.brief[i] = briefEntity{e, q.time + eventLife}
			return &q.brief[i].state
		}
	}
	q.brief = append(q.brief, briefEntity{e, q.time + eventLife})
	return &q.brief[len(q.brief)-1].state
}

func (q *quake3Writer) send(format string, args ...any) {
	q.r.Command(fmt.Sprintf(format, args...))
}

func (q *quake3Writer) set(index int, text string) { q.send("cs %d \"%s\"", index, text) }

func (q *quake3Writer) print(format string, args ...any) {
	q.send("print \"%s\n\"", fmt.Sprintf(format, args...))
}

// tell writes the happenings.
func (q *quake3Writer) tell(w *World, h *Happening) {
	p := &Player{}
	if h.Who != nobody {
		p = &w.Players[h.Who]
	}
	switch h.Kind {
	case Joined, Left, Renamed:
		if !w.fresh { // otherwise the gamestate has it
			q.roster(h, p)
		}
	case Spawned:
		q.alone(q.g.events[evTeleportIn], h.At, map[quake3.EntityField]uint32{quake3.EntClientNum: uint32(h.Who)})
	case Teleported:
		q.alone(q.g.events[evTeleportOut], h.At, map[quake3.EntityField]uint32{quake3.EntClientNum: uint32(h.Who)})
		q.alone(q.g.events[evTeleportIn], h.To, map[quake3.EntityField]uint32{quake3.EntClientNum: uint32(h.Who)})
	case Splashed:
		q.event(h.Who, evSplash, 0)
	case Fired, Hit, Exploded:
		q.shot(w, h)
	case Hurt:
		q.event(h.Who, evPain, uint32(max(p.Health, 0)))
	case Died:
		q.death(h)
	case CameBack:
		q.back[h.Item] = q.time
	case Took:
		q.took(h)
	case TookPack:
		q.event(h.Who, evPickup, quake3Guns[h.Weapon]+q.g.later)
	case FlagTaken, FlagDropped, FlagReturned, Captured:
		q.flag(w, h, p)
	case Said:
		q.send("chat \"%s%s^7\x19: ^2%s\"", q.speaker(h), p.Name, h.Text)
	case SaidTeam:
		if p.Team == w.Players[ada].Team {
			q.send("tchat \"%s\x19(%s^7\x19)\x19: ^5%s\"", q.speaker(h), p.Name, h.Text)
		}
	default:
		q.phase(w, h)
	}
}

// speaker returns the text before the name of a player who says something.
func (q *quake3Writer) speaker(h *Happening) string {
	if q.p.QuakeLive {
		return fmt.Sprintf("%02d ", h.Who)
	}
	return ""
}

func quake3Player(p *Player) string {
	return fmt.Sprintf("n\\%s\\t\\%d\\model\\sarge\\hmodel\\sarge\\c1\\4\\hc\\100\\w\\0\\l\\0", p.Name, p.Team)
}

func (q *quake3Writer) roster(h *Happening, p *Player) {
	text := quake3Player(p)
	switch h.Kind {
	case Joined:
		q.print("%s^7 connected", p.Name)
		q.set(q.p.CsPlayers+p.Slot, text)
		q.print("%s^7 entered the game", p.Name)
	case Left:
		q.print("%s^7 disconnected", p.Name)
		q.set(q.p.CsPlayers+p.Slot, "")
	case Renamed:
		q.print("%s^7 renamed to %s", h.Text, p.Name)
		q.set(q.p.CsPlayers+p.Slot, text)
	}
}

// shot shows a shot and its hit.
func (q *quake3Writer) shot(w *World, h *Happening) {
	who, by := uint32(h.Who), uint32(h.By)
	number := weaponNumber(w, h.Weapon)
	switch {
	case h.Kind == Fired:
		q.event(h.Who, evFire, 0)
		switch h.Weapon {
		case sim.WeaponRailgun:
			q.alone(q.g.events[evRail], h.To, map[quake3.EntityField]uint32{quake3.EntClientNum: who}).SetOrigin2(h.At)
		case sim.WeaponShotgun:
			q.alone(q.g.events[evShotgun], h.At, map[quake3.EntityField]uint32{quake3.EntOtherEntityNum: who}).
				SetOrigin2(sim.Vec3{h.To[0] - h.At[0], h.To[1] - h.At[1], h.To[2] - h.At[2]})
		}
	case h.Weapon == sim.WeaponMachinegun:
		q.alone(q.g.events[evBulletFlesh], h.At, map[quake3.EntityField]uint32{quake3.EntOtherEntityNum: by,
			quake3.EntEventParm: who})
	case h.Kind == Exploded, h.Weapon == sim.WeaponLightning:
		e := q.alone(0, h.At, map[quake3.EntityField]uint32{quake3.EntWeapon: number, quake3.EntOtherEntityNum: who,
			quake3.EntEvent: q.g.events[evMissileHit] | 0x100})
		if e.F[quake3.EntEType] = quake3.EtGeneral; h.Weapon == sim.WeaponLightning {
			e.F[quake3.EntEType], e.F[quake3.EntEvent] = q.p.EventBase+q.g.events[evMissileHit], 0
		}
	}
}

func (q *quake3Writer) death(h *Happening) {
	by := uint32(quake3.WorldEntity)
	if h.By != nobody {
		by = uint32(h.By)
	} else if h.Weapon == sim.CauseSuicide || h.Weapon == sim.WeaponRocketLauncher {
		by = uint32(h.Who)
	}
	q.alone(q.p.EvObituary, h.At, map[quake3.EntityField]uint32{quake3.EntOtherEntityNum: uint32(h.Who),
		quake3.EntOtherEntityNum2: by,
		quake3.EntEventParm:       quake3Means[h.Weapon]})
	if h.Amount < -40 {
		q.event(h.Who, evGib, 0)
	} else {
		q.event(h.Who, evDeath, 0)
	}
}

func (q *quake3Writer) took(h *Happening) {
	parm := q.g.item(h.Item)
	q.event(h.Who, evPickup, parm)
	if h.Item >= quad {
		q.alone(q.g.events[evGlobalPickup], h.At, map[quake3.EntityField]uint32{quake3.EntEventParm: parm,
			quake3.EntOtherEntityNum: uint32(h.Who)})
	}
}

// flag announces a flag: the state of both, a message, and a sound for everybody.
func (q *quake3Writer) flag(w *World, h *Happening, p *Player) {
	state := ""
	for _, t := range []sim.Team{sim.TeamRed, sim.TeamBlue} {
		carried := slices.ContainsFunc(w.Players[:], func(p Player) bool { return p.Flag == t })
		switch {
		case w.Home(t):
			state += "0"
		case carried:
			state += "1"
		default:
			state += "2"
		}
	}
	q.set(q.g.flags, state)
	q.print("%s^7 %s", p.Name, fmt.Sprintf(quakeFlags[h.Kind][3:], flagColors[h.Team]))
	switch h.Kind {
	case FlagTaken:
		q.took(&Happening{Kind: Took, Who: h.Who, Item: flagOf(h.Team), At: h.At})
	case Captured:
		q.alone(q.g.events[evTeamSound], h.At,
			map[quake3.EntityField]uint32{quake3.EntEventParm: uint32(p.Team - sim.TeamRed)})
		q.set(quake3.CsScores1+int(p.Team-sim.TeamRed), fmt.Sprint(w.Scores[p.Team]))
	}
}

// teamInfo sends the state of the recorder's teammates.
func (q *quake3Writer) teamInfo(w *World) {
	n, text := 0, ""
	for i := range w.Players {
		if p := &w.Players[i]; p.In && p.Team == w.Players[ada].Team {
			n++
			text += fmt.Sprintf(" %d 0 %d %d %d 0", i, max(p.Health, 0), p.Armor, weaponNumber(w, p.Weapon))
		}
	}
	q.send("tinfo %d%s", n, text)
}

// scores sends the scoreboard to a player who looks at it.
func (q *quake3Writer) scores(w *World) {
	n, text := 0, ""
	for i := range w.Players {
		if p := &w.Players[i]; p.In {
			n++
			text += fmt.Sprintf(" %d %d 25 %d 0 0 40 0 0 0 0 0 0 0", i, p.Frags, (w.Now-p.Since)/60000)
		}
	}
	q.send("scores %d %d %d%s", n, w.Scores[sim.TeamRed], w.Scores[sim.TeamBlue], text)
}

func (q *quake3Writer) phase(w *World, h *Happening) {
	warmup := func(at int, state string) {
		q.set(quake3.CsWarmup, fmt.Sprintf(q.g.warmup, at))
		q.set(quake3.CsServerinfo, q.serverInfo(w, state))
	}
	switch h.Kind {
	case Warmup:
		warmup(-1, "PRE_GAME")
	case Countdown:
		if h.Amount == 3 {
			warmup(q.time+3000, "COUNT_DOWN")
		}
	case MatchStart:
		q.started = q.time
		q.r.Flags ^= quake3.SnapServerCount
		q.send("map_restart")
		q.set(quake3.CsWarmup, "")
		q.set(quake3.CsServerinfo, q.serverInfo(w, "IN_PROGRESS"))
		q.set(q.p.CsLevelStart, fmt.Sprint(q.time))
		q.set(q.g.flags, "00")
	case Overtime:
		q.send("cp \"Sudden Death!\n\"")
	case MatchEnd:
		q.print("Timelimit hit.")
	case Intermission:
		q.set(q.p.CsIntermission, "1")
		q.scores(w)
	}
}
