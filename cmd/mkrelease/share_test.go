package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestUninstallLeavesNothing(t *testing.T) {
	prefix := t.TempDir()
	t.Chdir(filepath.Join("..", ".."))
	r := new(release)
	if err := r.readTexts(); err != nil {
		t.Fatal(err)
	}
	foreign := "share/applications/other.desktop"
	list := append(r.installed(nil).paths(), foreign)
	for _, name := range list {
		path := filepath.Join(prefix, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // the second time there is nothing to do
		if err := uninstall(prefix); err != nil {
			t.Fatal(err)
		}
	}
	left := 0
	err := filepath.WalkDir(prefix, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			left++
		}
		return err
	})
	if _, missing := os.Stat(filepath.Join(prefix, foreign)); err != nil || left != 1 || missing != nil {
		t.Errorf("%d files are left, %v, %v", left, err, missing)
	}
	if _, err := os.Stat(filepath.Join(prefix, "share", "fragscope")); !os.IsNotExist(err) {
		t.Errorf("the program's folder is left: %v", err)
	}
}
