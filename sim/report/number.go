package report

import (
	"time"

	"fragscope/sim"
)

// Source describes where a number comes from: the game reported it (Told), the program counted it (Counted), or the
// number is not known (Unknown).
type Source uint8

const (
	Unknown Source = iota // not told, and nothing can be counted
	Counted               // by the program, from what the demo shows
	Told                  // by the game
)

var sourceNames = [...]string{"unknown", "counted", "told"}

// String returns the source's name, as used in exports.
func (s Source) String() string { return sourceNames[s] }

// Number is a number in a report. If the number was both reported by the game and counted by the program, Number holds
// both values. They may differ, for example if the demo does not show everything.
type Number struct {
	told, counted       float64
	hasTold, hasCounted bool
	// At is the time at which the game told the number.
	At time.Duration
	// early is set if the number was told before the end of the match. A number that only grows may have grown since.
	early bool
	// least is set if the number cannot be less than the counted one. A lower number told by the game then covers only
	// a part of the match.
	least bool
	// of is the number of cases, and over the number of those from which a counted mean was calculated.
	over, of int
	// Query is a question, in the language of package query, that finds the moments counted in the number. It is empty
	// if there are none.
	Query string
}

// Value returns the number and its source. It prefers the value told by the game to the counted one. The counted value
// takes precedence only if it is higher and the told value was reported early or covers only part of the match.
func (n Number) Value() (float64, Source) {
	switch {
	case n.hasTold && (!n.early && !n.least || !n.hasCounted || n.told >= n.counted):
		return n.told, Told
	case n.hasCounted:
		return n.counted, Counted
	}
	return 0, Unknown
}

// Both returns the number as reported by the game and as counted by the program. ok is false unless both values are
// known.
func (n Number) Both() (told, counted float64, ok bool) {
	return n.told, n.counted, n.hasTold && n.hasCounted
}

// Before returns the time at which the game reported the number. ok is set only if [Number.Value] returns a value that
// the game reported before the end of the match.
func (n Number) Before() (at time.Duration, ok bool) {
	_, source := n.Value()
	return n.At, source == Told && n.early
}

// Of returns the number of cases behind a counted mean, such as a player's mean delay in taking an item. The first
// result counts the cases with a known value, and the second counts all cases. For any other number, both results are
// 0.
func (n Number) Of() (over, of int) { return n.over, n.of }

func (n *Number) tell(v float64) { n.told, n.hasTold = v, true }

// tellAt records a number told by the game at a time in the match.
func (n *Number) tellAt(v float64, at time.Duration, m *Match) {
	n.tell(v)
	n.At, n.early = at, at < m.End-2*time.Second
}

func (n *Number) count(v float64) { n.counted, n.hasCounted = n.counted+v, true }

// plus returns the sum of two numbers, which is known if both are.
func (n Number) plus(m Number) Number {
	return Number{told: n.told + m.told, counted: n.counted + m.counted, hasTold: n.hasTold && m.hasTold,
		hasCounted: n.hasCounted && m.hasCounted, At: min(n.At, m.At), early: n.early || m.early}
}

// Field identifies one of the numbers that a report contains for every player and team.
type Field uint8

const (
	Score Field = iota // points, as the game counts them
	Frags
	Deaths
	Suicides // at his own hand
	MapDeaths
	TeamKills
	Monsters // in single player and cooperative games
	Secrets
	Streak // the most frags between two deaths
	QuadStreak
	SpawnFrags
	Net        // frags minus deaths
	Efficiency // frags as a percentage of frags and deaths
	DamageGiven
	DamageTaken
	DamageTeam
	Accuracy
	Armors
	Megas
	Powerups
	WeaponsTaken
	WeaponsDropped
	FlagsTaken
	Captures
	FlagsReturned
	FlagTime // seconds
	CarrierKills
	Defends
	Assists
	Thaws
	Objectives
	Revives
	Supports
	Experience
	Control
	SpeedMean
	SpeedMax
	Seen // seconds alive
	FieldCount
)

// FieldInfo holds the names and the unit of a field.
type FieldInfo struct {
	Key   string // in exports
	Title string // of a column
	Help  string
	Unit  string
	// stat is the statistic in which games report the number, if told is set.
	stat sim.Stat
	told bool
	mean bool // for a team it is not a sum
}

