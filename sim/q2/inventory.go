package q2

import (
	"slices"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// inventory is what is known of what a player owns in his present life: what the inventory said when it was
// open, and since then what he held in his hands and what the status bar said he took. Weapons that
// he owns may be missing; ammunition that may have changed since it was told is unknown.
type inventory struct {
	sim.Inventory
	known bool
	keys  []sim.InventoryItem
}

// forget begins a life.
func (b *inventory) forget() {
	*b = inventory{}
	b.forgetAmmo()
}

func (b *inventory) forgetAmmo() {
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
func (b *inventory) setAmmo(weapons []sim.Weapon, n int16) {
	for _, w := range weapons {
		b.Ammo[w] = n
	}
}

// hold records what a player has in his hands.
func (b *inventory) hold(w sim.Weapon, ammo int16) {
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
func (b *inventory) take(a itemDef) {
	switch a.item {
	case sim.ItemWeapon:
		b.Weapons |= 1 << a.weapon
		b.setAmmo(alike(a.weapon), sim.Unknown)
	case sim.ItemKey:
		b.keys = append(slices.Clip(b.keys), sim.InventoryItem{Name: a.name, Count: 1})
	case sim.ItemAmmoPack:
		b.forgetAmmo()
	case sim.ItemOther:
		if a.name == bandolier {
			b.forgetAmmo()
		}
	default:
		b.setAmmo(ammoFor[a.item], sim.Unknown)
	}
}

// drop records that a player threw a weapon away.
func (b *inventory) drop(w sim.Weapon) { b.Weapons &^= 1 << w }

// useKey records that a player used a key, of which it is not told which one.
func (b *inventory) useKey() { b.keys = nil }

// inventories are those of all players.
type inventories struct {
	level *level
	owned [maxPlayers]inventory
	open  map[sim.Slot]*quake2.Inventory // as last told, by slot
}

// reset begins a level.
func (iv *inventories) reset() {
	iv.owned = [maxPlayers]inventory{}
	clear(iv.open)
}

// of is the inventory of a slot.
func (iv *inventories) of(slot sim.Slot) *inventory { return &iv.owned[slot.Index()] }

// tell handles an inventory that the server sent to a slot.
func (iv *inventories) tell(slot sim.Slot, m *quake2.Inventory) {
	if iv.open[slot] == nil {
		iv.open[slot] = new(quake2.Inventory)
	}
	*iv.open[slot] = *m
}

// update finds out what a player owns; first is set if he was not seen before, or not just now.
func (iv *inventories) update(r *recording.FramePlayer, ps *quake2.PlayerState, first bool) {
	b := iv.of(r.Slot)
	r.Inventory = nil
	if first || r.Life != sim.Alive {
		b.forget()
	}
	inv := iv.open[r.Slot]
	open := inv != nil && stat(ps, quake2.StatLayouts)&layoutsInventory != 0
	if r.Life != sim.Alive || iv.level.mod.silentPickups && !open {
		return
	}
	b.Other = b.keys
	if open {
		iv.readInventory(b, inv)
	}
	if iv.level.translated() {
		iv.readWheel(b, ps)
	}
	if r.Weapon != sim.WeaponNone && r.Weapon != sim.WeaponOther {
		b.hold(r.Weapon, r.Ammo)
	}
	b.Keys = b.Keys[:0]
	for range b.keys {
		b.Keys = append(b.Keys, sim.ItemKey)
	}
	if b.known {
		r.Inventory = &b.Inventory
	}
}

// readInventory records what an inventory lists.
func (iv *inventories) readInventory(b *inventory, inv *quake2.Inventory) {
	b.Weapons, b.known, b.keys, b.Other = 0, true, nil, nil
	for _, weapons := range ammoFor {
		b.setAmmo(weapons, 0)
	}
	for i, n := range inv.Counts {
		name := plain([]byte(iv.level.configString(iv.level.config.Items + i)))
		if n == 0 || name == "" {
			continue
		}
		a, ok := iv.level.mod.itemNamed(name)
		switch {
		case ok && a.item == sim.ItemWeapon:
			b.Weapons |= 1 << a.weapon
			continue
		case ok && a.item == sim.ItemKey:
			b.keys = append(b.keys, sim.InventoryItem{Name: name, Count: n})
		case ok:
			b.setAmmo(ammoFor[a.item], n)
		}
		b.Other = append(b.Other, sim.InventoryItem{Name: name, Count: n})
	}
}
