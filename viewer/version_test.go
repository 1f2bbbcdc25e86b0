package viewer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/viewer/maps"
	"fragscope/viewer/session"
)

// TestOtherVersionOfAMap checks that a map file with the right name that is not the right map is reported, and is not
// shown if players and items contradict it.
func TestOtherVersionOfAMap(t *testing.T) {
	folder := filepath.Join(shared(), "maps", "q1", "librequake")
	if _, err := os.Stat(folder); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		demo, says string
		grown      bool
	}{
		{"p15/librequake-demo3_lite-56cf88.dem", "The map file found for e0m3 is for a different map or version", true},
		{"p666/librequake-lav_swamp1.dem", "The file for swampy is a different version of the map", false},
	} {
		file := filepath.Join(shared(), "demos", "nq", "dem", filepath.FromSlash(c.demo))
		d := drive(t, 1280, 720, Options{Files: []string{file}, Demos: session.Files{}, Maps: maps.Files{},
			GameDirs: []string{folder}, Paused: true})
		d.until(c.demo+" has a map", func() bool {
			return d.a.open() && d.a.parts.ready()
		})
		if d.a.maps.Grown() != c.grown {
			t.Errorf("%s: grown %v", c.demo, !c.grown)
		}
		if _, said := d.a.maps.Doubt(); !contains(said, c.says) {
			t.Errorf("%s: %q is said", c.demo, said)
		}
		d.a.close()
	}
}

// TestADemoIsNotBeforeItself opens the first demo of a new store twice: what its map has grown from does not count it
// as an earlier one. A second demo has one before it.
func TestADemoIsNotBeforeItself(t *testing.T) {
	long := duel
	long.length = 2 * time.Minute
	demos := &madeUpDemos{demos: map[string]match{"/demos/a.dm_68": duel, "/demos/b.dm_68": long}}
	store := memoryStore()
	for _, c := range []struct {
		path   string
		before bool
	}{{"/demos/a.dm_68", false}, {"/demos/a.dm_68", false}, {"/demos/b.dm_68", true}} {
		d := drive(t, -800, -500, Options{Files: []string{c.path}, Store: store, Paused: true, Demos: demos})
		d.until("the map is there", func() bool { return d.a.open() && d.a.stage.Plan() != nil && d.a.parts.ready() })
		_, long := d.a.maps.Doubt()
		if strings.Contains(long, "before it") != c.before {
			t.Errorf("%s: %s", c.path, long)
		}
	}
}
