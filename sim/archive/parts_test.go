//go:build !js && !nolibrary

package archive

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"fragscope/formats/corpus"
)

// TestParts checks that tables are split into files of the requested size, that the rows are sorted across files, and
// that the statistics of row groups show which of them contain a map.
func TestParts(t *testing.T) {
	const most, group = 20_000, 500
	demos := t.TempDir()
	corpus.Many(t, demos, 60, 150_000)
	dir := exported(t, ExportOptions{Files: folderOf(t, demos), Form: "parquet",
		partBytes: most, groupRows: group})
	names, err := filepath.Glob(filepath.Join(dir, "positions", "*.parquet"))
	if err != nil || len(names) < 2 {
		t.Fatalf("%v: %v", names, err)
	}
	slices.Sort(names)
	bounds := func(g parquet.RowGroup, c parquet.LeafColumn) [2]string {
		lo, hi, ok := g.ColumnChunks()[c.ColumnIndex].(*parquet.FileColumnChunk).Bounds()
		if !ok || lo.String() > hi.String() {
			t.Fatalf("a row group has no statistics: %v to %v", lo, hi)
		}
		return [2]string{lo.String(), hi.String()}
	}
	lastGame, last, groups, maps := "", "", 0, map[string]int{}
	for i, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		// a file ends with a segment, and has a footer beside its rows
		if size := info.Size(); i < len(names)-1 && (size < most || size > 4*most+segmentBytes) {
			t.Errorf("%s has %d bytes", filepath.Base(name), size)
		}
		file, err := parquet.OpenFile(f, info.Size())
		if err != nil {
			t.Fatal(err)
		}
		column, _ := file.Schema().Lookup("map")
		game, _ := file.Schema().Lookup("game")
		for _, g := range file.RowGroups() {
			groups++
			if g.NumRows() > group {
				t.Errorf("a row group has %d rows", g.NumRows())
			}
			games, lo, hi := bounds(g, game), bounds(g, column)[0], bounds(g, column)[1]
			if games[0] < lastGame || games[0] == lastGame && games[1] == lastGame && lo < last {
				t.Errorf("maps from %s to %s of games from %s to %s, after %s of %s", lo, hi, games[0], games[1], last, lastGame)
			}
			if lastGame, last = games[1], hi; games[0] != games[1] {
				last = "" // it may be of the first game
			}
			for m := range strings.FieldsSeq(lo + " " + hi) {
				maps[m]++
			}
		}
	}
	if len(maps) < 5 {
		t.Errorf("the statistics name %d maps", len(maps))
	}
	t.Logf("%d files, %d row groups, %d maps", len(names), groups, len(maps))
}
