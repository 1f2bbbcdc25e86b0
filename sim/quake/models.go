package quake

import (
	"strconv"
	"strings"

	"fragscope/sim"
)

// Class is what a model stands for.
type Class struct {
	Kind   sim.EntityKind
	Item   sim.Item
	Weapon sim.Weapon
	Name   string
	// Mover is the number of an inline model of the map; 0 for other models.
	Mover int
	// Player says that it is what players look like; Eyes that of one with
	// the ring, Head that of one who was torn apart.
	Player, Eyes, Head bool
	// Hidden models are not shown: sprites, torches, weapons in view.
	Hidden bool
	// View is the weapon of a weapon in view.
	View sim.Weapon
	// center is where the middle of the thing is, from its origin.
	center sim.Vec3
	// dies are the first and last frames of dying.
	dies [2]int
	// skins names the item by the skin.
	skins []sim.Item
}

const (
	boxSmall = 12
	boxLarge = 16
)

func itemClass(i sim.Item) Class { return Class{Kind: sim.EntityItem, Item: i} }

// boxClass is a box of the map format, whose origin is its corner.
func boxClass(i sim.Item, half float32) Class {
	return Class{Kind: sim.EntityItem, Item: i, center: sim.Vec3{half, half, 0}}
}
func weaponClass(w sim.Weapon) Class {
	return Class{Kind: sim.EntityItem, Item: sim.ItemWeapon, Weapon: w}
}
func shotClass(w sim.Weapon, name string) Class {
	return Class{Kind: sim.EntityProjectile, Weapon: w, Name: name}
}
func viewClass(w sim.Weapon) Class { return Class{Hidden: true, View: w} }
func monsterClass(name string, first, last int) Class {
	return Class{Kind: sim.EntityMonster, Name: name, dies: [2]int{first, last}}
}
func gibClass() Class { return Class{Kind: sim.EntityGib} }

