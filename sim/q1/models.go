package q1

import (
	"strconv"
	"strings"

	"fragscope/sim"
)

// class is the meaning of a model.
type class struct {
	kind   sim.EntityKind
	item   sim.Item
	weapon sim.Weapon
	name   string
	// mover is the number of an inline model of the map, or 0 for other models.
	mover int
	// player is set for models of players, eyes for one with the ring, and head for one who was gibbed.
	player, eyes, head bool
	// hidden models are not shown: sprites, torches, view models.
	hidden bool
	// view is the weapon of a view model.
	view sim.Weapon
	// center is the middle of the entity, relative to its origin.
	center sim.Vec3
	// dies are the first and last frames of dying.
	dies [2]int
	// skins maps skins to items.
	skins []sim.Item
}

// models are the classes of a level's models, by index.
type models struct {
	classes []class
	pack    pack
}

// newModels returns the models with the given file names. The first name has index 1.
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

// class returns the class of the model with an index.
func (m *models) class(index int) *class {
	if index < 0 || index >= len(m.classes) {
		return &hiddenClass
	}
	return &m.classes[index]
}

// smallBox and largeBox are the middles of item boxes in the map format, whose origin is a corner.
var (
	smallBox = sim.Vec3{12, 12, 0}
	largeBox = sim.Vec3{16, 16, 0}
)

