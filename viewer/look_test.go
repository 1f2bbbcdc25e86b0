package viewer

import (
	"errors"
	"fmt"
	"image"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/panel"
	"fragscope/viewer/screentest"
	"fragscope/viewer/settings"
)

// single is a match on one map, so that images do not depend on when another map is ready.
var single = match{players: 4, length: time.Minute, teams: true, levels: 1, finish: true, pov: true}

var crowd = match{players: 16, length: time.Minute, teams: true, levels: 1, finish: true}

// states are the states of the window that are drawn and checked.
var states = map[string]func(d *driver){
	"plain":  func(*driver) {},
	"follow": func(d *driver) { d.key("3", "Shift+Up", "Shift+Up") },
	"help":   func(d *driver) { d.key("F1") },
	"manual": func(d *driver) { d.key("F1"); d.write("BOOKMARK") },
	"menu":   func(d *driver) { d.key("F10") },
	"found":  func(d *driver) { d.key("Ctrl+K"); d.write("ro") },
	"context": func(d *driver) {
		x, y := d.a.stage.Camera.Screen(d.a.watch.Player(2).Origin)
		d.rightClick(x, y)
	},
	"moment":   func(d *driver) { d.rightClick(d.lineX(27*time.Second), d.lineY()) },
	"settings": func(d *driver) { d.key("Ctrl+,") },
	"scores":   func(d *driver) { d.a.screen.scores.pinned = true; d.a.services.Redraw() },
	"board":    func(d *driver) { d.a.session.World().ScreenText = helpComputer() },
	"find":     func(d *driver) { d.key("Ctrl+F"); d.write("armour"); d.key("F3") },
	"report":   func(d *driver) { d.report("Fights") },
	"asked": func(d *driver) {
		d.report("Fights")
		d.asking("kind:frag with:rl")
		for range 3 {
			d.tick(2)
			d.until("it is counted", d.a.parts.ready)
		}
	},
	"timing": func(d *driver) { d.report("Timing") },
	"range": func(d *driver) {
		d.key("Ctrl+4", "Ctrl+7", "Ctrl+6")
		d.a.timeline.Play.SetLoop(18*time.Second, 42*time.Second)
		d.tick(2)
		d.until("all is counted", func() bool { return len(d.a.timeline.Lanes()) > 0 && d.a.parts.ready() })
		d.a.notices.Clear()
		d.tick(2)
	},
	"lanes": func(d *driver) {
		d.key("Ctrl+4", "Ctrl+7", "Ctrl+6")
		d.until("there are lanes", func() bool {
			return d.a.parts.ready() &&
				len(d.a.screen.transportView().Timeline.Lanes) > 0
		})
		d.a.notices.Clear()
		d.tick(2)
	},
	"sight": func(d *driver) {
		d.key("3", "V")
		d.until("what he sees is known", func() bool { return d.a.parts.ready() && d.a.screen.scene().Unseen != nil })
	},
	"lists": func(d *driver) { d.key("M", "Home", "M", "Shift+M") },
	"items": func(d *driver) { d.key("Ctrl+4", "I", "Right", "O") },
	"hover": func(d *driver) { d.move(d.lineX(30*time.Second), d.lineY()) },
	"notices": func(d *driver) {
		d.a.notices.Warn(
			"The file is cut off at 12:41: a snapshot ends in the middle of a player; the demo plays up to there.")
		d.a.notices.Say("Bookmark at 3:12.4.")
	},
	"heat": func(d *driver) {
		d.key("H")
		d.until("there is a heat map", func() bool { return d.heat() != nil })
	},
	"colorblind": func(d *driver) { d.key("P") },
	"nameless": func(d *driver) {
		d.a.screen.hidePanels, d.a.prefs.set.Names, d.a.screen.changes.all = true, false, true
		d.a.services.Redraw()
	},
}

// report opens a table of the match report.
func (d *driver) report(name string) {
	d.t.Helper()
	d.key("Shift+R")
	d.until("there is a report", d.a.parts.ready)
	d.tick(2)
	for i := range d.a.screen.layout.layers {
		for _, op := range d.a.screen.layout.layers[i].Ops {
			if op.Text == name {
				x, y := op.Rect.Center()
				d.click(x, y)
				return
			}
		}
	}
	d.t.Fatalf("there is no table %s", name)
}

