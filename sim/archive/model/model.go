// Package model is the single definition of the data kept about many matches: the tables, their columns with units, and
// the rows extracted from a recording. The library's views, the columns of exports and pipelines, and a page of the
// manual are generated from it. It is independent of databases and file formats.
package model

import "fragscope/sim/report"

// Version is the version of the tables and their columns. [Changes] describes each version.
const Version = 1

// Changes lists the versions of the model, latest first.
var Changes = []Change{
	{1, "2026-11-27",
		"The first common model of library, exports and pipelines. It replaces the tables events, players, pickups and positions of earlier exports."},
}

// Change is a version of the model.
type Change struct {
	Version int
	Date    string
	What    string
}

// Kind is the type of a column's values.
type Kind uint8

// The kinds of columns.
const (
	Text Kind = iota
	Int
	Real
	Bool
)

// String returns the name of the kind.
func (k Kind) String() string { return [...]string{"text", "int64", "float64", "bool"}[k] }

// Column is a column of a table. A value missing from the demo is null.
type Column struct {
	Name    string
	Kind    Kind
	Unit    string // empty if there is none
	Meaning string
}

// Table is a table of the model.
type Table struct {
	Name    string
	Meaning string
	Keys    []Column // the same for all rows of a match, or of a demo
	Columns []Column // the rest
}

// ID identifies a table: it is its index in [Tables].
type ID int

// The tables.
const (
	Demos ID = iota
	Matches
	Players
	PlayerMatches
	Kills
	Pickups
	ScoreTimeline
	Control
	Chat
	Positions
	Errors
	Count
)

// OfMatches reports whether the table's rows belong to matches.
func (t ID) OfMatches() bool { return t != Demos && t != Players && t != Errors }

// All returns all columns of the table, key columns first.
func (t *Table) All() []Column { return append(t.Keys[:len(t.Keys):len(t.Keys)], t.Columns...) }

var (
	demoKeys = []Column{
		{"game", Text, "", "quake, quakeworld, quake2, quake3, quakelive and so on"},
		{"map", Text, "", "in lower case; of demos and players that of the level that lasted longest"},
		{"date", Text, "UTC", "date of the demo as in demos.date"},
		{"demo_id", Text, "", "the demo: 16 hexadecimal digits made from its content, the same for all copies"},
	}
	matchKeys = append(demoKeys[:len(demoKeys):len(demoKeys)],
		Column{"match_id", Text, "",
			"the match: 16 hexadecimal digits made from the server's number and clock, or its name and date, where the demo tells them, so that all points of view of a match have the same"})
	when = []Column{
		{"time_ms", Int, "ms", "from the start of the demo"},
		{"match_ms", Int, "ms", "clock of the match, below 0 before it begins"},
		{"phase", Text, "", "warmup, countdown, playing, overtime, timeout, intermission or finished"},
	}
)

// person returns the columns that identify a player at a moment. Without a prefix they are player_id, name, slot, team
// and class.
func person(prefix, who string) []Column {
	name, id := "name", "player_id"
	if prefix != "" {
		name, id, prefix = prefix, prefix+"_id", prefix+"_"
	}
	return []Column{
		{id, Text, "", who + ", as players.player_id"},
		{name, Text, "", "what he was called, without colours"},
		{prefix + "slot", Int, "", "his number on the server"},
		{prefix + "team", Text, "", "red, blue, green or free"},
		{prefix + "class", Text, "", "his class, in games that have classes"},
	}
}

// body returns the columns with a player's state just before a moment.
func body(prefix string) []Column {
	return []Column{
		{prefix + "_x", Real, "units", "where he was, to the east"}, {prefix + "_y", Real, "units", "to the north"},
		{prefix + "_z", Real, "units", "upwards"},
		{prefix + "_health", Int, "points", ""}, {prefix + "_armor", Int, "points", ""},
		{prefix + "_speed", Real, "units/s", "over the ground"},
		{prefix + "_airborne", Bool, "", "he stood on nothing"}, {prefix + "_hand", Text, "", "weapon in his hand"},
		{prefix + "_powerups", Text, "", "with commas between them; empty for none"},
		{prefix + "_flag", Bool, "", "he carried a flag"},
	}
}

