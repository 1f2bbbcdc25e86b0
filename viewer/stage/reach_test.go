package stage

import (
	"testing"
	"time"

	"fragscope/viewer/ink"
	"fragscope/viewer/screentest"
)

func TestWhoLeavesThePlanIsSeen(t *testing.T) {
	r := walk()
	s := New(ink.Dark())
	sc := All(r.Cursor().At(900*time.Millisecond), r)
	sc.Sharp = true
	draw(t, s, screentest.Image(t, 400, 300), 1, &sc)
	draw(t, s, screentest.Image(t, 400, 300), 1, &sc)
	for _, p := range sc.World.Players {
		if x, y := s.Camera.Screen(p.Origin); !s.Camera.View().Contains(x, y) {
			t.Errorf("player %d is at %v, %v", p.Slot.Index(), x, y)
		}
	}
	if k := s.Camera.Scale(); k < 0.2 || k > 0.4 {
		t.Errorf("1096 by 696 units are shown with %v points a unit", k)
	}
}
