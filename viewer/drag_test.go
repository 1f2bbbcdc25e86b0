package viewer

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
)

// dragBy drags the hit area accepted by f by dx, dy.
func (d *driver) dragBy(what string, f func(panel.Command) bool, dx, dy float32) {
	d.t.Helper()
	x, y := d.spot(what, f)
	d.drag(x, y, x+dx, y+dy)
}

func TestDragTheEndsOfTheLoop(t *testing.T) {
	end := func(i int) func(panel.Command) bool {
		return func(c panel.Command) bool { return c.Verb == panel.VerbLoopEnd && c.Index == i }
	}
	d := open(t, 1280, 720, duel, 20*time.Second)
	d.key("I", "Right", "O") // from 20 to 25
	second := d.lineX(2*time.Second) - d.lineX(time.Second)
	d.dragBy("the end of the loop", end(1), 10*second, 40)
	d.dragBy("the start of the loop", end(0), -15*second, 0)
	from, to, ok := d.a.timeline.Play.Loop()
	near(t, from, 5*time.Second, aPixel)
	near(t, to, 35*time.Second, aPixel)
	d.dragBy("the end of the loop", end(1), -34*second, 0)
	if f, to, still := d.a.timeline.Play.Loop(); !ok || !still || f != from || to <= f {
		t.Errorf("dragged past its start, the loop is %v to %v, %v", f, to, still)
	}
	d.wantPos(25 * time.Second)
}

// TestShiftSelectsAPart checks that a drag with Shift along the timeline selects a part, which the report is then
// about.
func TestShiftSelectsAPart(t *testing.T) {
	one := duel
	one.levels = 1
	d := open(t, -1280, -720, one, 20*time.Second)
	d.in.Mods = action.Shift
	d.drag(d.lineX(31*time.Second), d.lineY(), d.lineX(10*time.Second), d.lineY())
	d.in.Mods = 0
	from, to, ok := d.a.timeline.Play.Loop()
	if near(t, from, 10*time.Second, aPixel); !ok {
		t.Fatal("nothing is selected")
	}
	near(t, to, 31*time.Second, aPixel)
	d.key("Shift+R")
	d.until("the report is of the part", func() bool {
		return strings.Contains(d.layerTexts(layerConcerns+1), "0:10.0 to 0:3") && d.a.parts.ready()
	})
	if !strings.Contains(d.layerTexts(layerConcerns+1), "over the selection") {
		t.Error("it is not said that the numbers are of a part")
	}
	d.key("Esc", "Shift+I", "Shift+R")
	d.until("the report is of the match", func() bool {
		return !strings.Contains(d.layerTexts(layerConcerns+1), "0:10.0 to 0:3") && d.a.parts.ready()
	})
}

func TestDragThePartThatTheTimeLineShows(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	d.key("Ctrl+Up", "Ctrl+Up")
	from, to := d.a.timeline.Shown()
	overview := func(c panel.Command) bool { return c.Verb == panel.VerbOverview }
	d.dragBy("the part that is shown", overview, d.a.timeline.Scale().W/6, 0)
	from2, to2 := d.a.timeline.Shown()
	near(t, from2-from, 10*time.Second, aPixel)
	near(t, to2-to, 10*time.Second, aPixel)
	d.wantPos(30 * time.Second)
	d.dragBy("the part that is shown", overview, -5000, 0)
	if from2, to2 = d.a.timeline.Shown(); from2 != 0 || to2 != to-from {
		t.Errorf("dragged to the left end it shows %v to %v", from2, to2)
	}
	// A drag on the zoomed timeline itself seeks in the part that is shown.
	d.drag(d.lineX(2*time.Second), d.lineY(), d.lineX(12*time.Second), d.lineY())
	near(t, d.pos(), 12*time.Second, aPixel)
}

