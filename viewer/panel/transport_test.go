package panel

import (
	"slices"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// All clocks are shown where there is room; where there is not, those that tell something.
func TestItemClocks(t *testing.T) {
	p := pen()
	clocks := []ItemClock{
		{Name: "Quad"}, {Name: "Pent", State: sim.ItemTaken, Known: true, Left: time.Minute}, {Name: "RA"}, {Name: "MH", State: sim.ItemPresent}, {Name: "YA"},
	}
	var every float32
	for _, c := range clocks {
		every += clockWidth(p, c)
	}
	for _, c := range []struct {
		w    float32
		want []string
	}{
		{every, []string{"Quad", "Pent", "RA", "MH", "YA"}},
		{every - clockGap - 1, []string{"Pent", "RA", "MH", "YA"}},
		{clockWidth(p, clocks[1]) + clockWidth(p, clocks[3]), []string{"Pent", "MH"}},
		{clockWidth(p, clocks[1]), []string{"Pent"}},
		{10, nil},
	} {
		p.Begin(draw.Rect{W: c.w, H: 40})
		drawItemClocks(p, draw.Rect{W: c.w, H: 40}, clocks)
		var got []string
		for _, op := range p.End().Ops {
			if op.Kind == OpText && op.Face == Small {
				got = append(got, op.Text)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("in %v: %v, want %v", c.w, got, c.want)
		}
	}
}
