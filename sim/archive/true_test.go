//go:build !js

package archive

import (
	"archive/zip"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/sim/archive/spot"
	"fragscope/sim/query"
)

// variants writes some demos of which no two are alike.
func variants(t *testing.T, dir string, n int) {
	t.Helper()
	demo, ext := sample.Demo(), filepath.Ext(sample.DemoName)
	for i := range n {
		write(t, filepath.Join(dir, fmt.Sprintf("%02d%s", i, ext)), demo[:len(demo)-i*997])
	}
}

// count is the one number that a question is answered with.
func count(t *testing.T, l *Library, question string) (n int) {
	t.Helper()
	if err := l.db.QueryRow(question).Scan(&n); err != nil {
		t.Fatal(question, err)
	}
	return n
}

// TestWhatIsGoneIsNotCounted checks that no table retains data from a demo whose file was deleted.
func TestWhatIsGoneIsNotCounted(t *testing.T) {
	l, dir := library(t)
	variants(t, dir, 3)
	scanned(t, l)
	for _, name := range []string{"00", "01"} {
		if err := os.Remove(filepath.Join(dir, name+filepath.Ext(sample.DemoName))); err != nil {
			t.Fatal(err)
		}
	}
	if p := scanned(t, l); p.Gone != 2 || len(p.Aside) != 0 {
		t.Errorf("%+v", p)
	}
	for _, table := range []string{"levels", "events", "spots", "samples", "profiles"} {
		if n := count(t, l, "SELECT count(DISTINCT content) FROM "+table); n != 1 {
			t.Errorf("%s tells of %d demos of one", table, n)
		}
	}
}

// TestFolderThatLostEverything checks that the demos of a disk that is not connected are kept, are found again, and are
// removed when the folder is forgotten.
func TestFolderThatLostEverything(t *testing.T) {
	l, dir := library(t)
	variants(t, dir, 2)
	disk, away := filepath.Join(dir, "disk"), filepath.Join(t.TempDir(), "away")
	variants(t, filepath.Join(disk, "sub"), 3)
	scanned(t, l)
	before := dump(t, l)
	if err := errors.Join(os.Rename(disk, away), os.Mkdir(disk, 0o755)); err != nil {
		t.Fatal(err)
	}
	p := scanned(t, l)
	if len(p.Aside) != 1 || p.Aside[0].Folder != disk || p.Aside[0].Files != 3 || p.Gone != 0 {
		t.Fatalf("%+v", p)
	}
	if dump(t, l) != before {
		t.Error("the tables changed")
	}
	if err := errors.Join(os.Remove(disk), os.Rename(away, disk)); err != nil {
		t.Fatal(err)
	}
	if p := scanned(t, l); p.Read != 0 || len(p.Aside) != 0 || dump(t, l) != before {
		t.Errorf("when the disk is in again: %+v", p)
	}
	if err := errors.Join(os.RemoveAll(disk), os.Mkdir(disk, 0o755)); err != nil {
		t.Fatal(err)
	}
	if ok, err := l.Forget(disk); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if p := scanned(t, l); len(p.Aside) != 0 || count(t, l, "SELECT count(*) FROM files") != 2 {
		t.Errorf("after it was forgotten: %+v", p)
	}
}

