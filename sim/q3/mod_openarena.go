package q3

// openArena is OpenArena.
var openArena = knownMod{marks: []string{"baseoa", "openarena", "oax", "oagame"}, change: func(m *mod) {
	teamArena(m)
	m.key, m.name, m.tables = "baseoa", "OpenArena", tablesOpenArena
}}

// tablesOpenArena have the start of the round after the scores of the teams.
var tablesOpenArena = scoreTables{"scores": {
	{count: 1, red: 2, blue: 3, rows: 5, stride: 15, score: 1, ping: 2, told: told68}, tables68["scores"][0]}}
