package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fragscope/assets/sample"
	"fragscope/formats/base/fault"
	"fragscope/formats/corpus"
)

// shelf is a folder with the sample in several ways, a demo that is cut, a file that is no demo though
// its name says so, and one that does not say so.
func shelf(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	demo := sample.Demo()
	put := func(name string, data []byte) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	pack := func(members ...string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, m := range members {
			w, err := z.Create(m)
			if err == nil {
				_, err = w.Write(demo)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	put("a.dm_68", demo)
	put("b/cut.dm_68", demo[:len(demo)/2])
	put("b/junk.dem", []byte("\x89PNG and nothing else here"))
	put("b/notes.txt", []byte("not looked at"))
	put("c.zip", pack("one.dm_68", "in/two.dm_68"))
	put("d.PK3", pack("demos/three.dm_68", "demos/four.dm_68"))
	return dir
}

// paths are the demos that info tells of, in its order, below a folder.
func paths(t *testing.T, dir, out string) (list []string) {
	t.Helper()
	for line := range strings.Lines(out) {
		var info infoJSON
		if err := json.Unmarshal([]byte(line), &info); err != nil {
			t.Fatal(err)
		}
		rel, err := filepath.Rel(dir, info.Path)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, filepath.ToSlash(rel))
	}
	return list
}

func TestInfoOfAFolder(t *testing.T) {
	dir := shelf(t)
	out, stderr := answer(t, exitUnread, "info", "--json", dir, filepath.Join(dir, "d.PK3"))
	want := []string{"a.dm_68", "b/cut.dm_68", "c.zip:one.dm_68", "c.zip:in/two.dm_68", "d.PK3:demos/three.dm_68",
		"d.PK3:demos/four.dm_68"}
	if got := paths(t, dir, out); !slices.Equal(got, want) {
		t.Errorf("told of %q, want %q", got, want)
	}
	if strings.Count(stderr, "\n") != 2 || !strings.Contains(stderr, "cut.dm_68: ") ||
		!strings.Contains(stderr, "junk.dem") {
		t.Errorf("said %s", stderr)
	}
	words, _ := answer(t, exitUnread, "info", dir)
	if n := strings.Count(words, "\n\nfile "); n != 3 || strings.HasPrefix(words, "\n") ||
		strings.Contains(words, "\n\n\n") {
		t.Errorf("%d empty lines between demos in\n%s", n, words)
	}
}

// However many are read at a time, they come in the order in which they are named.
func TestInfoKeepsTheOrder(t *testing.T) {
	dir := t.TempDir()
	var files, want []string
	for i := range 40 {
		name := fmt.Sprintf("%02d.dm_68", i)
		data := sample.Demo()[:len(sample.Demo())*(40-i)/40]
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
		files, want = append(files, filepath.Join(dir, name)), append(want, name)
	}
	out, _ := answer(t, 0, append([]string{"info", "--json"}, files...)...)
	if got := paths(t, dir, out); !slices.Equal(got, want) {
		t.Errorf("told of %q", got)
	}
}

// Every verb takes a demo of an archive by its name, and none an archive of several.
func TestVerbsTakeMembers(t *testing.T) {
	dir := shelf(t)
	for _, verb := range []string{"info", "events", "positions", "dump"} {
		whole, _ := answer(t, 0, verb, "sample:")
		for _, member := range []string{"c.zip:in/two.dm_68", "d.PK3:demos/three.dm_68"} {
			out, _ := answer(t, 0, verb, filepath.Join(dir, member))
			if verb != "info" && out != whole || !strings.HasSuffix(out, whole[len(whole)-40:]) {
				t.Errorf("%s %s gives other %d bytes than %d of the sample", verb, member, len(out), len(whole))
			}
		}
		if verb != "info" {
			if _, stderr := answer(t, exitUnread, verb, filepath.Join(dir, "c.zip")); !strings.Contains(stderr,
				"contains 2 demos") {
				t.Errorf("%s said %s", verb, stderr)
			}
		}
		answer(t, exitUnread, verb, filepath.Join(dir, "c.zip:none.dm_68"))
	}
}

// BenchmarkInfo tells what is in all real demos.
func BenchmarkInfo(b *testing.B) {
	dir := corpus.Path(b, "demos")
	var files int
	for b.Loop() {
		var out bytes.Buffer
		run([]string{"info", "--json", dir}, &out, io.Discard)
		files = bytes.Count(out.Bytes(), []byte("\n"))
	}
	b.ReportMetric(float64(files*b.N)/b.Elapsed().Seconds(), "demos/s")
}

// The thousandth demo of a folder, or of an archive, costs what the tenth does.
func TestInfoIsLinear(t *testing.T) {
	head := sample.Demo()[:6000]
	each := func(n int, packed bool) uint64 {
		dir := t.TempDir()
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := range n {
			name := fmt.Sprintf("%04d.dm_68", i)
			w, err := z.Create(name)
			if err == nil && packed {
				_, err = w.Write(head)
			}
			if !packed {
				err = os.WriteFile(filepath.Join(dir, name), head, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if packed {
			if err := errors.Join(z.Close(), os.WriteFile(filepath.Join(dir, "all.zip"), b.Bytes(),
				0o644)); err != nil {
				t.Fatal(err)
			}
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		out, _ := answer(t, 0, "info", "--json", dir)
		runtime.ReadMemStats(&after)
		if got := strings.Count(out, "\n"); got != n {
			t.Fatalf("%d demos of %d", got, n)
		}
		return (after.TotalAlloc - before.TotalAlloc) / uint64(n)
	}
	each(10, false)
	for _, packed := range []bool{false, true} {
		few, many := each(20, packed), each(600, packed)
		if many > few+few/4 {
			t.Errorf("packed %v: %d bytes for each of 600 demos, %d for each of 20", packed, many, few)
		}
	}
}

// A panic over one file is told, and the others are told of.
func TestPanicOverAFile(t *testing.T) {
	var none *infoCmd // whatever is asked of it panics
	out := none.tell("x.dem", nil)
	if text := fmt.Sprint(out.err); !out.unread || !strings.Contains(text, "x.dem") ||
		!strings.Contains(text, fault.Words) {
		t.Errorf("told: %s", text)
	}
}
