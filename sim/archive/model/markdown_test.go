package model

import (
	"os"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// TestManualHasTheModel checks that the manual's page ends with the tables as they are. It is rewritten by -update.
func TestManualHasTheModel(t *testing.T) {
	const page = "../../../assets/manual/tables.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	first := "## Table " + Tables[0].Name
	head, _, found := strings.Cut(string(text), first)
	if !found {
		t.Fatalf("the page has no heading %q", first)
	}
	if want := head + Markdown(); string(text) != want {
		if !corpus.Updating() {
			t.Fatal("the page does not describe the model; run go test ./sim/archive/model -update")
		}
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestColumnsAreNamedOnce checks that no table has two columns of one name, and that every one has a meaning or a unit.
func TestColumnsAreNamedOnce(t *testing.T) {
	for i := range Tables {
		seen := map[string]bool{}
		for _, c := range Tables[i].All() {
			if seen[c.Name] || c.Name == "" {
				t.Errorf("%s: two columns %q", Tables[i].Name, c.Name)
			}
			seen[c.Name] = true
		}
	}
	if Changes[0].Version != Version {
		t.Errorf("version %d is not among the changes", Version)
	}
}

func TestCellsComeBack(t *testing.T) {
	columns := []Column{{Name: "a"}, {Name: "b", Kind: Int}, {Name: "c", Kind: Real}, {Name: "d", Kind: Bool},
		{Name: "e"}}
	row := []Cell{text("x\n"), number(-5), float(1.25), boolean(true), {}}
	b := AppendCells(nil, columns, row)
	got := make([]Cell, len(row))
	rest, err := ReadCells(b, columns, got)
	if err != nil || len(rest) != 0 {
		t.Fatal(err, rest)
	}
	for i := range row {
		if got[i] != row[i] {
			t.Errorf("column %d: %+v, want %+v", i, got[i], row[i])
		}
	}
	for n := range b {
		if _, err := ReadCells(b[:n], columns, got); err == nil && n < len(b)-1 {
			t.Errorf("%d bytes of %d are a row", n, len(b))
		}
	}
}
