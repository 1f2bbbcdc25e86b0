//go:build !js

package library

import (
	"testing"
	"time"

	"fragscope/sim/archive"
)

// TestOneTask checks that a second operation does not begin before the first has ended, even if it was cancelled.
func TestOneTask(t *testing.T) {
	changes := 0
	w := task{relayout: func() { changes++ }}
	w.cancel()
	ctx, end, ok := w.begin("Searching")
	if !ok || !w.running() || w.doing != "Searching" {
		t.Fatalf("%+v", w)
	}
	w.progress("Searching: half", 0.5)
	w.cancel()
	if ctx.Err() == nil {
		t.Error("it is not cancelled")
	}
	if _, _, ok := w.begin("Exporting"); ok || w.share != 0.5 {
		t.Error("a second operation begins")
	}
	if end(); w.running() || w.doing != "" || w.share != 0 {
		t.Errorf("after the end: %+v", w)
	}
	if _, _, ok := w.begin("Exporting"); !ok || changes != 4 {
		t.Errorf("nothing begins after it, or %d changes were reported", changes)
	}
}

// TestScannedIsDue checks when a table is read again during a scan: at once for the first demos, then every second, or
// less often if it takes long to read.
func TestScannedIsDue(t *testing.T) {
	for _, c := range []struct {
		name     string
		read     int
		took, by time.Duration // of the scan; of reading the table
		want     bool
	}{
		{"the first demo", 1, 10 * time.Millisecond, 0, true},
		{"the second at once", 2, 20 * time.Millisecond, 0, false},
		{"a second later", 3, 1020 * time.Millisecond, 0, true},
		{"nothing new", 3, 5 * time.Second, 0, false},
		{"a table that takes half a second", 4, 5 * time.Second, 500 * time.Millisecond, false},
		{"five seconds later", 4, 6100 * time.Millisecond, 500 * time.Millisecond, true},
	} {
		s := scanned{at: -readEvery}
		switch c.name {
		case "the second at once", "a second later":
			s = scanned{1, 10 * time.Millisecond}
		case "nothing new", "a table that takes half a second", "five seconds later":
			s = scanned{3, 1020 * time.Millisecond}
		}
		if got := s.due(archive.Progress{Read: c.read, Demos: c.read, Took: c.took}, c.by); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
