package viewer

import (
	"bytes"
	"testing"
	"time"

	"fragscope/viewer/action"
)

// TestPaintsWhatChanged checks that painting only the changes gives the same result as painting everything: while the
// demo plays, with panels that appear and disappear over the map, and when the camera moves.
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
			d.a.screen.scores.pinned = true
		case 35:
			d.a.screen.scores.pinned = false
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
		d.a.screen.changes.all = true
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

// wantWhole checks that the window shows what it would show if all of it were repainted. The next frame is painted in
// parts again.
func (d *driver) wantWhole(what string) {
	d.t.Helper()
	if d.a.stage.Pending() {
		d.until("the map is drawn", func() bool { return !d.a.stage.Pending() })
	}
	b := d.img.Bounds()
	whole, parts := make([]byte, 4*b.Dx()*b.Dy()), make([]byte, 4*b.Dx()*b.Dy())
	d.img.ReadPixels(parts)
	d.a.screen.changes.all = true
	d.a.draw(d.img, float32(d.a.prefs.set.Scale))
	d.img.ReadPixels(whole)
	for i := 0; i < len(whole) && !bytes.Equal(parts, whole); i += 4 {
		if !bytes.Equal(parts[i:i+4], whole[i:i+4]) {
			d.t.Fatalf("%s: the pixel %d, %d is %v where it should be %v", what, i/4%b.Dx(), i/4/b.Dx(), parts[i:i+4],
				whole[i:i+4])
		}
	}
	d.tick(2)
}

// TestPaintsWhatChangedAfterEveryAction checks the same after everything is shown and hidden.
func TestPaintsWhatChangedAfterEveryAction(t *testing.T) {
	d := open(t, 800, 500, crowd, 20*time.Second)
	for _, a := range Actions() {
		if a.Category == action.Files || a.Category == action.Share || a.ID == action.Quit || a.ID == action.Context {
			continue
		}
		d.a.parts.Do(a.ID)
		if d.pos() > 50*time.Second || d.pos() < time.Second {
			d.a.timeline.Play.Seek(20 * time.Second)
		}
		d.a.timeline.Play.Play(false)
		d.tick(2)
		d.wantWhole(string(a.ID))
		if d.choosing() || d.finding() {
			d.key("Escape")
			d.wantWhole(string(a.ID) + ", then left")
		}
	}
}

// TestPaintsWhatChangedUnderTheMouse checks the same wherever the mouse is, and if a point is not a whole number of
// pixels.
func TestPaintsWhatChangedUnderTheMouse(t *testing.T) {
	const w, h, scale = 1040, 650, 1.3
	d := open(t, w, h, crowd, 20*time.Second)
	d.a.prefs.set.Scale = scale
	d.tick(2)
	d.a.timeline.Play.Play(false)
	for y := 4; y < h; y += 92 {
		for x := 5 + y%100; x < w; x += 290 {
			d.move(float32(x), float32(y))
			d.tick(1)
			d.wantWhole("the mouse is elsewhere")
		}
	}
}
