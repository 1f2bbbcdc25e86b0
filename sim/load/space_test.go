package load_test

import (
	"bytes"
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/formats/corpus"
	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// staged lists demos whose players are moved by a program, even through walls.
var staged = map[string]string{
	"nq/dem/p15/qwtf-demo1.dem": "the opening film of a mod",
}

// inline counts the inline models of each level that a demo names.
type inline struct{ counts map[string]int }

// Handle implements [netquake.Handler].
func (n inline) Handle(m netquake.Message) {
	if m, ok := m.(*netquake.ServerInfo); ok {
		n.count("", m.Models)
	}
}

func (n inline) count(level string, models [][]byte) string {
	for _, name := range models {
		switch {
		case level == "":
			level = strings.TrimSuffix(path.Base(string(name)), ".bsp")
			n.counts[level] = 0
		case bytes.HasPrefix(name, []byte("*")):
			n.counts[level]++
		}
	}
	return level
}

func inlineModels(path string, data []byte) map[string]int {
	n := inline{counts: map[string]int{}}
	level := ""
	world := quakeworld.HandlerFunc(func(m quakeworld.Message) {
		if m, ok := m.(*quakeworld.ModelList); ok {
			if m.First == 0 {
				level = ""
			}
			level = n.count(level, m.Names)
		}
	})
	switch filepath.Ext(path) {
	case ".dem":
		for d := netquake.NewDecoder(data, netquake.Options{}); d.Next(n) == nil; {
		}
	case ".qwd":
		for d := quakeworld.NewDecoder(data, quakeworld.Options{}); d.Next(world) == nil; {
		}
	case ".mvd":
		for d := quakeworld.NewDecoder(data, quakeworld.Options{MultiView: true}); d.Next(world) == nil; {
		}
	}
	return n.counts
}

// TestPlayersAreInOpenSpace loads the maps of the demos of Quake and QuakeWorld: nobody who is seen alive may be inside
// a wall. Maps whose number of inline models differs from the demo's are different versions and are skipped.
func TestPlayersAreInOpenSpace(t *testing.T) {
	maps := map[string]*bsp.Map{}
	tested, places := 0, 0
	for _, e := range corpus.Index(t) {
		if e.Game != "quake" && e.Game != "quakeworld" || e.MapFile == "" || e.Broken() ||
			strings.HasPrefix(e.Name, "compressed/") || staged[e.Name] != "" {
			continue
		}
		r, err := load.File(context.Background(), corpus.Path(t, "demos/"+e.Name))
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		r.Wait()
		open, solid := countSolid(t, r, e.MapFile, maps, inlineModels(e.Name, corpus.Load(t, e.Name)))
		if open+solid == 0 {
			continue
		}
		tested++
		places += open + solid
		if share := float64(solid) / float64(open+solid); share > 0.005 {
			t.Errorf("%s: %d of %d places are in walls (%.2f %%)", e.Name, solid, open+solid, 100*share)
		}
	}
	if tested == 0 {
		t.Error("nothing was tested")
	}
	t.Logf("%d demos, %d places", tested, places)
}

// countSolid counts the positions of living players outside and inside walls.
func countSolid(t *testing.T, r *recording.Recording, files string, maps map[string]*bsp.Map,
	inline map[string]int) (open, solid int) {
	byName := map[string]*bsp.Map{}
	for _, file := range strings.Split(files, ";") {
		if _, ok := maps[file]; !ok {
			data, err := os.ReadFile(corpus.Path(t, file))
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
			if !p.Visible || p.Life != sim.Alive {
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
