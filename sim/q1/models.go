package q1

import (
	"strconv"
	"strings"

	"fragscope/sim"
)

// class is what a model stands for.
type class struct {
	kind   sim.EntityKind
	item   sim.Item
	weapon sim.Weapon
	name   string
	// mover is the number of an inline model of the map; 0 for other models.
	mover int
	// player is set for what players look like, eyes for one with the ring, head for
	// one who was gibbed.
	player, eyes, head bool
	// hidden models are not shown: sprites, torches, weapons in view.
	hidden bool
	// view is the weapon of a weapon in view.
	view sim.Weapon
	// center is where the middle of the entity is, from its origin.
	center sim.Vec3
	// dies are the first and last frames of dying.
	dies [2]int
	// skins names the item by the skin.
	skins []sim.Item
}

// models are those of a level: what each stands for, by its index.
type models struct {
	classes []class
	pack    pack
}

// newModels are the models with the names of their files, the first of index 1.
func newModels(names []string) models {
	m := models{classes: make([]class, len(names)+1), pack: packOf(names)}
	for i, name := range names {
		m.classes[i+1] = classify(name)
	}
	m.classes[0] = hiddenClass
	if len(names) > 0 { // the world
		m.classes[1] = hiddenClass
	}
	return m
}

var hiddenClass = class{hidden: true}

// class is what a model stands for by its index.
func (m *models) class(index int) *class {
	if index < 0 || index >= len(m.classes) {
		return &hiddenClass
	}
	return &m.classes[index]
}

const (
	boxSmall = 12
	boxLarge = 16
)

func itemClass(i sim.Item) class { return class{kind: sim.EntityItem, item: i} }

// boxClass is a box of the map format, whose origin is its corner.
func boxClass(i sim.Item, half float32) class {
	return class{kind: sim.EntityItem, item: i, center: sim.Vec3{half, half, 0}}
}
func weaponClass(w sim.Weapon) class {
	return class{kind: sim.EntityItem, item: sim.ItemWeapon, weapon: w}
}
func shotClass(w sim.Weapon, name string) class {
	return class{kind: sim.EntityProjectile, weapon: w, name: name}
}
func viewClass(w sim.Weapon) class { return class{hidden: true, view: w} }
func monsterClass(name string, first, last int) class {
	return class{kind: sim.EntityMonster, name: name, dies: [2]int{first, last}}
}
func gibClass() class { return class{kind: sim.EntityGib} }

// classes are the models by the name of their file, without folder and ending.
var classes = map[string]class{
	"player": {player: true, dies: [2]int{frameDeathFirst, frameDeathLast}}, "eyes": {player: true, eyes: true}, "h_player": {player: true, head: true, kind: sim.EntityGib},

	"b_bh10": boxClass(sim.ItemHealthSmall, boxLarge), "b_bh25": boxClass(sim.ItemHealth, boxLarge), "b_bh100": boxClass(sim.ItemMegaHealth, boxLarge),
	"b_shell0": boxClass(sim.ItemAmmoShells, boxSmall), "b_shell1": boxClass(sim.ItemAmmoShells, boxLarge),
	"b_nail0": boxClass(sim.ItemAmmoNails, boxSmall), "b_nail1": boxClass(sim.ItemAmmoNails, boxLarge),
	"b_rock0": boxClass(sim.ItemAmmoRockets, boxSmall), "b_rock1": boxClass(sim.ItemAmmoRockets, boxLarge),
	"b_batt0": boxClass(sim.ItemAmmoCells, boxSmall), "b_batt1": boxClass(sim.ItemAmmoCells, boxLarge),
	"b_explob": {kind: sim.EntityOther, name: "explosive box", center: sim.Vec3{16, 16, 0}},
	"b_exbox2": {kind: sim.EntityOther, name: "explosive box", center: sim.Vec3{16, 16, 0}},
	"armor":    {kind: sim.EntityItem, item: sim.ItemArmorGreen, skins: []sim.Item{sim.ItemArmorGreen, sim.ItemArmorYellow, sim.ItemArmorRed}},
	"g_shot":   weaponClass(sim.WeaponSuperShotgun), "g_nail": weaponClass(sim.WeaponNailgun), "g_nail2": weaponClass(sim.WeaponSuperNailgun),
	"g_rock": weaponClass(sim.WeaponGrenadeLauncher), "g_rock2": weaponClass(sim.WeaponRocketLauncher), "g_light": weaponClass(sim.WeaponLightning),
	"g_laserg": weaponClass(sim.WeaponLaserCannon), "g_hammer": weaponClass(sim.WeaponMjolnir), "g_prox": weaponClass(sim.WeaponProxLauncher),
	"quaddama": itemClass(sim.ItemQuad), "invulner": itemClass(sim.ItemProtection), "invisibl": itemClass(sim.ItemInvisibility),
	"suit": itemClass(sim.ItemSuit), "wetsuit": itemClass(sim.ItemSuit),
	"w_s_key": itemClass(sim.ItemKeySilver), "m_s_key": itemClass(sim.ItemKeySilver), "b_s_key": itemClass(sim.ItemKeySilver),
	"w_g_key": itemClass(sim.ItemKeyGold), "m_g_key": itemClass(sim.ItemKeyGold), "b_g_key": itemClass(sim.ItemKeyGold),
	"end1":     {kind: sim.EntityItem, item: sim.ItemRune, name: sigils[0].name},
	"end2":     {kind: sim.EntityItem, item: sim.ItemRune, name: sigils[1].name},
	"end3":     {kind: sim.EntityItem, item: sim.ItemRune, name: sigils[2].name},
	"end4":     {kind: sim.EntityItem, item: sim.ItemRune, name: sigils[3].name},
	"backpack": {kind: sim.EntityDropped, item: sim.ItemBackpack},
	"flag":     {kind: sim.EntityItem, item: sim.ItemFlag}, "ctf_flag": {kind: sim.EntityItem, item: sim.ItemFlag},
	"h_mega": itemClass(sim.ItemMegaHealth), "ammobox": {kind: sim.EntityDropped, item: sim.ItemBackpack},

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
	"turrgun": {kind: sim.EntityOther, name: "sentry gun"},

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

	"flame": {hidden: true}, "flame2": {hidden: true}, "s_explod": {hidden: true}, "s_bubble": {hidden: true}, "bolt": {hidden: true},
	"bolt2": {hidden: true}, "bolt3": {hidden: true}, "bit": {hidden: true}, "teleport": {hidden: true}, "sight": {hidden: true}, "flare": {hidden: true},
}