// helpComputer is Quake II's screen about a unit and its goals.
func helpComputer() *sim.ScreenText {
	cell := func(line, from int, align sim.ScreenTextAlign, text string) sim.ScreenTextCell {
		return sim.ScreenTextCell{Line: line, From: from, To: from + len(text), Align: align, Text: sim.PlainText(text)}
	}
	return &sim.ScreenText{Lines: 11, Columns: 30, Cells: []sim.ScreenTextCell{
		cell(0, 20, sim.AlignLeft, "medium"), cell(2, 10, sim.AlignCenter, "Outer Base"),
		cell(4, 3, sim.AlignCenter, "Establish communication"), cell(5, 4, sim.AlignCenter, "link to command ship."),
		cell(7, 0, sim.AlignCenter, "Locate and destroy the crane."),
		cell(9, 2, sim.AlignLeft, "kills"), cell(9, 12, sim.AlignLeft, "goals"), cell(9, 21, sim.AlignLeft, "secrets"),
		cell(10, 2, sim.AlignRight, " 7/ 31"), cell(10, 12, sim.AlignRight, " 1/2"),
		cell(10, 22, sim.AlignRight, " 0/4"),
	}}
}

// TestStatesAtEverySize checks that text covers no text in any state and at any size, and that everything that can be
// clicked has a tooltip.
func TestStatesAtEverySize(t *testing.T) {
	for name, m := range map[string]match{"duel": duel, "crowd": crowd} {
		for state, enter := range states {
			d := open(t, -1280, -720, m, 30*time.Second)
			enter(d)
			for _, size := range [][2]int{{1280, 720}, {240, 160}, {480, 320}, {800, 500}, {1024, 600}, {3840, 2160}} {
				if name == "duel" && size[0] != 800 && size[0] != 1280 {
					continue // if there is room for many, there is room for few
				}
				d.a.screen.width, d.a.screen.height = size[0], size[1]
				d.tick(2)
				what := fmt.Sprintf("%s, %s at %dx%d", name, state, size[0], size[1])
				checkText(t, d, what)
				if size[0] == 800 || size[0] == 1280 {
					checkTips(t, d, what)
				}
			}
			d.a.close()
		}
	}
}

func checkText(t *testing.T, d *driver, what string) {
	t.Helper()
	for i := range d.a.screen.layout.layers {
		l := &d.a.screen.layout.layers[i]
		var boxes []panel.Op
		for _, op := range l.Ops {
			if op.Kind != panel.OpText {
				continue
			}
			h := op.Face.Typeface().Size * 0.9
			op.Rect.Y, op.Rect.H = op.Rect.Y+(op.Rect.H-h)/2, h
			if op.Rect.X < l.Area.X-0.5 || op.Rect.Right() > l.Area.Right()+0.5 {
				t.Errorf("%s: %q leaves its panel %v: %v", what, op.Text, l.Area, op.Rect)
			}
			for _, o := range boxes {
				if o.Rect.Inset(0.5, 0).Overlaps(op.Rect.Inset(0.5, 0)) {
					t.Errorf("%s: %q at %v covers %q at %v", what, op.Text, op.Rect, o.Text, o.Rect)
				}
			}
			boxes = append(boxes, op)
		}
	}
}

// TestPanelsDoNotOverlap checks that the panels around the map do not overlap and stay in the window.
func TestPanelsDoNotOverlap(t *testing.T) {
	for w := float32(480); w < 4000; w += 37 {
		for h := float32(320); h < 2200; h += 53 {
			for _, a := range []panel.Arrangement{{},
				{Left: panel.Open, Right: panel.Open,
					Blocks: panel.Blocks{panel.BlockItems: panel.BlockHeight(panel.BlockItems, 5)},
					Status: 44}, {Left: panel.Shut}, {Right: panel.Shut, Storeys: true},
				{MapOnly: true}} {
				f := panel.Arrange(w, h, a)
				area := float32(0)
				for _, r := range []struct{ X, Y, W, H float32 }{
					{f.Top.X, f.Top.Y, f.Top.W, f.Top.H}, {f.Left.X, f.Left.Y, f.Left.W, f.Left.H},
					{f.Right.X, f.Right.Y, f.Right.W, f.Right.H},
					{f.Map.X, f.Map.Y, f.Map.W, f.Map.H}, {f.Heights.X, f.Heights.Y, f.Heights.W, f.Heights.H},
					{f.Band.X, f.Band.Y, f.Band.W, f.Band.H}, {f.Status.X, f.Status.Y, f.Status.W, f.Status.H},
					{f.Below.X, f.Below.Y, f.Below.W, f.Below.H}, {f.Transport.X, f.Transport.Y, f.Transport.W,
						f.Transport.H},
				} {
					if r.X < 0 || r.Y < 0 || r.X+r.W > w+0.01 || r.Y+r.H > h+0.01 {
						t.Fatalf("%vx%v %+v: %v leaves the window", w, h, a, r)
					}
					area += r.W * r.H
				}
				if gap := area - w*h; gap < -1 || gap > 1 {
					t.Fatalf("%vx%v %+v: the parts have %v, the window %v", w, h, a, area, w*h)
				}
				if f.Map.W < 200 || f.Map.H < 100 {
					t.Fatalf("%vx%v %+v: the map has %v x %v", w, h, a, f.Map.W, f.Map.H)
				}
			}
		}
	}
}

