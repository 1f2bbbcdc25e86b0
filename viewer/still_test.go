package viewer

import (
	"bytes"
	"testing"
	"time"
)

// What is painted where something changed is what is painted when everything is: while the demo plays, with panels that come and go over the map,
// and when the camera moves.
func TestPaintsWhatChanged(t *testing.T) {
	d := open(t, 1280, 720, crowd, 20*time.Second)
	d.until("the map is drawn", func() bool { return !d.a.stage.Pending() })
	d.a.timeline.Play.Play(false)
	whole, parts := make([]byte, 4*1280*720), make([]byte, 4*1280*720)
	for i := range 60 {
		switch i {
		case 10:
			d.key("F1")
		case 20:
			d.key("Escape")
		case 30:
			d.a.screen.scoresPinned = true
		case 35:
			d.a.screen.scoresPinned = false
		case 40:
			d.move(640, 340)
		case 50:
			d.a.stage.Camera.SetTurn(1)
		case 42:
			d.a.stage.Camera.ZoomAt(640, 340, 1.2)
		}
		d.tick(1)
		if i%3 != 0 || d.a.stage.Pending() { // tiles that come in between are sharper
			continue
		}
		d.img.ReadPixels(parts)
		d.a.screen.all = true
		d.a.draw(d.img, 1)
		d.img.ReadPixels(whole)
		if !bytes.Equal(parts, whole) {
			n := 0
			for k := range whole {
				if whole[k] != parts[k] {
					n++
				}
			}
			t.Fatalf("frame %d: %d values differ", i, n)
		}
		d.tick(2) // the second of which is drawn in parts
	}
}
