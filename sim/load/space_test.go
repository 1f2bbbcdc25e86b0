package load_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/quake"
)

// sharedFolder is the folder of demos, maps and truth; tests are skipped where
// it is missing.
func sharedFolder(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("FRAGSCOPE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	if _, err := os.Stat(filepath.Join(dir, "demos", "INDEX.tsv")); err != nil {
		t.Skip("no demos in ", dir)
	}
	return dir
}

// staged are demos whose players are moved by a program, through walls too.
var staged = map[string]string{
	"nq/dem/p15/qwtf-demo1.dem": "the opening film of a mod",
}

// inline counts the inline models of each level that a demo names.
type inline struct {
	netquake.Ignore
	counts map[string]int
}

func (n inline) ServerInfo(m *netquake.ServerInfo, _ *netquake.Protocol) { n.count("", m.Models) }

type inlineWorld struct {
	quakeworld.Ignore
	n     inline
	level *string
}

func (n inlineWorld) ModelList(m *quakeworld.NameList) {
	if m.First == 0 {
		*n.level = ""
	}
	*n.level = n.n.count(*n.level, m.Names)
}

func (n inline) count(level string, models [][]byte) string {
	for _, name := range models {
		switch {
		case level == "":
			level = quake.MapName(string(name))
			n.counts[level] = 0
		case bytes.HasPrefix(name, []byte("*")):
			n.counts[level]++
		}
	}
	return level
}

func inlineModels(path string, data []byte) map[string]int {
	n := inline{counts: map[string]int{}}
	w := inlineWorld{n: n, level: new(string)}
	switch filepath.Ext(path) {
	case ".dem":
		for d := netquake.NewDecoder(data); d.Next(n) == nil; {
		}
	case ".qwd":
		for d := quakeworld.NewDecoder(data); d.Next(w) == nil; {
		}
	case ".mvd":
		for d := quakeworld.NewMultiViewDecoder(data); d.Next(w) == nil; {
		}
	}
	return n.counts
}

// TestPlayersAreInOpenSpace loads the maps of the demos of Quake and
// QuakeWorld: who is seen alive is not in a wall. Maps with another number of
// inline models than the demo names are of another version, and left out.
func TestPlayersAreInOpenSpace(t *testing.T) {
	dir := sharedFolder(t)
	f, err := os.Open(filepath.Join(dir, "demos", "INDEX.tsv"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	in := csv.NewReader(f)
	in.Comma, in.LazyQuotes, in.FieldsPerRecord = '\t', true, -1
	rows, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	maps := map[string]*bsp.Map{}
	tested, places := 0, 0
	for _, row := range rows[1:] {
		path, game, file := row[0], row[2], row[7]
		if game != "quake" && game != "quakeworld" || file == "" || strings.HasPrefix(path, "broken/") || strings.HasPrefix(path, "compressed/") || staged[path] != "" {
			continue
		}
		r, err := load.File(context.Background(), filepath.Join(dir, "demos", filepath.FromSlash(path)))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		r.Wait()
		data, err := os.ReadFile(filepath.Join(dir, "demos", filepath.FromSlash(path)))
		if err != nil {
			t.Fatal(err)
		}
		open, solid := countSolid(t, r, dir, file, maps, inlineModels(path, data))
		if open+solid == 0 {
			continue
		}
		tested++
		places += open + solid
		if share := float64(solid) / float64(open+solid); share > 0.005 {
			t.Errorf("%s: %d of %d places are in walls (%.2f %%)", path, solid, open+solid, 100*share)
		}
	}
	if tested == 0 {
		t.Error("nothing was tested")
	}
	t.Logf("%d demos, %d places", tested, places)
}

// countSolid counts the places of players who are alive, outside and inside
// of walls.
func countSolid(t *testing.T, r *sim.Recording, dir, files string, maps map[string]*bsp.Map, inline map[string]int) (open, solid int) {
	byName := map[string]*bsp.Map{}
	for _, file := range strings.Split(files, ";") {
		if _, ok := maps[file]; !ok {
			data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
			if err != nil {
				continue
			}
			m, err := bsp.Decode(data)
			if err != nil {
				t.Fatal(file, err)
			}
			maps[file] = m
		}
		name := strings.TrimSuffix(filepath.Base(file), ".bsp")
		if n, told := inline[name]; !told || n == len(maps[file].Models)-1 {
			byName[name] = maps[file]
		}
	}
	levels := r.Levels()
	c := r.Cursor()
	for i := range r.Frames() {
		w := c.At(r.FrameTime(i))
		if w.Level < 0 || w.Level >= len(levels) {
			continue
		}
		m := byName[levels[w.Level].Map]
		if m == nil {
			continue
		}
		for k := range w.Players {
			p := &w.Players[k]
			if !p.Known || p.Life != sim.Alive {
				continue
			}
			if m.Solid(p.Origin[0], p.Origin[1], p.Origin[2]) {
				solid++
			} else {
				open++
			}
		}
	}
	return open, solid
}
