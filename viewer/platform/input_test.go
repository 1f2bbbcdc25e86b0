package platform

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"
)

// drop imitates the engine's report of dropped files: a file system in which the dropped entries, and those that lead
// to them, have a path in the real one.
type drop struct {
	fstest.MapFS
	paths map[string]string // by name
}

type dropEntry struct {
	fs.DirEntry
	path string
}

func (e dropEntry) AbsPath() string { return e.path }

func (d drop) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := d.MapFS.ReadDir(name)
	for i, e := range list {
		full := e.Name()
		if name != "." {
			full = name + "/" + full
		}
		if p := d.paths[full]; p != "" {
			list[i] = dropEntry{e, p}
		}
	}
	return list, err
}

func TestDroppedFilesAreFoundWhereverTheyCameFrom(t *testing.T) {
	file, folder := &fstest.MapFile{}, &fstest.MapFile{Mode: fs.ModeDir}
	for _, c := range []struct {
		what string
		drop drop
		want []string
	}{
		{"files of one folder", drop{fstest.MapFS{"a.dem": file, "b.dem": file},
			map[string]string{"a.dem": "/d/a.dem", "b.dem": "/d/b.dem"}}, []string{"/d/a.dem", "/d/b.dem"}},
		{"files of two folders", drop{
			fstest.MapFS{"q1/a.dem": file, "q2/old/b.dm2": file},
			map[string]string{"q1": "/d/q1", "q1/a.dem": "/d/q1/a.dem", "q2": "/d/q2", "q2/old": "/d/q2/old",
				"q2/old/b.dm2": "/d/q2/old/b.dm2"},
		}, []string{"/d/q1/a.dem", "/d/q2/old/b.dm2"}},
		{"a folder", drop{fstest.MapFS{"q1/a.dem": file, "q1/more/b.dem": file}, map[string]string{"q1": "/d/q1"}},
			[]string{"/d/q1"}},
		{"a folder and a file", drop{fstest.MapFS{"q1/a.dem": file, "b.dem": file},
			map[string]string{"q1": "/d/q1", "b.dem": "/d/b.dem"}}, []string{"/d/b.dem", "/d/q1"}},
		{"an empty folder", drop{fstest.MapFS{"q1": folder}, map[string]string{"q1": "/d/q1"}}, []string{"/d/q1"}},
	} {
		if got := dropped(c.drop, "."); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}
