package wolfenstein

import (
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/formats/wolfenstein"
	"fragscope/sim"
	"fragscope/sim/track"
)

// mod holds the meanings of the numbers in a game or a mod.
type mod struct {
	key, name     string
	game, gameKey string

	eventBase uint32 // the first entity type that is an event
	events    *[256]action
	weapons   []gun
	causes    []meansOfDeath
	items     []track.ItemDef
	numbers
}

// numbers holds values that differ between the games: bits of flags, indices of arrays, types of entities and
// configstrings. They are 0 for those that a game does not have.
type numbers struct {
	efNoDraw, efFiring, efTalk, efProne                               uint32
	statClass, statXP                                                 int
	powerAxisFlag, powerAlliedFlag, powerDisguised, powerShield       int
	etObjective, etIndicator, etCorpse, etPlane, etExplosive, etBuilt uint32
	etBuilding, etFlag                                                uint32
	wolfInfo, levelStart, intermission, winner, seeds, toggles        int
	triggers, triggerData, spawns, fireteams, texts                   int
}

var (
	numbersET = numbers{
		efNoDraw: 0x40, efFiring: 0x80, efTalk: 0x200, efProne: 0x80000,
		statClass: 5, statXP: 8, powerAxisFlag: 6, powerAlliedFlag: 7, powerDisguised: 8, powerShield: 1,
		etObjective: 12, etIndicator: 13, etExplosive: 14, etCorpse: 41, etBuilding: 32, etBuilt: 33, etFlag: 18,
		wolfInfo: 21, levelStart: 11, intermission: 12, winner: 14, seeds: 31, toggles: 32,
		triggers: 769, triggerData: 787, spawns: 753, fireteams: 893, texts: 911,
	}
	numbersLegacy = func() numbers {
		n := numbersET
		n.statClass, n.statXP, n.powerAxisFlag, n.powerAlliedFlag, n.powerDisguised, n.etPlane = 4, 5, 5, 6, 7, 61
		return n
	}()
	numbersNitmod = func() numbers {
		n := numbersET
		n.etBuilding, n.etBuilt, n.etCorpse = 31, 32, 38
		return n
	}()
	numbersRTCW = numbers{
		efNoDraw: 0x80, efFiring: 0x100, efTalk: 0x1000, statClass: 7, statXP: -1,
		powerAxisFlag: 12, powerAlliedFlag: 13, powerDisguised: -1, powerShield: 7,
		etObjective: 13, etIndicator: 14, etExplosive: 15, etCorpse: 36, etFlag: 21,
		wolfInfo: 36, levelStart: 13, intermission: 14, winner: 16,
	}
)

const (
	et, rtcw = wolfenstein.GameET, wolfenstein.GameRTCW
	gameET   = "Wolfenstein: Enemy Territory"
	gameRTCW = "Return to Castle Wolfenstein"
)

// modRow is a mod of a game, with the beginning of its folder's name.
type modRow struct {
	game, folder string
	mod
}

