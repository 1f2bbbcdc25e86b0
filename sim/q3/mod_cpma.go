package q3

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/track"
)

// cpma is CPMA.
var cpma = knownMod{marks: []string{"cpma"}, change: func(m *mod) {
	m.key, m.name, m.items, m.modes, m.tables = "cpma", "CPMA", itemsCPM, modesCPMA, tablesCPMA
	m.config.match, m.coloring.letters, m.tells.backpack = 672, true, efBackpack
	m.respawn, m.mega, m.armorKinds = respawnCPMA, megaCPMA, true
}}

var itemsCPM = concat(items68, list(sim.ItemArmorGreen, sim.ItemBackpack), neutral)

var modesCPMA = map[int]mode{-1: {name: "Hoony Mode", kind: modeDuel}, 0: {name: "Free For All", kind: modeFree},
	1: {name: "Tournament", kind: modeDuel}, 2: {name: "Single Player", kind: modeFree, contest: sim.Story},
	3: {name: "Team Deathmatch", kind: modeTeam}, 4: {name: "Capture The Flag", kind: modeFlags},
	5: {name: "Clan Arena", kind: modeRounds, rounds: true}, 6: {name: "Freeze Tag", kind: modeRounds, rounds: true},
	7: {name: "Capture Strike", kind: modeFlags, rounds: true}, 8: {name: "Not Team Fortress", kind: modeFlags},
	9: {name: "2v2 Team Deathmatch", kind: modeTeam}}

// respawnCPMA holds the respawn delays that CPMA changes, except in its mode with Quake III's own rules. The mega
// health respawns after its effect has ended, which only its owner's health reveals.
var respawnCPMA = map[sim.Item]time.Duration{
	sim.ItemMegaHealth: 0, sim.ItemHealthSmall: 30 * time.Second, sim.ItemHealth: 30 * time.Second,
	sim.ItemHealthLarge: 30 * time.Second, sim.ItemAmmoShells: 30 * time.Second, sim.ItemAmmoBullets: 30 * time.Second,
	sim.ItemAmmoGrenades: 30 * time.Second, sim.ItemAmmoCells: 30 * time.Second,
	sim.ItemAmmoLightning: 30 * time.Second, sim.ItemAmmoRockets: 30 * time.Second, sim.ItemAmmoSlugs: 30 * time.Second,
	sim.ItemAmmoBFG: 30 * time.Second,
}

// megaCPMA is the average seen in recordings: the game checks once per second whether the effect has ended, and then
// counts to twenty.
var megaCPMA = track.MegaHealth{Away: 20500 * time.Millisecond, Full: 100}

// tablesCPMA include CPMA's own table, whose ping is packed (see [packedPing]).
var tablesCPMA = scoreTables{"scores": tables68["scores"], "xscores": {{count: 1, rows: 2, score: 1}}}
