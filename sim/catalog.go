package sim

import (
	"slices"
	"strings"
)

// Weapon identifies a weapon of any supported game, or another cause of death. Weapons that work alike in different
// games share one value and therefore one icon.
type Weapon uint8

const (
	WeaponNone  Weapon = iota
	WeaponMelee        // axe, gauntlet, chainsaw, knife, slash
	WeaponBlaster
	WeaponMachinegun
	WeaponShotgun
	WeaponSuperShotgun
	WeaponChaingun
	WeaponNailgun
	WeaponSuperNailgun
	WeaponGrenadeLauncher
	WeaponRocketLauncher
	WeaponLightning // thunderbolt, lightning gun
	WeaponRailgun
	WeaponPlasma
	WeaponHyperblaster
	WeaponBFG
	WeaponHandGrenade
	WeaponGrapple
	WeaponProxLauncher
	WeaponHeavyMachinegun
	WeaponLaserCannon // hipnotic
	WeaponMjolnir     // hipnotic
	WeaponIonRipper   // The Reckoning
	WeaponPhalanx     // The Reckoning
	WeaponTrap        // The Reckoning
	WeaponETFRifle    // Ground Zero
	WeaponPlasmaBeam  // Ground Zero
	WeaponTesla       // Ground Zero
	WeaponDisruptor   // Ground Zero
	WeaponPistol      // Action Quake 2 Mk23, Urban Terror sidearms
	WeaponDualPistols
	WeaponSubmachinegun
	WeaponAssaultRifle
	WeaponSniperRifle
	WeaponHandcannon
	WeaponKnife
	WeaponThrownKnife
	WeaponKick
	WeaponNuke // Ground Zero's antimatter bomb
	// Allies that a player can summon in Ground Zero.
	WeaponVengeanceSphere
	WeaponHunterSphere
	WeaponDefenderSphere
	WeaponDoppleganger
	WeaponOther // a mod's weapon that has no value here
	// Causes of death that are not weapons.
	CauseWorld
	CauseFall
	CauseWater
	CauseSlime
	CauseLava
	CauseCrush
	CauseTelefrag
	CauseTrigger // trigger_hurt, laser, trap of the map
	CauseSuicide
	CauseMonster
	// Wolfenstein weapons that have no counterpart above.
	WeaponLuger
	WeaponColt
	WeaponMP40
	WeaponThompson
	WeaponSten
	WeaponFG42  // also StG 44, BAR
	WeaponRifle // K43, Garand, Kar98, carbine
	WeaponMG42  // also the Browning
	WeaponPanzerfaust
	WeaponFlamethrower
	WeaponRifleGrenade
	WeaponMortar
	WeaponDynamite
	WeaponSatchel
	WeaponLandmine
	WeaponAirstrike
	WeaponArtillery
	WeaponSyringe
	WeaponPliers
	WeaponPack // of medicine or ammunition, for others
	WeaponBinoculars
	WeaponCount
)

// Picture is the name of an icon, such as "rocket". Each renderer draws the icon in its own way. An empty name means
// that there is no icon.
type Picture string

// Flight describes what a weapon's projectiles look like from above.
type Flight uint8

const (
	FlightShot Flight = iota // a short streak
	FlightRocket
	FlightGrenade
	FlightMine // lies where it fell
	FlightNail
	FlightPlasma
	FlightBFG
	FlightHook
	FlightBolt
	FlightCount
)

// WeaponInfo describes a weapon or another cause of death: its names, its colour and icon, and how its projectiles
// look.
type WeaponInfo struct {
	Name    string // "Rocket Launcher"
	Short   string // "RL"
	Color   RGB
	Picture Picture
	Flight  Flight
}

