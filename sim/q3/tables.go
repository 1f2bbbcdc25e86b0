package q3

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/track"
)

// action is the meaning of an entity event, independent of its number.
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
	actGlobalSound
	actFootstep
	actLanding
	actFall
	actJump
	actChangeWeapon
	actUseItem
	actTeamSound
	actBounce
	actPowerupSound
	actMine
	actTaunt
	actExplode
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
	actOvertime
	actRaceStart
	actRaceCheckpoint
	actRaceEnd
	actAward
	actionCount
)

// eventRange is a range of event numbers with the same meaning.
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
	// events43 are the events of the first releases, which lack the team sound and the missile on metal.
	events43 = eventTable(
		eventRange{1, 5, actFootstep}, eventRange{10, 10, actLanding}, eventRange{11, 12, actFall},
		eventRange{13, 13, actJumppad}, eventRange{14, 14, actJump}, eventRange{15, 18, actSplash},
		eventRange{19, 19, actPickup}, eventRange{20, 20, actGlobalPickup}, eventRange{22, 22, actChangeWeapon},
		eventRange{23, 23, actFire}, eventRange{24, 39, actUseItem}, eventRange{40, 40, actItemRespawn},
		eventRange{41, 41, actItemPop}, eventRange{42, 42, actTeleportIn}, eventRange{43, 43, actTeleportOut},
		eventRange{44, 44, actBounce}, eventRange{59, 61, actPowerupSound},
		eventRange{45, 45, actSound}, eventRange{46, 46, actGlobalSound}, eventRange{47, 47, actBulletFlesh},
		eventRange{48, 48, actBulletWall}, eventRange{49, 49, actMissileHit}, eventRange{50, 50, actMissileMiss},
		eventRange{51, 51, actRail}, eventRange{52, 52, actShotgun}, eventRange{54, 54, actPain},
		eventRange{55, 57, actDeath}, eventRange{58, 58, actObituary}, eventRange{62, 62, actGib})
	events68 = eventTable(
		eventRange{1, 5, actFootstep}, eventRange{10, 10, actLanding}, eventRange{11, 12, actFall},
		eventRange{13, 13, actJumppad}, eventRange{14, 14, actJump}, eventRange{15, 18, actSplash},
		eventRange{19, 19, actPickup}, eventRange{20, 20, actGlobalPickup}, eventRange{22, 22, actChangeWeapon},
		eventRange{23, 23, actFire}, eventRange{24, 39, actUseItem}, eventRange{40, 40, actItemRespawn},
		eventRange{41, 41, actItemPop}, eventRange{42, 42, actTeleportIn}, eventRange{43, 43, actTeleportOut},
		eventRange{45, 45, actSound}, eventRange{46, 46, actGlobalSound}, eventRange{47, 47, actTeamSound},
		eventRange{48, 48, actBulletFlesh}, eventRange{49, 49, actBulletWall}, eventRange{50, 50, actMissileHit},
		eventRange{51, 52, actMissileMiss}, eventRange{53, 53, actRail}, eventRange{54, 54, actShotgun},
		eventRange{56, 56, actPain}, eventRange{57, 59, actDeath}, eventRange{60, 60, actObituary},
		eventRange{64, 64, actGib}, eventRange{68, 68, actKamikaze}, eventRange{44, 44, actBounce},
		eventRange{61, 63, actPowerupSound}, eventRange{66, 67, actMine}, eventRange{69, 69, actExplode},
		eventRange{72, 72, actGib}, eventRange{76, 82, actTaunt})
)

// weapons holds the weapons by number. All mods agree on the first ten.
var weapons = []sim.Weapon{
	sim.WeaponNone, sim.WeaponMelee, sim.WeaponMachinegun, sim.WeaponShotgun, sim.WeaponGrenadeLauncher,
	sim.WeaponRocketLauncher, sim.WeaponLightning, sim.WeaponRailgun, sim.WeaponPlasma, sim.WeaponBFG,
	sim.WeaponGrapple, sim.WeaponNailgun, sim.WeaponProxLauncher, sim.WeaponChaingun, sim.WeaponHeavyMachinegun,
}