// classes maps file names, without folder and extension, to classes.
var classes = map[string]class{
	"player": {player: true, dies: [2]int{frameDeathFirst, frameDeathLast}}, "eyes": {player: true, eyes: true},
	"h_player": {player: true, head: true, kind: sim.EntityGib},

	"b_bh10":   {kind: sim.EntityItem, item: sim.ItemHealthSmall, center: largeBox},
	"b_bh25":   {kind: sim.EntityItem, item: sim.ItemHealth, center: largeBox},
	"b_bh100":  {kind: sim.EntityItem, item: sim.ItemMegaHealth, center: largeBox},
	"b_shell0": {kind: sim.EntityItem, item: sim.ItemAmmoShells, center: smallBox},
	"b_shell1": {kind: sim.EntityItem, item: sim.ItemAmmoShells, center: largeBox},
	"b_nail0":  {kind: sim.EntityItem, item: sim.ItemAmmoNails, center: smallBox},
	"b_nail1":  {kind: sim.EntityItem, item: sim.ItemAmmoNails, center: largeBox},
	"b_rock0":  {kind: sim.EntityItem, item: sim.ItemAmmoRockets, center: smallBox},
	"b_rock1":  {kind: sim.EntityItem, item: sim.ItemAmmoRockets, center: largeBox},
	"b_batt0":  {kind: sim.EntityItem, item: sim.ItemAmmoCells, center: smallBox},
	"b_batt1":  {kind: sim.EntityItem, item: sim.ItemAmmoCells, center: largeBox},
	"b_explob": {kind: sim.EntityOther, name: "explosive box", center: largeBox},
	"b_exbox2": {kind: sim.EntityOther, name: "explosive box", center: largeBox},
	"armor": {kind: sim.EntityItem, item: sim.ItemArmorGreen,
		skins: []sim.Item{sim.ItemArmorGreen, sim.ItemArmorYellow, sim.ItemArmorRed}},
	"g_shot":   {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponSuperShotgun},
	"g_nail":   {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponNailgun},
	"g_nail2":  {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponSuperNailgun},
	"g_rock":   {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponGrenadeLauncher},
	"g_rock2":  {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponRocketLauncher},
	"g_light":  {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponLightning},
	"g_laserg": {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponLaserCannon},
	"g_hammer": {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponMjolnir},
	"g_prox":   {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponProxLauncher},
	"quaddama": {kind: sim.EntityItem, item: sim.ItemQuad},
	"invulner": {kind: sim.EntityItem, item: sim.ItemProtection},
	"invisibl": {kind: sim.EntityItem, item: sim.ItemInvisibility}, "suit": {kind: sim.EntityItem, item: sim.ItemSuit},
	"wetsuit": {kind: sim.EntityItem, item: sim.ItemSuit}, "w_s_key": {kind: sim.EntityItem, item: sim.ItemKeySilver},
	"m_s_key": {kind: sim.EntityItem, item: sim.ItemKeySilver},
	"b_s_key": {kind: sim.EntityItem, item: sim.ItemKeySilver},
	"w_g_key": {kind: sim.EntityItem, item: sim.ItemKeyGold}, "m_g_key": {kind: sim.EntityItem, item: sim.ItemKeyGold},
	"b_g_key":  {kind: sim.EntityItem, item: sim.ItemKeyGold},
	"end1":     {kind: sim.EntityItem, item: sim.ItemRune, name: sigils[0].name},
	"end2":     {kind: sim.EntityItem, item: sim.ItemRune, name: sigils[1].name},
	"end3":     {kind: sim.EntityItem, item: sim.ItemRune, name: sigils[2].name},
	"end4":     {kind: sim.EntityItem, item: sim.ItemRune, name: sigils[3].name},
	"backpack": {kind: sim.EntityDropped, item: sim.ItemBackpack},
	"flag":     {kind: sim.EntityItem, item: sim.ItemFlag}, "ctf_flag": {kind: sim.EntityItem, item: sim.ItemFlag},
	"h_mega":  {kind: sim.EntityItem, item: sim.ItemMegaHealth},
	"ammobox": {kind: sim.EntityDropped, item: sim.ItemBackpack},

	"missile":  {kind: sim.EntityProjectile, weapon: sim.WeaponRocketLauncher, name: "rocket"},
	"grenade":  {kind: sim.EntityProjectile, weapon: sim.WeaponGrenadeLauncher, name: "grenade"},
	"grenade2": {kind: sim.EntityProjectile, weapon: sim.WeaponGrenadeLauncher, name: "pipebomb"},
	"hgren2":   {kind: sim.EntityProjectile, weapon: sim.WeaponHandGrenade, name: "grenade"},
	"spike":    {kind: sim.EntityProjectile, weapon: sim.WeaponNailgun, name: "nail"},
	"s_spike":  {kind: sim.EntityProjectile, weapon: sim.WeaponSuperNailgun, name: "nail"},
	"e_spike1": {kind: sim.EntityProjectile, weapon: sim.WeaponNailgun, name: "nail"},
	"e_spike2": {kind: sim.EntityProjectile, weapon: sim.WeaponSuperNailgun, name: "nail"},
	"lavaball": {kind: sim.EntityProjectile, weapon: sim.CauseLava, name: "lava ball"},
	"w_spike":  {kind: sim.EntityProjectile, weapon: sim.CauseMonster, name: "scrag's spit"},
	"k_spike":  {kind: sim.EntityProjectile, weapon: sim.CauseMonster, name: "death knight's spike"},
	"v_spike":  {kind: sim.EntityProjectile, weapon: sim.CauseMonster, name: "vore's spike"},
	"laser":    {kind: sim.EntityProjectile, weapon: sim.CauseMonster, name: "laser"},
	"zom_gib":  {kind: sim.EntityProjectile, weapon: sim.CauseMonster, name: "zombie's flesh"},
	"s_light":  {kind: sim.EntityProjectile, weapon: sim.WeaponPlasma, name: "plasma"},
	"plasma":   {kind: sim.EntityProjectile, weapon: sim.WeaponPlasma, name: "plasma"},
	"lasrspik": {kind: sim.EntityProjectile, weapon: sim.WeaponLaserCannon, name: "laser"},
	"proxbomb": {kind: sim.EntityProjectile, weapon: sim.WeaponProxLauncher, name: "mine"},
	"lspike":   {kind: sim.EntityProjectile, weapon: sim.WeaponNailgun, name: "lava nail"},
	"mervup":   {kind: sim.EntityProjectile, weapon: sim.WeaponGrenadeLauncher, name: "grenade"},
	"rockup":   {kind: sim.EntityProjectile, weapon: sim.WeaponRocketLauncher, name: "rocket"},
	"star":     {kind: sim.EntityProjectile, weapon: sim.WeaponGrapple, name: "hook"},
	"hook":     {kind: sim.EntityProjectile, weapon: sim.WeaponGrapple, name: "hook"},

	"gib1": {kind: sim.EntityGib}, "gib2": {kind: sim.EntityGib}, "gib3": {kind: sim.EntityGib},
	"h_ogre": {kind: sim.EntityGib}, "h_demon": {kind: sim.EntityGib}, "h_zombie": {kind: sim.EntityGib},
	"h_knight": {kind: sim.EntityGib}, "h_wizard": {kind: sim.EntityGib}, "h_hellkn": {kind: sim.EntityGib},
	"h_shams": {kind: sim.EntityGib}, "h_guard": {kind: sim.EntityGib}, "h_shal": {kind: sim.EntityGib},
	"h_dog": {kind: sim.EntityGib}, "tgib1": {kind: sim.EntityGib}, "tgib2": {kind: sim.EntityGib},
	"tgib3": {kind: sim.EntityGib}, "dgib1": {kind: sim.EntityGib}, "dgib2": {kind: sim.EntityGib},
	"dgib3": {kind: sim.EntityGib},

	"dog":      {kind: sim.EntityMonster, name: "Rottweiler", dies: [2]int{8, 25}},
	"soldier":  {kind: sim.EntityMonster, name: "Grunt", dies: [2]int{8, 28}},
	"ogre":     {kind: sim.EntityMonster, name: "Ogre", dies: [2]int{112, 135}},
	"knight":   {kind: sim.EntityMonster, name: "Knight", dies: [2]int{76, 96}},
	"hknight":  {kind: sim.EntityMonster, name: "Death Knight", dies: [2]int{42, 62}},
	"wizard":   {kind: sim.EntityMonster, name: "Scrag", dies: [2]int{46, 53}},
	"demon":    {kind: sim.EntityMonster, name: "Fiend", dies: [2]int{45, 53}},
	"shambler": {kind: sim.EntityMonster, name: "Shambler", dies: [2]int{83, 93}},
	"shalrath": {kind: sim.EntityMonster, name: "Vore", dies: [2]int{16, 22}},
	"enforcer": {kind: sim.EntityMonster, name: "Enforcer", dies: [2]int{41, 65}},
	"zombie":   {kind: sim.EntityMonster, name: "Zombie", dies: [2]int{-1, -1}},
	"fish":     {kind: sim.EntityMonster, name: "Rotfish", dies: [2]int{18, 38}},
	"tarbaby":  {kind: sim.EntityMonster, name: "Spawn", dies: [2]int{-1, -1}},
	"boss":     {kind: sim.EntityMonster, name: "Chthon", dies: [2]int{48, 56}},
	"oldone":   {kind: sim.EntityMonster, name: "Shub-Niggurath", dies: [2]int{-1, -1}},
	"turrgun":  {kind: sim.EntityOther, name: "sentry gun"},

	"v_axe": {hidden: true, view: sim.WeaponMelee}, "v_shot": {hidden: true, view: sim.WeaponShotgun},
	"v_shot2": {hidden: true, view: sim.WeaponSuperShotgun},
	"v_nail":  {hidden: true, view: sim.WeaponNailgun}, "v_nail2": {hidden: true, view: sim.WeaponSuperNailgun},
	"v_rock":  {hidden: true, view: sim.WeaponGrenadeLauncher},
	"v_rock2": {hidden: true, view: sim.WeaponRocketLauncher}, "v_light": {hidden: true, view: sim.WeaponLightning},
	"v_star":   {hidden: true, view: sim.WeaponGrapple},
	"v_laserg": {hidden: true, view: sim.WeaponLaserCannon}, "v_hammer": {hidden: true, view: sim.WeaponMjolnir},
	"v_prox": {hidden: true, view: sim.WeaponProxLauncher},
	"v_lava": {hidden: true, view: sim.WeaponNailgun}, "v_lava2": {hidden: true, view: sim.WeaponSuperNailgun},
	"v_multi":  {hidden: true, view: sim.WeaponGrenadeLauncher},
	"v_multi2": {hidden: true, view: sim.WeaponRocketLauncher}, "v_plasma": {hidden: true, view: sim.WeaponPlasma},
	"v_coil":   {hidden: true, view: sim.WeaponRailgun},
	"v_srifle": {hidden: true, view: sim.WeaponSniperRifle}, "v_span": {hidden: true, view: sim.WeaponMelee},
	"v_knife":  {hidden: true, view: sim.WeaponKnife},
	"v_knife2": {hidden: true, view: sim.WeaponKnife}, "v_rail": {hidden: true, view: sim.WeaponRailgun},
	"v_asscan": {hidden: true, view: sim.WeaponChaingun},
	"v_medi":   {hidden: true, view: sim.WeaponMelee}, "v_bio": {hidden: true, view: sim.WeaponMelee},
	"v_hook": {hidden: true, view: sim.WeaponGrapple}, "v_grpple": {hidden: true, view: sim.WeaponGrapple},

	"flame": {hidden: true}, "flame2": {hidden: true}, "s_explod": {hidden: true}, "s_bubble": {hidden: true},
	"bolt": {hidden: true}, "bolt2": {hidden: true}, "bolt3": {hidden: true}, "bit": {hidden: true},
	"teleport": {hidden: true}, "sight": {hidden: true},
	"flare": {hidden: true},
}

