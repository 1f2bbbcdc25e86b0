package main

import (
	"context"
	"fmt"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/assets/plan"
	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/maps"
)

// learnedMap is a map that is there, and what the demos of it told one by one.
type learnedMap struct {
	header sim.Header
	level  sim.Level
	dir    string
	places []plan.Point // of all demos
	told   []*plan.Learned
}

// plan is the map's own.
func (m *learnedMap) plan(t *testing.T) *plan.Plan {
	p, err := maps.Files{}.Plan(context.Background(), m.header, m.level, []string{m.dir},
		func() []plan.Point { return m.places })
	if err != nil { // it is another version than that of the demos
		t.Log(m.level.Map, err)
		return nil
	}
	return p
}

// TestLearnedFloor compares plans that grew from one demo, from three, from ten and from all with the map's own
// floor, and what was learned of teleporters and lifts with what the map has. No map gets worse by what more demos
// tell: of the floor more is found than what is drawn wrongly in its place.
func TestLearnedFloor(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads all demos whose maps are there")
	}
	const slack = 3 // percent of the floor: of two demos one may be much better than both
	known := learnedMaps(t)
	var lines []string
	for _, name := range sortedKeys(known) {
		list := known[name].told
		own := known[name].plan(t)
		if own == nil {
			continue
		}
		all := new(plan.Learned)
		line, best := name, math.Inf(-1)
		for i, l := range list {
			begun := time.Now()
			all.Merge(l)
			merging := time.Since(begun)
			if n := i + 1; n == 1 || n == 3 || n == 10 || n == len(list) {
				data := all.Encode()
				begun = time.Now()
				p := recalled(t, data)
				t.Logf("%s: merged in %v, %d bytes read and grown in %v", name, merging, len(data), time.Since(begun))
				f := floorsFound(own, p)
				line += fmt.Sprintf("; %d: %.1f %% found, %.1f %% wrong", n, f.found(), f.wrong())
				if f.worth() < best-slack {
					t.Errorf("%s: %d demos are worth %.1f %% of the floor, fewer were worth %.1f %%", name, n,
						f.worth(), best)
				}
				best = max(best, f.worth())
			}
		}
		lines = append(lines, line)
	}
	t.Log("\n" + strings.Join(lines, "\n"))
}

func sortedKeys[V any](m map[string]V) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// learnedMaps are the maps that are there and have demos. Maps of one name that are not the same are two.
func learnedMaps(t *testing.T) map[string]*learnedMap {
	out := map[string]*learnedMap{}
	for _, e := range corpus.Sample(t) {
		if e.MapFile != "" && !strings.HasPrefix(e.Name, "compressed/") {
			learnFile(t, out, corpus.Path(t, "demos/"+e.Name), filepath.Dir(corpus.Path(t, path.Dir(e.MapFile)+"/x")))
		}
	}
	for _, set := range [][2]string{{"pov/*/*.dm_71", "q3"}, {"pov/*/*.dm_68", "q3"}, {"live/*.dm_71", "q3"},
		{"pov/*/*.qwd", "q1"}, {"pov/*/*.mvd", "q1"}} {
		files, _ := filepath.Glob(filepath.Join(corpus.Dir(t), set[0]))
		for _, file := range files {
			learnFile(t, out, file, filepath.Join(corpus.Dir(t), "maps/recorded", set[1]))
		}
	}
	return out
}

// learnFile adds what a demo tells of the maps that are in a folder.
func learnFile(t *testing.T, out map[string]*learnedMap, file, dir string) {
	demo, err := openDemo(file)
	if err != nil {
		return
	}
	rec, err := load(t.Context(), demo, recording.AllParts)
	if err != nil {
		return
	}
	h := rec.Header()
	h.Path = ""
	for i, l := range rec.Levels() {
		_, told := maps.LearnFrom(rec, i)
		if found, _ := (maps.Files{}).Find(h, l, []string{dir}); found == nil || told == nil {
			continue
		}
		name := h.GameKey + " " + strings.ToLower(l.Map) + " of " + filepath.Base(dir)
		m := out[name]
		if m == nil {
			m = &learnedMap{header: h, level: l, dir: dir}
			out[name] = m
		}
		for _, p := range maps.Places(rec, i) {
			p.Track += int32(len(m.told)) << 8
			m.places = append(m.places, p)
		}
		m.told = append(m.told, told)
	}
}

// recalled is the plan of what was learned.
func recalled(t *testing.T, data []byte) *plan.Plan {
	l, err := plan.DecodeLearned(data)
	if err != nil {
		t.Fatal(err)
	}
	var g plan.Grower
	g.Recall(l)
	return g.Plan()
}

// floorFit is how another plan's floor fits to a map's, in cells.
type floorFit struct{ floor, hit, drawn, bad int }

func (f floorFit) found() float64 { return 100 * float64(f.hit) / float64(max(f.floor, 1)) }

func (f floorFit) wrong() float64 { return 100 * float64(f.bad) / float64(max(f.drawn, 1)) }

// worth is the floor that is found less what is wrong, in percent of all.
func (f floorFit) worth() float64 { return 100 * float64(f.hit-f.bad) / float64(max(f.floor, 1)) }

// floorsFound is how much of a map's floor another plan has, and how much of what that has is none: where nobody
// could stand at that height, not even with a part of his box.
func floorsFound(m, p *plan.Plan) (f floorFit) {
	const near = 24
	mine, drawn := m.Cells(), p.Cells()
	for cell := range mine.Cols * mine.Rows {
		x, y := mine.Middle(cell)
		at := drawn.At(x, y)
		for _, h := range mine.Heights[mine.Start[cell]:mine.Start[cell+1]] {
			if f.floor++; at >= 0 && drawn.Near(at, h, near) >= 0 {
				f.hit++
			}
		}
	}
	for cell := range drawn.Cols * drawn.Rows {
		x, y := drawn.Middle(cell)
		for _, h := range drawn.Heights[drawn.Start[cell]:drawn.Start[cell+1]] {
			f.drawn++
			if z, ok := m.Floor(x, y, h+near+plan.FeetBelowOrigin); !ok || z < h-near {
				f.bad++
			}
		}
	}
	return f
}
