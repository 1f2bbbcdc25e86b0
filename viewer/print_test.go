package viewer

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/panel"
)

// TestPrintsOnceAndOverNobody holds that what the game writes into the middle of the screen is told once, in the band where there is one,
// and that where it is over the map it covers no player.
func TestPrintsOnceAndOverNobody(t *testing.T) {
	for _, size := range [][2]int{{800, 500}, {1280, 720}, {1920, 1080}} {
		for _, heat := range []bool{false, true} {
			d := open(t, -size[0], -size[1], duel, 3*time.Second)
			if heat {
				d.key("H")
			}
			d.tick(2)
			n := 0
			for i := range d.a.screen.layout.layers {
				if shows(d, i, "Fight!") {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%v, heat %v: the print is there %d times", size, heat, n)
			}
		}
	}
	d := open(t, -1280, -720, duel, 30*time.Second)
	for range 40 {
		w := d.a.session.World()
		w.CenterPrint = sim.PlainText("Countdown: 3\nDeathmatch 3\nMode Team\nRespawns KT2\nAntilag 2\nTeamplay 2\nTimelimit 10\nOvertime 3")
		d.a.screen.compose()
		box := d.a.screen.layout.layers[layerCenter].Area
		if box.W == 0 || !d.a.screen.layout.frame.Map.Contains(box.X+1, box.Y+1) || !d.a.screen.layout.frame.Map.Contains(box.Right()-1, box.Bottom()-1) {
			t.Fatalf("the print is at %v", box)
		}
		for _, f := range d.a.stage.Figures(w) {
			if f.Overlaps(box) {
				t.Errorf("at %v the print at %v covers the player at %v", d.pos(), box, f)
			}
		}
		d.key("Shift+Right")
	}
}

// TestPrintStays holds that a print stays where it is while it covers nobody.
func TestPrintStays(t *testing.T) {
	d := open(t, -1280, -720, duel, 30*time.Second)
	p := &panel.Pen{Theme: &d.a.prefs.theme, Type: d.a.screen.canvas}
	m := d.a.screen.layout.frame.Map
	v := panel.CenterPrintView{Text: sim.PlainText("Fight!")}
	first, spot := panel.CenterPrint(p, m, v)
	v.Avoid = append(v.Avoid, first.Area)
	second, spot2 := panel.CenterPrint(p, m, v)
	v.Avoid, v.Spot = nil, spot2
	third, _ := panel.CenterPrint(p, m, v)
	if spot != 0 || spot2 == 0 || first.Area == second.Area || second.Area != third.Area {
		t.Errorf("at %v, then %v, then %v", first.Area, second.Area, third.Area)
	}
}
