//go:build !js && !nolibrary

package archive

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"iter"
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
)

// exportFolder is a folder with the sample, a packed copy of it, some demos of the corpus if it is there, and broken
// ones.
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

// rowsOf are the rows of the tables of JSON in a folder, sorted, as anybody reads them who takes all of a table's
// files.
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
		if len(a) != 15 || len(a) != len(b) { // twelve tables, columns.csv, views.sql, a manifest
			t.Fatalf("%d and %d files", len(a), len(b))
		}
		for name := range a {
			if !bytes.Equal(a[name], b[name]) {
				t.Errorf("%s is not the same twice", name)
			}
		}
	}
}

// TestShardsAreTheWhole holds that the rows do not depend on the number of shards, and that those of another number
// take the place of the earlier ones, at once and when they are complete.
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
			if strings.HasSuffix(name, unfinished) || strings.Contains(name, "unfinished-") {
				t.Errorf("%s is left", name)
			}
		}
	}
}

// TestExportAgain holds that a second run reads nothing if nothing changed, and that a change of the files is seen.
func TestExportAgain(t *testing.T) {
	files := exportFolder(t)[:4]
	read := 0
	o := ExportOptions{Files: listed(files), Form: "jsonl", Dir: t.TempDir(), Done: func(Exported) { read++ }}
	before := rowsOf(t, exported(t, o))
	if read != 3 {
		t.Errorf("%d demos and bad files read of 3", read)
	}
	read = 0
	if after := rowsOf(t, exported(t, o)); read != 0 || !slices.Equal(before, after) {
		t.Errorf("again, %d were read", read)
	}
	o.Files = listed(files[1:])
	// the copy stands for the file that is gone
	if after := rowsOf(t, exported(t, o)); read != 3 || len(after) != len(before) {
		t.Errorf("without one, %d were read, %d rows of %d", read, len(after), len(before))
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
