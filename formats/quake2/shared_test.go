package quake2

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared is the folder with real demos and what other parsers found in them.
func shared(t testing.TB) string {
	t.Helper()
	dir := sharedDir(t)
	if _, err := os.Stat(filepath.Join(dir, "demos")); err != nil {
		t.Skipf("no real demos: %v", err)
	}
	return dir
}

// sharedDir is where the folder is if it is there.
func sharedDir(t testing.TB) string {
	t.Helper()
	if dir := os.Getenv("FRAGSCOPE_SHARED"); dir != "" {
		return dir
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return filepath.Join(root, "..", "shared")
		}
		if filepath.Dir(root) == root {
			t.Fatal("no go.mod above the test")
		}
		root = filepath.Dir(root)
	}
}

// load reads a file of the shared folder, decompressed as far as it can be.
func load(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(shared(t), name))
	if err != nil {
		t.Fatal(err)
	}
	return unzipped(t, data)
}

func unzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	if !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(z)
	if err != nil {
		t.Logf("decompressed up to byte %d: %v", len(out), err)
	}
	return out
}

// realDemos are the names, relative to the demos, of all intact ones of this package.
func realDemos(t testing.TB) []string {
	t.Helper()
	root := filepath.Join(shared(t), "demos")
	var names []string
	for _, dir := range []string{"q2", "recorded/q2", "compressed"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, e fs.DirEntry, err error) error {
			name := strings.TrimSuffix(path, ".gz")
			if err == nil && !e.IsDir() && (strings.HasSuffix(name, ".dm2") || strings.HasSuffix(name, ".mvd2")) {
				rel, _ := filepath.Rel(root, path)
				names = append(names, filepath.ToSlash(rel))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(names) == 0 {
		t.Fatal("no demos found")
	}
	return names
}

// table reads a CSV file, the rows as maps from column names.
func table(t testing.TB, name string) []map[string]string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(load(t, name))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, row := range rows[1:] {
		m := map[string]string{}
		for i, v := range row {
			m[rows[0][i]] = v
		}
		out = append(out, m)
	}
	return out
}

// drain decodes a demo to its end.
func drain(d *Decoder, h Handler) {
	for d.Next(h) == nil {
	}
}