// baseName is the name of a file without folder and ending, in lower case.
func baseName(file string) string {
	name := strings.ToLower(file)
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if i := strings.IndexByte(name, '.'); i >= 0 {
		name = name[:i]
	}
	return name
}

// classify says what a model stands for by its file.
func classify(file string) class {
	if number, ok := strings.CutPrefix(file, "*"); ok {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > 1<<15 {
			return class{hidden: true}
		}
		return class{mover: n}
	}
	name := baseName(file)
	if strings.HasPrefix(file, "models/") { // Nexuiz; id's are in progs and maps
		if strings.HasPrefix(file, "models/player/") {
			return nexuizPlayer
		}
		if c, ok := nexuizClasses[name]; ok {
			return c
		}
	}
	for _, list := range []map[string]class{classes, packClasses} {
		if c, ok := list[name]; ok {
			return c
		}
	}
	if name == "" || strings.HasPrefix(name, "v_") || strings.HasSuffix(strings.ToLower(file), ".spr") {
		return class{hidden: true}
	}
	return class{kind: sim.EntityOther, name: name}
}

// packOf finds out the mission pack by a level's models.
func packOf(names []string) pack {
	pack := packStandard
	for _, name := range names {
		if strings.HasPrefix(name, "models/player/") && strings.HasSuffix(name, ".zym") {
			return packNexuiz
		}
		switch baseName(name) {
		case "v_laserg":
			return packHipnotic
		case "v_lava", "v_lava2":
			return packRogue
		case "v_srifle", "v_asscan":
			pack = packFortress
		}
	}
	return pack
}

// The frames of the usual player model.
const (
	frameDeathFirst = 41
	frameDeathLast  = 102
)

// dead reports whether a frame shows dying.
func (c *class) dead(frame int) bool {
	return c.dies[1] > 0 && frame >= c.dies[0] && frame <= c.dies[1]
}

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

// powerupSounds are the powerups by the sound of getting them.
var powerupSounds = map[string]sim.Powerup{
	"damage": sim.PowerupQuad, "protect": sim.PowerupProtection, "inv1": sim.PowerupInvisibility, "suit": sim.PowerupSuit,
}

// pickupSounds are the sounds of taking an item, and which it is; none for those that
// several kinds share (items.qc).
var pickupSounds = map[string]sim.Item{
	"armor1": sim.ItemArmorGreen, "r_item1": sim.ItemHealthSmall, "health1": sim.ItemHealth, "r_item2": sim.ItemMegaHealth,
	"lock4": sim.ItemNone, "pkup": sim.ItemWeapon, "damage": sim.ItemQuad, "protect": sim.ItemProtection, "inv1": sim.ItemInvisibility, "suit": sim.ItemSuit,
	"medkey": sim.ItemNone, "runekey": sim.ItemNone, "basekey": sim.ItemNone,
}
