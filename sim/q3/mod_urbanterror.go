package q3

import (
	"fragscope/sim"
)

// urbanTerrorMod is Urban Terror.
var urbanTerrorMod = knownMod{marks: []string{"q3ut4", "q3urt", "urban"}, change: func(m *mod) {
	m.key, m.name, m.weapons, m.modes, m.items, m.causes = "q3ut4", "Urban Terror", urbanTerror, modesUrban, nil, nil
}}

// urbanTerror are the weapons of Urban Terror 4.
var urbanTerror = []sim.Weapon{
	sim.WeaponNone, sim.WeaponKnife, sim.WeaponPistol, sim.WeaponPistol, sim.WeaponShotgun, sim.WeaponSubmachinegun,
	sim.WeaponSubmachinegun, sim.WeaponAssaultRifle, sim.WeaponAssaultRifle, sim.WeaponGrenadeLauncher,
	sim.WeaponHandGrenade, sim.WeaponHandGrenade, sim.WeaponHandGrenade, sim.WeaponOther, sim.WeaponSniperRifle,
	sim.WeaponAssaultRifle, sim.WeaponOther, sim.WeaponMachinegun,
}

var modesUrban = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Last Man Standing", kind: modeFree},
	3: {name: "Team Deathmatch", kind: modeTeam}, 4: {name: "Team Survivor", kind: modeRounds, rounds: true},
	5: {name: "Follow The Leader", kind: modeRounds, rounds: true}, 6: {name: "Capture And Hold", kind: modeTeam},
	7: {name: "Capture The Flag", kind: modeFlags}, 8: {name: "Bomb", kind: modeRounds, rounds: true},
	9: {name: "Jump", kind: modeRace}, 10: {name: "Freeze Tag", kind: modeRounds, rounds: true},
	11: {name: "Gun Game", kind: modeFree}}
