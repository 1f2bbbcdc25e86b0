package mods

import (
	"fragscope/sim"
	"fragscope/sim/track"
)

// rogue holds the messages that Dissolution of Eternity adds (client.qc, ClientObituary; netname in newitems.qc).
var rogue = Mod{
	Obituaries: []Obituary{
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
	},
	Pickups: map[string]track.ItemDef{
		"lava nails": {Item: sim.ItemAmmoNails}, "multi rockets": {Item: sim.ItemAmmoRockets},
		"plasma": {Item: sim.ItemAmmoCells}, "lava nail gun": {Item: sim.ItemWeapon, Weapon: sim.WeaponNailgun},
		"super lava nail gun":    {Item: sim.ItemWeapon, Weapon: sim.WeaponSuperNailgun},
		"multi grenade launcher": {Item: sim.ItemWeapon, Weapon: sim.WeaponGrenadeLauncher},
		"multi rocket launcher":  {Item: sim.ItemWeapon, Weapon: sim.WeaponRocketLauncher},
		"plasma gun":             {Item: sim.ItemWeapon, Weapon: sim.WeaponPlasma},
		"power shield":           {Item: sim.ItemPowerShield}, "anti-grav belt": {Item: sim.ItemOther},
		"vengeance sphere": {Item: sim.ItemOther},
	},
}
