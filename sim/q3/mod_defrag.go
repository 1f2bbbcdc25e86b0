package q3

// defrag is DeFRaG.
var defrag = knownMod{marks: []string{"defrag"}, change: func(m *mod) {
	m.key, m.name, m.modes, m.persistent.killed, m.tells.runs = "defrag", "DeFRaG", modesDefrag, -1, true
}}

var modesDefrag = map[int]mode{0: {name: "DeFRaG", kind: modeRace}, 1: {name: "DeFRaG", kind: modeRace},
	2: {name: "DeFRaG", kind: modeRace}, 3: {name: "DeFRaG Team Run", kind: modeRace},
	4: {name: "DeFRaG Fast Caps", kind: modeFlags}}
