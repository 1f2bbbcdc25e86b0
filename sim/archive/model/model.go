// Package model defines the data kept about matches: the tables, their columns with units, and the rows extracted from
// a recording. The library's views, the columns of exports and pipelines, and a page of the manual are all generated
// from these definitions. The package does not depend on any database or file format.
package model

import (
	"fragscope/sim"
	"fragscope/sim/report"
)

// Version is the current version of the model. [Changes] describes each version.
const Version = 3

// Changes lists the versions of the model, latest first.
var Changes = []Change{
	{3, "2026-11-28", "The positions table now has choke and the minutes since the player entered the game."},
	{2, "2026-11-27",
		"The positions table now has ping, packet loss and field of view; the new inputs table has the keys that players held."},
	{1, "2026-11-27",
		"The first model shared by the library, exports and pipelines. It replaces the events, players, pickups and positions tables of earlier exports."},
}

// Change describes a version of the model.
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

// Column describes a column of a table. Values missing from the demo are null.
type Column struct {
	Name    string
	Kind    Kind
	Unit    string // empty if there is none
	Meaning string
}

// Table describes a table of the model.
type Table struct {
	Name    string
	Meaning string
	Keys    []Column // the same for all rows of a match, or of a demo
	Columns []Column // the rest
}

// ID identifies a table. It is the table's index in [Tables].
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
	Inputs
	Errors
	Count
)

// OfMatches reports whether each row of the table belongs to a match.
func (t ID) OfMatches() bool { return t != Demos && t != Players && t != Errors }

// All returns all columns of the table, key columns first.
func (t *Table) All() []Column { return append(t.Keys[:len(t.Keys):len(t.Keys)], t.Columns...) }

var (
	demoKeys = []Column{
		{"game", Text, "", "quake, quakeworld, quake2, quake3, quakelive and so on"},
		{"map", Text, "", "in lower case; for demos and players, the map of the longest level"},
		{"date", Text, "UTC", "the date of the demo, as in demos"},
		{"demo_id", Text, "", "the demo: 16 hexadecimal digits derived from its contents, the same for all copies"},
	}
	matchKeys = append(demoKeys[:len(demoKeys):len(demoKeys)],
		Column{"match_id", Text, "",
			"the match: 16 hexadecimal digits derived from the server's match number and clock, or from its name and the date, as far as the demo has them; the same for all points of view of a match"})
	when = []Column{
		{"time_ms", Int, "ms", "from the start of the demo"},
		{"match_ms", Int, "ms", "the clock of the match, negative before it begins"},
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
		{name, Text, "", "his name at that time, without colours"},
		{prefix + "slot", Int, "", "his number on the server"},
		{prefix + "team", Text, "", "red, blue, green or free"},
		{prefix + "class", Text, "", "his class, in games that have classes"},
	}
}

// body returns the columns with a player's state just before a moment.
func body(prefix string) []Column {
	return []Column{
		{prefix + "_x", Real, "units", "his position: east"}, {prefix + "_y", Real, "units", "north"},
		{prefix + "_z", Real, "units", "up"},
		{prefix + "_health", Int, "points", ""}, {prefix + "_armor", Int, "points", ""},
		{prefix + "_speed", Real, "units/s", "over the ground"},
		{prefix + "_airborne", Bool, "", "he was in the air"}, {prefix + "_hand", Text, "", "the weapon in his hand"},
		{prefix + "_powerups", Text, "", "separated by commas; empty if there are none"},
		{prefix + "_flag", Bool, "", "he carried a flag"},
	}
}

