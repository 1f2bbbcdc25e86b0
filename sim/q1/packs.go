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

// packClasses are the models of the mission packs' items and monsters by the name of their file; the frames of dying are those
// that the monsters' own source lists.
var packClasses = map[string]class{
	"b_lnail0": {kind: sim.EntityItem, item: sim.ItemAmmoNails, center: smallBox},
	"b_lnail1": {kind: sim.EntityItem, item: sim.ItemAmmoNails, center: largeBox},
	"b_mrock0": {kind: sim.EntityItem, item: sim.ItemAmmoRockets, center: smallBox},
	"b_mrock1": {kind: sim.EntityItem, item: sim.ItemAmmoRockets, center: largeBox},
	"b_plas0":  {kind: sim.EntityItem, item: sim.ItemAmmoCells, center: smallBox},
	"b_plas1":  {kind: sim.EntityItem, item: sim.ItemAmmoCells, center: largeBox},
	"empathy":  {kind: sim.EntityItem, item: sim.ItemOther, name: "empathy shields"},
	"horn":     {kind: sim.EntityItem, item: sim.ItemOther, name: "horn of conjuring"},
	"beltup":   {kind: sim.EntityItem, item: sim.ItemOther, name: "anti-grav belt"},
	"sphere":   {kind: sim.EntityItem, item: sim.ItemOther, name: "vengeance sphere"}, "shield": {kind: sim.EntityItem, item: sim.ItemPowerShield},

	"grem":     {kind: sim.EntityMonster, name: "Gremlin", dies: [2]int{104, 115}},
	"scor":     {kind: sim.EntityMonster, name: "Centroid", dies: [2]int{36, 40}},
	"armalegs": {kind: sim.EntityMonster, name: "Armagon", dies: [2]int{86, 97}},
	"eel2":     {kind: sim.EntityMonster, name: "Electric Eel", dies: [2]int{6, 15}},
	"sword":    {kind: sim.EntityMonster, name: "Phantom Swordsman", dies: [2]int{19, 39}},
	"mummy":    {kind: sim.EntityMonster, name: "Mummy", dies: [2]int{-1, -1}},
	"lavaman":  {kind: sim.EntityMonster, name: "Hephaestus", dies: [2]int{48, 56}}, "wrthgib": {kind: sim.EntityGib},
	"wrath":    {kind: sim.EntityMonster, name: "Wrath", dies: [2]int{-1, -1}},
	"s_wrath":  {kind: sim.EntityMonster, name: "Overlord", dies: [2]int{-1, -1}},
	"morph_gr": {kind: sim.EntityMonster, name: "Guardian", dies: [2]int{121, 141}},
	"morph_az": {kind: sim.EntityMonster, name: "Guardian", dies: [2]int{121, 141}},
	"morph_eg": {kind: sim.EntityMonster, name: "Guardian", dies: [2]int{121, 141}},
	"dragon":   {kind: sim.EntityMonster, name: "Dragon", dies: [2]int{80, 100}},
}
