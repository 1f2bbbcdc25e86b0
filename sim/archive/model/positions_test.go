package model_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim/archive/model"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// connection are the numbers of rows of positions that have a figure of the connection.
type connection struct {
	Rows, Ping, Loss, Choke, Minutes int
	Held                             int // the most packets held back within a second
}

// TestConnectionOfPositions checks how many rows of positions, five a second, have the figures of the connection.
func TestConnectionOfPositions(t *testing.T) {
	names := []string{corpus.Match(t, "qw/mvd/p28-ext/wipeout_*.mvd"), "recorded/qw/dm4_dm6_mapchange.qwd"} // with choke
	for _, e := range corpus.Sample(t) {
		if !strings.HasSuffix(e.Name, ".zip") && !slices.Contains(names, e.Name) { // an archive has several
			names = append(names, e.Name)
		}
	}
	demos := map[string]connection{}
	for _, name := range names {
		data := corpus.Load(t, name)
		rec, err := load.Bytes(t.Context(), name, data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		rec.Wait()
		demos[corpus.Label(name, data)] = connectionOf(t, rec)
	}
	corpus.GoldenJSON(t, "testdata/connection.json", demos)
}

// connectionOf counts those rows of a recording.
func connectionOf(t *testing.T, rec *recording.Recording) (c connection) {
	t.Helper()
	place := map[string]int{}
	for i, column := range model.Tables[model.Positions].Columns {
		place[column.Name] = i
	}
	o := model.Options{Every: 200 * time.Millisecond}
	o.Wanted[model.Positions] = true
	count := func(_ model.ID, _ *model.Keys, _ int, cells []model.Cell) error {
		c.Rows++
		for name, n := range map[string]*int{"ping": &c.Ping, "loss": &c.Loss, "choke": &c.Choke, "minutes": &c.Minutes} {
			if cell := cells[place[name]]; cell.Told {
				*n++
			}
		}
		c.Held = max(c.Held, int(cells[place["choke"]].N))
		return nil
	}
	if err := model.Extract(t.Context(), rec, &model.Demo{}, &o, count); err != nil {
		t.Fatal(err)
	}
	return c
}
