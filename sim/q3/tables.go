package q3

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/track"
)

// action is what an entity event means, whatever its number.
type action uint8

const (
	actNone action = iota
	actPickup
	actGlobalPickup
	actFire
	actItemRespawn
	actItemPop
	actTeleportIn
	actTeleportOut
	actSound
	actTeamSound
	actBulletFlesh
	actBulletWall
	actMissileHit
	actMissileMiss
	actRail
	actShotgun
	actPain
	actDeath
	actObituary
	actGib
	actJumppad
	actSplash
	actKamikaze
	actThaw
	actOvertime
	actRaceStart
	actRaceCheckpoint
	actRaceEnd
	actAward
	actionCount
)

// eventRange is a range of event numbers with one meaning.
type eventRange struct {
	first, last uint8
	action      action
}

func eventTable(list ...eventRange) (t [256]action) {
	for _, s := range list {
		for i := int(s.first); i <= int(s.last); i++ {
			t[i] = s.action
		}
	}
	return t
}

var (
	// events43 are those of the first releases, which lack the team sound
	// and the missile on metal.
	events43 = eventTable(
		eventRange{13, 13, actJumppad}, eventRange{15, 18, actSplash}, eventRange{19, 19, actPickup}, eventRange{20, 20, actGlobalPickup},
		eventRange{23, 23, actFire}, eventRange{40, 40, actItemRespawn}, eventRange{41, 41, actItemPop}, eventRange{42, 42, actTeleportIn},
		eventRange{43, 43, actTeleportOut}, eventRange{45, 46, actSound}, eventRange{47, 47, actBulletFlesh}, eventRange{48, 48, actBulletWall},
		eventRange{49, 49, actMissileHit}, eventRange{50, 50, actMissileMiss}, eventRange{51, 51, actRail}, eventRange{52, 52, actShotgun},
		eventRange{54, 54, actPain}, eventRange{55, 57, actDeath}, eventRange{58, 58, actObituary}, eventRange{62, 62, actGib})
	events68 = eventTable(
		eventRange{13, 13, actJumppad}, eventRange{15, 18, actSplash}, eventRange{19, 19, actPickup}, eventRange{20, 20, actGlobalPickup},
		eventRange{23, 23, actFire}, eventRange{40, 40, actItemRespawn}, eventRange{41, 41, actItemPop}, eventRange{42, 42, actTeleportIn},
		eventRange{43, 43, actTeleportOut}, eventRange{45, 46, actSound}, eventRange{47, 47, actTeamSound}, eventRange{48, 48, actBulletFlesh},
		eventRange{49, 49, actBulletWall}, eventRange{50, 50, actMissileHit}, eventRange{51, 52, actMissileMiss}, eventRange{53, 53, actRail},
		eventRange{54, 54, actShotgun}, eventRange{56, 56, actPain}, eventRange{57, 59, actDeath}, eventRange{60, 60, actObituary},
		eventRange{64, 64, actGib}, eventRange{68, 68, actKamikaze})
	// eventsPadman are those of World of Padman since 1.5 (bg_public.h, entity_event_t).
	eventsPadman = eventTable(
		eventRange{13, 13, actJumppad}, eventRange{15, 18, actSplash}, eventRange{19, 19, actPickup}, eventRange{20, 20, actGlobalPickup},
		eventRange{23, 23, actFire}, eventRange{41, 41, actItemRespawn}, eventRange{42, 42, actItemPop}, eventRange{43, 43, actTeleportIn},
		eventRange{44, 44, actTeleportOut}, eventRange{52, 53, actSound}, eventRange{54, 54, actTeamSound}, eventRange{55, 55, actMissileHit},
		eventRange{56, 57, actMissileMiss}, eventRange{61, 61, actPain}, eventRange{62, 64, actDeath}, eventRange{65, 65, actObituary},
		eventRange{68, 68, actGib})
	eventsLive = eventTable(
		eventRange{9, 9, actJumppad}, eventRange{11, 14, actSplash}, eventRange{15, 15, actPickup}, eventRange{16, 16, actGlobalPickup},
		eventRange{20, 20, actFire}, eventRange{37, 37, actItemRespawn}, eventRange{38, 38, actItemPop}, eventRange{39, 39, actTeleportIn},
		eventRange{40, 40, actTeleportOut}, eventRange{42, 43, actSound}, eventRange{44, 44, actTeamSound}, eventRange{45, 45, actBulletFlesh},
		eventRange{46, 46, actBulletWall}, eventRange{47, 47, actMissileHit}, eventRange{48, 49, actMissileMiss}, eventRange{50, 50, actRail},
		eventRange{51, 51, actShotgun}, eventRange{53, 53, actPain}, eventRange{54, 57, actDeath}, eventRange{58, 58, actObituary},
		eventRange{63, 63, actGib}, eventRange{67, 67, actKamikaze}, eventRange{83, 83, actPickup}, eventRange{84, 84, actOvertime},
		eventRange{87, 87, actThaw}, eventRange{93, 93, actRaceStart}, eventRange{94, 94, actRaceCheckpoint}, eventRange{95, 95, actRaceEnd},
		eventRange{97, 97, actAward})
)

