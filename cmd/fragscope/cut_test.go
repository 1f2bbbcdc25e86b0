package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/sim/simtest/script"
)

// TestCutWithoutItsStart cuts demos whose first message is lost: what is written can be opened, or nothing is and
// that is said.
func TestCutWithoutItsStart(t *testing.T) {
	for _, f := range script.Formats() {
		list := blocksOf(f.File(), f.Demo())
		if len(list) < 2 {
			continue
		}
		for name, lose := range map[string]func(d []byte) []byte{
			"block": func(d []byte) []byte { return append(d[:list[0].start], d[list[0].end:]...) },
			"message": func(d []byte) []byte {
				copy(d[list[0].length+4:list[0].end], bytes.Repeat([]byte{1}, len(d)))
				return d
			},
			"byte": func(d []byte) []byte { d[list[0].length+4] = 1; return d },
		} {
			if name != "message" && filepath.Ext(f.File()) != ".mvd" {
				continue
			}
			dir := t.TempDir()
			lost := putFile(t, filepath.Join(dir, f.File()), lose(bytes.Clone(f.Demo())))
			clip := filepath.Join(dir, "clip"+filepath.Ext(f.File()))
			var out, said bytes.Buffer
			code := run([]string{"cut", lost, "--from", "0:05", "--to", "0:20", "-o", clip}, &out, &said)
			left, _ := os.ReadDir(dir)
			if code == 0 {
				answer(t, 0, "info", clip)
			} else if len(left) != 1 || code != exitUnread || !strings.Contains(said.String(), f.File()) {
				t.Errorf("%s, first %s lost: exit status %d, %q, %d files", f.File(), name, code,
					said.String(), len(left))
			}
			t.Logf("%s, first %s lost: exit status %d, %s", f.File(), name, code, said.String())
		}
	}
}

// TestNumbersThatAreNone checks that flags refuse NaN and infinities.
func TestNumbersThatAreNone(t *testing.T) {
	for _, args := range []string{
		"shot sample: -o x.png --at NaN", "shot sample: -o x.gif --length NaN", "shot sample: -o x.png --scale NaN",
		"shot sample: -o x.gif --length 1 --rate NaN", "shot sample: -o x.gif --length 1 --speed NaN",
		"shot sample: -o x.png --at inf", "shot sample: -o x.png --scale inf",
		"shot sample: -o x.gif --length 1 --rate inf", "shot sample: -o x.gif --length 1 --speed inf",
		"cut sample: -o x.dm_68 --from NaN", "cut sample: -o x.dm_68 --to inf", "page sample: -o x.html --from NaN",
		"race sample: sample: --from NaN,0", "find --library --like sample:@NaN", "heat dm6 --at NaN,0",
		"heat dm6 --at 0,inf", "open sample: --at NaN", "open sample: --speed NaN", "export sample: -o x --every NaN",
		"record sample: -o x --for NaN",
		"info sample: --time-limit NaN",
	} {
		answer(t, exitUsage, strings.Fields(args)...)
	}
}

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
		{exitUsage, file + " already exists; --force replaces it", []string{"-o", file}},
		{exitUsage, "--to must be later than --from", []string{"--from", "20", "--to", "10", "-o", file, "--force"}},
		{exitUnread, "before the given start, 166:40.0", []string{"--from", "10000", "-o", file, "--force"}},
		{exitUsage, "the game expects the name of this clip to end in .dm_68", []string{"-o", filepath.Join(dir, "clip.mvd")}},
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

// TestSplit holds that the demos of levels, and of matches, have one each.
func TestSplit(t *testing.T) {
	dir := t.TempDir()
	f := script.Find("quakeworld-multiview")
	file := filepath.Join(dir, f.File())
	if err := os.WriteFile(file, f.Demo(), 0o666); err != nil {
		t.Fatal(err)
	}
	for by, want := range map[string]int{"levels": 2, "matches": 2} {
		parts := filepath.Join(dir, by)
		stdout, _ := answer(t, 0, "cut", file, "--split", by, "-o", parts)
		list, _ := filepath.Glob(filepath.Join(parts, "*"))
		if len(list) != want || strings.Count(stdout, "\n") != want {
			t.Errorf("%s: %d demos and %q, want %d", by, len(list), stdout, want)
		}
		for _, part := range list {
			if info, _ := answer(t, 0, "info", part); strings.Count(info, "\nmap ") != 1 ||
				!strings.Contains(info, "complete") {
				t.Errorf("%s: %s", part, info)
			}
		}
		answer(t, exitUsage, "cut", file, "--split", by, "-o", parts)
	}
	for _, args := range [][]string{{"--split", "halves"}, {"--split", "levels", "--from", "0:10"}} {
		answer(t, exitUsage, append([]string{"cut", file, "-o", dir}, args...)...)
	}
}

// TestCutHits holds that each hit of a search is in a demo of its own, or in one with those that it overlaps.
func TestCutHits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "clips")
	args := []string{"find", "sample:", "kind:frag", "--cut", dir, "--before", "2", "--after", "1", "--json"}
	stdout, _ := answer(t, 0, args...)
	files, hits := map[string]int{}, 0
	for line := range strings.Lines(stdout) {
		var hit momentJSON
		if err := json.Unmarshal([]byte(line), &hit); err != nil || len(hit.Files) != 1 {
			t.Fatalf("%v: %s", err, line)
		}
		files[hit.Files[0]]++
		hits++
	}
	if list, _ := os.ReadDir(dir); len(list) != len(files) || len(files) < 2 || hits <= len(files) {
		t.Errorf("%d hits in %d clips, %d files", hits, len(files), len(list))
	}
	for file, want := range files {
		clip, _ := answer(t, 0, "find", file, "kind:frag", "--json")
		if got := strings.Count(clip, "\n"); got < want {
			t.Errorf("%s has %d of %d hits", file, got, want)
		}
		if want > 1 != strings.Contains(file, " more.") || !strings.Contains(file, "killed") {
			t.Errorf("%d hits are called %s", want, file)
		}
	}
	answer(t, exitUsage, args...)
	answer(t, 0, append(args, "--force")...)
	answer(t, exitUsage, "find", "sample:", "kind:frag", "--cut", dir, "--before", "0", "--after", "0")
	answer(t, exitUsage, "find", "-", "kind:frag", "--cut", dir)
	answer(t, exitUsage, "find", "sample:", "kind:frag", "--film", dir, "--film-as", "txt")
}
