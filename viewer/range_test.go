package viewer

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/paths"
	"fragscope/viewer/report"
)

func testPaths(t *testing.T, d *driver) {
	d.a.timeline.Play.SetLoop(10*time.Second, 40*time.Second)
	d.a.parts.Do(paths.IDPaths)
	d.until("there are paths", func() bool { return d.a.parts.ready() })
	d.tick(1)
	if n := len(d.a.screen.scene().Layers); n != 1 || !d.a.parts.On(paths.IDPaths) {
		t.Errorf("%d layers", n)
	}
	l := d.a.parts.legend()
	if l == nil || len(l.Parts) != 3 || l.Parts[1].Text != "of everyone" ||
		!strings.Contains(l.Parts[2].Text, "0:10.0 to ") {
		t.Errorf("it says %+v", l)
	}
	d.a.parts.Do(paths.IDPaths)
	if d.tick(1); len(d.a.screen.scene().Layers) != 0 {
		t.Error("the paths stay")
	}
}

func testWhosePaths(t *testing.T, d *driver) {
	runs := func() (n int) {
		d.until("there are paths", func() bool { return d.a.parts.ready() })
		d.tick(1)
		fmt.Sscan(d.a.parts.legend().Parts[0].Text, &n)
		return n
	}
	d.a.parts.Do(paths.IDPaths)
	all := runs()
	d.key("3")
	d.a.parts.Do(paths.IDWhose)
	own := runs()
	d.a.parts.Do(paths.IDWhose)
	team := runs()
	if own == 0 || own >= team || team >= all {
		t.Errorf("%d runs of everyone, %d of a player, %d of his team", all, own, team)
	}
	if d.a.parts.Do(paths.IDWhose); runs() != all {
		t.Errorf("%d runs of everyone", runs())
	}
	d.key("0")
	if d.a.parts.Do(paths.IDWhose); !d.says("Follow a player") {
		t.Error("nothing is said of whom to follow")
	}
}

func testSavePositions(t *testing.T, d *driver) {
	d.a.timeline.Play.SetLoop(10*time.Second, 20*time.Second)
	d.a.parts.Do(paths.IDPositions)
	d.until("it is said where they are", func() bool {
		return d.says("Positions saved: " + filepath.Join("/demos", "made-up-L1-0m10.000s.csv"))
	})
	lines := strings.Split(strings.TrimSpace(d.platform.saved.text()), "\n")
	var first, last int
	fmt.Sscan(strings.Split(lines[1], ",")[0], &first)
	fmt.Sscan(strings.Split(lines[len(lines)-1], ",")[0], &last)
	if lines[0] != "time_ms,clock_ms,kind,entity,x,y,z,pitch,yaw" || first < 10000 || first > 10200 || last > 20000 ||
		last < 19800 {
		t.Errorf("%d lines from %d to %d ms, of %s", len(lines), first, last, lines[0])
	}
}

// testTurningPoints looks for the turning points of a match in the player list, on the timeline and in the menu.
func testTurningPoints(t *testing.T, _ *driver) {
	d := openReal(t, -1280, -720, "qw/mvd/p28/1on1_*_aerowalk.mvd", "q1/nquake", 60*time.Second)
	d.until("they are found", func() bool { return d.a.parts.ready() })
	d.tick(2)
	rows := func() (list []panel.HitArea) {
		for _, a := range d.a.screen.layout.layers[layerLeft].HitAreas {
			if a.Do.Verb == panel.VerbEvent {
				list = append(list, a)
			}
		}
		return list
	}
	marks := func() (list []panel.HitArea) {
		for _, a := range d.a.screen.layout.layers[layerTransport].HitAreas {
			if a.Do.Verb == panel.VerbEvent {
				list = append(list, a)
			}
		}
		return list
	}
	if len(rows()) != 5 || len(marks()) != 5 || !strings.Contains(marks()[0].Tip, "takes") {
		t.Fatalf("%d are listed, %d marked", len(rows()), len(marks()))
	}
	third := rows()[2].Do
	when := d.a.timeline.Moment(third.Time).Short()
	if !slices.ContainsFunc(d.a.screen.layout.layers[layerLeft].Ops, func(o panel.Op) bool {
		return o.Rect.Y >= rows()[2].Rect.Y && o.Rect.Y < rows()[2].Rect.Bottom() && strings.HasPrefix(o.Text, when)
	}) {
		t.Errorf("the third does not show its time, %s", when)
	}
	d.press("the third", func(c panel.Command) bool { return c == third })
	d.wantPos(third.Time - 2500*time.Millisecond)
	wantFollow(t, d, third.Index)
	found := func() (n int) {
		for _, e := range d.a.parts.search("turning point") {
			if strings.HasPrefix(e.Help, "The match turned at ") {
				n++
			}
		}
		return n
	}
	if found() != 5 {
		t.Errorf("the menu finds %d", found())
	}
	d.a.parts.Do(action.HideScore)
	if d.tick(1); len(rows())+len(marks())+found() != 0 {
		t.Error("they tell a hidden score")
	}
	d.a.parts.Do(action.HideScore)
	d.tick(1)
	d.until("they are found again", func() bool { return d.a.parts.ready() && len(rows()) > 0 })
	d.press("the cross", func(c panel.Command) bool { return c.ID == action.TurningPoints })
	if len(rows())+len(marks()) != 0 || d.a.prefs.set.Turns {
		t.Error("they stay")
	}
}

