package wolfenstein

import (
	"slices"
	"strings"

	"fragscope/sim"
	"fragscope/sim/track"
)

// Entity types common to both games.
const (
	etGeneral   = 0
	etPlayer    = 1
	etItem      = 2
	etMissile   = 3
	etMover     = 4
	etInvisible = 10
)

// Bits of flags, and places and values in other fields and arrays, common to both games.
const (
	efDead         = 1 << 0
	efTeleport     = 1 << 2
	solidBModel    = 0xffffff
	statHealth     = 0
	persTeam       = 3
	persKilled     = 6
	pmDead         = 3
	pmIntermission = 5
	pmfDucked      = 1
	pmfFollow      = 4096
	pmfLimbo       = 16384
	groundNone     = 1023
)

// action is the meaning of an event, whatever its number.
type action uint8

const (
	actNone action = iota
	actFire
	actPickup
	actBullet
	actHit  // a missile hit a player
	actMiss // a missile hit something else
	actObituary
	actGib
	actPain
	actExplode
	actSound
	actGlobalSound
	actPopup
	actRevive
	actArtillery
	actAirstrike
	actMedicCall
	actHurt
)

// eventRange is a range of event numbers with one meaning.
type eventRange struct {
	first, last uint8
	action      action
}

func eventTable(list ...eventRange) *[256]action {
	t := new([256]action)
	for _, s := range list {
		for i := int(s.first); i <= int(s.last); i++ {
			t[i] = s.action
		}
	}
	return t
}

var (
	eventsET = eventTable(eventRange{29, 30, actPickup}, eventRange{40, 42, actFire}, eventRange{44, 45, actFire},
		eventRange{51, 52, actSound}, eventRange{53, 53, actGlobalSound}, eventRange{59, 59, actHit},
		eventRange{60, 60, actMiss}, eventRange{63, 63, actBullet}, eventRange{65, 65, actPain},
		eventRange{70, 70, actObituary}, eventRange{75, 75, actGib}, eventRange{82, 82, actExplode},
		eventRange{89, 92, actMiss}, eventRange{123, 123, actFire}, eventRange{126, 126, actPopup},
		eventRange{127, 127, actArtillery}, eventRange{128, 128, actAirstrike}, eventRange{129, 129, actMedicCall})
	eventsLegacy = eventTable(eventRange{28, 29, actPickup}, eventRange{39, 41, actFire}, eventRange{43, 44, actFire},
		eventRange{50, 51, actSound}, eventRange{52, 52, actGlobalSound}, eventRange{58, 58, actHit},
		eventRange{59, 59, actMiss}, eventRange{61, 61, actBullet}, eventRange{63, 63, actPain},
		eventRange{68, 68, actObituary}, eventRange{73, 73, actGib}, eventRange{80, 80, actExplode},
		eventRange{87, 90, actMiss}, eventRange{121, 121, actFire}, eventRange{124, 124, actPopup},
		eventRange{125, 125, actArtillery}, eventRange{126, 126, actAirstrike}, eventRange{127, 127, actMedicCall},
		eventRange{132, 132, actHurt}, eventRange{133, 133, actRevive})
	eventsNitmod = eventTable(eventRange{22, 23, actPickup}, eventRange{33, 35, actFire}, eventRange{37, 38, actFire},
		eventRange{40, 41, actSound}, eventRange{42, 42, actGlobalSound}, eventRange{48, 48, actHit},
		eventRange{49, 49, actMiss}, eventRange{56, 56, actObituary}, eventRange{58, 58, actGib},
		eventRange{63, 63, actExplode}, eventRange{70, 73, actMiss}, eventRange{90, 90, actPopup},
		eventRange{91, 91, actArtillery}, eventRange{92, 92, actAirstrike}, eventRange{93, 93, actMedicCall})
	eventsRTCW = eventTable(eventRange{30, 31, actPickup}, eventRange{40, 43, actFire}, eventRange{45, 45, actFire},
		eventRange{67, 67, actSound}, eventRange{68, 68, actGlobalSound}, eventRange{72, 72, actHit},
		eventRange{73, 73, actMiss}, eventRange{77, 77, actBullet}, eventRange{80, 81, actPain},
		eventRange{85, 85, actObituary}, eventRange{90, 90, actGib}, eventRange{100, 100, actExplode},
		eventRange{109, 110, actMiss})
)

