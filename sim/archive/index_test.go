//go:build !js

package archive

import (
	"fmt"
	"os"
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
		c := &Content{Game: "quakeworld", Map: fmt.Sprintf("dm%d", i%40), Maps: fmt.Sprintf("dm%d", i%40), Mode: "duel", Score: fmt.Sprintf("player%d %d : other%d %d", i%977, i%50, i%331, i%40),
			Names: []string{fmt.Sprintf("player%d", i%977), fmt.Sprintf("other%d", i%331)}, DurationMS: int64(i % 1_200_000)}
		b.do(putDemo, file, "", b.content(key{[32]byte{byte(i), byte(i >> 8), byte(i >> 16)}, ".mvd"}, c, nil, nil), nil)
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
