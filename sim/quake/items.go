package quake

import "fragscope/sim"

// Bits of what a player owns, as the status bar has them.
const (
	BitShotgun         = 1 << 0
	BitSuperShotgun    = 1 << 1
	BitNailgun         = 1 << 2
	BitSuperNailgun    = 1 << 3
	BitGrenadeLauncher = 1 << 4
	BitRocketLauncher  = 1 << 5
	BitLightning       = 1 << 6
	BitExtraWeapon     = 1 << 7
	BitAxe             = 1 << 12
	BitArmorGreen      = 1 << 13
	BitArmorYellow     = 1 << 14
	BitArmorRed        = 1 << 15
	BitSuperHealth     = 1 << 16
	BitKeySilver       = 1 << 17
	BitKeyGold         = 1 << 18
	BitInvisibility    = 1 << 19
	BitInvulnerability = 1 << 20
	BitSuit            = 1 << 21
	BitQuad            = 1 << 22
	BitSigil           = 1 << 28 // and the next three
)

// Pack is the game or mission pack, which says what the bits mean.
type Pack uint8

const (
	Standard Pack = iota
	Hipnotic      // Scourge of Armagon
	Rogue         // Dissolution of Eternity
	Fortress      // Team Fortress
)

// bitTable is what the bits of a pack mean.
type bitTable struct {
	weapons []bitWeapon
	armor   [3]uint32 // green, yellow, red
	axe     uint32
}

type bitWeapon struct {
	bit    uint32
	weapon sim.Weapon
}

var standardWeapons = []bitWeapon{
	{BitShotgun, sim.WeaponShotgun}, {BitSuperShotgun, sim.WeaponSuperShotgun}, {BitNailgun, sim.WeaponNailgun},
	{BitSuperNailgun, sim.WeaponSuperNailgun}, {BitGrenadeLauncher, sim.WeaponGrenadeLauncher},
	{BitRocketLauncher, sim.WeaponRocketLauncher}, {BitLightning, sim.WeaponLightning}, {BitAxe, sim.WeaponMelee},
}

var bitTables = [...]bitTable{
	Standard: {weapons: standardWeapons, armor: [3]uint32{BitArmorGreen, BitArmorYellow, BitArmorRed}, axe: BitAxe},
	Hipnotic: {weapons: append([]bitWeapon{{1 << 7, sim.WeaponMjolnir}, {1 << 16, sim.WeaponProxLauncher}, {1 << 23, sim.WeaponLaserCannon}},
		standardWeapons...), armor: [3]uint32{BitArmorGreen, BitArmorYellow, BitArmorRed}, axe: BitAxe},
	Rogue: {weapons: append([]bitWeapon{{1 << 12, sim.WeaponNailgun}, {1 << 13, sim.WeaponSuperNailgun}, {1 << 14, sim.WeaponGrenadeLauncher},
		{1 << 15, sim.WeaponRocketLauncher}, {1 << 16, sim.WeaponPlasma}, {1 << 11, sim.WeaponMelee}}, standardWeapons[:7]...),
		armor: [3]uint32{1 << 23, 1 << 24, 1 << 25}, axe: 1 << 11},
	Fortress: {weapons: standardWeapons, armor: [3]uint32{BitArmorGreen, BitArmorYellow, BitArmorRed}, axe: BitAxe},
}

// Weapons is the set of 1<<weapon that the bits tell.
func (p Pack) Weapons(bits uint32) uint64 {
	var set uint64
	for _, w := range bitTables[p].weapons {
		if bits&w.bit != 0 {
			set |= 1 << w.weapon
		}
	}
	return set
}

// Weapon is the weapon whose bit is set.
func (p Pack) Weapon(bit uint32) sim.Weapon {
	for _, w := range bitTables[p].weapons {
		if bit == w.bit {
			return w.weapon
		}
	}
	return sim.WeaponNone
}

// Armor is the kind of armour that the bits tell.
func (p Pack) Armor(bits uint32) sim.Item {
	for i, b := range bitTables[p].armor {
		if bits&b != 0 {
			return sim.ItemArmorGreen + sim.Item(i)
		}
	}
	return sim.ItemNone
}