// weaponNames maps names in the sources, without WP_ or MOD_, to weapons. Names without a counterpart in package sim
// map to [sim.WeaponOther].
var weaponNames = func() map[string]sim.Weapon {
	names := map[string]sim.Weapon{}
	for w, list := range map[sim.Weapon]string{
		sim.WeaponKnife: "KNIFE KNIFE2 KNIFE_KABAR KNIFE_STEALTH BACKSTAB", sim.WeaponThrownKnife: "THROWN_KNIFE",
		sim.WeaponLuger: "LUGER SILENCER", sim.WeaponColt: "COLT SILENCED_COLT",
		sim.WeaponDualPistols: "AKIMBO AKIMBO_COLT AKIMBO_LUGER AKIMBO_SILENCEDCOLT AKIMBO_SILENCEDLUGER",
		sim.WeaponMP40:        "MP40 MP34", sim.WeaponThompson: "THOMPSON", sim.WeaponSten: "STEN STEN_MKII",
		sim.WeaponFG42: "FG42 STG44 BAR BAR2", sim.WeaponRifle: "KAR98 CARBINE GARAND K43 MAUSER",
		sim.WeaponSniperRifle:  "FG42SCOPE FG42_SCOPE GARAND_SCOPE K43_SCOPE SNIPERRIFLE SNOOPERSCOPE",
		sim.WeaponHandGrenade:  "GRENADE_LAUNCHER GRENADE_PINEAPPLE GRENADE GRENADE_SPLASH",
		sim.WeaponRifleGrenade: "GPG40 M7",
		sim.WeaponPanzerfaust:  "PANZERFAUST BAZOOKA ROCKET ROCKET_LAUNCHER ROCKET_SPLASH",
		sim.WeaponMG42:         "MACHINEGUN BROWNING MG42 MOBILE_MG42 MOBILE_MG42_SET MOBILE_BROWNING MOBILE_BROWNING_SET DUMMY_MG42",
		sim.WeaponChaingun:     "VENOM VENOM_FULL", sim.WeaponShotgun: "SHOTGUN M97", sim.WeaponKick: "KICKED SHOVE",
		sim.WeaponFlamethrower: "FLAMETHROWER",
		sim.WeaponMortar:       "MORTAR MORTAR_SET MORTAR2 MORTAR2_SET MORTAR_SPLASH MAPMORTAR MAPMORTAR_SPLASH",
		sim.WeaponDynamite:     "DYNAMITE DYNAMITE2 DYNAMITE_SPLASH", sim.WeaponSatchel: "SATCHEL SATCHEL_DET",
		sim.WeaponLandmine: "LANDMINE TRIPMINE PROX", sim.WeaponAirstrike: "AIRSTRIKE SMOKE_MARKER SMOKEGRENADE LT_AIRSTRIKE",
		sim.WeaponArtillery: "ARTY", sim.WeaponSyringe: "SYRINGE MEDIC_SYRINGE POISON_SYRINGE POISON",
		sim.WeaponPliers:     "PLIERS",
		sim.WeaponPack:       "AMMO MEDKIT",
		sim.WeaponBinoculars: "BINOCULARS",
		sim.CauseWorld:       "UNKNOWN", sim.CauseWater: "WATER", sim.CauseSlime: "SLIME", sim.CauseLava: "LAVA",
		sim.CauseCrush:    "CRUSH CRUSH_CONSTRUCTION CRUSH_CONSTRUCTIONDEATH CRUSH_CONSTRUCTIONDEATH_NOATTACKER GOOMBA",
		sim.CauseTelefrag: "TELEFRAG", sim.CauseFall: "FALLING", sim.CauseSuicide: "SUICIDE SWITCHTEAM",
		sim.CauseTrigger: "TARGET_LASER TRIGGER_HURT EXPLOSIVE",
	} {
		for _, name := range strings.Fields(list) {
			names[name] = w
		}
	}
	return names
}()