var (
	neutralColor = RGB{170, 176, 186}
	weaponInfos  = [WeaponCount]WeaponInfo{
		WeaponNone:            {"", "", neutralColor, "", FlightShot},
		WeaponMelee:           {"Melee", "Axe", RGB{176, 190, 208}, "axe", FlightShot},
		WeaponBlaster:         {"Blaster", "BL", RGB{232, 196, 92}, "pistol", FlightBolt},
		WeaponMachinegun:      {"Machinegun", "MG", RGB{214, 206, 150}, "bullet", FlightShot},
		WeaponShotgun:         {"Shotgun", "SG", RGB{208, 150, 84}, "shell", FlightShot},
		WeaponSuperShotgun:    {"Super Shotgun", "SSG", RGB{216, 138, 72}, "shells", FlightShot},
		WeaponChaingun:        {"Chaingun", "CG", RGB{206, 196, 128}, "bullets", FlightShot},
		WeaponNailgun:         {"Nailgun", "NG", RGB{150, 196, 196}, "nail", FlightNail},
		WeaponSuperNailgun:    {"Super Nailgun", "SNG", RGB{120, 190, 200}, "nails", FlightNail},
		WeaponGrenadeLauncher: {"Grenade Launcher", "GL", RGB{118, 190, 104}, "grenade", FlightGrenade},
		WeaponRocketLauncher:  {"Rocket Launcher", "RL", RGB{240, 110, 84}, "rocket", FlightRocket},
		WeaponLightning:       {"Lightning Gun", "LG", RGB{234, 228, 148}, "bolt", FlightShot},
		WeaponRailgun:         {"Railgun", "RG", RGB{102, 220, 140}, "rail", FlightShot},
		WeaponPlasma:          {"Plasma Gun", "PG", RGB{196, 126, 240}, "plasma", FlightPlasma},
		WeaponHyperblaster:    {"Hyperblaster", "HB", RGB{240, 210, 100}, "hyper", FlightBolt},
		WeaponBFG:             {"BFG10K", "BFG", RGB{112, 226, 160}, "bfg", FlightBFG},
		WeaponHandGrenade:     {"Hand Grenade", "HG", RGB{128, 180, 104}, "grenade", FlightGrenade},
		WeaponGrapple:         {"Grapple", "GH", RGB{150, 170, 190}, "hook", FlightHook},
		WeaponProxLauncher:    {"Prox Launcher", "PL", RGB{206, 100, 140}, "mine", FlightMine},
		WeaponHeavyMachinegun: {"Heavy Machinegun", "HMG", RGB{220, 190, 120}, "bullets", FlightShot},
		WeaponLaserCannon:     {"Laser Cannon", "LC", RGB{240, 96, 110}, "laser", FlightShot},
		WeaponMjolnir:         {"Mjolnir", "MJ", RGB{150, 190, 240}, "hammer", FlightShot},
		WeaponIonRipper:       {"Ion Ripper", "IR", RGB{240, 170, 80}, "hyper", FlightShot},
		WeaponPhalanx:         {"Phalanx", "PX", RGB{240, 150, 90}, "plasma", FlightRocket},
		WeaponTrap:            {"Trap", "TR", RGB{150, 180, 130}, "trap", FlightMine},
		WeaponETFRifle:        {"ETF Rifle", "ETF", RGB{190, 200, 180}, "nail", FlightNail},
		WeaponPlasmaBeam:      {"Plasma Beam", "PB", RGB{150, 220, 240}, "bolt", FlightShot},
		WeaponTesla:           {"Tesla Mine", "TM", RGB{140, 190, 240}, "mine", FlightMine},
		WeaponDisruptor:       {"Disruptor", "DR", RGB{190, 140, 220}, "plasma", FlightShot},
		WeaponPistol:          {"Pistol", "MK23", RGB{190, 190, 190}, "pistol", FlightShot},
		WeaponDualPistols:     {"Dual Pistols", "AKI", RGB{190, 190, 190}, "pistol", FlightShot},
		WeaponSubmachinegun:   {"Submachinegun", "MP5", RGB{200, 200, 160}, "rifle", FlightShot},
		WeaponAssaultRifle:    {"Assault Rifle", "M4", RGB{200, 190, 140}, "rifle", FlightShot},
		WeaponSniperRifle:     {"Sniper Rifle", "SSG", RGB{140, 210, 160}, "sniper", FlightShot},
		WeaponHandcannon:      {"Handcannon", "HC", RGB{220, 140, 80}, "shells", FlightShot},
		WeaponKnife:           {"Knife", "KN", RGB{176, 190, 208}, "knife", FlightShot},
		WeaponThrownKnife:     {"Throwing Knife", "TK", RGB{176, 190, 208}, "knife", FlightShot},
		WeaponKick:            {"Kick", "Kick", neutralColor, "boot", FlightShot},
		WeaponNuke:            {"A-M Bomb", "AMB", RGB{226, 240, 110}, "nuke", FlightShot},
		WeaponVengeanceSphere: {"Vengeance Sphere", "VS", RGB{240, 110, 110}, "sphere", FlightShot},
		WeaponHunterSphere:    {"Hunter Sphere", "HS", RGB{240, 200, 80}, "sphere", FlightShot},
		WeaponDefenderSphere:  {"Defender Sphere", "DS", RGB{110, 170, 240}, "sphere", FlightShot},
		WeaponDoppleganger:    {"Doppleganger", "DG", RGB{190, 150, 220}, "ghost", FlightShot},
		WeaponOther:           {"Weapon", "?", neutralColor, "other", FlightShot},
		CauseWorld:            {"World", "world", neutralColor, "world", FlightShot},
		CauseFall:             {"Fall", "fell", neutralColor, "fall", FlightShot},
		CauseWater:            {"Drowned", "water", RGB{96, 156, 220}, "drop", FlightShot},
		CauseSlime:            {"Slime", "slime", RGB{120, 190, 90}, "drop", FlightShot},
		CauseLava:             {"Lava", "lava", RGB{240, 120, 60}, "flame", FlightShot},
		CauseCrush:            {"Crushed", "crush", neutralColor, "crush", FlightShot},
		CauseTelefrag:         {"Telefrag", "tele", RGB{206, 150, 240}, "telefrag", FlightShot},
		CauseTrigger:          {"Trap", "trap", neutralColor, "trap", FlightShot},
		CauseSuicide:          {"Suicide", "suicide", neutralColor, "skull", FlightShot},
		CauseMonster:          {"Monster", "monster", neutralColor, "monster", FlightShot},
		WeaponLuger:           {"Luger", "LUG", RGB{190, 190, 190}, "pistol", FlightShot},
		WeaponColt:            {"Colt", "COLT", RGB{190, 190, 190}, "pistol", FlightShot},
		WeaponMP40:            {"MP40", "MP40", RGB{214, 206, 150}, "rifle", FlightShot},
		WeaponThompson:        {"Thompson", "TH", RGB{214, 206, 150}, "rifle", FlightShot},
		WeaponSten:            {"Sten", "STEN", RGB{200, 200, 160}, "rifle", FlightShot},
		WeaponFG42:            {"FG42", "FG42", RGB{200, 190, 140}, "rifle", FlightShot},
		WeaponRifle:           {"Rifle", "RIF", RGB{140, 210, 160}, "rifle", FlightShot},
		WeaponMG42:            {"MG42", "MG42", RGB{220, 190, 120}, "bullets", FlightShot},
		WeaponPanzerfaust:     {"Panzerfaust", "PF", RGB{240, 110, 84}, "rocket", FlightRocket},
		WeaponFlamethrower:    {"Flamethrower", "FT", RGB{240, 140, 60}, "flame", FlightPlasma},
		WeaponRifleGrenade:    {"Rifle Grenade", "RG", RGB{118, 190, 104}, "grenade", FlightGrenade},
		WeaponMortar:          {"Mortar", "MO", RGB{216, 138, 72}, "rocket", FlightRocket},
		WeaponDynamite:        {"Dynamite", "DYN", RGB{240, 90, 70}, "nuke", FlightMine},
		WeaponSatchel:         {"Satchel Charge", "SAT", RGB{208, 150, 84}, "mine", FlightMine},
		WeaponLandmine:        {"Landmine", "LM", RGB{206, 100, 140}, "mine", FlightMine},
		WeaponAirstrike:       {"Air Strike", "AIR", RGB{240, 170, 80}, "nuke", FlightRocket},
		WeaponArtillery:       {"Artillery", "ART", RGB{240, 170, 80}, "nuke", FlightRocket},
		WeaponSyringe:         {"Syringe", "SYR", RGB{236, 96, 120}, "cross", FlightShot},
		WeaponPliers:          {"Pliers", "PL", RGB{170, 176, 186}, "hammer", FlightShot},
		WeaponPack:            {"Pack", "PK", RGB{190, 150, 100}, "backpack", FlightMine},
		WeaponBinoculars:      {"Binoculars", "BIN", neutralColor, "eye", FlightShot},
	}
)

