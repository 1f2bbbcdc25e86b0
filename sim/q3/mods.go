package q3

import (
	"math/bits"
	"slices"
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// mod is what the numbers of a gamestate mean, and what a game or a mod tells
// in ways of its own. Everything that differs between protocols and mods is a
// value here.
type mod struct {
	key, name string
	// game and gameKey are those of the engine.
	game, gameKey string

	events *[256]action
	// eventBase is the first entity type that is an event of its own.
	eventBase uint32
	weapons   []sim.Weapon
	causes    []meansOfDeath
	items     []track.ItemDef
	powers    *[16]sim.Powerup
	modes     map[int]mode
	tables    scoreTables
	coloring  coloring

	stats      statLayout
	persistent persistentLayout
	config     configLayout
	tells      tells

	// armorKinds is set if what armour does depends on its colour.
	armorKinds bool
	// respawn overrides how long items stay away.
	respawn map[sim.Item]time.Duration
	// mega is how the mega health comes back whose effect has to end first; the
	// zero value where it stays away from when it was taken.
	mega track.MegaHealth
}

// statLayout has places in the playerstate's stats.
type statLayout struct{ weapons, armor int }

// persistentLayout has places in the playerstate's persistant array; -1 for
// what a game does not count.
type persistentLayout struct{ killed, impressive, excellent, gauntlet, defend, assist int }

// configLayout has numbers of configstrings; -1 for what a game does not have.
type configLayout struct {
	flags, pauseStart, round, roundTime int
	match                               int // CPMA's state of the match
	scrambled                           int // OSP's mark that origins are scrambled
}

// tells is what a game or a mod tells in a way of its own.
type tells struct {
	// slotInChat: two digits with the slot of the speaker precede a chat text.
	slotInChat bool
	// leadersByName: configstrings name the first and the second player.
	leadersByName bool
	// taker: the event of an item that all hear of has the slot of who took it,
	// and 0 there is that slot, not nobody, if takerZero is set too.
	taker, takerZero bool
	// entityHealth: entities of players have health and armour, and the team overlay has none.
	entityHealth bool
	// backpack is the entity flag that marks a dropped backpack; 0 for none.
	backpack uint32
	// timeouts: prints tell when a time-out begins and ends.
	timeouts bool
	// runs: the game is a race against the clock, which stats and prints tell;
	// it knows no phases of a match.
	runs bool
}

// rules are those of Quake III: the box of bg_pmove.c (PM_CheckDuck), the times of
// bg_misc.c's item list and g_items.c.
var rules = track.Rules{
	Hull:         [2]sim.Vec3{{-15, -15, -24}, {15, 15, 32}},
	JumpDistance: 256, JumpSpeed: 5000,
	Reach:        96,
	ExactPickups: true,
	PickupTime:   500 * time.Millisecond,
	Respawn:      respawnTimes,

	SeenUntilGone: true, TellsStage: true, ToldAhead: true,
	SilentPowerups: states,
	JoinWords: [sim.EventKindCount]string{
		sim.EventConnect: " connected", sim.EventDisconnect: " disconnected", sim.EventNameChange: " renamed to ",
	},
}

// states are powers that are no news: other events tell how they came.
const states = sim.PowerupSet(1<<sim.PowerupSpawnShield | 1<<sim.PowerupFreeze)

// quakeIII are the tables of Quake III from protocol 46 on.
var quakeIII = mod{
	key: "baseq3", game: "Quake III", gameKey: "quake3",
	events: &events68, weapons: weapons[:11], causes: means68, items: items68, powers: &powers68, modes: modes68, tables: tables68,
	stats:      statLayout{weapons: 2, armor: 3},
	persistent: persistentLayout{killed: 8, impressive: 9, excellent: 10, defend: 11, assist: 12, gauntlet: 13},
	config:     configLayout{flags: 23, pauseStart: -1, round: -1, roundTime: -1, match: -1, scrambled: -1},
}

// quakeIIIFirst are those of its first releases.
var quakeIIIFirst = with(quakeIII, func(m *mod) {
	m.events, m.config.flags = &events43, 15
	m.persistent.defend, m.persistent.assist, m.persistent.gauntlet = -1, -1, 11
})

// quakeLive73 are the tables of the first protocol of Quake Live.
var quakeLive73 = mod{
	key: "baseqz", game: "Quake Live", gameKey: "quakelive",
	events: &eventsLive, weapons: weapons, causes: meansTeamArena, items: itemsLive, powers: &powers90, modes: modesLive, tables: tables90,
	stats:      statLayout{weapons: 3, armor: 4},
	persistent: persistentLayout{killed: 7, impressive: 8, excellent: 9, defend: 10, assist: 11, gauntlet: 12},
	config:     configLayout{flags: 658, pauseStart: 669, round: 661, roundTime: 662, match: -1, scrambled: -1},
	tells:      tells{slotInChat: true, leadersByName: true, taker: true},
	respawn:    respawnLive,
}

var (
	quakeLive90 = with(quakeLive73, func(m *mod) { m.tells.takerZero = true })
	quakeLive91 = with(quakeLive90, func(m *mod) {
		m.powers, m.tables, m.tells.entityHealth = &powers91, tables91, true
	})
)

// unmodified is the game without a mod by the name of its protocol; every other
// protocol has the tables of quakeIII.
var unmodified = map[int]*mod{43: &quakeIIIFirst, 73: &quakeLive73, 90: &quakeLive90, 91: &quakeLive91}

// mods are the known mods of Quake III. The first counts of which a mark is in
// what the server says of its game, or whose folder is the server's.
var mods = []struct {
	marks  []string
	folder string
	change func(*mod)
}{
	{marks: []string{"cpma"}, change: func(m *mod) {
		m.key, m.name, m.items, m.modes, m.tables = "cpma", "CPMA", itemsCPM, modesCPMA, tablesCPMA
		m.config.match, m.coloring.letters, m.tells.backpack = 672, true, efBackpack
		m.respawn, m.mega, m.armorKinds = respawnCPMA, megaCPMA, true
	}},
	{marks: []string{"defrag"}, change: func(m *mod) {
		m.key, m.name, m.modes, m.persistent.killed, m.tells.runs = "defrag", "DeFRaG", modesDefrag, -1, true
	}},
	{marks: []string{"osp"}, change: func(m *mod) {
		m.key, m.name, m.items, m.modes, m.config.scrambled = "osp", "OSP", itemsOSP, modesOSP, 872
		m.coloring.hex, m.tells.timeouts = true, true
	}},
	{marks: []string{"q3ut4", "q3urt", "urban"}, change: func(m *mod) {
		m.key, m.name, m.weapons, m.modes, m.items, m.causes = "q3ut4", "Urban Terror", urbanTerror, modesUrban, nil, nil
	}},
	{marks: []string{"rocket arena"}, folder: "arena", change: func(m *mod) {
		m.key, m.name, m.modes = "arena", "Rocket Arena 3", modesArena
	}},
	{marks: []string{"baseoa", "openarena", "oax", "oagame"}, change: func(m *mod) {
		teamArena(m)
		m.key, m.name, m.tables = "baseoa", "OpenArena", tablesOpenArena
	}},
	{marks: []string{"wop", "padman"}, change: func(m *mod) {
		m.key, m.name, m.game, m.modes, m.events, m.powers = "wop", "World of Padman", "World of Padman", modesPadman, &eventsPadman, &powersPadman
		m.eventBase, m.weapons, m.causes, m.items = 17, nil, nil, nil
		m.persistent = persistentLayout{killed: 8, excellent: 9, impressive: -1, gauntlet: -1, defend: -1, assist: -1}
	}},
	{marks: []string{"missionpack"}, change: func(m *mod) {
		teamArena(m)
		m.key, m.name = "missionpack", "Team Arena"
	}},
}

// teamArena sets what Team Arena changed, and what was made from its source.
func teamArena(m *mod) {
	m.weapons, m.causes, m.items = weapons[:14], meansTeamArena, itemsTeamArena
	m.stats = statLayout{weapons: 3, armor: 4}
}

func with(m mod, change func(*mod)) mod {
	change(&m)
	return m
}

// modOf finds the tables that hold for a gamestate.
func modOf(p *quake3.Protocol, server, system map[string]string) *mod {
	m := quakeIII
	if own := unmodified[p.Number]; own != nil {
		m = *own
	}
	m.coloring.utf8, m.eventBase = p.UTF8, p.EventBase
	if p.QuakeLive {
		return &m
	}
	folder := system["fs_game"]
	game := strings.ToLower(server["gamename"] + " " + server["game"] + " " + server["gameversion"] + " " + folder)
	for _, known := range mods {
		if known.folder != "" && known.folder == folder || slices.ContainsFunc(known.marks, func(mark string) bool { return strings.Contains(game, mark) }) {
			known.change(&m)
			return &m
		}
	}
	if folder == "" && !strings.EqualFold(server["gamename"], m.key) {
		folder = server["gamename"] // a game of its own on this engine
	}
	if folder != "" {
		m.key, m.name = folder, folder
	}
	return &m
}

// apply changes the rules to those of the mod; vanilla keeps what Quake III has.
func (m *mod) apply(r *track.Rules, vanilla bool) {
	r.Respawn, r.Mega = respawnTimes, track.MegaHealth{}
	if vanilla {
		return
	}
	for item, after := range m.respawn {
		r.Respawn[item] = after
	}
	r.Mega = m.mega
}

func (m *mod) weapon(n uint32) sim.Weapon {
	if n >= uint32(len(m.weapons)) {
		return sim.WeaponOther
	}
	return m.weapons[n]
}

func (m *mod) itemDef(n uint32) track.ItemDef {
	if n >= uint32(len(m.items)) {
		return track.ItemDef{Item: sim.ItemOther}
	}
	return m.items[n]
}

func (m *mod) cause(n uint32) meansOfDeath {
	if n >= uint32(len(m.causes)) {
		return meansOfDeath{sim.WeaponOther, ""}
	}
	return m.causes[n]
}

// powerups splits a set of powerup bits into powers and the flag carried.
func (m *mod) powerups(shown uint32) (set sim.PowerupSet, flag sim.Team, carried bool) {
	for left := uint16(shown); left != 0; left &= left - 1 {
		switch p := m.powers[bits.TrailingZeros16(left)]; p {
		case powerRed:
			flag, carried = sim.TeamRed, true
		case powerBlue:
			flag, carried = sim.TeamBlue, true
		case powerNeutral:
			flag, carried = sim.TeamFree, true
		case powerNone:
		default:
			set |= 1 << p
		}
	}
	return set, flag, carried
}
