package viewer

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/sim/archive/spot"
	"fragscope/viewer/action"
	"fragscope/viewer/bookmarks"
	"fragscope/viewer/clips"
	"fragscope/viewer/draw"
	"fragscope/viewer/filming"
	"fragscope/viewer/find"
	"fragscope/viewer/heat"
	"fragscope/viewer/library"
	"fragscope/viewer/live"
	"fragscope/viewer/moments"
	"fragscope/viewer/notes"
	"fragscope/viewer/page"
	"fragscope/viewer/panel"
	"fragscope/viewer/paths"
	"fragscope/viewer/race"
	"fragscope/viewer/report"
	"fragscope/viewer/runs"
	"fragscope/viewer/session"
	"fragscope/viewer/settings"
	"fragscope/viewer/stage"
	"fragscope/viewer/turns"
)

func TestEveryActionIsDone(t *testing.T) {
	done := map[action.ID]int{}
	for _, p := range drive(t, -800, -500, Options{}).a.parts.all {
		for id, a := range p.Actions {
			done[id]++
			if row := slices.IndexFunc(Actions(), func(a action.Action) bool { return a.ID == id }); row < 0 ||
				a.Do == nil {
				t.Errorf("%s is not in the table, or nothing does it", id)
			}
		}
	}
	for _, a := range Actions() {
		if done[a.ID] != 1 {
			t.Errorf("%s is done by %d parts", a.ID, done[a.ID])
		}
		if _, ok := actionTests[a.ID]; !ok {
			t.Errorf("nothing tests %s", a.ID)
		}
	}
}

// openTable opens a table of the report with one of the report's letters.
func openTable(letter, want string) func(*testing.T, *driver) {
	return func(t *testing.T, d *driver) {
		if d.down(letter); d.a.parts.On(action.MatchReport) {
			t.Errorf("%s opens the report", letter)
		}
		d.up()
		d.key("Shift+R")
		d.until("there is a report", d.a.parts.ready)
		d.down(letter)
		d.up()
		d.until("the table is open", func() bool { return shows(d, layerConcerns+1, want) })
	}
}

// resizes checks that a key makes the rows of items and lanes taller or lower, and that this is saved.
func resizes(key string, by float32) func(*testing.T, *driver) {
	return func(t *testing.T, d *driver) {
		if d.a.parts.Why(action.BlocksTaller) == "" {
			t.Error("it can be done with nothing along the timeline")
		}
		d.key("Ctrl+4", "Ctrl+7", "Ctrl+6")
		d.until("the blocks are there", func() bool {
			b := d.a.screen.layout.frame.Blocks
			return b[panel.BlockCurve] > 0 && b[panel.BlockItems] > 0 && len(d.a.timeline.Lanes()) > 0
		})
		d.a.timeline.Resize(panel.BlockLanes, panel.BlockHeight(panel.BlockLanes, 2))
		d.tick(2)
		before := d.a.screen.layout.frame.Blocks
		d.key(key)
		d.tick(2)
		for _, b := range []panel.Block{panel.BlockCurve, panel.BlockLanes} {
			if now := d.a.screen.layout.frame.Blocks[b]; now != before[b]+by*panel.BlockStep(b) {
				t.Errorf("block %d was %v points high and is %v", b, before[b], now)
			}
		}
		if set, _ := d.a.prefs.store.Load(); set.LanesHeight != d.a.prefs.set.LanesHeight || set.LanesHeight == 0 {
			t.Errorf("the height kept is %v", set.LanesHeight)
		}
	}
}