// Info returns the weapon's names, its colour and icon, and how its projectiles look.
func (w Weapon) Info() WeaponInfo {
	if w >= WeaponCount {
		return weaponInfos[WeaponOther]
	}
	return weaponInfos[w]
}

// ownNames holds the names that games give to weapons which share a value, by the game's key.
var ownNames = map[string]map[Weapon]string{
	"quake": {WeaponMelee: "Axe"}, "quakeworld": {WeaponMelee: "Axe"}, "quake2": {WeaponMelee: "Melee"},
	"quake3": {WeaponMelee: "Gauntlet"}, "quakelive": {WeaponMelee: "Gauntlet"},
}

// InfoIn is like [Weapon.Info], but uses the game's own name for the weapon, if there is one. gameKey is the demo's
// [Header.GameKey]. The result is meant for display; queries and exports use [Weapon.String], which is the same for all
// games.
func (w Weapon) InfoIn(gameKey string) WeaponInfo {
	info := w.Info()
	if name := ownNames[gameKey][w]; name != "" {
		info.Name, info.Short = name, name
	}
	return info
}

// String returns the weapon's full name.
func (w Weapon) String() string { return w.Info().Name }

// prized lists the weapons that decide fights. A player who has none of them is described by the first weapon in lesser
// that he has.
var (
	prized = [...]Weapon{WeaponRocketLauncher, WeaponLightning, WeaponRailgun, WeaponBFG}
	lesser = [...]Weapon{WeaponGrenadeLauncher, WeaponPlasma, WeaponSuperNailgun, WeaponHyperblaster, WeaponChaingun,
		WeaponSuperShotgun}
)

