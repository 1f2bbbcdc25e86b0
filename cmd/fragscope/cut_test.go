package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCut(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "clip.dm_68")
	stdout, stderr := answer(t, 0, "cut", "sample:", "--from", "0:10", "--to", "0:15", "-o", file)
	if !strings.HasPrefix(stdout, file+": 0:") || !strings.Contains(stdout, "snapshots") || stderr != "" {
		t.Errorf("says %q and %q", stdout, stderr)
	}
	if info, _ := answer(t, 0, "info", file); !strings.Contains(info, "0:05") {
		t.Errorf("the clip is %s", info)
	}
	answer(t, 0, "cut", "sample:", "--from", "0:10", "--to", "0:15", "--live", "-o", file, "--force")
	first, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		exit int
		want string
		args []string
	}{
		{exitUsage, file + " exists already; --force replaces it", []string{"-o", file}},
		{exitUsage, "--to takes a time after that of --from", []string{"--from", "20", "--to", "10", "-o", file, "--force"}},
		{exitUnread, "before the part from 166:40.0 on", []string{"--from", "10000", "-o", file, "--force"}},
		{exitUsage, "the name of this clip has to end in .dm_68", []string{"-o", filepath.Join(dir, "clip.mvd")}},
		{exitUnread, "cannot be written", []string{"-o", filepath.Join(dir, "nowhere", "clip.dm_68")}},
	} {
		_, stderr := answer(t, test.exit, append([]string{"cut", "sample:"}, test.args...)...)
		if !strings.Contains(stderr, test.want) {
			t.Errorf("%q: says %q, want %q", test.args, stderr, test.want)
		}
	}
	if now, _ := os.ReadFile(file); !bytes.Equal(now, first) {
		t.Error("a failure changed the file that was there")
	}
	answer(t, 0, "cut", "sample:", "--to", "0:05", "-o", file, "--force")
	if now, _ := os.ReadFile(file); bytes.Equal(now, first) {
		t.Error("--force does not write over the file")
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%d files are left", len(left))
	}
}
