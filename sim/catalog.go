package sim

import "slices"

// Weapon is a weapon of any game of the family. Weapons that play alike in several games share a value, and so one
// icon.
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
	WeaponOther // a mod's weapon without a value of its own
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
	// The weapons of Wolfenstein that are no others. Those from WeaponRifleGrenade on are in no inventory.
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
	WeaponCount
)

// WeaponInfo is the name and colour of a weapon or a cause of death.
type WeaponInfo struct {
	Name  string // "Rocket Launcher"
	Short string // "RL"
	Color RGB
}

var (
	neutralColor = RGB{170, 176, 186}
	weaponInfos  = [WeaponCount]WeaponInfo{
		WeaponNone:            {"", "", neutralColor},
		WeaponMelee:           {"Melee", "Axe", RGB{176, 190, 208}},
		WeaponBlaster:         {"Blaster", "BL", RGB{232, 196, 92}},
		WeaponMachinegun:      {"Machinegun", "MG", RGB{214, 206, 150}},
		WeaponShotgun:         {"Shotgun", "SG", RGB{208, 150, 84}},
		WeaponSuperShotgun:    {"Super Shotgun", "SSG", RGB{216, 138, 72}},
		WeaponChaingun:        {"Chaingun", "CG", RGB{206, 196, 128}},
		WeaponNailgun:         {"Nailgun", "NG", RGB{150, 196, 196}},
		WeaponSuperNailgun:    {"Super Nailgun", "SNG", RGB{120, 190, 200}},
		WeaponGrenadeLauncher: {"Grenade Launcher", "GL", RGB{118, 190, 104}},
		WeaponRocketLauncher:  {"Rocket Launcher", "RL", RGB{240, 110, 84}},
		WeaponLightning:       {"Lightning Gun", "LG", RGB{234, 228, 148}},
		WeaponRailgun:         {"Railgun", "RG", RGB{102, 220, 140}},
		WeaponPlasma:          {"Plasma Gun", "PG", RGB{196, 126, 240}},
		WeaponHyperblaster:    {"Hyperblaster", "HB", RGB{240, 210, 100}},
		WeaponBFG:             {"BFG10K", "BFG", RGB{112, 226, 160}},
		WeaponHandGrenade:     {"Hand Grenade", "HG", RGB{128, 180, 104}},
		WeaponGrapple:         {"Grapple", "GH", RGB{150, 170, 190}},
		WeaponProxLauncher:    {"Prox Launcher", "PL", RGB{206, 100, 140}},
		WeaponHeavyMachinegun: {"Heavy Machinegun", "HMG", RGB{220, 190, 120}},
		WeaponLaserCannon:     {"Laser Cannon", "LC", RGB{240, 96, 110}},
		WeaponMjolnir:         {"Mjolnir", "MJ", RGB{150, 190, 240}},
		WeaponIonRipper:       {"Ion Ripper", "IR", RGB{240, 170, 80}},
		WeaponPhalanx:         {"Phalanx", "PX", RGB{240, 150, 90}},
		WeaponTrap:            {"Trap", "TR", RGB{150, 180, 130}},
		WeaponETFRifle:        {"ETF Rifle", "ETF", RGB{190, 200, 180}},
		WeaponPlasmaBeam:      {"Plasma Beam", "PB", RGB{150, 220, 240}},
		WeaponTesla:           {"Tesla Mine", "TM", RGB{140, 190, 240}},
		WeaponDisruptor:       {"Disruptor", "DR", RGB{190, 140, 220}},
		WeaponPistol:          {"Pistol", "MK23", RGB{190, 190, 190}},
		WeaponDualPistols:     {"Dual Pistols", "AKI", RGB{190, 190, 190}},
		WeaponSubmachinegun:   {"Submachinegun", "MP5", RGB{200, 200, 160}},
		WeaponAssaultRifle:    {"Assault Rifle", "M4", RGB{200, 190, 140}},
		WeaponSniperRifle:     {"Sniper Rifle", "SSG", RGB{140, 210, 160}},
		WeaponHandcannon:      {"Handcannon", "HC", RGB{220, 140, 80}},
		WeaponKnife:           {"Knife", "KN", RGB{176, 190, 208}},
		WeaponThrownKnife:     {"Throwing Knife", "TK", RGB{176, 190, 208}},
		WeaponKick:            {"Kick", "Kick", neutralColor},
		WeaponNuke:            {"A-M Bomb", "AMB", RGB{226, 240, 110}},
		WeaponVengeanceSphere: {"Vengeance Sphere", "VS", RGB{240, 110, 110}},
		WeaponHunterSphere:    {"Hunter Sphere", "HS", RGB{240, 200, 80}},
		WeaponDefenderSphere:  {"Defender Sphere", "DS", RGB{110, 170, 240}},
		WeaponDoppleganger:    {"Doppleganger", "DG", RGB{190, 150, 220}},
		WeaponOther:           {"Weapon", "?", neutralColor},
		CauseWorld:            {"World", "world", neutralColor},
		CauseFall:             {"Fall", "fell", neutralColor},
		CauseWater:            {"Drowned", "water", RGB{96, 156, 220}},
		CauseSlime:            {"Slime", "slime", RGB{120, 190, 90}},
		CauseLava:             {"Lava", "lava", RGB{240, 120, 60}},
		CauseCrush:            {"Crushed", "crush", neutralColor},
		CauseTelefrag:         {"Telefrag", "tele", RGB{206, 150, 240}},
		CauseTrigger:          {"Trap", "trap", neutralColor},
		CauseSuicide:          {"Suicide", "suicide", neutralColor},
		CauseMonster:          {"Monster", "monster", neutralColor},
		WeaponLuger:           {"Luger", "LUG", RGB{190, 190, 190}},
		WeaponColt:            {"Colt", "COLT", RGB{190, 190, 190}},
		WeaponMP40:            {"MP40", "MP40", RGB{214, 206, 150}},
		WeaponThompson:        {"Thompson", "TH", RGB{214, 206, 150}},
		WeaponSten:            {"Sten", "STEN", RGB{200, 200, 160}},
		WeaponFG42:            {"FG42", "FG42", RGB{200, 190, 140}},
		WeaponRifle:           {"Rifle", "RIF", RGB{140, 210, 160}},
		WeaponMG42:            {"MG42", "MG42", RGB{220, 190, 120}},
		WeaponPanzerfaust:     {"Panzerfaust", "PF", RGB{240, 110, 84}},
		WeaponFlamethrower:    {"Flamethrower", "FT", RGB{240, 140, 60}},
		WeaponRifleGrenade:    {"Rifle Grenade", "RG", RGB{118, 190, 104}},
		WeaponMortar:          {"Mortar", "MO", RGB{216, 138, 72}},
		WeaponDynamite:        {"Dynamite", "DYN", RGB{240, 90, 70}},
		WeaponSatchel:         {"Satchel Charge", "SAT", RGB{208, 150, 84}},
		WeaponLandmine:        {"Landmine", "LM", RGB{206, 100, 140}},
		WeaponAirstrike:       {"Air Strike", "AIR", RGB{240, 170, 80}},
		WeaponArtillery:       {"Artillery", "ART", RGB{240, 170, 80}},
		WeaponSyringe:         {"Syringe", "SYR", RGB{236, 96, 120}},
		WeaponPliers:          {"Pliers", "PL", RGB{170, 176, 186}},
	}
)

