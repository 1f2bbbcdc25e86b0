package session

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

func TestStepFileWithoutAPlaylistGoesThroughTheFolder(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"round10.dm_68", "round2.dm_68", "Round1.DM_68.gz", "notes.txt",
		"maps.zip", "x.mvd"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, f := range demosIn(dir) {
		got = append(got, filepath.Base(f))
	}
	if want := []string{"maps.zip", "Round1.DM_68.gz", "round2.dm_68", "round10.dm_68",
		"x.mvd"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