// weapons by number; all mods count the first ten alike.
var weapons = []sim.Weapon{
	sim.WeaponNone, sim.WeaponMelee, sim.WeaponMachinegun, sim.WeaponShotgun, sim.WeaponGrenadeLauncher,
	sim.WeaponRocketLauncher, sim.WeaponLightning, sim.WeaponRailgun, sim.WeaponPlasma, sim.WeaponBFG,
	sim.WeaponGrapple, sim.WeaponNailgun, sim.WeaponProxLauncher, sim.WeaponChaingun, sim.WeaponHeavyMachinegun,
}

// urbanTerror are the weapons of Urban Terror 4.
var urbanTerror = []sim.Weapon{
	sim.WeaponNone, sim.WeaponKnife, sim.WeaponPistol, sim.WeaponPistol, sim.WeaponShotgun, sim.WeaponSubmachinegun,
	sim.WeaponSubmachinegun, sim.WeaponAssaultRifle, sim.WeaponAssaultRifle, sim.WeaponGrenadeLauncher, sim.WeaponHandGrenade,
	sim.WeaponHandGrenade, sim.WeaponHandGrenade, sim.WeaponOther, sim.WeaponSniperRifle, sim.WeaponAssaultRifle,
	sim.WeaponOther, sim.WeaponMachinegun,
}

// modThaw is the means of death of someone who was frozen and comes to life again.
const modThaw = "MOD_THAW"

// meansOfDeath is a means of death.
type meansOfDeath struct {
	weapon sim.Weapon
	name   string
}

var means68 = []meansOfDeath{
	{sim.CauseWorld, "MOD_UNKNOWN"}, {sim.WeaponShotgun, "MOD_SHOTGUN"}, {sim.WeaponMelee, "MOD_GAUNTLET"},
	{sim.WeaponMachinegun, "MOD_MACHINEGUN"}, {sim.WeaponGrenadeLauncher, "MOD_GRENADE"},
	{sim.WeaponGrenadeLauncher, "MOD_GRENADE_SPLASH"}, {sim.WeaponRocketLauncher, "MOD_ROCKET"},
	{sim.WeaponRocketLauncher, "MOD_ROCKET_SPLASH"}, {sim.WeaponPlasma, "MOD_PLASMA"}, {sim.WeaponPlasma, "MOD_PLASMA_SPLASH"},
	{sim.WeaponRailgun, "MOD_RAILGUN"}, {sim.WeaponLightning, "MOD_LIGHTNING"}, {sim.WeaponBFG, "MOD_BFG"},
	{sim.WeaponBFG, "MOD_BFG_SPLASH"}, {sim.CauseWater, "MOD_WATER"}, {sim.CauseSlime, "MOD_SLIME"}, {sim.CauseLava, "MOD_LAVA"},
	{sim.CauseCrush, "MOD_CRUSH"}, {sim.CauseTelefrag, "MOD_TELEFRAG"}, {sim.CauseFall, "MOD_FALLING"},
	{sim.CauseSuicide, "MOD_SUICIDE"}, {sim.CauseTrigger, "MOD_TARGET_LASER"}, {sim.CauseTrigger, "MOD_TRIGGER_HURT"},
	{sim.WeaponGrapple, "MOD_GRAPPLE"},
}

