//go:build !js

package archive

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fragscope/assets/sample"
	"fragscope/formats"
	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
)

// TestNamesAreUnique checks that every name used in the tables identifies a single value.
func TestNamesAreUnique(t *testing.T) {
	for what, missing := range map[string]int{
		"kinds": int(sim.EventKindCount) - len(enums.kinds), "weapons": int(sim.WeaponCount) - len(enums.weapons),
		"items": int(sim.ItemCount) - len(enums.items), "powerups": int(sim.PowerupCount) - len(enums.powerups),
		"teams": int(sim.TeamCount) - len(enums.teams),
	} {
		if missing != 0 {
			t.Errorf("%d %s have the names of others", missing, what)
		}
	}
}

// moments are the answers of a demo as text.
func moments(rec *recording.Recording, list []query.Moment) (out []string) {
	for i := range list {
		m := &list[i]
		out = append(out, fmt.Sprint(m.Time, m.Until, m.Who, m.Whom, m.Level, m.Origin, m.HasOrigin, m.Place,
			m.Sentence(rec)))
	}
	return out
}

// eastAndWest names the places of every map: those in the east, in the west, and some that have no name.
type eastAndWest struct{}

func (eastAndWest) PlaceAt(_ int, at sim.Vec3) string {
	switch {
	case at[2] > 300:
		return ""
	case at[0] > 0:
		return "East"
	}
	return "West Hall"
}

func (eastAndWest) PlaceNames(int) []string { return []string{"East", "West Hall"} }

// compiledQuestions contain each condition that applies to events: alone, negated, for either of the two players, and
// together with others.
var compiledQuestions = []string{
	"kind:frag by:a with:rl", "quad", "-kind:print of:e", "kind:frag area:east", "kind:frag -area:west", "by.area:hall",
	"of.area:east", "-by.area:hall kind:frag", "by.in:0,0,700,700 with:rl", "in:0,0,500,0,500,900 kind:pickup",
	"-in:0,0,500,0,500,900 kind:frag", "-in:-300,-300,800,800 kind:death", "of.in:-300,-300,800,800",
	"kind:frag of.z>100", "by.z<50 kind:frag", "has:rl,quad kind:frag", "has:rl kind:frag", "-has:lg kind:pickup",
	"of.has:rl", "has:flag kind:frag", "has:nothing kind:frag", "of.hand:rl,rg", "-hand:sg kind:death",
	"hand:rocket kind:frag", "-alive kind:chat", "of.alive", "-airborne kind:pickup", "of.health<=0",
	"-health<50 kind:frag", "armor=0 kind:pickup", "stack>=200 kind:pickup", "of.stack<50 by:a",
	"-speed>=320 kind:pickup", "of.speed>400", "ammo<10 kind:frag", "-late>1s item:mega,ra", "late<=0s",
	"-late>2s kind:frag", "distance>500", "-distance<500 kind:death", "distance<100 kind:frag", "kind:death -kind:frag",
	"kind:suicide", "kind:map_death", "kind:teamkill", "kind:team_chat,chat", "kind:nothing", "-with:rl kind:death",
	"with:lava,fall,telefrag", "with:rock", "item:armor", "item:health,flag", "-item:ra kind:pickup", "item:quad,pent",
	"item:\"red armor\"", "team:red", "-team:blue kind:frag", "of.team:red", "who:e kind:frag", "-who:e kind:frag",
	"by:\"a\"", "from:0:30 to:1:00.5", "-from:30 kind:pickup", "ra", "rl", "gg", "-rl kind:death", "\"killed\"",
	"kind:pickup item:ra within 3s kind:frag", "kind:frag within 2s",
	"kind:frag health<40 within 5s kind:pickup -late>5s by:a", "kind:frag within 1s by:e with:rl",
	"kind:pickup within 2s area:east kind:frag", "kind:frag health<40",
	"kind:frag distance>800", "flick>30", "-flick>30 kind:death", "hit>20 kind:frag", "of.hit>50", "-hit>50 kind:death",
	"class:medic kind:frag", "-class:medic kind:frag", "of.class:s kind:death", "\"rocket launcher\"", "\"gg wp\"",
	"\"l rocket\" kind:death", "\"red armor\"", "kind:pickup,chat who:e", "from:0:10 to:0:50 within 3s kind:death",
	"of:e within 5s by:e", "of.team:red kind:thaw,death",
}