// actionTests press the default keys of each action in a one-minute demo with four players that is paused at 30 s, and
// check the effect.
var actionTests = map[action.ID]func(t *testing.T, d *driver){
	action.LargeTargets: func(t *testing.T, d *driver) {
		d.a.parts.Do(action.LargeTargets)
		d.tick(1)
		if !d.a.screen.touch() || d.a.prefs.set.Touch != panel.Open {
			t.Error("nothing is larger")
		}
		d.a.parts.Do(action.LargeTargets)
		if d.tick(1); d.a.screen.touch() {
			t.Error("the buttons stay large")
		}
	},
	action.Context: func(t *testing.T, d *driver) {
		d.move(640, 200)
		d.key("Menu")
		if !d.choosing() {
			t.Fatal("there is no list")
		}
		d.key("Menu")
		if d.choosing() {
			t.Error("the list stays")
		}
	},
	action.PlayPause: func(t *testing.T, d *driver) {
		d.key("Space")
		d.wait(time.Second)
		if p := d.pos(); !d.a.timeline.Play.Playing() || p < 30900*time.Millisecond || p > 31200*time.Millisecond {
			t.Errorf("at %v, playing %v", p, d.a.timeline.Play.Playing())
		}
		d.key("Space")
		at := d.pos()
		d.wait(time.Second)
		d.wantPos(at)
	},
	action.Reverse: func(t *testing.T, d *driver) {
		d.key("J")
		d.wait(time.Second)
		if p := d.pos(); p > 29200*time.Millisecond || p < 28800*time.Millisecond {
			t.Errorf("at %v", p)
		}
	},
	action.Pause: func(t *testing.T, d *driver) {
		d.key("L", "K")
		if d.a.timeline.Play.Playing() {
			t.Error("plays")
		}
	},
	action.Forward: func(t *testing.T, d *driver) {
		d.key("J", "L")
		d.wait(time.Second)
		if d.pos() <= 30*time.Second || d.a.timeline.Play.Backward() {
			t.Errorf("at %v", d.pos())
		}
	},
	action.SeekBack:      func(t *testing.T, d *driver) { d.key("Left"); d.wantPos(25 * time.Second) },
	action.SeekForward:   func(t *testing.T, d *driver) { d.key("Right"); d.wantPos(35 * time.Second) },
	action.SeekBack1:     func(t *testing.T, d *driver) { d.key("Shift+Left"); d.wantPos(29 * time.Second) },
	action.SeekForward1:  func(t *testing.T, d *driver) { d.key("Shift+Right"); d.wantPos(31 * time.Second) },
	action.SeekBack30:    func(t *testing.T, d *driver) { d.key("Alt+Left"); d.wantPos(0) },
	action.SeekForward30: func(t *testing.T, d *driver) { d.key("Alt+Right"); d.wantPos(time.Minute) },
	action.PrevEvent:     func(t *testing.T, d *driver) { d.key("Ctrl+Left"); d.wantPos(27 * time.Second) },
	action.NextEvent:     func(t *testing.T, d *driver) { d.key("Ctrl+Right"); d.wantPos(30*time.Second + snapshot) },
	action.FrameBack:     func(t *testing.T, d *driver) { d.key(","); d.wantPos(30*time.Second - snapshot) },
	action.FrameForward: func(t *testing.T, d *driver) {
		d.key("L", ".")
		if d.a.timeline.Play.Playing() {
			t.Error("still plays")
		}
		at := d.pos()
		d.key(".")
		d.wantPos(at + snapshot)
	},
	action.Faster: func(t *testing.T, d *driver) { d.key("Up", "+"); wantSpeed(t, d, 4) },
	action.Slower: func(t *testing.T, d *driver) { d.key("Down", "-"); wantSpeed(t, d, 0.25) },
	action.NormalSpeed: func(t *testing.T, d *driver) {
		d.key("Up", "R")
		wantSpeed(t, d, 1)
	},
	action.Start:       func(t *testing.T, d *driver) { d.key("Home"); d.wantPos(0) },
	action.End:         func(t *testing.T, d *driver) { d.key("End"); d.wantPos(time.Minute) },
	action.PrevChapter: func(t *testing.T, d *driver) { d.key("Ctrl+Home"); d.wantPos(0) },
	action.NextChapter: func(t *testing.T, d *driver) { d.key("Ctrl+End"); d.wantPos(30*time.Second + snapshot) },
	action.Chapters: func(t *testing.T, d *driver) {
		d.key("C", "Down", "Enter")
		d.wantPos(30*time.Second + snapshot)
	},
	action.LoopFrom: func(t *testing.T, d *driver) {
		d.key("I", "Right", "O")
		if from, to, ok := d.a.timeline.Play.Loop(); !ok || from != 30*time.Second || to != 35*time.Second {
			t.Errorf("loop %v to %v, %v", from, to, ok)
		}
	},
	action.LoopTo: func(t *testing.T, d *driver) {
		d.key("O", "Shift+Left", "Space")
		d.wait(1500 * time.Millisecond)
		if p := d.pos(); p > 2*time.Second {
			t.Errorf("at %v, want to be back at the start", p)
		}
	},
	action.LoopClear: func(t *testing.T, d *driver) {
		d.key("I", "Right", "O", "Shift+I")
		if _, _, from, to := d.a.timeline.Play.LoopMarks(); from || to {
			t.Error("there is still a loop")
		}
	},
	action.ZoomTimeIn: func(t *testing.T, d *driver) {
		d.key("Ctrl+Up")
		if from, to := d.a.timeline.Shown(); to-from != 40*time.Second {
			t.Errorf("%v are shown", to-from)
		}
	},
	action.ZoomTimeOut: func(t *testing.T, d *driver) {
		d.key("Ctrl+Up", "Ctrl+Up", "Ctrl+Down", "Ctrl+Down", "Ctrl+Down")
		if from, to := d.a.timeline.Shown(); from != 0 || to != time.Minute {
			t.Errorf("%v to %v are shown", from, to)
		}
	},
	action.FreeView: func(t *testing.T, d *driver) {
		d.key("2")
		wantFollow(t, d, 1)
		d.key("0")
		wantFollow(t, d,
			-1)
	},
	action.HideOthers: func(t *testing.T, d *driver) {
		if d.a.parts.Why(action.HideOthers) == "" {
			t.Error("others are hidden without anyone being followed")
		}
		d.key("2")
		d.a.parts.Do(action.HideOthers)
		if sc := d.a.screen.scene(); len(sc.World.Players) != 1 || sc.World.Players[0].Slot.Index() != 1 {
			t.Errorf("%d players are on the map", len(sc.World.Players))
		}
		if n := len(d.a.session.World().Players); n != 4 {
			t.Errorf("the list has %d players", n)
		}
		d.key("0")
		if sc := d.a.screen.scene(); len(sc.World.Players) != 4 {
			t.Errorf("with nobody followed, %d players are on the map", len(sc.World.Players))
		}
	},
	action.FollowNext: func(t *testing.T, d *driver) {
		first := ranked(d)
		for _, slot := range append(first, first[0]) {
			d.key("]")
			wantFollow(t, d, slot)
		}
	},
	action.FollowPrev: func(t *testing.T, d *driver) {
		list := ranked(d)
		d.key("[")
		wantFollow(t, d, list[len(list)-1])
		d.key("[")
		wantFollow(t, d, list[len(list)-2])
	},
	action.Scoreboard: func(t *testing.T, d *driver) {
		d.down("Tab")
		d.wait(time.Second)
		if len(d.a.screen.layout.layers[layerScores].Ops) == 0 {
			t.Error("no scoreboard while the key is held")
		}
		d.up()
		d.tick(1)
		if len(d.a.screen.layout.layers[layerScores].Ops) != 0 {
			t.Error("the scoreboard stays")
		}
		d.down("Tab")
		d.until("it has numbers of the report", func() bool {
			d.a.services.Relayout()
			d.tick(1)
			return strings.Contains(d.layerTexts(layerScores), "Eff")
		})
		checkText(t, d, "the scoreboard")
		x, y := d.spot("a number", func(c panel.Command) bool { return c.Verb == panel.VerbAsk })
		var frags panel.Command // of the first player
		for _, s := range d.a.screen.layout.layers[layerScores].HitAreas {
			if s.Do.Verb == panel.VerbAsk && s.Rect.X < x {
				x, frags = s.Rect.X, s.Do
			}
		}
		d.click(x-40, y) // a name
		d.up()
		d.tick(2)
		if !strings.Contains(d.layerTexts(layerScores), "Eff") {
			t.Error("a click does not keep it")
		}
		d.press("a number", func(c panel.Command) bool { return c == frags })
		hits := func(k panel.Ticks) bool { return k.Icon == draw.IconNone && len(k.At) > 1 }
		d.until("the search has the number's moments", func() bool {
			return d.finding() && slices.ContainsFunc(d.a.screen.transportView().Timeline.Ticks, hits)
		})
		if len(d.a.screen.layout.layers[layerScores].Ops) != 0 {
			t.Error("the board covers the moments")
		}
		d.key("Esc", "Tab")
	},
	action.MatchReport: func(t *testing.T, d *driver) {
		d.key("Shift+R")
		d.until("there is a report", func() bool {
			return shows(d, layerConcerns+1, "Who killed whom") &&
				d.a.parts.ready()
		})
		for tab := range 6 {
			d.press("a table", func(c panel.Command) bool { return c.Verb == panel.VerbCategory && c.Index == tab })
			d.a.screen.compose()
			checkText(t, d, fmt.Sprintf("table %d of the report", tab))
		}
		d.press("the fights", func(c panel.Command) bool { return c.Verb == panel.VerbCategory && c.Index == 0 })
		d.press("a number", func(c panel.Command) bool {
			return c.Verb == panel.VerbAsk && strings.HasPrefix(c.Text, "kind:frag by:")
		})
		d.until("the search has the number's moments",
			func() bool { return d.finding() && strings.Contains(d.layerTexts(layerConcerns), "L1/0:03") })
		if shows(d, layerConcerns+1, "Who killed whom") {
			t.Error("the report stays over its moments")
		}
		d.key("Esc")
		if d.tick(1); d.finding() || !shows(d, layerConcerns+1, "Who killed whom") {
			t.Error("Esc does not go back from the moments to the report")
		}
		d.key("Esc")
		if d.tick(1); shows(d, layerConcerns+1, "Who killed whom") {
			t.Error("the report stays")
		}
	},
	library.IDLibrary: func(t *testing.T, _ *driver) {
		d := drive(t, -1280, -720, Options{Library: filledLibrary(t, 3), Paused: true, Demos: session.Files{}})
		d.key("Ctrl+Shift+L")
		d.until("the library is read", func() bool { return shows(d, layerLibrary, "3 demos") })
		checkText(t, d, "the library")
		d.write("first")
		d.until("the filter holds", func() bool { return shows(d, layerLibrary, "1 demo") })
		d.press("a column", func(c panel.Command) bool { return c.Verb == panel.VerbCategory && c.Index == 1 })
		d.press("the mark", func(c panel.Command) bool { return c.Text == "mark" })
		d.until("a demo is marked", func() bool {
			return shows(d, layerLibrary, "1 of 3 demos, 1 marked: press Enter to open marked demos of the same match together.")
		})
		d.key("Enter")
		d.until("the demo is open", func() bool { return d.a.open() && strings.HasPrefix(d.a.session.Name(), "first") })
		if shows(d, layerLibrary, "Score") {
			t.Error("the library stays over its demo")
		}
		d.key("Ctrl+Shift+L", "Esc")
		if shows(d, layerLibrary, "Score") {
			t.Error("the library stays")
		}
	},
	library.IDAsk:      testLibraryAsk,
	library.IDNextClip: func(t *testing.T, _ *driver) { testClips(t, "Alt+PgDn", 0, 1) },
	library.IDPrevClip: func(t *testing.T, _ *driver) { testClips(t, "Alt+PgUp", 1, 0) },
	action.MomentsLike: testLikeThis,
	heat.IDLibrary:     testHeatLibrary,
	heat.IDStage:       testHeatStage,
	report.IDDeaths: func(t *testing.T, d *driver) {
		d.key("2")
		d.a.parts.Do(report.IDDeaths)
		d.until("there are deaths", func() bool { return d.a.parts.ready() && shows(d, layerConcerns+1, "Killed by") })
		d.press("a death", func(c panel.Command) bool { return c.Verb == panel.VerbEvent })
		if d.a.parts.On(action.MatchReport) || d.a.watch.Slot() != 1 {
			t.Errorf("the report is open: %v, followed is %d", d.a.parts.On(action.MatchReport), d.a.watch.Slot())
		}
	},
	report.IDTaken:     openTable("S", "Late"),
	report.IDNextTable: openTable("W", "Weapons"),
	report.IDPrevTable: openTable("Q", "Killed by"),
	report.IDAdvantage: toggles("Ctrl+6", func(d *driver) bool { return d.a.parts.On(report.IDAdvantage) }),
	action.ForgetMaps: func(t *testing.T, d *driver) {
		d.until("the map is learned", func() bool {
			list,
				_ := d.a.prefs.store.Data.Read("learned.json")
			return len(list) > 10
		})
		menu(d, action.ForgetMaps)
		if !d.says("Learned maps forgotten: 1") {
			t.Error(d.a.notices.Views())
		}
		menu(d, action.ForgetMaps)
		if !d.says("No map has been learned yet") {
			t.Error("there is something left")
		}
	},
	race.IDRace:  testRace,
	race.IDWith:  testRaceWith,
	race.IDAxis:  testRaceAxis,
	race.IDStart: testRaceStart,
	race.IDMark:  testRaceMark,
	race.IDLoop:  testRaceLoop,
	moments.IDKillLines: func(t *testing.T, d *driver) {
		d.a.watch.Follow(0)
		for _, on := range []bool{true, true, false} {
			d.key("Shift+K")
			if d.a.parts.On(moments.IDKillLines) != on {
				t.Errorf("the lines are %v, want %v", !on, on)
			}
		}
	},
	moments.IDNextFrag: leads("U", func(e *sim.Event, s sim.Slot) bool {
		return e.Kind == sim.EventObituary && e.Attacker == s && e.Slot != s
	}, 1),
	moments.IDPrevFrag: leads("Shift+U", func(e *sim.Event, s sim.Slot) bool {
		return e.Kind == sim.EventObituary && e.Attacker == s && e.Slot != s
	}, -1),
	moments.IDNextDeath: leads("Y", func(e *sim.Event, s sim.Slot) bool {
		return e.Kind == sim.EventObituary &&
			e.Slot == s
	}, 1),
	moments.IDPrevDeath: leads("Shift+Y", func(e *sim.Event, s sim.Slot) bool {
		return e.Kind == sim.EventObituary &&
			e.Slot == s
	}, -1),
	moments.IDNextItem: leads("A", taken, 1),
	moments.IDPrevItem: leads("Shift+A", taken, -1),
	turns.IDNextLead:   leadStep("Ctrl+Alt+L"),
	turns.IDPrevLead:   leadStep("Alt+Shift+L"),
	action.Names:       toggles("N", func(d *driver) bool { return d.a.screen.scene().Names }),
	action.Arcs:        toggles("B", func(d *driver) bool { return d.a.screen.scene().Arcs }),
	action.Trails:      toggles("T", func(d *driver) bool { return d.a.screen.scene().Trail > 0 }),
	action.ItemsShown:  toggles("E", func(d *driver) bool { return d.a.screen.scene().Items }),
	action.Sounds:      toggles("S", func(d *driver) bool { return d.a.screen.scene().Sounds }),
	action.MapMarks:    toggles("D", func(d *driver) bool { return d.a.screen.scene().Marks }),
	action.Floors: func(t *testing.T, d *driver) {
		for _, want := range []plan.Style{plan.ByColour, plan.ByTexture, plan.ByHeight} {
			d.key("X")
			if set, _ := d.a.prefs.store.Load(); d.a.screen.scene().Floors != want || set.Floors != want {
				t.Errorf("floors by %v, kept %v, want %v", d.a.screen.scene().Floors, set.Floors, want)
			}
		}
	},
	action.TrailLength: func(t *testing.T, d *driver) {
		d.key("Shift+T")
		if got := d.a.screen.scene().Trail; got != 10*time.Second {
			t.Errorf("trails of %v", got)
		}
		d.key("Shift+T", "Shift+T")
		if got := d.a.screen.scene().Trail; got != time.Second {
			t.Errorf("trails of %v", got)
		}
		d.key("Left", "I", "Right", "Right", "O", "Left")
		if got := d.a.screen.scene().Trail; got != 5*time.Second {
			t.Errorf("trails of %v inside a loop, want them from its start", got)
		}
	},
	action.Ghosts: toggles("G", func(d *driver) bool { return d.a.screen.scene().Ghosts }),
	heat.IDMap: func(t *testing.T, d *driver) {
		d.key("H")
		d.until("there is a heat map", func() bool { return d.heat() != nil && !d.heat().Empty() })
		d.key("H")
		if d.heat() != nil {
			t.Error("the heat map stays")
		}
	},
	heat.IDKind: func(t *testing.T, d *driver) {
		d.key("Shift+H")
		d.until("there is a heat map of deaths", func() bool {
			h := d.heat()
			return h != nil &&
				h.Filter.Kind == spot.Deaths
		})
	},
	heat.IDFilter: func(t *testing.T, d *driver) {
		d.key("Alt+H")
		if !d.says("Follow a player") {
			t.Error("nothing is said where nobody is followed")
		}
		d.key("3", "Alt+H")
		d.until("there is a heat map of one", func() bool {
			h := d.heat()
			return h != nil && len(h.Filter.Slots) == 1 && h.Filter.Slots[0] == 2
		})
		d.key("Alt+H")
		d.until("there is a heat map of his team", func() bool { h := d.heat(); return h != nil && h.Filter.ByTeam })
	},
	heat.IDWeapon: func(t *testing.T, d *driver) {
		d.key("Ctrl+H")
		d.until("there is a heat map of a weapon", func() bool {
			h := d.heat()
			return h != nil &&
				h.Filter.Weapon != 0
		})
	},
	action.Fit: func(t *testing.T, d *driver) {
		d.key("Shift+Up")
		d.wait(time.Second)
		if d.a.stage.Camera.Fitted() {
			t.Error("still fitted")
		}
		d.key("Z")
		if !d.a.stage.Camera.Fitted() {
			t.Error("not fitted")
		}
	},
	action.ZoomIn:  func(t *testing.T, d *driver) { wantZoom(t, d, "Shift+Up", 1) },
	action.ZoomOut: func(t *testing.T, d *driver) { wantZoom(t, d, "Shift+Down", -1) },
	action.StoreyUp: func(t *testing.T, d *driver) {
		d.key("PgUp")
		if n := len(d.a.stage.Plan().Storeys()); n < 2 && !d.says("one storey") || n >= 2 && d.a.watch.Storey() != 0 {
			t.Errorf("storey %d of %d", d.a.watch.Storey(), n)
		}
	},
	action.StoreyDown: func(t *testing.T, d *driver) {
		d.key("PgDn")
		if n := len(d.a.stage.Plan().Storeys()); n < 2 && !d.says("one storey") || n >= 2 && d.a.watch.Storey() != n-1 {
			t.Errorf("storey %d of %d", d.a.watch.Storey(), n)
		}
	},
	action.StoreyAuto: func(t *testing.T, d *driver) {
		d.a.watch.ShowStorey(plan.AllStoreys)
		d.key("Backspace")
		if d.a.screen.scene().Storey != stage.AutoStorey {
			t.Error("the storey is not automatic")
		}
	},
	action.FullScreen: func(t *testing.T, d *driver) {
		d.key("F")
		if !d.platform.full {
			t.Error("F: not full screen")
		}
		d.key("F11")
		if d.platform.full {
			t.Error("F11: still full screen")
		}
	},
	action.Panels: func(t *testing.T, d *driver) {
		d.key("Ctrl+B")
		if d.a.screen.layout.frame.Map != d.a.screen.layout.frame.Window {
			t.Error("the map does not fill the window")
		}
		d.key("Ctrl+B")
		if d.a.screen.layout.frame.Map == d.a.screen.layout.frame.Window {
			t.Error("no panels")
		}
	},
	action.PanelLeft:   toggles("Ctrl+1", func(d *driver) bool { return d.a.screen.layout.frame.Left.W > 0 }),
	action.PanelRight:  toggles("Ctrl+2", func(d *driver) bool { return d.a.screen.layout.frame.Right.W > 0 }),
	action.PanelStatus: toggles("Ctrl+3", func(d *driver) bool { return d.a.screen.layout.frame.Status.H > 0 }),
	action.PanelHeights: func(t *testing.T, d *driver) {
		// The map of the test has a single storey, so the side view is shown only on request.
		before := d.a.screen.layout.frame.Heights.W
		d.key("Ctrl+5")
		d.a.screen.compose()
		if before != 0 || d.a.screen.layout.frame.Heights.W == 0 || d.a.prefs.set.Heights != panel.Open {
			t.Errorf("the side view is %v wide, was %v", d.a.screen.layout.frame.Heights.W, before)
		}
		d.key("Ctrl+5")
		d.a.screen.compose()
		if d.a.screen.layout.frame.Heights.W != 0 || d.a.prefs.set.Heights != panel.Shut {
			t.Errorf("the side view is still %v wide", d.a.screen.layout.frame.Heights.W)
		}
	},
	action.PanelItems: func(t *testing.T, d *driver) {
		before := d.a.screen.layout.frame.Transport.H
		d.key("Ctrl+4")
		if len(d.a.timeline.Items()) == 0 || d.a.screen.layout.frame.Transport.H <= before {
			t.Errorf("no strip: %d lanes, the bar is %v high", len(d.a.timeline.Items()),
				d.a.screen.layout.frame.Transport.H)
		}
	},
	action.BlocksTaller: resizes("Ctrl+Shift+Up", 1),
	action.BlocksLower:  resizes("Ctrl+Shift+Down", -1),
	action.Palette:      toggles("P", func(d *driver) bool { return d.a.prefs.theme.ColorBlind }),
	action.ScaleUp: func(t *testing.T, d *driver) {
		d.key("Ctrl++")
		if d.a.prefs.set.Scale != 1.1 || d.a.screen.layout.scale != 1.1 {
			t.Errorf("scale %v, %v", d.a.prefs.set.Scale, d.a.screen.layout.scale)
		}
	},
	action.ScaleDown: func(t *testing.T, d *driver) {
		d.key("Ctrl+-")
		if d.a.prefs.set.Scale != 0.91 {
			t.Errorf("scale %v", d.a.prefs.set.Scale)
		}
	},
	action.Find: func(t *testing.T, d *driver) {
		d.key("Ctrl+F")
		d.write("red armour")
		if !shows(d, layerConcerns, "12") {
			t.Error("there are not 12 hits for what is said every fifth second")
		}
		d.wantPos(30 * time.Second)
		d.key("Enter")
		d.wantPos(35 * time.Second)
		d.key("Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace",
			"Backspace", "Backspace")
		d.write("cobalt")
		d.key("Enter")
		wantFollow(t, d, 2)
		d.key("Esc")
		if d.finding() {
			t.Error("the search is still open")
		}
	},
	find.IDNext: func(t *testing.T, d *driver) {
		d.key("Ctrl+F")
		d.write("armour")
		d.key("F3", "F3")
		d.wantPos(40 * time.Second)
	},
	find.IDPrev: func(t *testing.T, d *driver) {
		d.key("Ctrl+F")
		d.write("armour")
		d.key("Shift+F3", "Shift+F3")
		d.wantPos(20 * time.Second)
	},
	runs.IDStrafe: func(t *testing.T, d *driver) {
		d.key("1")
		d.a.parts.Do(runs.IDStrafe)
		if sc := d.a.screen.scene(); !d.a.parts.On(runs.IDStrafe) || !d.a.parts.On(runs.IDSpeeds) ||
			len(sc.Layers) == 0 {
			t.Error("no path is drawn")
		}
		d.a.parts.Do(runs.IDSpeeds)
		if d.a.parts.On(runs.IDStrafe) {
			t.Error("the gauge stays without its path")
		}
	},
	runs.IDKeys: func(t *testing.T, d *driver) {
		d.key("1")
		d.a.parts.Do(runs.IDKeys)
		if !d.a.parts.On(runs.IDKeys) {
			t.Error("the keys are not on")
		}
	},
	find.IDCommands: func(t *testing.T, d *driver) {
		if q := d.question(func() { d.a.parts.Do(find.IDCommands) }); q == nil || q.String() != "kind:command" {
			t.Errorf("the search asks %v", q)
		}
	},
	bookmarks.IDBookmark: func(t *testing.T, d *driver) {
		d.key("M")
		if marks, _ := d.a.prefs.store.Bookmarks(d.a.session.Key()); len(marks) != 1 ||
			time.Duration(marks[0].At) != 30*time.Second {
			t.Errorf("bookmarks %v", marks)
		}
		d.key("M")
		if marks, _ := d.a.prefs.store.Bookmarks(d.a.session.Key()); len(marks) != 0 {
			t.Errorf("bookmarks %v", marks)
		}
	},
	bookmarks.IDList: func(t *testing.T, d *driver) {
		d.key("M", "Home", "M", "End", "Shift+M")
		d.key("Down", "Enter")
		d.wantPos(30 * time.Second)
		d.key("Shift+M", "Delete", "Esc")
		if marks, _ := d.a.prefs.store.Bookmarks(d.a.session.Key()); len(marks) != 1 {
			t.Errorf("%d bookmarks", len(marks))
		}
	},
	action.Open: func(t *testing.T, d *driver) {
		d.platform.file = "/demos/b.dm_68"
		d.key("Ctrl+O")
		d.until("the other demo is open", func() bool { return d.a.session.Demo().Path == "/demos/b.dm_68" })
		if !strings.HasSuffix(d.platform.title, "Fragscope") {
			t.Errorf("the window is called %q", d.platform.title)
		}
	},
	action.Recent: func(t *testing.T, d *driver) {
		d.a.prefs.store.AddRecent("/demos/b.dm_68")
		d.key("Ctrl+R", "Enter")
		d.until("the recent demo is open", func() bool { return d.a.session.Demo().Path == "/demos/b.dm_68" })
	},
	action.Continue: func(t *testing.T, d *driver) {
		err := d.a.prefs.store.SetLeft(settings.Left{Demo: "/demos/b.dm_68", At: 20_000_000_000,
			Length: 60_000_000_000})
		if err := errors.Join(err, d.a.prefs.store.AddRecent("/demos/b.dm_68")); err != nil {
			t.Fatal(err)
		}
		d.key("Ctrl+R", "Esc") // lists them again
		d.a.parts.Do(action.Continue)
		d.until("the demo is open where it was left", func() bool {
			return d.a.session.Demo().Path == "/demos/b.dm_68" && d.pos() >= 20*time.Second
		})
	},
	action.NextDemo: func(t *testing.T, d *driver) {
		d.a.session.Playlist = []string{"/demos/a.dm_68", "/demos/b.dm_68"}
		d.key("Ctrl+PgDn")
		d.until("the next demo is open", func() bool { return d.a.session.Demo().Path == "/demos/b.dm_68" })
		d.key("Ctrl+PgDn")
		if !d.says("last demo") {
			t.Error("nothing is said at the end of the playlist")
		}
	},
	action.PrevDemo: func(t *testing.T, d *driver) {
		d.a.session.Playlist = []string{"/demos/b.dm_68", "/demos/a.dm_68"}
		d.key("Ctrl+PgUp")
		d.until("the demo before is open", func() bool { return d.a.session.Demo().Path == "/demos/b.dm_68" })
	},
	action.Sample: func(t *testing.T, d *driver) {
		menu(d, action.Sample)
		d.until("the sample is open", func() bool { return d.a.session.Demo().Path == session.SampleName })
	},
	action.Address: func(t *testing.T, d *driver) {
		d.key("Ctrl+L")
		d.write("ftp://x")
		d.key("Enter")
		if !d.says("not an address that can be queried") {
			t.Error("nothing is said of a wrong address")
		}
		d.key("Ctrl+L")
		d.write("qtv://127.0.0.1:1")
		if d.key("Enter"); d.a.overlay.Active() {
			t.Error("the question stays")
		}
		d.until("the failure is told", func() bool { return d.says("no server listens") })
	},
	live.IDEnd: func(t *testing.T, d *driver) {
		menu(d, live.IDEnd)
		if !d.a.overlay.Active() || !contains(d.a.parts.Why(live.IDEnd), "not a live match") {
			t.Error("a demo of old ends as a stream does")
		}
	},
	live.IDCatchUp: func(t *testing.T, d *driver) {
		if d.a.parts.Do(live.IDCatchUp); d.a.parts.On(live.IDCatchUp) || !d.says("not a live match") {
			t.Error("a demo of old is to be caught up with")
		}
	},
	action.GameFolder: func(t *testing.T, d *driver) {
		d.platform.folder = "/games/quake"
		menu(d, action.GameFolder)
		d.until("the folder is kept", func() bool { return len(d.a.prefs.set.GameDirs) == 1 })
		if set, _ := d.a.prefs.store.Load(); len(set.GameDirs) != 1 || set.GameDirs[0] != "/games/quake" {
			t.Errorf("game folders %v", set.GameDirs)
		}
	},
	action.Screenshot: func(t *testing.T, d *driver) {
		dir := t.TempDir()
		d.a.prefs.set.Screenshots = dir
		for _, key := range []string{"F12", "Ctrl+S"} {
			d.key(key)
			d.until("it is said where the picture is", func() bool { return d.says(dir) })
			d.a.notices.Clear()
		}
		for _, name := range []string{"made-up-L1-0m30.000s.png", "made-up-L1-0m30.000s-2.png"} {
			if w, h := size(t, filepath.Join(dir, name)); w != int(d.a.screen.layout.frame.Map.W) ||
				h != int(d.a.screen.layout.frame.Map.H) {
				t.Errorf("%s is %d by %d", name, w, h)
			}
		}
	},
	action.ScreenshotFull: func(t *testing.T, d *driver) {
		dir := t.TempDir()
		d.a.prefs.set.Screenshots = dir
		d.key("Shift+F12")
		d.until("it is said where the picture is", func() bool { return d.says(dir) })
		if w, h := size(t, filepath.Join(dir, "made-up-L1-0m30.000s.png")); w != 1280 || h != 720 {
			t.Errorf("the picture is %d by %d", w, h)
		}
	},
	filming.IDFilm: func(t *testing.T, d *driver) {
		d.key("Ctrl+F12")
		if l, ok := d.a.overlay.Shown(); !ok || l.Title != "Save film" {
			t.Errorf("there is %q", l.Title)
		}
	},
	filming.IDCancel: func(t *testing.T, d *driver) {
		dir := t.TempDir()
		d.a.prefs.set.Screenshots = dir
		d.chooseFilm(map[string]string{"Kind": "GIF"})
		d.key("Home", "Enter")
		d.until("it is said that a film is saved", func() bool { return d.says("Saving") })
		d.key("Ctrl+Shift+F12")
		if d.says("Saving") || !d.says("cancelled") {
			t.Errorf("%v", d.a.notices.Views())
		}
		d.a.parts.quit()
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%v is left", left)
		}
	},
	action.CopyPicture: func(t *testing.T, d *driver) {
		d.key("Ctrl+C")
		d.until("it is said that it is copied", func() bool { return d.says("clipboard") })
		if img, err := png.Decode(bytes.NewReader(d.platform.picture)); err != nil ||
			img.Bounds().Dx() != int(d.a.screen.layout.frame.Map.W) {
			t.Errorf("copied %v", err)
		}
	},
	action.CopyPosition: func(t *testing.T, d *driver) {
		d.key("2", "Ctrl+Shift+C")
		d.until("it is said what is copied", func() bool { return d.says("Copied") })
		if want := "fragscope /demos/a.dm_68 --at=L1/0:30.000 --follow=Basalt"; d.platform.clip.text() != want {
			t.Errorf("copied %q, want %q", d.platform.clip.text(), want)
		}
	},
	paths.IDPaths:        testPaths,
	paths.IDWhose:        testWhosePaths,
	paths.IDPositions:    testSavePositions,
	action.TurningPoints: testTurningPoints,
	clips.IDClip: func(t *testing.T, d *driver) {
		d.key("Ctrl+Shift+S")
		d.until("the next ten seconds are saved", func() bool { return d.says("Clip saved") })
		if want := "/demos/a.dm_68 from 30s to 40s"; d.platform.saved.text() != want {
			t.Errorf("saved %q, want %q", d.platform.saved.text(), want)
		}
		d.a.notices.Clear()
		d.key("I", "Right", "O", "Ctrl+Shift+S")
		d.until("it is said where the clip is",
			func() bool { return d.says("Clip saved: " + filepath.Join("/demos", "made-up-L1-0m30.000s")) })
		if want := "/demos/a.dm_68 from 30s to 35s"; d.platform.saved.text() != want {
			t.Errorf("saved %q, want %q", d.platform.saved.text(), want)
		}
		d.platform.err = errors.New("no room")
		d.key("Ctrl+Shift+S")
		d.until("the failure is told", func() bool { return d.says("The clip could not be saved") })
	},
	clips.IDPage: func(t *testing.T, d *driver) {
		saved := func() (*page.Show, error) {
			_, text, _ := strings.Cut(d.platform.saved.text(), "text/plain\">")
			text, _, _ = strings.Cut(text, "</script>")
			return page.Read(text)
		}
		d.key("Alt+S")
		d.until("the whole demo is saved",
			func() bool { return d.says("Page saved: " + filepath.Join("/demos", "made-up-L1-0m00.000s.html")) })
		if s, err := saved(); err != nil || s.Name != "made-up.dm_68" || string(s.Demo) != "/demos/a.dm_68" {
			t.Errorf("saved %+v, %v", s, err)
		}
		x, y := d.a.screen.layout.frame.Map.Center()
		d.key("Right", "M", "Ctrl+D")
		d.drag(x, y, x+80, y+40) // from 35 s to 40 s
		d.key("Ctrl+D", "Right", "Right", "M", "Left", "Left", "Left", "I", "Right", "Right", "O", "Alt+S")
		d.until("the loop is saved",
			func() bool { return d.says("Page saved: " + filepath.Join("/demos", "made-up-L1-0m30.000s.html")) })
		if s, err := saved(); err != nil || !strings.HasPrefix(s.Name, "made-up") ||
			string(s.Demo) != "/demos/a.dm_68 from 30s to 40s" {
			t.Errorf("saved %+v, %v", s, err)
		} else if doc, err := notes.Parse(s.Notes); err != nil || len(doc.Drawings) != 1 || len(doc.Bookmarks) != 1 ||
			time.Duration(doc.Drawings[0].From) != 5*time.Second ||
			time.Duration(doc.Drawings[0].To) != 10*time.Second || time.Duration(doc.Bookmarks[0].At) != 5*time.Second {
			t.Errorf("saved with the notes %+v, %v", doc, err)
		} else if err := notes.Keep(d.a.prefs.store, "/page", s.Notes); err != nil {
			t.Error(err)
		} else if again, err := notes.Shared(d.a.prefs.store, "/page", doc.Demo); err != nil ||
			len(again.Drawings) != 1 || len(again.Bookmarks) != 1 {
			t.Errorf("the page keeps %+v, %v", again, err)
		}
		d.key("Q", "Alt+S")
		d.until("the page is saved turned", func() bool {
			s, err := saved()
			return err == nil &&
				s.Turns[d.a.session.Level().Map] == 1
		})
		d.platform.err = errors.New("no room")
		d.key("Alt+S")
		d.until("the failure is told", func() bool { return d.says("The page could not be saved") })
	},
	action.Help: func(t *testing.T, d *driver) {
		for _, key := range []string{"?", "F1"} {
			d.key(key)
			if !shows(d, layerSheet, "Keys and mouse") {
				t.Errorf("%s: no help", key)
			}
			d.key(key)
			if d.a.overlay.Active() {
				t.Errorf("%s: the help stays", key)
			}
		}
	},
	action.Menu: func(t *testing.T, d *driver) {
		d.key("F10")
		d.key("Right", "Left", "Down", "Enter") // the first row is play / pause
		if d.a.overlay.Active() || !d.a.timeline.Play.Backward() || !d.a.timeline.Play.Playing() {
			t.Error("the second row of the menu was not done")
		}
	},
	action.Settings: func(t *testing.T, d *driver) {
		d.key("Ctrl+,")
		d.choose("Names")
		if d.a.prefs.set.Names || !d.a.overlay.Active() {
			t.Error("the page of settings does not switch the names, or is gone")
		}
		d.write("scale")
		d.key("Enter")
		d.write("1.5")
		if d.key("Enter"); d.a.prefs.set.Scale != 1.5 {
			t.Errorf("the scale is %v", d.a.prefs.set.Scale)
		}
		d.key("Ctrl+,")
		d.choose("Settings file")
		b, err := d.a.prefs.store.Config.Read("settings.toml")
		if err != nil || !strings.Contains(string(b), "key.play-pause") || !d.says("settings.toml") {
			t.Errorf("%v", err)
		}
	},
	action.Escape: func(t *testing.T, d *driver) {
		d.platform.full = true
		d.key("2", "Ctrl+F", "F1", "Esc", "Esc")
		if d.a.overlay.Active() || d.finding() || d.a.watch.Slot() != 1 || !d.platform.full {
			t.Errorf("after two: overlay %v, search %v, follow %d, full %v", d.a.overlay.Active(), d.finding(),
				d.a.watch.Slot(), d.platform.full)
		}
		d.key("Esc")
		wantFollow(t, d, -1)
		d.key("Esc", "Esc", "Esc")
		if d.platform.full || d.a.quit {
			t.Errorf("full %v, quit %v", d.platform.full, d.a.quit)
		}
	},
	action.Quit: func(t *testing.T, d *driver) {
		d.key("Ctrl+Q")
		if !d.a.quit {
			t.Error("does not quit")
		}
	},
}