func columns(lists ...[]Column) (all []Column) {
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

// numbers returns a column for each number of a report.
func numbers() (list []Column) {
	for f := range report.FieldCount {
		info := f.Info()
		list = append(list, Column{info.Key, Real, info.Unit, info.Help})
	}
	return list
}

// Tables describes the tables, indexed by [ID].
var Tables = [Count]Table{
	Demos: {"demos", "What a demo is, once for all copies of it.", demoKeys, []Column{
		{"date_source", Text, "",
			"told: the server's clock with its time zone; told_local: the same without a zone, taken as UTC; name: in the file's name, taken as UTC; file: when the file was changed"},
		{"path", Text, "", "the file, with a colon and a name behind it if it is in an archive; of copies, the first"},
		{"sha256", Text, "", "of the bytes, unpacked"}, {"size", Int, "bytes", "unpacked"},
		{"protocol", Int, "", "number of the game's protocol"}, {"mod", Text, "", "folder of the mod"},
		{"mod_name", Text, "", "the mod in words"},
		{"kind", Text, "", "who recorded: client, server, relay or multiview"},
		{"recorder", Text, "", "the player whose point of view it is"},
		{"server", Text, "", "what the server calls itself"},
		{"maps", Text, "", "of all levels, with blanks between them"},
		{"duration_ms", Int, "ms", ""}, {"snapshots", Int, "", "how many moments were recorded"},
		{"matches", Int, "", "how many rows of matches it has"},
		{"players", Int, "", "how many played"}, {"complete", Bool, "", "nothing is missing"},
		{"damage", Int, "", "how many places are damaged"},
		{"error", Text, "", "why it could not be read to its end"},
	}},
	Matches: {"matches",
		"The matches of each demo; a level without matches is one. A match that several demos show has a row for each, with the same match_id.",
		matchKeys, []Column{
			{"n", Int, "", "number of the match in the demo, from 0"},
			{"level", Int, "", "number of the level in the demo, from 0"},
			{"mode", Text, "", "duel, tdm, ctf, ffa, ca, ft, race, coop, sp, objective or other"},
			{"mode_told", Text, "", "the mode in the game's words"},
			{"teams", Bool, "", "players are in teams"},
			{"start", Text, "UTC", "when it began, by the date that the demo tells"},
			{"start_ms", Int, "ms", "from the start of the demo"}, {"end_ms", Int, "ms", "from the start of the demo"},
			{"length_ms", Int, "ms", "without time-outs"},
			{"whole", Bool, "", "the demo has it from its start to its end"},
			{"overtime", Int, "", "how many overtimes there were"},
			{"ended", Text, "",
				"time, score, forfeit, aborted, finished, level (the next level began), recording (it was still on), other"},
			{"winner", Text, "",
				"a team, or in modes without teams a player; null for a draw or if the end is not known"},
			{"winner_id", Text, "", "of a player"},
			{"draw", Bool, "", "the best two sides had the same score at the end"},
			{"score", Int, "", "of the best side"}, {"score_second", Int, "", "of the second"},
			{"second", Text, "", "the second side"},
			{"players", Int, "", "how many played"}, {"server", Text, "", "what the server calls itself"},
			{"server_run", Int, "", "number by which the server tells this start of the level from others"},
			{"coverage", Int, "", "rank of this demo among those of the match: the highest has the most of it"},
		}},
	Players: {"players", "Who is in a demo, and who that is in others.", demoKeys, []Column{
		{"slot", Int, "", "number on the server"},
		{"player_id", Text, "", "steam:NUMBER, auth:LOGIN or name:NAME, the same in all demos"},
		{"identity", Text, "", "what player_id rests on: steam, auth or name"},
		{"sure", Text, "", "certain (an account), likely (a name), no (a name that many have by default)"},
		{"name", Text, "", "as he was last called, without colours"},
		{"clean_name", Text, "", "in lower case, single blanks"},
		{"clan", Text, "", ""}, {"bot", Bool, "", ""}, {"frags", Int, "", "at the end of the last match"},
		{"deaths", Int, "", "at the end of the last match"},
		{"first_ms", Int, "ms", "when he came, from the start of the demo"},
		{"last_ms", Int, "ms", "when he was last in the game"},
	}},
	PlayerMatches: {"player_matches", "The numbers of each player's match, as in a report.", matchKeys,
		columns(person("", "the player"), []Column{
			{"mode", Text, "", "as in matches"}, {"team_name", Text, "", "the team as its players call it"},
			{"result", Text, "", "win, loss or draw; null if the end is not known"},
			{"run_ms", Int, "ms", "the fastest finished run against the clock"},
			{"told", Text, "",
				"which of the numbers the game told, with blanks between them; the program counted the others"},
		}, numbers(), []Column{
			{"weapons", Text, "JSON", "by weapon: kills, deaths, accuracy, shots, hits, damage, taken, dropped"},
			{"items", Text, "JSON", "by item: taken, held (s), late (s)"},
		})},
	Kills: {"kills", "Deaths: who killed whom, and how both stood just before.", matchKeys, columns(when, []Column{
		{"kind", Text, "", "frag, team_kill, suicide, map"}, {"weapon", Text, "", ""},
		{"cause", Text, "", "the game's own name for the means of death"},
		{"distance", Real, "units", "between killer and victim"},
		{"alive_ms", Int, "ms", "for how long the victim had lived, to 100 ms"},
		{"seen_coming", Bool, "",
			"the killer was in the victim's view (110°, walls are not asked) at one of eight looks in the last two seconds"},
	}, person("killer", "who did it"), body("killer"), person("victim", "who died"), body("victim"))},
	Pickups: {"pickups", "What was taken.", matchKeys, columns(when, []Column{
		{"item", Text, "", ""}, {"weapon", Text, "", "which weapon lay there"},
		{"entity", Int, "", "the item's number; null for what somebody dropped"},
		{"x", Real, "units", "where it lay, to the east"}, {"y", Real, "units", "to the north"},
		{"z", Real, "units", "upwards"},
		{"spawn_ms", Int, "ms", "when it had come back, from the start of the demo"},
		{"late_ms", Int, "ms", "for how long it had lain there, without time-outs"},
		{"respawn_ms", Int, "ms", "when it comes back, from the start of the demo"},
		{"waited", Text, "", "who stood within 400 units when it came back, with line feeds between them"},
		{"nearest", Text, "", "the nearest other player when it was taken"},
		{"nearest_units", Real, "units", "how far away he was"},
		{"health", Int, "points", "of the taker before"}, {"armor", Int, "points", "of the taker before"},
	}, person("", "who took it"))},
	ScoreTimeline: {"score_timeline", "Each change of a score, and each objective.", matchKeys, columns(when, []Column{
		{"kind", Text, "", "team, player, objective"},
		{"side", Text, "", "the team, or in modes without teams the player"},
		{"score", Int, "", "after the change"}, {"change", Int, "", ""},
		{"text", Text, "", "what became of an objective"},
	}, person("", "of kind player, whose score"))},
	Control: {"control", "Who had what, from when to when.", matchKeys, columns(when, []Column{
		{"kind", Text, "",
			"held: a mega health, powerup or flag; took_last: an item, from when he took it until somebody takes it again"},
		{"item", Text, "", ""}, {"entity", Int, "", "of took_last: the item's number"}, {"duration_ms", Int, "ms", ""},
		{"ended", Text, "", "death, used, taken, end (of the match)"},
	}, person("", "who had it"))},
	Chat: {"chat", "What players said.", matchKeys, columns(when, []Column{
		{"kind", Text, "", "chat, team_chat"}, {"place", Text, "", "where he was, in the words of the map"},
		{"text", Text, "", "without colours"},
	}, person("", "who said it"))},
	Positions: {"positions", "Where everybody was who lived and was shown, sampled.", matchKeys,
		columns(when, person("", "the player"), []Column{
			{"x", Int, "units", "to the east"}, {"y", Int, "units", "to the north"}, {"z", Int, "units", "upwards"},
			{"yaw", Int, "degrees", "counter-clockwise from east"}, {"pitch", Int, "degrees", "positive is down"},
			{"speed", Int, "units/s", "over the ground"},
			{"health", Int, "points", ""}, {"armor", Int, "points", ""}, {"weapon", Text, "", "in his hand"},
		})},
	Errors: {"errors", "Files and demos of which nothing could be read.", nil, []Column{
		{"path", Text, "", "as demos.path"}, {"reason", Text, "", "why"},
	}},
}

// Named returns the table with the given name. ok is false if there is none.
func Named(name string) (t ID, ok bool) {
	for i := range Tables {
		if Tables[i].Name == name {
			return ID(i), true
		}
	}
	return 0, false
}

// BestViews is the name of an additional view that selects the best demo of each match. If it is joined to the other
// tables by match_id and demo_id, a match counts once even if several demos show it.
const BestViews = "best_views"

// BestViewsSQL is the query of the [BestViews] view, in SQL that SQLite, DuckDB, Spark and Trino understand.
const BestViewsSQL = `SELECT match_id, demo_id FROM (SELECT match_id, demo_id, row_number() OVER (PARTITION BY match_id ORDER BY coverage DESC, demo_id) AS place FROM matches) AS v WHERE place = 1`

// Describe returns the meaning of the column, with its unit.
func (c *Column) Describe() string {
	switch {
	case c.Unit == "":
		return c.Meaning
	case c.Meaning == "":
		return "in " + c.Unit
	}
	return c.Meaning + " (" + c.Unit + ")"
}
