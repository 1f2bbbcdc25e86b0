package q2

import (
	"os"
	"path/filepath"
	"testing"

	"fragscope/formats"
	"fragscope/sim"
)

// shared is the folder of real demos and of what others found in them; tests
// that need it are skipped where it is missing.
func shared(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("FRAGSCOPE_SHARED")
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
	if _, err := os.Stat(filepath.Join(dir, "demos")); err != nil {
		t.Skip("no demos in ", dir)
	}
	return dir
}

// demo is the content of a real demo, unpacked.
func demo(t testing.TB, name string) []byte {
	t.Helper()
	d, err := formats.Open(filepath.Join(shared(t), "demos", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return d.Data
}

func record(t testing.TB, data []byte) *sim.Recording {
	t.Helper()
	rec, r := sim.NewRecorder(sim.Header{})
	Record(rec, data, "")
	return r
}
