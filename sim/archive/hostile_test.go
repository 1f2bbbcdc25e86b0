//go:build !js && !windows

package archive

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/sim/archive/spot"
)

// hostileFolder returns a folder of hostile files: with names that are SQL statements, are not text or lead elsewhere,
// and pipes, loops and zip bombs.
func hostileFolder(t *testing.T, dir string) (demos int) {
	t.Helper()
	demo, ext := sample.Demo(), filepath.Ext(sample.DemoName)
	for i, name := range []string{"'); DROP TABLE demos; --", "a\nb\x1b[31m", "\xff\xfe", "=cmd|' /C calc'!A0", "%s%n",
		"?mode=memory", strings.Repeat("n", 200)} {
		write(t, filepath.Join(dir, name+ext), demo[:len(demo)-i])
		demos++
	}
	outside := filepath.Join(t.TempDir(), "outside"+ext)
	write(t, outside, demo[:len(demo)-100])
	demos++ // a link to a file is that file
	for name, target := range map[string]string{"link" + ext: outside, "nowhere" + ext: filepath.Join(dir, "none"),
		"self" + ext: "self" + ext, "loop": dir} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"+ext), 0o644); err != nil {
		t.Skip(err)
	}
	var z bytes.Buffer
	w := zip.NewWriter(&z)
	for i, name := range []string{"../../../escaped" + ext, "/etc/absolute" + ext, "in\x00side" + ext} {
		m, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		m.Write(demo[:len(demo)-200-i])
		demos++
	}
	w.Close()
	write(t, filepath.Join(dir, "several.zip"), z.Bytes())
	write(t, filepath.Join(dir, "bomb.dem.gz"), bombed(t))
	return demos
}

// bombed is a compressed stream of zeroes, a thousandth of the size that it unpacks to.
func bombed(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	zeroes := make([]byte, 1<<20)
	for range 300 {
		if _, err := w.Write(zeroes); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	return b.Bytes()
}

func TestScanOfWhatMeansIll(t *testing.T) {
	l, dir := library(t)
	demos := hostileFolder(t, dir)
	done := make(chan Progress, 1)
	go func() { done <- scanned(t, l) }()
	var p Progress
	select {
	case p = <-done:
	case <-time.After(time.Minute):
		t.Fatal("the scan does not end")
	}
	if p.Demos != demos || p.Bad == 0 {
		t.Errorf("%d demos of %d, %d bad", p.Demos, demos, p.Bad)
	}
	if p := scanned(t, l); p.Read != 0 {
		t.Errorf("the second scan reads %d files", p.Read)
	}
	for _, table := range []string{"files", "demos", "contents", "events", "samples", "spots"} {
		var n int
		if err := l.db.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil || n == 0 {
			t.Errorf("%s has %d rows, %v", table, n, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "..", "..", "..", "escaped"+filepath.Ext(sample.DemoName))); err == nil {
		t.Error("a member was written")
	}
}

// TestQuestionsAreData asks questions whose text would change an SQL statement if it were inserted into one.
func TestQuestionsAreData(t *testing.T) {
	l, rec := sampled(t)
	level := rec.Levels()[0].Map
	for _, s := range []string{"' OR 1=1 --", `"; DROP TABLE spots; --`, "%", "_", "\x00", strings.Repeat("'", 4000)} {
		for _, q := range []spot.Question{{Map: s}, {Map: level, Game: s}, {Map: level, Kind: spot.Deaths, Player: s},
			{Map: level, Kind: spot.Deaths, Weapon: s}, {Map: level, Kind: spot.Pickups, Item: s},
			{Map: level, Team: s}} {
			if list := spotsOf(t, l, q); len(list) != 0 {
				t.Errorf("%+v has %d answers", q, len(list))
			}
		}
	}
	if n := len(spotsOf(t, l, spot.Question{Map: level, Kind: spot.Deaths})); n == 0 {
		t.Error("the library lost what it had")
	}
}

// TestRowsThatAreDamaged searches a library whose rows have been tampered with.
func TestRowsThatAreDamaged(t *testing.T) {
	l, rec := sampled(t)
	level := rec.Levels()[0]
	for i, change := range []string{
		"UPDATE samples SET data = substr(data, 7)", "UPDATE samples SET data = randomblob(100000)",
		"UPDATE samples SET weapons = ''", "UPDATE samples SET data = x'ff'",
		"UPDATE spots SET x = 9e999, by_x = 'text', match_ms = 99999999999",
		"UPDATE events SET who = 70000, time_ms = -5", "DELETE FROM profiles",
	} {
		if _, err := l.db.Exec(change); err != nil {
			t.Fatal(change, err)
		}
		m := MomentOf(rec.Header().GameKey, level, rec.Cursor().At(20*time.Second))
		if _, err := l.Like(t.Context(), m, 5); err != nil {
			t.Error(change, err)
		}
		for kind := range spot.KindCount {
			if _, err := l.Heat(t.Context(), spot.Question{Map: level.Map, Kind: kind}); err != nil && i < 4 {
				t.Error(change, err)
			}
			if _, err := l.Moments(t.Context(), spot.Question{Map: level.Map, Kind: kind}, [2]float64{-1e9, -1e9},
				[2]float64{1e9, 1e9}, 10); err != nil && i < 4 {
				t.Error(change, err)
			}
		}
		if _, err := l.Walked(t.Context(), "", level.Map, 5); err != nil {
			t.Error(change, err)
		}
	}
}
