//go:build !js

package archive

import (
	"fragscope/sim"
	"fragscope/sim/recording"
)

// columnKind is the type of a column's values.
type columnKind uint8

const (
	columnText columnKind = iota
	columnInt
	columnReal
	columnBool
)

// kindNames are the names of the kinds in the list of columns.
var kindNames = [...]string{columnText: "text", columnInt: "int64", columnReal: "float64", columnBool: "bool"}

type column struct {
	name    string
	kind    columnKind
	meaning string // with the unit
}

// table describes a table of an export.
type table struct {
	name    string
	columns []column
	parts   recording.Parts // what its rows need of a recording
}

// cell is a value in a row. The column determines its kind.
type cell struct {
	told bool
	text string
	n    int64 // also for a bool, as 0 or 1
	real float64
}

func text(s string) cell { return cell{told: s != "", text: s} }
func number[T ~int | ~int16 | ~int64](n T) cell {
	return cell{told: true, n: int64(n)}
}
func float(v float32) cell { return cell{told: true, real: float64(v)} }
func boolean(b bool) cell {
	if b {
		return cell{told: true, n: 1}
	}
	return cell{told: true}
}

// optional returns a number that a demo may not tell.
func optional(n int16) cell { return cell{told: n != sim.Unknown, n: int64(n)} }

// slotCell returns the number of a player's slot.
func slotCell(s sim.Slot) cell { return cell{told: s.Valid(), n: int64(s.Index())} }

// place returns a position as three cells.
func place(v sim.Vec3, told bool) []cell {
	if !told {
		return make([]cell, 3)
	}
	return []cell{float(v[0]), float(v[1]), float(v[2])}
}

// Columns shared by several tables.
var (
	pathColumn   = column{"path", columnText, "the demo's file as it was named, with a colon and the name behind it where it is in an archive"}
	timeColumn   = column{"time_ms", columnInt, "milliseconds from the start of the demo"}
	placeColumns = []column{
		{"x", columnReal, "units of the game, to the east"},
		{"y", columnReal, "units of the game, to the north"},
		{"z", columnReal, "units of the game, upwards"},
	}
)

// Indices into tables.
const (
	demosTable = iota
	playersTable
	eventsTable
	pickupsTable
	positionsTable
	errorsTable
	tableCount
)

// tables lists the tables of an export. All but the last are in folders by game and map.
var tables = [tableCount]table{
	demosTable: {"demos", []column{
		pathColumn, {"sha256", columnText, "of the demo's bytes, unpacked"}, {"size", columnInt, "bytes, unpacked"},
		{"protocol", columnInt, "the number of the game's protocol"}, {"mod", columnText, "folder of the mod"}, {"kind", columnText, "who recorded: client, server, relay, multiview"},
		{"recorder", columnText, "the player whose point of view it is"}, {"server", columnText, "what the server calls itself"}, {"maps", columnText, "of all levels, with blanks between them"},
		{"mode", columnText, "the game type"}, {"score", columnText, "of teams or the best players, in words"}, {"date", columnText, "that the demo tells, with a time zone behind it if that was told"},
		{"duration_ms", columnInt, "milliseconds"}, {"snapshots", columnInt, "how many moments were recorded"}, {"players", columnInt, "how many played"},
		{"complete", columnBool, "nothing is missing"}, {"damage", columnInt, "how many places are damaged"}, {"error", columnText, "why it could not be read to its end"},
	}, 0},
	playersTable: {"players", []column{
		pathColumn, {"slot", columnInt, "the player's number on the server"}, {"name", columnText, "without colours, as he was last called"}, {"team", columnText, "as the players call it"},
		{"frags", columnInt, "at the end of the last match"}, {"deaths", columnInt, "at the end of the last match"},
		{"first_ms", columnInt, "when he came, milliseconds from the start of the demo"}, {"last_ms", columnInt, "when he was last in the game, milliseconds from the start of the demo"},
	}, 0},
	eventsTable: {"events", append([]column{
		pathColumn, {"level", columnInt, "the level of the demo, counted from 0"}, timeColumn, {"clock_ms", columnInt, "the game's own time in milliseconds"},
		{"kind", columnText, "what happened, as fragscope events calls it"}, {"slot", columnInt, "number of whom it is about; of an obituary who died"},
		{"name", columnText, "how he was called"}, {"attacker", columnInt, "number of who did it"}, {"attacker_name", columnText, "how he was called"}, {"weapon", columnText, "by which weapon, or of what"},
		{"cause", columnText, "the game's own name for the means of death"}, {"item", columnText, "what was taken"}, {"powerup", columnText, "what was got or lost"}, {"team", columnText, "the side"},
		{"place", columnText, "in the words of the map"}, {"text", columnText, "what was said or printed"}, {"value", columnInt, "a number of the kind: race times are milliseconds"},
	}, placeColumns...), 0},
	pickupsTable: {"pickups", append([]column{
		pathColumn, {"level", columnInt, "the level of the demo, counted from 0"}, timeColumn, {"item", columnText, "what was taken"}, {"weapon", columnText, "which weapon was taken"},
		{"entity", columnInt, "the item's number"}, {"slot", columnInt, "number of who took it"}, {"respawn_ms", columnInt, "when it came back, milliseconds from the start of the demo"},
		{"late_ms", columnInt, "for how long it had lain there, in milliseconds"},
	}, placeColumns...), recording.Worlds},
	positionsTable: {"positions", append(append([]column{
		pathColumn, {"level", columnInt, "the level of the demo, counted from 0"}, timeColumn, {"slot", columnInt, "the player's number on the server"}, {"name", columnText, "how he is called"},
	}, placeColumns...), []column{
		{"yaw", columnReal, "degrees, counter-clockwise from east"}, {"pitch", columnReal, "degrees, positive is down"}, {"speed", columnReal, "units of the game a second, over the ground"},
		{"health", columnInt, "points"}, {"armor", columnInt, "points"}, {"weapon", columnText, "in his hand"}, {"alive", columnBool, "he lives"},
	}...), recording.Worlds},
	errorsTable: {"errors", []column{pathColumn, {"reason", columnText, "why nothing of it could be read"}}, 0},
}

// TableNames returns the names of the tables, except for that of the errors, which is always written.
func TableNames() (names []string) {
	for i := range tables[:errorsTable] {
		names = append(names, tables[i].name)
	}
	return names
}
