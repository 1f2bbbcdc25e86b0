package main

import (
	"slices"

	"fragscope/formats/quake3"
)

// Numbers of the game "baseq3" that a demo carries.

// Entity events.
const (
	evJumpPad      = 13
	evJump         = 14
	evWaterTouch   = 15
	evItemPickup   = 19
	evGlobalPickup = 20
	evFireWeapon   = 23
	evItemRespawn  = 40
	evTeleportIn   = 42
	evTeleportOut  = 43
	evBounce       = 44
	evBulletFlesh  = 48
	evBulletWall   = 49
	evMissileHit   = 50
	evMissileMiss  = 51
	evRailTrail    = 53
	evShotgun      = 54
	evPain         = 56
	evDeath1       = 57
	evObituary     = 60
	evGibPlayer    = 64
	eventLife      = 300 // ms for which an event stays in an entity
	upward         = 5   // the direction up, as events carry it
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

// arm is what a weapon does.
type arm struct {
	reload        int // ms
	damage        int
	means, splash int // causes of death
	radius        float64
	speed         float64    // of the projectile; 0 hits at once
	best          [2]float64 // distances
	worth, aim    float64    // to bots; degrees off at which they shoot
}

var arms = [wpCount]arm{
	wpGauntlet:   {400, 50, 2, 0, 0, 0, [2]float64{0, 40}, 4, 20},
	wpMachinegun: {100, 5, 3, 0, 0, 0, [2]float64{0, 1200}, 14, 7},
	wpShotgun:    {1000, 10, 1, 0, 0, 0, [2]float64{0, 320}, 46, 6},
	wpGrenade:    {800, 100, 4, 5, 150, 700, [2]float64{180, 520}, 36, 9},
	wpRocket:     {800, 100, 6, 7, 120, 900, [2]float64{110, 700}, 52, 6},
	wpLightning:  {50, 8, 11, 0, 0, 0, [2]float64{0, 640}, 48, 8},
	wpRail:       {1500, 100, 10, 0, 0, 0, [2]float64{280, 2000}, 62, 2.4},
	wpPlasma:     {100, 20, 8, 9, 20, 2000, [2]float64{60, 600}, 44, 7},
}

const modTelefrag = 18

// Entity flags.
const (
	efDead     = 0x1
	efTeleport = 0x4 // toggles when a player is put elsewhere
	efBounce   = 0x20
	efFiring   = 0x100
	efTalk     = 0x1000
)

const (
	pwQuad          = 1
	firstBody       = 64 // the eight entities of corpses
	bodies          = 8
	firstMapEntity  = 72
	firstBrief      = 200 // entities that come and go
	gibHealth       = -40
	rangeLG         = 768
	teamRed         = 1
	teamBlue        = 2
	csLocations     = 608
	solidBrushModel = 0xffffff
	solidPlayer     = 4200463 // 15 wide, 24 below and 32 above, as engines pack it
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

// findItem is the first row for which a test holds, or nil.
func findItem(test func(*itemKind) bool) *itemKind {
	i := slices.IndexFunc(itemKinds, func(k itemKind) bool { return test(&k) })
	if i < 0 {
		return nil
	}
	return &itemKinds[i]
}

// protocol is that of the demo.
var protocol = quake3.ProtocolOf(68)