// mods are the games and mods. folder is the server's fs_game. The first entry of a game is for unknown mods. Not all
// sources are published: ETPro is read as the game itself, silEnT as ETPub, of which it was made, and N!tmod by a
// published reconstruction (jay1110/nitmod-master, cg_nitmod_events.c, cg_nitmod_eventmap.h and nitmod_entity_ids.h).
var mods = []modRow{
	{et, "etmain", mod{"etmain", "", gameET, "wolfenstein", 61, eventsET, weaponsET, causeList(causesET), itemsET,
		numbersET}},
	{et, "etpro", mod{"etpro", "ETPro", gameET, "wolfenstein", 61, eventsET, weaponsET,
		causeList(causesET), itemsET, numbersET}},
	{et, "etpub", mod{"etpub", "ETPub", gameET, "wolfenstein", 61, eventsET, weaponsET, causeList(causesPub), itemsET,
		numbersET}},
	{et, "silent", mod{"silent", "silEnT", gameET, "wolfenstein", 61, eventsET, weaponsET, causeList(causesPub),
		itemsET, numbersET}},
	{et, "nitmod", mod{"nitmod", "N!tmod", gameET, "wolfenstein", 59, eventsNitmod, weaponsET,
		causeList(causesNitmod), itemsET, numbersNitmod}},
	{et, "jaymod", mod{"jaymod", "Jaymod", gameET, "wolfenstein", 61, eventsET, weaponsET, causeList(causesJaymod),
		itemsET, numbersET}},
	{et, "noquarter", mod{"noquarter", "No Quarter", gameET, "wolfenstein", 61, eventsET, weaponsET,
		causeList(causesQuarter), itemsET, numbersET}},
	{et, "nq", mod{"nq", "No Quarter", gameET, "wolfenstein", 61, eventsET, weaponsET, causeList(causesQuarter),
		itemsET, numbersET}},
	{et, "legacy", mod{"legacy", "ET: Legacy", gameET, "wolfenstein", 62, eventsLegacy, weaponsLegacy,
		causeList(causesLegacy), itemsLegacy, numbersLegacy}},
	{rtcw, "main", mod{"main", "", gameRTCW, "wolfenstein", 40, eventsRTCW, weaponsRTCW, causeList(causesRTCW), nil,
		numbersRTCW}},
}

// modOf returns the mod for a folder.
func modOf(p *quake3.Protocol, folder string) *mod {
	var first *mod
	for i := range mods {
		m := &mods[i]
		if m.game != p.Game {
			continue
		}
		if strings.HasPrefix(strings.ToLower(folder), m.folder) {
			return &m.mod
		}
		if first == nil {
			first = &m.mod
		}
	}
	return first
}

func (m *mod) weapon(n uint32) sim.Weapon {
	if n >= uint32(len(m.weapons)) {
		return sim.WeaponOther
	}
	return m.weapons[n].weapon
}

// clip returns the number of the weapon whose clip a weapon uses.
func (m *mod) clip(n uint32) int {
	if n >= uint32(len(m.weapons)) {
		return int(n % wolfenstein.MaxWeapons)
	}
	return m.weapons[n].clip
}

func (m *mod) cause(n uint32) meansOfDeath {
	if n >= uint32(len(m.causes)) {
		return meansOfDeath{sim.WeaponOther, ""}
	}
	return m.causes[n]
}

func (m *mod) item(n uint32) track.ItemDef {
	if n >= uint32(len(m.items)) {
		return track.ItemDef{Item: sim.ItemOther}
	}
	return m.items[n]
}

// powers splits a set of powerup bits into powers and the objective carried.
func (m *mod) powers(bits uint32) (set sim.PowerupSet, flag sim.Team, carried bool) {
	has := func(n int) bool { return n > 0 && bits>>n&1 != 0 }
	if has(m.powerAxisFlag) {
		flag, carried = sim.TeamRed, true
	}
	if has(m.powerAlliedFlag) {
		flag, carried = sim.TeamBlue, true
	}
	if has(m.powerShield) {
		set |= 1 << sim.PowerupSpawnShield
	}
	if has(m.powerDisguised) {
		set |= 1 << sim.PowerupInvisibility
	}
	return set, flag, carried
}

// rules holds the rules common to all games of the family.
var rules = track.Rules{
	Hull:         [2]sim.Vec3{{-18, -18, -24}, {18, 18, 48}},
	JumpDistance: 256, JumpSpeed: 5000,
	Reach: 96, ExactPickups: true, PickupTime: 500 * time.Millisecond,
	SeenUntilGone: true, TellsStage: true, ToldAhead: true,
	SeenStart:      5 * time.Second, // TV servers send nothing while a match restarts
	SilentPowerups: 1<<sim.PowerupSpawnShield | 1<<sim.PowerupInvisibility,
}