// Owns reports whether the inventory contains weapon w.
func (v *Inventory) Owns(w Weapon) bool { return v.Weapons.Has(w) }

// Deciding appends to dst the weapons in the inventory that are powerful enough to decide fights, and returns the
// result. The order of the weapons is fixed.
func (v *Inventory) Deciding(dst []Weapon) []Weapon {
	for _, w := range prized {
		if v.Owns(w) {
			dst = append(dst, w)
		}
	}
	return dst
}

// Prized appends to dst the weapons in the inventory that matter most to opponents, and returns the result. The order
// of the weapons is fixed. Looking only at the current weapon would not be enough: QuakeWorld players use scripts that
// switch to the shotgun between shots, so that they do not drop a better weapon when they die.
func (v *Inventory) Prized(dst []Weapon) []Weapon {
	n := len(dst)
	dst = v.Deciding(dst)
	for _, w := range lesser {
		if len(dst) == n && v.Owns(w) {
			dst = append(dst, w)
		}
	}
	return dst
}

// Arms returns up to limit of the player's most notable weapons. If [Inventory.Prized] lists any, Arms returns those,
// and owned is true. If it lists more than limit weapons, the current weapon takes precedence. If it lists none or the
// inventory is unknown, Arms returns only the current weapon, and owned is false.
func (p *Player) Arms(limit int) (list []Weapon, owned bool) {
	if p.Inventory != nil {
		list = p.Inventory.Prized(nil)
	}
	if len(list) == 0 && p.Weapon != WeaponNone {
		return []Weapon{p.Weapon}, false
	}
	if len(list) > limit {
		if at := slices.Index(list, p.Weapon); at >= limit {
			list[limit-1] = list[at]
		}
		list = list[:limit]
	}
	return list, len(list) > 0
}

// AmmoOf returns the player's ammunition for weapon w, or Unknown if the demo does not contain it.
func (p *Player) AmmoOf(w Weapon) int16 {
	switch {
	case p.Inventory != nil && p.Inventory.Owns(w) && w != WeaponMelee:
		return p.Inventory.Ammo[w]
	case w == p.Weapon:
		return p.Ammo
	}
	return Unknown
}

// Powerup identifies a temporary power that a player can have.
type Powerup uint8

