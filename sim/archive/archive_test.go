//go:build !js

package archive

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/formats"
)

// library is an empty one with a folder.
func library(t *testing.T) (*Library, string) {
	t.Helper()
	dir := t.TempDir()
	l, err := Open(filepath.Join(t.TempDir(), "a ? b%20#", "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	if err := l.Add(dir); err != nil {
		t.Fatal(err)
	}
	return l, dir
}

func scanned(t *testing.T, l *Library) Progress {
	t.Helper()
	p, err := l.Scan(t.Context(), ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// dump returns everything that a library contains, without row numbers.
func dump(t *testing.T, l *Library) string {
	t.Helper()
	var b strings.Builder
	for _, q := range []string{
		"SELECT path, size, done, '', '', '', '', '' FROM files ORDER BY path",
		"SELECT path, member, hex(checksum), map, score, copies.error, players, names FROM copies JOIN files ON files.id = file LEFT JOIN contents ON contents.id = content ORDER BY path, member",
		"SELECT hex(checksum), n, events.kind, time_ms, who, weapon, text, x FROM events JOIN contents ON contents.id = content ORDER BY checksum, n",
		"SELECT hex(checksum), n, level, phase, match_ms, x, by_x, by_z FROM spots JOIN contents ON contents.id = content ORDER BY checksum, n",
		"SELECT hex(checksum), level, samples.map, teams, weapons, hex(data), '', '' FROM samples JOIN contents ON contents.id = content ORDER BY checksum, level",
		"SELECT demo_id, slot, player_id, sure, frags, deaths, last_ms, date FROM players ORDER BY demo_id, slot, first_ms",
		"SELECT demo_id, match_id, map, mode, ended, winner, score, start_ms FROM matches ORDER BY demo_id, n",
		"SELECT demo_id, match_id, player_id, frags, damage_given, weapons, items, told FROM player_matches ORDER BY demo_id, match_id, player_id, slot",
		"SELECT demo_id, time_ms, kind, distance, seen_coming, killer_x, victim_health, alive_ms FROM kills ORDER BY demo_id, time_ms, victim_slot",
		"SELECT demo_id, time_ms, item, late_ms, waited, nearest, entity, player_id FROM pickups ORDER BY demo_id, time_ms, entity, slot, item",
		"SELECT demo_id, time_ms, side, score, change, '', '', '' FROM score_timeline ORDER BY demo_id, time_ms, side, kind",
		"SELECT demo_id, time_ms, kind, item, entity, duration_ms, ended, slot FROM control ORDER BY demo_id, time_ms, kind, item, entity, slot",
	} {
		err := l.each(q, nil, func(scan scanner) error {
			var v [8]sql.NullString
			err := scan(&v[0], &v[1], &v[2], &v[3], &v[4], &v[5], &v[6], &v[7])
			fmt.Fprintln(&b, v)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func gzipped(t *testing.T, data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return b.Bytes()
}

func TestScanReadsWhatIsNew(t *testing.T) {
	l, dir := library(t)
	demo, name := sample.Demo(), filepath.Ext(sample.DemoName)
	write(t, filepath.Join(dir, "one"+name), demo)
	write(t, filepath.Join(dir, "sub", "copy"+name+".gz"), gzipped(t, demo))
	write(t, filepath.Join(dir, "bad.dem"), []byte("no demo at all"))
	write(t, filepath.Join(dir, "cut"+name), demo[:len(demo)/2])
	if p := scanned(t, l); p.Files != 4 || p.Read != 4 || p.Demos+p.Known != 3 || p.Bad != 1 {
		t.Fatalf("the first scan: %+v", p)
	}
	before := dump(t, l)
	if p := scanned(t, l); p.Files != 4 || p.Read != 0 {
		t.Fatalf("nothing is new, but: %+v", p)
	}
	// Files that moved are recognised without being decoded, files that changed are read again, and files that are gone
	// are removed.
	if err := os.Rename(filepath.Join(dir, "one"+name), filepath.Join(dir, "two"+name)); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "cut"+name), demo[:len(demo)/3])
	os.Remove(filepath.Join(dir, "bad.dem"))
	if p := scanned(t, l); p.Files != 3 || p.Read != 2 || p.Known != 1 || p.Demos != 1 || p.Gone != 2 {
		t.Fatalf("after a move, a change and a loss: %+v", p)
	}
	if after := dump(t, l); after == before || strings.Contains(after, "bad.dem") ||
		!strings.Contains(after, "two"+name) {
		t.Error("the library does not tell what changed")
	}
	if ok, err := l.Forget(dir); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if left := dump(t, l); left != "" {
		t.Errorf("after the folder was forgotten there is still %s", left)
	}
}

func TestScanThatWasStoppedGoesOn(t *testing.T) {
	whole, dir := library(t)
	demo, ext := sample.Demo(), filepath.Ext(sample.DemoName)
	for i := range 12 {
		write(t, filepath.Join(dir, fmt.Sprintf("%02d%s", i, ext)), demo[:len(demo)-i*997])
	}
	scanned(t, whole)
	l, _ := library(t)
	if err := l.Add(dir); err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stopped")
	for i := range 6 {
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Duration(i*30)*time.Millisecond, stop)
		if _, err := l.Scan(ctx, ScanOptions{}); err != nil && !errors.Is(err, stop) {
			t.Fatal(err)
		}
		cancel()
	}
	scanned(t, l)
	if dump(t, l) != dump(t, whole) {
		t.Error("a library that was made in pieces is not the one made at once")
	}
}

func TestScanGivesUpOnWhatTakesTooLong(t *testing.T) {
	l, dir := library(t)
	write(t, filepath.Join(dir, sample.DemoName), sample.Demo())
	if _, err := l.Scan(t.Context(), ScanOptions{Time: 1}); err != nil {
		t.Fatal(err)
	}
	if got := dump(t, l); !strings.Contains(got, "reading it took longer than 1ns") {
		t.Errorf("no reason in %s", got)
	}
}

func TestGuardGivesUpTheLargest(t *testing.T) {
	g := newGuard(1)
	small, done := g.enter(t.Context(), 1)
	defer done()
	large, done2 := g.enter(t.Context(), 2)
	defer done2()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // on a busy machine a look may come late
	defer cancel()
	defer context.AfterFunc(large, cancel)()
	g.watch(ctx)
	if large.Err() == nil || small.Err() != nil {
		t.Errorf("the largest: %v, the smallest: %v", large.Err(), small.Err())
	}
}

func TestMigrations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	db, err := sql.Open("sqlite", address(path, lockWait))
	if err != nil {
		t.Fatal(err)
	}
	if _,
		err := db.Exec(migrations[0] + fmt.Sprintf(
		"; PRAGMA user_version = 1; PRAGMA application_id = %d; INSERT INTO folders VALUES ('/kept')",
		applicationID)); err != nil {
		t.Fatal(err)
	}
	db.Close()
	l, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if list, err := l.Folders(); err != nil || len(list) != 1 {
		t.Error("the folders are lost:", list, err)
	}
	if _, err := l.db.Exec("PRAGMA user_version = 1000"); err != nil {
		t.Fatal(err)
	}
	l.Close()
	if _, err := Open(path); !errors.Is(err, ErrNewer) {
		t.Errorf("a library of the future: %v", err)
	}
}

func TestOpenRefusesOtherDatabases(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	db, _ := sql.Open("sqlite", address(path, lockWait))
	if _, err := db.Exec("CREATE TABLE bookmarks (x)"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "another program") {
		t.Error(err)
	}
	write(t, path+"2",
		[]byte(
			"this is no database, and long enough to be looked at as one ............................................................"))
	if _, err := Open(path + "2"); err == nil {
		t.Error("a text was opened as a library")
	}
}

func TestKeysTellWhatArchivesLost(t *testing.T) {
	d := &formats.Demo{Name: "a.dem", Data: []byte("x")}
	e := *d
	e.Name = "b.DEM"
	if keyOf(d) != keyOf(&e) {
		t.Error("a name makes another content")
	}
}
