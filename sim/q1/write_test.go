package q1_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/q1"
	"fragscope/sim/recording"
	"fragscope/sim/simtest"
	"fragscope/sim/simtest/script"
)

// TestWrittenMultiView writes the scripted match, as a player and as all players saw it, as a .mvd and reads it again:
// places, states, scores, names and lines are the same.
func TestWrittenMultiView(t *testing.T) {
	for name, play := range map[string]simtest.Simulator{"quakeworld": q1.RecordQuakeWorld,
		"quakeworld-multiview": q1.RecordMultiView} {
		f := script.Find(name)
		match := play.Bytes(f.Demo(), f.File())
		var out, again bytes.Buffer
		if err := q1.WriteMultiView(&out, match); err != nil {
			t.Fatal(err)
		}
		if err := q1.WriteMultiView(&again, match); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Errorf("%s: it is not the same twice: %v", name, err)
		}
		read := simtest.Simulator(q1.RecordMultiView).Bytes(out.Bytes(), "x.mvd")
		if d := read.Damage(); len(d) > 0 || read.Duration() != match.Duration() {
			t.Errorf("%s: %v, %v instead of %v", name, d, read.Duration(), match.Duration())
		}
		for i, l := range match.Levels() {
			if got := read.Levels(); i >= len(got) || got[i].Map != l.Map || got[i].Teams != l.Teams ||
				got[i].TimeLimit != l.TimeLimit || got[i].FragLimit != l.FragLimit {
				t.Fatalf("%s: levels %+v, want %+v", name, got, l)
			}
		}
		samePlayers(t, name, match, read)
		for _, kind := range []sim.EventKind{sim.EventObituary, sim.EventChat, sim.EventTeamChat} {
			if a, b := said(match, kind), said(read, kind); !slices.Equal(a, b) || len(a) == 0 && name != "quakeworld" {
				t.Errorf("%s: %s %q, want %q", name, kind, b, a)
			}
		}
	}
}

// said returns the texts of the events of a kind.
func said(r *recording.Recording, kind sim.EventKind) (list []string) {
	for _, e := range r.Events() {
		if e.Kind == kind && e.Text.Plain != "" {
			list = append(list, e.Text.Plain)
		}
	}
	return list
}

// samePlayers checks that the living, visible players of a are in b at every snapshot, in the same state.
func samePlayers(t *testing.T, name string, a, b *recording.Recording) {
	t.Helper()
	x, y := a.Cursor(), b.Cursor()
	players, items, missing := 0, 0, 0
	for i := range a.Frames() {
		v, w := x.At(a.FrameTime(i)), y.At(a.FrameTime(i))
		if v.Frame != i {
			continue
		}
		for k := range v.Players {
			p := &v.Players[k]
			if !p.Visible || p.Life != sim.Alive {
				continue
			}
			players++
			n := slices.IndexFunc(w.Players, func(q sim.Player) bool { return q.Slot == p.Slot })
			if n < 0 {
				t.Fatalf("%s: %s is missing at %v", name, p.Profile.Name.Plain, v.Time)
			}
			q := &w.Players[n]
			if !q.Visible || q.Life != p.Life || q.Origin != p.Origin || q.Profile.Name.Plain != p.Profile.Name.Plain ||
				q.Profile.Team != p.Profile.Team || q.Frags != p.Frags ||
				p.Health != sim.Unknown && (q.Health != p.Health || q.Armor != p.Armor || q.Weapon != p.Weapon) {
				t.Fatalf("%s at %v: %+v of %+v, want %+v of %+v", name, v.Time, q, q.Profile, p, p.Profile)
			}
		}
		for k := range v.Entities {
			e := &v.Entities[k]
			if !e.Visible || e.State != sim.ItemPresent {
				continue
			}
			items++
			if !slices.ContainsFunc(w.Entities, func(f sim.Entity) bool {
				return f.Number == e.Number && f.Item == e.Item && f.Weapon == e.Weapon && f.Origin == e.Origin
			}) {
				missing++
			}
		}
	}
	if players == 0 || items == 0 || missing*50 > items {
		t.Errorf("%s: %d places of players, %d of items, %d of these are missing", name, players, items, missing)
	}
}

// TestWrittenFarAway checks that positions are written as floats if they do not fit into 16 bits in eighths of a unit.
func TestWrittenFarAway(t *testing.T) {
	for what, test := range map[string]struct {
		at     sim.Vec3
		floats bool
	}{
		"in eighths":      {sim.Vec3{100.125, -4096, 4095.875}, false},
		"finer":           {sim.Vec3{100.1, 0, 0}, true},
		"far to the east": {sim.Vec3{4096, 0, 0}, true},
		"far below":       {sim.Vec3{0, 0, -5000}, true},
	} {
		b, rec := recording.NewRecorder(sim.Header{GameKey: "quakeworld"})
		b.Level(sim.Level{Map: "dm0", Teams: true})
		p := b.Profile(sim.Profile{Slot: sim.SlotAt(3), Name: sim.PlainText(`A\"b`), Bot: true, TeamName: "reds"})
		for i := range 3 {
			b.Frame(&recording.Frame{Time: time.Duration(i) * 400 * time.Millisecond,
				Players: []recording.FramePlayer{{Player: sim.Player{
					Slot: p.Slot, Profile: p, Life: sim.Alive, Visible: true, Origin: test.at, Health: sim.Unknown,
					Armor: sim.Unknown, Ammo: sim.Unknown, Frags: sim.Unknown, Ping: 30, Deaths: sim.Unknown, Loss: sim.Unknown}}}})
		}
		b.Finish(nil)
		var out bytes.Buffer
		if err := q1.WriteMultiView(&out, rec); err != nil {
			t.Fatal(err)
		}
		if got := bytes.Contains(out.Bytes(), []byte("MVD1")); got != test.floats {
			t.Errorf("%s: the extension is announced: %v", what, got)
		}
		read := simtest.Simulator(q1.RecordMultiView).Bytes(out.Bytes(), "x.mvd")
		w := read.Cursor().At(read.Duration())
		if len(read.Damage()) > 0 || len(w.Players) != 1 || w.Players[0].Origin != test.at ||
			w.Players[0].Profile.Name.Plain != "Ab" || w.Players[0].Profile.TeamName != "reds" {
			t.Errorf("%s: %v, %+v of %+v", what, read.Damage(), w.Players, w.Players[0].Profile)
		}
	}
}

// TestWriteRefusesOtherGames checks that only QuakeWorld recordings are written as a .mvd.
func TestWriteRefusesOtherGames(t *testing.T) {
	_, rec := recording.NewRecorder(sim.Header{GameKey: "quake"})
	var out bytes.Buffer
	if err := q1.WriteMultiView(&out, rec); err == nil || !strings.Contains(err.Error(), "QuakeWorld") || out.Len() > 0 {
		t.Errorf("%v, %d bytes", err, out.Len())
	}
}
