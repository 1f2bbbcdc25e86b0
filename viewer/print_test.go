package viewer

import (
	"testing"
	"time"

	"fragscope/sim"
)

// TestPrintsOnceAtTheUpperEdge checks that a centre print is shown once, in the band if there is one, otherwise at the
// upper edge of the map, where it stays.
func TestPrintsOnceAtTheUpperEdge(t *testing.T) {
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
		w.CenterPrint = sim.PlainText(
			"Countdown: 3\nDeathmatch 3\nMode Team\nRespawns KT2\nAntilag 2\nTeamplay 2\nTimelimit 10\nOvertime 3")
		d.a.screen.compose()
		box, m := d.a.screen.layout.layers[layerCenter].Area, d.a.screen.layout.frame.Map
		if box.W == 0 || box.Y < m.Y || box.Y > m.Y+4 || box.X < m.X || box.Right() > m.Right() {
			t.Fatalf("at %v the print is at %v of the map at %v", d.pos(), box, m)
		}
		d.key("Shift+Right")
	}
}