func init() {
	for n := 1; n <= 9; n++ {
		actionTests[action.FollowSlot(n)] = func(t *testing.T, d *driver) {
			d.key(string(rune('0' + n)))
			if n <= 4 {
				wantFollow(t, d, n-1)
			} else if !d.says("There is no player number") {
				t.Error("nothing is said")
			}
		}
	}
}

func TestActions(t *testing.T) {
	for _, a := range Actions() {
		test := actionTests[a.ID]
		if test == nil {
			continue
		}
		w, h := -1280, -720
		switch a.ID {
		case action.Screenshot, action.ScreenshotFull, action.CopyPicture, action.ScaleUp:
			w, h = -w, -h // these tests are about what is drawn
		}
		t.Run(string(a.ID), func(t *testing.T) { test(t, open(t, w, h, duel, 30*time.Second)) })
	}
}

func toggles(key string, on func(*driver) bool) func(*testing.T, *driver) {
	return func(t *testing.T, d *driver) {
		was := on(d)
		d.key(key)
		if on(d) == was {
			t.Errorf("%s changes nothing", key)
		}
		if set, errs := d.a.prefs.store.Load(); len(errs) > 0 || set.Format(nil) != d.a.prefs.set.Format(nil) {
			t.Error("the setting is not kept")
		}
		d.key(key)
		if on(d) != was {
			t.Errorf("%s again does not undo it", key)
		}
	}
}

