package q2

import (
	"slices"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// belongings are what is known of what a player owns in his present life: what the inventory said when it was
// open, and since then what he held in his hands and what the status bar said he took. Weapons that
// he owns may be missing; ammunition that may have changed since it was told is unknown.
type belongings struct {
	sim.Inventory
	known bool
	keys  []sim.InventoryItem
}

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

func (b *belongings) setAmmo(weapons []sim.Weapon, n int16) {
	for _, w := range weapons {
		b.Ammo[w] = n
	}
}

// hold takes over what a player has in his hands.
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

// take takes over what a player took. How much ammunition there was in it is not told.
func (b *belongings) take(a article) {
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

// drop takes over that a player threw a weapon away.
func (b *belongings) drop(w sim.Weapon) { b.Weapons &^= 1 << w }

// useKey takes over that a player used a key, of which it is not told which one.
func (b *belongings) useKey() { b.keys = nil }

// Inventory implements [quake2.Handler].
func (s *simulator) Inventory(m *quake2.Inventory) {
	slot := s.self
	if s.casting && s.cast.To == quake2.MulticastClient {
		slot = int(s.cast.Client)
	} else if s.unicast >= 0 {
		slot = s.unicast
	}
	s.unicast = -1
	if s.inventory[slot] == nil {
		s.inventory[slot] = new(quake2.Inventory)
	}
	*s.inventory[slot] = *m
}

// holdings finds out what a player owns; first says that he was not seen before, or not just now. In Action Quake 2
// weapons change hands without a sign.
func (s *simulator) holdings(r *sim.FramePlayer, ps *quake2.PlayerState, first bool) {
	b := &s.players[r.Slot.Index()].owns
	r.Inventory = nil
	if first || r.Life != sim.Alive {
		b.forget()
	}
	inv := s.inventory[r.Slot.Index()]
	open := inv != nil && stat(ps, quake2.StatLayouts)&layoutsInventory != 0
	if r.Life != sim.Alive || s.mod.action && !open {
		return
	}
	b.Other = b.keys
	if open {
		s.readInventory(b, inv)
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

// readInventory takes over what an inventory lists.
func (s *simulator) readInventory(b *belongings, inv *quake2.Inventory) {
	b.Weapons, b.known, b.keys, b.Other = 0, true, nil, nil
	for _, weapons := range ammoFor {
		b.setAmmo(weapons, 0)
	}
	for i, n := range inv.Counts {
		name := plain([]byte(s.configString(s.config.Items + i)))
		if n == 0 || name == "" {
			continue
		}
		a, ok := s.pickupOf(name)
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
