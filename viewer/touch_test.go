package viewer

import (
	"slices"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/platform"
	"fragscope/viewer/stage"
)

// touches puts fingers at the given x and y coordinates; no arguments lift them.
func (d *driver) touches(at ...float32) {
	d.in.Touches = nil
	for i := 0; i < len(at); i += 2 {
		d.in.Touches = append(d.in.Touches, platform.Touch{ID: i, X: float64(at[i]), Y: float64(at[i+1])})
	}
	d.tick(1)
}

func (d *driver) tap(x, y float32) {
	d.touches(x, y)
	d.touches()
}

func (d *driver) tapAction(id action.ID) {
	d.t.Helper()
	d.tap(d.spot(string(id), func(c panel.Command) bool { return c.Verb == panel.VerbAction && c.ID == id }))
}

// swipe moves a finger from one place to another.
func (d *driver) swipe(x0, y0, x1, y1 float32) {
	for i := range 6 {
		k := float32(i) / 5
		d.touches(x0+(x1-x0)*k, y0+(y1-y0)*k)
	}
	d.touches()
}

// phone opens a demo on a touch screen, upright or not.
func phone(t *testing.T, w, h int, at time.Duration) *driver {
	d := open(t, -w, -h, duel, at)
	d.tap(-1, -1)
	d.tick(2) // in which the map finds its place
	return d
}

func TestTapsAndDragsDoWhatClicksDo(t *testing.T) {
	d := phone(t, 390, 844, 30*time.Second)
	d.tapAction(action.PlayPause)
	if !d.a.timeline.Play.Playing() {
		t.Error("a tap on the button does not play")
	}
	d.tapAction(action.PlayPause)
	line := d.a.screen.layout.frame.Transport
	d.swipe(d.lineX(10*time.Second), line.Y+40, d.lineX(50*time.Second), line.Y+40)
	near(t, d.pos(), 50*time.Second, time.Second)

	cam := &d.a.stage.Camera
	x, y := d.a.screen.layout.frame.Map.Center()
	wx, wy := cam.World(x, y)
	d.swipe(x, y, x+60, y+40)
	if x2, y2 := cam.Screen(sim.Vec3{float32(wx), float32(wy)}); abs(x2-x-60) > 2 || abs(y2-y-40) > 2 {
		t.Errorf("the place dragged by 60, 40 went by %v, %v", x2-x, y2-y)
	}
	d.tap(x, y+100)
	d.tap(x+8, y+95)
	if !cam.Fitted() {
		t.Error("a double tap does not fit the map")
	}
}

func TestTwoFingersMoveAndZoom(t *testing.T) {
	d := phone(t, 390, 844, 30*time.Second)
	cam := &d.a.stage.Camera
	x, y := d.a.screen.layout.frame.Map.Center()
	k := cam.Scale()
	wx, wy := cam.World(x, y)
	d.touches(x-40, y)
	d.touches(x-40, y, x+40, y)
	d.touches(x-80+30, y+20, x+80+30, y+20)
	if got := cam.Scale() / k; got < 1.95 || got > 2.05 {
		t.Errorf("fingers that went from 80 to 160 points apart zoomed by %v", got)
	}
	if x2, y2 := cam.Screen(sim.Vec3{float32(wx), float32(wy)}); abs(x2-x-30) > 2 || abs(y2-y-20) > 2 {
		t.Errorf("the place between the fingers went by %v, %v, want 30, 20", x2-x, y2-y)
	}
	d.touches(x+30, y+20) // one is lifted before the other
	d.touches(x+90, y+90)
	d.touches()
	if x2, _ := cam.Screen(sim.Vec3{float32(wx), float32(wy)}); abs(x2-x-30) > 2 {
		t.Error("the finger that was lifted last dragged the map")
	}
	wantFollow(t, d, -1)

	line := d.a.screen.layout.frame.Transport
	from, to := d.a.timeline.Shown()
	d.touches(150, line.Y+40, 200, line.Y+40)
	d.touches(100, line.Y+40, 250, line.Y+40)
	d.touches()
	if f2, t2 := d.a.timeline.Shown(); (t2 - f2) > (to-from)/2 {
		t.Errorf("the timeline shows %v to %v", f2, t2)
	}
	d.wantPos(30 * time.Second)
}