// inputColumns returns a column for each key, and columns for the other contents of a command.
func inputColumns() (list []Column) {
	for k := sim.KeyForward; k <= sim.KeyWalk; k <<= 1 {
		list = append(list, Column{k.String(), Bool, "", "he holds this key"})
	}
	return append(list, Column{"impulse", Int, "", "number of an impulse command; 0 for none"},
		Column{"msec", Int, "ms", "how long the first command with these keys lasted"})
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
	Demos: {"demos", "One row per demo, however many copies of it there are.", demoKeys, []Column{
		{"date_source", Text, "",
			"told: the server's clock with its time zone; told_local: the same without a time zone, taken as UTC; name: from the file's name, taken as UTC; file: when the file was last changed"},
		{"path", Text, "", "the file, followed by a colon and the demo's name if it is in an archive; the first file if there are copies"},
		{"sha256", Text, "", "the hash of the unpacked file"}, {"size", Int, "bytes", "the size of the unpacked file"},
		{"protocol", Int, "", "the number of the game's protocol"}, {"mod", Text, "", "the folder of the mod"},
		{"mod_name", Text, "", "the name of the mod"},
		{"kind", Text, "", "the kind of recording: client, server, relay or multiview"},
		{"recorder", Text, "", "the player whose point of view it is"},
		{"server", Text, "", "the server's name"},
		{"maps", Text, "", "the maps of all levels, separated by spaces"},
		{"duration_ms", Int, "ms", ""}, {"snapshots", Int, "", "the number of snapshots"},
		{"matches", Int, "", "the number of the demo's rows in matches"},
		{"players", Int, "", "the number of players"}, {"complete", Bool, "", "the demo is neither damaged nor cut short"},
		{"damage", Int, "", "the number of damaged places"},
		{"error", Text, "", "why the demo could not be read to the end"},
	}},
	Matches: {"matches",
		"The matches of each demo; a level without matches counts as one. A match in several demos has a row for each of them, with the same match_id.",
		matchKeys, []Column{
			{"n", Int, "", "the number of the match in the demo, from 0"},
			{"level", Int, "", "the number of the level in the demo, from 0"},
			{"mode", Text, "", "duel, tdm, ctf, ffa, ca, ft, race, coop, sp, objective or other"},
			{"mode_told", Text, "", "the game's own name for the mode"},
			{"teams", Bool, "", "the players are in teams"},
			{"start", Text, "UTC", "when it began, if the demo has a date"},
			{"start_ms", Int, "ms", "from the start of the demo"}, {"end_ms", Int, "ms", "from the start of the demo"},
			{"length_ms", Int, "ms", "without timeouts"},
			{"whole", Bool, "", "the demo has the whole match"},
			{"overtime", Int, "", "the number of overtimes"},
			{"ended", Text, "",
				"time, score, forfeit, aborted, finished, level (the next level began), recording (the demo ended first) or other"},
			{"winner", Text, "",
				"a team or, in modes without teams, a player; null for a draw or if the result is unknown"},
			{"winner_id", Text, "", "the player's id, if the winner is a player"},
			{"draw", Bool, "", "the two best sides had the same score at the end"},
			{"score", Int, "", "the score of the best side"}, {"score_second", Int, "", "the score of the second-best side"},
			{"second", Text, "", "the second-best side"},
			{"players", Int, "", "the number of players"}, {"server", Text, "", "the server's name"},
			{"server_run", Int, "", "the server's number for this start of the level"},
			{"coverage", Int, "", "how much of the match this demo contains, compared with other demos: higher is more"},
		}},
	Players: {"players", "The players in each demo, and their identity across demos.", demoKeys, []Column{
		{"slot", Int, "", "his number on the server"},
		{"player_id", Text, "", "steam:NUMBER, auth:LOGIN or name:NAME, the same in all demos"},
		{"identity", Text, "", "the basis of player_id: steam, auth or name"},
		{"sure", Text, "", "certain (an account), likely (a name) or no (a default name that many players have)"},
		{"name", Text, "", "his last name, without colours"},
		{"clean_name", Text, "", "the same in lower case, with single spaces"},
		{"clan", Text, "", ""}, {"bot", Bool, "", ""}, {"frags", Int, "", "at the end of the last match"},
		{"deaths", Int, "", "at the end of the last match"},
		{"first_ms", Int, "ms", "when he joined, from the start of the demo"},
		{"last_ms", Int, "ms", "when he was last in the game"},
	}},
	PlayerMatches: {"player_matches", "One row per player and match, with the figures shown in the report.", matchKeys,
		columns(person("", "the player"), []Column{
			{"mode", Text, "", "as in matches"}, {"team_name", Text, "", "the team's own name"},
			{"result", Text, "", "win, loss or draw; null if the result is unknown"},
			{"run_ms", Int, "ms", "the fastest finished run against the clock"},
			{"told", Text, "",
				"the numbers that the game told, separated by spaces; Fragscope counted the others"},
		}, numbers(), []Column{
			{"weapons", Text, "JSON", "by weapon: kills, deaths, accuracy, shots, hits, damage, taken, dropped"},
			{"items", Text, "JSON", "by item: taken, held (s), late (s)"},
		})},
	Kills: {"kills", "One row per death: who killed whom, and the state of both just before.", matchKeys, columns(when, []Column{
		{"kind", Text, "", "frag, team_kill, suicide, map"}, {"weapon", Text, "", ""},
		{"cause", Text, "", "the game's own name for the means of death"},
		{"distance", Real, "units", "between killer and victim"},
		{"alive_ms", Int, "ms", "how long the victim had been alive, to the nearest 100 ms"},
		{"seen_coming", Bool, "",
			"the killer was in the victim's view (110°, ignoring walls) at one of eight times in the last two seconds"},
	}, person("killer", "who did it"), body("killer"), person("victim", "who died"), body("victim"))},
	Pickups: {"pickups", "One row per pickup.", matchKeys, columns(when, []Column{
		{"item", Text, "", ""}, {"weapon", Text, "", "the weapon, if the item is one"},
		{"entity", Int, "", "the item's number; null if somebody dropped it"},
		{"x", Real, "units", "the item's position: east"}, {"y", Real, "units", "north"},
		{"z", Real, "units", "up"},
		{"spawn_ms", Int, "ms", "when the item had respawned, from the start of the demo"},
		{"late_ms", Int, "ms", "how long the item had been available, without timeouts"},
		{"respawn_ms", Int, "ms", "when the item respawns, from the start of the demo"},
		{"waited", Text, "", "the players within 400 units of it when it respawned, separated by line feeds"},
		{"nearest", Text, "", "the other player nearest to it when it was taken"},
		{"nearest_units", Real, "units", "his distance from it"},
		{"health", Int, "points", "the taker's, before the pickup"}, {"armor", Int, "points", "the taker's, before the pickup"},
	}, person("", "who took it"))},
	ScoreTimeline: {"score_timeline", "One row per change of a score, and per objective.", matchKeys, columns(when, []Column{
		{"kind", Text, "", "team, player, objective"},
		{"side", Text, "", "the team or, in modes without teams, the player"},
		{"score", Int, "", "after the change"}, {"change", Int, "", ""},
		{"text", Text, "", "what happened to the objective"},
	}, person("", "the player whose score it is"))},
	Control: {"control", "One row per period in which somebody had an item.", matchKeys, columns(when, []Column{
		{"kind", Text, "",
			"held: a mega health, powerup or flag; took_last: any item, from the pickup to the next pickup by anybody"},
		{"item", Text, "", ""}, {"entity", Int, "", "the item's number, if kind is took_last"}, {"duration_ms", Int, "ms", ""},
		{"ended", Text, "", "death, used, taken or end (of the match)"},
	}, person("", "who had it"))},
	Chat: {"chat", "One row per chat message.", matchKeys, columns(when, []Column{
		{"kind", Text, "", "chat, team_chat"}, {"place", Text, "", "the map's name for his location"},
		{"text", Text, "", "without colours"},
	}, person("", "who said it"))},
	Positions: {"positions", "The positions of all living, visible players, sampled. Only exports have this table.", matchKeys,
		columns(when, person("", "the player"), []Column{
			{"x", Int, "units", "east"}, {"y", Int, "units", "north"}, {"z", Int, "units", "up"},
			{"yaw", Int, "degrees", "counter-clockwise from east"}, {"pitch", Int, "degrees", "positive is down"},
			{"speed", Int, "units/s", "over the ground"},
			{"health", Int, "points", ""}, {"armor", Int, "points", ""}, {"weapon", Text, "", "the weapon in his hand"},
			{"ping", Int, "ms", ""}, {"loss", Int, "%", "his packet loss"},
			{"choke", Int, "packets",
				"those to him that the server held back or delayed in this second, at most 31; null if none, or if the demo does not have it"},
			{"minutes", Int, "min", "how long he has been in the game; some games report it only to the minute"},
			{"fov", Int, "degrees", "his horizontal field of view"},
		})},
	Inputs: {"inputs", "One row each time the keys that a player holds change, if the demo records keys. Only exports have this table.", matchKeys,
		columns(when, inputColumns(), person("", "the player"))},
	Errors: {"errors", "Files and demos that could not be read at all.", nil, []Column{
		{"path", Text, "", "as in demos"}, {"reason", Text, "", "why it could not be read"},
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

// BestViews is the name of an additional view, which selects the best demo of each match. To count each match only
// once, even if several demos show it, join another table with this view on match_id and demo_id.
const BestViews = "best_views"

// BestViewsSQL is the query that defines the [BestViews] view. It works in SQLite, DuckDB, Spark and Trino.
const BestViewsSQL = `SELECT match_id, demo_id FROM (SELECT match_id, demo_id, row_number() OVER (PARTITION BY match_id ORDER BY coverage DESC, demo_id) AS place FROM matches) AS v WHERE place = 1`

// Describe returns the meaning of the column, including its unit.
func (c *Column) Describe() string {
	switch {
	case c.Unit == "":
		return c.Meaning
	case c.Meaning == "":
		return "in " + c.Unit
	}
	return c.Meaning + " (" + c.Unit + ")"
}
