package race

import (
	"testing"

	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

// TestStrafes holds that the curve of the strafes has gaps where the runner is on the ground, and room of its own.
func TestStrafes(t *testing.T) {
	theme := draw.Dark()
	p := &panel.Pen{Theme: &theme, Type: draw.New(), MouseX: -1, MouseY: -1}
	area := draw.Rect{W: 1000, H: heightOf(1, 720, false, true)}
	if lower := heightOf(1, 720, false, false); area.H != lower+strafeTall {
		t.Errorf("%v high with strafes, %v without", area.H, lower)
	}
	run := runView{Speeds: []float32{100, 200, 300, 400}, Strafes: []float32{noGain, 1, noGain, -1},
		Color: draw.Hex(0xff0000)}
	shown := func(run runView) (xs []float32) {
		list, _ := layOut(p, area, view{Runs: []runView{run}, Fastest: 400, Most: 1})
		for _, op := range list.Ops {
			if op.Kind == panel.OpGraph && op.Color == run.Color.Fade(0.9) {
				xs = append(xs, op.Rect.X)
			}
		}
		return xs
	}
	if xs := shown(run); len(xs) != 2 || xs[1]-xs[0] < 100 {
		t.Errorf("two columns in the air are drawn at %v", xs)
	}
	run.Strafes = nil
	if xs := shown(run); len(xs) != 0 {
		t.Errorf("a curve without strafes: %v", xs)
	}
}
