//go:build !js

package library

import (
	"testing"
	"time"

	"fragscope/sim/archive"
)

// TestNearest joins the results for several moments: the nearest first, and only one of those close together in a demo.
func TestNearest(t *testing.T) {
	a, b := &archive.Row{Path: "a"}, &archive.Row{Path: "b"}
	got := nearest([]archive.Alike{
		{Row: a, Time: 100 * time.Second, Distance: 0.5}, {Row: b, Time: 104 * time.Second, Distance: 0.4},
		{Row: a, Time: 105 * time.Second, Distance: 0.2}, {Row: a, Time: 120 * time.Second, Distance: 0.3},
	})
	want := []time.Duration{105 * time.Second, 120 * time.Second, 104 * time.Second}
	if len(got) != len(want) {
		t.Fatalf("%d answers", len(got))
	}
	for i := range got {
		if got[i].Time != want[i] {
			t.Errorf("answer %d is at %v, want %v", i, got[i].Time, want[i])
		}
	}
}
