package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fragscope/assets/sample"
)

// TestExportSaysWhatItLeavesOut holds that links to folders and archives that cannot be read are rows of the errors,
// and that a second export reads nothing.
func TestExportSaysWhatItLeavesOut(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	for name, data := range map[string][]byte{sample.DemoName: sample.Demo(), "season.tar.gz": []byte("\x1f\x8b")} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "linked")); err != nil {
		t.Skip(err)
	}
	_, said := answer(t, 0, "export", dir, "-o", out, "--csv", "--tables", "demos")
	if !strings.Contains(said, "1 demo read") {
		t.Error(said)
	}
	errors, err := os.ReadFile(filepath.Join(out, "errors", "part-00001-of-00001-0000.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for name, reason := range map[string]string{"linked": "not followed", "season.tar.gz": "unpack it"} {
		for _, text := range []string{string(errors), said} {
			if i := strings.Index(text, name); i < 0 || !strings.Contains(text[i:], reason) {
				t.Errorf("%s is not there: %s", name, text)
			}
		}
	}
	if _, again := answer(t, 0, "export", dir, "-o", out, "--csv", "--tables", "demos"); !strings.Contains(again,
		"0 demos read") {
		t.Error(again)
	}
}

// TestBadFilesHaveReasons holds that everything in a folder that may be or have a demo, and cannot be read, has the
// same reason in the library and in the errors table of an export.
func TestBadFilesHaveReasons(t *testing.T) {
	dir, out, file := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "library.db")
	ext := filepath.Ext(sample.DemoName)
	inner := zipOf(t, map[string][]byte{sample.DemoName: sample.Demo()})
	for name, data := range map[string][]byte{
		"good" + ext: sample.Demo(), "bad.dem": []byte("nothing"), "bad-copy.dem": []byte("nothing"), "empty.dem": nil,
		"cut.dem.gz": []byte("\x1f\x8b\x08"), "cut.zip": inner[:len(inner)/2], "season.tar.gz": []byte("\x1f\x8b\x08"),
		"season.7z":   []byte("7z"),
		"outer.zip":   zipOf(t, map[string][]byte{"one" + ext: sample.Demo()[:200_000], "inner.zip": inner}),
		"several.zip": zipOf(t, map[string][]byte{"a" + ext: sample.Demo()[:90_000], "b.dem": []byte("b"), "in/c.rar": nil}),
		"only.zip":    zipOf(t, map[string][]byte{"inner.zip": inner, "more.tgz": nil, "notes.txt": []byte("no demo")}),
		"notes.txt":   []byte("no demo"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"linked": t.TempDir(), "nowhere.dem": filepath.Join(dir, "none"),
		"itself.dem": "itself.dem"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	bad := []string{"bad-copy.dem", "bad.dem", "cut.dem.gz", "cut.zip", "empty.dem", "itself.dem", "linked",
		"nowhere.dem", "only.zip", "only.zip:inner.zip", "only.zip:more.tgz", "outer.zip:inner.zip", "season.7z",
		"season.tar.gz", "several.zip:b.dem", "several.zip:in/c.rar"}
	answer(t, 0, "library", "add", dir, "--library", file)
	listed := libraryReasons(t, dir, file)
	if got := slices.Sorted(maps.Keys(listed)); !slices.Equal(got, bad) {
		t.Errorf("the library has reasons for %q, want %q", got, bad)
	}
	for _, shards := range []int{1, 3} {
		for i := range shards {
			answer(t, 0, "export", dir, "-o", out, "--jsonl", "--tables", "demos", "--shard",
				fmt.Sprintf("%d/%d", i+1, shards))
		}
		if exported := exportReasons(t, dir, out); !maps.Equal(exported, listed) {
			t.Errorf("%d shards: the errors table has %q, the library %q", shards, exported, listed)
		}
	}
}

// zipOf returns a zip archive of some files, in the order of their names.
func zipOf(t *testing.T, files map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		f.Write(files[name])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// libraryReasons returns, by the path below dir, why demos of a library cannot be read.
func libraryReasons(t *testing.T, dir, file string) map[string]string {
	t.Helper()
	reasons := map[string]string{}
	out, _ := answer(t, 0, "library", "list", "--json", "--library", file)
	for line := range strings.Lines(out) {
		var j libraryJSON
		if err := json.Unmarshal([]byte(line), &j); err != nil {
			t.Fatal(err)
		}
		if j.Member != "" {
			j.Path += ":" + j.Member
		}
		if j.Checksum == "" {
			reasons[strings.TrimPrefix(j.Path, dir+string(filepath.Separator))] = j.Error
		}
	}
	return reasons
}

// exportReasons returns the same of the errors table of an export.
func exportReasons(t *testing.T, dir, out string) map[string]string {
	t.Helper()
	reasons := map[string]string{}
	names, _ := filepath.Glob(filepath.Join(out, "errors", "*.jsonl"))
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			var j struct{ Path, Reason string }
			if err := json.Unmarshal([]byte(line), &j); err != nil {
				t.Fatal(err)
			}
			reasons[strings.TrimPrefix(j.Path, dir+string(filepath.Separator))] = j.Reason
		}
	}
	return reasons
}
