package load_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/sim/load"
	"fragscope/sim/simtest/script"
)

// parts writes two overlapping sections of the scripted match as separate demos and returns their paths.
func parts(t *testing.T, format string) []string {
	t.Helper()
	dir := t.TempDir()
	f := script.Find(format)
	whole := filepath.Join(dir, f.File())
	if err := os.WriteFile(whole, f.Demo(), 0o600); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for i, span := range [][2]time.Duration{{0, 40 * time.Second}, {20 * time.Second, 60 * time.Second}} {
		clip, err := load.ClipMember(whole, "", span[0], span[1])
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, string(rune('a'+i))+filepath.Ext(f.File()))
		if err := os.WriteFile(path, clip, 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// TestMatchFile opens two parts of one match as one, by a joined path and by a match file, which names them from
// its own folder.
func TestMatchFile(t *testing.T) {
	paths := parts(t, "quake3")
	list := filepath.Join(filepath.Dir(paths[0]), "both"+load.MatchExtension)
	if err := os.WriteFile(list, load.MatchFile(filepath.Dir(list), paths), 0o600); err != nil {
		t.Fatal(err)
	}
	demos, ok, err := load.MatchDemos(list)
	if !ok || err != nil || !slices.Equal(demos, paths) {
		t.Fatalf("%q, %v, %v; want %q", demos, ok, err, paths)
	}
	for _, path := range []string{list, load.MatchPath(paths)} {
		r, err := load.File(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		r.Wait()
		if n := len(r.Witnesses()); n != 2 || r.Duration() < 50*time.Second {
			t.Errorf("%d witnesses, %s", n, r.Duration())
		}
	}
}

// TestMatchPaths checks which demos a match file may name.
func TestMatchPaths(t *testing.T) {
	dir := t.TempDir()
	for name, ok := range map[string]bool{
		"a.dem": true, "sub/a.dem": true, "../a.dem": true, "../../other/a.dem": true, "a.zip:b.dem": true,
		filepath.ToSlash(filepath.Join(dir, "a.dem")): true,
		"/etc/passwd": false, "/dev/zero": false, `\\host\share\a.dem`: false, "//host/share/a.dem": false,
		"sub/../../../a.dem": false, filepath.ToSlash(filepath.Join(filepath.Dir(dir), "a.dem")): false,
	} {
		path := filepath.Join(dir, "x"+load.MatchExtension)
		if err := os.WriteFile(path, []byte("fragscope match 1\n"+name+"\na.dem\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if demos, _, err := load.MatchDemos(path); (err == nil) != ok {
			t.Errorf("%q: %q, %v", name, demos, err)
		}
	}
}

// TestBadMatchFiles refuses what is no match file.
func TestBadMatchFiles(t *testing.T) {
	for name, text := range map[string]string{
		"empty":    "",
		"other":    "fragscope match 2\na.dem\n",
		"too long": "fragscope match 1\n" + strings.Repeat("a.dem\n", 1<<14),
		"too many": "fragscope match 1\n" + strings.Repeat("a.dem\n", 65),
		"itself":   "fragscope match 1\nx.match\nx.match\n",
		"one":      "fragscope match 1\na.dem\n",
		"missing":  "fragscope match 1\na.dem\nb.dem\n",
	} {
		path := filepath.Join(t.TempDir(), "x"+load.MatchExtension)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := load.File(context.Background(), path); err == nil {
			t.Errorf("%s: no error", name)
		} else {
			t.Log(name, err)
		}
	}
}
