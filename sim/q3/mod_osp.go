package q3

import (
	"fragscope/sim"
)

// osp is OSP.
var osp = knownMod{marks: []string{"osp"}, change: func(m *mod) {
	m.key, m.name, m.items, m.modes, m.config.scrambled = "osp", "OSP", itemsOSP, modesOSP, 872
	m.coloring.hex, m.tells.timeouts = true, true
}}

// itemsOSP has the armour of 25 at the end, which tournament maps use.
var itemsOSP = concat(items68, list(sim.ItemArmorGreen))

var modesOSP = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Tournament", kind: modeDuel},
	2: {name: "Single Player", kind: modeFree, contest: sim.Story}, 3: {name: "Team Deathmatch", kind: modeTeam},
	4: {name: "Capture The Flag", kind: modeFlags}, 5: {name: "Clan Arena", kind: modeRounds, rounds: true}}
