package viewer

import (
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/stage"
)

// lineY returns the y coordinate at which the timeline is clicked.
func (d *driver) lineY() float32 { return d.a.screen.layout.frame.Transport.Y + 30 }

func (d *driver) lineX(t time.Duration) float32 { return d.a.timeline.Scale().Place(t) }

func near(t *testing.T, got, want, slack time.Duration) {
	t.Helper()
	if gap := got - want; gap < -slack || gap > slack {
		t.Errorf("at %v, want about %v", got, want)
	}
}

const aPixel = 60 * time.Millisecond // on the timeline of a minute, in a window 1280 wide

func TestClickAndDragOnTheTimeLine(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	d.click(d.lineX(10*time.Second), d.lineY())
	near(t, d.pos(), 10*time.Second, aPixel)
	d.drag(d.lineX(10*time.Second), d.lineY(), d.lineX(50*time.Second), d.lineY()-200) // the mouse may leave the timeline
	near(t, d.pos(), 50*time.Second, aPixel)
	if d.a.timeline.Play.Playing() {
		t.Error("a drag started to play")
	}
	d.drag(d.lineX(50*time.Second), d.lineY(), 5000, d.lineY())
	d.wantPos(time.Minute)

	d.key("Home", "Space")
	d.move(d.lineX(20*time.Second), d.lineY())
	d.in.Left = true
	d.wait(time.Second) // the mouse rests
	near(t, d.pos(), 20*time.Second, aPixel)
	d.in.Left = false
	d.wait(time.Second)
	near(t, d.pos(), 21*time.Second, 2*aPixel)
}

func TestTheMapFollowsADragOnTheLineWithinOneFrame(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	d.move(d.lineX(10*time.Second), d.lineY())
	d.in.Left = true
	d.tick(1)
	near(t, d.a.session.World().Time, 10*time.Second, aPixel)
	d.in.X = float64(d.lineX(40 * time.Second))
	d.tick(1)
	near(t, d.a.session.World().Time, 40*time.Second, aPixel)
}

func TestZoomTheTimeLine(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	x := d.lineX(15 * time.Second)
	d.wheel(x, d.lineY(), 3, 0)
	from, to := d.a.timeline.Shown()
	if to-from > 40*time.Second {
		t.Errorf("shows %v to %v", from, to)
	}
	near(t, d.a.timeline.Scale().Time(x), 15*time.Second, aPixel)
	d.wantPos(30 * time.Second)
	d.key("End")
	if from, to = d.a.timeline.Shown(); d.pos() < from || d.pos() > to {
		t.Errorf("the position is out of sight: %v to %v", from, to)
	}
	d.wheel(x, d.lineY(), -20, action.Ctrl)
	if from, to = d.a.timeline.Shown(); from != 0 || to != time.Minute {
		t.Errorf("shows %v to %v", from, to)
	}
}

func TestHoverOverTheTimeLine(t *testing.T) {
	d := open(t, 1280, 720, duel, 0)
	d.move(d.lineX(30*time.Second), d.lineY())
	var words string
	for _, op := range d.a.screen.layout.layers[layerHover].Ops {
		words += op.Text + "|"
	}
	for _, part := range []string{"0:30.0", "yard1 – The Yard", "Dune||Cobalt", "red armour", "took |Quad|", "yard2"} {
		if !contains(words, part) {
			t.Errorf("%q is not in %q", part, words)
		}
	}
	d.wantPos(0)
}

