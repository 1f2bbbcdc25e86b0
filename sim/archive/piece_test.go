//go:build !js

package archive

import (
	"bytes"
	"os"
	"path"
	"testing"
	"time"
)

func TestPiecesAreAnExport(t *testing.T) {
	files := exportFolder(t)
	want := contents(t, exportTo(t, ExportOptions{Files: listed(files), Form: "parquet", Every: time.Second}))
	x := NewExtractor(t.Context(), ExportOptions{Every: time.Second})
	parts := map[string][]Piece{}
	for _, name := range files {
		data, err := os.ReadFile(name)
		out, err := x.File(t.Context(), name, data, err)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range out.Pieces {
			parts[p.Folder] = append(parts[p.Folder], p)
		}
		for c, weight := range out.Heat {
			if p := HeatPiece(c, weight); WritePieces(new(bytes.Buffer), "csv", []Piece{p}) != nil {
				t.Fatalf("%v cannot be written", c)
			}
		}
		for k, s := range out.Players {
			if p := PlayerPiece(k, s); WritePieces(new(bytes.Buffer), "csv", []Piece{p}) != nil {
				t.Fatalf("%v cannot be written", k)
			}
		}
	}
	for folder, pieces := range parts {
		var b bytes.Buffer
		name := path.Join(folder, PartName(0, "parquet"))
		if err := WritePieces(&b, "parquet", pieces); err != nil || len(want[name]) == 0 {
			t.Errorf("%s: %v, an export has %d bytes", name, err, len(want[name]))
		}
	}
	if len(parts) != len(want)-1 { // an export has columns.csv, too
		t.Errorf("%d files, an export has %d", len(parts), len(want)-1)
	}
}
