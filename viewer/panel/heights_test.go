package panel

import (
	"testing"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// TestHeights checks that everyone has a mark at his height that a click follows, with the followed player's on top,
// and that storeys are chosen by a click.
func TestHeights(t *testing.T) {
	p := pen()
	v := HeightsView{Low: 0, High: 400, Cuts: []float32{200}, Names: []string{"1", "2"}, Watched: 0}
	for i := range 9 {
		v.Players = append(v.Players, HeightsPlayer{
			Slot: i, Name: "p", Badge: p.Theme.Badge(&sim.Profile{Slot: sim.SlotAt(i)}, false),
			Height: float32(i*50) - 20, Fade: 1, Followed: i == 4,
		})
	}
	area := draw.Rect{X: 10, Y: 20, W: heightsWidth, H: 500}
	l := Heights(p, area, v)
	at := map[int]float32{}
	last := -1
	for _, s := range l.HitAreas {
		if s.Rect.X < area.X || s.Rect.Right() > area.Right() || s.Rect.Y < area.Y || s.Rect.Bottom() > area.Bottom() {
			t.Errorf("%v leaves the side view", s.Rect)
		}
		if s.Do.Verb == VerbFollow {
			at[s.Do.Index], last = s.Rect.Y, s.Do.Index
		}
	}
	if len(at) != 9 || last != 4 {
		t.Errorf("marks %v, the last one of %d", at, last)
	}
	for i := 1; i < 9; i++ {
		if !(at[i] < at[i-1]) {
			t.Errorf("player %d is at %v, one lower at %v", i, at[i], at[i-1])
		}
	}
	if s, ok := l.HitAreaAt(area.X+8, area.Y+30); !ok || s.Do != (Command{Verb: VerbFocusStorey, Index: 1}) {
		t.Errorf("a click on the upper storey does %v", s.Do)
	}
	if s, ok := l.HitAreaAt(area.X+8, area.Bottom()-60); !ok || s.Do != (Command{Verb: VerbFocusStorey, Index: 0}) {
		t.Errorf("a click on the lower storey does %v", s.Do)
	}
}

// TestHeightsOfACrowd checks that each of several players at the same height has his own mark, next to or below the
// others, and that the followed player's mark is exactly at his height.
func TestHeightsOfACrowd(t *testing.T) {
	p := pen()
	v := HeightsView{Low: 0, High: 400}
	for i := range 20 {
		v.Players = append(v.Players, HeightsPlayer{Slot: i, Badge: p.Theme.Badge(&sim.Profile{Slot: sim.SlotAt(i)},
			false), Height: 200, Fade: 1, Followed: i == 7})
	}
	in := draw.Rect{X: 0, Y: 0, W: heightsWidth, H: 400}
	places := v.places(in)
	for i, r := range places {
		if r.Y < in.Y || r.Bottom() > in.Bottom() || r.Right() > in.Right() {
			t.Errorf("mark %d at %v leaves the side view", i, r)
		}
		for k := range i {
			if r.Overlaps(places[k]) {
				t.Errorf("marks %d and %d are at %v and %v", k, i, places[k], r)
			}
		}
	}
	if _, y := places[7].Center(); y < v.place(in, 200)-1 || y > v.place(in, 200)+1 {
		t.Errorf("the followed player is at %v, his height is at %v", y, v.place(in, 200))
	}
}