// meansTeamArena are those of the missionpack, OpenArena and Quake Live.
var meansTeamArena = append(means68[:len(means68)-1:len(means68)-1],
	meansOfDeath{sim.WeaponNailgun, "MOD_NAIL"}, meansOfDeath{sim.WeaponChaingun, "MOD_CHAINGUN"}, meansOfDeath{sim.WeaponProxLauncher, "MOD_PROXIMITY_MINE"},
	meansOfDeath{sim.WeaponOther, "MOD_KAMIKAZE"}, meansOfDeath{sim.WeaponOther, "MOD_JUICED"}, meansOfDeath{sim.WeaponGrapple, "MOD_GRAPPLE"},
	meansOfDeath{sim.CauseSuicide, "MOD_SWITCH_TEAMS"}, meansOfDeath{sim.CauseWorld, modThaw}, meansOfDeath{sim.WeaponLightning, "MOD_LIGHTNING_DISCHARGE"},
	meansOfDeath{sim.WeaponHeavyMachinegun, "MOD_HMG"}, meansOfDeath{sim.WeaponRailgun, "MOD_RAILGUN_HEADSHOT"})

func gun(w sim.Weapon) track.ItemDef { return track.ItemDef{Item: sim.ItemWeapon, Weapon: w} }

func list(items ...sim.Item) []track.ItemDef {
	l := make([]track.ItemDef, len(items))
	for i, item := range items {
		l[i].Item = item
	}
	return l
}

func concat(parts ...[]track.ItemDef) (all []track.ItemDef) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

var (
	health    = list(sim.ItemHealthSmall, sim.ItemHealth, sim.ItemHealthLarge, sim.ItemMegaHealth)
	guns      = []track.ItemDef{gun(sim.WeaponMelee), gun(sim.WeaponShotgun), gun(sim.WeaponMachinegun), gun(sim.WeaponGrenadeLauncher), gun(sim.WeaponRocketLauncher), gun(sim.WeaponLightning), gun(sim.WeaponRailgun), gun(sim.WeaponPlasma), gun(sim.WeaponBFG), gun(sim.WeaponGrapple)}
	ammo      = list(sim.ItemAmmoShells, sim.ItemAmmoBullets, sim.ItemAmmoGrenades, sim.ItemAmmoCells, sim.ItemAmmoLightning, sim.ItemAmmoRockets, sim.ItemAmmoSlugs, sim.ItemAmmoBFG)
	powers    = list(sim.ItemTeleporter, sim.ItemMedkit, sim.ItemQuad, sim.ItemProtection, sim.ItemHaste, sim.ItemInvisibility, sim.ItemRegeneration, sim.ItemFlight)
	flagItems = []track.ItemDef{{Item: sim.ItemFlag, Team: sim.TeamRed}, {Item: sim.ItemFlag, Team: sim.TeamBlue}}
	neutral   = []track.ItemDef{{Item: sim.ItemFlag}}
	items68   = concat(list(sim.ItemNone, sim.ItemArmorShard, sim.ItemArmorYellow, sim.ItemArmorRed), health, guns, ammo, powers, flagItems)
	itemsCPM  = concat(items68, list(sim.ItemArmorGreen, sim.ItemBackpack), neutral)
	// itemsOSP has the armour of 25 at the end; the maps of tournaments use it.
	itemsOSP = concat(items68, list(sim.ItemArmorGreen))
	teamPart = concat(list(sim.ItemKamikaze, sim.ItemTeleporter, sim.ItemProtection, sim.ItemAmmoNails, sim.ItemAmmoPack, sim.ItemAmmoBullets,
		sim.ItemTech, sim.ItemTech, sim.ItemTech, sim.ItemTech), neutral, []track.ItemDef{{Item: sim.ItemSkull, Team: sim.TeamRed}, {Item: sim.ItemSkull, Team: sim.TeamBlue}},
		[]track.ItemDef{gun(sim.WeaponNailgun), gun(sim.WeaponProxLauncher), gun(sim.WeaponChaingun)})
	itemsTeamArena = concat(items68, teamPart)
	itemsLive      = concat(list(sim.ItemNone, sim.ItemArmorShard, sim.ItemArmorYellow, sim.ItemArmorRed, sim.ItemArmorGreen), health, guns, ammo, powers,
		flagItems, teamPart, list(sim.ItemArmorGreen), []track.ItemDef{gun(sim.WeaponHeavyMachinegun)},
		list(sim.ItemAmmoBullets, sim.ItemAmmoPack, sim.ItemKeySilver, sim.ItemKeyGold, sim.ItemKey))
)