// Info returns the weapon's names and colour.
func (w Weapon) Info() WeaponInfo {
	if w >= WeaponCount {
		return weaponInfos[WeaponOther]
	}
	return weaponInfos[w]
}

// String returns the weapon's full name.
func (w Weapon) String() string { return w.Info().Name }

// prized are the weapons that decide fights. A player with none of them is described by the first of lesser that he
// has.
var (
	prized = [...]Weapon{WeaponRocketLauncher, WeaponLightning, WeaponRailgun, WeaponBFG}
	lesser = [...]Weapon{WeaponGrenadeLauncher, WeaponPlasma, WeaponSuperNailgun, WeaponHyperblaster, WeaponChaingun, WeaponSuperShotgun}
)

// Owns reports whether the player has weapon w.
func (v *Inventory) Owns(w Weapon) bool { return v.Weapons>>w&1 != 0 }

// Deciding appends to dst the player's weapons that decide fights, in a fixed order.
func (v *Inventory) Deciding(dst []Weapon) []Weapon {
	for _, w := range prized {
		if v.Owns(w) {
			dst = append(dst, w)
		}
	}
	return dst
}

// Prized appends to dst the player's weapons that matter to his opponents, in a fixed order. The weapon in hand
// says little: scripts make QuakeWorld players hold the shotgun between shots, so that they drop nothing better
// when they die.
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

// Arms returns up to most weapons that characterise a player: those of Prized if his inventory is known and has any
// (owned is then true), otherwise the weapon in hand. The weapon in hand is kept if it is among them.
func (p *Player) Arms(most int) (list []Weapon, owned bool) {
	if p.Inventory != nil {
		list = p.Inventory.Prized(nil)
	}
	if len(list) == 0 && p.Weapon != WeaponNone {
		return []Weapon{p.Weapon}, false
	}
	if len(list) > most {
		if at := slices.Index(list, p.Weapon); at >= most {
			list[most-1] = list[at]
		}
		list = list[:most]
	}
	return list, len(list) > 0
}

