package q2

import (
	"strings"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// classKind is the kind of a class.
type classKind uint8

const (
	classNone classKind = iota
	classPart           // a part of the map
	classItem
	classProjectile
	classGib
	classMonster
	classOther
)

// class is the meaning of a model: the kind of its entities.
type class struct {
	kind classKind
	itemDef
	part int // number of the map's inline model
	// dying lists the animations in which a monster dies. After the last frame of any of them, it is dead.
	dying []span
	gun   sim.Weapon // of a view model
	// released is the class of an entity with this look that does not turn, or nil if turning makes no difference.
	released *class
}

// span is an inclusive range of frames of a model.
type span struct{ first, last uint16 }

// gunModels maps the names of models to weapons; they start with g_ in the map and with v_ in the hand.
var gunModels = map[string]sim.Weapon{
	"blast": sim.WeaponBlaster, "shotg": sim.WeaponShotgun, "shotg2": sim.WeaponSuperShotgun,
	"machn": sim.WeaponMachinegun, "chain": sim.WeaponChaingun, "handgr": sim.WeaponHandGrenade,
	"handgr2": sim.WeaponHandGrenade, "launch": sim.WeaponGrenadeLauncher, "rocket": sim.WeaponRocketLauncher,
	"hyperb": sim.WeaponHyperblaster, "rail": sim.WeaponRailgun, "bfg": sim.WeaponBFG,
	"boomer": sim.WeaponIonRipper, "boom": sim.WeaponIonRipper, "shotx": sim.WeaponPhalanx, "trap": sim.WeaponTrap,
	"etf_rifle": sim.WeaponETFRifle, "beamer": sim.WeaponPlasmaBeam, "beamer2": sim.WeaponPlasmaBeam,
	"dist": sim.WeaponDisruptor, "plaunch": sim.WeaponProxLauncher, "chainf": sim.WeaponMelee,
	"tesla": sim.WeaponTesla, "tesla2": sim.WeaponTesla, "grapple": sim.WeaponGrapple, "disint": sim.WeaponDisruptor,
}

// visible maps the names of the models seen in the hands of other players to weapons. Icons have the same names.
var visible = map[string]sim.Weapon{
	"w_blaster": sim.WeaponBlaster, "w_shotgun": sim.WeaponShotgun, "w_sshotgun": sim.WeaponSuperShotgun,
	"w_machinegun": sim.WeaponMachinegun, "w_chaingun": sim.WeaponChaingun, "a_grenades": sim.WeaponHandGrenade,
	"w_glauncher": sim.WeaponGrenadeLauncher, "w_rlauncher": sim.WeaponRocketLauncher,
	"w_hyperblaster": sim.WeaponHyperblaster, "w_railgun": sim.WeaponRailgun, "w_bfg": sim.WeaponBFG,
	"w_grapple": sim.WeaponGrapple, "w_disrupt": sim.WeaponDisruptor, "w_etfrifle": sim.WeaponETFRifle,
	"w_etf_rifle": sim.WeaponETFRifle, "w_plasma": sim.WeaponPlasmaBeam, "w_heatbeam": sim.WeaponPlasmaBeam,
	"w_plauncher": sim.WeaponProxLauncher, "w_proxlaunch": sim.WeaponProxLauncher, "w_chainfist": sim.WeaponMelee,
	"w_disintegrator": sim.WeaponDisruptor, "w_ripper": sim.WeaponIonRipper, "w_phallanx": sim.WeaponPhalanx,
	"w_phalanx": sim.WeaponPhalanx, "a_trap": sim.WeaponTrap, "a_tesla": sim.WeaponTesla,
	"w_mk23": sim.WeaponPistol, "w_mp5": sim.WeaponSubmachinegun, "w_m4": sim.WeaponAssaultRifle,
	"w_super90": sim.WeaponShotgun, "w_cannon": sim.WeaponHandcannon, "w_sniper": sim.WeaponSniperRifle,
	"w_akimbo": sim.WeaponDualPistols, "w_knife": sim.WeaponKnife, "a_m61frag": sim.WeaponHandGrenade,
}

// missileModels maps projectiles to weapons. The light of a bolt shows whether it came from the hyperblaster.
var missileModels = map[string]sim.Weapon{
	"objects/rocket": sim.WeaponRocketLauncher, "objects/grenade": sim.WeaponGrenadeLauncher,
	"objects/grenade2": sim.WeaponHandGrenade, "objects/grenade3": sim.WeaponHandGrenade,
	"objects/laser": sim.WeaponBlaster, "objects/blaser": sim.WeaponHyperblaster,
	"objects/boomrang": sim.WeaponIonRipper, "objects/rlaser": sim.WeaponBlaster, "objects/glaser": sim.WeaponBlaster,
	"objects/ylaser": sim.WeaponBlaster, "sprites/s_bfg1": sim.WeaponBFG, "sprites/s_bfg2": sim.WeaponBFG,
	"sprites/s_photon": sim.WeaponPhalanx, "proj/flechette": sim.WeaponETFRifle,
	"proj/disintegrator": sim.WeaponDisruptor, "proj/laser2": sim.WeaponBlaster, "weapons/z_trap": sim.WeaponTrap,
	"weapons/g_prox": sim.WeaponProxLauncher, "weapons/g_tesla": sim.WeaponTesla,
	"weapons/grapple/hook": sim.WeaponGrapple, "objects/bomb": sim.WeaponOther, "objects/flechette": sim.WeaponETFRifle,
}

// monster describes a monster identified by its model. The frames are those named in the headers of the game and its
// mission packs; a monster that bursts when it dies has none.
type monster struct {
	name  string
	dying []span
}

// monsterModels maps models to monsters. The test release had other animations.
var monsterModels = map[string]monster{
	"soldier":     {lightSoldier, []span{{272, 474}}},
	"soldierh":    {ripperSoldier, []span{{272, 474}}},
	"infantry":    {"Enforcer", []span{{125, 178}}},
	"gunner":      {gunner, []span{{190, 200}}},
	"berserk":     {"Berserker", []span{{223, 243}}},
	"gladiatr":    {gladiator, []span{{61, 82}}},
	"gladb":       {betaGladiator, []span{{61, 82}}},
	"tank":        {tank, []span{{222, 253}}},
	"ctank":       {tankCommander, []span{{222, 253}}},
	"mutant":      {"Mutant", []span{{15, 33}}},
	"brain":       {"Brains", []span{{123, 145}}},
	"parasite":    {"Parasite", []span{{32, 38}}},
	"medic":       {medic, []span{{147, 176}}},
	"bitch":       {ironMaiden, []span{{48, 82}}},
	"bitch2":      {ironMaiden, []span{{48, 82}}},
	"chick":       {ironMaiden, []span{{48, 82}}},
	"flyer":       {name: flyer},
	"float":       {"Technician", []span{{104, 116}}},
	"hover":       {icarus, []span{{162, 172}}},
	"hovr":        {icarus, []span{{162, 172}}},
	"daedalus":    {daedalus, []span{{162, 172}}},
	"flipper":     {"Barracuda Shark", []span{{104, 159}}},
	"boss1":       {"Supertank", []span{{98, 127}}},
	"boss5":       {"Supertank", []span{{98, 127}}},
	"boss2":       {"Hornet", []span{{132, 180}}},
	"boss3/jorg":  {"Jorg", []span{{31, 80}}},
	"boss3/rider": {"Makron", []span{{251, 365}}},
	"boss3":       {name: "Boss"},
	"insane":      {"Marine", []span{{210, 226}, {245, 251}}},
	"commandr":    {name: tankCommander},
	"fixbot":      {name: "Fixbot"},
	"gekk":        {"Gekk", []span{{114, 176}, {246, 290}}},
	"stalker":     {"Stalker", []span{{70, 78}}},
	"turret":      {name: "Turret"},
	"carrier":     {"Carrier", []span{{62, 77}}},
	"blackwidow":  {"Black Widow", []span{{130, 160}}},
	"blackwidow2": {"Black Widow", []span{{60, 125}}},
	"widow":       {"Black Widow", []span{{130, 160}}},
	"widow2":      {"Black Widow", []span{{60, 125}}},
	"guardian":    {name: "Guardian"},
	"arachnid":    {name: "Arachnid"},
	"shambler":    {name: "Shambler"},
	"guncmdr":     {name: gunnerCommander},
}

// Monsters that have variants with a different skin, and those variants.
const (
	lightSoldier    = "Light Soldier"
	ripperSoldier   = "Ripper Soldier"
	hypergunSoldier = "Hypergun Soldier"
	lasergunSoldier = "Lasergun Soldier"
	gunner          = "Gunner"
	gunnerCommander = "Gunner Commander"
	gladiator       = "Gladiator"
	betaGladiator   = "Beta Gladiator"
	tank            = "Tank"
	tankCommander   = "Tank Commander"
	medic           = "Medic"
	ironMaiden      = "Iron Maiden"
	flyer           = "Flyer"
	icarus          = "Icarus"
	daedalus        = "Daedalus"
)

// bySkin lists the monsters that differ from the one with skin 0 only by their skins: 2, 4 and so on, plus 1 when
// they are hurt (SP_monster_soldier, SP_monster_tank, SP_monster_medic and so on in monster/*/*.c of each game).
// The rerelease has one model for what were two (rerelease/m_soldier.cpp, m_gunner.cpp, m_gladiator.cpp).
var bySkin = map[string][]string{
	lightSoldier:  {"Shotgun Soldier", "SS Soldier", ripperSoldier, hypergunSoldier, lasergunSoldier},
	ripperSoldier: {hypergunSoldier, lasergunSoldier},
	gunner:        {gunnerCommander},
	gladiator:     {betaGladiator},
	tank:          {tankCommander},
	medic:         {"Medic Commander"},
	ironMaiden:    {"Beta Iron Maiden"},
	icarus:        {daedalus},
}

// nameOf returns the name of an entity other than a player; sort is determined by a monster's skin.
func (c *class) nameOf(e *quake2.EntityState, sort uint32) string {
	if c.kind != classMonster {
		return c.name
	}
	if names := bySkin[c.name]; sort > 0 && int(sort) <= len(names) {
		return names[sort-1]
	}
	if c.name == flyer && e.Effects&quake2.EFRocket != 0 { // rogue monster/flyer/flyer.c, SP_monster_kamikaze
		return "Kamikaze"
	}
	return c.name
}

// released lists the objects that look like the items that their owners released, but do not turn (rogue g_sphere.c,
// Sphere_Spawn; g_newweap.c, fire_nuke).
var released = map[string]*class{
	vengeanceSphere: {kind: classOther, itemDef: itemDef{name: vengeanceSphere}},
	hunterSphere:    {kind: classOther, itemDef: itemDef{name: hunterSphere}},
	defenderSphere:  {kind: classOther, itemDef: itemDef{name: defenderSphere}},
	antimatterBomb:  {kind: classProjectile, itemDef: itemDef{weapon: sim.WeaponNuke}},
}

// doppleganger is a copy of a player that stays where he left it.
var doppleganger = class{kind: classOther, itemDef: itemDef{name: "Doppleganger"}}

// otherModels are the names of other things worth showing.
var otherModels = map[string]string{
	"objects/barrels": "Barrel", "objects/barrel": "Barrel", "objects/satellite": "Satellite",
	"items/c_head": "Ancient Head", "ships/viper": "Viper", "ships/bigviper": "Viper", "ships/strogg1": "Strogg ship",
	"objects/bomb": "Bomb", "monsters/turretbase": "Turret", "objects/dball": "Ball",
}

// folder returns the identifying part of a model: its path in lower case, without models/ and tris.md2.
func folder(model string) string {
	model = strings.ToLower(strings.ReplaceAll(model, `\`, "/"))
	model = strings.TrimPrefix(model, "models/")
	if i := strings.LastIndexByte(model, '.'); i > 0 {
		model = model[:i]
	}
	return strings.TrimSuffix(model, "/tris")
}

// classify returns the class of a model in a mod.
func (m *mod) classify(model string) class {
	if strings.HasPrefix(model, "*") {
		return class{kind: classPart, part: max(atoi(model[1:]), 0)}
	}
	name := folder(model)
	if a, ok := m.items.models[name]; ok {
		return class{kind: classItem, itemDef: a}
	}
	if w, ok := missileModels[name]; ok {
		return class{kind: classProjectile, itemDef: itemDef{weapon: w}}
	}
	if a, ok := baseItems.models[name]; ok {
		return class{kind: classItem, itemDef: a}
	}
	if gun, ok := strings.CutPrefix(name, "weapons/g_"); ok {
		if w, ok := m.guns[gun]; ok {
			a := weapon(w)
			if m.learnsRespawns {
				a.respawn = 0
			}
			return class{kind: classItem, itemDef: a}
		}
	}
	if label, ok := otherModels[name]; ok {
		return class{kind: classOther, itemDef: itemDef{name: label}}
	}
	if strings.HasPrefix(name, "objects/gibs/") || strings.HasPrefix(name, "objects/debris") ||
		strings.Contains(name, "_gibs/") ||
		name == "monsters/legs" || strings.HasPrefix(name, "monsters/") && strings.Contains(name, "/gib") {
		return class{kind: classGib}
	}
	return monsterClass(name)
}

// monsterClass returns the class of the monster whose model is in a folder.
func monsterClass(name string) class {
	name, ok := strings.CutPrefix(name, "monsters/")
	if !ok {
		return class{}
	}
	for part := name; part != ""; {
		if m, ok := monsterModels[part]; ok {
			return class{kind: classMonster, itemDef: itemDef{name: m.name}, dying: m.dying}
		}
		i := strings.LastIndexByte(part, '/')
		if i < 0 {
			break
		}
		part = part[:i]
	}
	base, _, _ := strings.Cut(name, "/")
	return class{kind: classMonster, itemDef: itemDef{name: base}}
}

// models holds the meanings of the level's models.
type models struct {
	classes []class      // by index
	weapons []sim.Weapon // visible in players' hands
}

// forget begins a level, or a change of its models.
func (m *models) forget() { m.classes, m.weapons = m.classes[:0], nil }

// byModel reports whether everything that looks like an item of the class is such an item, however it behaves.
func (c *class) byModel() bool { return c.item != sim.ItemOther && c.weapon != sim.WeaponKnife }

// classOf returns the class of a model of the level.
func (l *level) classOf(model uint16) *class {
	for len(l.models.classes) <= int(model) {
		l.models.classes = append(l.models.classes, class{kind: classUnread})
	}
	c := &l.models.classes[model]
	if c.kind == classUnread {
		*c = class{}
		if model != 0 {
			name := l.configString(l.config.Models + int(model))
			*c = l.mod.classify(name)
			c.gun = l.mod.gunOf(folder(name))
			if c.item == sim.ItemOther && c.kind == classItem {
				c.released = released[c.name]
			}
		}
	}
	return c
}

// classUnread marks a model that has not been classified yet.
const classUnread classKind = 0xff

// grappleModel is the one view model whose name has another prefix (ctf g_items.c, itemlist).
const grappleModel = "weapons/grapple"

// gunOf returns the weapon of a view model.
func (m *mod) gunOf(name string) sim.Weapon {
	if name == grappleModel {
		return sim.WeaponGrapple
	}
	gun, ok := strings.CutPrefix(name, "weapons/v_")
	if !ok {
		return sim.WeaponNone
	}
	if w, ok := m.guns[gun]; ok {
		return w
	}
	return sim.WeaponOther
}

// visibleWeapon returns the weapon in a player's skin number, which is the index of its model among those that the
// level lists with a '#'.
func (l *level) visibleWeapon(skin uint32) sim.Weapon {
	n := int(skin >> 8 & 0xff)
	if l.models.weapons == nil {
		l.models.weapons = append(l.models.weapons[:0], sim.WeaponNone)
		for i := 1; i < l.config.Sounds-l.config.Models; i++ {
			if name, ok := strings.CutPrefix(l.configString(l.config.Models+i), "#"); ok {
				l.models.weapons = append(l.models.weapons, visible[folder(name)])
			}
		}
		if len(l.models.weapons) > 1 {
			l.models.weapons[0] = l.mod.unseenGun
		}
	}
	if n < len(l.models.weapons) {
		return l.models.weapons[n]
	}
	return sim.WeaponNone
}
