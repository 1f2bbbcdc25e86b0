package viewer

import (
	"testing"
	"time"

	"fragscope/viewer/screentest"
)

// A picture larger than a texture may be is drawn in pieces, and is the one that a window of that size would show.
func TestALargePictureIsTheWindows(t *testing.T) {
	const w, h = 2300, 2100 // two pieces each way
	for _, p := range []struct {
		state string
		scale float64
	}{{"plain", 1}, {"follow", 2}, {"items", 1.5}} {
		d := open(t, w, h, crowd, 30*time.Second)
		d.a.set.Scale = p.scale
		states[p.state](d)
		window := d.still()
		if err := screentest.Compare(d.a.still(w, h, float32(p.scale)), window); err != nil {
			t.Errorf("%s: %v", p.state, err)
		}
	}
}
