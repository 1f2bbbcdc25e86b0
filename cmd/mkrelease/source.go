package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
)

// source returns the commit's files and all modules, in the folder vendor, so that they build without a network.
func (r *release) source() (tree, error) {
	git := func(args ...string) ([]byte, error) {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Stderr = r.root, os.Stderr
		return cmd.Output()
	}
	data, err := git("archive", "--format=tar", "HEAD")
	if err != nil {
		return nil, fmt.Errorf("git archive: %w", err)
	}
	hash, err := git("rev-parse", "HEAD")
	if err != nil {
		return nil, fmt.Errorf("git rev-parse: %w", err)
	}
	t := tree{}
	for files := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		text, err := io.ReadAll(files)
		if err != nil {
			return nil, err
		}
		t[h.Name] = file{text, h.Mode&0o100 != 0}
	}
	// git would also name this checkout's branches.
	t["cmd/fragscope/commit.txt"] = file{fmt.Appendf(nil, "%s tag: v%s\n", bytes.TrimSpace(hash), r.version), false}
	return t, r.vendor(t)
}

func (r *release) vendor(t tree) error {
	dir, err := os.MkdirTemp("", "fragscope-vendor-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	to := filepath.Join(dir, "vendor")
	cmd := exec.Command("go", "mod", "vendor", "-o", to)
	cmd.Dir, cmd.Stderr = r.root, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("collecting the modules: %w", err)
	}
	return filepath.WalkDir(to, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		t[path.Clean(filepath.ToSlash(rel))] = file{data, false}
		return err
	})
}