// clipNames are weapons that use the clip of another one (bg_misc.c, ammoTableMP).
var clipNames = map[string]string{"SILENCER": "LUGER", "SILENCED_COLT": "COLT", "GARAND_SCOPE": "GARAND",
	"K43_SCOPE": "K43", "FG42SCOPE": "FG42", "FG42_SCOPE": "FG42", "MORTAR_SET": "MORTAR", "MORTAR2_SET": "MORTAR2",
	"MOBILE_MG42_SET": "MOBILE_MG42", "MOBILE_BROWNING_SET": "MOBILE_BROWNING", "AKIMBO_SILENCEDCOLT": "AKIMBO_COLT",
	"AKIMBO_SILENCEDLUGER": "AKIMBO_LUGER", "SATCHEL_DET": "SATCHEL", "SNIPERRIFLE": "MAUSER", "SNOOPERSCOPE": "GARAND",
	"BAR2": "BAR"}

// gun is a weapon, and the number of the weapon whose clip it uses.
type gun struct {
	weapon sim.Weapon
	clip   int
}

// weaponList returns the weapons in a list of names, numbered from 1.
func weaponList(text string) []gun {
	names := strings.Fields(text)
	list := []gun{{}}
	for i, name := range names {
		g := gun{sim.WeaponOther, i + 1}
		if w, ok := weaponNames[name]; ok {
			g.weapon = w
		}
		if at := slices.Index(names, clipNames[name]); at >= 0 {
			g.clip = at + 1
		}
		list = append(list, g)
	}
	return list
}

// Weapons of each game, numbered from 1.
var (
	weaponsET = weaponList(
		`KNIFE LUGER MP40 GRENADE_LAUNCHER PANZERFAUST FLAMETHROWER COLT THOMPSON GRENADE_PINEAPPLE STEN
		MEDIC_SYRINGE AMMO ARTY SILENCER DYNAMITE SMOKETRAIL MAPMORTAR VERYBIGEXPLOSION MEDKIT BINOCULARS PLIERS SMOKE_MARKER
		KAR98 CARBINE GARAND LANDMINE SATCHEL SATCHEL_DET TRIPMINE SMOKE_BOMB MOBILE_MG42 K43 FG42 DUMMY_MG42 MORTAR LOCKPICK
		AKIMBO_COLT AKIMBO_LUGER GPG40 M7 SILENCED_COLT GARAND_SCOPE K43_SCOPE FG42SCOPE MORTAR_SET MEDIC_ADRENALINE
		AKIMBO_SILENCEDCOLT AKIMBO_SILENCEDLUGER MOBILE_MG42_SET`)
	weaponsLegacy = weaponList(
		`KNIFE LUGER MP40 GRENADE_LAUNCHER PANZERFAUST FLAMETHROWER COLT THOMPSON GRENADE_PINEAPPLE STEN
		MEDIC_SYRINGE AMMO ARTY SILENCER DYNAMITE SMOKETRAIL MAPMORTAR VERYBIGEXPLOSION MEDKIT BINOCULARS PLIERS SMOKE_MARKER
		KAR98 CARBINE GARAND LANDMINE SATCHEL SATCHEL_DET SMOKE_BOMB MOBILE_MG42 K43 FG42 DUMMY_MG42 MORTAR AKIMBO_COLT
		AKIMBO_LUGER GPG40 M7 SILENCED_COLT GARAND_SCOPE K43_SCOPE FG42_SCOPE MORTAR_SET MEDIC_ADRENALINE AKIMBO_SILENCEDCOLT
		AKIMBO_SILENCEDLUGER MOBILE_MG42_SET KNIFE_KABAR MOBILE_BROWNING MOBILE_BROWNING_SET MORTAR2 MORTAR2_SET BAZOOKA MP34
		AIRSTRIKE`)
	weaponsRTCW = weaponList(
		`KNIFE LUGER MP40 MAUSER FG42 GRENADE_LAUNCHER PANZERFAUST VENOM FLAMETHROWER TESLA SPEARGUN KNIFE2
		COLT THOMPSON GARAND BAR GRENADE_PINEAPPLE ROCKET_LAUNCHER SNIPERRIFLE SNOOPERSCOPE VENOM_FULL SPEARGUN_CO2 FG42SCOPE
		BAR2 STEN MEDIC_SYRINGE AMMO ARTY SILENCER AKIMBO CROSS DYNAMITE DYNAMITE2 PROX MONSTER_ATTACK1 MONSTER_ATTACK2
		MONSTER_ATTACK3 SMOKETRAIL GAUNTLET SNIPER MORTAR VERYBIGEXPLOSION MEDKIT PLIERS SMOKE_GRENADE BINOCULARS`)
)