func TestRowsAndFeedCanBeClicked(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	row := func(slot int) func(panel.Command) bool {
		return func(c panel.Command) bool { return c.Verb == panel.VerbFollow && c.Index == slot }
	}
	d.press("the row of slot 2", row(2))
	wantFollow(t, d, 2)
	d.press("the row of slot 2", row(2))
	wantFollow(t, d, -1)
	at27 := func(c panel.Command) bool { return c.Verb == panel.VerbEvent && c.Time == 27*time.Second }
	for i := range d.a.session.Recording().Events() {
		if e := &d.a.session.Recording().Events()[i]; e.Time == 27*time.Second && e.Kind == sim.EventObituary {
			d.press("the frag at 27 s", at27)
			d.wantPos(27*time.Second - 2500*time.Millisecond)
			wantFollow(t, d, e.Attacker.Index())
		}
	}
	d.a.watch.Show(27*time.Second, d.a.watch.Slot()) // a second time
	d.tick(2)
	d.wantPos(27 * time.Second)
	d.press("what was said at 15 s", func(c panel.Command) bool {
		return c.Verb == panel.VerbEvent &&
			c.Time == 15*time.Second
	})
	d.wantPos(15*time.Second - 2500*time.Millisecond)
}

func TestClickAPlayerOnTheMap(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	x, y, _, ok := d.a.stage.Place(stage.Target{Kind: stage.TargetPlayer, ID: 3})
	if !ok {
		t.Fatal("the player is not on the map")
	}
	d.move(x, y)
	if len(d.a.screen.layout.layers[layerHover].Ops) == 0 {
		t.Error("nothing is said about the player under the mouse")
	}
	d.click(x, y)
	wantFollow(t, d, 3)
}

func TestDragWheelAndDoubleClickOnTheMap(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	cam := &d.a.stage.Camera
	x, y := float32(640), float32(200)
	k := cam.Scale()
	wx, wy := cam.World(x, y)
	d.wheel(x, y, 2, 0)
	d.wait(time.Second)
	if cam.Scale() < 1.3*k {
		t.Errorf("zoom from %v to %v", k, cam.Scale())
	}
	if x2, y2 := cam.Screen(sim.Vec3{float32(wx), float32(wy)}); abs(x2-x) > 2 || abs(y2-y) > 2 {
		t.Errorf("the place under the mouse went to %v, %v", x2, y2)
	}
	wx, wy = cam.World(x, y)
	d.drag(x, y, x+80, y+50)
	if x2, y2 := cam.Screen(sim.Vec3{float32(wx), float32(wy)}); abs(x2-x-80) > 2 || abs(y2-y-50) > 2 {
		t.Errorf("the place dragged by 80, 50 is at %v, %v", x2-x, y2-y)
	}
	at := d.pos()
	d.wheel(x, y, 2, action.Shift)
	d.wantPos(at + 2*time.Second)
	d.click(900, 60)
	d.click(900, 60)
	if !cam.Fitted() {
		t.Error("a double click does not fit the map")
	}
}

func TestTheMapDoesNotReactUnderAPanel(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	k := d.a.stage.Camera.Scale()
	for _, p := range [][2]float32{{100, 400}, {1150, 400}, {640, 10}} {
		d.wheel(p[0], p[1], 3, 0)
		d.drag(p[0], p[1], p[0]+60, p[1]+60)
	}
	d.wait(time.Second)
	if d.a.stage.Camera.Scale() != k || !d.a.stage.Camera.Fitted() {
		t.Error("the map moved")
	}
}

func TestButtonsOfTheBar(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	d.button(action.PlayPause)
	d.wait(time.Second)
	near(t, d.pos(), 31*time.Second, 100*time.Millisecond)
	d.button(action.PlayPause)
	d.button(action.Start)
	d.wantPos(0)
	d.button(action.End)
	d.wantPos(time.Minute)
	d.button(action.Reverse)
	d.wait(time.Second)
	near(t, d.pos(), 59*time.Second, 100*time.Millisecond)
	d.button(action.Faster)
	wantSpeed(t, d, 2)
	for _, s := range []float64{0.25, 4} {
		d.press("the speed", func(c panel.Command) bool { return c.Verb == panel.VerbSpeed && c.Speed == s })
		wantSpeed(t, d, s)
	}
	d.button(action.FullScreen)
	if !d.platform.full {
		t.Error("not full screen")
	}
}