// Values of a powerup table that are flagItems, not powerups.
const (
	powerNone    = sim.PowerupCount + iota
	powerRed     // carries the red flag
	powerBlue    // carries the blue flag
	powerNeutral // carries the neutral flag
)

var (
	powers68 = [16]sim.Powerup{powerNone, sim.PowerupQuad, sim.PowerupProtection, sim.PowerupHaste, sim.PowerupInvisibility,
		sim.PowerupRegeneration, sim.PowerupFlight, powerRed, powerBlue, powerNeutral, sim.PowerupScout, sim.PowerupGuard,
		sim.PowerupDoubler, sim.PowerupArmorRegen, sim.PowerupProtection, powerNone}
	// powersPadman are those of World of Padman, of which only the lollies are known to the other games.
	powersPadman = [16]sim.Powerup{0: powerNone, 1: powerNone, 2: powerNone, 3: powerNone, 4: powerNone, 5: powerNone, 6: powerNone, 7: powerNone,
		8: powerRed, 9: powerBlue, 10: powerNeutral, 11: powerNone, 12: powerNone, 13: powerNone, 14: powerNone, 15: powerNone}
	// powers90 are those of Quake Live to protocol 90: the first bit, that no
	// power of Quake III has, is the protection of players who just spawned.
	powers90 = [16]sim.Powerup{sim.PowerupSpawnShield, sim.PowerupQuad, sim.PowerupProtection, sim.PowerupHaste, sim.PowerupInvisibility,
		sim.PowerupRegeneration, sim.PowerupFlight, powerRed, powerBlue, powerNeutral, sim.PowerupProtection, sim.PowerupScout,
		sim.PowerupGuard, sim.PowerupDoubler, sim.PowerupArmorRegen, sim.PowerupFreeze}
	// powers91 have the flags in front.
	powers91 = [16]sim.Powerup{sim.PowerupSpawnShield, powerRed, powerBlue, powerNeutral, sim.PowerupQuad, sim.PowerupProtection,
		sim.PowerupHaste, sim.PowerupInvisibility, sim.PowerupRegeneration, sim.PowerupFlight, sim.PowerupProtection, sim.PowerupScout,
		sim.PowerupGuard, sim.PowerupDoubler, sim.PowerupArmorRegen, sim.PowerupFreeze}
)

// mode is a game type.
type mode struct {
	name string
	kind modeKind
	// rounds is set if a match has rounds with a countdown each.
	rounds bool
	// single is set if the scores are those of the first two players,
	// though they have sides.
	single bool
	// contest is what it is played for, where the kind does not say.
	contest sim.Contest
}

