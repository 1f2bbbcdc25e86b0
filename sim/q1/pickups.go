package q1

import (
	"fragscope/sim"
	"fragscope/sim/track"
)

// runePowers are what the runes of Capture the Flag give (ktx src/runes.c, RuneTouch).
var runePowers = []string{"resistance", "strength", "haste", "regeneration"}

// pickupWords are the names of items in "You got the ...", in lower case; the last are those of LibreQuake
// (its lq1/src/localization.qc and qcsrc/localized_text.qc).
var pickupWords = map[string]track.ItemDef{
	"shells": {Item: sim.ItemAmmoShells}, "nails": {Item: sim.ItemAmmoNails}, "spikes": {Item: sim.ItemAmmoNails},
	"rockets": {Item: sim.ItemAmmoRockets}, "cells": {Item: sim.ItemAmmoCells},
	"double-barrelled shotgun": {Item: sim.ItemWeapon, Weapon: sim.WeaponSuperShotgun}, "nailgun": {Item: sim.ItemWeapon, Weapon: sim.WeaponNailgun},
	"super nailgun": {Item: sim.ItemWeapon, Weapon: sim.WeaponSuperNailgun}, "grenade launcher": {Item: sim.ItemWeapon, Weapon: sim.WeaponGrenadeLauncher},
	"rocket launcher": {Item: sim.ItemWeapon, Weapon: sim.WeaponRocketLauncher}, "thunderbolt": {Item: sim.ItemWeapon, Weapon: sim.WeaponLightning},
	"laser cannon": {Item: sim.ItemWeapon, Weapon: sim.WeaponLaserCannon}, "mjolnir": {Item: sim.ItemWeapon, Weapon: sim.WeaponMjolnir},
	"proximity gun": {Item: sim.ItemWeapon, Weapon: sim.WeaponProxLauncher},
	"quad damage":   {Item: sim.ItemQuad}, "pentagram of protection": {Item: sim.ItemProtection},
	"ring of shadows": {Item: sim.ItemInvisibility}, "biosuit": {Item: sim.ItemSuit},
	"green armor": {Item: sim.ItemArmorGreen}, "yellow armor": {Item: sim.ItemArmorYellow}, "red armor": {Item: sim.ItemArmorRed},
	"silver key": {Item: sim.ItemKeySilver}, "gold key": {Item: sim.ItemKeyGold}, "silver keycard": {Item: sim.ItemKeySilver},
	"gold keycard": {Item: sim.ItemKeyGold}, "silver runekey": {Item: sim.ItemKeySilver}, "gold runekey": {Item: sim.ItemKeyGold},
	"wetsuit": {Item: sim.ItemSuit}, "empathy shields": {Item: sim.ItemOther}, "horn of conjuring": {Item: sim.ItemOther},
	"super shotgun": {Item: sim.ItemWeapon, Weapon: sim.WeaponSuperShotgun}, "double-barreled shotgun": {Item: sim.ItemWeapon, Weapon: sim.WeaponSuperShotgun},
	"machine gun": {Item: sim.ItemWeapon, Weapon: sim.WeaponNailgun}, "chaingun": {Item: sim.ItemWeapon, Weapon: sim.WeaponSuperNailgun},
	"lightning gun": {Item: sim.ItemWeapon, Weapon: sim.WeaponLightning}, "lightning cannon": {Item: sim.ItemWeapon, Weapon: sim.WeaponLightning},
	"thunder cannon": {Item: sim.ItemWeapon, Weapon: sim.WeaponLightning},
	"crusher sigil":  {Item: sim.ItemQuad}, "demolisher sigil": {Item: sim.ItemQuad},
	"lucifer's aegis": {Item: sim.ItemProtection}, "lucifer's protection": {Item: sim.ItemProtection}, "lucifier's protection": {Item: sim.ItemProtection},
	"eye of eryx": {Item: sim.ItemInvisibility}, "eye of enigma": {Item: sim.ItemInvisibility},
	"hazmat suit": {Item: sim.ItemSuit}, "diving suit": {Item: sim.ItemSuit},
	"100 armor": {Item: sim.ItemArmorGreen}, "150 armor": {Item: sim.ItemArmorYellow}, "200 armor": {Item: sim.ItemArmorRed},
}

// healths are the sizes of health in "You receive ... health".
var healths = map[string]sim.Item{"100": sim.ItemMegaHealth, "15": sim.ItemHealthSmall}
