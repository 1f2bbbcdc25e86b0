//go:build unix

package settings

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"fragscope/formats/base/regular"
)

// TestPipesAreNotRead checks that a pipe or device with the name of a stored file is not waited for, is reported, and
// is not replaced.
func TestPipesAreNotRead(t *testing.T) {
	for what, lay := range map[string]func(string) error{
		"pipe":   func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"device": func(name string) error { return os.Symlink("/dev/zero", name) },
	} {
		for _, name := range []string{settingsFile, recentFile, bookmarkFile("demo")} {
			d := Dir(t.TempDir())
			s := Store{Config: d, Data: d}
			file := d.Where(name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), lay(file)); err != nil {
				t.Skip(err)
			}
			set, told := s.Load()
			set.ColorBlind = true
			_, recent := s.Recent()
			_, marks := s.Bookmarks("demo")
			if err := errors.Join(append(told, recent, marks)...); !errors.Is(err, regular.ErrNotRegular) {
				t.Errorf("a %s as %s is told as %v", what, name, err)
			}
			if err := errors.Join(s.Save(&set), s.AddRecent("x"), s.AddBookmark("demo", Mark{})); !errors.Is(err,
				regular.ErrNotRegular) {
				t.Errorf("saved over a %s as %s: %v", what, name, err)
			}
			if info, err := os.Stat(file); err != nil || info.Mode().IsRegular() {
				t.Errorf("the %s as %s became %v, %v", what, name, info, err)
			}
		}
	}
	d := Dir(t.TempDir())
	if err := errors.Join(syscall.Mkfifo(d.Where(plainFile), 0o600),
		syscall.Mkfifo(d.Where(lockFile), 0o600)); err != nil {
		t.Skip(err)
	}
	s := Store{Config: d, Data: d}
	set, _ := s.Load()
	if err := s.Save(&set); err != nil {
		t.Errorf("with a pipe for a lock: %v", err)
	}
}