const (
	PowerupQuad       Powerup = iota
	PowerupProtection         // battle suit, pentagram, invulnerability
	PowerupInvisibility
	PowerupHaste
	PowerupRegeneration
	PowerupFlight
	PowerupSuit // environment suit, rebreather
	PowerupDouble
	PowerupScout
	PowerupGuard
	PowerupDoubler
	PowerupArmorRegen // ammo regen, medic
	PowerupResistance // rune of earth magic, disruptor shield
	PowerupStrength   // rune of black magic
	PowerupSpawnShield
	PowerupFreeze   // frozen player of freeze modes
	PowerupDualFire // Quake II's DualFire Damage, which makes weapons fire twice as fast
	PowerupCount
)

// Rank is an item's importance in the game. It determines how large the item is drawn and whether its name is shown.
type Rank uint8

const (
	RankMinor  Rank = iota // ammunition, small health, shards
	RankCommon             // weapons, health, held things
	RankMajor              // armour, mega health, powerups, flags, keys, objectives
	RankCount
)

// Traits is a set of special properties of an item.
type Traits uint8

const (
	Awaited     Traits = 1 << iota // players wait for its respawn: it is not ammunition, health or anything else plentiful
	CalledShort                    // players call it by its short name
	Sided                          // it belongs to a side, Entity.Team, and has its colour
	Named                          // identified by Entity.Name
)

// ItemInfo holds the names, colour and icon of an item or a powerup.
type ItemInfo struct {
	Name    string // "Quad Damage"
	Short   string // "Quad"
	Color   RGB
	Picture Picture
	Rank    Rank
	Traits  Traits
}

var powerupInfos = [PowerupCount]ItemInfo{
	PowerupQuad:         {"Quad Damage", "Quad", RGB{122, 110, 250}, "quad", RankMajor, 0},
	PowerupProtection:   {"Protection", "Pent", RGB{240, 70, 70}, "pent", RankMajor, 0},
	PowerupInvisibility: {"Invisibility", "Ring", RGB{150, 150, 210}, "eyering", RankMajor, 0},
	PowerupHaste:        {"Haste", "Haste", RGB{240, 200, 80}, "haste", RankMajor, 0},
	PowerupRegeneration: {"Regeneration", "Regen", RGB{236, 96, 120}, "regen", RankMajor, 0},
	PowerupFlight:       {"Flight", "Flight", RGB{186, 120, 240}, "wing", RankMajor, 0},
	PowerupSuit:         {"Environment Suit", "Suit", RGB{120, 200, 120}, "suit", RankMajor, 0},
	PowerupDouble:       {"Double Damage", "Double", RGB{122, 110, 250}, "double", RankMajor, 0},
	PowerupScout:        {"Scout", "Scout", RGB{120, 220, 120}, "scout", RankMajor, 0},
	PowerupGuard:        {"Guard", "Guard", RGB{110, 170, 240}, "shield", RankMajor, 0},
	PowerupDoubler:      {"Doubler", "Doubler", RGB{240, 110, 110}, "double", RankMajor, 0},
	PowerupArmorRegen:   {"Armour Regeneration", "AR", RGB{240, 220, 120}, "armor", RankMajor, 0},
	PowerupResistance:   {"Resistance", "Resist", RGB{140, 190, 120}, "rune", RankMajor, 0},
	PowerupStrength:     {"Strength", "Strength", RGB{240, 120, 90}, "rune", RankMajor, 0},
	PowerupSpawnShield:  {"Spawn Protection", "Shield", RGB{150, 210, 240}, "shield", RankMajor, 0},
	PowerupFreeze:       {"Frozen", "Frozen", RGB{150, 220, 250}, "freeze", RankMajor, 0},
	PowerupDualFire:     {"DualFire Damage", "DualFire", RGB{240, 170, 80}, "haste", RankMajor, 0},
}

// Info returns the powerup's names, colour and icon.
func (p Powerup) Info() ItemInfo {
	if p >= PowerupCount {
		return ItemInfo{}
	}
	return powerupInfos[p]
}

// String returns the powerup's name, as used in exports and libraries.
func (p Powerup) String() string { return exported(p.Info().Name) }

// Item identifies a kind of item from any supported game.
type Item uint8