func TestTipsAppearWhenTheMouseRests(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	x, y := d.spot("help", func(c panel.Command) bool { return c.ID == action.Help })
	d.move(x, y)
	d.wait(200 * time.Millisecond)
	if len(d.a.screen.layout.layers[layerTip].Ops) != 0 {
		t.Error("the tip is there at once")
	}
	d.wait(time.Second)
	words := ""
	for _, op := range d.a.screen.layout.layers[layerTip].Ops {
		words += op.Text
	}
	if words != "Help   ?" {
		t.Errorf("the tip says %q", words)
	}
}

func TestAtTheEndItStopsOnTheLastFrame(t *testing.T) {
	d := open(t, 800, 500, duel, 59*time.Second)
	d.key("Space")
	d.wait(3 * time.Second)
	d.wantPos(time.Minute)
	if d.a.timeline.Play.Playing() || d.a.session.World().Time != time.Minute {
		t.Errorf("playing %v, at %v", d.a.timeline.Play.Playing(), d.a.session.World().Time)
	}
}

func TestAtTheEndTheNextDemoIsOffered(t *testing.T) {
	d := drive(t, -1280, -720, Options{Files: []string{"/demos/a.dm_68", "/demos/b.dm_68"}, Paused: true})
	d.until("the demo is open", func() bool { return d.a.open() })
	d.key("End")
	d.until("the next demo is offered", func() bool { return d.says("Next: b.dm_68") })
	d.key("Left")
	if d.says("Next: b.dm_68") {
		t.Error("it is offered before the end")
	}
	d.key("End")
	d.tick(1)
	d.button(action.NextDemo)
	d.until("the next demo is open", func() bool { return d.a.open() && d.a.session.Demo().Path == "/demos/b.dm_68" })
	if !d.says("b.dm_68, 2 of 2") || d.says("Next:") {
		t.Errorf("it says %v", d.a.notices)
	}
}

func TestHeldArrowsRepeat(t *testing.T) {
	d := open(t, 800, 500, duel, 10*time.Second)
	d.down("Shift+Right")
	d.wait(time.Second)
	d.up()
	if d.pos() < 20*time.Second || d.pos() > 32*time.Second {
		t.Errorf("at %v after a second", d.pos())
	}
	at := d.pos()
	d.wait(time.Second)
	d.wantPos(at)
	d.down("N")
	d.wait(2 * time.Second)
	d.up()
	if d.a.prefs.set.Names {
		t.Error("a held key switched more than once")
	}
}

func TestNothingIsPaintedWhileNothingChanges(t *testing.T) {
	const w, h = 480, 320
	d := open(t, w, h, duel, 30*time.Second)
	d.until("the map is drawn", func() bool { return !d.a.stage.Pending() })
	d.wait(time.Second)
	d.img.Clear()
	d.wait(2 * time.Second)
	pix := make([]byte, 4*w*h)
	d.img.ReadPixels(pix)
	for i, v := range pix {
		if v != 0 {
			t.Fatalf("painted at %d, %d", i/4%w, i/4/w)
		}
	}
}

func abs(v float32) float32 {
	if v < 0 {
		return -v
	}
	return v
}

// worded are the commands of areas that need no tooltip, as their own text says what they do.
var worded = map[panel.Verb]bool{
	panel.VerbNone: true, panel.VerbTimeline: true, panel.VerbChoose: true, panel.VerbCategory: true,
	panel.VerbFindField: true, panel.VerbScroll: true, panel.VerbComplete: true,
}

// checkTips checks that everything that can be clicked has a tooltip.
func checkTips(t *testing.T, d *driver, what string) {
	t.Helper()
	for i := range d.a.screen.layout.layers {
		if i == layerScrim {
			continue
		}
		for _, s := range d.a.screen.layout.layers[i].HitAreas {
			if s.Tip == "" && !worded[s.Do.Verb] {
				t.Errorf("%s: nothing is said about %+v at %v", what, s.Do, s.Rect)
			}
		}
	}
}