// TestDragScrollBars checks that every list that does not fit has a scroll bar, and follows it when it is dragged.
func TestDragScrollBars(t *testing.T) {
	long := crowd
	long.length = 5 * time.Minute
	for _, c := range []struct {
		name  string
		area  int
		w, h  int
		enter func(d *driver)
	}{
		{"players", panel.AreaPlayers, 800, 380, func(*driver) {}},
		{"feed", panel.AreaFeed, 1280, 720, func(d *driver) { d.move(d.a.screen.layout.frame.Right.Center()) }},
		{"chat", panel.AreaChat, 1280, 720, func(d *driver) { d.move(d.a.screen.layout.frame.Right.Center()) }},
		{"scoreboard", panel.AreaScores, 800, 400, states["scores"]},
		{"help", panel.AreaOverlay, 800, 500, states["help"]},
		{"menu", panel.AreaOverlay, 800, 500, states["menu"]},
		{"bookmarks", panel.AreaOverlay, 800, 500, func(d *driver) {
			for range 20 {
				d.key("M", "Shift+Left")
			}
			d.key("Shift+M", "Home")
		}},
		{"hits", panel.AreaFind, 800, 500, func(d *driver) { d.key("Ctrl+F"); d.write("armour") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, -c.w, -c.h, long, 4*time.Minute)
			c.enter(d)
			d.tick(1)
			bar := func(cmd panel.Command) bool { return cmd.Verb == panel.VerbScroll && cmd.Index == c.area }
			list := d.scroll(c.area)
			if list.At != 0 || list.Room <= 0 {
				t.Fatalf("scrolled by %v of %v", list.At, list.Room)
			}
			before := d.texts()
			d.dragBy("the scroll bar", bar, 0, 20)
			if list.At <= 0 || d.texts() == before {
				t.Errorf("a drag by 20 scrolled by %v", list.At)
			}
			d.dragBy("the scroll bar", bar, 3, 2000)
			if list.At != list.Room {
				t.Errorf("dragged to the end it is at %v of %v", list.At, list.Room)
			}
			d.dragBy("the scroll bar", bar, 0, -2000)
			if list.At != 0 || d.texts() != before {
				t.Errorf("dragged to the start it is at %v", list.At)
			}
		})
	}
}

// texts returns all texts on the panels except those about the place under the mouse.
func (d *driver) texts() (s string) {
	for i := range d.a.screen.layout.layers {
		if i == layerHover || i == layerTip {
			continue
		}
		for _, op := range d.a.screen.layout.layers[i].Ops {
			if op.Kind == panel.OpText {
				s += op.Text + "\n"
			}
		}
	}
	return s
}

// tower is a map of two storeys.
type tower struct{ noMaps }

func (tower) Plan(context.Context, sim.Header, sim.Level, []string, func() []plan.Point) (*plan.Plan, error) {
	var g plan.Grower
	for storey := range 2 {
		for y := float32(-400); y <= 400; y += 40 {
			for i := range 41 {
				x, z := float32(i*20-400), float32(24+300*storey)
				g.Add(plan.Point{X: x, Y: y, Z: z, Track: int32(storey), Kind: plan.PointPlayer,
					Contact: plan.ContactGround, Break: i == 0})
			}
		}
	}
	return g.Plan(), nil
}

func TestDragThroughTheSideView(t *testing.T) {
	d := drive(t, -1280, -720, Options{
		Files: []string{"/demos/a.dm_68"}, Paused: true, Maps: tower{},
		Demos: &madeUpDemos{demos: map[string]match{"/demos/a.dm_68": duel}},
	})
	d.until("there are storeys", func() bool { p := d.a.stage.Plan(); return p != nil && len(p.Storeys()) == 2 })
	storey := func(i int) func(panel.Command) bool {
		return func(c panel.Command) bool { return c.Verb == panel.VerbFocusStorey && c.Index == i }
	}
	d.press("the upper storey", storey(1))
	if d.a.watch.Storey() != 1 {
		t.Errorf("storey %d after a click on the upper one", d.a.watch.Storey())
	}
	x, y := d.spot("the upper storey", storey(1))
	x2, y2 := d.spot("the lower storey", storey(0))
	d.move(x, y)
	d.in.Left = true
	d.tick(1)
	d.move(x2, y2)
	if d.a.watch.Storey() != 0 {
		t.Errorf("storey %d while the hand is on the lower one", d.a.watch.Storey())
	}
	d.in.Left = false
	d.tick(1)
	if d.a.watch.Storey() != 0 {
		t.Errorf("storey %d after the drag", d.a.watch.Storey())
	}
}

// TestTheSideViewChangesStoreyWithTheMap checks that the side view shows the same storey as the map in the same frame.
func TestTheSideViewChangesStoreyWithTheMap(t *testing.T) {
	d := drive(t, 1280, 720, Options{
		Files: []string{"/demos/a.dm_68"}, Paused: true, Follow: cast[0], Maps: tower{},
		Demos: &madeUpDemos{demos: map[string]match{"/demos/a.dm_68": duel}},
	})
	d.until("the lower storey is shown", func() bool {
		p := d.a.stage.Plan()
		return p != nil && len(p.Storeys()) == 2 && d.a.stage.Storey() == 0
	})
	w := d.a.session.World()
	w.Players[0].Origin[2] += 300
	d.a.screen.compose()
	if at := d.a.watch.Heights(d.a.stage.Plan(), 100).Watched; at != 1 {
		t.Errorf("storey %d of the side view when he is on the upper one", at)
	}
	d.a.screen.changes.moved = true
	d.a.draw(d.img, float32(d.a.prefs.set.Scale))
	if at := d.a.stage.Storey(); at != 1 {
		t.Errorf("storey %d of the map", at)
	}
}