type modeKind uint8

const (
	modeFree modeKind = iota
	modeDuel
	modeTeam
	modeFlags  // teams with flags
	modeRounds // teams that play rounds
	modeRace
)

// teams reports whether the players have sides.
func (m modeKind) teams() bool { return m >= modeTeam && m <= modeRounds }

var (
	modes68 = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Tournament", kind: modeDuel}, 2: {name: "Single Player", kind: modeFree, contest: sim.Story},
		3: {name: "Team Deathmatch", kind: modeTeam}, 4: {name: "Capture The Flag", kind: modeFlags}, 5: {name: "One Flag CTF", kind: modeFlags},
		6: {name: "Overload", kind: modeTeam}, 7: {name: "Harvester", kind: modeTeam}, 8: {name: "Elimination", kind: modeRounds, rounds: true}, 9: {name: "CTF Elimination", kind: modeRounds, rounds: true},
		10: {name: "Last Man Standing", kind: modeFree}, 11: {name: "Double Domination", kind: modeTeam}, 12: {name: "Domination", kind: modeTeam}}
	modesCPMA = map[int]mode{-1: {name: "Hoony Mode", kind: modeDuel}, 0: {name: "Free For All", kind: modeFree}, 1: {name: "Tournament", kind: modeDuel}, 2: {name: "Single Player", kind: modeFree, contest: sim.Story},
		3: {name: "Team Deathmatch", kind: modeTeam}, 4: {name: "Capture The Flag", kind: modeFlags}, 5: {name: "Clan Arena", kind: modeRounds, rounds: true}, 6: {name: "Freeze Tag", kind: modeRounds, rounds: true},
		7: {name: "Capture Strike", kind: modeFlags, rounds: true}, 8: {name: "Not Team Fortress", kind: modeFlags}, 9: {name: "2v2 Team Deathmatch", kind: modeTeam}}
	modesOSP = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Tournament", kind: modeDuel}, 2: {name: "Single Player", kind: modeFree, contest: sim.Story},
		3: {name: "Team Deathmatch", kind: modeTeam}, 4: {name: "Capture The Flag", kind: modeFlags}, 5: {name: "Clan Arena", kind: modeRounds, rounds: true}}
	modesDefrag = map[int]mode{0: {name: "DeFRaG", kind: modeRace}, 1: {name: "DeFRaG", kind: modeRace}, 2: {name: "DeFRaG", kind: modeRace}, 3: {name: "DeFRaG Team Run", kind: modeRace}, 4: {name: "DeFRaG Fast Caps", kind: modeFlags}}
	modesUrban  = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Last Man Standing", kind: modeFree}, 3: {name: "Team Deathmatch", kind: modeTeam},
		4: {name: "Team Survivor", kind: modeRounds, rounds: true}, 5: {name: "Follow The Leader", kind: modeRounds, rounds: true}, 6: {name: "Capture And Hold", kind: modeTeam},
		7: {name: "Capture The Flag", kind: modeFlags}, 8: {name: "Bomb", kind: modeRounds, rounds: true}, 9: {name: "Jump", kind: modeRace}, 10: {name: "Freeze Tag", kind: modeRounds, rounds: true}, 11: {name: "Gun Game", kind: modeFree}}
	modesPadman = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Tournament", kind: modeDuel}, 3: {name: "Spray Your Color", kind: modeFree},
		4: {name: "Last Pad Standing", kind: modeFree}, 5: {name: "Catch The KillerDuck", kind: modeFree}, 6: {name: "Free For All Team", kind: modeTeam},
		7: {name: "Freeze Tag", kind: modeTeam}, 8: {name: "Capture The Lolly", kind: modeFlags}, 9: {name: "One Lolly Capture", kind: modeFlags},
		10: {name: "Spray Your Color Team", kind: modeTeam}, 11: {name: "Big Balloon", kind: modeTeam}}
	modesArena = map[int]mode{0: {name: "Rocket Arena", kind: modeRounds, rounds: true}, 1: {name: "Rocket Arena", kind: modeDuel}, 3: {name: "Team Deathmatch", kind: modeTeam}, 4: {name: "Capture The Flag", kind: modeFlags}, 8: {name: "Rocket Arena", kind: modeRounds, rounds: true}}
	modesLive  = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Duel", kind: modeDuel}, 2: {name: "Race", kind: modeRace}, 3: {name: "Team Deathmatch", kind: modeTeam},
		4: {name: "Clan Arena", kind: modeRounds, rounds: true}, 5: {name: "Capture The Flag", kind: modeFlags}, 6: {name: "One Flag CTF", kind: modeFlags}, 7: {name: "Overload", kind: modeTeam},
		8: {name: "Harvester", kind: modeTeam}, 9: {name: "Freeze Tag", kind: modeRounds, rounds: true}, 10: {name: "Domination", kind: modeTeam}, 11: {name: "Attack And Defend", kind: modeFlags, rounds: true},
		12: {name: "Red Rover", kind: modeRounds, rounds: true, single: true}}
)

