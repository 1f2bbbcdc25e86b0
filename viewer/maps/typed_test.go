package maps

import (
	"os"
	"path/filepath"
	"testing"
)

// TestHoldsGame checks which folders look like those of a game.
func TestHoldsGame(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"quake/id1/PAK0.PAK", "q3/baseq3/pak0.pk3", "ql/maps/x.bsp", "demos [2]/a.mvd"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{"quake": true, "quake/id1": true, "q3/baseq3": true, "ql": true,
		"demos [2]": false, "nothing": false} {
		if got := holdsGame(filepath.Join(dir, filepath.FromSlash(name))); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
