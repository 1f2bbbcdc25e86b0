package viewer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
	"fragscope/viewer/action"
	"fragscope/viewer/session"
)

func init() {
	actionTests[action.MergeViews], actionTests[action.NextEyes] = testMergeViews, testNextEyes
}

// twoViews opens one of two demos of the same match, a player's own and the server's, in a folder that also has a demo
// of another game.
func twoViews(t *testing.T) *driver {
	dir := t.TempDir()
	for _, f := range script.Formats() {
		if name := f.File(); name == "quakeworld.qwd" || name == "quakeworld-multiview.mvd" || name == "netquake.dem" {
			if err := os.WriteFile(filepath.Join(dir, name), f.Demo(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	d := drive(t, -1280, -720, Options{Files: []string{filepath.Join(dir, "quakeworld.qwd")}, Paused: true,
		Demos: session.Files{}})
	d.until("the demo is open", func() bool { return d.a.open() && d.a.session.World() != nil })
	return d
}

func testMergeViews(t *testing.T, alone *driver) {
	alone.key("Ctrl+Shift+V")
	alone.until("it is said that there are no others", func() bool {
		return alone.says("no other") ||
			alone.says("No other")
	})

	d := twoViews(t)
	d.key("Ctrl+Shift+V")
	d.until("they are one match", func() bool {
		rec := d.a.session.Recording()
		return rec != nil && len(rec.Witnesses()) > 0
	})
	var names []string
	for _, w := range d.a.session.Recording().Witnesses() {
		names = append(names, w.Name)
	}
	if got := strings.Join(names, " "); len(names) != 2 || !strings.Contains(got, "quakeworld.qwd") ||
		!strings.Contains(got, "quakeworld-multiview.mvd") {
		t.Errorf("the match is made of %s", got)
	}
	d.a.notices.Clear()
	if d.key("Ctrl+Shift+V"); len(d.a.notices.Views()) == 0 {
		t.Error("it does not say that it is one match already")
	}
}

func testNextEyes(t *testing.T, alone *driver) {
	if alone.key("Shift+V"); len(alone.a.notices.Views()) == 0 || alone.a.session.Eyes() != "" {
		t.Error("one demo has several points of view")
	}
	d := twoViews(t)
	d.key("Ctrl+Shift+V")
	d.until("they are one match", func() bool {
		rec := d.a.session.Recording()
		if rec == nil || len(rec.Witnesses()) != 2 {
			return false
		}
		_, finished := rec.Progress()
		return finished
	})
	d.tick(2)
	if !shows(d, layerTop, "all 2 points of view") {
		t.Error("the top line does not say that it is all points of view")
	}
	own := -1 // the one of the two that does not see everything
	for i := range d.a.session.Recording().Witnesses() {
		if !d.a.session.Recording().Witnesses()[i].Recording.Header().Multi {
			own = i
		}
	}
	visible := func() (n int) {
		for i := range d.a.session.World().Players {
			if d.a.session.World().Players[i].Visible {
				n++
			}
		}
		return n
	}
	// If the player did not see everybody, his view shows fewer players, and the others where they were last.
	rec := d.a.session.Recording()
	found := false
	for f := 0; f < rec.Frames() && !found; f += 10 {
		d.a.timeline.Seek(rec.FrameTime(f))
		d.tick(2)
		all, everyone := visible(), len(d.a.session.World().Players)
		counts := map[string]int{}
		for i := range 2 {
			d.key("Shift+V")
			name := d.a.session.Eyes()
			if name == "" {
				t.Fatalf("the %d. point of view is that of all", i+1)
			}
			counts[name] = visible()
			d.a.notices.Clear()
			if d.tick(1); !shows(d, layerTop, "as seen by "+name) {
				t.Errorf("the top line does not say that it is as seen by %s", name)
			}
			if i == own && counts[name] < all {
				found = true
				if len(d.a.session.World().Players) < everyone {
					t.Errorf("%s has %d players of %d", name, len(d.a.session.World().Players), everyone)
				}
				for k := range d.a.session.World().Players {
					if p := &d.a.session.World().Players[k]; !p.Visible && p.Life == sim.Alive &&
						p.Health != sim.Unknown && !p.POV {
						t.Errorf("%s knows the health of %s, whom he does not see", name, p.Profile.Name.Plain)
					}
				}
			}
		}
		if d.key("Shift+V"); d.a.session.Eyes() != "" || visible() != all {
			t.Fatalf("after the last there is %q, %d of %d", d.a.session.Eyes(), visible(), all)
		}
	}
	if !found {
		t.Error("the player's own demo always shows as much as the server's")
	}
}

func TestTitleOfAMatch(t *testing.T) {
	const all = "a.dm_68 + b.dm_68"
	var witnesses []recording.Witness
	for n, want := range []string{all, all, "a.dm_68 and 1 more", "a.dm_68 and 2 more"} {
		if got := demoTitle(all, witnesses); got != want {
			t.Errorf("of %d demos it is %q, want %q", n, got, want)
		}
		witnesses = append(witnesses, recording.Witness{Name: "/demos/a.dm_68"})
	}
}