// Means of death of each mod, by number.
const (
	causesET = `UNKNOWN MACHINEGUN BROWNING MG42 GRENADE ROCKET KNIFE LUGER COLT MP40 THOMPSON STEN GARAND SNOOPERSCOPE SILENCER
		FG42 FG42SCOPE PANZERFAUST GRENADE_LAUNCHER FLAMETHROWER GRENADE_PINEAPPLE CROSS MAPMORTAR MAPMORTAR_SPLASH KICKED GRABBER
		DYNAMITE AIRSTRIKE SYRINGE AMMO ARTY WATER SLIME LAVA CRUSH TELEFRAG FALLING SUICIDE TARGET_LASER TRIGGER_HURT EXPLOSIVE
		CARBINE KAR98 GPG40 M7 LANDMINE SATCHEL TRIPMINE SMOKEBOMB MOBILE_MG42 SILENCED_COLT GARAND_SCOPE CRUSH_CONSTRUCTION
		CRUSH_CONSTRUCTIONDEATH CRUSH_CONSTRUCTIONDEATH_NOATTACKER K43 K43_SCOPE MORTAR AKIMBO_COLT AKIMBO_LUGER
		AKIMBO_SILENCEDCOLT AKIMBO_SILENCEDLUGER SMOKEGRENADE SWAP_PLACES SWITCHTEAM`
	causesPub    = causesET + ` GOOMBA POISON FEAR THROWN_KNIFE REFLECTED_FF`
	causesJaymod = causesET + ` GOOMBA POISON_SYRINGE THROWN_KNIFE FEAR REFLECTED_FF M97 POISON_GAS MOLOTOV SHOVE`
	// causesShort are common to ET: Legacy and No Quarter, which omit what the game does not use.
	causesShort = `UNKNOWN MACHINEGUN BROWNING MG42 GRENADE KNIFE LUGER COLT MP40 THOMPSON STEN GARAND SILENCER FG42 FG42SCOPE
		PANZERFAUST GRENADE_LAUNCHER FLAMETHROWER GRENADE_PINEAPPLE MAPMORTAR MAPMORTAR_SPLASH KICKED DYNAMITE AIRSTRIKE SYRINGE
		AMMO ARTY WATER SLIME LAVA CRUSH TELEFRAG FALLING SUICIDE TARGET_LASER TRIGGER_HURT EXPLOSIVE CARBINE KAR98 GPG40 M7
		LANDMINE SATCHEL SMOKEBOMB MOBILE_MG42 SILENCED_COLT GARAND_SCOPE CRUSH_CONSTRUCTION CRUSH_CONSTRUCTIONDEATH
		CRUSH_CONSTRUCTIONDEATH_NOATTACKER K43 K43_SCOPE MORTAR AKIMBO_COLT AKIMBO_LUGER AKIMBO_SILENCEDCOLT AKIMBO_SILENCEDLUGER
		SMOKEGRENADE SWAP_PLACES SWITCHTEAM`
	causesLegacy  = causesShort + ` SHOVE KNIFE_KABAR MOBILE_BROWNING MORTAR2 BAZOOKA BACKSTAB MP34`
	causesQuarter = causesShort +
		` GOOMBA POISON FEAR CENSORED SHOTGUN BACKSTAB MOBILE_BROWNING BAR STG44 BAZOOKA STEN_MKII MP34
		VENOM SHOVE THROWN_KNIFE`
	causesNitmod = `UNKNOWN MACHINEGUN BROWNING MG42 GRENADE KNIFE LUGER COLT MP40 THOMPSON STEN GARAND SILENCER FG42 FG42SCOPE
		PANZERFAUST GRENADE_LAUNCHER FLAMETHROWER GRENADE_PINEAPPLE MAPMORTAR MAPMORTAR_SPLASH DYNAMITE AIRSTRIKE SYRINGE AMMO ARTY
		WATER SLIME LAVA CRUSH TELEFRAG FALLING SUICIDE TARGET_LASER TRIGGER_HURT EXPLOSIVE CARBINE KAR98 GPG40 M7 LANDMINE SATCHEL
		SMOKEBOMB MOBILE_MG42 SILENCED_COLT GARAND_SCOPE CRUSH_CONSTRUCTION CRUSH_CONSTRUCTIONDEATH
		CRUSH_CONSTRUCTIONDEATH_NOATTACKER K43 K43_SCOPE MORTAR AKIMBO_COLT AKIMBO_LUGER AKIMBO_SILENCEDCOLT AKIMBO_SILENCEDLUGER
		SMOKEGRENADE SWITCHTEAM GOOMBA POISON FEAR CENSORED SHOVE THROWN_KNIFE GIBME BOMB TRIPMINE POISON_GAS POISON_GAS_MINE`
	causesRTCW = `UNKNOWN SHOTGUN GAUNTLET MACHINEGUN GRENADE GRENADE_SPLASH ROCKET ROCKET_SPLASH RAILGUN LIGHTNING BFG BFG_SPLASH
		KNIFE KNIFE2 KNIFE_STEALTH LUGER COLT MP40 THOMPSON STEN MAUSER SNIPERRIFLE GARAND SNOOPERSCOPE SILENCER AKIMBO BAR FG42
		FG42SCOPE PANZERFAUST ROCKET_LAUNCHER GRENADE_LAUNCHER VENOM VENOM_FULL FLAMETHROWER TESLA SPEARGUN SPEARGUN_CO2
		GRENADE_PINEAPPLE CROSS MORTAR MORTAR_SPLASH KICKED GRABBER DYNAMITE DYNAMITE_SPLASH AIRSTRIKE SYRINGE AMMO ARTY WATER
		SLIME LAVA CRUSH TELEFRAG FALLING SUICIDE TARGET_LASER TRIGGER_HURT GRAPPLE EXPLOSIVE POISONGAS ZOMBIESPIT
		ZOMBIESPIT_SPLASH ZOMBIESPIRIT ZOMBIESPIRIT_SPLASH LOPER_LEAP LOPER_GROUND LOPER_HIT LT_AMMO LT_AIRSTRIKE ENGINEER MEDIC
		BAT`
)