// TestPictures draws the window's main states.
func TestPictures(t *testing.T) {
	for _, p := range []struct {
		name  string
		w, h  int
		m     match
		state string
		scale float64
	}{
		{"match-1280x720", 1280, 720, single, "follow", 1},
		{"crowd-1280x720", 1280, 720, crowd, "plain", 1},
		{"crowd-800x500", 800, 500, crowd, "plain", 1},
		{"crowd-1920x1080", 1920, 1080, crowd, "hover", 1},
		{"duel-2x", 1600, 1000, single, "plain", 2},
		{"help-1280x720", 1280, 720, single, "help", 1},
		{"manual-1280x720", 1280, 720, single, "manual", 1},
		{"menu-800x500", 800, 500, single, "menu", 1},
		{"found-1280x720", 1280, 720, single, "found", 1},
		{"context-800x500", 800, 500, single, "context", 1},
		{"moment-1280x720", 1280, 720, single, "moment", 1},
		{"settings-1280x720", 1280, 720, single, "settings", 1},
		{"scores-800x500", 800, 500, crowd, "scores", 1},
		{"board-800x500", 800, 500, single, "board", 1},
		{"find-1280x720", 1280, 720, single, "find", 1},
		{"items-1280x720", 1280, 720, single, "items", 1},
		{"report-1280x720", 1280, 720, crowd, "report", 1},
		{"report-asked-800x500", 800, 500, crowd, "asked", 1},
		{"timing-800x500", 800, 500, crowd, "timing", 1},
		{"lanes-1280x720", 1280, 720, single, "lanes", 1},
		{"range-1280x720", 1280, 720, single, "range", 1},
		{"range-800x500", 800, 500, single, "range", 1},
		{"sight-1280x720", 1280, 720, single, "sight", 1},
		{"lists-800x500", 800, 500, single, "lists", 1},
		{"notices-800x500", 800, 500, single, "notices", 1},
		{"heat-800x500", 800, 500, crowd, "heat", 1},
		{"colorblind-800x500", 800, 500, crowd, "colorblind", 1},
	} {
		t.Run(p.name, func(t *testing.T) {
			d := open(t, p.w, p.h, p.m, 30*time.Second)
			d.until("it is known what is in the way of sight", func() bool { return d.a.screen.scene().Sight != nil })
			d.a.prefs.set.Scale = p.scale
			states[p.state](d)
			screentest.GoldenRGBA(t, p.name, d.still())
		})
	}
	t.Run("welcome-1280x720", func(t *testing.T) {
		store := memoryStore()
		for _, l := range []settings.Left{
			{Demo: "/demos/practice.dm2"},
			{Demo: "/demos/semi-final.mvd", Map: "dm3", Players: "8 players", Result: "Red 212, Blue 187",
				Length: minutes(20)},
			{Demo: "/demos/final.dm_68", Map: "q3dm6", Players: "ann and cob", Result: "ann 21, cob 17",
				Length: minutes(10), At: minutes(4)},
		} {
			if err := errors.Join(store.AddRecent(l.Demo), store.SetLeft(l)); err != nil {
				t.Fatal(err)
			}
		}
		d := drive(t, 1280, 720, Options{Store: store})
		screentest.GoldenRGBA(t, "welcome-1280x720", d.still())
	})
}

func minutes(n int) settings.Millis { return settings.Millis(time.Duration(n) * time.Minute) }

// still returns the window with everything sharp and at rest.
func (d *driver) still() *image.RGBA {
	d.a.screen.sharp = true
	d.tick(1)
	d.a.stage.Camera.Settle()
	d.a.screen.changes.all = true
	d.tick(1)
	return screentest.Read(d.img)
}
