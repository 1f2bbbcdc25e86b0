package q2

import (
	"strings"
	"time"

	"fragscope/sim"
)

// itemDef is an item that can be taken, or the weapon of a projectile.
type itemDef struct {
	item   sim.Item
	weapon sim.Weapon
	team   sim.Team
	// name is set for items without an icon.
	name string
	// respawn is its respawn delay in deathmatch, or 0 if that varies.
	respawn time.Duration
}

func weapon(w sim.Weapon) itemDef {
	return itemDef{item: sim.ItemWeapon, weapon: w, respawn: 30 * time.Second}
}

func item(i sim.Item, seconds int) itemDef {
	return itemDef{item: i, respawn: time.Duration(seconds) * time.Second}
}

func other(name string, seconds int) itemDef {
	return itemDef{item: sim.ItemOther, name: name, respawn: time.Duration(seconds) * time.Second}
}

func tech(name string) itemDef { return itemDef{item: sim.ItemTech, name: name} }

func key(name string) itemDef { return itemDef{item: sim.ItemKey, name: name} }

func flag(t sim.Team) itemDef { return itemDef{item: sim.ItemFlag, team: t} }

// itemRow is an itemDef with the game's name and models for it.
type itemRow struct {
	itemDef
	// called is the text in the status bar when the item is taken, in lower case. It is empty if it is the itemDef's
	// name or that of another row.
	called string
	// models are the folders of its models below models/.
	models []string
}

// Names with special treatment: a bandolier holds several kinds of ammunition; the others are released by their
// owners.
const (
	bandolier       = "Bandolier"
	vengeanceSphere = "Vengeance Sphere"
	hunterSphere    = "Hunter Sphere"
	defenderSphere  = "Defender Sphere"
	antimatterBomb  = "A-M Bomb"
)

