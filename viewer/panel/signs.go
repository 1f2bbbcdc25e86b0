package panel

import (
	"fragscope/sim"
	"fragscope/viewer/draw"
)

// signBlocks returns help for the signs on the map, with the weapons' names in the demo's game.
func signBlocks(p *Pen) []helpBlock {
	sign := func(i draw.Icon, c sim.RGB, name string) helpLine {
		return helpLine{icon: i, ink: draw.Of(c).Readable(), name: name}
	}
	item := func(i sim.Item, name string) helpLine {
		return sign(draw.ItemIcon(i, sim.WeaponNone), i.Info().Color, name)
	}
	plain := sim.RGB{R: 224, G: 228, B: 236}
	things := helpBlock{"Signs on the map", []helpLine{
		item(sim.ItemHealth, "health; far off a cross"), item(sim.ItemMegaHealth, "mega health"),
		item(sim.ItemArmorRed, "armour, in its colour"), item(sim.ItemArmorShard, "armour shard; far off a rhombus"),
		item(sim.ItemAmmoRockets, "ammunition; far off a square"), item(sim.ItemQuad, "quad damage"),
		item(sim.ItemProtection, "protection, pentagram"), item(sim.ItemInvisibility, "invisibility, ring"),
		item(sim.ItemBackpack, "backpack; a broken rim: dropped"), item(sim.ItemFlag, "flag"),
		item(sim.ItemKeyGold, "key"), sign(draw.IconTeleport, sim.RGB{R: 190, G: 130, B: 250}, "teleporter"),
		sign(draw.IconX, plain, "somebody died here"), sign(draw.IconSkull, plain, "body"),
		sign(draw.IconStoreyUp, plain, "on a storey above"), sign(draw.IconStoreyDown, plain, "on a storey below"),
		sign(draw.IconDot, plain, "faint: out of sight, as last seen"),
		sign(draw.IconClock, plain, "hollow: taken, and when it is back"),
	}}
	weapons := helpBlock{head: "Weapons"}
	for _, w := range []sim.Weapon{
		sim.WeaponMelee, sim.WeaponShotgun, sim.WeaponSuperShotgun, sim.WeaponMachinegun, sim.WeaponChaingun,
		sim.WeaponNailgun, sim.WeaponSuperNailgun, sim.WeaponGrenadeLauncher, sim.WeaponRocketLauncher,
		sim.WeaponLightning, sim.WeaponHyperblaster, sim.WeaponRailgun, sim.WeaponPlasma, sim.WeaponBFG,
	} {
		weapons.rows = append(weapons.rows, sign(draw.WeaponIcon(w), w.Info().Color, p.weapon(w).Name))
	}
	return []helpBlock{things, weapons}
}
