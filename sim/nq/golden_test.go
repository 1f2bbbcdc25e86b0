package nq

import (
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fragscope/sim"
)

var update = flag.Bool("update", false, "write the goldens anew")

// golden is what a demo must give, without names and texts.
type golden struct {
	Frames   int
	Duration time.Duration
	Complete bool
	Levels   []string // map, game type, limits and end
	Roster   []string // slot, frags and deaths
	Events   map[string]int
	Spans    int
	Damage   int
	Remarks  int
	Worlds   uint64 // a hash of worlds throughout, see trace
}

func goldenOf(r *sim.Recording) golden {
	g := golden{Frames: r.Frames(), Duration: r.Duration(), Complete: r.Header().Complete, Events: map[string]int{}, Damage: len(r.Damage()),
		Remarks: len(r.Remarks())}
	for _, l := range r.Levels() {
		g.Levels = append(g.Levels, fmt.Sprint(l.Map, " ", l.GameType, " ", l.TimeLimit, l.FragLimit, l.Teams, l.End, len(l.Chapters)))
		g.Spans += len(r.ItemSpans(l.Index))
	}
	for _, e := range r.Roster() {
		g.Roster = append(g.Roster, fmt.Sprint(e.Profile.Slot, e.Frags, e.Deaths))
	}
	events := r.Events()
	for i := range events {
		g.Events[events[i].Kind.String()]++
	}
	c := r.Cursor()
	h := fnv.New64a()
	for i := range 40 {
		trace(h, c.At(r.Duration()*time.Duration(i)/40))
	}
	g.Worlds = h.Sum64()
	return g
}

// trace writes what a picture of the world would show, without names.
func trace(out io.Writer, w *sim.World) {
	fmt.Fprintln(out, w.Time, w.Clock, w.Match, w.Phase, w.TeamScore)
	for i := range w.Players {
		p := &w.Players[i]
		fmt.Fprintln(out, p.Slot, p.Life, p.Known, p.Origin, p.View, p.Health, p.Armor, p.ArmorKind, p.Weapon, p.Ammo, p.Powerups, p.Frags, p.Deaths)
	}
	for i := range w.Things {
		t := &w.Things[i]
		fmt.Fprintln(out, t.Entity, t.Kind, t.Item, t.Weapon, t.State, t.Respawn, t.Origin, t.Dead, t.Known)
	}
	for i := range w.Movers {
		fmt.Fprintln(out, w.Movers[i].Model, w.Movers[i].Origin, w.Movers[i].Known)
	}
	for i := range w.Effects {
		fmt.Fprintln(out, w.Effects[i].Kind, w.Effects[i].Origin, w.Effects[i].Slot)
	}
}

// TestGolden compares what demos of each kind give with what they gave.
func TestGolden(t *testing.T) {
	dir := shared(t)
	file := filepath.Join("testdata", "golden.json")
	got := map[string]golden{}
	for _, name := range propertyDemos {
		got[name] = goldenOf(record(t, filepath.Join(dir, "demos", filepath.FromSlash(name))))
	}
	if *update {
		text, err := json.MarshalIndent(got, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		os.MkdirAll("testdata", 0o777)
		if err := os.WriteFile(file, append(text, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]golden
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	for name := range got {
		a, _ := json.Marshal(got[name])
		b, _ := json.Marshal(want[name])
		if string(a) != string(b) {
			t.Errorf("%s gives\n%s\nwant\n%s", name, a, b)
		}
	}
}
