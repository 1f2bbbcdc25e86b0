package corpus

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"iter"
	"maps"
	"math"
	"os"
	"path"
	"strconv"
	"testing"
)

// Row is a row of a [Table].
type Row struct {
	t       testing.TB
	columns map[string]int
	fields  []string
}

// Text returns the text in the named column. The test fails if there is no such column.
func (r Row) Text(column string) string {
	r.t.Helper()
	i, ok := r.columns[column]
	if !ok {
		r.t.Fatalf("the table has no column %q", column)
	}
	return r.fields[i]
}

// Int returns the number in the named column.
func (r Row) Int(column string) int {
	r.t.Helper()
	n, err := strconv.Atoi(r.Text(column))
	if err != nil {
		r.t.Fatal(err)
	}
	return n
}

// Float returns the number in the named column, or 0 if it is empty.
func (r Row) Float(column string) float64 {
	r.t.Helper()
	text := r.Text(column)
	if text == "" {
		return 0
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		r.t.Fatal(err)
	}
	return v
}

// Table yields the rows of a table that contains another program's results. name is the path of the table's file below
// the tables folder. The file contains comma-separated values, with column names in the first line, and may be gzipped.
// A row is valid only until the next row is read. If the file is missing, Table skips the test.
func Table(t testing.TB, name string) iter.Seq[Row] {
	t.Helper()
	data, err := os.ReadFile(Path(t, "truth/"+name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(bytes.NewReader(unzipped(t, data)))
	r.ReuseRecord = true
	head, err := r.Read()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	row := Row{t: t, columns: map[string]int{}}
	for i, column := range head {
		row.columns[column] = i
	}
	return func(yield func(Row) bool) {
		for {
			fields, err := r.Read()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			row.fields = fields
			if !yield(row) {
				return
			}
		}
	}
}

// Counts returns the message counts found by LMPC, a demo decompiler, in the demos with the given extension, such as
// ".dm2". The outer map is indexed by demo name and the inner maps by message name.
func Counts(t testing.TB, extension string) map[string]map[string]int {
	t.Helper()
	counts := map[string]map[string]int{}
	for row := range Table(t, "lmpc/counts.csv") {
		demo := row.Text("demo")
		if path.Ext(demo) != extension {
			continue
		}
		if counts[demo] == nil {
			counts[demo] = map[string]int{}
		}
		counts[demo][row.Text("message")] = row.Int("count")
	}
	if len(counts) == 0 {
		t.Fatalf("no counts of %s", extension)
	}
	return counts
}

// SameCounts checks that the message counts got and want are equal. demo is the name of the demo they belong to.
func SameCounts(t testing.TB, demo string, got, want map[string]int) {
	t.Helper()
	all := maps.Clone(got)
	maps.Copy(all, want)
	for kind := range all {
		if got[kind] != want[kind] {
			t.Errorf("%s: %d %s, want %d", demo, got[kind], kind, want[kind])
		}
	}
}

// Position is the position of an entity, a player or the camera, as decoded by LMPC.
type Position struct {
	Block        int     // of the demo, from 0
	Milliseconds float64 // of the level's time
	Kind         string  // es entity, ps player, cam camera, cmd command
	Entity       int
	Origin       [3]float32 // in units; zero if the kind has none
	Pitch, Yaw   float32    // in degrees
	NoView       bool       // the table has no view angles here
}

// Positions yields the positions found by LMPC in each demo with the given extension, along with the demo's name. The
// positions are in file order.
func Positions(t testing.TB, extension string) iter.Seq2[string, []Position] {
	t.Helper()
	return func(yield func(string, []Position) bool) {
		some := false
		for file := range Table(t, "lmpc/files.csv") {
			demo := file.Text("demo")
			if path.Ext(demo) != extension {
				continue
			}
			if _, err := os.Stat(Path(t, "demos/"+demo)); err != nil {
				continue
			}
			some = true
			if !yield(demo, positions(t, file.Text("file"), demo)) {
				return
			}
		}
		if !some {
			t.Errorf("no positions of %s", extension)
		}
	}
}

func positions(t testing.TB, file, demo string) []Position {
	t.Helper()
	var list []Position
	for row := range Table(t, "lmpc/"+file) {
		if row.Text("demo") != demo {
			continue
		}
		v := func(column string) float32 { return float32(row.Float(column)) }
		list = append(list, Position{
			row.Int("block"), row.Float("time_ms"), row.Text("kind"), row.Int("entity"),
			[3]float32{v("x"), v("y"), v("z")}, v("pitch"), v("yaw"), row.Text("pitch") == "",
		})
	}
	return list
}

// SamePositions checks that the positions got and want are equal. demo is the name of the demo they belong to.
// SamePositions tolerates missing views, angles that differ by full turns and differences in the last digits. It
// reports only the first few differences.
func SamePositions(t testing.TB, demo string, got, want []Position) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d positions, want %d", demo, len(got), len(want))
		return
	}
	const shown = 5
	wrong := 0
	for i := range want {
		if difference := got[i].differs(want[i]); difference != "" {
			t.Errorf("%s: position %d: %s is %+v, want %+v", demo, i, difference, got[i], want[i])
			if wrong++; wrong == shown {
				return
			}
		}
	}
}

// differs describes how a position differs from the table's, q.
func (p Position) differs(q Position) string {
	const tolerance = 1e-4
	near := func(a, b float32) bool { return math.Abs(float64(a-b)) <= tolerance }
	turned := func(a, b float32) bool { return math.Abs(math.Remainder(float64(a-b), 360)) <= tolerance }
	switch {
	case p.Block != q.Block || p.Kind != q.Kind || p.Entity != q.Entity:
		return "what it is of"
	case math.Abs(p.Milliseconds-q.Milliseconds) > 0.01+q.Milliseconds*1e-6:
		return "the time"
	case !q.NoView && (!turned(p.Pitch, q.Pitch) || !turned(p.Yaw, q.Yaw)):
		return "the view"
	}
	for i, axis := range []string{"x", "y", "z"} {
		if !near(p.Origin[i], q.Origin[i]) {
			return axis
		}
	}
	return ""
}