// classes are the models by the name of their file, without folder and ending.
var classes = map[string]Class{
	"player": {Player: true}, "eyes": {Player: true, Eyes: true}, "h_player": {Player: true, Head: true, Kind: sim.EntityGib},

	"b_bh10": boxClass(sim.ItemHealthSmall, boxLarge), "b_bh25": boxClass(sim.ItemHealth, boxLarge), "b_bh100": boxClass(sim.ItemMegaHealth, boxLarge),
	"b_shell0": boxClass(sim.ItemAmmoShells, boxSmall), "b_shell1": boxClass(sim.ItemAmmoShells, boxLarge),
	"b_nail0": boxClass(sim.ItemAmmoNails, boxSmall), "b_nail1": boxClass(sim.ItemAmmoNails, boxLarge),
	"b_rock0": boxClass(sim.ItemAmmoRockets, boxSmall), "b_rock1": boxClass(sim.ItemAmmoRockets, boxLarge),
	"b_batt0": boxClass(sim.ItemAmmoCells, boxSmall), "b_batt1": boxClass(sim.ItemAmmoCells, boxLarge),
	"b_explob": {Kind: sim.EntityOther, Name: "explosive box", center: sim.Vec3{16, 16, 0}},
	"b_exbox2": {Kind: sim.EntityOther, Name: "explosive box", center: sim.Vec3{16, 16, 0}},
	"armor":    {Kind: sim.EntityItem, Item: sim.ItemArmorGreen, skins: []sim.Item{sim.ItemArmorGreen, sim.ItemArmorYellow, sim.ItemArmorRed}},
	"g_shot":   weaponClass(sim.WeaponSuperShotgun), "g_nail": weaponClass(sim.WeaponNailgun), "g_nail2": weaponClass(sim.WeaponSuperNailgun),
	"g_rock": weaponClass(sim.WeaponGrenadeLauncher), "g_rock2": weaponClass(sim.WeaponRocketLauncher), "g_light": weaponClass(sim.WeaponLightning),
	"g_laserg": weaponClass(sim.WeaponLaserCannon), "g_hammer": weaponClass(sim.WeaponMjolnir), "g_prox": weaponClass(sim.WeaponProxLauncher),
	"quaddama": itemClass(sim.ItemQuad), "invulner": itemClass(sim.ItemProtection), "invisibl": itemClass(sim.ItemInvisibility),
	"suit": itemClass(sim.ItemSuit), "wetsuit": itemClass(sim.ItemSuit),
	"w_s_key": itemClass(sim.ItemKeySilver), "m_s_key": itemClass(sim.ItemKeySilver), "b_s_key": itemClass(sim.ItemKeySilver),
	"w_g_key": itemClass(sim.ItemKeyGold), "m_g_key": itemClass(sim.ItemKeyGold), "b_g_key": itemClass(sim.ItemKeyGold),
	"end1":     {Kind: sim.EntityItem, Item: sim.ItemRune, Name: sigils[0]},
	"end2":     {Kind: sim.EntityItem, Item: sim.ItemRune, Name: sigils[1]},
	"end3":     {Kind: sim.EntityItem, Item: sim.ItemRune, Name: sigils[2]},
	"end4":     {Kind: sim.EntityItem, Item: sim.ItemRune, Name: sigils[3]},
	"backpack": {Kind: sim.EntityDropped, Item: sim.ItemBackpack},
	"flag":     {Kind: sim.EntityItem, Item: sim.ItemFlag}, "ctf_flag": {Kind: sim.EntityItem, Item: sim.ItemFlag},
	"h_mega": itemClass(sim.ItemMegaHealth), "ammobox": {Kind: sim.EntityDropped, Item: sim.ItemBackpack},

	"missile": shotClass(sim.WeaponRocketLauncher, "rocket"), "grenade": shotClass(sim.WeaponGrenadeLauncher, "grenade"),
	"grenade2": shotClass(sim.WeaponGrenadeLauncher, "pipebomb"), "hgren2": shotClass(sim.WeaponHandGrenade, "grenade"),
	"spike": shotClass(sim.WeaponNailgun, "nail"), "s_spike": shotClass(sim.WeaponSuperNailgun, "nail"), "e_spike1": shotClass(sim.WeaponNailgun, "nail"),
	"e_spike2": shotClass(sim.WeaponSuperNailgun, "nail"),
	"lavaball": shotClass(sim.CauseLava, "lava ball"), "w_spike": shotClass(sim.CauseMonster, "scrag's spit"),
	"k_spike": shotClass(sim.CauseMonster, "death knight's spike"), "v_spike": shotClass(sim.CauseMonster, "vore's spike"),
	"laser": shotClass(sim.CauseMonster, "laser"), "zom_gib": shotClass(sim.CauseMonster, "zombie's flesh"), "s_light": shotClass(sim.WeaponPlasma, "plasma"),
	"plasma": shotClass(sim.WeaponPlasma, "plasma"), "lasrspik": shotClass(sim.WeaponLaserCannon, "laser"), "proxbomb": shotClass(sim.WeaponProxLauncher, "mine"),
	"lspike": shotClass(sim.WeaponNailgun, "lava nail"), "mervup": shotClass(sim.WeaponGrenadeLauncher, "grenade"), "rockup": shotClass(sim.WeaponRocketLauncher, "rocket"),
	"star": shotClass(sim.WeaponGrapple, "hook"), "hook": shotClass(sim.WeaponGrapple, "hook"),

	"gib1": gibClass(), "gib2": gibClass(), "gib3": gibClass(), "h_ogre": gibClass(), "h_demon": gibClass(), "h_zombie": gibClass(), "h_knight": gibClass(),
	"h_wizard": gibClass(), "h_hellkn": gibClass(), "h_shams": gibClass(), "h_guard": gibClass(), "h_shal": gibClass(), "h_dog": gibClass(),
	"tgib1": gibClass(), "tgib2": gibClass(), "tgib3": gibClass(), "dgib1": gibClass(), "dgib2": gibClass(), "dgib3": gibClass(),

	"dog": monsterClass("Rottweiler", 8, 25), "soldier": monsterClass("Grunt", 8, 28), "ogre": monsterClass("Ogre", 112, 135),
	"knight": monsterClass("Knight", 76, 96), "hknight": monsterClass("Death Knight", 42, 62), "wizard": monsterClass("Scrag", 46, 53),
	"demon": monsterClass("Fiend", 45, 53), "shambler": monsterClass("Shambler", 83, 93), "shalrath": monsterClass("Vore", 16, 22),
	"enforcer": monsterClass("Enforcer", 41, 65), "zombie": monsterClass("Zombie", -1, -1), "fish": monsterClass("Rotfish", 18, 38),
	"tarbaby": monsterClass("Spawn", -1, -1), "boss": monsterClass("Chthon", 48, 56), "oldone": monsterClass("Shub-Niggurath", -1, -1),
	"grem": monsterClass("Gremlin", -1, -1), "scor": monsterClass("Centroid", -1, -1), "armalegs": monsterClass("Armagon", -1, -1),
	"eel2": monsterClass("Electric Eel", -1, -1), "sword": monsterClass("Phantom Swordsman", -1, -1), "mummy": monsterClass("Mummy", -1, -1),
	"lavaman": monsterClass("Hephaestus", -1, -1), "wrthgib": gibClass(), "wrath": monsterClass("Wrath", -1, -1), "s_wrath": monsterClass("Overlord", -1, -1),
	"morph": monsterClass("Guardian", -1, -1), "dragon": monsterClass("Dragon", -1, -1), "turrgun": {Kind: sim.EntityOther, Name: "sentry gun"},

	"v_axe": viewClass(sim.WeaponMelee), "v_shot": viewClass(sim.WeaponShotgun), "v_shot2": viewClass(sim.WeaponSuperShotgun),
	"v_nail": viewClass(sim.WeaponNailgun), "v_nail2": viewClass(sim.WeaponSuperNailgun), "v_rock": viewClass(sim.WeaponGrenadeLauncher),
	"v_rock2": viewClass(sim.WeaponRocketLauncher), "v_light": viewClass(sim.WeaponLightning), "v_star": viewClass(sim.WeaponGrapple),
	"v_laserg": viewClass(sim.WeaponLaserCannon), "v_hammer": viewClass(sim.WeaponMjolnir), "v_prox": viewClass(sim.WeaponProxLauncher),
	"v_lava": viewClass(sim.WeaponNailgun), "v_lava2": viewClass(sim.WeaponSuperNailgun), "v_multi": viewClass(sim.WeaponGrenadeLauncher),
	"v_multi2": viewClass(sim.WeaponRocketLauncher), "v_plasma": viewClass(sim.WeaponPlasma), "v_coil": viewClass(sim.WeaponRailgun),
	"v_srifle": viewClass(sim.WeaponSniperRifle), "v_span": viewClass(sim.WeaponMelee), "v_knife": viewClass(sim.WeaponKnife),
	"v_knife2": viewClass(sim.WeaponKnife), "v_rail": viewClass(sim.WeaponRailgun), "v_asscan": viewClass(sim.WeaponChaingun),
	"v_medi": viewClass(sim.WeaponMelee), "v_bio": viewClass(sim.WeaponMelee), "v_hook": viewClass(sim.WeaponGrapple),
	"v_grpple": viewClass(sim.WeaponGrapple),

	"flame": {Hidden: true}, "flame2": {Hidden: true}, "s_explod": {Hidden: true}, "s_bubble": {Hidden: true}, "bolt": {Hidden: true},
	"bolt2": {Hidden: true}, "bolt3": {Hidden: true}, "bit": {Hidden: true}, "teleport": {Hidden: true}, "sight": {Hidden: true}, "flare": {Hidden: true},
}

