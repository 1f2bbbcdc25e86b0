package report

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
)

// TestScripted holds the reports of the scripted match.
func TestScripted(t *testing.T) {
	var b strings.Builder
	for _, name := range []string{"quakeworld-multiview", "quakelive"} {
		f := script.Find(name)
		rec, err := load.Bytes(context.Background(), f.File(), f.Demo())
		if err != nil {
			t.Fatal(err)
		}
		rec.Wait()
		for _, m := range Matches(rec) {
			r, err := Make(context.Background(), rec, m)
			if err != nil {
				t.Fatal(err)
			}
			a, err := AdvantageOf(context.Background(), rec, r)
			if err != nil {
				t.Fatal(err)
			}
			turns, err := TurningPoints(context.Background(), rec, m)
			if err != nil {
				t.Fatal(err)
			}
			d := r.Export(rec.Header(), a, turns)
			fmt.Fprintf(&b, "%s: %s %s, %d to %d, %v\n", name, d.Map, d.GameType, d.StartMS, d.EndMS, d.Notes)
			line := func(v any) {
				text, err := json.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&b, "  %s\n", text)
			}
			for i := range d.Players {
				line(d.Players[i])
			}
			for i := range d.Items {
				line(d.Items[i])
			}
			line(d.Teams)
			line(d.Lanes)
			line(d.Turns)
			if d.Lead != nil {
				line(d.Lead.Rows[len(d.Lead.Rows)/2])
			}
		}
	}
	corpus.Golden(t, "testdata/scripted.txt", []byte(b.String()))
}

// TestTimingAgrees checks that who took what agrees in the list of timings, in the numbers of the players and in the
// lanes, and that nothing is taken before it came back.
func TestTimingAgrees(t *testing.T) {
	// Of one taking a demo has the sound, and the item is not seen to go.
	unseen := map[string]bool{"q2/mvd2/libq2-test.mvd2 2 Mega Health": true}
	takings := 0
	for _, name := range corpus.Demos(t, []string{"qw/mvd", "q2/mvd2", "ql"}, "*.mvd", "*.mvd2", "*.dm_9*") {
		_, list := reports(t, name, corpus.Load(t, name))
		for _, r := range list {
			took := map[[2]int]int{}
			for i := range r.Items {
				x := &r.Items[i]
				takings++
				took[[2]int{x.By, int(x.Item)}]++
				if late, ok := x.Late(); ok && (late < 0 || x.Back > x.Taken+takenAt) {
					t.Errorf("%s: %v is taken at %v and came back at %v", name, x.Item, x.Taken, x.Back)
				}
			}
			for i := range r.Players {
				for _, n := range r.Players[i].Items {
					if got := took[[2]int{i, int(n.Item)}]; got != int(n.Taken.counted) && n.Taken.hasCounted &&
						!unseen[fmt.Sprint(name, " ", r.Players[i].Slot, " ", n.Item)] {
						t.Errorf("%s: player %v took %v %d times by the timings, %v by the events", name,
							r.Players[i].Slot, n.Item, got, n.Taken.counted)
					}
				}
			}
		}
	}
	t.Logf("%d takings", takings)
	if takings < 400 {
		t.Error("few")
	}
}

// TestQuestions checks that the question of each counted number finds that many moments.
func TestQuestions(t *testing.T) {
	asked := 0
	for _, name := range corpus.Demos(t, []string{"qw/mvd"}, "1on1*.mvd", "2on2*.mvd") {
		rec, err := load.Bytes(context.Background(), name, corpus.Load(t, name))
		if err != nil {
			t.Fatal(err)
		}
		rec.Wait()
		for _, m := range Matches(rec) {
			r, err := Make(context.Background(), rec, m)
			if err != nil {
				t.Fatal(err)
			}
			check := func(what, text string, want int) {
				t.Helper()
				q, err := query.Parse(text)
				if err != nil {
					t.Errorf("%s: %s: %v", name, text, err)
					return
				}
				a, err := q.Find(context.Background(), query.Source{Recording: rec})
				if asked++; err != nil || len(a.Moments) != want {
					t.Errorf("%s: %s: %d moments, the report says %d (%s), %v", name, what, len(a.Moments),
						want, text, err)
				}
			}
			for i := range r.Players {
				p := &r.Players[i]
				for _, f := range []Field{Frags, Deaths, Suicides, MapDeaths, TeamKills, Armors, Megas, Powerups,
					WeaponsTaken} {
					if n := p.Numbers[f]; n.hasCounted {
						check(f.Info().Key, n.Query, int(n.counted))
					}
				}
				for _, w := range p.Weapons {
					if w.Weapon != sim.WeaponNone {
						check("kills with "+w.Weapon.String(), w.Kills.Query, int(w.Kills.counted))
					}
				}
			}
			for _, k := range r.Kills {
				check("kills", k.Query, k.Count)
			}
		}
	}
	t.Logf("%d numbers", asked)
}