// TestTheBarIsPaintedWhenItsClockGoesOn checks that, during playback, parts that change more slowly than the frames are
// not painted in each of them.
func TestTheBarIsPaintedWhenItsClockGoesOn(t *testing.T) {
	d := open(t, 1280, 720, match{players: 4, length: 20 * time.Minute, levels: 1, finish: true}, 30*time.Second)
	d.key("Space")
	painted, before := 0, d.a.screen.painter.before[layerTransport]
	const frames = 100
	for range frames {
		d.tick(1)
		if now := &d.a.screen.layout.layers[layerTransport]; !now.Same(&before) {
			painted, before = painted+1, *now
		}
	}
	// Two seconds: the clock next to the timeline shows tenths.
	if painted < 15 || painted > 25 {
		t.Errorf("the bar was painted in %d of %d frames", painted, frames)
	}
	if want := panel.FormatTenths(d.pos()); !shows(d, layerTransport, want) {
		t.Errorf("the clock does not show %s", want)
	}
}

// shows reports whether a text is on a layer.
// TestWeaponsAreNamedByTheGame checks that the window has Quake III's name of its first weapon wherever it is written.
func TestWeaponsAreNamedByTheGame(t *testing.T) {
	d := open(t, -1280, -720, duel, 30*time.Second)
	d.key("F1")
	if !shows(d, layerSheet, "Gauntlet") || shows(d, layerSheet, "Melee") {
		t.Error("the signs have another name")
	}
	d.key("F1")
	p := &panel.Pen{Theme: &d.a.prefs.theme, Type: d.a.screen.canvas, Game: d.a.session.Game()}
	w := d.a.session.World()
	e := sim.Event{Kind: sim.EventObituary, Weapon: sim.WeaponMelee, Profile: w.Players[0].Profile}
	if s := p.Sentence(&e, false); !strings.Contains(s[len(s)-1].Text, "Gauntlet") {
		t.Errorf("a death is told as %+v", s)
	}
	w.Players[0].Weapon, w.Players[0].Inventory = sim.WeaponMelee, nil
	_, lines := d.a.stage.Describe(w, stage.Target{Kind: stage.TargetPlayer})
	if !strings.Contains(strings.Join(lines, ", "), "Gauntlet") {
		t.Errorf("the player has %q", lines)
	}
}

// TestSightIsFoundByBothWords checks that the menu finds sight by its name and by what it shows, and that it explains
// it in full in a large window.
func TestSightIsFoundByBothWords(t *testing.T) {
	d := open(t, -1920, -1080, duel, 30*time.Second)
	for _, text := range []string{"sight", "what the player knows"} {
		d.key("Ctrl+K")
		d.write(text)
		d.tick(2)
		if !shows(d, layerSheet, "Sight") {
			t.Errorf("%q does not find it: %s", text, d.layerTexts(layerSheet))
		}
		d.key("Esc")
	}
	d.key("Ctrl+K")
	d.tick(2)
	if w := d.a.screen.layout.layers[layerSheet].Area.W; w != 1000 {
		t.Errorf("the menu is %v points wide", w)
	}
	for _, op := range d.a.screen.layout.layers[layerSheet].Ops {
		if strings.HasSuffix(op.Text, "…") && len(op.Text) > 60 {
			t.Errorf("cut: %s", op.Text)
		}
	}
}

// TestWatchLiveSaysWatch checks the button of the prompt for addresses.
func TestWatchLiveSaysWatch(t *testing.T) {
	d := open(t, -1280, -720, duel, 30*time.Second)
	d.key("Ctrl+L")
	d.tick(2)
	if !shows(d, layerSheet, "Watch") || shows(d, layerSheet, "OK") {
		t.Errorf("the prompt has %s", d.layerTexts(layerSheet))
	}
}

func shows(d *driver, layer int, text string) bool {
	for _, op := range d.a.screen.layout.layers[layer].Ops {
		if op.Text == text {
			return true
		}
	}
	return false
}