// TestATapIsShortByItsOwnClock checks that a tap of 60 ms remains one if the program takes seconds for a frame.
func TestATapIsShortByItsOwnClock(t *testing.T) {
	d := phone(t, 390, 844, 30*time.Second)
	began := time.Now()
	tap := func(x, y float32, after, held time.Duration) {
		d.in.Touches = []platform.Touch{{X: float64(x), Y: float64(y), Began: began.Add(after), Held: held}}
		d.tick(1)
		d.in.Now = d.in.Now.Add(2 * time.Second)
		d.tick(1)
	}
	cam := &d.a.stage.Camera
	x, y := d.a.screen.layout.frame.Map.Center()
	d.swipe(x, y, x+60, y+40)
	tap(x, y+100, 0, 60*time.Millisecond)
	if d.a.overlay.Active() {
		t.Error("a tap of 60 ms is a long touch")
	}
	tap(x, y+100, 200*time.Millisecond, 60*time.Millisecond) // the program did not see it lifted between
	d.touches()
	if !cam.Fitted() {
		t.Error("two taps 140 ms apart are no double tap")
	}
	tap(x, y+100, 10*time.Second, 600*time.Millisecond)
	if !d.a.overlay.Active() {
		t.Error("a finger that stayed for 600 ms is no long touch")
	}
}

func TestAnUprightScreenTurnsAWideMap(t *testing.T) {
	d := phone(t, 390, 844, 30*time.Second)
	cam := &d.a.stage.Camera
	want := stage.Turn(0)
	if cam.Aspect(0) >= 1.25 {
		want = 1
	}
	if got := cam.Turn(); got != want {
		t.Errorf("a map %.2f times as wide as high is turned by %d quarters, want %d", cam.Aspect(0), got, want)
	}
	d.key("Q")
	if got := cam.Turn(); got != want+1 {
		t.Errorf("the user's turn leads to %d quarters, want %d", got, want+1)
	}
}

func TestALongTouchDoesWhatARightClickDoes(t *testing.T) {
	d := open(t, 390, 844, duel, 30*time.Second)
	d.tap(-1, -1)
	d.tick(2)
	x, y, _, ok := d.a.stage.Place(stage.Target{Kind: stage.TargetPlayer, ID: 3})
	if !ok {
		t.Fatal("the player is not on the map")
	}
	list := func() (rows []string) {
		for _, e := range slices.Concat(d.a.overlay.Popped()...) {
			rows = append(rows, e.Name)
		}
		return rows
	}
	d.touches(x+12, y) // a finger is imprecise
	d.wait(longTouch + 2*tick)
	d.touches()
	touched := list()
	if len(touched) < 4 {
		t.Fatalf("the list is %q", touched)
	}
	d.tap(d.spot("the first row", func(c panel.Command) bool { return c.Verb == panel.VerbChoose && c.Index == 0 }))
	wantFollow(t, d, 3)
	d.key("0")

	d.move(-20, -20) // the mouse, for which the window is another
	d.tick(2)
	x, y, _, _ = d.a.stage.Place(stage.Target{Kind: stage.TargetPlayer, ID: 3})
	d.rightClick(x, y)
	clicked := list()
	if len(clicked) != len(touched) || clicked[0] != touched[0] || clicked[1] != touched[1] {
		t.Errorf("a right click lists %q, a long touch %q", clicked, touched)
	}
	d.rightClick(x, y)
	if d.choosing() {
		t.Error("a right click beside does not close the list")
	}
}

func TestAFingerScrollsAList(t *testing.T) {
	d := phone(t, 390, 844, 30*time.Second)
	d.tapAction(action.Menu)
	x, y := d.spot("a row", func(c panel.Command) bool { return c.Verb == panel.VerbChoose })
	before := d.a.overlay.Scroll().At
	d.swipe(x, y+200, x, y)
	if d.a.overlay.Scroll().At <= before || !d.a.overlay.Active() {
		t.Errorf("scrolled from %v to %v, open %v", before, d.a.overlay.Scroll().At, d.a.overlay.Active())
	}
}

