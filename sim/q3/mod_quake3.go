package q3

// quakeIII holds the tables of Quake III since protocol 46.
var quakeIII = mod{
	key: "baseq3", game: "Quake III", gameKey: "quake3",
	events: &events68, weapons: weapons[:11], causes: means68, items: items68, powers: &powers68, modes: modes68,
	tables: tables68, stats: statLayout{weapons: 2, armor: 3},
	persistent: persistentLayout{killed: 8, impressive: 9, excellent: 10, defend: 11, assist: 12, gauntlet: 13},
	config:     configLayout{flags: 23, pauseStart: -1, round: -1, roundTime: -1, match: -1, scrambled: -1},
}

// quakeIIIFirst are the tables of its first releases.
var quakeIIIFirst = with(quakeIII, func(m *mod) {
	m.events, m.config.flags = &events43, 15
	m.persistent.defend, m.persistent.assist, m.persistent.gauntlet = -1, -1, 11
})
