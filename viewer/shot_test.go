package viewer

import (
	"testing"
	"time"

	"fragscope/viewer/screentest"
)

// A picture larger than a texture may be is drawn in pieces, and is the one that a window of that size would show.
func TestALargePictureIsTheWindows(t *testing.T) {
	for _, p := range []struct {
		state string
		w, h  int
		scale float64
	}{{"plain", 2300, 700, 1}, {"items", 700, 2300, 1.5}} {
		d := open(t, p.w, p.h, crowd, 30*time.Second)
		d.a.prefs.set.Scale = p.scale
		states[p.state](d)
		window := d.still()
		if err := screentest.Compare(d.a.screen.still(p.w, p.h, float32(p.scale)), window); err != nil {
			t.Errorf("%s: %v", p.state, err)
		}
	}
}
