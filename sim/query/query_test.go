package query

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
)

// scripted is the scripted match in a format.
func scripted(t testing.TB, name string) *recording.Recording {
	t.Helper()
	f := script.Find(name)
	return loaded(t, f.File(), f.Demo())
}

func loaded(t testing.TB, name string, data []byte) *recording.Recording {
	t.Helper()
	r, err := load.Bytes(context.Background(), name, data)
	if err != nil {
		t.Fatal(err)
	}
	r.Wait()
	return r
}

// rooms names everything east of the middle "East" and the rest "West Hall".
type rooms struct{}

func (rooms) PlaceAt(_ int, at sim.Vec3) string {
	if at[0] > 0 {
		return "East"
	}
	return "West Hall"
}
func (rooms) PlaceNames(int) []string { return []string{"West Hall", "East"} }

// TestAnswers checks what questions find in the scripted match.
func TestAnswers(t *testing.T) {
	var b strings.Builder
	for _, name := range []string{"quakeworld-multiview", "quake2", "quakelive"} {
		r := scripted(t, name)
		fmt.Fprintf(&b, "%s\n", name)
		for _, text := range []string{
			"kind:frag", "kind:death", "-kind:death rocket", "by:ada", "of:ada", `by:"ad"`, "who:bob kind:frag",
			"with:rl", "with:rl,lg,rg", "item:ra", "ra", "item:rl", "team:red kind:frag", "of.team:red kind:frag",
			"area:hall kind:frag", `area:"west hall" kind:death`, "in:-4000,-4000,4000,4000 kind:death",
			"in:0,0,1,0,1,1 kind:death", "health<50", "who:ada stack>100", "speed>200", "airborne",
			"kind:frag of.health<60", "kind:frag distance>10", "kind:death within 5s",
			"kind:death within 2s kind:pickup", "from:5 to:9", "item:ra late>1s", "gg", "has:rl who:bob",
			"alive area:hall who:bob", "hand:lg", "kind:frag -hand:rl",
			"kind:frag by.area:east",
			"kind:frag area:east -by.area:east",
		} {
			q, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			a, err := q.Find(context.Background(), Source{r, rooms{}})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "  %s: %d\n", text, len(a.Moments))
			for i := range a.Moments[:min(3, len(a.Moments))] {
				m := &a.Moments[i]
				fmt.Fprintf(&b, "    %.1f %s [%s]\n", m.Time.Seconds(), m.Sentence(r), m.Place)
			}
			for _, n := range a.Notes {
				fmt.Fprintf(&b, "    note: %s\n", n)
			}
		}
	}
	corpus.Golden(t, "testdata/answers.txt", []byte(b.String()))
}

