package q3

// rocketArena is Rocket Arena 3.
var rocketArena = knownMod{marks: []string{"rocket arena"}, folder: "arena", change: func(m *mod) {
	m.key, m.name, m.modes = "arena", "Rocket Arena 3", modesArena
}}

var modesArena = map[int]mode{0: {name: "Rocket Arena", kind: modeRounds, rounds: true},
	1: {name: "Rocket Arena", kind: modeDuel}, 3: {name: "Team Deathmatch", kind: modeTeam},
	4: {name: "Capture The Flag", kind: modeFlags}, 8: {name: "Rocket Arena", kind: modeRounds, rounds: true}}
