package race_test

import (
	"context"
	"encoding/csv"
	"os"
	"strconv"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/race"
	"fragscope/sim/recording"
)

func open(t *testing.T, path string) *recording.Recording {
	t.Helper()
	r, err := load.File(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	r.Wait()
	return r
}

func run(t *testing.T, name string, rec *recording.Recording) race.Runner {
	t.Helper()
	r, err := race.Find(name, rec)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// runs returns recordings of runs: invented ones and, if the corpus is available, some of every game.
func runs(t *testing.T) map[string]*recording.Recording {
	list := map[string]*recording.Recording{"crossing": crossing.record(), "teleport": teleported.record(),
		"two levels": twoLevels.record()}
	if _, ok := corpus.Find(); !ok {
		return list
	}
	for _, name := range corpus.Demos(t, []string{"."}, "librequake-medsrun1.dem", "sp_e1m1_e1m2_p15.dem",
		"dfwc2019-1*.dm_68", "dm2_edge_to_ssg.qwd.gz") {
		list[name] = open(t, corpus.Path(t, "demos/"+name))
	}
	for _, name := range []string{"fast", "slow", "jump"} {
		list[name] = open(t, corpus.Path(t, "pov/race/raceA_"+name+".dm_68"))
	}
	return list
}

// TestItself races runs against themselves, and against themselves from another start: the difference is the same
// everywhere.
func TestItself(t *testing.T) {
	for name, rec := range runs(t) {
		a := run(t, name, rec)
		late := a
		late.From -= 1234 * time.Millisecond
		r, err := race.New([]race.Runner{a, a, late})
		if err != nil {
			t.Fatal(err)
		}
		// while the late runner stands and looks around, he is at many points of the route at once
		for along := float32(24); along <= r.Length(); along += 3 {
			if d := r.Delta(1, along); d != 0 {
				t.Fatalf("%s against itself at %.0f of %.0f: %s", name, along, r.Length(), d)
			}
			if d := r.Delta(2, along); late.From >= 0 && (d-1234*time.Millisecond).Abs() > 2*time.Microsecond {
				t.Fatalf("%s against itself begun earlier at %.0f of %.0f: %s", name, along, r.Length(), d)
			}
		}
	}
}

// faster is a copy of a run whose middle third took a tenth less time.
func faster(a race.Runner) race.Runner {
	rec, out := recording.NewRecorder(a.Rec.Header())
	cursor, level := a.Rec.Cursor(), -1
	for i := range a.Rec.Frames() {
		w := cursor.At(a.Rec.FrameTime(i))
		if w.Frame != i {
			continue
		}
		if w.Level != level {
			level = w.Level
			rec.Level(sim.Level{Map: a.Rec.Levels()[level].Map})
		}
		f := recording.Frame{Time: hurried(a, w.Time)}
		for _, p := range w.Players {
			p.Inventory = nil
			f.Players = append(f.Players, recording.FramePlayer{Player: p, NoLerp: cursor.Jumped(p.Slot)})
		}
		rec.Frame(&f)
	}
	rec.Finish(nil)
	b := a
	b.Rec, b.To = out, hurried(a, a.To)
	return b
}

// hurried is when something happens in the faster copy.
func hurried(a race.Runner, t time.Duration) time.Duration {
	third := (a.To - a.From) / 3
	middle := min(max(t-a.From-third, 0), third)
	return (t - middle/10).Truncate(time.Millisecond)
}

// TestFasterMiddle holds the difference to a run whose middle was faster against what was taken away, within one frame.
func TestFasterMiddle(t *testing.T) {
	for name, rec := range runs(t) {
		a := run(t, name, rec)
		r, err := race.New([]race.Runner{a, faster(a)})
		if err != nil {
			t.Fatal(err)
		}
		frame := rec.Duration()/time.Duration(rec.Frames()) + 2*time.Millisecond
		for along := float32(0); along <= r.Length(); along += 16 {
			at := a.From + r.Time(0, along)
			want := hurried(a, at) - at
			if got := r.Delta(1, along); (got - want).Abs() > frame {
				t.Fatalf("%s at %.0f of %.0f (%s): %s, not %s", name, along, r.Length(), at, got, want)
			}
		}
	}
}

// TestWaypoints races three runs over the same way points, and holds when the others are there against when they say
// so.
func TestWaypoints(t *testing.T) {
	file, err := os.Open(corpus.Path(t, "pov/race/raceA_splits.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"fast", "slow", "jump"}
	at := map[string][]time.Duration{}
	for _, row := range rows[1:] {
		ms, _ := strconv.Atoi(row[3])
		at[row[0]] = append(at[row[0]], time.Duration(ms)*time.Millisecond)
	}
	var list []race.Runner
	for _, name := range names {
		r := run(t, name, open(t, corpus.Path(t, "pov/race/raceA_"+name+".dm_68")))
		t.Logf("%s: from %s to %s by %s", name, r.From, r.To, r.Start)
		list = append(list, r)
	}
	r, err := race.New(list)
	if err != nil {
		t.Fatal(err)
	}
	first := at["raceA_fast.dm_68"]
	for k, when := range first {
		along := r.Along(0, when-list[0].From)
		for i := 1; i < len(names); i++ {
			want := at["raceA_"+names[i]+".dm_68"][k] - list[i].From
			got := r.Time(i, along)
			t.Logf("way point %d, %s: %s, said %s, off %.0f units", k+1, names[i], got, want, r.Off(i, along))
			if (got - want).Abs() > 300*time.Millisecond {
				t.Errorf("way point %d, %s: %s, said %s", k+1, names[i], got, want)
			}
		}
	}
}