// TestMistakes checks the errors for questions that cannot be parsed, and the bytes that they refer to.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"by:x foo:bar":            `5-12 there is no key "foo:"`,
		"by:":                     "0-3 by: must be followed by a player or a team",
		`with:""`:                 "0-7 with: must be followed by a weapon",
		"health:30":               "0-9 health is written as health<30",
		"by<3":                    "0-4 by is written as by:reppie",
		"health<x":                `0-8 "x" is not a number`,
		"late>5m5s health<nan":    `10-20 "nan" is not a number`,
		"from:x":                  `0-6 "x" is not a time`,
		"in:1,2,3":                "0-8 in: must be followed by two corners",
		"of.by:x":                 "0-7 of. goes with the state of a player",
		"by.health<30":            "0-12 by. goes with places",
		"within 2s by:a":          "0-6 within needs a condition before it",
		"a within 2s b within 3s": "12-23 a query can have only one within",
		strings.Repeat("a ", 101): "200-202 a query can have at most 100 terms",
		strings.Repeat("a", 5000): "4096-5000 a query can have at most",
		"x within 2s foo:bar gg":  `12-19 there is no key "foo:"`,
	} {
		_, err := Parse(text)
		var wrong *SyntaxError
		if !errors.As(err, &wrong) {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := fmt.Sprintf("%d-%d %s", wrong.From, wrong.To, wrong.What); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"", `":)" "a:b" "within 2s"`, "within", "within reach", "-", ":)", "-5", "a -b",
		`"unclosed`, "WITH:RL", "late>5s", "late>1500ms", "-2"} {
		if _, err := Parse(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestForm checks that the page names every key with an example that can be read.
func TestForm(t *testing.T) {
	for i := 1; i < len(keys); i++ {
		k := &keys[i]
		if !strings.Contains(Form(), k.name) {
			t.Errorf("the page does not name %s", k.name)
		}
		if _, err := Parse(k.example); err != nil {
			t.Errorf("%s: %v", k.example, err)
		}
	}
}

// TestComplete checks how questions go on.
func TestComplete(t *testing.T) {
	s := Source{scripted(t, "quakeworld-multiview"), rooms{}}
	for text, want := range map[string]string{
		"b|":            "by:",
		"gg -w|":        "-who: -with:",
		"a|":            "area: alive armor>100 ammo<5 airborne",
		"by:ad|":        "by:Ada",
		"-by:bo| gg":    "-by:Bobby",
		"with:r|":       "with:RL with:crush with:water",
		"area:we|":      `area:"West Hall"`,
		`area:"west h|`: `area:"West Hall"`,
		"area:East,we|": `area:east,"West Hall"`,
		"of.area:ea|":   "of.area:East",
		"kind:sui|":     "kind:suicide",
		"kind:lea|":     "kind:lead",
		"lead|":         "kind:lead",
		"-sui|":         "-kind:suicide",
		"su|":           "",
		"health<|":      "",
		"|":             "",
		"nothing|":      "",
	} {
		caret := strings.Index(text, "|")
		_, _, list := Complete(strings.Replace(text, "|", "", 1), caret, s)
		var got []string
		for _, c := range list {
			got = append(got, c.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, strings.Join(got, " "), want)
		}
	}
}

// TestSpans checks that spans are what is found of states, and which questions have some.
// TestExamples checks that what a demo offers to ask has answers in it.
func TestExamples(t *testing.T) {
	for name, want := range map[string]int{"netquake": 3, "quakeworld": 3, "quakeworld-multiview": 5, "quake2": 3,
		"quake3": 4} {
		s := Source{Recording: scripted(t, name)}
		list := Examples(s)
		if len(list) < want {
			t.Errorf("%s: %d examples, want %d", name, len(list), want)
		}
		for _, e := range list {
			q, err := Parse(e.Text)
			if err != nil {
				t.Fatal(err)
			}
			if a, err := q.Find(context.Background(), s); err != nil || len(a.Moments) == 0 {
				t.Errorf("%s: %s has %d answers (%v)", name, e.Text, len(a.Moments), err)
			}
		}
	}
}

func TestSpans(t *testing.T) {
	s := Source{scripted(t, "quakeworld-multiview"), rooms{}}
	for text, of := range map[string]bool{
		"health<50": true, "by:ada area:hall": true, "alive": true, "who:ada hand:rl": true,
		"from:20 to:40 team:red": true, "kind:frag": false, "gg": false, "of.health<50": false,
		"health<50 within 2s": false, "of:ada": false,
	} {
		q, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if q.OfStates() != of {
			t.Errorf("%q can be asked of a player at any time: %v", text, q.OfStates())
		}
		if !of {
			continue
		}
		spans, err := q.Spans(t.Context(), s)
		if err != nil || len(spans) == 0 {
			t.Errorf("%q: %d spans, %v", text, len(spans), err)
		}
		if !q.AsksStates() {
			continue
		}
		a, err := q.Find(t.Context(), s)
		if err != nil || len(a.Moments) != len(spans) {
			t.Errorf("%q: %d moments and %d spans, %v", text, len(a.Moments), len(spans), err)
		}
		for i := range a.Moments {
			if m, x := &a.Moments[i], &spans[i]; x.Who != m.Who || x.Time != m.Time || x.Until != m.Until+statesEach {
				t.Errorf("%q: from %v to %v, found from %v to %v", text, x.Time, x.Until, m.Time, m.Until)
			}
		}
	}
}

// TestWords checks which questions may be names.
func TestWords(t *testing.T) {
	for text, want := range map[string]string{"Red Alert": "red alert", "-red": "", "by:x": "",
		"a within 2s": "", "": ""} {
		q, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, only := q.Words(); only != (want != "") || only && got != want {
			t.Errorf("%q: %q %v", text, got, only)
		}
	}
}

// TestStopsWithContext checks that a search ends with its context.
func TestStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, text := range []string{"health<50", "kind:frag"} {
		q, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := q.Find(ctx, Source{Recording: scripted(t, "quakeworld-multiview")}); !errors.Is(err,
			context.Canceled) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestFastEnough checks that even the longest question about a real match is answered without a noticeable delay.
func TestFastEnough(t *testing.T) {
	name := corpus.Match(t, "qw/mvd/p28/1on1_reppie_vs_locust_aerowalk.mvd")
	r := loaded(t, name, corpus.Load(t, name))
	q, err := Parse("health<30")
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if _, err := q.Find(context.Background(), Source{Recording: r}); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}

// FuzzParse checks that no input does harm, and that every question that can be parsed can be answered.
func FuzzParse(f *testing.F) {
	for i := 1; i < len(keys); i++ {
		f.Add(keys[i].example)
	}
	f.Add(`-by:"a b",c within 2s of.health<=3`)
	s := Source{scripted(f, "quakelive"), rooms{}}
	f.Fuzz(func(t *testing.T, text string) {
		Complete(text, len(text), s)
		if q, err := Parse(text); err == nil && !q.AsksStates() {
			q.Find(context.Background(), s)
		}
	})
}

// TestIn checks how an area of the map is written.
func TestIn(t *testing.T) {
	for want, corners := range map[string][][2]float64{
		"in:0,10,20,30":      {{0, 10}, {20, 10}, {20, 30}, {0, 30}},
		"in:0,0,9,0,5,7":     {{0, 0}, {9, 0}, {5, 7}},
		"in:1,2,3,9,5,6,0,8": {{1, 2}, {3, 9}, {5, 6}, {0, 8}},
	} {
		if got := In(corners); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if _, err := Parse(want); err != nil {
			t.Error(err)
		}
	}
}
