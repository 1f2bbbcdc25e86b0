package mods

import (
	"fragscope/sim"
	"fragscope/sim/track"
)

// hipnotic holds the messages that Scourge of Armagon adds (client.qc, ClientObituary; netname in hipitems.qc).
var hipnotic = Mod{
	Obituaries: []Obituary{
		{"%v was telefragged by %k's Satan's power", sim.CauseTelefrag, "deflected telefrag"},
		{"%v feels %k's pain", sim.WeaponOther, "empathy shields"},
		{"%v got too friendly with %k's bomb", sim.WeaponProxLauncher, "mine"},
		{"%v did the rhumba with %k's bomb", sim.WeaponProxLauncher, "mine"},
		{"%v was toasted by %k's laser", sim.WeaponLaserCannon, "laser cannon"},
		{"%v was radiated by %k's laser", sim.WeaponLaserCannon, "laser cannon"},
		{"%v was slammed by %k's hammer", sim.WeaponMjolnir, "Mjolnir"},
		{"%v was outgunned by Armagon", sim.CauseMonster, "Armagon"},
	},
	Pickups: map[string]track.ItemDef{
		"wetsuit": {Item: sim.ItemSuit}, "empathy shields": {Item: sim.ItemOther},
		"horn of conjuring": {Item: sim.ItemOther},
	},
}
