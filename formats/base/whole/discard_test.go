package whole

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestOnDiscard holds that another program is stopped before its file is removed, and not when the file got its name.
func TestOnDiscard(t *testing.T) {
	dir := t.TempDir()
	for _, discarded := range []bool{true, false} {
		f, err := Create(dir, ".txt")
		if err != nil {
			t.Fatal(err)
		}
		stopped, there := 0, false
		f.OnDiscard(func() {
			stopped++
			_, err := os.Stat(f.Name())
			there = err == nil
		})
		if discarded {
			f.Discard()
			f.Discard()
		} else if err := f.Place(filepath.Join(dir, "x")); err != nil {
			t.Error(err)
		}
		if discarded && (stopped != 1 || !there) || !discarded && stopped != 0 {
			t.Errorf("discarded %v: stopped %d times, the file was there: %v", discarded, stopped, there)
		}
	}
}

// TestWrite replaces a file, whose permissions stay, and makes a new one that others can read.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	old, fresh := filepath.Join(dir, "old"), filepath.Join(dir, "new")
	if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]fs.FileMode{old: 0o600, fresh: 0o644} {
		if err := Write(name, []byte("text")); err != nil || content(t, name) != "text" {
			t.Errorf("%s: %v, %q", name, err, content(t, name))
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s has the permissions %v, want %v", name, info.Mode(), mode)
		}
	}
	if err := Write(filepath.Join(dir, "no", "x"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"new", "old"}) {
		t.Errorf("the folder has %q", got)
	}
}

// TestCreateAs holds that a file with a given temporary name replaces one that was left, not one that is being written.
func TestCreateAs(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "x.part")
	if err := os.WriteFile(name, []byte("left by a killed program"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := CreateAs(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("new"); err != nil || content(t, name) != "new" {
		t.Errorf("%v, %q", err, content(t, name))
	}
	if _, err := CreateAs(name); !errors.Is(err, fs.ErrExist) || content(t, name) != "new" {
		t.Errorf("while it is being written: %v", err)
	}
	if err := errors.Join(f.Finish(), f.Finish(), f.Replace(filepath.Join(dir, "x"))); err != nil {
		t.Error(err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"x"}) {
		t.Errorf("the folder has %q", got)
	}
	if f, err = CreateAs(name); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := f.Finish(); err == nil {
		t.Error("a closed file is finished")
	}
	if got := names(t, dir); !slices.Equal(got, []string{"x"}) {
		t.Errorf("after a failure the folder has %q", got)
	}
}

// TestAbandon holds that at the program's end unfinished files are removed, and that nothing can be begun or removed
// after that.
func TestAbandon(t *testing.T) {
	dir := t.TempDir()
	var files []*File
	for range 3 {
		f, err := Create(dir, ".txt")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	if err := files[0].Place(filepath.Join(dir, "x")); err != nil {
		t.Fatal(err)
	}
	Abandon()
	defer func() {
		open.Lock()
		defer open.Unlock()
		open.ended = false
	}()
	if got := names(t, dir); !slices.Equal(got, []string{"x"}) {
		t.Errorf("the folder has %q", got)
	}
	done := make(chan string, 2)
	go func() {
		_, err := Create(dir, ".txt")
		done <- fmt.Sprint("created, ", err)
	}()
	go func() {
		files[1].Discard()
		done <- "discarded"
	}()
	select {
	case what := <-done:
		t.Error(what)
	case <-time.After(50 * time.Millisecond):
	}
}
