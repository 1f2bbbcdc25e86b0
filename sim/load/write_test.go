package load_test

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// TestWrittenMatch writes matches that were merged, and reads them again: wherever the match had a player's position,
// he must be there to the format's precision, nothing may be damaged, and names, deaths, chat and scores must be the
// same.
func TestWrittenMatch(t *testing.T) {
	for _, c := range []struct {
		demos []string
		ext   string
		grain float32 // units
	}{
		{[]string{"pov/qw2/*.qwd"}, ".mvd", 0},
		{[]string{"pov/qw2/*.qwd", "pov/qw2/*.mvd"}, ".mvd", 0},
		{[]string{"../q2/testdata/recorded/ctf_q2pro.mvd2.gz", "../q2/testdata/recorded/ctf_q2pro.dm2.gz"},
			".mvd2", 0.125},
		{[]string{"../q2/testdata/recorded/ctf_yq2_server.dm2.gz", "../q2/testdata/recorded/ctf_yq2.dm2.gz"},
			".mvd2", 0.125},
	} {
		var paths []string
		for _, d := range c.demos {
			if strings.HasPrefix(d, "pov/") {
				d = filepath.Join(corpus.Dir(t), d)
			}
			found, _ := filepath.Glob(d)
			paths = append(paths, found...)
		}
		match, err := load.Match(t.Context(), paths)
		if err != nil {
			t.Fatal(err)
		}
		match.Wait()
		var b bytes.Buffer
		if err := load.Writer("x"+c.ext)(&b, match); err != nil {
			t.Fatal(err)
		}
		read, err := load.Bytes(t.Context(), "x"+c.ext, b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		read.Wait()
		for _, d := range read.Damage() {
			t.Error(c.demos, d)
		}
		comparePlaces(t, match, read, c.grain)
		for _, kind := range []sim.EventKind{sim.EventObituary, sim.EventChat, sim.EventTeamChat} {
			if a, b := texts(match, kind), texts(read, kind); !slices.Equal(a, b) {
				t.Errorf("%v: %d %s are %d: %q %q", c.demos, len(a), kind, len(b), a, b)
			}
		}
		t.Logf("%v: %d bytes, %v", c.demos, b.Len(), read.Duration())
	}
}

// texts returns the texts of the events of a kind, for events that the game announced in words.
func texts(r *recording.Recording, kind sim.EventKind) (list []string) {
	for _, e := range r.Events() {
		if e.Kind == kind && e.Text.Plain != "" {
			list = append(list, e.Text.Plain)
		}
	}
	return list
}

// comparePlaces compares the players' positions and other data at every frame.
func comparePlaces(t *testing.T, a, b *recording.Recording, grain float32) {
	t.Helper()
	x, y := a.Cursor(), b.Cursor()
	places, same, status, sameStatus := 0, 0, 0, 0
	items, sameItems := 0, 0
	for i := range a.Frames() {
		at := a.FrameTime(i)
		v, w := x.At(at), y.At(at)
		if v.Frame != i {
			continue
		}
		for k := range v.Players {
			p := &v.Players[k]
			if !p.Visible || p.Life != sim.Alive {
				continue
			}
			places++
			for n := range w.Players {
				q := &w.Players[n]
				if q.Slot != p.Slot {
					continue
				}
				if q.Visible && q.Life == p.Life && q.Origin.Distance2(p.Origin) <= 3*grain*grain &&
					q.Profile.Name.Plain == p.Profile.Name.Plain {
					same++
				}
				if p.Health != sim.Unknown {
					status++
					if q.Health == p.Health && q.Armor == p.Armor && q.Frags == p.Frags {
						sameStatus++
					}
				}
			}
		}
		for k := range v.Entities {
			if e := &v.Entities[k]; e.Visible && e.State == sim.ItemPresent {
				items++
				for n := range w.Entities {
					if f := &w.Entities[n]; f.Number == e.Number && f.Item == e.Item && f.State == e.State &&
						f.Origin.Distance2(e.Origin) <= 3*grain*grain {
						sameItems++
					}
				}
			}
		}
	}
	t.Logf("%d of %d places, %d of %d status bars, %d of %d items", same, places, sameStatus, status, sameItems, items)
	if same < places || places == 0 {
		t.Errorf("%d of %d places are the same", same, places)
	}
	if sameStatus*100 < status*99 || sameItems*100 < items*98 {
		t.Errorf("%d of %d status bars and %d of %d items are the same", sameStatus, status, sameItems, items)
	}
}

// TestWriters checks which formats a recording can be written in, and in which a match of each game can be saved.
func TestWriters(t *testing.T) {
	for name, want := range map[string]bool{"a.mvd": true, "A.MVD2": true, "a.qwd": false, "a.dm_68": false,
		"a.dem": false,
		"mvd":   false, "a.txt": false} {
		if got := load.Writer(name) != nil; got != want {
			t.Errorf("%s: written %v, want %v", name, got, want)
		}
	}
	for game, want := range map[string][]string{"quakeworld": {load.MatchExtension, ".mvd"},
		"quake2": {load.MatchExtension, ".mvd2"}, "quake3": {load.MatchExtension}} {
		got := load.Written(game)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", game, got, want)
		}
		for _, ext := range got[1:] {
			if load.Writer("a"+ext) == nil {
				t.Errorf("%s has no writer", ext)
			}
		}
	}
}