const (
	ItemNone        Item = iota
	ItemHealthSmall      // 5
	ItemHealth           // 10, 15, 25
	ItemHealthLarge      // 50
	ItemMegaHealth
	ItemArmorShard
	ItemArmorGreen  // green armour, jacket armour
	ItemArmorYellow // yellow armour, combat armour
	ItemArmorRed    // red armour, body armour
	ItemPowerShield
	ItemAmmoShells
	ItemAmmoBullets
	ItemAmmoNails
	ItemAmmoRockets
	ItemAmmoGrenades
	ItemAmmoCells
	ItemAmmoLightning
	ItemAmmoSlugs
	ItemAmmoBFG
	ItemAmmoPack
	ItemBackpack
	ItemWeapon // identified by Entity.Weapon
	ItemQuad
	ItemProtection
	ItemInvisibility
	ItemHaste
	ItemRegeneration
	ItemFlight
	ItemSuit
	ItemDouble
	ItemFlag
	ItemKeySilver
	ItemKeyGold
	ItemKey
	ItemRune       // identified by Entity.Name
	ItemTeleporter // personal teleporter
	ItemMedkit
	ItemKamikaze
	ItemHoldable
	ItemTech
	ItemSkull // harvester
	ItemOther
	ItemObjective // identified by Entity.Name
	ItemDynamite  // armed: it goes off at Entity.Respawn
	ItemSpawn     // spawn point of a side, whose next wave is at Entity.Respawn; Entity.Name is its name
	ItemCount
)

// Notable reports whether the item is important enough for its respawns to be recorded as events.
func (i Item) Notable() bool { return i.Info().Traits&Awaited != 0 }

