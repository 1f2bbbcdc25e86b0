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

// mod holds the meanings of the numbers of a gamestate, and the peculiarities of a game or a mod. Everything that
// differs between protocols and mods is a value here.
type mod struct {
	key, name string
	// game and gameKey are the name and the key of the engine's game.
	game, gameKey string

	events *[256]action
	// eventBase is the first entity type of those that only carry an event.
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

	// armorKinds is set if the effect of armour depends on its colour.
	armorKinds bool
	// respawn overrides respawn delays.
	respawn map[sim.Item]time.Duration
	// mega is the rule for a mega health that only respawns after its effect has ended. It is the zero value if the
	// mega health respawns a fixed time after the pickup.
	mega track.MegaHealth
}

// statLayout has indices into the playerstate's stats.
type statLayout struct{ weapons, armor int }

// persistentLayout has indices into the playerstate's persistant array, or -1 for numbers that a game does not count.
type persistentLayout struct{ killed, impressive, excellent, gauntlet, defend, assist int }

// configLayout has indices of configstrings, or -1 for those that a game does not have.
type configLayout struct {
	flags, pauseStart, round, roundTime int
	match                               int // CPMA's match state
	scrambled                           int // OSP's mark of scrambled origins
}

// tells describes the peculiarities of a game's or mod's messages.
type tells struct {
	// slotInChat is set if chat messages start with the speaker's slot in two digits.
	slotInChat bool
	// leadersByName is set if configstrings name the players in first and second place.
	leadersByName bool
	// taker is set if the event of an item that everyone hears contains the slot of its taker. If takerZero is also
	// set, 0 is a slot and not nobody.
	taker, takerZero bool
	// entityHealth is set if the entities of players contain health and armour, which the team overlay then lacks.
	entityHealth bool
	// moves is set if the playerstate contains the movement requested by the player, and his field of view.
	moves bool
	// backpack is the entity flag of a dropped backpack, or 0 if there is none.
	backpack uint32
	// timeouts is set if prints announce the start and end of timeouts.
	timeouts bool
	// runs is set for a race against the clock, reported by stats and prints, without match phases.
	runs bool
}

// rules holds Quake III's rules: the box of bg_pmove.c (PM_CheckDuck), and the times in bg_misc.c's item list and in
// g_items.c.
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

// states is the set of powerups that are not worth an event, because other events explain them.
const states = sim.PowerupSet(1<<sim.PowerupSpawnShield | 1<<sim.PowerupFreeze)

// unmodified maps protocols to the unmodified game; all others use quakeIII.
var unmodified = map[int]*mod{43: &quakeIIIFirst, 73: &quakeLive73, 90: &quakeLive90, 91: &quakeLive91}

// knownMod is a mod of Quake III, recognised by one of its marks in the server's description of its game, or by the
// server's folder.
type knownMod struct {
	marks  []string
	folder string
	change func(*mod)
}

// mods lists the known mods. The first match counts.
var mods = []knownMod{cpma, defrag, osp, urbanTerrorMod, rocketArena, openArena, padman, missionpack}

func with(m mod, change func(*mod)) mod {
	change(&m)
	return m
}

// modOf returns the tables for a gamestate.
func modOf(p *quake3.Protocol, server, system infoValues) *mod {
	m := quakeIII
	if own := unmodified[p.Number]; own != nil {
		m = *own
	}
	m.coloring.utf8, m.eventBase = p.UTF8, p.EventBase
	if p.QuakeLive {
		return &m
	}
	folder := system.of("fs_game")
	game := strings.ToLower(server.of("gamename") + " " + server.of("game") + " " + server.of("gameversion") +
		" " + folder)
	for _, known := range mods {
		if known.folder != "" && known.folder == folder ||
			slices.ContainsFunc(known.marks, func(mark string) bool { return strings.Contains(game, mark) }) {
			known.change(&m)
			return &m
		}
	}
	if folder == "" && !strings.EqualFold(server.of("gamename"), m.key) {
		folder = server.of("gamename") // a separate game on this engine
	}
	if folder != "" {
		m.key, m.name = folder, folder
	}
	return &m
}

// apply changes the rules to those of the mod. vanilla keeps Quake III's.
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

// powerups splits a set of powerup bits into powerups and the carried flag.
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
