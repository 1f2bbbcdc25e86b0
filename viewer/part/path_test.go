package part

import (
	"path/filepath"
	"testing"
)

func TestTypedPath(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	sep := string(filepath.Separator)
	for text, want := range map[string]string{
		"~": home, "~" + sep + "demos": filepath.Join(home, "demos"), " " + home + sep + " ": home,
		home + sep + "~x": filepath.Join(home, "~x"),
	} {
		if got := TypedPath(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{"~": true, "~" + sep + "d": true, home: true, "~d": false, "dm6": false,
		"": false} {
		if IsPath(text) != want {
			t.Errorf("%q is a path: %v", text, !want)
		}
	}
}