// TestRangeBar selects a part of the demo with Shift and the mouse: its bar has a button for each possible action, its
// ends can be dragged, and report, item control and lanes cover only the selection.
func TestRangeBar(t *testing.T) {
	d := open(t, 1280, 720, single, 30*time.Second)
	d.key("Ctrl+4", "Ctrl+7")
	d.until("there are lanes", func() bool { return len(d.a.timeline.Lanes()) > 0 })
	d.tick(2)
	whole := [2]string{d.a.timeline.Items()[0].Total, d.a.timeline.Lanes()[0].Total}
	d.in.Mods = action.Shift
	d.drag(d.lineX(10*time.Second), d.lineY(), d.lineX(25*time.Second), d.lineY())
	d.in.Mods = 0
	d.tick(2)
	from, to, ok := d.a.timeline.Loop()
	if near := func(a, b time.Duration) bool { return (a - b).Abs() < 300*time.Millisecond }; !ok ||
		!near(from, 10*time.Second) || !near(to, 25*time.Second) {
		t.Fatalf("%v to %v is selected", from, to)
	}
	for _, a := range rangeActions {
		found := false
		for _, h := range d.a.screen.layout.layers[layerRange].HitAreas {
			found = found || h.Do.ID == a.id
		}
		if !found {
			t.Errorf("there is no button for %s", a.id)
		}
	}
	if part := [2]string{d.a.timeline.Items()[0].Total, d.a.timeline.Lanes()[0].Total}; part[0] == whole[0] ||
		part[1] == whole[1] {
		t.Errorf("of the whole it says %q, of a part %q", whole, part)
	}
	d.dragBy("its end", func(c panel.Command) bool { return c.Verb == panel.VerbLoopEnd && c.Index == 1 }, 60, 0)
	if _, end, _ := d.a.timeline.Loop(); end <= to {
		t.Errorf("the end is at %v, was at %v", end, to)
	}
	d.press("report", func(c panel.Command) bool { return c.ID == action.MatchReport })
	d.until("it is counted", func() bool { return d.a.parts.ready() })
	d.tick(1)
	if text := d.layerTexts(layerConcerns + 1); !strings.Contains(text, "0:10.") {
		t.Errorf("the report is of %q", text)
	}
	d.key("Esc")
	d.press("the cross", func(c panel.Command) bool { return c.ID == action.LoopClear })
	if _, _, ok := d.a.timeline.Loop(); ok || len(d.a.screen.layout.layers[layerRange].Ops) > 0 {
		t.Error("it stays selected")
	}
}