// meansOfDeath is a means of death.
type meansOfDeath struct {
	weapon sim.Weapon
	name   string
}

// causeList returns the means of death in a list of names, by number.
func causeList(names string) (list []meansOfDeath) {
	for _, name := range strings.Fields(names) {
		w, ok := weaponNames[name]
		if !ok {
			w = sim.WeaponOther
		}
		list = append(list, meansOfDeath{w, "MOD_" + name})
	}
	return list
}

// itemList returns the items in a list of names, by number: health and ammunition, axis and allied for objectives that
// are carried, "-" for none; all others are weapons.
func itemList(names string) (list []track.ItemDef) {
	for _, name := range strings.Fields(names) {
		var d track.ItemDef
		switch name {
		case "-":
			d.Item = sim.ItemOther
		case "health":
			d.Item = sim.ItemHealth
		case "ammo":
			d.Item = sim.ItemAmmoPack
		case "axis":
			d.Item, d.Team = sim.ItemFlag, sim.TeamRed
		case "allied":
			d.Item, d.Team = sim.ItemFlag, sim.TeamBlue
		default:
			if d.Item, d.Weapon = sim.ItemWeapon, weaponNames[name]; d.Weapon == sim.WeaponNone {
				d.Weapon = sim.WeaponOther
			}
		}
		list = append(list, d)
	}
	return list
}