func wantSpeed(t *testing.T, d *driver, s float64) {
	t.Helper()
	if d.a.timeline.Play.Speed() != s {
		t.Errorf("speed %v, want %v", d.a.timeline.Play.Speed(), s)
	}
}

func wantFollow(t *testing.T, d *driver, slot int) {
	t.Helper()
	if d.a.watch.Slot() != slot {
		t.Errorf("follows %d, want %d", d.a.watch.Slot(), slot)
	}
}

func wantZoom(t *testing.T, d *driver, key string, sign float64) {
	before := d.a.stage.Camera.Scale()
	d.key(key)
	d.wait(time.Second)
	if (d.a.stage.Camera.Scale()-before)*sign <= 0 {
		t.Errorf("%s: from %v to %v", key, before, d.a.stage.Camera.Scale())
	}
}

// ranked returns the slots in the order of the list.
func ranked(d *driver) []int {
	ps := d.a.session.World().Players
	var out []int
	for _, i := range panel.Ranked(ps, true) {
		out = append(out, ps[i].Slot.Index())
	}
	return out
}

// menu carries out an action with the mouse, through the menu.
func menu(d *driver, id action.ID) {
	d.t.Helper()
	d.button(action.Menu)
	row, _ := d.a.prefs.binds.Action(id)
	for i, c := range action.Categories() {
		if c == row.Category {
			d.press(string(c), func(c panel.Command) bool { return c.Verb == panel.VerbCategory && c.Index == i })
		}
	}
	d.choose(row.Name)
}