// modThaw is the means of death of a frozen player who is thawed.
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
	{sim.WeaponRocketLauncher, "MOD_ROCKET_SPLASH"}, {sim.WeaponPlasma, "MOD_PLASMA"},
	{sim.WeaponPlasma, "MOD_PLASMA_SPLASH"},
	{sim.WeaponRailgun, "MOD_RAILGUN"}, {sim.WeaponLightning, "MOD_LIGHTNING"}, {sim.WeaponBFG, "MOD_BFG"},
	{sim.WeaponBFG, "MOD_BFG_SPLASH"}, {sim.CauseWater, "MOD_WATER"}, {sim.CauseSlime, "MOD_SLIME"},
	{sim.CauseLava, "MOD_LAVA"},
	{sim.CauseCrush, "MOD_CRUSH"}, {sim.CauseTelefrag, "MOD_TELEFRAG"}, {sim.CauseFall, "MOD_FALLING"},
	{sim.CauseSuicide, "MOD_SUICIDE"}, {sim.CauseTrigger, "MOD_TARGET_LASER"}, {sim.CauseTrigger, "MOD_TRIGGER_HURT"},
	{sim.WeaponGrapple, "MOD_GRAPPLE"},
}

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
	health = list(sim.ItemHealthSmall, sim.ItemHealth, sim.ItemHealthLarge, sim.ItemMegaHealth)
	guns   = []track.ItemDef{gun(sim.WeaponMelee), gun(sim.WeaponShotgun), gun(sim.WeaponMachinegun),
		gun(sim.WeaponGrenadeLauncher), gun(sim.WeaponRocketLauncher), gun(sim.WeaponLightning), gun(sim.WeaponRailgun),
		gun(sim.WeaponPlasma), gun(sim.WeaponBFG), gun(sim.WeaponGrapple)}
	ammo = list(sim.ItemAmmoShells, sim.ItemAmmoBullets, sim.ItemAmmoGrenades, sim.ItemAmmoCells,
		sim.ItemAmmoLightning, sim.ItemAmmoRockets, sim.ItemAmmoSlugs, sim.ItemAmmoBFG)
	powers = list(sim.ItemTeleporter, sim.ItemMedkit, sim.ItemQuad, sim.ItemProtection, sim.ItemHaste,
		sim.ItemInvisibility, sim.ItemRegeneration, sim.ItemFlight)
	flagItems = []track.ItemDef{{Item: sim.ItemFlag, Team: sim.TeamRed}, {Item: sim.ItemFlag, Team: sim.TeamBlue}}
	neutral   = []track.ItemDef{{Item: sim.ItemFlag}}
	items68   = concat(list(sim.ItemNone, sim.ItemArmorShard, sim.ItemArmorYellow, sim.ItemArmorRed), health, guns,
		ammo, powers, flagItems)
)

// Values in a powerup table that are flags, not powerups.
const (
	powerNone    = sim.PowerupCount + iota
	powerRed     // carries the red flag
	powerBlue    // carries the blue flag
	powerNeutral // carries the neutral flag
)

var (
	powers68 = [16]sim.Powerup{powerNone, sim.PowerupQuad, sim.PowerupProtection, sim.PowerupHaste,
		sim.PowerupInvisibility, sim.PowerupRegeneration, sim.PowerupFlight, powerRed, powerBlue, powerNeutral,
		sim.PowerupScout, sim.PowerupGuard, sim.PowerupDoubler, sim.PowerupArmorRegen, sim.PowerupProtection, powerNone}
)

// mode is a game type.
type mode struct {
	name string
	kind modeKind
	// rounds is set if a match has rounds, each with a countdown.
	rounds bool
	// single is set if the scores are those of the players in first and second place, although the mode has sides.
	single bool
	// contest is the kind of contest, if the mode's kind does not determine it.
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
	modes68 = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Tournament", kind: modeDuel},
		2: {name: "Single Player", kind: modeFree, contest: sim.Story}, 3: {name: "Team Deathmatch", kind: modeTeam},
		4: {name: "Capture The Flag", kind: modeFlags}, 5: {name: "One Flag CTF", kind: modeFlags},
		6: {name: "Overload", kind: modeTeam}, 7: {name: "Harvester", kind: modeTeam},
		8: {name: "Elimination", kind: modeRounds, rounds: true}, 9: {name: "CTF Elimination", kind: modeRounds,
			rounds: true},
		10: {name: "Last Man Standing", kind: modeFree}, 11: {name: "Double Domination", kind: modeTeam},
		12: {name: "Domination", kind: modeTeam}}
)

// respawnTimes holds the respawn delays in the game's item list. Those of weapons are not included, as the server sets
// them and does not send them.
var respawnTimes = [sim.ItemCount]time.Duration{
	sim.ItemHealthSmall: 35 * time.Second, sim.ItemHealth: 35 * time.Second, sim.ItemHealthLarge: 35 * time.Second,
	sim.ItemMegaHealth: 35 * time.Second, sim.ItemArmorShard: 25 * time.Second, sim.ItemArmorGreen: 25 * time.Second,
	sim.ItemArmorYellow: 25 * time.Second, sim.ItemArmorRed: 25 * time.Second, sim.ItemQuad: 120 * time.Second,
	sim.ItemProtection: 120 * time.Second, sim.ItemHaste: 120 * time.Second, sim.ItemInvisibility: 120 * time.Second,
	sim.ItemRegeneration: 120 * time.Second, sim.ItemFlight: 120 * time.Second, sim.ItemTeleporter: 60 * time.Second,
	sim.ItemMedkit: 60 * time.Second, sim.ItemAmmoShells: 40 * time.Second, sim.ItemAmmoBullets: 40 * time.Second,
	sim.ItemAmmoGrenades: 40 * time.Second, sim.ItemAmmoCells: 40 * time.Second,
	sim.ItemAmmoLightning: 40 * time.Second, sim.ItemAmmoRockets: 40 * time.Second, sim.ItemAmmoSlugs: 40 * time.Second,
	sim.ItemAmmoBFG: 40 * time.Second,
}
