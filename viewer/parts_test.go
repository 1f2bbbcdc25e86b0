package viewer

import (
	"slices"
	"testing"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// TestAPartIsAskedForAllThatItBrings checks that every hook of a part is called when it should be.
func TestAPartIsAskedForAllThatItBrings(t *testing.T) {
	d := drive(t, -1280, -720, Options{})
	var asked []string
	note := func(what string) {
		if !slices.Contains(asked, what) {
			asked = append(asked, what)
		}
	}
	d.a.parts.add(part.Part{
		Opened:   func() { note("opened") },
		Closed:   func() { note("closed") },
		Tick:     func() { note("tick") },
		Ready:    func() bool { return false },
		Stroke:   func(c action.Chord) bool { note("stroke " + string(c.Key)); return c.Key == "M" },
		Type:     func(text []rune) { note("type " + string(text)) },
		Escape:   func() bool { note("escape"); return true },
		Scene:    func(*stage.Scene) { note("scene") },
		Timeline: func(*panel.TimelineView) { note("timeline") },
		Legend:   func() *panel.Legend { note("legend"); return nil },
	})
	d.a.session.Open("/demos/a.dm_68", "", false)
	d.until("the demo is open", func() bool { return d.a.session.World() != nil })
	d.key("M", "Esc", "F1", "K", "F1")
	d.a.screen.scene()
	if d.a.parts.ready() {
		t.Error("a part that is not ready is not waited for")
	}
	d.wait(time.Second)
	if d.says("Bookmark") {
		t.Error("the action of a key that a part took is done")
	}
	d.a.session.Close()
	for _, want := range []string{"opened", "closed", "tick", "stroke M", "type M", "escape", "scene", "timeline",
		"legend"} {
		if !slices.Contains(asked, want) {
			t.Errorf("not asked: %s", want)
		}
	}
	if slices.Contains(asked, "stroke K") || slices.Contains(asked, "type K") {
		t.Error("keys reach a part behind what lies over the window")
	}
}
