package qw

import (
	"compress/gzip"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"fragscope/sim"
)

// truthRow is a row of the tables that another program made.
type truthRow struct {
	ms     float64
	kind   string
	entity int
	origin sim.Vec3
	view   [2]float32
}

// TestPositions compares the list of places of players with another
// program's, which has no view for the recorder.
func TestPositions(t *testing.T) {
	dir := filepath.Join(shared(t), "truth", "lmpc")
	files := csvRows(t, filepath.Join(dir, "files.csv"))
	compared := 0
	tables := map[string][][]string{}
	for _, f := range files {
		file, demo := f[0], f[1]
		if filepath.Ext(demo) != ".qwd" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(shared(t), "demos", filepath.FromSlash(demo)))
		if err != nil {
			continue
		}
		want := map[string][]truthRow{}
		if tables[file] == nil {
			tables[file] = csvRows(t, filepath.Join(dir, file))
		}
		for _, r := range tables[file] {
			if r[0] == demo && r[3] == "ps" {
				n := func(i int) float64 { v, _ := strconv.ParseFloat(r[i], 64); return v }
				blind := float32(1)
				if r[8] == "" {
					blind = float32(math.NaN())
				}
				want[r[3]] = append(want[r[3]], truthRow{n(2), r[3], int(n(4)), sim.Vec3{float32(n(5)), float32(n(6)), float32(n(7))}, [2]float32{float32(n(8)) * blind, float32(n(9)) * blind}})
			}
		}
		got := map[string][]truthRow{}
		Positions(data, demo, false, func(p *sim.Position) {
			r := truthRow{float64(p.Clock.Milliseconds()), p.Kind, p.Entity, p.Origin, [2]float32{p.View.Pitch, p.View.Yaw}}
			got[r.kind] = append(got[r.kind], r)
		})
		for kind, rows := range want {
			if len(got[kind]) != len(rows) {
				t.Errorf("%s: %d rows %s, want %d", demo, len(got[kind]), kind, len(rows))
				continue
			}
			for i := range rows {
				if err := rows[i].differs(got[kind][i]); err != nil {
					t.Errorf("%s: %s %d: %v: %v, want %v", demo, kind, i, err, got[kind][i], rows[i])
					break
				}
			}
			compared += len(rows)
		}
	}
	if compared == 0 {
		t.Skip("no tables")
	}
	t.Logf("%d rows", compared)
}

func (r truthRow) differs(o truthRow) error {
	if math.Abs(r.ms-o.ms) > 1 {
		return errors.New("time")
	}
	if r.entity != o.entity {
		return errors.New("entity")
	}
	for i := range r.origin {
		if math.Abs(float64(r.origin[i]-o.origin[i])) > 1e-3 {
			return errors.New("place")
		}
	}
	for i := range r.view {
		if math.Abs(math.Remainder(float64(r.view[i]-o.view[i]), 360)) > 1e-3 {
			return errors.New("view")
		}
	}
	return nil
}

// csvRows reads a table without its head, gzipped or not.
func csvRows(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	var in io.Reader = f
	if filepath.Ext(path) == ".gz" {
		if in, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := csv.NewReader(in).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}
