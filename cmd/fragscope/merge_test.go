package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/sim/simtest/script"
)

// What a match can be written as is said wherever it cannot be written as what was asked for.
func TestMergeNamesWhatCanBeWritten(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for _, f := range script.Formats() {
		if err := os.WriteFile(path(f.File()), f.Demo(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		out    string
		status int
		want   []string
	}{
		{"all.dm_68", exitUsage, []string{"all.dm_68: this kind of file cannot contain", "write a .match",
			".mvd for", ".mvd2"}},
		{"all.jsonl", exitUsage, []string{"all.jsonl: this kind of file cannot contain", "write a .match"}},
		{"all.mvd2", exitUsage, []string{"all.mvd2: a match of QuakeWorld can be written as .match or .mvd;"}},
		{"all.match", 0, nil},
		{"ALL.MVD", 0, nil},
	} {
		_, said := answer(t, c.status, "merge", path("quakeworld.qwd"), path("quakeworld-multiview.mvd"), "-o",
			path(c.out))
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q does not contain %q", c.out, said, want)
			}
		}
		if _, err := os.Stat(path(c.out)); (err == nil) != (c.status == 0) {
			t.Errorf("%s: %v", c.out, err)
		}
	}
}
