package viewer

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
)

// roomy are the features that need room of their own, which UX.md gives them as long as the map keeps its share.
var roomy = []string{"lanes", "control", "curve", "race", "map alone", "caption"}

// places returns where points of the map are on the screen.
func (d *driver) places() (at [3][2]float32) {
	d.a.screen.compose()
	d.a.stage.Camera.Settle()
	for i, p := range [...]sim.Vec3{{}, {512, -256, 0}, {-1024, 768, 64}} {
		at[i][0], at[i][1] = d.a.stage.Camera.Screen(p)
	}
	return at
}

// TestTheMapStaysInPlace switches on each feature at every size and checks that no point of the map moves on the screen
// and no panel next to the map vanishes. Features that need room of their own leave a zoomed map in place and show all
// of a fitted one; afterwards, it is where it was.
func TestTheMapStaysInPlace(t *testing.T) {
	for _, size := range [][3]int{{800, 500, 1}, {1280, 720, 1}, {1920, 1080, 1}, {1600, 1000, 2}} {
		d := open(t, -size[0], -size[1], crowd, 30*time.Second)
		d.until("it is known what could be seen", func() bool { return d.a.parts.ready() })
		d.a.screen.layout.scale = float32(size[2])
		d.a.prefs.set.Heights = panel.Open
		for _, zoomed := range []bool{false, true} {
			if zoomed {
				d.a.stage.Camera.ZoomAt(300, 200, 1.7)
			}
			was, frame := d.places(), d.a.screen.layout.frame
			for _, f := range features {
				what := fmt.Sprintf("%s at %v, zoomed: %v", f.name, size, zoomed)
				f.set(d, true)
				now, with := d.places(), d.a.screen.layout.frame
				if own := slices.Contains(roomy, f.name); (!own || zoomed) && !samePlaces(was, now) {
					t.Errorf("%s: points of the map go from %v to %v", what, was, now)
				} else if !own && with != frame {
					t.Errorf("%s: the frame changes from %+v to %+v", what, frame, with)
				}
				f.set(d, false)
				if now := d.places(); !samePlaces(was, now) {
					t.Errorf("%s: points of the map are left at %v, were at %v", what, now, was)
				}
			}
		}
	}
}

func samePlaces(a, b [3][2]float32) bool {
	for i := range a {
		if abs32(a[i][0]-b[i][0]) > 0.01 || abs32(a[i][1]-b[i][1]) > 0.01 {
			return false
		}
	}
	return true
}

// TestTheSelectionBarKeepsItsButtons checks that every action on a selection has its button, however narrow the map.
func TestTheSelectionBarKeepsItsButtons(t *testing.T) {
	for _, size := range [][2]int{{480, 400}, {800, 500}, {1280, 720}} {
		d := open(t, -size[0], -size[1], crowd, 30*time.Second)
		d.a.timeline.Play.SetLoop(20*time.Second, 40*time.Second)
		d.a.screen.compose()
		l := &d.a.screen.layout.layers[layerRange]
		for _, b := range d.a.screen.rangeView().Buttons {
			if !slices.ContainsFunc(l.HitAreas, func(a panel.HitArea) bool {
				return a.Do.ID == b.ID && a.Rect.W > 20 && a.Rect.Bottom() <= l.Area.Bottom()
			}) {
				t.Errorf("%v: there is no button for %s", size, b.Text)
			}
		}
	}
}

// TestTheOverlayCoversNobody checks that the casting overlay leaves the whole map in sight, at every size, in the window
// and alone, and that nothing else shows the score meanwhile.
func TestTheOverlayCoversNobody(t *testing.T) {
	for _, size := range [][3]int{{800, 500, 1}, {1280, 720, 1}, {1920, 1080, 1}, {1600, 1000, 2}} {
		for name, m := range map[string]match{"duel": duel, "crowd": crowd} {
			d := open(t, -size[0], -size[1], m, 30*time.Second)
			d.a.screen.layout.scale = float32(size[2])
			d.a.parts.set(action.Caption, true)
			for _, alone := range []bool{false, true} {
				d.a.screen.hidePanels = alone
				d.places()
				d.a.screen.compose()
				l := d.a.screen.layout
				for _, pl := range d.a.session.World().Players {
					x, y := d.a.stage.Camera.Screen(pl.Origin)
					for i := layerCaption; i <= layerCaptionRight; i++ {
						if a := l.layers[i].Area; a.Contains(x, y) || a.H <= 0 {
							t.Errorf("%s at %v: %v is under part %d at %v", name, size, pl.Profile.Name, i, a)
						}
					}
					if !l.frame.Map.Contains(x, y) {
						t.Errorf("%s at %v: %v is out of the map", name, size, pl.Profile.Name)
					}
				}
				if v := d.a.screen.topView(); l.frame.Left.W > 0 || v.Clock != "" || len(v.Chips) > 0 {
					t.Errorf("%s at %v: players at %v, the top line has the score, too", name, size, l.frame.Left)
				}
			}
		}
	}
}
