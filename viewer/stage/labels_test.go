package stage

import (
	"fmt"
	"testing"

	"fragscope/viewer/draw"
)

// spot is the labels of n players of a spot, the last of whom stands apart.
func spot(n int) *labels {
	b := &labels{}
	b.begin(&Transform{x1: 1000, y1: 800, scale: 1}, true)
	for i := range n {
		l := label{id: i, x: 500 + float32(i%2)*3, y: 400, r: 15, rank: 50, face: draw.Face{Size: 12}, number: fmt.Sprint(i + 1), name: "player"}
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
			if l.rows != nil && test.players > 9 && l.rows[crowdRows-1].name != fmt.Sprintf("+%d", test.players-1-(crowdRows-1)) {
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
