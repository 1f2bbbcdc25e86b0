//go:build !js && !nolibrary

package archive

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/formats/corpus"
	"fragscope/sim/archive/model"
)

// exportFolder returns a folder with the sample, a packed copy of it, some demos of the corpus if it is available, and
// some broken demos.
func exportFolder(t *testing.T) (files []string) {
	dir := t.TempDir()
	add := func(name string, data []byte) {
		name = filepath.Join(dir, name)
		write(t, name, data)
		files = append(files, name)
	}
	ext := filepath.Ext(sample.DemoName)
	add("sample"+ext, sample.Demo())
	add("sample-short"+ext, sample.Demo()[:len(sample.Demo())/2])
	add("copy"+ext+".gz", gzipped(t, sample.Demo()))
	add("bad.dem", []byte("=nothing"))
	if _, ok := corpus.Find(); ok && !testing.Short() {
		for i, e := range corpus.Index(t) {
			if i%90 == 0 {
				add(fmt.Sprintf("%03d-%s", i, filepath.Base(e.Name)), corpus.Load(t, e.Name))
			}
		}
	}
	return files
}

func listed(files []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, f := range files {
			if !yield(f, nil) {
				return
			}
		}
	}
}

func exported(t *testing.T, o ExportOptions) string {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	o.Every = max(o.Every, time.Second)
	if err := Export(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return o.Dir
}

// contents are the files of a folder by their paths in it.
func contents(t *testing.T, dir string) map[string][]byte {
	out := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		out[rel], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// rowsOf returns the rows of the JSON tables in a folder, sorted, as read from all files of each table.
func rowsOf(t *testing.T, dir string) (list []string) {
	for name, text := range contents(t, dir) {
		if strings.HasSuffix(name, ".jsonl") {
			for line := range strings.Lines(string(text)) {
				list = append(list, filepath.Dir(name)+line)
			}
		}
	}
	slices.Sort(list)
	return list
}

func hashOf(rows []string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(rows, ""))))[:16]
}

func TestExportIsTheSameEachTime(t *testing.T) {
	files := exportFolder(t)
	for _, form := range []string{"parquet", "csv", "jsonl"} {
		a, b := contents(t, exported(t, ExportOptions{Files: listed(files), Form: form, Workers: 1})),
			contents(t, exported(t, ExportOptions{Files: listed(files), Form: form, Workers: 7}))
		for _, files := range []map[string][]byte{a, b} {
			maps.DeleteFunc(files, func(name string, _ []byte) bool { return strings.Contains(name, "rows-") })
		}
		if len(a) != len(model.Tables)+3 || len(a) != len(b) { // columns.csv, views.sql, a manifest
			t.Fatalf("%d and %d files", len(a), len(b))
		}
		for name := range a {
			if !bytes.Equal(a[name], b[name]) {
				t.Errorf("%s is not the same twice", name)
			}
		}
	}
}

// TestShardsAreTheWhole checks that the rows do not depend on the number of shards, and that an export with another
// number of shards replaces the earlier one all at once when it is complete.
func TestShardsAreTheWhole(t *testing.T) {
	files := exportFolder(t)
	dir := t.TempDir()
	whole := rowsOf(t, exported(t, ExportOptions{Files: listed(files), Form: "jsonl", Dir: dir}))
	t.Logf("%d rows, hash %s", len(whole), hashOf(whole))
	if n := strings.Count(strings.Join(whole, ""), "demos{"); n != strings.Count(strings.Join(whole, ""), `"sha256"`) ||
		n >= len(files)-1 {
		t.Errorf("%d demos of %d files, among them a copy and a broken one", n, len(files))
	}
	for _, shards := range []int{3, 10, 1} {
		for i := range shards {
			if got := rowsOf(t, dir); !slices.Equal(got, whole) {
				t.Fatalf("before shard %d of %d: %d rows instead of %d", i+1, shards, len(got), len(whole))
			}
			exported(t, ExportOptions{Files: listed(files), Form: "jsonl", Dir: dir, Shard: i + 1, Shards: shards})
		}
		got := rowsOf(t, dir)
		t.Logf("%d shards: %d rows, hash %s", shards, len(got), hashOf(got))
		if !slices.Equal(got, whole) {
			t.Errorf("%d shards have %d rows instead of %d", shards, len(got), len(whole))
		}
		for name := range contents(t, dir) {
			if strings.HasSuffix(name, unfinished) || strings.Contains(name, "rows-") && !strings.Contains(name,
				fmt.Sprintf("-of-%05d", shards)) {
				t.Errorf("%s is left", name)
			}
		}
	}
}