// BaseName is the name of a file without folder and ending, in lower case.
func BaseName(file string) string {
	name := strings.ToLower(file)
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if i := strings.IndexByte(name, '.'); i >= 0 {
		name = name[:i]
	}
	return name
}

// Classify says what a model stands for by its file.
func Classify(file string) Class {
	if number, ok := strings.CutPrefix(file, "*"); ok {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > 1<<15 {
			return Class{Hidden: true}
		}
		return Class{Mover: n}
	}
	name := BaseName(file)
	if c, ok := classes[name]; ok {
		return c
	}
	if name == "" || strings.HasPrefix(name, "v_") || strings.HasSuffix(strings.ToLower(file), ".spr") {
		return Class{Hidden: true}
	}
	return Class{Kind: sim.EntityOther, Name: name}
}

// PackOf tells the mission pack by a level's models.
func PackOf(models []string) Pack {
	pack := Standard
	for _, m := range models {
		switch BaseName(m) {
		case "v_laserg":
			return Hipnotic
		case "v_lava", "v_lava2":
			return Rogue
		case "v_srifle", "v_asscan":
			pack = Fortress
		}
	}
	return pack
}

// MapName is the name of a map by its file.
func MapName(file string) string { return BaseName(file) }

// The frames of the usual player model.
const (
	frameDeathFirst = 41
	frameDeathLast  = 102
)

// frameWeapon is what the player model's frame tells of the weapon in hand.
func frameWeapon(frame int) (w sim.Weapon, told bool) {
	switch {
	case frame <= 5, frame >= 17 && frame <= 34, frame >= 119 && frame <= 142:
		return sim.WeaponMelee, true
	case frame == 105 || frame == 106:
		return sim.WeaponLightning, true
	}
	return sim.WeaponNone, false
}

// shotSounds are the weapons by the sound of their shot.
var shotSounds = map[string]sim.Weapon{
	"guncock": sim.WeaponShotgun, "shotgn2": sim.WeaponSuperShotgun, "rocket1i": sim.WeaponNailgun, "spike2": sim.WeaponSuperNailgun,
	"grenade": sim.WeaponGrenadeLauncher, "sgun1": sim.WeaponRocketLauncher, "lstart": sim.WeaponLightning, "lhit": sim.WeaponLightning,
	"ax1": sim.WeaponMelee, "coilgun": sim.WeaponRailgun, "railgun": sim.WeaponRailgun, "sniper": sim.WeaponSniperRifle,
}

// powerSounds are the powers by the sound of getting them.
var powerSounds = map[string]sim.Powerup{
	"damage": sim.PowerupQuad, "protect": sim.PowerupProtection, "inv1": sim.PowerupInvisibility, "suit": sim.PowerupSuit,
}

// takeSounds are the sounds of taking an item.
var takeSounds = map[string]bool{
	"armor1": true, "health1": true, "r_item1": true, "r_item2": true, "lock4": true, "pkup": true, "damage": true, "protect": true, "inv1": true, "suit": true,
	"medkey": true, "runekey": true, "basekey": true,
}