var itemInfos = [ItemCount]ItemInfo{
	ItemNone:          {"", "", neutralColor, "", RankMinor, 0},
	ItemHealthSmall:   {"Small Health", "5", RGB{104, 214, 110}, "cross", RankMinor, 0},
	ItemHealth:        {"Health", "25", RGB{240, 212, 90}, "cross", RankMinor, 0},
	ItemHealthLarge:   {"Large Health", "50", RGB{240, 160, 70}, "cross", RankCommon, 0},
	ItemMegaHealth:    {"Mega Health", "MH", RGB{96, 150, 255}, "mega", RankMajor, Awaited | CalledShort},
	ItemArmorShard:    {"Armour Shard", "AS", RGB{150, 200, 150}, "shard", RankMinor, 0},
	ItemArmorGreen:    {"Green Armour", "GA", RGB{96, 208, 104}, "armor", RankMajor, Awaited | CalledShort},
	ItemArmorYellow:   {"Yellow Armour", "YA", RGB{255, 205, 64}, "armor", RankMajor, Awaited | CalledShort},
	ItemArmorRed:      {"Red Armour", "RA", RGB{255, 92, 92}, "armor", RankMajor, Awaited | CalledShort},
	ItemPowerShield:   {"Power Shield", "PS", RGB{110, 210, 160}, "shield", RankMajor, Awaited},
	ItemAmmoShells:    {"Shells", "sh", RGB{208, 150, 84}, "shell", RankMinor, 0},
	ItemAmmoBullets:   {"Bullets", "bu", RGB{214, 206, 150}, "bullet", RankMinor, 0},
	ItemAmmoNails:     {"Nails", "na", RGB{150, 196, 196}, "nail", RankMinor, 0},
	ItemAmmoRockets:   {"Rockets", "ro", RGB{240, 110, 84}, "rocket", RankMinor, 0},
	ItemAmmoGrenades:  {"Grenades", "gr", RGB{118, 190, 104}, "grenade", RankMinor, 0},
	ItemAmmoCells:     {"Cells", "ce", RGB{196, 126, 240}, "plasma", RankMinor, 0},
	ItemAmmoLightning: {"Lightning", "li", RGB{234, 228, 148}, "bolt", RankMinor, 0},
	ItemAmmoSlugs:     {"Slugs", "sl", RGB{102, 220, 140}, "rail", RankMinor, 0},
	ItemAmmoBFG:       {"BFG Ammo", "bf", RGB{112, 226, 160}, "bfg", RankMinor, 0},
	ItemAmmoPack:      {"Ammo Pack", "ap", neutralColor, "box", RankCommon, Awaited},
	ItemBackpack:      {"Backpack", "bp", RGB{190, 150, 100}, "backpack", RankCommon, 0},
	ItemWeapon:        {"Weapon", "W", RGB{224, 228, 236}, "other", RankCommon, Awaited},
	ItemQuad:          {"Quad Damage", "Quad", RGB{122, 110, 250}, "quad", RankMajor, Awaited | CalledShort},
	ItemProtection:    {"Protection", "Pent", RGB{240, 70, 70}, "pent", RankMajor, Awaited | CalledShort},
	ItemInvisibility:  {"Invisibility", "Ring", RGB{150, 150, 210}, "eyering", RankMajor, Awaited | CalledShort},
	ItemHaste:         {"Haste", "Haste", RGB{240, 200, 80}, "haste", RankMajor, Awaited | CalledShort},
	ItemRegeneration:  {"Regeneration", "Regen", RGB{236, 96, 120}, "regen", RankMajor, Awaited | CalledShort},
	ItemFlight:        {"Flight", "Flight", RGB{186, 120, 240}, "wing", RankMajor, Awaited | CalledShort},
	ItemSuit:          {"Environment Suit", "Suit", RGB{120, 200, 120}, "suit", RankMajor, Awaited | CalledShort},
	ItemDouble:        {"Double Damage", "Double", RGB{122, 110, 250}, "double", RankMajor, Awaited | CalledShort},
	ItemFlag:          {"Flag", "Flag", RGB{224, 228, 236}, "flag", RankMajor, Sided},
	ItemKeySilver:     {"Silver Key", "Key", RGB{200, 206, 216}, "key", RankMajor, 0},
	ItemKeyGold:       {"Gold Key", "Key", RGB{240, 200, 80}, "key", RankMajor, 0},
	ItemKey:           {"Key", "Key", RGB{200, 206, 216}, "key", RankMajor, 0},
	ItemRune:          {"Rune", "Rune", RGB{220, 160, 240}, "rune", RankMajor, Named},
	ItemTeleporter:    {"Personal Teleporter", "tele", RGB{206, 150, 240}, "teleport", RankCommon, 0},
	ItemMedkit:        {"Medkit", "med", RGB{240, 110, 120}, "cross", RankCommon, 0},
	ItemKamikaze:      {"Kamikaze", "kami", RGB{240, 130, 80}, "kamikaze", RankCommon, 0},
	ItemHoldable:      {"Holdable", "hold", neutralColor, "box", RankCommon, 0},
	ItemTech:          {"Tech", "Tech", RGB{160, 220, 200}, "tech", RankMajor, 0},
	ItemSkull:         {"Skull", "Skull", RGB{224, 228, 236}, "skull", RankCommon, 0},
	ItemOther:         {"Item", "?", neutralColor, "other", RankMinor, 0},
	ItemObjective:     {"Objective", "OBJ", RGB{240, 200, 80}, "star", RankMajor, Sided | Named},
	ItemDynamite:      {"Dynamite", "DYN", RGB{240, 90, 70}, "nuke", RankMajor, Sided},
	ItemSpawn:         {"Spawn", "Spawn", RGB{170, 190, 210}, "users", RankMajor, Sided | Named},
}

// Armor reports whether the item is armour, not counting shards.
func (i Item) Armor() bool { return i >= ItemArmorGreen && i <= ItemArmorRed }

// Powerup reports whether the item grants a temporary powerup.
func (i Item) Powerup() bool { return i >= ItemQuad && i <= ItemDouble }

// Info returns the item's names, colour and icon.
func (i Item) Info() ItemInfo {
	if i >= ItemCount {
		return itemInfos[ItemOther]
	}
	return itemInfos[i]
}

// String returns the item's name as used in exports and libraries, in the games' own spelling: "Red Armor". For the
// name shown to users, see [ItemInfo].
func (i Item) String() string { return exported(i.Info().Name) }

// exported returns a name as it is spelled in exports and libraries.
func exported(name string) string { return strings.Replace(name, "Armour", "Armor", 1) }

// Word returns the item's name for use in a sentence: "MH", "Quad", "Backpack".
func (i Item) Word() string {
	if i.Info().Traits&CalledShort != 0 {
		return i.Info().Short
	}
	return i.Info().Name
}