// powerBits are the powers that the bits tell, the same in all packs.
var powerBits = []struct {
	bit   uint32
	power sim.Powerup
}{
	{BitQuad, sim.PowerupQuad}, {BitInvulnerability, sim.PowerupProtection}, {BitInvisibility, sim.PowerupInvisibility}, {BitSuit, sim.PowerupSuit},
}

// Powers is the set of powers that the bits tell.
func Powers(bits uint32) sim.PowerupSet {
	var set sim.PowerupSet
	for _, p := range powerBits {
		if bits&p.bit != 0 {
			set |= 1 << p.power
		}
	}
	return set
}

// sigils are what the four runes of the episodes are called.
var sigils = [4]string{"Rune of Earth Magic", "Rune of Black Magic", "Rune of Hell Magic", "Rune of Elder Magic"}

// ammoOf is the kind of ammunition that a weapon takes: 0 shells, 1 nails, 2
// rockets, 3 cells; -1 for none.
func ammoOf(w sim.Weapon) int {
	switch w {
	case sim.WeaponShotgun, sim.WeaponSuperShotgun:
		return 0
	case sim.WeaponNailgun, sim.WeaponSuperNailgun, sim.WeaponLaserCannon:
		return 1
	case sim.WeaponGrenadeLauncher, sim.WeaponRocketLauncher, sim.WeaponProxLauncher:
		return 2
	case sim.WeaponLightning, sim.WeaponPlasma, sim.WeaponMjolnir, sim.WeaponRailgun:
		return 3
	}
	return -1
}

// pickupWords are the names of items in "You got the ...", in lower case.
var pickupWords = map[string]article{
	"shells": {item: sim.ItemAmmoShells}, "nails": {item: sim.ItemAmmoNails}, "spikes": {item: sim.ItemAmmoNails},
	"rockets": {item: sim.ItemAmmoRockets}, "cells": {item: sim.ItemAmmoCells},
	"double-barrelled shotgun": {sim.ItemWeapon, sim.WeaponSuperShotgun}, "nailgun": {sim.ItemWeapon, sim.WeaponNailgun},
	"super nailgun": {sim.ItemWeapon, sim.WeaponSuperNailgun}, "grenade launcher": {sim.ItemWeapon, sim.WeaponGrenadeLauncher},
	"rocket launcher": {sim.ItemWeapon, sim.WeaponRocketLauncher}, "thunderbolt": {sim.ItemWeapon, sim.WeaponLightning},
	"laser cannon": {sim.ItemWeapon, sim.WeaponLaserCannon}, "mjolnir": {sim.ItemWeapon, sim.WeaponMjolnir},
	"proximity gun": {sim.ItemWeapon, sim.WeaponProxLauncher},
	"quad damage":   {item: sim.ItemQuad}, "pentagram of protection": {item: sim.ItemProtection},
	"ring of shadows": {item: sim.ItemInvisibility}, "biosuit": {item: sim.ItemSuit},
	"green armor": {item: sim.ItemArmorGreen}, "yellow armor": {item: sim.ItemArmorYellow}, "red armor": {item: sim.ItemArmorRed},
	"silver key": {item: sim.ItemKeySilver}, "gold key": {item: sim.ItemKeyGold}, "silver keycard": {item: sim.ItemKeySilver},
	"gold keycard": {item: sim.ItemKeyGold}, "silver runekey": {item: sim.ItemKeySilver}, "gold runekey": {item: sim.ItemKeyGold},
	"wetsuit": {item: sim.ItemSuit}, "empathy shields": {item: sim.ItemOther}, "horn of conjuring": {item: sim.ItemOther},
}

// article is an item, or a weapon that lies there.
type article struct {
	item   sim.Item
	weapon sim.Weapon
}

// respawnTimes are how long items stay away, in seconds, where the server's
// rules are those of deathmatch 1.
var respawnTimes = map[sim.Item]int{
	sim.ItemHealthSmall: 20, sim.ItemHealth: 20, sim.ItemArmorGreen: 20, sim.ItemArmorYellow: 20, sim.ItemArmorRed: 20,
	sim.ItemAmmoShells: 30, sim.ItemAmmoNails: 30, sim.ItemAmmoRockets: 30, sim.ItemAmmoCells: 30, sim.ItemWeapon: 30,
	sim.ItemQuad: 60, sim.ItemSuit: 60, sim.ItemProtection: 300, sim.ItemInvisibility: 300,
}
