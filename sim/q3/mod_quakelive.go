package q3

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/track"
)

// quakeLive73 are the tables of the first protocol of Quake Live.
var quakeLive73 = mod{
	key: "baseqz", game: "Quake Live", gameKey: "quakelive",
	events: &eventsLive, weapons: weapons, causes: meansTeamArena, items: itemsLive, powers: &powers90,
	modes: modesLive, tables: tables90, stats: statLayout{weapons: 3, armor: 4},
	persistent: persistentLayout{killed: 7, impressive: 8, excellent: 9, defend: 10, assist: 11, gauntlet: 12},
	config:     configLayout{flags: 658, pauseStart: 669, round: 661, roundTime: 662, match: -1, scrambled: -1},
	tells:      tells{slotInChat: true, leadersByName: true, taker: true},
	respawn:    respawnLive,
}

var (
	quakeLive90 = with(quakeLive73, func(m *mod) { m.tells.takerZero = true })
	quakeLive91 = with(quakeLive90, func(m *mod) {
		m.powers, m.tables, m.tells.entityHealth = &powers91, tables91, true
		m.tells.moves = true
	})
)

var eventsLive = eventTable(
	eventRange{1, 5, actFootstep}, eventRange{6, 6, actLanding}, eventRange{7, 8, actFall},
	eventRange{9, 9, actJumppad}, eventRange{10, 10, actJump}, eventRange{18, 18, actChangeWeapon},
	eventRange{21, 36, actUseItem}, eventRange{11, 14, actSplash}, eventRange{15, 15, actPickup},
	eventRange{16, 16, actGlobalPickup}, eventRange{20, 20, actFire}, eventRange{37, 37, actItemRespawn},
	eventRange{38, 38, actItemPop}, eventRange{39, 39, actTeleportIn}, eventRange{40, 40, actTeleportOut},
	eventRange{42, 42, actSound}, eventRange{43, 43, actGlobalSound}, eventRange{44, 44, actTeamSound},
	eventRange{45, 45, actBulletFlesh}, eventRange{46, 46, actBulletWall}, eventRange{47, 47, actMissileHit},
	eventRange{48, 49, actMissileMiss}, eventRange{50, 50, actRail}, eventRange{51, 51, actShotgun},
	eventRange{53, 53, actPain}, eventRange{54, 57, actDeath}, eventRange{58, 58, actObituary},
	eventRange{63, 63, actGib}, eventRange{67, 67, actKamikaze}, eventRange{83, 83, actPickup},
	eventRange{84, 84, actOvertime}, eventRange{93, 93, actRaceStart},
	eventRange{94, 94, actRaceCheckpoint}, eventRange{95, 95, actRaceEnd}, eventRange{97, 97, actAward},
	eventRange{41, 41, actBounce}, eventRange{59, 62, actPowerupSound}, eventRange{65, 66, actMine},
	eventRange{68, 68, actExplode}, eventRange{71, 71, actGib}, eventRange{74, 80, actTaunt},
	eventRange{81, 82, actFootstep}, eventRange{92, 92, actExplode})

var itemsLive = concat(list(sim.ItemNone, sim.ItemArmorShard, sim.ItemArmorYellow, sim.ItemArmorRed,
	sim.ItemArmorGreen), health, guns, ammo, powers,
	flagItems, teamPart, list(sim.ItemArmorGreen), []track.ItemDef{gun(sim.WeaponHeavyMachinegun)},
	list(sim.ItemAmmoBullets, sim.ItemAmmoPack, sim.ItemKeySilver, sim.ItemKeyGold, sim.ItemKey))

// powers90 are the powerups of Quake Live up to protocol 90. The first bit, which Quake III does not use for a
// powerup, is the protection of players who just spawned.
var powers90 = [16]sim.Powerup{sim.PowerupSpawnShield, sim.PowerupQuad, sim.PowerupProtection, sim.PowerupHaste,
	sim.PowerupInvisibility, sim.PowerupRegeneration, sim.PowerupFlight, powerRed, powerBlue, powerNeutral,
	sim.PowerupProtection, sim.PowerupScout, sim.PowerupGuard, sim.PowerupDoubler, sim.PowerupArmorRegen,
	sim.PowerupFreeze}

// powers91 have the flags first.
var powers91 = [16]sim.Powerup{sim.PowerupSpawnShield, powerRed, powerBlue, powerNeutral, sim.PowerupQuad,
	sim.PowerupProtection, sim.PowerupHaste, sim.PowerupInvisibility, sim.PowerupRegeneration, sim.PowerupFlight,
	sim.PowerupProtection, sim.PowerupScout, sim.PowerupGuard, sim.PowerupDoubler, sim.PowerupArmorRegen,
	sim.PowerupFreeze}

var modesLive = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Duel", kind: modeDuel},
	2: {name: "Race", kind: modeRace}, 3: {name: "Team Deathmatch", kind: modeTeam},
	4: {name: "Clan Arena", kind: modeRounds, rounds: true}, 5: {name: "Capture The Flag", kind: modeFlags},
	6: {name: "One Flag CTF", kind: modeFlags}, 7: {name: "Overload", kind: modeTeam},
	8: {name: "Harvester", kind: modeTeam}, 9: {name: "Freeze Tag", kind: modeRounds, rounds: true},
	10: {name: "Domination", kind: modeTeam}, 11: {name: "Attack And Defend", kind: modeFlags, rounds: true},
	12: {name: "Red Rover", kind: modeRounds, rounds: true, single: true}}

// respawnLive holds the respawn delays that Quake Live adds.
var respawnLive = map[sim.Item]time.Duration{sim.ItemAmmoPack: 10 * time.Second}