// AmmoOf returns the ammunition left for weapon w, or Unknown if the demo does not tell.
func (p *Player) AmmoOf(w Weapon) int16 {
	switch {
	case p.Inventory != nil && p.Inventory.Owns(w) && w != WeaponMelee:
		return p.Inventory.Ammo[w]
	case w == p.Weapon:
		return p.Ammo
	}
	return Unknown
}

// Powerup is a temporary power of a player.
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
	PowerupFreeze // frozen player of freeze modes
	PowerupCount
)

// ItemInfo is the name and colour of an item or a powerup.
type ItemInfo struct {
	Name  string // "Quad Damage"
	Short string // "Quad"
	Color RGB
}

var powerupInfos = [PowerupCount]ItemInfo{
	PowerupQuad:         {"Quad Damage", "Quad", RGB{122, 110, 250}},
	PowerupProtection:   {"Protection", "Pent", RGB{240, 70, 70}},
	PowerupInvisibility: {"Invisibility", "Ring", RGB{150, 150, 210}},
	PowerupHaste:        {"Haste", "Haste", RGB{240, 200, 80}},
	PowerupRegeneration: {"Regeneration", "Regen", RGB{236, 96, 120}},
	PowerupFlight:       {"Flight", "Flight", RGB{186, 120, 240}},
	PowerupSuit:         {"Environment Suit", "Suit", RGB{120, 200, 120}},
	PowerupDouble:       {"Double Damage", "Double", RGB{122, 110, 250}},
	PowerupScout:        {"Scout", "Scout", RGB{120, 220, 120}},
	PowerupGuard:        {"Guard", "Guard", RGB{110, 170, 240}},
	PowerupDoubler:      {"Doubler", "Doubler", RGB{240, 110, 110}},
	PowerupArmorRegen:   {"Armor Regeneration", "AR", RGB{240, 220, 120}},
	PowerupResistance:   {"Resistance", "Resist", RGB{140, 190, 120}},
	PowerupStrength:     {"Strength", "Strength", RGB{240, 120, 90}},
	PowerupSpawnShield:  {"Spawn Protection", "Shield", RGB{150, 210, 240}},
	PowerupFreeze:       {"Frozen", "Frozen", RGB{150, 220, 250}},
}

// Info returns the powerup's names and colour.
func (p Powerup) Info() ItemInfo {
	if p >= PowerupCount {
		return ItemInfo{}
	}
	return powerupInfos[p]
}

// Item is a kind of item found in a map, of any game of the family.
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
	ItemWeapon // Entity.Weapon says which
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
	ItemRune       // Entity.Name says which
	ItemTeleporter // personal teleporter
	ItemMedkit
	ItemKamikaze
	ItemHoldable
	ItemTech
	ItemSkull // harvester
	ItemOther
	ItemObjective // Entity.Name says which
	ItemDynamite  // armed: Entity.Respawn is when it goes off
	ItemSpawn     // where a side spawns, all at Entity.Respawn; Entity.Name says where
	ItemCount
)

// notable marks the items whose return players wait for: not ammunition, health or anything plentiful.
var notable = [ItemCount]bool{
	ItemMegaHealth: true, ItemArmorGreen: true, ItemArmorYellow: true, ItemArmorRed: true, ItemPowerShield: true, ItemWeapon: true,
	ItemQuad: true, ItemProtection: true, ItemInvisibility: true, ItemHaste: true, ItemRegeneration: true, ItemFlight: true,
	ItemSuit: true, ItemDouble: true, ItemAmmoPack: true,
}

// Notable reports whether the return of an item of this kind is worth an event.
func (i Item) Notable() bool { return i < ItemCount && notable[i] }