var fieldInfos = [FieldCount]FieldInfo{
	Score:  {Key: "score", Title: "Score", Help: "points as the game counts them"},
	Frags:  {Key: "frags", Title: "Frags", Help: "enemies killed", stat: sim.StatKills, told: true},
	Deaths: {Key: "deaths", Title: "Deaths", Help: "deaths of all kinds", stat: sim.StatDeaths, told: true},
	Suicides: {Key: "suicides", Title: "Self", Help: "deaths by his own hand or by leaving, not by the map",
		stat: sim.StatSuicides, told: true},
	MapDeaths: {Key: "map_deaths", Title: "Map", Help: "deaths by the map: fall, lava, traps"},
	TeamKills: {Key: "team_kills", Title: "TK", Help: "team mates killed", stat: sim.StatTeamKills, told: true},
	Monsters:  {Key: "monsters", Title: "Monsters", Help: "monsters killed"},
	Secrets:   {Key: "secrets", Title: "Secrets", Help: "secrets found"},
	Streak: {Key: "streak", Title: "Streak", Help: "the most frags between two deaths", stat: sim.StatStreak,
		told: true, mean: true},
	QuadStreak: {Key: "quad_streak", Title: "Quad run", Help: "the most frags with one quad damage",
		stat: sim.StatQuadStreak, told: true, mean: true},
	SpawnFrags: {Key: "spawn_frags", Title: "Spawn", Help: "enemies killed who had just come into the game",
		stat: sim.StatSpawnFrags, told: true},
	Net: {Key: "net", Title: "Net", Help: "frags less deaths"},
	Efficiency: {Key: "efficiency", Title: "Eff", Help: "frags in frags and deaths, or as the game counts it",
		Unit: "%", stat: sim.StatEfficiency, told: true, mean: true},
	DamageGiven: {Key: "damage_given", Title: "Given", Help: "damage to enemies", stat: sim.StatDamageGiven,
		told: true},
	DamageTaken: {Key: "damage_taken", Title: "Taken", Help: "damage by enemies", stat: sim.StatDamageTaken,
		told: true},
	DamageTeam: {Key: "damage_team", Title: "Team", Help: "damage to team mates", stat: sim.StatDamageTeam,
		told: true},
	Accuracy: {Key: "accuracy", Title: "Acc", Help: "shots that hit", Unit: "%", stat: sim.StatAccuracy,
		told: true, mean: true},
	Armors:         {Key: "armors", Title: "Armour", Help: "red, yellow and green armours taken"},
	Megas:          {Key: "megas", Title: "MH", Help: "mega healths taken"},
	Powerups:       {Key: "powerups", Title: "Power", Help: "powerups taken"},
	WeaponsTaken:   {Key: "weapons_taken", Title: "Wp", Help: "weapons taken"},
	WeaponsDropped: {Key: "weapons_dropped", Title: "Wp lost", Help: "weapons lost to others by dying"},
	FlagsTaken:     {Key: "flags_taken", Title: "Flags", Help: "enemy flags taken"},
	Captures:       {Key: "captures", Title: "Caps", Help: "flags captured", stat: sim.StatCaptures, told: true},
	FlagsReturned:  {Key: "flags_returned", Title: "Returns", Help: "own flags returned"},
	FlagTime:       {Key: "flag_time", Title: "Carried", Help: "time that he carried a flag", Unit: "s"},
	CarrierKills:   {Key: "carrier_kills", Title: "Carriers", Help: "enemies killed who carried a flag"},
	Defends: {Key: "defends", Title: "Defends", Help: "defences, as the game counts them", stat: sim.StatDefends,
		told: true},
	Assists: {Key: "assists", Title: "Assists", Help: "assists, as the game counts them", stat: sim.StatAssists,
		told: true},
	Thaws: {Key: "thaws", Title: "Thaws", Help: "frozen team mates thawed", stat: sim.StatThaws, told: true},
	Objectives: {Key: "objectives", Title: "Obj",
		Help: "objectives built, destroyed, stolen or returned, and dynamite planted or defused"},
	Revives:  {Key: "revives", Title: "Revives", Help: "fallen team mates brought back to life"},
	Supports: {Key: "supports", Title: "Support", Help: "air strikes and artillery called"},
	Experience: {Key: "experience", Title: "XP", Help: "experience, as the game counts it",
		stat: sim.StatExperience, told: true},
	Control: {Key: "control", Title: "Control",
		Help: "seconds from the second frag in a row to the next death, in duels", Unit: "s", stat: sim.StatControl,
		told: true},
	SpeedMean: {Key: "speed_mean", Title: "Speed", Help: "mean speed over the ground while he was seen alive",
		Unit: "u/s", stat: sim.StatSpeedMean, told: true, mean: true},
	SpeedMax: {Key: "speed_max", Title: "Fastest",
		Help: "highest speed over the ground, without jumps to other places", Unit: "u/s", stat: sim.StatSpeedMax,
		told: true, mean: true},
	Seen: {Key: "seen", Title: "Seen",
		Help: "time in which the demo shows him alive, without countdowns and time-outs", Unit: "s"},
}

// Info returns the names and the unit of the field.
func (f Field) Info() FieldInfo { return fieldInfos[f] }