// baseName returns a file name without folder and extension, in lower case.
func baseName(file string) string {
	name := strings.ToLower(file)
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if i := strings.IndexByte(name, '.'); i >= 0 {
		name = name[:i]
	}
	return name
}

// classify returns the class of a model, given its file.
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

// packOf determines the mission pack from a level's models.
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

// Frames of the usual player model.
const (
	frameDeathFirst = 41
	frameDeathLast  = 102
)

// dead reports whether a frame is one of those in which the player or monster dies.
func (c *class) dead(frame int) bool {
	return c.dies[1] > 0 && frame >= c.dies[0] && frame <= c.dies[1]
}

// frameWeapon returns the current weapon as revealed by the frame of the player model. told is false if the frame
// reveals none.
func frameWeapon(frame int) (w sim.Weapon, told bool) {
	switch {
	case frame <= 5, frame >= 17 && frame <= 34, frame >= 119 && frame <= 142:
		return sim.WeaponMelee, true
	case frame == 105 || frame == 106:
		return sim.WeaponLightning, true
	}
	return sim.WeaponNone, false
}

// shotSounds maps the sounds of shots to weapons.
var shotSounds = map[string]sim.Weapon{
	"guncock": sim.WeaponShotgun, "shotgn2": sim.WeaponSuperShotgun, "rocket1i": sim.WeaponNailgun,
	"spike2": sim.WeaponSuperNailgun, "grenade": sim.WeaponGrenadeLauncher, "sgun1": sim.WeaponRocketLauncher,
	"lstart": sim.WeaponLightning, "lhit": sim.WeaponLightning, "ax1": sim.WeaponMelee, "coilgun": sim.WeaponRailgun,
	"railgun": sim.WeaponRailgun, "sniper": sim.WeaponSniperRifle,
}

// powerupSounds maps pickup sounds to powerups.
var powerupSounds = map[string]sim.Powerup{
	"damage": sim.PowerupQuad, "protect": sim.PowerupProtection, "inv1": sim.PowerupInvisibility,
	"suit": sim.PowerupSuit,
}

// pickupSounds maps pickup sounds to items, or ItemNone for sounds that several kinds share (items.qc).
var pickupSounds = map[string]sim.Item{
	"armor1": sim.ItemArmorGreen, "r_item1": sim.ItemHealthSmall, "health1": sim.ItemHealth,
	"r_item2": sim.ItemMegaHealth, "lock4": sim.ItemNone, "pkup": sim.ItemWeapon, "damage": sim.ItemQuad,
	"protect": sim.ItemProtection, "inv1": sim.ItemInvisibility, "suit": sim.ItemSuit, "medkey": sim.ItemNone,
	"runekey": sim.ItemNone, "basekey": sim.ItemNone,
}
