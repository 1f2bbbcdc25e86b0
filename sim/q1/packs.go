package q1

import (
	"fragscope/sim"
	"fragscope/sim/track"
)

// packObituaries are those that the mission packs add (client.qc, ClientObituary, of hipnotic and of rogue).
var packObituaries = []obituary{
	{"%v was telefragged by %k's Satan's power", sim.CauseTelefrag, "deflected telefrag"},
	{"%v feels %k's pain", sim.WeaponOther, "empathy shields"},
	{"%v got too friendly with %k's bomb", sim.WeaponProxLauncher, "mine"},
	{"%v did the rhumba with %k's bomb", sim.WeaponProxLauncher, "mine"},
	{"%v was toasted by %k's laser", sim.WeaponLaserCannon, "laser cannon"},
	{"%v was radiated by %k's laser", sim.WeaponLaserCannon, "laser cannon"},
	{"%v was slammed by %k's hammer", sim.WeaponMjolnir, "Mjolnir"},
	{"%v was outgunned by Armagon", sim.CauseMonster, "Armagon"},

	{"%v was burned by %k", sim.WeaponNailgun, "lava nails"},
	{"%v was fused by %k", sim.WeaponPlasma, "plasma"},
	{"%v was blasted to bits by %k", sim.WeaponGrenadeLauncher, "multi grenade or rocket"},
	{"%v was grappled by %k", sim.WeaponGrapple, "grapple"},
	{"%v was smashed by %k", sim.WeaponOther, "power shield"},
	{"%v was purged by the Vengeance Sphere", sim.WeaponOther, "vengeance sphere"},
	{"%v was turned to plasma", sim.WeaponPlasma, "plasma"},
	{"%v rode the lightning", sim.CauseTrigger, "lightning"},
	{"%v was cleaved in two", sim.CauseTrigger, "pendulum"},
	{"%v was sliced to pieces", sim.CauseTrigger, "buzzsaw"},
	{"%v changed teams", sim.CauseSuicide, "team change"},
	{"%v tried to change teams", sim.CauseSuicide, "team change"},
	{"%v was annihilated by the Dragon", sim.CauseMonster, "Dragon"},
	{"%v was squashed by the Dragon", sim.CauseMonster, "Dragon"},
	{"%v was electrified by an Eel", sim.CauseMonster, "Electric Eel"},
	{"%v was disintegrated by a Wrath", sim.CauseMonster, "Wrath"},
	{"%v was obliterated by an Overlord", sim.CauseMonster, "Overlord"},
	{"%v was slit open by a Phantom Swordsman", sim.CauseMonster, "Phantom Swordsman"},
	{"%v fries in Hephaestus' fury", sim.CauseMonster, "Hephaestus"},
	{"%v was crushed by a Guardian", sim.CauseMonster, "Guardian"},
	{"%v was Mummified", sim.CauseMonster, "Mummy"},
}

// packPickups are what the mission packs call what a player takes, in lower case (netname in items.qc, hipitems.qc, newitems.qc).
var packPickups = map[string]track.ItemDef{
	"wetsuit": {Item: sim.ItemSuit}, "empathy shields": {Item: sim.ItemOther}, "horn of conjuring": {Item: sim.ItemOther},
	"lava nails": {Item: sim.ItemAmmoNails}, "multi rockets": {Item: sim.ItemAmmoRockets}, "plasma": {Item: sim.ItemAmmoCells},
	"lava nail gun":          {Item: sim.ItemWeapon, Weapon: sim.WeaponNailgun},
	"super lava nail gun":    {Item: sim.ItemWeapon, Weapon: sim.WeaponSuperNailgun},
	"multi grenade launcher": {Item: sim.ItemWeapon, Weapon: sim.WeaponGrenadeLauncher},
	"multi rocket launcher":  {Item: sim.ItemWeapon, Weapon: sim.WeaponRocketLauncher},
	"plasma gun":             {Item: sim.ItemWeapon, Weapon: sim.WeaponPlasma},
	"power shield":           {Item: sim.ItemPowerShield}, "anti-grav belt": {Item: sim.ItemOther}, "vengeance sphere": {Item: sim.ItemOther},
}

func powerClass(name string) class {
	return class{kind: sim.EntityItem, item: sim.ItemOther, name: name}
}

// packClasses are the models of the mission packs' items and monsters by the name of their file; the frames of dying are those
// that the monsters' own source lists.
var packClasses = map[string]class{
	"b_lnail0": boxClass(sim.ItemAmmoNails, boxSmall), "b_lnail1": boxClass(sim.ItemAmmoNails, boxLarge),
	"b_mrock0": boxClass(sim.ItemAmmoRockets, boxSmall), "b_mrock1": boxClass(sim.ItemAmmoRockets, boxLarge),
	"b_plas0": boxClass(sim.ItemAmmoCells, boxSmall), "b_plas1": boxClass(sim.ItemAmmoCells, boxLarge),
	"empathy": powerClass("empathy shields"), "horn": powerClass("horn of conjuring"), "beltup": powerClass("anti-grav belt"),
	"sphere": powerClass("vengeance sphere"), "shield": {kind: sim.EntityItem, item: sim.ItemPowerShield},

	"grem": monsterClass("Gremlin", 104, 115), "scor": monsterClass("Centroid", 36, 40), "armalegs": monsterClass("Armagon", 86, 97),
	"eel2": monsterClass("Electric Eel", 6, 15), "sword": monsterClass("Phantom Swordsman", 19, 39), "mummy": monsterClass("Mummy", -1, -1),
	"lavaman": monsterClass("Hephaestus", 48, 56), "wrthgib": gibClass(), "wrath": monsterClass("Wrath", -1, -1), "s_wrath": monsterClass("Overlord", -1, -1),
	"morph_gr": monsterClass("Guardian", 121, 141), "morph_az": monsterClass("Guardian", 121, 141), "morph_eg": monsterClass("Guardian", 121, 141),
	"dragon": monsterClass("Dragon", 80, 100),
}
