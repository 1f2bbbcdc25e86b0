//go:build !js

package archive

import (
	"iter"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// HeatSide is the side length of a heat map's cells, in units of the game.
const HeatSide = 32

// HeatCell is a cube of a heat map, identified by its index along each axis.
type HeatCell struct {
	Game, Map string
	Kind      string // presence, deaths, kills, pickups
	X, Y, Z   int64
}

// PlayerKey identifies a player across demos by game and name, ignoring case.
type PlayerKey struct{ Game, Name string }

// PlayerSums are the totals of a player.
type PlayerSums struct {
	Demos, TimeMS, Kills, TeamKills, Deaths, Suicides, Pickups int64
}

// Plus returns the sum of s and t.
func (s PlayerSums) Plus(t PlayerSums) PlayerSums {
	return PlayerSums{s.Demos + t.Demos, s.TimeMS + t.TimeMS, s.Kills + t.Kills, s.TeamKills + t.TeamKills, s.Deaths + t.Deaths, s.Suicides + t.Suicides, s.Pickups + t.Pickups}
}

// sums are the tables made from all demos together.
var sums = [...]table{
	{"heat", []column{
		{"kind", columnText, "presence, deaths, kills (where the killer stood) or pickups"},
		{"x", columnReal, "the middle of a cube with sides of 32 units, to the east"}, {"y", columnReal, "the same, to the north"}, {"z", columnReal, "the same, upwards"},
		{"weight", columnReal, "of presence seconds, of all else how many"},
	}, 0},
	{"player_sums", []column{
		{"name", columnText, "in lower case, without colours"}, {"demos", columnInt, "in how many demos he played"},
		{"time_ms", columnInt, "milliseconds in the game, warm-up among them"}, {"kills", columnInt, "of others, not of his team"}, {"team_kills", columnInt, "of his team"},
		{"deaths", columnInt, "all of them"}, {"suicides", columnInt, "deaths by nobody else"}, {"pickups", columnInt, "items that he is known to have taken"},
	}, 0},
}

// HeatPiece returns a cell and its weight as a row of the heat table.
func HeatPiece(c HeatCell, weight float64) Piece {
	middle := func(n int64) cell { return cell{told: true, real: (float64(n) + 0.5) * HeatSide} }
	row := []cell{text(c.Kind), middle(c.X), middle(c.Y), middle(c.Z), {told: true, real: weight}}
	return sumPiece(&sums[0], path.Join("heat", "game="+partition(c.Game), "map="+partition(c.Map)), row)
}

// PlayerPiece returns a player's totals as a row of their table.
func PlayerPiece(k PlayerKey, s PlayerSums) Piece {
	row := []cell{text(k.Name), number(s.Demos), number(s.TimeMS), number(s.Kills), number(s.TeamKills), number(s.Deaths), number(s.Suicides), number(s.Pickups)}
	return sumPiece(&sums[1], path.Join("player_sums", "game="+partition(k.Game)), row)
}

// sumPiece returns a row that belongs to no input file. It sorts by its own content.
func sumPiece(t *table, folder string, row []cell) Piece {
	b := appendCells(nil, t, row)
	return Piece{Table: t.name, Folder: folder, File: string(b), Rows: b}
}

// addHeat adds up where players were, died, killed and took items.
func (o *Extracted) addHeat(rec *recording.Recording, rows *extracted, every time.Duration) {
	add := func(kind, level string, x, y, z, weight float64) {
		n := func(v float64) int64 { return int64(math.Floor(v / HeatSide)) }
		o.Heat[HeatCell{rows.game, strings.ToLower(level), kind, n(x), n(y), n(z)}] += weight
	}
	x, alive := columnAt(positionsTable, "x"), columnAt(positionsTable, "alive")
	for _, r := range rows.rows[positionsTable] {
		if p := r.cells[x:]; r.cells[alive].n != 0 {
			add("presence", r.level, p[0].real, p[1].real, p[2].real, every.Seconds())
		}
	}
	x = columnAt(pickupsTable, "x")
	for _, r := range rows.rows[pickupsTable] {
		p := r.cells[x:]
		add("pickups", r.level, p[0].real, p[1].real, p[2].real, 1)
	}
	cursor, levels := rec.Cursor(), extractor{levels: rec.Levels()}
	events := rec.Events()
	for i := range events {
		e := &events[i]
		if e.Kind != sim.EventObituary {
			continue
		}
		_, level := levels.levelAt(e.Time)
		w := cursor.At(e.Time)
		if v, ok := placeOf(w, e.Slot); e.HasOrigin || ok {
			if e.HasOrigin {
				v = e.Origin
			}
			add("deaths", level, float64(v[0]), float64(v[1]), float64(v[2]), 1)
		}
		if v, ok := placeOf(w, e.Attacker); ok && e.Attacker != e.Slot {
			add("kills", level, float64(v[0]), float64(v[1]), float64(v[2]), 1)
		}
	}
}

// placeOf returns a player's position, if the demo shows it.
func placeOf(w *sim.World, s sim.Slot) (sim.Vec3, bool) {
	for i := range w.Players {
		if p := &w.Players[i]; s.Valid() && p.Slot == s && p.Visible {
			return p.Origin, true
		}
	}
	return sim.Vec3{}, false
}

// columnAt returns the index of a column.
func columnAt(t int, name string) int {
	return slices.IndexFunc(tables[t].columns, func(c column) bool { return c.name == name })
}

// addPlayers adds up what players did in a demo.
func (o *Extracted) addPlayers(rec *recording.Recording, game string) {
	mine := map[PlayerKey]PlayerSums{}
	add := func(p *sim.Profile, s PlayerSums) {
		if p != nil {
			k := PlayerKey{game, strings.ToLower(p.Name.Plain)}
			mine[k] = mine[k].Plus(s)
		}
	}
	for _, p := range rec.Roster() {
		add(p.Profile, PlayerSums{TimeMS: (p.Last - p.First).Milliseconds()})
	}
	levels := extractor{levels: rec.Levels()}
	events := rec.Events()
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case sim.EventPickup:
			add(e.Profile, PlayerSums{Pickups: 1})
		case sim.EventObituary:
			n, _ := levels.levelAt(e.Time)
			switch {
			case !e.Attacker.Valid() || e.Attacker == e.Slot:
				add(e.Profile, PlayerSums{Deaths: 1, Suicides: 1})
				continue
			case n < len(levels.levels) && levels.levels[n].Teams && e.Profile != nil && e.AttackerProfile != nil && e.Profile.Team == e.AttackerProfile.Team:
				add(e.AttackerProfile, PlayerSums{TeamKills: 1})
			default:
				add(e.AttackerProfile, PlayerSums{Kills: 1})
			}
			add(e.Profile, PlayerSums{Deaths: 1})
		}
	}
	for k, s := range mine {
		s.Demos = 1
		o.Players[k] = o.Players[k].Plus(s)
	}
}

// runs yields the consecutive rows of one map.
func runs(rows []mapRow) iter.Seq2[string, []mapRow] {
	return func(yield func(string, []mapRow) bool) {
		for len(rows) > 0 {
			level := rows[0].level
			n := slices.IndexFunc(rows, func(r mapRow) bool { return r.level != level })
			if n < 0 {
				n = len(rows)
			}
			if !yield(level, rows[:n]) {
				return
			}
			rows = rows[n:]
		}
	}
}