var itemInfos = [ItemCount]ItemInfo{
	ItemNone:          {"", "", neutralColor},
	ItemHealthSmall:   {"Small Health", "5", RGB{104, 214, 110}},
	ItemHealth:        {"Health", "25", RGB{240, 212, 90}},
	ItemHealthLarge:   {"Large Health", "50", RGB{240, 160, 70}},
	ItemMegaHealth:    {"Mega Health", "MH", RGB{96, 150, 255}},
	ItemArmorShard:    {"Armor Shard", "AS", RGB{150, 200, 150}},
	ItemArmorGreen:    {"Green Armor", "GA", RGB{96, 208, 104}},
	ItemArmorYellow:   {"Yellow Armor", "YA", RGB{255, 205, 64}},
	ItemArmorRed:      {"Red Armor", "RA", RGB{255, 92, 92}},
	ItemPowerShield:   {"Power Shield", "PS", RGB{110, 210, 160}},
	ItemAmmoShells:    {"Shells", "sh", RGB{208, 150, 84}},
	ItemAmmoBullets:   {"Bullets", "bu", RGB{214, 206, 150}},
	ItemAmmoNails:     {"Nails", "na", RGB{150, 196, 196}},
	ItemAmmoRockets:   {"Rockets", "ro", RGB{240, 110, 84}},
	ItemAmmoGrenades:  {"Grenades", "gr", RGB{118, 190, 104}},
	ItemAmmoCells:     {"Cells", "ce", RGB{196, 126, 240}},
	ItemAmmoLightning: {"Lightning", "li", RGB{234, 228, 148}},
	ItemAmmoSlugs:     {"Slugs", "sl", RGB{102, 220, 140}},
	ItemAmmoBFG:       {"BFG Ammo", "bf", RGB{112, 226, 160}},
	ItemAmmoPack:      {"Ammo Pack", "ap", neutralColor},
	ItemBackpack:      {"Backpack", "bp", RGB{190, 150, 100}},
	ItemWeapon:        {"Weapon", "W", RGB{224, 228, 236}},
	ItemQuad:          {"Quad Damage", "Quad", RGB{122, 110, 250}},
	ItemProtection:    {"Protection", "Pent", RGB{240, 70, 70}},
	ItemInvisibility:  {"Invisibility", "Ring", RGB{150, 150, 210}},
	ItemHaste:         {"Haste", "Haste", RGB{240, 200, 80}},
	ItemRegeneration:  {"Regeneration", "Regen", RGB{236, 96, 120}},
	ItemFlight:        {"Flight", "Flight", RGB{186, 120, 240}},
	ItemSuit:          {"Environment Suit", "Suit", RGB{120, 200, 120}},
	ItemDouble:        {"Double Damage", "Double", RGB{122, 110, 250}},
	ItemFlag:          {"Flag", "Flag", RGB{224, 228, 236}},
	ItemKeySilver:     {"Silver Key", "Key", RGB{200, 206, 216}},
	ItemKeyGold:       {"Gold Key", "Key", RGB{240, 200, 80}},
	ItemKey:           {"Key", "Key", RGB{200, 206, 216}},
	ItemRune:          {"Rune", "Rune", RGB{220, 160, 240}},
	ItemTeleporter:    {"Personal Teleporter", "tele", RGB{206, 150, 240}},
	ItemMedkit:        {"Medkit", "med", RGB{240, 110, 120}},
	ItemKamikaze:      {"Kamikaze", "kami", RGB{240, 130, 80}},
	ItemHoldable:      {"Holdable", "hold", neutralColor},
	ItemTech:          {"Tech", "Tech", RGB{160, 220, 200}},
	ItemSkull:         {"Skull", "Skull", RGB{224, 228, 236}},
	ItemOther:         {"Item", "?", neutralColor},
	ItemObjective:     {"Objective", "OBJ", RGB{240, 200, 80}},
	ItemDynamite:      {"Dynamite", "DYN", RGB{240, 90, 70}},
	ItemSpawn:         {"Spawn", "Spawn", RGB{170, 190, 210}},
}

// Armor reports whether the item is an armour; shards do not count.
func (i Item) Armor() bool { return i >= ItemArmorGreen && i <= ItemArmorRed }

// Powerup reports whether the item gives a temporary powerup.
func (i Item) Powerup() bool { return i >= ItemQuad && i <= ItemDouble }

// Info returns the item's names and colour.
func (i Item) Info() ItemInfo {
	if i >= ItemCount {
		return itemInfos[ItemOther]
	}
	return itemInfos[i]
}

// String returns the item's full name.
func (i Item) String() string { return i.Info().Name }

// calledShort marks the items that players call by their short names.
var calledShort = [ItemCount]bool{
	ItemMegaHealth: true, ItemArmorGreen: true, ItemArmorYellow: true, ItemArmorRed: true, ItemQuad: true, ItemProtection: true,
	ItemInvisibility: true, ItemHaste: true, ItemRegeneration: true, ItemFlight: true, ItemSuit: true, ItemDouble: true,
}

// Word returns the name that sentences use for the item: "MH", "Quad", "Backpack".
func (i Item) Word() string {
	if i < ItemCount && calledShort[i] {
		return i.Info().Short
	}
	return i.Info().Name
}
