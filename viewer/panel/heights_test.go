package panel

import (
	"testing"

	"fragscope/sim"
	"fragscope/viewer/ink"
)

// Everyone has a mark at his height that follows him, above all the followed player; storeys are chosen by a click.
func TestHeights(t *testing.T) {
	p := pen()
	v := HeightsView{Low: 0, High: 400, Cuts: []float32{200}, Names: []string{"1", "2"}, Watched: 0}
	for i := range 9 {
		v.Players = append(v.Players, HeightsPlayer{
			Slot: i, Name: "p", Badge: p.Theme.Badge(&sim.Profile{Slot: i}, false), Height: float32(i*50) - 20, Fade: 1, Followed: i == 4,
		})
	}
	area := ink.Rect{X: 10, Y: 20, W: heightsWidth, H: 500}
	l := Heights(p, area, v)
	at := map[int]float32{}
	last := -1
	for _, s := range l.Spots {
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
	if s, ok := l.SpotAt(area.X+8, area.Y+30); !ok || s.Do != (Command{Verb: VerbFocusStory, Index: 1}) {
		t.Errorf("a click on the upper storey does %v", s.Do)
	}
	if s, ok := l.SpotAt(area.X+8, area.Bottom()-60); !ok || s.Do != (Command{Verb: VerbFocusStory, Index: 0}) {
		t.Errorf("a click on the lower storey does %v", s.Do)
	}
}
