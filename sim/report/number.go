package report

import (
	"time"

	"fragscope/sim"
)

// Source is where a number comes from.
type Source uint8

const (
	Unknown Source = iota // the demo does not tell, and nothing can be counted
	Counted               // by us, of what the demo shows
	Told                  // by the game
)

var sourceNames = [...]string{"unknown", "counted", "told"}

// String is the source's name in exports.
func (s Source) String() string { return sourceNames[s] }

// Number is a number of a report. Where the game tells it and we counted it, too, both are kept: they may differ where a demo
// does not show all.
type Number struct {
	told, counted       float64
	hasTold, hasCounted bool
	// At is when the game told it.
	At time.Duration
	// early is set if it was told before the end of the match: what can only grow may have grown since.
	early bool
	// of is of how many something is the mean, where it was counted of over of them.
	over, of int
	// Query asks for the moments of which the number is made, in the grammar of package query; empty where there are none.
	Query string
}

// Value is the number, with its source: what the game told comes before what was counted.
func (n Number) Value() (float64, Source) {
	switch {
	case n.hasTold && (!n.early || !n.hasCounted || n.told >= n.counted):
		return n.told, Told
	case n.hasCounted:
		return n.counted, Counted
	}
	return 0, Unknown
}

// Both are what the game told and what was counted; ok is false where one of them is not known.
func (n Number) Both() (told, counted float64, ok bool) {
	return n.told, n.counted, n.hasTold && n.hasCounted
}

// Before returns when the game told the number, if that was before the end of the match and the number is the one it told then.
func (n Number) Before() (at time.Duration, ok bool) {
	_, source := n.Value()
	return n.At, source == Told && n.early
}

// Of returns of how many cases the number is the mean, and how many there were; 0 where it is no such mean, or the game
// told it.
func (n Number) Of() (over, of int) { return n.over, n.of }

func (n *Number) tell(v float64) { n.told, n.hasTold = v, true }

// tellAt records what the game told at a time of a match.
func (n *Number) tellAt(v float64, at time.Duration, m *Match) {
	n.tell(v)
	n.At, n.early = at, at < m.End-2*time.Second
}

func (n *Number) count(v float64) { n.counted, n.hasCounted = n.counted+v, true }

// plus is the sum of two numbers, as far as both are known.
func (n Number) plus(m Number) Number {
	return Number{told: n.told + m.told, counted: n.counted + m.counted, hasTold: n.hasTold && m.hasTold, hasCounted: n.hasCounted && m.hasCounted, At: min(n.At, m.At), early: n.early || m.early}
}

// Field is a number that a report has of every player and team.
type Field uint8

const (
	Score Field = iota // as the game counts points
	Frags
	Deaths
	Suicides // by his own hand
	MapDeaths
	TeamKills
	Monsters // of single player and cooperative games
	Secrets
	Streak // frags between two deaths, the most
	QuadStreak
	SpawnFrags
	Net        // frags less deaths
	Efficiency // percent of frags in frags and deaths
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
	Control
	SpeedMean
	SpeedMax
	Seen // seconds alive
	FieldCount
)

// FieldInfo is how a field is called.
type FieldInfo struct {
	Key   string // in exports
	Title string // of a column
	Help  string
	Unit  string
	// stat is what games tell of it.
	stat sim.Stat
	told bool
	mean bool // of a team it is no sum
}

var fieldInfos = [FieldCount]FieldInfo{
	Score:          {Key: "score", Title: "Score", Help: "points as the game counts them"},
	Frags:          {Key: "frags", Title: "Frags", Help: "enemies killed", stat: sim.StatKills, told: true},
	Deaths:         {Key: "deaths", Title: "Deaths", Help: "deaths of all kinds", stat: sim.StatDeaths, told: true},
	Suicides:       {Key: "suicides", Title: "Self", Help: "deaths by his own hand or by leaving, not by the map", stat: sim.StatSuicides, told: true},
	MapDeaths:      {Key: "map_deaths", Title: "Map", Help: "deaths by the map: fall, lava, traps"},
	TeamKills:      {Key: "team_kills", Title: "TK", Help: "team mates killed", stat: sim.StatTeamKills, told: true},
	Monsters:       {Key: "monsters", Title: "Monsters", Help: "monsters killed"},
	Secrets:        {Key: "secrets", Title: "Secrets", Help: "secrets found"},
	Streak:         {Key: "streak", Title: "Streak", Help: "the most frags between two deaths", stat: sim.StatStreak, told: true, mean: true},
	QuadStreak:     {Key: "quad_streak", Title: "Quad run", Help: "the most frags with one quad damage", stat: sim.StatQuadStreak, told: true, mean: true},
	SpawnFrags:     {Key: "spawn_frags", Title: "Spawn", Help: "enemies killed who had just come into the game", stat: sim.StatSpawnFrags, told: true},
	Net:            {Key: "net", Title: "Net", Help: "frags less deaths"},
	Efficiency:     {Key: "efficiency", Title: "Eff", Help: "frags in frags and deaths, or as the game counts it", Unit: "%", stat: sim.StatEfficiency, told: true, mean: true},
	DamageGiven:    {Key: "damage_given", Title: "Given", Help: "damage to enemies", stat: sim.StatDamageGiven, told: true},
	DamageTaken:    {Key: "damage_taken", Title: "Taken", Help: "damage by enemies", stat: sim.StatDamageTaken, told: true},
	DamageTeam:     {Key: "damage_team", Title: "Team", Help: "damage to team mates", stat: sim.StatDamageTeam, told: true},
	Accuracy:       {Key: "accuracy", Title: "Acc", Help: "shots that hit", Unit: "%", stat: sim.StatAccuracy, told: true, mean: true},
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
	Defends:        {Key: "defends", Title: "Defends", Help: "defences, as the game counts them", stat: sim.StatDefends, told: true},
	Assists:        {Key: "assists", Title: "Assists", Help: "assists, as the game counts them", stat: sim.StatAssists, told: true},
	Thaws:          {Key: "thaws", Title: "Thaws", Help: "frozen team mates thawed", stat: sim.StatThaws, told: true},
	Control:        {Key: "control", Title: "Control", Help: "from the second frag in a row to the next death, in duels", Unit: "s", stat: sim.StatControl, told: true},
	SpeedMean:      {Key: "speed_mean", Title: "Speed", Help: "mean speed over the ground while he was seen alive", Unit: "u/s", stat: sim.StatSpeedMean, told: true, mean: true},
	SpeedMax:       {Key: "speed_max", Title: "Fastest", Help: "highest speed over the ground, without jumps to other places", Unit: "u/s", stat: sim.StatSpeedMax, told: true, mean: true},
	Seen:           {Key: "seen", Title: "Seen", Help: "time in which the demo shows him alive", Unit: "s"},
}

// Info is how the field is called.
func (f Field) Info() FieldInfo { return fieldInfos[f] }
