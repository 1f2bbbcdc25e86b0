package q3

import (
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
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
)

// spread is a range of event numbers with one meaning.
type spread struct {
	first, last uint8
	action      action
}

func actions(list ...spread) (t [256]action) {
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
	events43 = actions(
		spread{13, 13, actJumppad}, spread{15, 18, actSplash}, spread{19, 19, actPickup}, spread{20, 20, actGlobalPickup},
		spread{23, 23, actFire}, spread{40, 40, actItemRespawn}, spread{41, 41, actItemPop}, spread{42, 42, actTeleportIn},
		spread{43, 43, actTeleportOut}, spread{45, 46, actSound}, spread{47, 47, actBulletFlesh}, spread{48, 48, actBulletWall},
		spread{49, 49, actMissileHit}, spread{50, 50, actMissileMiss}, spread{51, 51, actRail}, spread{52, 52, actShotgun},
		spread{54, 54, actPain}, spread{55, 57, actDeath}, spread{58, 58, actObituary}, spread{62, 62, actGib})
	events68 = actions(
		spread{13, 13, actJumppad}, spread{15, 18, actSplash}, spread{19, 19, actPickup}, spread{20, 20, actGlobalPickup},
		spread{23, 23, actFire}, spread{40, 40, actItemRespawn}, spread{41, 41, actItemPop}, spread{42, 42, actTeleportIn},
		spread{43, 43, actTeleportOut}, spread{45, 46, actSound}, spread{47, 47, actTeamSound}, spread{48, 48, actBulletFlesh},
		spread{49, 49, actBulletWall}, spread{50, 50, actMissileHit}, spread{51, 52, actMissileMiss}, spread{53, 53, actRail},
		spread{54, 54, actShotgun}, spread{56, 56, actPain}, spread{57, 59, actDeath}, spread{60, 60, actObituary},
		spread{64, 64, actGib}, spread{68, 68, actKamikaze})
	eventsLive = actions(
		spread{9, 9, actJumppad}, spread{11, 14, actSplash}, spread{15, 15, actPickup}, spread{16, 16, actGlobalPickup},
		spread{20, 20, actFire}, spread{37, 37, actItemRespawn}, spread{38, 38, actItemPop}, spread{39, 39, actTeleportIn},
		spread{40, 40, actTeleportOut}, spread{42, 43, actSound}, spread{44, 44, actTeamSound}, spread{45, 45, actBulletFlesh},
		spread{46, 46, actBulletWall}, spread{47, 47, actMissileHit}, spread{48, 49, actMissileMiss}, spread{50, 50, actRail},
		spread{51, 51, actShotgun}, spread{53, 53, actPain}, spread{54, 57, actDeath}, spread{58, 58, actObituary},
		spread{63, 63, actGib}, spread{67, 67, actKamikaze}, spread{83, 83, actPickup}, spread{84, 84, actOvertime},
		spread{87, 87, actThaw}, spread{93, 93, actRaceStart}, spread{94, 94, actRaceCheckpoint}, spread{95, 95, actRaceEnd},
		spread{97, 97, actAward})
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

// means is a means of death.
type means struct {
	weapon sim.Weapon
	name   string
}

var means68 = []means{
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
	means{sim.WeaponNailgun, "MOD_NAIL"}, means{sim.WeaponChaingun, "MOD_CHAINGUN"}, means{sim.WeaponProxLauncher, "MOD_PROXIMITY_MINE"},
	means{sim.WeaponOther, "MOD_KAMIKAZE"}, means{sim.WeaponOther, "MOD_JUICED"}, means{sim.WeaponGrapple, "MOD_GRAPPLE"},
	means{sim.CauseSuicide, "MOD_SWITCH_TEAMS"}, means{sim.CauseWorld, modThaw}, means{sim.WeaponLightning, "MOD_LIGHTNING_DISCHARGE"},
	means{sim.WeaponHeavyMachinegun, "MOD_HMG"}, means{sim.WeaponRailgun, "MOD_RAILGUN_HEADSHOT"})

// article is an item of the game's list.
type article struct {
	item   sim.Item
	weapon sim.Weapon
	team   sim.Team
}

func gun(w sim.Weapon) article { return article{item: sim.ItemWeapon, weapon: w} }

func list(items ...sim.Item) []article {
	l := make([]article, len(items))
	for i, item := range items {
		l[i].item = item
	}
	return l
}

func concat(parts ...[]article) (all []article) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

var (
	health   = list(sim.ItemHealthSmall, sim.ItemHealth, sim.ItemHealthLarge, sim.ItemMegaHealth)
	guns     = []article{gun(sim.WeaponMelee), gun(sim.WeaponShotgun), gun(sim.WeaponMachinegun), gun(sim.WeaponGrenadeLauncher), gun(sim.WeaponRocketLauncher), gun(sim.WeaponLightning), gun(sim.WeaponRailgun), gun(sim.WeaponPlasma), gun(sim.WeaponBFG), gun(sim.WeaponGrapple)}
	ammo     = list(sim.ItemAmmoShells, sim.ItemAmmoBullets, sim.ItemAmmoGrenades, sim.ItemAmmoCells, sim.ItemAmmoLightning, sim.ItemAmmoRockets, sim.ItemAmmoSlugs, sim.ItemAmmoBFG)
	powers   = list(sim.ItemTeleporter, sim.ItemMedkit, sim.ItemQuad, sim.ItemProtection, sim.ItemHaste, sim.ItemInvisibility, sim.ItemRegeneration, sim.ItemFlight)
	flags    = []article{{item: sim.ItemFlag, team: sim.TeamRed}, {item: sim.ItemFlag, team: sim.TeamBlue}}
	neutral  = []article{{item: sim.ItemFlag}}
	items68  = concat(list(sim.ItemNone, sim.ItemArmorShard, sim.ItemArmorYellow, sim.ItemArmorRed), health, guns, ammo, powers, flags)
	itemsCPM = concat(items68, list(sim.ItemArmorGreen, sim.ItemBackpack), neutral)
	// itemsOSP has the armour of 25 at the end; the maps of tournaments use it.
	itemsOSP = concat(items68, list(sim.ItemArmorGreen))
	teamPart = concat(list(sim.ItemKamikaze, sim.ItemTeleporter, sim.ItemProtection, sim.ItemAmmoNails, sim.ItemAmmoPack, sim.ItemAmmoBullets,
		sim.ItemTech, sim.ItemTech, sim.ItemTech, sim.ItemTech), neutral, []article{{sim.ItemSkull, 0, sim.TeamRed}, {sim.ItemSkull, 0, sim.TeamBlue}},
		[]article{gun(sim.WeaponNailgun), gun(sim.WeaponProxLauncher), gun(sim.WeaponChaingun)})
	itemsTeamArena = concat(items68, teamPart)
	itemsLive      = concat(list(sim.ItemNone, sim.ItemArmorShard, sim.ItemArmorYellow, sim.ItemArmorRed, sim.ItemArmorGreen), health, guns, ammo, powers,
		flags, teamPart, list(sim.ItemArmorGreen), []article{gun(sim.WeaponHeavyMachinegun)},
		list(sim.ItemAmmoBullets, sim.ItemAmmoPack, sim.ItemKeySilver, sim.ItemKeyGold, sim.ItemKey))
)

// Values of a powerup table that are flags, not powerups.
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
	// powers90 are those of Quake Live to protocol 90: the first bit, that no
	// power of Quake III has, is the protection of those who just appeared.
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
	// rounds tells that a match has rounds with a countdown each.
	rounds bool
	// single tells that the scores are those of the first two players,
	// though they have sides.
	single bool
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

// teams tells whether the players have sides.
func (m modeKind) teams() bool { return m >= modeTeam && m <= modeRounds }

var (
	modes68 = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Tournament", kind: modeDuel}, 2: {name: "Single Player", kind: modeFree},
		3: {name: "Team Deathmatch", kind: modeTeam}, 4: {name: "Capture The Flag", kind: modeFlags}, 5: {name: "One Flag CTF", kind: modeFlags},
		6: {name: "Overload", kind: modeTeam}, 7: {name: "Harvester", kind: modeTeam}, 8: {name: "Elimination", kind: modeRounds, rounds: true}, 9: {name: "CTF Elimination", kind: modeRounds, rounds: true},
		10: {name: "Last Man Standing", kind: modeFree}, 11: {name: "Double Domination", kind: modeTeam}, 12: {name: "Domination", kind: modeTeam}}
	modesCPMA = map[int]mode{-1: {name: "Hoony Mode", kind: modeDuel}, 0: {name: "Free For All", kind: modeFree}, 1: {name: "Tournament", kind: modeDuel}, 2: {name: "Single Player", kind: modeFree},
		3: {name: "Team Deathmatch", kind: modeTeam}, 4: {name: "Capture The Flag", kind: modeFlags}, 5: {name: "Clan Arena", kind: modeRounds, rounds: true}, 6: {name: "Freeze Tag", kind: modeRounds, rounds: true},
		7: {name: "Capture Strike", kind: modeFlags, rounds: true}, 8: {name: "Not Team Fortress", kind: modeFlags}, 9: {name: "2v2 Team Deathmatch", kind: modeTeam}}
	modesOSP = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Tournament", kind: modeDuel}, 2: {name: "Single Player", kind: modeFree},
		3: {name: "Team Deathmatch", kind: modeTeam}, 4: {name: "Capture The Flag", kind: modeFlags}, 5: {name: "Clan Arena", kind: modeRounds, rounds: true}}
	modesDefrag = map[int]mode{0: {name: "DeFRaG", kind: modeRace}, 1: {name: "DeFRaG", kind: modeRace}, 2: {name: "DeFRaG", kind: modeRace}, 3: {name: "DeFRaG Team Run", kind: modeRace}, 4: {name: "DeFRaG Fast Caps", kind: modeFlags}}
	modesUrban  = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Last Man Standing", kind: modeFree}, 3: {name: "Team Deathmatch", kind: modeTeam},
		4: {name: "Team Survivor", kind: modeRounds, rounds: true}, 5: {name: "Follow The Leader", kind: modeRounds, rounds: true}, 6: {name: "Capture And Hold", kind: modeTeam},
		7: {name: "Capture The Flag", kind: modeFlags}, 8: {name: "Bomb", kind: modeRounds, rounds: true}, 9: {name: "Jump", kind: modeRace}, 10: {name: "Freeze Tag", kind: modeRounds, rounds: true}, 11: {name: "Gun Game", kind: modeFree}}
	modesArena = map[int]mode{0: {name: "Rocket Arena", kind: modeRounds, rounds: true}, 1: {name: "Rocket Arena", kind: modeDuel}, 3: {name: "Team Deathmatch", kind: modeTeam}, 4: {name: "Capture The Flag", kind: modeFlags}, 8: {name: "Rocket Arena", kind: modeRounds, rounds: true}}
	modesLive  = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Duel", kind: modeDuel}, 2: {name: "Race", kind: modeRace}, 3: {name: "Team Deathmatch", kind: modeTeam},
		4: {name: "Clan Arena", kind: modeRounds, rounds: true}, 5: {name: "Capture The Flag", kind: modeFlags}, 6: {name: "One Flag CTF", kind: modeFlags}, 7: {name: "Overload", kind: modeTeam},
		8: {name: "Harvester", kind: modeTeam}, 9: {name: "Freeze Tag", kind: modeRounds, rounds: true}, 10: {name: "Domination", kind: modeTeam}, 11: {name: "Attack And Defend", kind: modeFlags, rounds: true},
		12: {name: "Red Rover", kind: modeRounds, rounds: true, single: true}}
)