func TestPhonesShowClockPositionAndMap(t *testing.T) {
	for _, size := range [][2]int{{390, 844}, {844, 390}} {
		d := phone(t, size[0], size[1], 30*time.Second)
		f := d.a.screen.layout.frame
		if least := float32(200); f.Map.W < 300 || f.Map.H < least {
			t.Errorf("%v: the map has %vx%v", size, f.Map.W, f.Map.H)
		}
		text := ""
		for _, op := range append(d.a.screen.layout.layers[layerTop].Ops,
			d.a.screen.layout.layers[layerTransport].Ops...) {
			text += op.Text + "|"
		}
		for _, part := range []string{"|L1/0:30|", "|L1/0:30.0|", " / "} {
			if !contains("|"+text, part) {
				t.Errorf("%v: %q is not in %q", size, part, text)
			}
		}
		was := f.Map.H + f.Map.W
		d.tapAction(action.PanelRight)
		if f = d.a.screen.layout.frame; f.Right.W == 0 || f.Map.W+f.Map.H >= was {
			t.Errorf("%v: the kill feed did not come", size)
		}
		if size[0] < size[1] {
			d.tapAction(action.PanelLeft)
			if f = d.a.screen.layout.frame; f.Left.W != 390 || f.Right.W != 0 || f.Left.Y < f.Map.Bottom()-1 {
				t.Errorf("the players are at %v, the feed at %v", f.Left, f.Right)
			}
		}
	}
}

// TestTargetsAreLargeEnoughForFingers checks that a finger that touches anywhere within 20 points of the middle of a
// target, along each axis, hits that target.
func TestTargetsAreLargeEnoughForFingers(t *testing.T) {
	for _, size := range [][2]int{{390, 844}, {844, 390}} {
		for what, show := range map[string]func(d *driver){
			"the demo":    func(*driver) {},
			"the players": func(d *driver) { d.a.parts.set(action.PanelLeft, true) },
			"the feed":    func(d *driver) { d.a.parts.set(action.PanelRight, true) },
			"the menu":    func(d *driver) { d.a.parts.Do(action.Menu) },
			"the help":    func(d *driver) { d.a.parts.Do(action.Help) },
			"chapters":    func(d *driver) { d.a.parts.Do(action.Chapters) },
			"the search":  func(d *driver) { d.a.parts.Do(action.Find) },
			"the context": func(d *driver) { d.a.mouse.menus.context(200, 200) },
			"no demo":     func(d *driver) { d.a.session.Close() },
		} {
			d := phone(t, size[0], size[1], 30*time.Second)
			show(d)
			d.tick(2)
			for i := range d.a.screen.layout.layers {
				for _, s := range d.a.screen.layout.layers[i].HitAreas {
					if i == layerScrim {
						continue // anything outside a menu closes it
					}
					checkTarget(t, d, what, i, s)
				}
			}
		}
	}
}

// exempt are targets with an alternative: one finger scrolls like the scroll bar, two fingers move the timeline like
// the overview, and the players in the side view have rows in the list.
var exempt = map[panel.Verb]bool{panel.VerbNone: true, panel.VerbScroll: true, panel.VerbOverview: true,
	panel.VerbLoopEnd: true}

func checkTarget(t *testing.T, d *driver, what string, layer int, s panel.HitArea) {
	t.Helper()
	w, h := d.a.screen.points()
	cx, cy := s.Rect.Center()
	if top, at, _ := d.a.screen.layout.touchedAt(cx, cy); exempt[s.Do.Verb] || at != layer || top.Do != s.Do {
		return // it is covered
	}
	const half = panel.Finger/2 - 1
	for _, by := range [][2]float32{{half, 0}, {-half, 0}, {0, half}, {0, -half}} {
		x, y := cx+by[0], cy+by[1]
		if x < 0 || y < 0 || x >= w || y >= h {
			continue
		}
		if got, _, _ := d.a.screen.layout.touchedAt(x, y); got.Do != s.Do {
			t.Errorf("%gx%g, %s: %v points from the middle of %q (%+v, %v) a finger meets %q (%+v)", w, h, what, by,
				s.Tip, s.Do, s.Rect, got.Tip, got.Do)
			return
		}
	}
}