// choose clicks the row of the menu with a name, scrolling to it if it is out of sight.
func (d *driver) choose(name string) {
	d.t.Helper()
	for range 40 {
		for _, op := range d.a.screen.layout.layers[layerSheet].Ops {
			if op.Kind == panel.OpText && op.Text == name && op.Face == panel.Body {
				x, y := op.Rect.Center()
				if s, _, ok := d.a.screen.layout.areaAt(x, y); ok && s.Do.Verb == panel.VerbChoose {
					d.click(x, y)
					return
				}
			}
		}
		x, y := d.a.screen.layout.layers[layerSheet].Area.Center()
		d.wheel(x, y, -1, 0)
	}
	d.t.Fatalf("the menu has no row %q", name)
}

func size(t *testing.T, file string) (w, h int) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Error(err)
		return 0, 0
	}
	defer f.Close()
	c, err := png.DecodeConfig(f)
	if err != nil {
		t.Error(err)
	}
	return c.Width, c.Height
}

// TestTheMenuDoesEverything checks that the mouse can do whatever the keyboard can: every action that is not one of a
// family is in the menu.
func TestTheMenuDoesEverything(t *testing.T) {
	listed := map[action.ID]bool{action.Escape: true, action.Menu: true}
	all := open(t, -1280, -2000, duel, 30*time.Second)
	all.key("F10")
	for range action.Categories() {
		for range 40 {
			for _, a := range Actions() {
				for _, op := range all.a.screen.layout.layers[layerSheet].Ops {
					listed[a.ID] = listed[a.ID] || op.Text == a.Name
				}
			}
			all.key("PgDn")
		}
		all.key("Right")
	}
	for _, a := range Actions() {
		if !a.Unlisted && !listed[a.ID] {
			t.Errorf("%s is not in the menu", a.ID)
		}
	}
	d := open(t, 1280, 720, duel, 30*time.Second)
	menu(d, action.SeekForward)
	d.wantPos(35 * time.Second)
	menu(d, action.Trails)
	if d.a.prefs.set.Trails {
		t.Error("a click in the menu does not switch the trails")
	}
	menu(d, action.Scoreboard)
	if len(d.a.screen.layout.layers[layerScores].Ops) == 0 {
		t.Error("no scoreboard from the menu")
	}
	d.key("Esc")
	if len(d.a.screen.layout.layers[layerScores].Ops) != 0 {
		t.Error("the scoreboard stays")
	}
}