// zipOf is an archive of some files.
func zipOf(t *testing.T, files map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, data := range files {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		f.Write(data)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestWhatIsNotReadHasAReason checks that everything that may contain demos has a row.
func TestWhatIsNotReadHasAReason(t *testing.T) {
	l, dir := library(t)
	other := t.TempDir()
	variants(t, other, 1)
	write(t, filepath.Join(dir, "season.tar.gz"), []byte("whatever"))
	write(t, filepath.Join(dir, "outer.zip"), zipOf(t, map[string][]byte{sample.DemoName: sample.Demo(),
		"inner.zip": zipOf(t, map[string][]byte{sample.DemoName: sample.Demo()})}))
	write(t, filepath.Join(dir, "notes.txt"), []byte("no demo"))
	write(t, filepath.Join(dir, "real", "a"+filepath.Ext(sample.DemoName)), sample.Demo()[:100_000])
	for link, to := range map[string]string{"linked": other, "inside": filepath.Join(dir, "real"),
		"nowhere.dem": filepath.Join(dir, "none"), "nowhere.txt": filepath.Join(dir, "none")} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	_, nowhere := os.Stat(filepath.Join(dir, "none"))
	for range 2 {
		scanned(t, l)
		got := map[string]string{}
		err := l.Each(t.Context(), func(r *Row) error {
			name, err := filepath.Rel(dir, r.Name())
			got[filepath.ToSlash(name)] = r.Error
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"season.tar.gz": msgPacked, "outer.zip:inner.zip": msgNested, "linked": msgLinked,
			"nowhere.dem": reason(nowhere).Error()}
		for name, reason := range want {
			if got[name] != reason {
				t.Errorf("%s: %q, want %q", name, got[name], reason)
			}
		}
		if _, ok := got["inside"]; ok || len(got) != len(want)+2 {
			t.Errorf("there are %q", got)
		}
	}
	// When a link is removed, so is its row. When it leads to a demo, the demo is read. When it is later broken again,
	// as if a disk were not connected, the demo is kept.
	os.Remove(filepath.Join(dir, "linked"))
	write(t, filepath.Join(dir, "none"), sample.Demo()[:90_000])
	scanned(t, l)
	os.Remove(filepath.Join(dir, "none"))
	scanned(t, l)
	if n := count(t, l, "SELECT count(*) FROM demos"); n != 3 {
		t.Errorf("%d demos, want those of the archive, the folder and the link", n)
	}
	if n := count(t, l, "SELECT count(*) FROM files WHERE size < 0"); n != 0 {
		t.Errorf("%d folders are barred", n)
	}
}

// TestFolderThatCannotBeListed checks that a folder has its reason until it can be listed.
func TestFolderThatCannotBeListed(t *testing.T) {
	if os.Getuid() <= 0 {
		t.Skip("permissions do not hold here")
	}
	l, dir := library(t)
	shut := filepath.Join(dir, "shut")
	variants(t, shut, 1)
	if err := os.Chmod(shut, 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(shut, 0o755)
	if p := scanned(t, l); p.Bad != 1 || count(t, l, "SELECT count(*) FROM copies WHERE error IS NOT NULL") != 1 {
		t.Errorf("%+v", p)
	}
	os.Chmod(shut, 0o755)
	if p := scanned(t, l); p.Demos != 1 || count(t, l, "SELECT count(*) FROM copies WHERE error IS NOT NULL") != 0 {
		t.Errorf("%+v", p)
	}
}

// TestReadersDoNotWait opens, lists, searches and counts while another connection holds a writer's lock.
func TestReadersDoNotWait(t *testing.T) {
	l, dir := library(t)
	variants(t, dir, 2)
	scanned(t, l)
	b, err := l.begin()
	if err != nil {
		t.Fatal(err)
	}
	b.do("DELETE FROM copies")
	defer b.commit()
	if _, err := readAll(t.Context(), l.path); err != nil {
		t.Fatal(err)
	}
	// A writer does meet the lock, so that a reader would.
	w, err := open(l.path, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.db.Exec("DELETE FROM copies"); code(err) != codeBusy {
		t.Errorf("a second writer: %v", err)
	}
}

// readAll reads a library like the command-line verbs, but on connections that do not wait for locks, so a held lock
// causes an error. It returns the number of demos.
func readAll(ctx context.Context, path string) (demos int, err error) {
	l, err := open(path, 0)
	if err != nil {
		return 0, err
	}
	defer l.Close()
	if err := l.Each(ctx, func(*Row) error { demos++; return nil }); err != nil {
		return 0, err
	}
	q, err := query.Parse("kind:frag")
	if err != nil {
		return 0, err
	}
	if err := l.Find(ctx, q, FindOptions{}, func(h *Hits) error { return h.Err }); err != nil {
		return 0, err
	}
	_, err = l.Heat(ctx, spot.Question{Map: strings.TrimSuffix(sample.MapName, ".bsp")})
	return demos, err
}

// TestScanLeavesNothingInTheLog reads the database without its log. After a scan the database itself must have
// everything, so that closing the last connection does not move data while readers wait.
func TestScanLeavesNothingInTheLog(t *testing.T) {
	l, dir := library(t)
	variants(t, dir, 3)
	scanned(t, l)
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: slashed(l.path),
		RawQuery: "mode=ro&immutable=1"}).String())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if n := count(t, &Library{db: db}, "SELECT count(*) FROM copies"); n != 3 {
		t.Errorf("without the log there are %d demos of 3", n)
	}
}

// TestTwoScansAndFiveReaders checks that scans at one time get on with each other and make the library that one makes,
// and that no reader meets a lock: none waits, whatever the processors are busy with.
func TestTwoScansAndFiveReaders(t *testing.T) {
	whole, dir := library(t)
	variants(t, dir, 12)
	scanned(t, whole)
	l, _ := library(t)
	if err := l.Add(dir); err != nil {
		t.Fatal(err)
	}
	reads, others, seen := readWhileScanned(t, l.path, whole.path)
	t.Logf("%d times read, with %d numbers of demos: %s; a library that nobody scans, beside it: %s", len(reads), seen,
		spread(reads), spread(others))
	if got, want := dump(t, l), dump(t, whole); got != want {
		t.Errorf("the tables are not those of one scan: %d and %d lines", strings.Count(got, "\n"),
			strings.Count(want, "\n"))
	}
}

// spread describes how long things took.
func spread(list []time.Duration) string {
	slices.Sort(list)
	at := func(share float64) time.Duration {
		return list[int(share*float64(len(list)-1))].Round(time.Millisecond / 10)
	}
	return fmt.Sprintf("half within %v, 99 %% within %v, all within %v", at(0.5), at(0.99), at(1))
}

// readWhileScanned has five readers of a library while two scans of it begin and end, and the scanners close it. In
// turns they read another library, for which they wait as long if it is only for the processors. It returns how long each
// reading took, and how many states of the library were seen.
func readWhileScanned(t *testing.T, path, other string) (reads, others []time.Duration, states int) {
	ctx, stop := context.WithCancel(t.Context())
	var scans, readers sync.WaitGroup
	var mu sync.Mutex
	seen := map[int]bool{}
	for range 5 {
		readers.Go(func() {
			for done := false; !done; {
				done = ctx.Err() != nil // once more after the scans
				begun := time.Now()
				demos, err := readAll(t.Context(), path)
				if err != nil {
					t.Errorf("a reader: %v", err)
					return
				}
				between := time.Now()
				if _, err := readAll(t.Context(), other); err != nil {
					t.Errorf("a reader: %v", err)
					return
				}
				mu.Lock()
				reads, seen[demos] = append(reads, between.Sub(begun)), true
				others = append(others, time.Since(between))
				mu.Unlock()
			}
		})
	}
	for range 2 {
		scans.Go(func() {
			l, err := Open(path)
			if err != nil {
				t.Error(err)
				return
			}
			defer l.Close()
			if _, err := l.Scan(t.Context(), ScanOptions{}); err != nil {
				t.Error(err)
			}
		})
	}
	scans.Wait()
	stop()
	readers.Wait()
	return reads, others, len(seen)
}
