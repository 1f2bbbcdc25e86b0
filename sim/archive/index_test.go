//go:build !js

package archive

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// made fills a library with rows of demos that there are not.
func made(t testing.TB, l *Library, n int) {
	t.Helper()
	b, err := l.begin()
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		file := b.id(putFile, fmt.Sprintf("/demos/%03d/match-%06d.mvd", i%500, i), 1000+i, i, readerVersion, 1)
		c := &Content{Game: "quakeworld", Map: fmt.Sprintf("dm%d", i%40), Maps: fmt.Sprintf("dm%d", i%40), Mode: "duel",
			Score:      fmt.Sprintf("player%d %d : other%d %d", i%977, i%50, i%331, i%40),
			Names:      []string{fmt.Sprintf("player%d", i%977), fmt.Sprintf("other%d", i%331)},
			DurationMS: int64(i % 1_200_000)}
		b.do(putDemo, file, "", b.content(key{[32]byte{byte(i), byte(i >> 8), byte(i >> 16)}, ".mvd"}, c, nil, nil),
			nil, time.Unix(int64(i)*3600, 0).UTC().Format(time.DateTime), nil, nil)
	}
	if err := b.commit(); err != nil {
		t.Fatal(err)
	}
}

func TestIndexFiltersAndSorts(t *testing.T) {
	n := 5000
	if os.Getenv("FRAGSCOPE_ROWS") != "" {
		n = 100_000
	}
	l, _ := library(t)
	made(t, l, n)
	begun := time.Now()
	x, err := l.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d rows read in %v", n, time.Since(begun))
	begun = time.Now()
	x.Sort(ByMap, false)
	t.Logf("sorted in %v", time.Since(begun))
	for _, text := range []string{"d", "dm7", "player9", "player9 dm7", "player9 dm", "player9 dm7", ""} {
		begun = time.Now()
		x.Filter(text)
		t.Logf("%q: %d rows in %v", text, x.Len(), time.Since(begun))
		last := ""
		for i := range min(x.Len(), 1000) {
			if cells, _ := x.Cells(i); cells[ByMap] < last {
				t.Fatalf("%q is not sorted by map: %s behind %s", text, cells[ByMap], last)
			} else {
				last = cells[ByMap]
			}
		}
	}
	if x.Len() != n {
		t.Errorf("without a filter %d rows of %d", x.Len(), n)
	}
	x.Sort(ByLength, true)
	begun = time.Now()
	if r, err := l.Row(x.ID(0)); err != nil || r.DurationMS != int64(n-1) {
		t.Errorf("the longest: %v, %v", r, err)
	}
	t.Logf("a row in %v", time.Since(begun))
}

func TestIndexFoldsPointsOfView(t *testing.T) {
	l, _ := library(t)
	b, err := l.begin()
	if err != nil {
		t.Fatal(err)
	}
	for i, run := range []uint32{7, 7, 0, 7, 8} { // the second is a copy of the first
		c := &Content{Game: "quake2", Map: "q2dm1", ServerRun: run, Names: []string{fmt.Sprint("name", i)}}
		k := key{[32]byte{byte(max(i, 1))}, ".dm2"}
		b.do(putDemo, b.id(putFile, fmt.Sprintf("/%d.dm2", i), 1, 1, readerVersion, 1), "", b.content(k, c, nil, nil),
			nil, fmt.Sprintf("2026-01-0%d", 9-i), nil, nil)
	}
	if err := b.commit(); err != nil {
		t.Fatal(err)
	}
	x, err := l.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if x.All() != 5 || x.Len() != 3 {
		t.Fatalf("%d rows of %d", x.Len(), x.All())
	}
	at := -1
	for i := range x.Len() {
		if ids, folded := x.Views(i); len(ids) > 0 {
			if at = i; len(ids) != 2 || !folded {
				t.Errorf("points of view %v, %v", ids, folded)
			}
		}
	}
	x.Unfold(at, true)
	if x.Len() != 5 {
		t.Errorf("unfolded there are %d rows", x.Len())
	}
	again, err := l.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	again.Sort(ByDate, false)
	if row := again.Keep(x, 1); again.Len() != 5 || again.ID(row) != x.ID(1) {
		t.Errorf("read again there are %d rows, and row %d is chosen", again.Len(), row)
	}
	x.Unfold(at, false)
	if x.Filter("name3"); x.Len() != 1 {
		t.Errorf("of a filter that one point of view passes there are %d rows", x.Len())
	}
}

// BenchmarkIndex is what the window does with 100,000 demos.
func BenchmarkIndex(b *testing.B) {
	l, err := Open(filepath.Join(b.TempDir(), "library.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	made(b, l, 100_000)
	x, err := l.Index(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			if x, err := l.Latest(b.Context(), 200); err != nil || x.Len() != 200 {
				b.Fatal(err)
			}
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := l.Index(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("keystroke", func(b *testing.B) {
		for b.Loop() {
			x.Filter("")
			x.Filter("player9 dm7")
		}
	})
	for column, name := range map[int]string{ByDate: "date", ByMap: "map", ByScore: "score", ByName: "name"} {
		b.Run("order by "+name, func(b *testing.B) {
			for b.Loop() {
				x.Order(column, false)
			}
		})
	}
	b.Run("row", func(b *testing.B) {
		for b.Loop() {
			if _, err := l.Row(x.ID(50)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
