//go:build !js

package archive

import (
	"math"
	"sort"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// extracted holds the rows of a demo, by table, each with its map.
type extracted struct {
	game string
	rows [tableCount][]mapRow
}

// mapRow is a row and the map that it is about.
type mapRow struct {
	level string
	cells []cell
}

// extractor extracts the rows of one recording.
type extractor struct {
	path   string
	rec    *recording.Recording
	levels []sim.Level
	out    *extracted
}

func (x *extractor) add(table int, level string, cells ...cell) {
	x.out.rows[table] = append(x.out.rows[table], mapRow{level, cells})
}

// levelAt returns the index of the level at a time, and its map.
func (x *extractor) levelAt(at time.Duration) (int, string) {
	i := max(sort.Search(len(x.levels), func(i int) bool { return x.levels[i].Start > at })-1, 0)
	if i >= len(x.levels) {
		return 0, ""
	}
	return i, x.levels[i].Map
}

// extract returns a demo's rows for the wanted tables.
func extract(path, checksum string, size int64, rec *recording.Recording, wanted [tableCount]bool, every time.Duration) *extracted {
	c := describe(rec, size)
	x := &extractor{path, rec, rec.Levels(), &extracted{game: c.Game}}
	for i, rows := range [...]func(*Content, string){demosTable: x.demo, playersTable: x.players, eventsTable: x.events, pickupsTable: x.pickups} {
		if wanted[i] {
			rows(c, checksum)
		}
	}
	if wanted[positionsTable] {
		x.positions(every)
	}
	return x.out
}

func (x *extractor) demo(c *Content, checksum string) {
	x.add(demosTable, c.Map, text(x.path), text(checksum), number(c.Size), number(c.Protocol), text(c.Mod), text(c.Kind), text(c.Recorder), text(c.Server), text(c.Maps), text(c.Mode),
		text(c.Score), text(c.Date), number(c.DurationMS), number(c.Snapshots), number(len(c.Names)), boolean(c.Complete), number(len(x.rec.Damage())), text(c.Error))
}

func (x *extractor) players(c *Content, _ string) {
	for _, p := range x.rec.Roster() {
		x.add(playersTable, c.Map, text(x.path), slotCell(p.Profile.Slot), text(p.Profile.Name.Plain), text(p.Profile.TeamLabel()), optional(p.Frags), optional(p.Deaths),
			number(p.First.Milliseconds()), number(p.Last.Milliseconds()))
	}
}

func (x *extractor) events(*Content, string) {
	events := x.rec.Events()
	for i := range events {
		e := &events[i]
		level, name := x.levelAt(e.Time)
		var power, side cell
		if p, ok := powerup(e).(string); ok {
			power = text(p)
		}
		if t, ok := team(e).(string); ok {
			side = text(t)
		}
		row := []cell{text(x.path), number(level), number(e.Time.Milliseconds()), number(e.Clock.Milliseconds()), text(e.Kind.String()), slotCell(e.Slot), nameCell(e.Profile),
			slotCell(e.Attacker), nameCell(e.AttackerProfile), text(e.Weapon.String()), text(e.Cause), text(e.Item.String()), power, side, text(e.Place), text(e.Text.Plain), number(e.Value)}
		x.add(eventsTable, name, append(row, place(e.Origin, e.HasOrigin)...)...)
	}
}

func nameCell(p *sim.Profile) cell {
	if p == nil {
		return cell{}
	}
	return text(p.Name.Plain)
}

func (x *extractor) pickups(*Content, string) {
	for i, l := range x.levels {
		list := x.rec.ItemAbsences(i)
		for k := range list {
			a := &list[k]
			var late cell
			if d, ok := a.Late(x.rec.Events()); ok {
				late = number(d.Milliseconds())
			}
			back := cell{told: a.RespawnKnown, n: a.Respawn.Milliseconds()}
			row := []cell{text(x.path), number(i), number(a.Taken.Milliseconds()), text(a.Item.String()), text(a.Weapon.String()), number(a.Entity), slotCell(a.By), back, late}
			x.add(pickupsTable, l.Map, append(row, place(a.Origin, true)...)...)
		}
	}
}

// positions lists the positions of visible players, at the first snapshot and then at each one that is every after
// the last one listed.
func (x *extractor) positions(every time.Duration) {
	cursor := x.rec.Cursor()
	next := time.Duration(math.MinInt64)
	for i := range x.rec.Frames() {
		at := x.rec.FrameTime(i)
		if at < next {
			continue
		}
		next = at + every
		if every > 0 {
			next = at - at%every + every
		}
		w := cursor.At(at)
		level, name := x.levelAt(at)
		for k := range w.Players {
			p := &w.Players[k]
			if !p.Visible || p.Life == sim.Absent || p.Life == sim.Spectating {
				continue
			}
			row := append([]cell{text(x.path), number(level), number(at.Milliseconds()), slotCell(p.Slot), nameCell(p.Profile)}, place(p.Origin, true)...)
			speed := math.Hypot(float64(p.Velocity[0]), float64(p.Velocity[1]))
			x.add(positionsTable, name, append(row, float(p.View.Yaw), float(p.View.Pitch), cell{told: true, real: speed}, optional(p.Health), optional(p.Armor),
				text(p.Weapon.String()), boolean(p.Life == sim.Alive))...)
		}
	}
}
