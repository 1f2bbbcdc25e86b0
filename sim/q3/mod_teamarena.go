package q3

import (
	"fragscope/sim"
	"fragscope/sim/track"
)

// missionpack is Team Arena.
var missionpack = knownMod{marks: []string{"missionpack"}, change: func(m *mod) {
	teamArena(m)
	m.key, m.name = "missionpack", "Team Arena"
}}

// teamArena applies Team Arena's changes, which also apply to mods made from its source.
func teamArena(m *mod) {
	m.weapons, m.causes, m.items = weapons[:14], meansTeamArena, itemsTeamArena
	m.stats = statLayout{weapons: 3, armor: 4}
}

// meansTeamArena are the means of death of the missionpack, OpenArena and Quake Live.
var meansTeamArena = append(means68[:len(means68)-1:len(means68)-1],
	meansOfDeath{sim.WeaponNailgun, "MOD_NAIL"}, meansOfDeath{sim.WeaponChaingun, "MOD_CHAINGUN"},
	meansOfDeath{sim.WeaponProxLauncher, "MOD_PROXIMITY_MINE"}, meansOfDeath{sim.WeaponOther, "MOD_KAMIKAZE"},
	meansOfDeath{sim.WeaponOther, "MOD_JUICED"}, meansOfDeath{sim.WeaponGrapple, "MOD_GRAPPLE"},
	meansOfDeath{sim.CauseSuicide, "MOD_SWITCH_TEAMS"}, meansOfDeath{sim.CauseWorld, modThaw},
	meansOfDeath{sim.WeaponLightning, "MOD_LIGHTNING_DISCHARGE"}, meansOfDeath{sim.WeaponHeavyMachinegun, "MOD_HMG"},
	meansOfDeath{sim.WeaponRailgun, "MOD_RAILGUN_HEADSHOT"})

var teamPart = concat(list(sim.ItemKamikaze, sim.ItemTeleporter, sim.ItemProtection, sim.ItemAmmoNails,
	sim.ItemAmmoPack, sim.ItemAmmoBullets, sim.ItemTech, sim.ItemTech, sim.ItemTech,
	sim.ItemTech), neutral, []track.ItemDef{{Item: sim.ItemSkull, Team: sim.TeamRed},
	{Item: sim.ItemSkull, Team: sim.TeamBlue}},
	[]track.ItemDef{gun(sim.WeaponNailgun), gun(sim.WeaponProxLauncher), gun(sim.WeaponChaingun)})

var itemsTeamArena = concat(items68, teamPart)
