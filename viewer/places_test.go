package viewer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/viewer/maps"
	"fragscope/viewer/panel"
	"fragscope/viewer/stage"
)

// TestPlacesWithoutAMap checks that the names from a .loc file are used if the map itself is missing: on the map, for
// players, in the feed and over the timeline.
func TestPlacesWithoutAMap(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "locs"), 0o755); err != nil {
		t.Fatal(err)
	}
	loc := "-4000 0 192 west-hall\n4000 0 192 east-hall\n" // eighths of a unit
	if err := os.WriteFile(filepath.Join(dir, "locs", "yard1.loc"), []byte(loc), 0o600); err != nil {
		t.Fatal(err)
	}
	d := drive(t, -1280, -720, Options{
		Files: []string{"/demos/a.dm_68"}, At: own(30 * time.Second), Paused: true, Maps: maps.Files{},
		GameDirs: []string{dir},
		Demos:    &madeUpDemos{demos: map[string]match{"/demos/a.dm_68": single}},
	})
	d.until("the places have names", func() bool {
		return d.a.open() && d.a.maps.Places() != nil &&
			d.pos() == 30*time.Second
	})
	p := &d.a.session.World().Players[2]
	want := "east-hall"
	if p.Origin[0] < 0 {
		want = "west-hall"
	}
	if _, lines := d.a.stage.Describe(d.a.session.World(),
		stage.Target{Kind: stage.TargetPlayer, ID: p.Slot.Index()}); !strings.Contains(strings.Join(lines, "\n"),
		"at "+want) {
		t.Errorf("of a player is said %q, he is at %s", lines, want)
	}
	d.tick(2)
	tip := ""
	for _, s := range d.a.screen.layout.layers[layerRight].HitAreas {
		if s.Do.Verb == panel.VerbEvent && tip == "" {
			d.move(s.Rect.Center())
			d.tick(2)
			for _, s := range d.a.screen.layout.layers[layerRight].HitAreas {
				if s.Rect.Contains(d.a.screen.pointer.x, d.a.screen.pointer.y) && strings.Contains(s.Tip, "-hall") {
					tip = s.Tip
				}
			}
		}
	}
	if tip == "" {
		t.Error("no row of the feed tells where it was")
	}
	d.move(d.lineX(27*time.Second), d.lineY())
	if text := d.layerTexts(layerHover); !strings.Contains(text, "-hall") {
		t.Errorf("over the timeline is said %q", text)
	}
}