// dialect is what the numbers of a gamestate mean.
type dialect struct {
	key, name string // of the mod
	events    *[256]action
	weapons   []sim.Weapon
	means     []means
	items     []article
	powers    *[16]sim.Powerup
	modes     map[int]mode
	tables    scoreTables
	// Places in the arrays of the playerstate.
	statWeapons, statArmor                             int
	persKilled, persImpressive, persDefend, persAssist int
	persExcellent, persGauntlet, persCaptures          int
	csFlags, csPauseStart, csRound, csRoundTime        int
	csMatch                                            int // CPMA's state of the match
	csDisguise                                         int // OSP's; 0 where there is none
	// armorKinds tells that what armour does depends on its colour.
	armorKinds bool
	// respawn overrides how long items stay away.
	respawn map[sim.Item]time.Duration
	// megaAfter is how long the mega health stays away from when its effect
	// has ended; 0: from when it was taken.
	megaAfter time.Duration
}

// respawnTimes are those of the game's item list. Weapons are left out: what
// the server set for them is not told.
var respawnTimes = map[sim.Item]time.Duration{
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
// mega health comes back megaAfterCPMA after its effect has ended; when that is,
// only its owner's health tells.
var respawnCPMA = map[sim.Item]time.Duration{
	sim.ItemMegaHealth: 0, sim.ItemHealthSmall: 30 * time.Second, sim.ItemHealth: 30 * time.Second, sim.ItemHealthLarge: 30 * time.Second,
	sim.ItemAmmoShells: 30 * time.Second, sim.ItemAmmoBullets: 30 * time.Second, sim.ItemAmmoGrenades: 30 * time.Second,
	sim.ItemAmmoCells: 30 * time.Second, sim.ItemAmmoLightning: 30 * time.Second, sim.ItemAmmoRockets: 30 * time.Second,
	sim.ItemAmmoSlugs: 30 * time.Second, sim.ItemAmmoBFG: 30 * time.Second,
}

// megaAfterCPMA is the middle of what recordings show: the game looks once a
// second whether the effect has ended, and then counts twenty.
const megaAfterCPMA = 20500 * time.Millisecond

func (d *dialect) respawnTime(i sim.Item) (time.Duration, bool) {
	if t, ok := d.respawn[i]; ok {
		return t, t > 0
	}
	t, ok := respawnTimes[i]
	return t, ok
}

// dialectOf finds the tables that hold for a gamestate.
func dialectOf(p *quake3.Protocol, info, system map[string]string) *dialect {
	d := &dialect{
		key: "baseq3", name: "", events: &events68, weapons: weapons[:11], means: means68, items: items68, powers: &powers68, modes: modes68, tables: tables68,
		statWeapons: 2, statArmor: 3,
		persKilled: 8, persImpressive: 9, persExcellent: 10, persDefend: 11, persAssist: 12, persGauntlet: 13, persCaptures: 14,
		csFlags: 23, csPauseStart: -1, csRound: -1, csRoundTime: -1, csMatch: -1,
	}
	if p.Number <= 45 {
		d.events, d.csFlags = &events43, 15
		d.persDefend, d.persAssist, d.persGauntlet, d.persCaptures = -1, -1, 11, -1
	}
	game := strings.ToLower(info["gamename"] + " " + info["game"] + " " + info["gameversion"] + " " + system["fs_game"])
	switch {
	case p.QuakeLive:
		d.live(p)
	case strings.Contains(game, "cpma"):
		d.key, d.name, d.items, d.modes, d.csMatch = "cpma", "CPMA", itemsCPM, modesCPMA, 672
		d.respawn, d.megaAfter, d.armorKinds, d.tables = respawnCPMA, megaAfterCPMA, true, tablesCPMA
	case strings.Contains(game, "defrag"):
		d.key, d.name, d.modes, d.persKilled = "defrag", "DeFRaG", modesDefrag, -1
	case strings.Contains(game, "osp"):
		d.key, d.name, d.items, d.modes, d.csDisguise = "osp", "OSP", itemsOSP, modesOSP, 872
	case strings.Contains(game, "q3ut4") || strings.Contains(game, "q3urt") || strings.Contains(game, "urban"):
		d.key, d.name, d.weapons, d.modes, d.items = "q3ut4", "Urban Terror", urbanTerror, modesUrban, nil
		d.means = nil
	case system["fs_game"] == "arena" || strings.Contains(game, "rocket arena"):
		d.key, d.name, d.modes = "arena", "Rocket Arena 3", modesArena
	case strings.Contains(game, "baseoa") || strings.Contains(game, "openarena") || strings.Contains(game, "oax") || strings.Contains(game, "oagame"):
		d.key, d.name = "baseoa", "OpenArena"
		d.teamArena()
		d.tables = tablesOpenArena
	case strings.Contains(game, "missionpack"):
		d.key, d.name = "missionpack", "Team Arena"
		d.teamArena()
	default:
		if mod := system["fs_game"]; mod != "" {
			d.key = mod
			d.name = mod
		}
	}
	return d
}

func (d *dialect) teamArena() {
	d.weapons, d.means, d.items = weapons[:14], meansTeamArena, itemsTeamArena
	d.statWeapons, d.statArmor = 3, 4
}

func (d *dialect) live(p *quake3.Protocol) {
	d.key, d.name = "baseqz", ""
	d.events, d.weapons, d.means, d.items, d.modes = &eventsLive, weapons, meansTeamArena, itemsLive, modesLive
	d.statWeapons, d.statArmor = 3, 4
	d.persKilled, d.persImpressive, d.persExcellent, d.persDefend = 7, 8, 9, 10
	d.persAssist, d.persGauntlet, d.persCaptures = 11, 12, 13
	d.csFlags, d.csPauseStart, d.csRound, d.csRoundTime = 658, 669, 661, 662
	d.tables, d.powers, d.respawn = tables90, &powers90, respawnLive
	if p.Number >= 91 {
		d.powers, d.tables = &powers91, tables91
	}
}

func (d *dialect) weapon(n uint32) sim.Weapon {
	if n >= uint32(len(d.weapons)) {
		return sim.WeaponOther
	}
	return d.weapons[n]
}

func (d *dialect) article(n uint32) article {
	if n >= uint32(len(d.items)) {
		return article{item: sim.ItemOther}
	}
	return d.items[n]
}

func (d *dialect) cause(n uint32) means {
	if n >= uint32(len(d.means)) {
		return means{sim.WeaponOther, ""}
	}
	return d.means[n]
}

// powerups splits a set of powerup bits into powers and the flag carried.
func (d *dialect) powerups(bits uint32) (set sim.PowerupSet, flag sim.Team, carried bool) {
	for i := range d.powers {
		if bits>>i&1 == 0 {
			continue
		}
		switch p := d.powers[i]; p {
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

// notable are the items that players wait for.
var notable = [sim.ItemCount]bool{
	sim.ItemArmorYellow: true, sim.ItemArmorRed: true, sim.ItemMegaHealth: true, sim.ItemQuad: true, sim.ItemProtection: true,
	sim.ItemHaste: true, sim.ItemInvisibility: true, sim.ItemRegeneration: true, sim.ItemFlight: true,
}
