package track

import (
	"slices"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// belongings is what is known of what a player owns in his present life where no message tells it at all times (Quake II): what the
// inventory said when it was open, and since then what he held in his hands and what the status bar said he took. Weapons that he owns
// may be missing; ammunition that may have changed since it was told is unknown.
type belongings struct {
	sim.Inventory
	known bool
	keys  []sim.InventoryItem
	kept  *sim.Inventory // that the row of the player has
}

// Owned is what the game lists of what a player owns.
type Owned struct {
	Weapons uint64
	// Ammo is how much there is of the kinds of ammunition, and Each how much some weapons have. Whole is set if it is all there is.
	Ammo        []AmmoOwned
	Each        []WeaponAmmo
	Keys, Other []sim.InventoryItem
	Whole       bool
}

type (
	// AmmoOwned is how much a player has of some ammunition.
	AmmoOwned struct {
		Item  sim.Item
		Count int16
	}
	// WeaponAmmo is how much a weapon has to shoot.
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

// ammoFor are the weapons that use an ammunition.
var ammoFor = map[sim.Item][]sim.Weapon{
	sim.ItemAmmoShells:   {sim.WeaponShotgun, sim.WeaponSuperShotgun},
	sim.ItemAmmoBullets:  {sim.WeaponMachinegun, sim.WeaponChaingun},
	sim.ItemAmmoGrenades: {sim.WeaponHandGrenade, sim.WeaponGrenadeLauncher},
	sim.ItemAmmoRockets:  {sim.WeaponRocketLauncher},
	sim.ItemAmmoCells:    {sim.WeaponHyperblaster, sim.WeaponBFG, sim.WeaponIonRipper, sim.WeaponPlasmaBeam},
	sim.ItemAmmoSlugs:    {sim.WeaponRailgun},
	sim.ItemAmmoNails:    {sim.WeaponETFRifle},
}

// alike are the weapons that use the same ammunition as w, and w.
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

// hold records what a player has in his hands.
func (b *belongings) hold(w sim.Weapon, ammo int16) {
	b.known = true
	if ammo != sim.Unknown {
		b.setAmmo(alike(w), ammo)
	}
	b.Weapons |= 1 << w
	if w == sim.WeaponHandGrenade && ammo == 0 {
		b.Weapons &^= 1 << w
	}
}

// take records what a player took. How much ammunition there was in it is not told.
func (b *belongings) take(a *PickSeen) {
	switch {
	case a.Pack:
		b.forgetAmmo()
	case a.What.Item == sim.ItemWeapon:
		b.Weapons |= 1 << a.What.Weapon
		b.setAmmo(alike(a.What.Weapon), sim.Unknown)
	case a.What.Item == sim.ItemKey:
		b.keys = append(slices.Clip(b.keys), sim.InventoryItem{Name: a.Name, Count: 1})
	default:
		b.setAmmo(ammoFor[a.What.Item], sim.Unknown)
	}
}

// drop records that a player, whose row is r, threw a weapon away.
func (b *belongings) drop(r *recording.FramePlayer, w sim.Weapon) {
	b.Weapons &^= 1 << w
	if r != nil && r.Inventory != nil {
		b.show(r)
	}
}

// useKey records that a player used a key, of which it is not told which one.
func (b *belongings) useKey() { b.keys = nil }

// update finds out what a player owns; first is set if he was not seen before, or not just now.
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

// show gives a row what is known.
func (b *belongings) show(r *recording.FramePlayer) {
	b.kept = b.Kept(b.kept)
	r.Inventory = b.kept
}

// read takes over what the game lists.
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