// Items of the games, numbered from 0.
var (
	itemsET = itemList(
		`- - health health health health health health health KNIFE LUGER AKIMBO_LUGER AKIMBO_SILENCEDLUGER THOMPSON
		DUMMY_MG42 STEN COLT AKIMBO_COLT AKIMBO_SILENCEDCOLT MP40 PANZERFAUST GRENADE_LAUNCHER GRENADE_PINEAPPLE SMOKE_MARKER
		SMOKETRAIL health DYNAMITE FLAMETHROWER MAPMORTAR PLIERS ARTY MEDIC_SYRINGE MEDIC_ADRENALINE ammo ammo BINOCULARS K43
		K43_SCOPE KAR98 GPG40 M7 CARBINE GARAND GARAND_SCOPE FG42 FG42SCOPE MORTAR MORTAR_SET LANDMINE SATCHEL SATCHEL_DET
		SMOKE_BOMB TRIPMINE MOBILE_MG42 MOBILE_MG42_SET SILENCER SILENCED_COLT health ammo ammo ammo ammo ammo ammo ammo ammo ammo
		ammo ammo ammo ammo ammo ammo ammo axis allied`)
	itemsLegacy = itemList(`- health health health health health health health KNIFE KNIFE_KABAR LUGER AKIMBO_LUGER
		AKIMBO_SILENCEDLUGER THOMPSON DUMMY_MG42 STEN MP34 COLT AKIMBO_COLT AKIMBO_SILENCEDCOLT MP40 PANZERFAUST BAZOOKA
		GRENADE_LAUNCHER GRENADE_PINEAPPLE SMOKE_MARKER SMOKETRAIL health DYNAMITE FLAMETHROWER MAPMORTAR PLIERS ARTY AIRSTRIKE
		MEDIC_SYRINGE MEDIC_ADRENALINE ammo ammo BINOCULARS K43 K43_SCOPE KAR98 GPG40 M7 CARBINE GARAND GARAND_SCOPE FG42 FG42_SCOPE
		MORTAR MORTAR_SET MORTAR2 MORTAR2_SET LANDMINE SATCHEL SATCHEL_DET SMOKE_BOMB MOBILE_MG42 MOBILE_MG42_SET
		MOBILE_BROWNING_SET MOBILE_BROWNING SILENCER SILENCED_COLT ammo ammo ammo ammo ammo ammo ammo ammo ammo ammo ammo ammo ammo
		ammo ammo ammo axis allied`)
)

// classes are the classes of players, by number.
var classes = [...]string{"Soldier", "Medic", "Engineer", "Field Ops", "Covert Ops"}

// gameTypes are the game types, by number.
var gameTypes = map[int]string{2: "Objective", 3: "Stopwatch", 4: "Campaign", 5: "Last Man Standing", 6: "Map Voting",
	7: "Capture and Hold"}

const stopwatch = 3
