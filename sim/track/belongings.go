package track

import (
	"slices"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// belongings is the known part of a player's inventory in his current life, in games that do not report it continuously
// (Quake II): the inventory as shown when it was last open, and the weapons and items that he has since held or taken
// according to his status bar. Weapons that he owns may be missing; ammunition that may have changed is unknown.
type belongings struct {
	sim.Inventory
	known bool
	keys  []sim.InventoryItem
	kept  *sim.Inventory // the copy in the player's row
}

// Owned reports a player's possessions, as listed by the game.
type Owned struct {
	Weapons sim.WeaponSet
	// Ammo lists the amounts of ammunition by kind. Each lists them by weapon. Whole is set if the list is complete.
	Ammo        []AmmoOwned
	Each        []WeaponAmmo
	Keys, Other []sim.InventoryItem
	Whole       bool
}

type (
	// AmmoOwned holds how much of one kind of ammunition a player has.
	AmmoOwned struct {
		Item  sim.Item
		Count int16
	}
	// WeaponAmmo holds how much ammunition a player has for one weapon.
	WeaponAmmo struct {
		Weapon sim.Weapon
		Count  int16
	}
)

// forget begins a life.
func (b *belongings) forget() {
	*b = belongings{}
	b.forgetAmmo()
}

func (b *belongings) forgetAmmo() {
	for w := range b.Ammo {
		b.Ammo[w] = sim.Unknown
	}
}

// ammoFor maps kinds of ammunition to the weapons that use them.
var ammoFor = map[sim.Item][]sim.Weapon{
	sim.ItemAmmoShells:   {sim.WeaponShotgun, sim.WeaponSuperShotgun},
	sim.ItemAmmoBullets:  {sim.WeaponMachinegun, sim.WeaponChaingun},
	sim.ItemAmmoGrenades: {sim.WeaponHandGrenade, sim.WeaponGrenadeLauncher},
	sim.ItemAmmoRockets:  {sim.WeaponRocketLauncher},
	sim.ItemAmmoCells:    {sim.WeaponHyperblaster, sim.WeaponBFG, sim.WeaponIonRipper, sim.WeaponPlasmaBeam},
	sim.ItemAmmoSlugs:    {sim.WeaponRailgun},
	sim.ItemAmmoNails:    {sim.WeaponETFRifle},
}

// alike returns the weapons that use the same ammunition as w, including w.
func alike(w sim.Weapon) []sim.Weapon {
	for _, list := range ammoFor {
		if slices.Contains(list, w) {
			return list
		}
	}
	return []sim.Weapon{w}
}

// setAmmo sets the ammunition of weapons that share it.
func (b *belongings) setAmmo(weapons []sim.Weapon, n int16) {
	for _, w := range weapons {
		b.Ammo[w] = n
	}
}

// hold records the weapon that a player holds.
func (b *belongings) hold(w sim.Weapon, ammo int16) {
	b.known = true
	if ammo != sim.Unknown {
		b.setAmmo(alike(w), ammo)
	}
	b.Weapons.Add(w)
	if w == sim.WeaponHandGrenade && ammo == 0 {
		b.Weapons.Remove(w)
	}
}

// take records that a player took something. The amount of ammunition in it is unknown.
func (b *belongings) take(a *PickSeen) {
	switch {
	case a.Pack:
		b.forgetAmmo()
	case a.What.Item == sim.ItemWeapon:
		b.Weapons.Add(a.What.Weapon)
		b.setAmmo(alike(a.What.Weapon), sim.Unknown)
	case a.What.Item == sim.ItemKey:
		b.keys = append(slices.Clip(b.keys), sim.InventoryItem{Name: a.Name, Count: 1})
	default:
		b.setAmmo(ammoFor[a.What.Item], sim.Unknown)
	}
}

// drop records that a player, whose row is r, dropped a weapon.
func (b *belongings) drop(r *recording.FramePlayer, w sim.Weapon) {
	b.Weapons.Remove(w)
	if r != nil && r.Inventory != nil {
		b.show(r)
	}
}

// useKey records that a player used a key. Which one is unknown.
func (b *belongings) useKey() { b.keys = nil }

// update determines a player's possessions. first is set if he was not in the previous snapshot.
func (b *belongings) update(r *recording.FramePlayer, u *StateSeen, first, silent bool) {
	r.Inventory = nil
	if first || r.Life != sim.Alive {
		b.forget()
	}
	if r.Life != sim.Alive || silent && u.Open == nil {
		return
	}
	b.Other = b.keys
	if u.Open != nil {
		b.read(u.Open)
	}
	if u.Wheel != nil {
		b.read(u.Wheel)
	}
	if r.Weapon != sim.WeaponNone && r.Weapon != sim.WeaponOther {
		b.hold(r.Weapon, r.Ammo)
	}
	b.Keys = b.Keys[:0]
	for range b.keys {
		b.Keys = append(b.Keys, sim.ItemKey)
	}
	if b.known {
		b.show(r)
	}
}

// show sets a row's inventory to the known one.
func (b *belongings) show(r *recording.FramePlayer) {
	b.kept = b.Kept(b.kept)
	r.Inventory = b.kept
}

// read applies a list from the game.
func (b *belongings) read(o *Owned) {
	b.Weapons, b.known = o.Weapons, true
	if o.Whole {
		for _, weapons := range ammoFor {
			b.setAmmo(weapons, 0)
		}
		b.keys, b.Other = o.Keys, o.Other
	}
	for _, a := range o.Ammo {
		b.setAmmo(ammoFor[a.Item], a.Count)
	}
	for _, a := range o.Each {
		b.Ammo[a.Weapon] = a.Count
	}
}
