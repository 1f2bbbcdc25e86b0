//go:build !js

package library

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"fragscope/sim/archive"
	"fragscope/viewer/panel"
	"fragscope/viewer/settings"
)

// tableFor returns the table of a library with a folder of nothing that is a demo.
func tableFor(t *testing.T) *demoTable {
	t.Helper()
	file, err := archive.Open(filepath.Join(t.TempDir(), "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	host := &Host{Settings: &settings.Settings{LibrarySort: "-date", LibraryColumns: []string{"date", "file"}}}
	return &demoTable{host: host, file: file, layout: arrangementOf(host), scroll: &panel.Scroll{}, changed: func() {}}
}

// TestEmptyTable checks that a table without demos can be operated, and that its buttons say why they do nothing.
func TestEmptyTable(t *testing.T) {
	d := tableFor(t)
	operate := func() {
		d.mark()
		d.unfold(true)
		if d.chosen() != nil || len(d.ids()) > 0 || len(d.marked) > 0 {
			t.Error("there is a demo")
		}
	}
	operate()
	var v view
	if d.show(&v); v.Note != msgReading || v.Row != nil {
		t.Errorf("before it is read: %q", v.Note)
	}
	index, err := d.file.Index(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	d.put(index, 0, false)
	if d.note() != msgReading {
		t.Errorf("while it is read: %q", d.note())
	}
	d.put(index, 0, true)
	operate()
	v = view{Text: "dm6"}
	if d.show(&v); d.asked != "dm6" || v.Empty != msgNoMatch || v.Count != 0 {
		t.Errorf("filtered by %q: %+v", d.asked, v)
	}
	for _, b := range v.Buttons {
		want := msgNoDemo
		switch b.Do.Text {
		case askAdd:
			want = ""
		case askScan:
			want = msgNoFolder
		}
		if b.Why != want {
			t.Errorf("%s: %q, want %q", b.Text, b.Why, want)
		}
	}
	if titles := []string{v.Columns[0].Title, v.Columns[1].Title}; !slices.Equal(titles, []string{"Date", "File"}) {
		t.Errorf("columns %v", titles)
	}
}
