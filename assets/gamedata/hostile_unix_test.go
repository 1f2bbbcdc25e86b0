//go:build unix

package gamedata

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// within fails the test if f takes longer than anything here may.
func within(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("it hangs")
	}
}

// Pipes wait for ever for a writer, under whatever name they lie.
func TestPipes(t *testing.T) {
	names := []string{"pak0.pak", "pak0.pk3", "maps", "locs", "dm3.bsp", "dm3.loc", "id1", "qw"}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			dir := tree(t, map[string][]byte{"demos/pak1.pak": pak("maps/other.bsp", "in the archive")})
			for _, at := range []string{name, filepath.Join("demos", name)} {
				if err := syscall.Mkfifo(filepath.Join(dir, at), 0o666); err != nil {
					t.Skip(err)
				}
			}
			within(t, func() {
				p := New(Options{Demo: filepath.Join(dir, "demos", "x.dem"), Dirs: []string{dir}, NoInstalls: true})
				if _, err := p.Map("dm3", Want{}); !errors.Is(err, ErrNotFound) {
					t.Errorf("a map: %v", err)
				}
				if _, err := p.Locations("dm3"); !errors.Is(err, ErrNotFound) {
					t.Errorf("places: %v", err)
				}
				if f, err := p.Map("other", Want{}); err != nil || string(f.Data) != "in the archive" {
					t.Errorf("%v, %v", f, err)
				}
				p.List("scripts", ".shader")
			})
		})
	}
}

// A map in a folder that all may write to is taken only for a demo that lies in the same folder, or if the user named
// it.
func TestFoldersOfOthers(t *testing.T) {
	dir := tree(t, map[string][]byte{
		"open/a.bsp": nil, "open/mine/demos/x.dem": nil, "open/id1/maps/b.bsp": nil, "open/mine/maps/c.bsp": nil,
		"open/mine/qw/maps/d.bsp": nil,
	})
	open := filepath.Join(dir, "open")
	for _, folder := range []string{open, filepath.Join(open, "id1"), filepath.Join(open, "mine", "qw")} {
		if err := os.Chmod(folder, 0o777|os.ModeSticky); err != nil {
			t.Fatal(err)
		}
	}
	below := Options{Demo: filepath.Join(open, "mine", "demos", "x.dem"), NoInstalls: true}
	beside := Options{Demo: filepath.Join(open, "x.dem"), NoInstalls: true}
	named := Options{Demo: below.Demo, Dirs: []string{open}, NoInstalls: true}
	for _, c := range []struct {
		what, name string
		o          Options
		found      bool
	}{
		{"above the demo", "a", below, false},
		{"a game's folder above the demo", "b", below, false},
		{"own folder above the demo", "c", below, true},
		{"open folder in an own one", "d", below, false},
		{"beside the demo", "a", beside, true},
		{"a game's folder beside the demo", "b", beside, false},
		{"named", "a", named, true},
		{"in one that is named", "b", named, true},
	} {
		if _, err := New(c.o).Map(c.name, Want{}); (err == nil) != c.found {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}
