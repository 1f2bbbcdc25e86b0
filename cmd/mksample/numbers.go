package main

import "fragscope/formats/quake3"

// Numbers of the game "baseq3" that a demo carries.

// Entity events.
const (
	evFootstep     = 1
	evFootSplash   = 3
	evSwim         = 5
	evStep4        = 6
	evStep16       = 9
	evFallShort    = 10
	evFallMedium   = 11
	evFallFar      = 12
	evJumpPad      = 13
	evJump         = 14
	evWaterTouch   = 15
	evWaterLeave   = 16
	evWaterUnder   = 17
	evWaterClear   = 18
	evItemPickup   = 19
	evGlobalPickup = 20
	evNoAmmo       = 21
	evChangeWeapon = 22
	evFireWeapon   = 23
	evItemRespawn  = 40
	evTeleportIn   = 42
	evTeleportOut  = 43
	evBounce       = 44
	evGlobalTeam   = 47
	evBulletFlesh  = 48
	evBulletWall   = 49
	evMissileHit   = 50
	evMissileMiss  = 51
	evRailTrail    = 53
	evShotgun      = 54
	evPain         = 56
	evDeath1       = 57
	evObituary     = 60
	evPowerupQuad  = 61
	evGibPlayer    = 64
	eventLife      = 300 // ms for which an event stays in an entity
)

// Weapons.
const (
	wpGauntlet = 1 + iota
	wpMachinegun
	wpShotgun
	wpGrenade
	wpRocket
	wpLightning
	wpRail
	wpPlasma
	wpCount
)

// Means of death.
const (
	modShotgun       = 1
	modGauntlet      = 2
	modMachinegun    = 3
	modGrenade       = 4
	modGrenadeSplash = 5
	modRocket        = 6
	modRocketSplash  = 7
	modPlasma        = 8
	modPlasmaSplash  = 9
	modRail          = 10
	modLightning     = 11
	modTelefrag      = 18
	modFalling       = 19
	byWorld          = quake3.WorldEntity
)

// Entity flags.
const (
	efDead     = 0x1
	efTeleport = 0x4 // toggles when a player is put elsewhere
	efBounce   = 0x20
	efNoDraw   = 0x80
	efFiring   = 0x100
	efTalk     = 0x1000
)

// Animations of players: the lower and the upper part of the model.
const (
	animDeath      = 0
	animDead       = 1
	torsoAttack    = 7
	torsoDrop      = 9
	torsoRaise     = 10
	torsoStand     = 11
	legsRun        = 15
	legsBack       = 16
	legsSwim       = 17
	legsJump       = 18
	legsIdle       = 22
	animToggle     = 128
	pwQuad         = 1
	firstBody      = 64 // the eight entities of corpses
	bodies         = 8
	firstMapEntity = 72
	gibHealth      = -40
	rangeLG        = 768
)

// Playerstate: indices of stats and persistant.
const (
	statHealth      = 0
	statWeapons     = 2
	statArmor       = 3
	statDeadYaw     = 4
	statMaxHealth   = 6
	persScore       = 0
	persHits        = 1
	persRank        = 2
	persTeam        = 3
	persSpawns      = 4
	persAttacker    = 6
	persKilled      = 8
	pmNormal        = 0
	pmDead          = 3
	pmFreeze        = 4
	weaponReady     = 0
	weaponRaising   = 1
	weaponDropping  = 2
	weaponFiring    = 3
	pmfRespawned    = 512
	pmfJumpHeld     = 2
	pmfTimeLand     = 32
	deadHeight      = -16
	teamRed         = 1
	teamBlue        = 2
	solidBrushModel = 0xffffff
	solidPlayer     = 4200463 // 15 wide, 24 below and 32 above, as engines pack it
)

// Numbers of configstrings.
const (
	csServerInfo   = 0
	csSystemInfo   = 1
	csMessage      = 3
	csWarmup       = 5
	csScores1      = 6
	csScores2      = 7
	csGameVersion  = 20
	csLevelStart   = 21
	csIntermission = 22
	csItems        = 27
	csModels       = 32
	csPlayers      = 544
	csLocations    = 608
)

type itemType uint8

const (
	itHealth itemType = iota
	itArmor
	itAmmo
	itWeapon
	itPowerup
)

// itemKind is a row of the game's list of items.
type itemKind struct {
	number   int // place in the list
	class    string
	kind     itemType
	quantity int
	tag      int // weapon or powerup
	respawn  int // ms
}

var itemKinds = []itemKind{
	{1, "item_armor_shard", itArmor, 5, 0, 25000},
	{2, "item_armor_combat", itArmor, 50, 0, 25000},
	{3, "item_armor_body", itArmor, 100, 0, 25000},
	{4, "item_health_small", itHealth, 5, 0, 35000},
	{5, "item_health", itHealth, 25, 0, 35000},
	{6, "item_health_large", itHealth, 50, 0, 35000},
	{7, "item_health_mega", itHealth, 100, 0, 35000},
	{9, "weapon_shotgun", itWeapon, 10, wpShotgun, 5000},
	{10, "weapon_machinegun", itWeapon, 40, wpMachinegun, 5000},
	{11, "weapon_grenadelauncher", itWeapon, 10, wpGrenade, 5000},
	{12, "weapon_rocketlauncher", itWeapon, 10, wpRocket, 5000},
	{13, "weapon_lightning", itWeapon, 100, wpLightning, 5000},
	{14, "weapon_railgun", itWeapon, 10, wpRail, 5000},
	{15, "weapon_plasmagun", itWeapon, 50, wpPlasma, 5000},
	{18, "ammo_shells", itAmmo, 10, wpShotgun, 40000},
	{19, "ammo_bullets", itAmmo, 50, wpMachinegun, 40000},
	{20, "ammo_grenades", itAmmo, 5, wpGrenade, 40000},
	{21, "ammo_cells", itAmmo, 30, wpPlasma, 40000},
	{22, "ammo_lightning", itAmmo, 60, wpLightning, 40000},
	{23, "ammo_rockets", itAmmo, 5, wpRocket, 40000},
	{24, "ammo_slugs", itAmmo, 10, wpRail, 40000},
	{28, "item_quad", itPowerup, 30, pwQuad, 120000},
}

func itemByClass(class string) *itemKind {
	for i := range itemKinds {
		if itemKinds[i].class == class {
			return &itemKinds[i]
		}
	}
	return nil
}

func weaponItem(weapon int) *itemKind {
	for i := range itemKinds {
		if k := &itemKinds[i]; k.kind == itWeapon && k.tag == weapon {
			return k
		}
	}
	return nil
}
