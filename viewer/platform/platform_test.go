package platform

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestPicturesAreNeverOverwritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	var files []string
	for range 3 {
		f, err := WriteNew(dir, "a", []byte("x"))
		if err != nil || slices.Contains(files, f) {
			t.Fatalf("%s, %v", f, err)
		}
		files = append(files, f)
	}
	if filepath.Base(files[2]) != "a-3.png" {
		t.Error(files)
	}
}
