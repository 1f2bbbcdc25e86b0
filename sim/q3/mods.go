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

// unmodified is the game without a mod by the name of its protocol; every other
// protocol has the tables of quakeIII.
var unmodified = map[int]*mod{43: &quakeIIIFirst, 73: &quakeLive73, 90: &quakeLive90, 91: &quakeLive91}

// knownMod is a mod of Quake III: one of its marks is in what the server says of its game, or its folder is the server's.
type knownMod struct {
	marks  []string
	folder string
	change func(*mod)
}

// mods are the known mods; the first that fits counts.
var mods = []knownMod{cpma, defrag, osp, urbanTerrorMod, rocketArena, openArena, padman, missionpack}

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
