//go:build !js

package viewer

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"fragscope/assets/sample"
	"fragscope/sim/archive"
)

// layerLibrary is that of the library, the last of the concerns.
const layerLibrary = layerConcerns + len(concerns) - 1

// filledLibrary is the file of a library with some demos, of which one is called first.
func filledLibrary(t *testing.T, n int) string {
	t.Helper()
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "library.db")
	for i := range n {
		name := fmt.Sprintf("other-%d%s", i, filepath.Ext(sample.DemoName))
		if i == 0 {
			name = "first" + filepath.Ext(sample.DemoName)
		}
		if err := os.WriteFile(filepath.Join(dir, name), sample.Demo(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	l, err := archive.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Add(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Scan(t.Context(), archive.ScanOptions{}); err != nil {
		t.Fatal(err)
	}
	return file
}
