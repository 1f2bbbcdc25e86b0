package regular

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	want := []byte("what is in it")
	if err := errors.Join(os.WriteFile(name, want, 0o644), os.Symlink("file", filepath.Join(dir, "link"))); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"file", "link"} {
		f, info, err := Open(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Read(f, info, 1<<10); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %q, %v", file, got, err)
		}
		f.Close()
	}
	if _, _, err := Open(dir); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a folder: %v", err)
	}
	if _, _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("nothing: %v", err)
	}
}

// A file may grow, or tell no size, as those of /proc do.
func TestReadMore(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	f, info, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, n := range []int{0, 1, 100, 5000} {
		data := bytes.Repeat([]byte{7}, n)
		if got, err := Read(bytes.NewReader(data), info, 5000); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes: %d, %v", n, len(got), err)
		}
	}
	if _, err := Read(bytes.NewReader(make([]byte, 5001)), info, 5000); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too many: %v", err)
	}
}

// TestOpenIn holds that what is opened below a root is checked, too, and cannot lie outside.
func TestOpenIn(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	f, info, err := OpenIn(root, "a")
	if err != nil || info.Size() != 3 {
		t.Fatalf("%v, %v", info, err)
	}
	f.Close()
	for _, name := range []string{".", "../a", "b"} {
		if f, _, err := OpenIn(root, name); err == nil {
			f.Close()
			t.Errorf("%s was opened", name)
		}
	}
}

// TestMetered holds that no more is read than was granted, and nothing afterwards.
func TestMetered(t *testing.T) {
	m := &Metered{R: bytes.NewReader([]byte("abcdef")), Left: 4}
	p := make([]byte, 3)
	if n, err := m.ReadAt(p, 1); n != 3 || err != nil || string(p) != "bcd" {
		t.Errorf("%d bytes, %v: %s", n, err, p)
	}
	for range 2 {
		if _, err := m.ReadAt(p, 0); !errors.Is(err, ErrTooLarge) {
			t.Errorf("beyond what was granted: %v", err)
		}
	}
}
