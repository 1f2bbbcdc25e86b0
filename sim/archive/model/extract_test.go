package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/sim/report"
	"fragscope/sim/simtest/script"
)

// everything selects the rows of all tables, and the positions of each second.
func everything() *Options {
	o := &Options{Every: time.Second}
	for t := range o.Wanted {
		o.Wanted[t] = true
	}
	return o
}

// extractedRow is a row as a sink receives it.
type extractedRow struct {
	keys  Keys
	match int
	cells []Cell
}

// cell returns the cell in the column with the given name.
func (r *extractedRow) cell(t ID, name string) Cell {
	i := slices.IndexFunc(Tables[t].Columns, func(c Column) bool { return c.Name == name })
	return r.cells[i]
}

// extracted returns the rows of a recording by table.
func extracted(t *testing.T, rec *recording.Recording, o *Options) (rows [Count][]extractedRow) {
	t.Helper()
	d := &Demo{ID: "0123456789abcdef", SHA256: "00", Path: "a.mvd", Size: 5,
		Date: DateOf(rec.Header().Date, "", time.Time{})}
	err := Extract(t.Context(), rec, d, o, func(id ID, k *Keys, match int, cells []Cell) error {
		rows[id] = append(rows[id], extractedRow{*k, match, slices.Clone(cells)})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func scripted(t *testing.T, f script.Format) *recording.Recording {
	t.Helper()
	rec, err := load.Bytes(t.Context(), f.File(), f.Demo())
	if err != nil {
		t.Fatal(err)
	}
	rec.Wait()
	return rec
}

// TestScripted compares the rows of the scripted match with a file. It leaves out players' ids, slots and classes.
func TestScripted(t *testing.T) {
	var b strings.Builder
	for _, name := range []string{"quakeworld-multiview", "quakelive"} {
		rows := extracted(t, scripted(t, script.Find(name)), everything())
		fmt.Fprintf(&b, "%s\n", name)
		for _, id := range []ID{Demos, Matches, Players, Kills, Pickups, ScoreTimeline, Control, Chat} {
			for i := range rows[id] {
				fmt.Fprintf(&b, "  %s %d:", Tables[id].Name, rows[id][i].match)
				for k, c := range Tables[id].Columns {
					value := rows[id][i].cells[k].Value(c.Kind)
					if value == nil || strings.HasSuffix(c.Name, "_id") || strings.HasSuffix(c.Name, "slot") {
						continue
					}
					if s, ok := value.(string); ok {
						value = fmt.Sprintf("%q", s)
					}
					fmt.Fprintf(&b, " %s=%v", c.Name, value)
				}
				b.WriteString("\n")
			}
		}
	}
	corpus.Golden(t, "testdata/scripted.txt", []byte(b.String()))
}

// TestRowsFitTheirTables checks, for each format, that every row has a cell for each column, with a value of its kind
// alone, and that the rows of a table are in order.
func TestRowsFitTheirTables(t *testing.T) {
	for _, f := range script.Formats() {
		rec := scripted(t, f)
		for id, rows := range extracted(t, rec, everything()) {
			last := int64(math.MinInt64)
			columns := Tables[id].Columns
			for i := range rows {
				r := &rows[i]
				if len(r.cells) != len(columns) || len(r.keys.Cells(ID(id))) != len(Tables[id].Keys) {
					t.Fatalf("%s: a row of %s has %d cells", f.Name, Tables[id].Name, len(r.cells))
				}
				for k, c := range r.cells {
					want := map[Kind]Cell{Text: {Text: c.Text}, Int: {N: c.N}, Real: {Real: c.Real},
						Bool: {N: c.N & 1}}[columns[k].Kind]
					if want.Told = c.Told; c.Told && c != want {
						t.Errorf("%s: %s.%s is %+v", f.Name, Tables[id].Name, columns[k].Name, c)
					}
				}
				if ID(id) == Control || columns[0].Name != "time_ms" {
					continue
				}
				if n := r.cells[0].N; n < last || n > rec.Duration().Milliseconds() {
					t.Errorf("%s: a row of %s at %d ms follows one at %d ms", f.Name, Tables[id].Name, n, last)
				}
				last = r.cells[0].N
			}
		}
	}
}

// TestRowsAgreeWithTheRecording counts what the tables and the recording have in common, for each format.
func TestRowsAgreeWithTheRecording(t *testing.T) {
	for _, f := range script.Formats() {
		rec := scripted(t, f)
		rows := extracted(t, rec, everything())
		var kinds [sim.EventKindCount]int
		for _, e := range rec.Events() {
			kinds[e.Kind]++
		}
		for id, want := range map[ID]int{Demos: 1, Players: len(rec.Roster()), Matches: len(report.Matches(rec)),
			Kills: kinds[sim.EventObituary], Chat: kinds[sim.EventChat] + kinds[sim.EventTeamChat], Errors: 0} {
			if len(rows[id]) != want {
				t.Errorf("%s: %d rows of %s, want %d", f.Name, len(rows[id]), Tables[id].Name, want)
			}
		}
		if n := len(rows[Pickups]); n < kinds[sim.EventPickup] || n == 0 {
			t.Errorf("%s: %d rows of pickups, %d events", f.Name, n, kinds[sim.EventPickup])
		}
		positionsAgree(t, f.Name, rec, rows[Positions])
		controlIsInMatches(t, f.Name, rec, rows[Control])
		scoresAddUp(t, f.Name, rows[ScoreTimeline])
	}
}

// positionsAgree checks that the rows of positions are the living, visible players at their times.
func positionsAgree(t *testing.T, name string, rec *recording.Recording, rows []extractedRow) {
	t.Helper()
	c := rec.Cursor()
	seen := map[int64]int{}
	for i := range rows {
		r := &rows[i]
		at := r.cell(Positions, "time_ms").N
		seen[at]++
		p := playerIn(c.At(time.Duration(at)*time.Millisecond), sim.SlotAt(int(r.cell(Positions, "slot").N)))
		if p == nil || !p.Visible || p.Life != sim.Alive {
			t.Errorf("%s: nobody lives at %d ms in slot %v", name, at, r.cell(Positions, "slot"))
			continue
		}
		for axis, column := range []string{"x", "y", "z"} {
			if got := r.cell(Positions, column).N; got != int64(p.Origin[axis]) {
				t.Errorf("%s: %s of %s at %d ms is %d, the world has %v", name, column, p.Profile.Name.Plain, at, got,
					p.Origin)
			}
		}
	}
	if seconds := int(rec.Duration() / time.Second); len(seen) < seconds/2 || len(seen) > seconds+2 {
		t.Errorf("%s: positions at %d times in %d seconds", name, len(seen), seconds)
	}
	for at, n := range seen {
		if lives := livingAt(c.At(time.Duration(at) * time.Millisecond)); n != lives {
			t.Errorf("%s: %d positions at %d ms, %d players live", name, n, at, lives)
		}
	}
}

func livingAt(w *sim.World) (n int) {
	for i := range w.Players {
		if w.Players[i].Visible && w.Players[i].Life == sim.Alive {
			n++
		}
	}
	return n
}

// controlIsInMatches checks that each possession ends in the demo, and in the match in which it begins.
func controlIsInMatches(t *testing.T, name string, rec *recording.Recording, rows []extractedRow) {
	t.Helper()
	list := report.Matches(rec)
	for i := range rows {
		r := &rows[i]
		since := time.Duration(r.cell(Control, "time_ms").N) * time.Millisecond
		held := time.Duration(r.cell(Control, "duration_ms").N) * time.Millisecond
		end := rec.Duration()
		if m := &list[r.match]; since <= m.End {
			end = m.End
		}
		if held < 0 || since+held > end {
			t.Errorf("%s: held from %v for %v; the match ends at %v", name, since, held, end)
		}
		if kind := r.cell(Control, "kind").Text; r.cell(Control, "entity").Told && kind != "took_last" {
			t.Errorf("%s: %s has an entity", name, kind)
		}
	}
}

// scoresAddUp checks that each change of a score is the difference from the side's previous score.
func scoresAddUp(t *testing.T, name string, rows []extractedRow) {
	t.Helper()
	scores := map[string]int64{}
	for i := range rows {
		r := &rows[i]
		side := fmt.Sprint(r.cell(ScoreTimeline, "kind").Text, r.cell(ScoreTimeline, "slot"))
		if r.cell(ScoreTimeline, "kind").Text == "team" {
			side += r.cell(ScoreTimeline, "side").Text
		}
		now, change := r.cell(ScoreTimeline, "score").N, r.cell(ScoreTimeline, "change")
		before, known := scores[side]
		if known != change.Told || known && (change.N == 0 || before+change.N != now) {
			t.Errorf("%s: %s had %d, has %d: a change of %+v", name, side, before, now, change)
		}
		scores[side] = now
	}
}

// TestOnlyWantedRows checks that each table alone has the rows that it has among all, and no other table has any.
func TestOnlyWantedRows(t *testing.T) {
	rec := scripted(t, script.Find("quakeworld-multiview"))
	all := extracted(t, rec, everything())
	for id := range Errors {
		o := &Options{Every: time.Second}
		o.Wanted[id] = true
		alone := extracted(t, rec, o)
		for other := range alone {
			want := all[other]
			if ID(other) != id {
				want = nil
			}
			if !slices.EqualFunc(alone[other], want, func(a, b extractedRow) bool {
				return a.keys == b.keys && a.match == b.match && slices.Equal(a.cells, b.cells)
			}) {
				t.Errorf("%s alone: %d rows of %s, among all %d", Tables[id].Name, len(alone[other]),
					Tables[other].Name, len(want))
			}
		}
	}
}

// TestExtractStops checks that the error of a sink, at each table, and the cause of a context end an extraction.
func TestExtractStops(t *testing.T) {
	rec := scripted(t, script.Find("quakeworld-multiview"))
	full := errors.New("the disk is full")
	for id := range Errors {
		o, calls := &Options{Every: time.Second}, 0
		o.Wanted[id] = true
		err := Extract(t.Context(), rec, &Demo{}, o, func(ID, *Keys, int, []Cell) error { calls++; return full })
		if rows := extracted(t, rec, o)[id]; len(rows) > 0 && (!errors.Is(err, full) || calls != 1) {
			t.Errorf("%s: %v after %d calls", Tables[id].Name, err, calls)
		}
	}
	stopped := errors.New("stopped")
	for _, id := range []ID{Matches, Positions} {
		ctx, cancel := context.WithCancelCause(t.Context())
		o := new(Options)
		o.Wanted[id] = true
		cancel(stopped)
		err := Extract(ctx, rec, &Demo{}, o, func(ID, *Keys, int, []Cell) error { return nil })
		if !errors.Is(err, stopped) {
			t.Errorf("%s: %v, want the cause", Tables[id].Name, err)
		}
	}
}