// TestTheBandHasWhatIsFolded checks that, in a window without room for the side view and the feed, the band above the
// map has the storeys and the events.
func TestTheBandHasWhatIsFolded(t *testing.T) {
	d := drive(t, -800, -500, Options{
		Files: []string{"/demos/a.dm_68"}, Paused: true, Maps: tower{}, At: own(27 * time.Second),
		Demos: &madeUpDemos{demos: map[string]match{"/demos/a.dm_68": duel}},
	})
	d.until("there are storeys", func() bool {
		p := d.a.stage.Plan()
		return p != nil && len(p.Storeys()) == 2 && d.pos() == 27*time.Second
	})
	if d.a.screen.layout.frame.Heights.W != 0 || d.a.screen.layout.frame.Right.W != 0 ||
		d.a.screen.layout.frame.Band.H == 0 {
		t.Fatalf("side view %v, feed %v, band %v", d.a.screen.layout.frame.Heights, d.a.screen.layout.frame.Right,
			d.a.screen.layout.frame.Band)
	}
	d.press("the upper storey", func(c panel.Command) bool { return c.Verb == panel.VerbFocusStorey && c.Index == 1 })
	if d.a.watch.Storey() != 1 {
		t.Errorf("storey %d", d.a.watch.Storey())
	}
	d.key("Right", "Shift+Left", "Shift+Left") // 30 s, the frag at 27 s is still told
	d.press("the frag at 27 s", func(c panel.Command) bool {
		return c.Verb == panel.VerbEvent &&
			c.Time == 27*time.Second
	})
	d.wantPos(27*time.Second - 2500*time.Millisecond)
}

func TestTheStripSaysWhoTookAnItem(t *testing.T) {
	d := open(t, 1280, 720, duel, 20*time.Second)
	d.key("Ctrl+4")
	lanes := d.a.timeline.Items()
	if len(lanes) == 0 || len(lanes[0].Absences) == 0 {
		t.Fatalf("lanes %v", lanes)
	}
	span := lanes[0].Absences[0]
	row := d.a.screen.layout.frame.Transport.Bottom() - 48 - panel.BlockHeight(panel.BlockItems,
		len(lanes)) + 4 + panel.ItemRowHeight/2
	d.move(d.lineX((span.From+span.To)/2), row)
	words := ""
	for _, op := range d.a.screen.layout.layers[layerHover].Ops {
		words += op.Text
	}
	if !contains(words, lanes[0].Name+" taken at "+d.a.timeline.Moment(span.From).Short()) {
		t.Errorf("over the strip it says %q", words)
	}
	d.move(d.lineX((span.From+span.To)/2), d.lineY())
	for _, op := range d.a.screen.layout.layers[layerHover].Ops {
		if contains(op.Text, " taken at ") {
			t.Errorf("over the line it says %q", op.Text)
		}
	}
}

func TestTheFollowedPlayersRowIsBroughtIntoSight(t *testing.T) {
	d := open(t, -800, -380, crowd, 30*time.Second)
	list := ranked(d)
	last := list[len(list)-1]
	shown := func(slot int) bool {
		for _, s := range d.a.screen.layout.layers[layerLeft].HitAreas {
			if s.Do.Verb == panel.VerbFollow && s.Do.Index == slot && s.Rect.Y >= d.a.screen.layout.frame.Left.Y &&
				s.Rect.Bottom() <= d.a.screen.layout.frame.Left.Bottom() {
				return true
			}
		}
		return false
	}
	if shown(last) {
		t.Fatal("the list has room for all: nothing is tested")
	}
	d.key("[")
	wantFollow(t, d, last)
	if !shown(last) {
		t.Error("the row of the last player is out of sight")
	}
	d.key("]")
	wantFollow(t, d, list[0])
	if !shown(list[0]) {
		t.Error("the row of the first player is out of sight")
	}
}

func TestPageThroughTheScoreboard(t *testing.T) {
	d := open(t, -800, -400, crowd, 30*time.Second)
	d.down("Tab")
	before := d.a.screen.layout.layers[layerScores].Ops
	d.in.Keys = append(d.in.Keys, "PgDn")
	d.tick(1)
	if at := d.a.screen.layout.scroll[panel.AreaScores].At; at <= 0 ||
		slices.Equal(before, d.a.screen.layout.layers[layerScores].Ops) {
		t.Errorf("the scoreboard is scrolled by %v", at)
	}
	d.up()
}

func TestDragAScrollBarWithoutADemo(t *testing.T) {
	d := drive(t, -800, -500, Options{})
	d.key("F1")
	d.dragBy("the scroll bar of the help", func(c panel.Command) bool { return c.Verb == panel.VerbScroll }, 0, 40)
	if d.a.overlay.Scroll().At <= 0 {
		t.Error("the help is not scrolled")
	}
}