// respawnTimes are those of the game's item list. Weapons are left out: what
// the server set for them is not told.
var respawnTimes = [sim.ItemCount]time.Duration{
	sim.ItemHealthSmall: 35 * time.Second, sim.ItemHealth: 35 * time.Second, sim.ItemHealthLarge: 35 * time.Second,
	sim.ItemMegaHealth: 35 * time.Second, sim.ItemArmorShard: 25 * time.Second, sim.ItemArmorGreen: 25 * time.Second,
	sim.ItemArmorYellow: 25 * time.Second, sim.ItemArmorRed: 25 * time.Second, sim.ItemQuad: 120 * time.Second,
	sim.ItemProtection: 120 * time.Second, sim.ItemHaste: 120 * time.Second, sim.ItemInvisibility: 120 * time.Second,
	sim.ItemRegeneration: 120 * time.Second, sim.ItemFlight: 120 * time.Second, sim.ItemTeleporter: 60 * time.Second,
	sim.ItemMedkit: 60 * time.Second, sim.ItemAmmoShells: 40 * time.Second, sim.ItemAmmoBullets: 40 * time.Second,
	sim.ItemAmmoGrenades: 40 * time.Second, sim.ItemAmmoCells: 40 * time.Second, sim.ItemAmmoLightning: 40 * time.Second,
	sim.ItemAmmoRockets: 40 * time.Second, sim.ItemAmmoSlugs: 40 * time.Second, sim.ItemAmmoBFG: 40 * time.Second,
}

// respawnLive is what Quake Live adds.
var respawnLive = map[sim.Item]time.Duration{sim.ItemAmmoPack: 10 * time.Second}

// respawnCPMA is what CPMA changes, but for its mode of Quake III's own rules. The
// mega health comes back after its effect has ended; when that is,
// only its owner's health tells.
var respawnCPMA = map[sim.Item]time.Duration{
	sim.ItemMegaHealth: 0, sim.ItemHealthSmall: 30 * time.Second, sim.ItemHealth: 30 * time.Second, sim.ItemHealthLarge: 30 * time.Second,
	sim.ItemAmmoShells: 30 * time.Second, sim.ItemAmmoBullets: 30 * time.Second, sim.ItemAmmoGrenades: 30 * time.Second,
	sim.ItemAmmoCells: 30 * time.Second, sim.ItemAmmoLightning: 30 * time.Second, sim.ItemAmmoRockets: 30 * time.Second,
	sim.ItemAmmoSlugs: 30 * time.Second, sim.ItemAmmoBFG: 30 * time.Second,
}

// megaCPMA is the middle of what recordings show: the game looks once a second
// whether the effect has ended, and then counts twenty.
var megaCPMA = track.MegaHealth{Away: 20500 * time.Millisecond, Full: 100}
