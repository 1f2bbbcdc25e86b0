package quake3

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sharedDir finds the folder with real demos, or skips the test.
func sharedDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("FRAGSCOPE_SHARED")
	if dir == "" {
		root, err := os.Getwd()
		for err == nil {
			if _, e := os.Stat(filepath.Join(root, "go.mod")); e == nil || root == filepath.Dir(root) {
				break
			}
			root = filepath.Dir(root)
		}
		dir = filepath.Join(root, "..", "shared")
	}
	if _, err := os.Stat(filepath.Join(dir, "demos")); err != nil {
		t.Skip("no real demos here: set FRAGSCOPE_SHARED")
	}
	return dir
}

// isDemo says that a path is one of an uncompressed demo of this family.
func isDemo(path string) bool {
	ext := filepath.Ext(path)
	return ext == ".dm3" || strings.HasPrefix(ext, ".dm_")
}

// demos lists demos below the given folders of the shared demos.
func demos(t testing.TB, folders ...string) []string {
	t.Helper()
	root := filepath.Join(sharedDir(t), "demos")
	var list []string
	for _, f := range folders {
		err := filepath.WalkDir(filepath.Join(root, f), func(path string, e os.DirEntry, err error) error {
			if err == nil && !e.IsDir() && isDemo(path) {
				rel, _ := filepath.Rel(root, path)
				list = append(list, rel)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// intact are the folders of demos without damage.
var intact = []string{"q3", "ql", "recorded/q3"}

func readDemo(t testing.TB, rel string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sharedDir(t), "demos", rel))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// truth reads the table of what another parser found: rows by column name.
func truth(t testing.TB) []map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join(sharedDir(t), "truth", "quake3-snapshots.csv"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]string
	for _, row := range rows[1:] {
		m := make(map[string]string)
		for i, name := range rows[0] {
			m[name] = row[i]
		}
		list = append(list, m)
	}
	return list
}