// TestFindAnswersAsTheDemosDo compares the library's answers with those of each demo alone. It uses some of the real
// demos, or all of them with FRAGSCOPE_FIND_ALL.
func TestFindAnswersAsTheDemosDo(t *testing.T) {
	l, dir := library(t)
	step := 23
	if os.Getenv("FRAGSCOPE_FIND_ALL") != "" {
		step = 1
	}
	files := map[string]string{sample.DemoName: ""}
	write(t, filepath.Join(dir, sample.DemoName), sample.Demo())
	for _, f := range script.Formats() {
		files[f.File()] = ""
		write(t, filepath.Join(dir, f.File()), f.Demo())
	}
	if _, ok := corpus.Find(); ok && !testing.Short() {
		for i, e := range corpus.Index(t) {
			if i%step != 0 {
				continue
			}
			name := fmt.Sprintf("%03d-%s", i, filepath.Base(e.Name))
			files[name] = e.Name
			write(t, filepath.Join(dir, name), corpus.Load(t, e.Name))
		}
	}
	scanned(t, l)
	want := directAnswers(t, dir, slices.Sorted(maps.Keys(files)))
	options := FindOptions{Places: func(*Row, *recording.Recording) query.Places { return eastAndWest{} }}
	for _, text := range compiledQuestions {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		options.Remain = func(n int) { t.Errorf("%s: %d demos are opened", text, n) }
		err = l.Find(t.Context(), q, options, func(h *Hits) error {
			if h.Err != nil {
				return h.Err
			}
			name, got := h.Row.Base(), moments(h.Recording, h.Moments)
			total += len(got)
			compareAnswers(t, text, name, got, want[text][name])
			delete(want[text], name)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for name, list := range want[text] {
			compareAnswers(t, text, name, nil, list)
		}
		t.Logf("%s: %d moments", text, total)
	}
}

// directAnswers returns the answers of the demos in a folder to the compiled questions, by question and file. Of
// several copies, only the first is searched.
func directAnswers(t *testing.T, dir string, names []string) map[string]map[string][]string {
	answers, copies := map[string]map[string][]string{}, map[key]bool{}
	for _, name := range names {
		d, err := formats.Open(filepath.Join(dir, name))
		if err != nil || copies[keyOf(d)] {
			continue
		}
		copies[keyOf(d)] = true
		rec, err := record(t.Context(), d, recording.Worlds)
		if err != nil {
			continue
		}
		for _, text := range compiledQuestions {
			q, err := query.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			a, err := q.Find(t.Context(), query.Source{Recording: rec, Places: eastAndWest{}})
			if err != nil {
				t.Fatal(err)
			}
			if len(a.Moments) == 0 {
				continue
			}
			if answers[text] == nil {
				answers[text] = map[string][]string{}
			}
			answers[text][name] = moments(rec, a.Moments)
		}
	}
	return answers
}

func compareAnswers(t *testing.T, text, name string, got, want []string) {
	if slices.Equal(got, want) {
		return
	}
	t.Errorf("%s in %s: %d moments, want %d", text, name, len(got), len(want))
	for i := range max(len(want), len(got)) {
		if i >= len(got) || i >= len(want) || want[i] != got[i] {
			t.Errorf("%q\nwant %q", got[min(i, len(got)):min(i+1, len(got))],
				want[min(i, len(want)):min(i+1, len(want))])
			break
		}
	}
}
