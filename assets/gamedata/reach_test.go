package gamedata

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// What a search opens lies within what it is said to reach; what is beside that in home does not.
func TestReach(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, name := range []string{"secret/key.pk3", "quake/mod/pak0.pak", "quake/mod/demos/x.mvd", "quake/id1/pak0.pak",
		"quake/letters/a.txt", "quake/dm6.bsp", "maps/dm4.bsp"} {
		name = filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{Demo: filepath.Join(home, "quake/mod/demos/x.mvd"), NoInstalls: true, Mods: []string{"mod"}}
	list, read := Reach(o)
	for _, want := range []string{"quake/mod/demos", "quake/mod/pak0.pak", "quake/mod", "quake/id1",
		"quake/dm6.bsp", "maps"} {
		if !slices.Contains(read, filepath.Join(home, want)) {
			t.Errorf("%s is not read", want)
		}
	}
	for _, not := range []string{"", "secret", "quake/letters", "quake"} {
		if slices.Contains(read, filepath.Join(home, not)) {
			t.Errorf("%q is read", not)
		}
	}
	for _, dir := range New(o).Folders() {
		if !slices.Contains(list, dir) && !slices.Contains(read, dir) {
			t.Errorf("%s is searched, but not reached", dir)
		}
	}
	// A demo in home opens no more of it.
	if _, read := Reach(Options{Demo: filepath.Join(home, "x.mvd"), NoInstalls: true}); slices.Contains(read, home) ||
		!slices.Contains(read, filepath.Join(home, "maps")) {
		t.Errorf("beside a demo in home: %q", read)
	}
}