// TestBlocksAreResized drags the edges of the blocks along the timeline: each becomes taller and lower in whole rows,
// keeps its height between runs, and scrolls if its rows do not all fit.
func TestBlocksAreResized(t *testing.T) {
	d := open(t, 1280, 900, crowd, 30*time.Second)
	d.key("Ctrl+7", "Ctrl+6")
	d.until("there are lanes", func() bool {
		return len(d.a.timeline.Lanes()) > 0 && d.a.parts.On(report.IDAdvantage) && d.a.parts.ready()
	})
	d.tick(2)
	edge := func(b panel.Block) func(panel.Command) bool {
		return func(c panel.Command) bool { return c.Verb == panel.VerbResize && c.Index == int(b) }
	}
	height := func(b panel.Block) float32 { return d.a.screen.layout.frame.Blocks[b] }
	curve := height(panel.BlockCurve)
	d.dragBy("the edge of the curve", edge(panel.BlockCurve), 0, -20)
	if now := height(panel.BlockCurve); now <= curve {
		t.Errorf("the curve is %v high, was %v", now, curve)
	}
	d.dragBy("the edge of the lanes", edge(panel.BlockLanes), 0, 400)
	d.dragBy("the edge of the lanes", edge(panel.BlockLanes), 0, -2*17)
	rows := panel.BlockRows(panel.BlockLanes, height(panel.BlockLanes))
	if rows != 3 {
		t.Errorf("%d lanes are seen at a height of %v, of %v", rows, height(panel.BlockLanes),
			d.a.prefs.set.LanesHeight)
	}
	if set, _ := d.a.prefs.store.Load(); set.LanesHeight != d.a.prefs.set.LanesHeight || set.LanesHeight == 0 {
		t.Errorf("the height %v is not kept", d.a.prefs.set.LanesHeight)
	}
	frame := d.a.screen.layout.frame.Transport
	d.wheel(d.lineX(20*time.Second), frame.Bottom()-48-20, -1, 0)
	if at := d.a.screen.layout.scroll[panel.AreaLanes].At; at <= 0 {
		t.Error("the lanes do not scroll")
	}
	last := d.a.timeline.Lanes()[len(d.a.timeline.Lanes())-1]
	d.a.watch.Follow(last.Slot)
	d.tick(2)
	if text := d.layerTexts(layerTransport); !strings.Contains(text, last.Name) {
		t.Errorf("the lane of %s is out of sight: %s", last.Name, text)
	}
}

// TestReportOfAPart opens the report of part of a match whose game reports damage only for the whole match: those
// numbers are grey and for the whole match, and the note says so. The report of the whole match has no grey numbers.
func TestReportOfAPart(t *testing.T) {
	d := openReal(t, -1280, -720, "qw/mvd/p28/1on1_*_aerowalk.mvd", "q1/nquake", 240*time.Second)
	grey := func() (n int) {
		d.until("it is counted", func() bool { return d.a.parts.ready() })
		d.tick(1)
		for _, op := range d.a.screen.layout.layers[layerConcerns+1].Ops {
			number := len(op.Text) > 0 && strings.Trim(op.Text, "0123456789.%") == ""
			if op.Kind == panel.OpText && op.Face == panel.Body && number && op.Color == d.a.prefs.theme.Faint {
				n++
			}
		}
		return n
	}
	d.a.parts.set(action.MatchReport, true)
	whole := grey()
	d.a.timeline.Play.SetLoop(230*time.Second, 270*time.Second)
	d.tick(2)
	part := grey()
	if whole != 0 || part < 4 {
		t.Errorf("%d numbers of the whole match are grey, %d of a part", whole, part)
	}
	if text := d.layerTexts(layerConcerns + 1); !strings.Contains(text, "Grey numbers cover the whole match") {
		t.Errorf("it says %s", text)
	}
}

// TestSightOfAPart follows a player and checks that the view of the selected part shows what he saw in it, and whom for
// how long.
func TestSightOfAPart(t *testing.T) {
	d := openReal(t, -1280, -720, "qw/mvd/p28/1on1_*_aerowalk.mvd", "q1/nquake", 240*time.Second)
	d.key("1")
	d.a.timeline.Play.SetLoop(236*time.Second, 244*time.Second)
	d.a.parts.set("sight", true)
	d.tick(2)
	d.until("it is known", func() bool { return d.a.parts.ready() })
	d.tick(1)
	l := d.a.parts.legend()
	if l == nil || len(l.Parts) != 2 || !strings.Contains(l.Parts[0].Text, " saw from ") ||
		!strings.Contains(l.Parts[1].Text, "was seen ") {
		t.Errorf("it says %+v", l)
	}
}
