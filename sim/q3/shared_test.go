package q3

import (
	"os"
	"path/filepath"
	"testing"
)

// shared is the folder of real demos and of what others found in them; tests
// that need it are skipped where it is missing.
func shared(t testing.TB) string {
	t.Helper()
	dir, ok := findShared(t)
	if !ok {
		t.Skip("no demos in ", dir)
	}
	return dir
}

func findShared(t testing.TB) (dir string, ok bool) {
	t.Helper()
	dir = os.Getenv("FRAGSCOPE_SHARED")
	if dir == "" {
		at, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
				break
			}
			if at == filepath.Dir(at) {
				t.Fatal("no go.mod above the test")
			}
			at = filepath.Dir(at)
		}
		dir = filepath.Join(at, "..", "shared")
	}
	_, err := os.Stat(filepath.Join(dir, "demos"))
	return dir, err == nil
}