// TestExportAgain checks that a second run reads nothing if nothing changed, and that later runs read only what is new.
func TestExportAgain(t *testing.T) {
	files := exportFolder(t)[:4] // the sample, a short one, a copy of the sample, and a broken one
	read := 0
	tables := []string{"demos", "kills"}
	o := ExportOptions{Form: "jsonl", Tables: tables, Dir: t.TempDir(), Workers: 1, Done: func(Exported) { read++ }}
	again := func(what string, want int, files []string) {
		t.Helper()
		read = 0
		o.Files = listed(files)
		got, fresh := rowsOf(t, exported(t, o)), rowsOf(t, exported(t, ExportOptions{Files: o.Files, Form: "jsonl",
			Tables: tables}))
		if read != want || !slices.Equal(got, fresh) {
			t.Errorf("%s: %d were read, want %d; %d rows, a new export has %d", what, read, want, len(got), len(fresh))
		}
	}
	again("first", 3, files)
	again("nothing changed", 0, files)
	again("the copy stands for the file that is gone", 1, files[1:])
	again("it is back", 1, files) // its rows were most of those kept, and given up
	more := files[1] + ".another" + filepath.Ext(files[1])
	write(t, more, sample.Demo()[:len(sample.Demo())/3])
	again("one is new", 1, append(files[:4:4], more))
	write(t, more, sample.Demo()[:len(sample.Demo())/4])
	again("one has changed", 1, append(files[:4:4], more))
	write(t, files[3], sample.Demo()[:len(sample.Demo())/5])
	again("the broken one is mended", 1, append(files[:4:4], more))
	again("fewer", 0, files[1:2])
	again("none", 0, nil)
	chunks := func() []string {
		list, _ := filepath.Glob(filepath.Join(o.Dir, manifestDir, "rows-*-chunk-*"))
		return list
	}
	if list := chunks(); len(list) != 0 {
		t.Errorf("nothing is exported, and rows are kept in %v", list)
	}
	var all []string
	for i := range chunksMost + 8 {
		all = append(all, filepath.Join(filepath.Dir(files[0]), fmt.Sprintf("%d%s", i, filepath.Ext(sample.DemoName))))
		write(t, all[i], sample.Demo()[:len(sample.Demo())/6-i])
		o.Files, read = listed(all), 0
		if exported(t, o); read != 1 {
			t.Errorf("one more: %d were read", read)
		}
	}
	again("all of them", 0, all)
	if n := len(chunks()); n > chunksMost+1 {
		t.Errorf("rows are kept in %d files", n)
	}
}

// exportVariable has, for a process that TestExportThatWasKilledGoesOn starts, the folder with the demos and that for
// the tables.
const exportVariable = "FRAGSCOPE_EXPORT"

// TestExportInAProcess makes the export that the process is for.
func TestExportInAProcess(t *testing.T) {
	from, to, ok := strings.Cut(os.Getenv(exportVariable), "\n")
	if !ok {
		t.Skip("it is for processes that another test starts")
	}
	exported(t, ExportOptions{Files: folderOf(t, from), Form: "jsonl", Dir: to})
}

func folderOf(t *testing.T, dir string) iter.Seq2[string, error] {
	var files []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return listed(files)
}

// TestExportThatWasKilledGoesOn kills processes that export, at moments all over the export, and compares the tables
// that come of it in the end with those of one that was left alone. The variables are those of
// TestScanThatWasKilledGoesOn.
func TestExportThatWasKilledGoesOn(t *testing.T) {
	kills, _ := strconv.Atoi(os.Getenv("FRAGSCOPE_KILLS"))
	kills = max(kills, 4)
	dir := os.Getenv("FRAGSCOPE_KILL_FOLDER")
	if dir == "" {
		dir = t.TempDir()
		variants(t, dir, 40)
	}
	begun := time.Now()
	whole := rowsOf(t, exported(t, ExportOptions{Files: folderOf(t, dir), Form: "jsonl"}))
	took := time.Since(begun)
	to, left := t.TempDir(), 0
	for i := range kills {
		c := exec.Command(os.Args[0], "-test.run=^TestExportInAProcess$")
		c.Env = append(os.Environ(), exportVariable+"="+dir+"\n"+to)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(took * time.Duration(i+1) / time.Duration(kills))
		c.Process.Kill()
		if c.Wait() == nil {
			break // it was done
		}
		left++
		if got := rowsOf(t, to); len(got) > 0 && !slices.Equal(got, whole) {
			t.Errorf("after %d kills %d rows are shown, of %d", left, len(got), len(whole))
		}
	}
	got := rowsOf(t, exported(t, ExportOptions{Files: folderOf(t, dir), Form: "jsonl", Dir: to}))
	t.Logf("killed %d times: %d rows, hash %s, want %s", left, len(got), hashOf(got), hashOf(whole))
	if !slices.Equal(got, whole) {
		t.Errorf("after %d kills there are %d rows instead of %d", left, len(got), len(whole))
	}
}
