//go:build !js

package archive

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"fragscope/assets/sample"
	"fragscope/formats"
	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/sim/recording"
)

// TestNamesAreUnique holds that what the tables have by name can be found by it.
func TestNamesAreUnique(t *testing.T) {
	for what, missing := range map[string]int{
		"kinds": int(sim.EventKindCount) - len(enums.kinds), "weapons": int(sim.WeaponCount) - len(enums.weapons), "items": int(sim.ItemCount) - len(enums.items),
		"powerups": int(sim.PowerupCount) - len(enums.powerups), "teams": int(sim.TeamCount) - len(enums.teams),
	} {
		if missing != 0 {
			t.Errorf("%d %s have the names of others", missing, what)
		}
	}
}

// moments are the answers of a demo as text, without the places that only worlds tell.
func moments(rec *recording.Recording, list []query.Moment) (out []string) {
	for i := range list {
		m := &list[i]
		out = append(out, fmt.Sprint(m.Time, m.Until, m.Who, m.Whom, m.Level, m.Sentence(rec)))
	}
	return out
}

// TestFindAnswersAsTheDemosDo asks the library and each demo alone.
func TestFindAnswersAsTheDemosDo(t *testing.T) {
	l, dir := library(t)
	files := map[string]string{sample.DemoName: ""}
	write(t, filepath.Join(dir, sample.DemoName), sample.Demo())
	if _, ok := corpus.Find(); ok && !testing.Short() {
		for i, e := range corpus.Index(t) {
			if i%23 != 0 {
				continue
			}
			name := fmt.Sprintf("%03d-%s", i, filepath.Base(e.Name))
			files[name] = e.Name
			write(t, filepath.Join(dir, name), corpus.Load(t, e.Name))
		}
	}
	scanned(t, l)
	for _, text := range []string{"kind:frag", "kind:frag by:a with:rl", "quad", "-kind:print of:e", "kind:pickup item:ra within 3s kind:frag", "kind:frag health<40", "kind:frag distance>800"} {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string][]string{}
		err = l.Find(t.Context(), q, FindOptions{}, func(h *Hits) error {
			if h.Err != nil {
				return h.Err
			}
			got[h.Row.Base()] = moments(h.Recording, h.Moments)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		total, copies := 0, map[key]bool{}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			d, err := formats.Open(filepath.Join(dir, name))
			if err != nil {
				continue
			}
			if copies[keyOf(d)] {
				continue // one of them is asked
			}
			copies[keyOf(d)] = true
			rec, err := record(t.Context(), d, recording.AllParts)
			if err != nil {
				continue
			}
			a, err := q.Find(t.Context(), query.Source{Recording: rec})
			if err != nil {
				t.Fatal(err)
			}
			want := moments(rec, a.Moments)
			total += len(want)
			if !slices.Equal(got[name], want) {
				t.Errorf("%s in %s (%s): %d moments, want %d", text, name, files[name], len(got[name]), len(want))
				for i := range min(len(want), len(got[name])) {
					if want[i] != got[name][i] {
						t.Errorf("%s\nwant %s", got[name][i], want[i])
						break
					}
				}
			}
		}
		t.Logf("%s: %d moments", text, total)
	}
}