// TestLateWithoutTimeouts checks that timeouts do not count as lateness.
func TestLateWithoutTimeouts(t *testing.T) {
	rec, r := recording.NewRecorder(sim.Header{})
	rec.Level(sim.Level{Map: "a"})
	for _, e := range []sim.Event{{Time: 10 * time.Second, Kind: sim.EventTimeout},
		{Time: 30 * time.Second, Kind: sim.EventTimein}, {Time: 50 * time.Second, Kind: sim.EventTimeout}} {
		rec.Frame(&recording.Frame{Time: e.Time})
		rec.Event(e)
	}
	rec.Finish(nil)
	for _, test := range []struct{ from, to, still time.Duration }{
		{0, 5, 0}, {0, 20, 10}, {0, 40, 20}, {15, 25, 10}, {15, 40, 15}, {32, 40, 0}, {0, 60, 30}, {55, 60, 5},
	} {
		if got := sim.StoodStill(r.Events(), test.from*time.Second,
			test.to*time.Second); got != test.still*time.Second {
			t.Errorf("from %d to %d it stood still for %v, not for %d s", test.from, test.to, got, test.still)
		}
	}
}

// TestNarrowed checks that a report of some of the events counts those and nothing else.
func TestNarrowed(t *testing.T) {
	for _, name := range []string{"quakeworld-multiview", "quakelive"} {
		f := script.Find(name)
		rec, err := load.Bytes(t.Context(), f.File(), f.Demo())
		if err != nil {
			t.Fatal(err)
		}
		rec.Wait()
		m := Matches(rec)[0]
		whole, err := Make(t.Context(), rec, m)
		if err != nil {
			t.Fatal(err)
		}
		all, err := MakeOf(t.Context(), rec, m, func(int) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []Field{Frags, Deaths, Suicides, MapDeaths, TeamKills, Armors, Megas, Powerups,
			WeaponsTaken} {
			if got, want := countedOf(all, f), countedOf(whole, f); got != want {
				t.Errorf("%s: of all events %s is %v, want %v", name, f.Info().Key, got, want)
			}
		}
		// The parts of a match have together what it has.
		middle := m.Start + (m.End-m.Start)/2
		first, err := Between(t.Context(), rec, m, 0, middle)
		if err != nil {
			t.Fatal(err)
		}
		second, err := Between(t.Context(), rec, m, middle+time.Millisecond, m.End)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []Field{Frags, Deaths, Armors, WeaponsTaken} {
			if a, b, want := countedOf(first, f), countedOf(second, f), countedOf(whole, f); a+b != want ||
				want > 1 && (a == 0 && b == 0) {
				t.Errorf("%s: the halves have %v and %v of %v %s", name, a, b, want, f.Info().Key)
			}
		}
		for i := range first.Players {
			for f := range FieldCount {
				if _, source := first.Players[i].Numbers[f].Value(); source == Told {
					t.Errorf("%s: %s of half a match is told", name, f.Info().Key)
				}
			}
		}
		if !reflect.DeepEqual(countsOf(all.Kills), countsOf(whole.Kills)) {
			t.Errorf("%s: the kills of all events differ", name)
		}
		for text, want := range map[string]func(*Report) int{
			"kind:frag by:ada":   func(r *Report) int { return countedOf(r, Frags) },
			"kind:death with:rl": func(r *Report) int { return countedOf(r, Deaths) },
			"kind:death of:bob": func(r *Report) int {
				n := 0
				for _, k := range r.Kills {
					n += k.Count
				}
				return n
			},
			"kind:pickup item:ra": func(r *Report) int { return len(r.Items) },
			"kind:frag within 5s": func(r *Report) int { return countedOf(r, Frags) },
		} {
			q, err := query.Parse(text + " " + m.Scope())
			if strings.Contains(text, "within") {
				q, err = query.Parse(m.Scope() + " " + text)
			}
			if err != nil {
				t.Fatal(err)
			}
			a, err := q.Find(t.Context(), query.Source{Recording: rec})
			if err != nil {
				t.Fatal(err)
			}
			found := map[int]bool{}
			for _, x := range a.Moments {
				found[x.Event] = true
			}
			r, err := MakeOf(t.Context(), rec, m, func(i int) bool { return found[i] })
			if err != nil {
				t.Fatal(err)
			}
			if got := want(r); got != len(found) || got == 0 {
				t.Errorf("%s: %q: the report counts %d of %d", name, text, got, len(found))
			}
			if _, source := r.Players[0].Numbers[Score].Value(); source != Unknown {
				t.Errorf("%s: %q: the score is known", name, text)
			}
		}
	}
}

// countedOf adds up what was counted of all players.
func countedOf(r *Report, f Field) (n int) {
	for i := range r.Players {
		n += int(r.Players[i].Numbers[f].counted)
	}
	return n
}

// countsOf are the kills by their questions.
func countsOf(kills []Kill) map[string]int {
	list := map[string]int{}
	for _, k := range kills {
		list[k.Query] += k.Count
	}
	return list
}
