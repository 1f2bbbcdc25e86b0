package viewer

import (
	"context"
	"math"
	"testing"
	"time"

	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
	"fragscope/viewer/draw"
	"fragscope/viewer/heat"
	"fragscope/viewer/panel"
	"fragscope/viewer/session"
)

// opened returns a recording for whatever is opened.
type opened struct {
	session.Files
	rec *recording.Recording
}

func (o *opened) Open(context.Context, string) (*recording.Recording, error) { return o.rec, nil }

func (o *opened) Choices(string) ([]session.Choice, error) { return nil, nil }

// FuzzFrame passes bytes through the whole program as a demo: into a recording and from there into frames of the
// window, at some of its times and with panels over the map. Everything laid out and everyone shown has a valid place.
func FuzzFrame(f *testing.F) {
	formats := script.Formats()
	for i, format := range formats {
		data := format.Demo()
		f.Add(uint8(i), uint8(i), data[:min(len(data), 8<<10)])
	}
	demos := &opened{}
	d := drive(f, 640, 400, Options{Paused: true, Demos: demos})
	f.Fuzz(func(t *testing.T, kind, over uint8, data []byte) {
		if len(data) > 1<<16 {
			t.Skip()
		}
		rec, err := load.Bytes(t.Context(), formats[int(kind)%len(formats)].File(), data)
		if err != nil || rec.Frames() == 0 {
			return
		}
		rec.Wait()
		if rec.Err() != nil {
			t.Fatal(rec.Err())
		}
		d.t, demos.rec = t, rec
		d.a.session.Open("/demos/a", "", true)
		d.until("the demo is open", func() bool {
			return d.a.session.Recording() == rec && !d.a.session.Opening() &&
				d.a.parts.ready()
		})
		d.a.parts.set(heat.IDMap, over&1 != 0)
		d.a.screen.scores.pinned = over&2 != 0
		if over&4 != 0 {
			d.key("Ctrl+F")
		}
		for i := range time.Duration(4) {
			d.a.timeline.Seek(rec.Duration() * i / 3)
			d.tick(1)
			d.hasPlaces()
		}
		d.key("Esc", "Esc") // each input finds the window in the same state
		d.a.session.Close()
		d.a.notices.Clear()
		d.tick(1)
	})
}

// hasPlaces checks the geometry of the frame.
func (d *driver) hasPlaces() {
	const far = 1 << 20 // points
	wrong := func(r draw.Rect) bool {
		for _, v := range [...]float32{r.X, r.Y, r.W, r.H} {
			if !(math.Abs(float64(v)) < far) {
				return true
			}
		}
		return false
	}
	for i := range d.a.screen.layout.layers {
		for _, op := range d.a.screen.layout.layers[i].Ops {
			if wrong(op.Rect) || op.Kind == panel.OpText && !(op.Rect.W <= 640) {
				d.t.Fatalf("layer %d has %+v", i, op)
			}
		}
		for _, h := range d.a.screen.layout.layers[i].HitAreas {
			if wrong(h.Rect) {
				d.t.Fatalf("layer %d has a place to click at %v", i, h.Rect)
			}
		}
	}
	w := d.a.session.World()
	if w == nil || d.a.stage.Plan() == nil {
		return
	}
	if k := d.a.stage.Camera.Scale(); !(k > 0 && k < far) {
		d.t.Fatalf("the map is drawn at %v points a unit", k)
	}
	lo, hi := d.a.stage.Plan().Bounds()
	for a := range lo {
		if !(math.Abs(float64(lo[a])) < far && math.Abs(float64(hi[a])) < far) {
			d.t.Fatalf("the map reaches from %v to %v", lo, hi)
		}
	}
	for i := range w.Players {
		if x, y := d.a.stage.Camera.Screen(w.Players[i].Origin); w.Players[i].Visible && wrong(draw.Rect{X: x, Y: y}) {
			d.t.Fatalf("a player at %v is drawn at %v, %v", w.Players[i].Origin, x, y)
		}
	}
}
