package stage

import (
	"fmt"
	"testing"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// spot returns the labels of n players in one spot, except that the last one stands apart.
func spot(n int) *labels {
	b := &labels{}
	b.begin(&Transform{x1: 1000, y1: 800, scale: 1}, true)
	for i := range n {
		l := label{id: i, x: 500 + float32(i%2)*3, y: 400, r: 15, rank: 50, face: draw.Face{Size: 12},
			number: fmt.Sprint(i + 1), name: "player"}
		if i == n-1 {
			l.x += 200
		}
		b.keepFree(l.x, l.y, 10)
		b.add(l)
	}
	return b
}

func TestACrowdHasOneLabel(t *testing.T) {
	c := draw.New()
	theme := draw.Dark()
	for _, test := range []struct{ players, rows, shown int }{{3, 0, 3}, {4, 3, 2}, {9, 8, 2}, {13, 8, 2}} {
		b := spot(test.players)
		b.gather()
		var placed []draw.Rect
		for i := range b.list {
			l := &b.list[i]
			if l.hidden {
				continue
			}
			b.place(c, l)
			placed = append(placed, draw.Rect{X: l.px, Y: l.py, W: l.w, H: l.h})
			if l.rows != nil && len(l.rows) != test.rows {
				t.Errorf("%d players: a label of %d rows, want %d", test.players, len(l.rows), test.rows)
			}
			if l.rows != nil && test.players > 9 && l.rows[crowdRows-1].name != fmt.Sprintf("+%d",
				test.players-1-(crowdRows-1)) {
				t.Errorf("%d players: the last row is %q", test.players, l.rows[crowdRows-1].name)
			}
		}
		if len(placed) != test.shown {
			t.Errorf("%d players: %d labels, want %d", test.players, len(placed), test.shown)
		}
		for i := range placed {
			for k := range i {
				if placed[i].Overlaps(placed[k]) {
					t.Errorf("%d players: labels at %v and %v", test.players, placed[i], placed[k])
				}
			}
		}
	}
	b := spot(6)
	b.list[2].rank = 100 // the followed one
	b.draw(c, &theme)
	for i := range b.list {
		if l := &b.list[i]; l.rank == 100 && (l.hidden || l.rows != nil) {
			t.Error("the followed player has lost his label to the crowd")
		}
	}
}

// TestThingsInAHeapHaveOneLabel checks that things in a heap with the same name have one label, and that one lying
// apart keeps its own.
func TestThingsInAHeapHaveOneLabel(t *testing.T) {
	b := &labels{}
	b.begin(&Transform{x1: 1000, y1: 800, scale: 1}, true)
	for i, x := range []float32{100, 104, 108, 300} {
		b.add(label{id: -1 - i, x: x, y: 100, r: 10, number: "Tech"})
	}
	b.add(label{id: -9, x: 102, y: 100, r: 10, number: "Quad"})
	b.mergeAlike()
	for i, want := range []bool{false, true, true, false, false} {
		if got := b.list[i].hidden; got != want {
			t.Errorf("label %d: hidden is %v", i, got)
		}
	}
}

// TestLabelsAreShortWhereTheMapIsSmall checks that, on a map so small that labels crowd, the dead and players out of
// sight have only their number.
func TestLabelsAreShortWhereTheMapIsSmall(t *testing.T) {
	for _, c := range []struct {
		k     float64 // pixels per unit
		life  sim.Life
		ghost bool
		name  string
	}{
		{0.3, sim.Alive, true, "ranger"},
		{0.3, sim.Dead, false, "ranger"},
		{0.1, sim.Alive, false, "ranger"},
		{0.1, sim.Alive, true, ""},
		{0.1, sim.Dead, false, ""},
	} {
		s := New(draw.Dark())
		s.transform = Transform{k: c.k, scale: 1}
		s.labels.begin(&s.transform, true)
		p := sim.Player{Slot: sim.SlotAt(0), Profile: &sim.Profile{Name: sim.PlainText("ranger")}, Life: c.life,
			Health: sim.Unknown, Armor: sim.Unknown}
		s.label(&Scene{World: &sim.World{}, Names: true}, &figure{p: &p, fade: 1, ghost: c.ghost})
		if got := s.labels.list[0].name; got != c.name {
			t.Errorf("at %g pixels a unit, life %v, out of sight %v: the name is %q, want %q", c.k, c.life, c.ghost,
				got, c.name)
		}
	}
}
