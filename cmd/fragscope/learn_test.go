package main

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/assets/plan"
	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/viewer/maps"
)

// learnedLevel is a level of a demo whose map is there.
type learnedLevel struct {
	bsp  *plan.Plan
	told *plan.Learned
}

// TestLearnedFloor compares plans that grew from one demo, from three and from all with the map's own floor. No map gets worse by
// what more demos tell: of the floor more is found, and little more of what is drawn is wrong.
func TestLearnedFloor(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads all demos whose maps are there")
	}
	levels := learnedLevels(t)
	var lines []string
	for _, name := range sortedKeys(levels) {
		list := levels[name]
		all := new(plan.Learned)
		line, first := name, 0.0
		for i, l := range list {
			begun := time.Now()
			all.Merge(l.told)
			merging := time.Since(begun)
			if n := i + 1; n == 1 || n == 3 || n == len(list) {
				data := all.Encode()
				begun = time.Now()
				p := recalled(t, data)
				t.Logf("%s: merged in %v, %d bytes read and grown in %v", name, merging, len(data), time.Since(begun))
				found, wrong := floorsFound(list[0].bsp, p)
				line += fmt.Sprintf("; %d: %.1f %% found, %.1f %% wrong", n, found, wrong)
				if n == 1 {
					first = found
				} else if found < first-0.5 {
					t.Errorf("%s: %d demos find %.1f %% of the floor, one %.1f %%", name, n, found, first)
				}
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

// toldLeast is how many places a demo has to tell of to be one of those that are compared.
const toldLeast = 100

// learnedLevels are the levels whose maps are there, by map.
func learnedLevels(t *testing.T) map[string][]learnedLevel {
	out := map[string][]learnedLevel{}
	for _, e := range corpus.Index(t) {
		if e.Broken() || e.MapFile == "" || strings.HasPrefix(e.Name, "compressed/") {
			continue
		}
		demo, err := openDemo(corpus.Path(t, "demos/"+e.Name))
		if err != nil {
			continue
		}
		rec, err := load(t.Context(), demo, sim.AllParts)
		if err != nil {
			continue
		}
		dir := filepath.Dir(corpus.Path(t, path.Dir(e.MapFile)+"/x"))
		h := rec.Header()
		h.Path = ""
		for i, l := range rec.Levels() {
			p, err := maps.Files{}.Plan(context.Background(), h, l, []string{dir}, func() []plan.Point { return maps.Places(rec, i) })
			if _, told := maps.LearnFrom(rec, i); p != nil && err == nil && told != nil && told.Places() >= toldLeast {
				name := h.GameKey + " " + strings.ToLower(l.Map)
				out[name] = append(out[name], learnedLevel{p, told})
			}
		}
	}
	return out
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

// floorsFound is how much of a map's floor another plan has, and how much of what that has is none, in percent.
func floorsFound(m, p *plan.Plan) (found, wrong float64) {
	const grain, near = 16, 24
	lo, hi := m.Bounds()
	has := func(list []float32, h float32) bool {
		return slices.ContainsFunc(list, func(z float32) bool { return z > h-near && z < h+near })
	}
	floor, hit, drawn, bad := 0, 0, 0, 0
	for x := lo[0]; x < hi[0]; x += grain {
		for y := lo[1]; y < hi[1]; y += grain {
			a, b := floorsAt(m, x, y, hi[2]), floorsAt(p, x, y, hi[2])
			for _, h := range a {
				if floor++; has(b, h) {
					hit++
				}
			}
			for _, h := range b {
				if drawn++; !has(a, h) {
					bad++
				}
			}
		}
	}
	return 100 * float64(hit) / float64(max(floor, 1)), 100 * float64(bad) / float64(max(drawn, 1))
}

// floorsAt are the heights of the floors of a plan at a place, from above.
func floorsAt(p *plan.Plan, x, y, top float32) (list []float32) {
	for z := top + 64; len(list) < 16; {
		h, ok := p.Floor(x, y, z)
		if !ok {
			break
		}
		list = append(list, h)
		z = min(h, z-plan.FeetBelowOrigin) + plan.FeetBelowOrigin - 48
	}
	return list
}