func TestReboundKeys(t *testing.T) {
	store := memoryStore()
	set := settings.Default()
	set.Keys[action.SeekForward] = "X"
	set.Keys["no-such-action"] = "Y"
	if err := store.Save(&set); err != nil {
		t.Fatal(err)
	}
	d := drive(t, 800, 500, Options{Files: []string{"/demos/a.dm_68"}, Paused: true, Store: store})
	if !d.says("no-such-action") {
		t.Error("the mistake in the settings file is not told")
	}
	d.until("the demo is open", func() bool { return d.a.open() })
	d.key("X", "Right")
	d.wantPos(5 * time.Second)

	set.Keys = map[action.ID]string{action.SeekForward: "C"}
	if err := store.Save(&set); err != nil {
		t.Fatal(err)
	}
	d.wait(2 * time.Second)
	d.key("C", "X")
	d.wantPos(10 * time.Second)
}

func taken(e *sim.Event, s sim.Slot) bool {
	return e.Slot == s && (e.Kind == sim.EventPickup && e.Item.Notable() || e.Kind == sim.EventFlagTaken ||
		e.Kind == sim.EventCapture)
}

// leads checks that a key leads to shortly before the followed player's next moment in a direction, and that a message
// is shown if there is none or nobody is followed.
func leads(key string, is func(*sim.Event, sim.Slot) bool, by int) func(*testing.T, *driver) {
	const before = 2500 * time.Millisecond
	return func(t *testing.T, d *driver) {
		start := d.pos()
		d.key("0", key)
		if d.pos() != start || !d.says("Follow a player first") {
			t.Error("it leads somewhere though nobody is followed")
		}
		went := 0
		for _, e := range d.a.session.Recording().Roster() {
			d.a.notices.Clear()
			d.a.watch.Follow(e.Profile.Slot.Index())
			d.a.timeline.Seek(start)
			want, found := start, false
			for _, x := range d.a.session.Recording().Events() {
				if later := x.Time > start+before; !is(&x, e.Profile.Slot) || later != (by > 0) ||
					x.Time == start+before || by > 0 && found {
					continue
				}
				want, found = max(x.Time-before, 0), true
			}
			d.key(key)
			d.wantPos(want)
			if !found && !d.says("There is no ") {
				t.Error("it does not say that there is none")
			}
			if found {
				went++
			}
		}
		if went == 0 {
			t.Log("no player has such a moment")
		}
	}
}

// leadStep presses a key that goes to a change of the lead, or says that there is none in that direction.
func leadStep(key string) func(*testing.T, *driver) {
	return func(t *testing.T, d *driver) {
		before := d.pos()
		d.key(key)
		d.until("the changes of the lead are found", d.a.parts.ready)
		d.tick(1)
		if d.pos() == before && !d.says("The lead") {
			t.Errorf("%s does nothing", key)
		}
	}
}
