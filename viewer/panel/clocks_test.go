package panel

import (
	"slices"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// somewhere returns a clock of an item that is up, taken or unknown.
func somewhere(kind, mark string, state sim.ItemState) ItemClock {
	return ItemClock{Kind: kind, Mark: mark, Full: kind, State: state, Known: state == sim.ItemTaken,
		Left: 12 * time.Second}
}

// clocksOf returns the clocks of a map with three mega healths, two of which are in the given state.
func clocksOf(state sim.ItemState) []ItemClock {
	return []ItemClock{
		somewhere("RA", "", state), somewhere("MH", " N", sim.ItemPresent), somewhere("MH", " E", state),
		somewhere("MH", " S", sim.ItemPresent), somewhere("YA", "", state), somewhere("Quad", "", state),
		somewhere("GA", " 1", sim.ItemPresent), somewhere("GA", " 2", state),
	}
}

// TestItemClocks checks that, if room is short, clocks of a kind are merged first, then names are put above the times,
// and only then the last clocks are dropped.
func TestItemClocks(t *testing.T) {
	p := pen()
	var seen [][]string
	var lines []bool
	for w := float32(900); w >= 0; w-- {
		faces, stacked := arrangeClocks(p, clocksOf(sim.ItemTaken), w)
		var names []string
		for _, f := range faces {
			names = append(names, f.name+" "+f.text)
		}
		if n := len(seen); n == 0 || !slices.Equal(names, seen[n-1]) {
			seen, lines = append(seen, names), append(lines, stacked)
		}
	}
	want := [][]string{
		{"RA 0:12", "MH N up", "MH E 0:12", "MH S up", "YA 0:12", "Quad 0:12", "GA 1 up", "GA 2 0:12"},
		{"RA 0:12", "MH N up", "MH E 0:12", "MH S up", "YA 0:12", "Quad 0:12", "GA 1/2"},
		{"RA 0:12", "MH 2/3", "YA 0:12", "Quad 0:12", "GA 1/2"},
		{"RA 0:12", "MH 2/3", "YA 0:12", "Quad 0:12"},
		{"RA 0:12", "MH 2/3", "YA 0:12"}, {"RA 0:12", "MH 2/3"}, {"RA 0:12"}, nil,
	}
	if !slices.EqualFunc(seen, want, slices.Equal) {
		t.Errorf("from wide to narrow:\n%q\nwant\n%q", seen, want)
	}
	if lines[2] || !lines[3] {
		t.Error("clocks are left out before their names stand above")
	}
	if faces, _ := arrangeClocks(p, clocksOf(sim.ItemTaken), 200); len(faces) < 5 {
		t.Errorf("%d clocks in the bar of a small window, want 5", len(faces))
	}
}

// TestItemClocksKeepTheirPlaces checks that no clock moves, appears or disappears because an item was taken or went out
// of sight.
func TestItemClocksKeepTheirPlaces(t *testing.T) {
	p := pen()
	places := func(state sim.ItemState, w float32) (at []float32) {
		p.Begin(draw.Rect{W: w, H: 40})
		drawItemClocks(p, draw.Rect{W: w, H: 40}, clocksOf(state))
		for _, op := range p.End().Ops {
			at = append(at, op.Rect.X)
		}
		return at
	}
	for w := float32(0); w < 900; w += 7 {
		up := places(sim.ItemPresent, w)
		for _, state := range []sim.ItemState{sim.ItemTaken, sim.ItemUnknown} {
			if got := places(state, w); !slices.Equal(got, up) {
				t.Fatalf("in %v: %v, and %v when they are up", w, got, up)
			}
		}
	}
}

func TestSeveralItemsAreOneClock(t *testing.T) {
	p := pen()
	for _, c := range []struct {
		a, b sim.ItemState
		want string
	}{
		{sim.ItemPresent, sim.ItemPresent, "2/2"}, {sim.ItemPresent, sim.ItemUnknown, "1/2"},
		{sim.ItemTaken, sim.ItemPresent, "1/2"},
		{sim.ItemTaken, sim.ItemUnknown, "0:12"}, {sim.ItemUnknown, sim.ItemUnknown, "--"},
	} {
		if f := mergedFace(p, []ItemClock{somewhere("MH", " N", c.a), somewhere("MH", " S", c.b)}); f.text != c.want {
			t.Errorf("%v and %v: %q, want %q", c.a, c.b, f.text, c.want)
		}
	}
}
