package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// neverImports lists, for the folders with a prefix, the prefixes of folders that their programs must not import.
// Tests may reach further: they compare rooms.
var neverImports = []struct {
	room  string
	never []string
}{
	{"formats/", []string{"sim", "assets", "viewer", "cmd"}},
	{"formats/damage", []string{""}},
	{"formats/wire", []string{""}},
	{"formats/base/", []string{""}},
	{"formats/codec/", []string{
		"formats/netquake", "formats/quake", "formats/fte", "formats/live", "formats/text", "formats/clip",
		"formats/corpus",
	}},
	{"formats/netquake", []string{"formats/quakeworld", "formats/quake2", "formats/quake3"}},
	{"formats/quakeworld", []string{"formats/netquake", "formats/quake2", "formats/quake3"}},
	{"formats/quake2", []string{"formats/netquake", "formats/quakeworld", "formats/quake3"}},
	{"formats/quake3", []string{"formats/netquake", "formats/quakeworld", "formats/quake2"}},
	{"sim/", []string{"assets", "viewer", "cmd"}},
	{"sim/moment/", []string{""}},
	{"sim/track/", []string{"formats"}},
	{"sim/recording/", []string{"sim/q", "sim/track", "sim/load"}},
	{"sim/q1/", []string{"sim/q2", "sim/q3"}},
	{"sim/q2/", []string{"sim/q1", "sim/q3"}},
	{"sim/q3/", []string{"sim/q1", "sim/q2"}},
	{"sim/merge/", []string{"formats", "sim/q", "sim/load"}},
	{"sim/race/", []string{"formats", "sim/q", "sim/load"}},
	{"sim/query/", []string{"formats", "sim/q1", "sim/q2", "sim/q3", "sim/load"}},
	{"sim/report/", []string{"formats", "sim/q1", "sim/q2", "sim/q3", "sim/load"}},
	{"assets/", []string{"formats", "sim", "viewer", "cmd"}},
	{"viewer/", []string{"formats", "cmd"}},
}

// groundFloor has what every room may import.
const groundFloor = "formats/base/"

// TestRooms checks that imports flow one way between the folders of the program, on every system.
func TestRooms(t *testing.T) {
	root, files := filepath.Join("..", ".."), 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != "..") {
			return filepath.SkipDir
		}
		name, _ := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		files++
		for _, spec := range f.Imports {
			to, _ := strconv.Unquote(spec.Path.Value)
			if to, ours := strings.CutPrefix(to, "fragscope/"); ours && forbidden(name, to) {
				t.Errorf("%s imports %s", name, to)
			}
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Fatalf("%d files: %v", files, err)
	}
}

func forbidden(file, to string) bool {
	if strings.HasPrefix(to, groundFloor) && !strings.HasPrefix(file, groundFloor) {
		return false
	}
	for _, r := range neverImports {
		if !strings.HasPrefix(file, r.room) {
			continue
		}
		for _, never := range r.never {
			if strings.HasPrefix(to, never) {
				return true
			}
		}
	}
	return false
}
