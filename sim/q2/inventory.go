package q2

import (
	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// inventories holds the inventories that the server last listed, by slot.
type inventories map[sim.Slot]*quake2.Inventory

// tell records an inventory that the server sent to a slot.
func (iv inventories) tell(slot sim.Slot, m *quake2.Inventory) {
	if iv[slot] == nil {
		iv[slot] = new(quake2.Inventory)
	}
	*iv[slot] = *m
}

// open returns the contents of a player's inventory if it is shown, otherwise nil.
func (iv inventories) open(l *level, slot sim.Slot, ps *quake2.PlayerState) *track.Owned {
	inv := iv[slot]
	if inv == nil || stat(ps, quake2.StatLayouts)&layoutsInventory == 0 {
		return nil
	}
	own := &track.Owned{Whole: true}
	for i, n := range inv.Counts {
		name := plain([]byte(l.configString(l.config.Items + i)))
		if n == 0 || name == "" {
			continue
		}
		a, ok := l.mod.itemNamed(name)
		switch {
		case ok && a.item == sim.ItemWeapon:
			own.Weapons.Add(a.weapon)
			continue
		case ok && a.item == sim.ItemKey:
			own.Keys = append(own.Keys, sim.InventoryItem{Name: name, Count: n})
		case ok:
			own.Ammo = append(own.Ammo, track.AmmoOwned{Item: a.item, Count: n})
		}
		own.Other = append(own.Other, sim.InventoryItem{Name: name, Count: n})
	}
	return own
}

// picked returns the item that the status bar names as picked up.
func picked(l *level, index int16) (p track.PickSeen) {
	a, ok := l.mod.itemNamed(plain([]byte(l.configString(int(index)))))
	if index != 0 && ok {
		p = track.PickSeen{Known: true, Name: a.name, What: track.ItemDef{Item: a.item, Weapon: a.weapon, Team: a.team},
			Pack: a.item == sim.ItemAmmoPack || a.item == sim.ItemOther && a.name == bandolier}
	}
	return p
}