// itemDefs lists the items of the game, the mission packs and Capture the Flag, from their item lists. Weapons in
// the map are identified by the models in [gunModels].
var itemDefs = []itemRow{
	{item(sim.ItemHealthSmall, 30), "", []string{"items/healing/stimpack"}},
	{item(sim.ItemHealth, 30), "health", []string{"items/healing/medium", "items/healing/large"}},
	{item(sim.ItemMegaHealth, 0), "", []string{"items/mega_h"}}, // depends on its taker's health
	{item(sim.ItemArmorRed, 20), "body armor", []string{"items/armor/body"}},
	{item(sim.ItemArmorYellow, 20), "combat armor", []string{"items/armor/combat"}},
	{item(sim.ItemArmorGreen, 20), "jacket armor", []string{"items/armor/jacket"}},
	{item(sim.ItemArmorShard, 20), "armor shard", []string{"items/armor/shard"}},
	{item(sim.ItemPowerShield, 60), "power screen", []string{"items/armor/screen"}},
	{item(sim.ItemPowerShield, 60), "power shield", []string{"items/armor/shield"}},

	{item(sim.ItemAmmoShells, 30), "shells", []string{"items/ammo/shells/medium"}},
	{item(sim.ItemAmmoBullets, 30), "bullets", []string{"items/ammo/bullets/medium"}},
	{item(sim.ItemAmmoCells, 30), "cells", []string{"items/ammo/cells/medium"}},
	{item(sim.ItemAmmoRockets, 30), "rockets", []string{"items/ammo/rockets/medium"}},
	{item(sim.ItemAmmoSlugs, 30), "slugs", []string{"items/ammo/slugs/medium"}},
	{item(sim.ItemAmmoGrenades, 30), "grenades", []string{"items/ammo/grenades/medium"}},
	{item(sim.ItemAmmoGrenades, 30), "prox", []string{"ammo/am_prox"}},
	{item(sim.ItemAmmoNails, 30), "flechettes", []string{"ammo/g_flechettes", "ammo/am_flechette",
		"items/ammo/flechettes/medium"}},
	{other("Mag Slugs", 30), "mag slug", []string{"items/ammo/mag_slugs", "items/ammo/magslug/medium", "objects/ammo",
		"objects/magslug"}},
	{other("Rounds", 30), "", []string{"ammo/am_disr"}},
	{other(antimatterBomb, 300), "", []string{"weapons/g_nuke"}},

	{weapon(sim.WeaponBlaster), "blaster", nil},
	{weapon(sim.WeaponShotgun), "shotgun", nil},
	{weapon(sim.WeaponSuperShotgun), "super shotgun", nil},
	{weapon(sim.WeaponMachinegun), "machinegun", nil},
	{weapon(sim.WeaponChaingun), "chaingun", nil},
	{weapon(sim.WeaponGrenadeLauncher), "grenade launcher", nil},
	{weapon(sim.WeaponRocketLauncher), "rocket launcher", nil},
	{weapon(sim.WeaponHyperblaster), "hyperblaster", nil},
	{weapon(sim.WeaponRailgun), "railgun", nil},
	{weapon(sim.WeaponBFG), "bfg10k", nil},
	{weapon(sim.WeaponGrapple), "grapple", nil},
	{weapon(sim.WeaponIonRipper), "ionripper", nil},
	{weapon(sim.WeaponPhalanx), "phalanx", nil},
	{weapon(sim.WeaponTrap), "trap", []string{"weapons/g_trap"}},
	{weapon(sim.WeaponMelee), "chainfist", nil},
	{weapon(sim.WeaponETFRifle), "etf rifle", nil},
	{weapon(sim.WeaponPlasmaBeam), "plasma beam", nil},
	{weapon(sim.WeaponProxLauncher), "prox launcher", nil},
	{weapon(sim.WeaponDisruptor), "disruptor", nil},
	{weapon(sim.WeaponDisruptor), "disintegrator", nil},
	{weapon(sim.WeaponTesla), "tesla", []string{"ammo/am_tesl"}},

	{item(sim.ItemQuad, 60), "quad damage", []string{"items/quaddama"}},
	{item(sim.ItemDouble, 60), "double damage", []string{"items/ddamage"}},
	{item(sim.ItemProtection, 300), "invulnerability", []string{"items/invulner"}},
	{item(sim.ItemSuit, 60), "rebreather", []string{"items/breather"}},
	{item(sim.ItemSuit, 60), "environment suit", []string{"items/enviro"}},
	{item(sim.ItemAmmoPack, 180), "ammo pack", []string{"items/pack"}},
	{other("DualFire Damage", 60), "", []string{"items/quadfire"}},
	{other("Silencer", 30), "", []string{"items/silencer"}},
	{other("IR Goggles", 60), "", []string{"items/goggles"}},
	{other("Ancient Head", 60), "", []string{"items/c_head"}},
	{other("Adrenaline", 60), "", []string{"items/adrenal"}},
	{other(bandolier, 60), "", []string{"items/band"}},
	{other(vengeanceSphere, 60), "", []string{"items/spheres/vengnce", "items/vengnce"}},
	{other(hunterSphere, 60), "", []string{"items/hunter"}},
	{other(defenderSphere, 60), "", []string{"items/defender"}},
	{other("Doppleganger", 90), "", []string{"items/dopple"}},

	{other("Compass", 60), "", []string{"objects/fire"}},
	{other("Tag Token", 0), "", []string{"items/tagtoken"}},

	{key("Antimatter Pod"), "", nil}, // both look like the thrown bomb
	{key("Antimatter Bomb"), "", nil},
	{key("Data CD"), "", []string{"items/keys/data_cd"}},
	{key("Power Cube"), "", []string{"items/keys/power"}},
	{key("Pyramid Key"), "", []string{"items/keys/pyramid"}},
	{key("Data Spinner"), "", []string{"items/keys/spinner"}},
	{key("Security Pass"), "", []string{"items/keys/pass"}},
	{key("Blue Key"), "", []string{"items/keys/key"}},
	{key("Red Key"), "", []string{"items/keys/red_key"}},
	{key("Green Key"), "", []string{"items/keys/green_key"}},
	{key("Airstrike Marker"), "", []string{"items/keys/target"}},
	{key("Commander's Head"), "", []string{"monsters/commandr/head"}},

	{tech("Disruptor Shield"), "", []string{"ctf/resistance"}},
	{tech("Power Amplifier"), "", []string{"ctf/strength"}},
	{tech("Time Accel"), "", []string{"ctf/haste"}},
	{tech("AutoDoc"), "", []string{"ctf/regeneration"}},
	{flag(sim.TeamRed), "red flag", []string{"players/male/flag1", "flags/flag1"}},
	{flag(sim.TeamBlue), "blue flag", []string{"players/male/flag2", "flags/flag2"}},
	{flag(sim.TeamGreen), "", []string{"flags/flag3"}},
}

// itemSet indexes itemDefs by their models' folders below models/, and by the game's names in lower case.
type itemSet struct{ models, names map[string]itemDef }

var baseItems = itemSetOf(itemDefs)

func itemSetOf(list []itemRow) itemSet {
	s := itemSet{map[string]itemDef{}, map[string]itemDef{}}
	for _, w := range list {
		called := w.called
		if called == "" {
			called = strings.ToLower(w.name)
		}
		if called != "" {
			s.names[called] = w.itemDef
		}
		for _, model := range w.models {
			s.models[model] = w.itemDef
		}
	}
	return s
}

// itemNamed returns the item with a name in a mod.
func (m *mod) itemNamed(name string) (itemDef, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	a, ok := m.items.names[name]
	if !ok {
		a, ok = baseItems.names[name]
	}
	return a, ok
}
