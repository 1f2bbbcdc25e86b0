package q2_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/q2"
	"fragscope/sim/recording"
	"fragscope/sim/simtest"
	"fragscope/sim/simtest/script"
)

// TestWrittenMultiView writes the scripted match of each kind of recording as a .mvd2 and reads it again: places,
// names, deaths and lines are the same and, of the players whose status the recording has, health, armour and frags.
func TestWrittenMultiView(t *testing.T) {
	for _, name := range []string{"quake2", "quake2-server", "quake2-multiview"} {
		f := script.Find(name)
		match := simtest.Simulator(q2.Record).Bytes(f.Demo(), f.File())
		var out, again bytes.Buffer
		if err := q2.WriteMultiView(&out, match); err != nil {
			t.Fatal(err)
		}
		if err := q2.WriteMultiView(&again, match); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Errorf("%s: it is not the same twice: %v", name, err)
		}
		read := simtest.Simulator(q2.Record).Bytes(out.Bytes(), "x.mvd2")
		if d := read.Damage(); len(d) > 0 || (read.Duration()-match.Duration()).Abs() >= 100*time.Millisecond {
			t.Errorf("%s: %v, %v instead of %v", name, d, read.Duration(), match.Duration())
		}
		for i, l := range match.Levels() {
			if got := read.Levels(); len(got) != len(match.Levels()) || got[i].Map != l.Map || got[i].Start != l.Start {
				t.Errorf("%s: levels %+v, want %+v", name, got, l)
			}
		}
		samePlayers(t, name, match, read)
		for _, kind := range []sim.EventKind{sim.EventObituary, sim.EventChat} {
			if a, b := said(match, kind), said(read, kind); !slices.Equal(a, b) || len(a) == 0 {
				t.Errorf("%s: %s %q, want %q", name, kind, b, a)
			}
		}
	}
}

// said returns the texts of the events of a kind, of players whom the recording shows by then.
func said(r *recording.Recording, kind sim.EventKind) (list []string) {
	c := r.Cursor()
	for _, e := range r.Events() {
		if e.Kind == kind && e.Text.Plain != "" && slices.ContainsFunc(c.At(e.Time).Players,
			func(p sim.Player) bool { return p.Slot == e.Slot }) {
			list = append(list, e.Text.Plain)
		}
	}
	return list
}

// samePlayers checks that the living, visible players of a are in b at each of its snapshots.
func samePlayers(t *testing.T, name string, a, b *recording.Recording) {
	t.Helper()
	const grain = 0.125
	x, y := a.Cursor(), b.Cursor()
	players, states := 0, 0
	for at := time.Duration(0); at <= b.Duration(); at += 100 * time.Millisecond {
		v, w := x.At(at), y.At(at)
		for k := range v.Players {
			p := &v.Players[k]
			if !p.Visible || p.Life != sim.Alive {
				continue
			}
			players++
			n := slices.IndexFunc(w.Players, func(q sim.Player) bool { return q.Slot == p.Slot })
			if n < 0 || !w.Players[n].Visible || w.Players[n].Life != sim.Alive ||
				w.Players[n].Origin.Distance2(p.Origin) > 3*grain*grain ||
				w.Players[n].Profile.Name.Plain != p.Profile.Name.Plain {
				t.Fatalf("%s at %v: %+v, want %+v", name, at, w.Players, p)
			}
			if q := &w.Players[n]; p.Health != sim.Unknown {
				if states++; q.Health != p.Health || q.Armor != p.Armor || q.Frags != p.Frags {
					t.Fatalf("%s at %v: %+v, want %+v", name, at, q, p)
				}
			}
		}
	}
	if players < 500 || states < 500 && name != "quake2-server" { // that shows nobody's status bar
		t.Errorf("%s: %d places, %d states", name, players, states)
	}
}

// TestWriteRefuses checks what cannot be written as a .mvd2.
func TestWriteRefuses(t *testing.T) {
	for what, test := range map[string]struct {
		game   string
		frames int
		at     sim.Vec3
		want   string
	}{
		"another game": {"quake3", 1, sim.Vec3{}, "only a Quake II recording"},
		"nothing":      {"quake2", 0, sim.Vec3{}, "contains no frames"},
		"too far":      {"quake2", 2, sim.Vec3{0, -4096, 0}, "outside the range"},
		"just inside":  {"quake2", 2, sim.Vec3{0, -4095.875, 0}, ""},
	} {
		b, rec := recording.NewRecorder(sim.Header{GameKey: test.game})
		b.Level(sim.Level{Map: "q2dm1"})
		p := b.Profile(sim.Profile{Slot: sim.SlotAt(0), Name: sim.PlainText("Ann")})
		for i := range test.frames {
			b.Frame(&recording.Frame{Time: time.Duration(i) * time.Second,
				Players: []recording.FramePlayer{{Player: sim.Player{
					Slot: p.Slot, Profile: p, Life: sim.Alive, Visible: true, Origin: test.at, Health: 100}}}})
		}
		b.Finish(nil)
		err := q2.WriteMultiView(new(bytes.Buffer), rec)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", what, err, test.want)
		}
	}
}