var (
	// tables90 are the score tables of Quake Live up to protocol 90. Rows for team games start with slot, team,
	// subscription, score, ping, time, kills and deaths; early ones lacked the scores of the teams, or the
	// subscription.
	tables90 = scoreTables{
		"scores": {{count: 1, red: 2, blue: 3, rows: 4, stride: 18, score: 1, ping: 2, deaths: 16,
			told: toldPlaces{accuracy: 6, kills: 15, defends: 10, assists: 11, captures: 13}},
			{count: 1, red: 2, blue: 3, rows: 4, score: 1, ping: 2}},
		"scores_ffa":  tableFFA,
		"scores_duel": tableDuel,
		"scores_race": tableRace,
		"scores_tdm": {{count: 29, red: 30, blue: 31, rows: 32, stride: 16, score: 3, ping: 4, deaths: 7,
			told: toldTDM90, teams: &teamTDM},
			{count: 29, rows: 30, stride: 16, score: 3, ping: 4, deaths: 7, told: toldTDM90, teams: &teamTDM}},
		"scores_ctf": {{count: 35, red: 36, blue: 37, rows: 38, stride: 19, score: 3, ping: 4, deaths: 7,
			told: toldCTF90, teams: &teamCTF},
			{count: 35, rows: 36, stride: 19, score: 3, ping: 4, deaths: 7, told: toldCTF90, teams: &teamCTF}},
		"scores_ft": {{count: 29, red: 30, blue: 31, rows: 32, stride: 18, score: 3, ping: 4, deaths: 7, told: toldFT90,
			teams: &teamTDM},
			{count: 29, rows: 30, stride: 18, score: 3, ping: 4, deaths: 7, told: toldFT90, teams: &teamTDM}},
		"scores_ca": tableCA,
		"scores_rr": {{count: 1, red: 2, blue: 3, rows: 4, stride: 19, score: 1, ping: 3, deaths: 6,
			told: toldPlaces{kills: 5, accuracy: 8}}},
		"rrscores": {{count: 1, red: 2, blue: 3, rows: 4, stride: 19, score: 1, ping: 3, deaths: 17,
			told: toldPlaces{kills: 16, accuracy: 7}}},
		"smscores":  tableSmall,
		"adscores":  tableAD,
		"scores_ad": tableAD,
	}
	// tables91 are the score tables of protocol 91, which lack the subscription.
	tables91 = scoreTables{
		"scores":      tables90["scores"],
		"scores_ffa":  tableFFA,
		"scores_duel": tableDuel,
		"scores_race": tableRace,
		"scores_tdm": {{count: 29, red: 30, blue: 31, rows: 32, stride: 15, score: 2, ping: 3, deaths: 6,
			told: toldPlaces{kills: 5, accuracy: 7, teamKills: 12, given: 14}, teams: &teamTDM}},
		"scores_ctf": {{count: 35, red: 36, blue: 37, rows: 38, stride: 17, score: 2, ping: 3, deaths: 6,
			told: toldPlaces{kills: 5, accuracy: 7, defends: 12, assists: 13, captures: 14}, teams: &teamCTF}},
		"scores_ft": {{count: 29, red: 30, blue: 31, rows: 32, stride: 17, score: 2, ping: 3, deaths: 6,
			told: toldPlaces{kills: 5, accuracy: 7, thaws: 12, teamKills: 13, given: 15}, teams: &teamTDM}},
		"scores_ca": tableCA,
		"scores_rr": {{count: 1, red: 2, blue: 3, rows: 4, stride: 18, score: 1, ping: 3, deaths: 6,
			told: toldPlaces{kills: 5, accuracy: 7}}},
		"smscores":  tableSmall,
		"scores_ad": tableAD,
	}
	toldTDM90 = toldPlaces{kills: 6, accuracy: 8, teamKills: 13, given: 15}
	toldCTF90 = toldPlaces{kills: 6, accuracy: 9, defends: 14, assists: 15, captures: 16}
	toldFT90  = toldPlaces{kills: 6, accuracy: 8, thaws: 13, teamKills: 14, given: 16}
	// tableFFA has slot, score, ping, time, accuracy, impressive, excellent, gauntlet, defend, assist, perfect,
	// captures, alive, kills, deaths, best weapon, powerups and damage.
	tableFFA = []scoreTable{{count: 1, red: 2, blue: 3, rows: 4, stride: 18, score: 1, ping: 2, deaths: 14,
		told: toldPlaces{kills: 13, accuracy: 4, given: 17}}}
	// tableDuel has five words for each weapon after the items; the heavy machine gun was added later.
	tableDuel = []scoreTable{{count: 1, rows: 2, stride: 91, score: 1, ping: 2, deaths: 5, told: toldDuelRow},
		{count: 1, rows: 2, stride: 86, score: 1, ping: 2, deaths: 5, told: toldDuelRow}}
	toldDuelRow = toldPlaces{kills: 4, accuracy: 6, given: 8, items: 13, stride: 2, itemCount: 4, weapons: 21}
	tableRace   = []scoreTable{{count: 1, rows: 2, stride: 4, ping: 2}} // the score is a time
	tableCA     = []scoreTable{{count: 1, red: 2, blue: 3, rows: 4, stride: 17, score: 3, ping: 4, deaths: 7,
		told: toldPlaces{kills: 6, accuracy: 8, given: 11}},
		{count: 1, red: 2, blue: 3, rows: 4, stride: 16, score: 2, ping: 3, deaths: 6,
			told: toldPlaces{kills: 5, accuracy: 7, given: 10}}}
	tableSmall = []scoreTable{{count: 1, red: 2, blue: 3, rows: 4, stride: 8, score: 1, ping: 2, deaths: 7}}
	tableAD    = []scoreTable{{red: 21, blue: 22}} // preceded by the scores of each round
)
