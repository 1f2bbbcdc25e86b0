package viewer

import (
	"strings"
	"testing"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/heat"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// found returns the names of the menu's results for a text, each with its kind.
func found(d *driver, text string) string {
	d.t.Helper()
	d.key("Ctrl+K")
	d.write(text)
	var names []string
	for _, op := range d.a.screen.layout.layers[layerSheet].Ops {
		if op.Kind == panel.OpText {
			names = append(names, op.Text)
		}
	}
	d.key("Esc")
	return strings.Join(names, "|")
}

func TestTheMenuFinds(t *testing.T) {
	d := open(t, -1280, -720, duel, 30*time.Second)
	d.a.prefs.store.AddRecent("/demos/final of finals.dm_68")
	for text, want := range map[string]string{
		"heat": "|Heat map|", "cobal": "Player|Cobalt", "by:am": "|by:Amber|", "quad": "Moment|",
		"recording folder": "|Recording folder|", "previous table": "The report is closed",
	} {
		if got := found(d, text); !strings.Contains(got, want) {
			t.Errorf("%q finds %s, want %s", text, got, want)
		}
	}
	at := d.pos()
	found(d, "hsgtb0 , . 1")
	if d.pos() != at || d.a.parts.On(heat.IDMap) || !d.a.prefs.set.Trails || !d.a.prefs.set.Sounds ||
		d.a.watch.Slot() >= 0 {
		t.Error("what is typed into the menu does something else")
	}
	d.key("Ctrl+K")
	d.write("basal")
	d.key("Enter")
	if pl := d.a.watch.Followed(); pl == nil || pl.Profile.Name.Plain != "Basalt" {
		t.Errorf("Enter on a player follows %v", pl)
	}
	d.key("Ctrl+K")
	d.write("kind:fr")
	d.key("Tab", "Enter")
	if p := d.pos(); p == at || d.a.overlay.Active() {
		t.Errorf("a moment leads nowhere: at %v", p)
	}
}

// TestTheMenuSaysWhy checks that an action that is not possible is not carried out by key or menu, and that the reason
// is shown.
func TestTheMenuSaysWhy(t *testing.T) {
	d := drive(t, -1280, -720, Options{})
	for _, a := range d.a.parts.List() {
		idle := d.a.parts.actions[a.ID].Idle
		if why := d.a.parts.Why(a.ID); !idle && why != msgNoDemo || why != "" && !strings.HasSuffix(why, ".") {
			t.Errorf("%s without a demo: %q", a.ID, why)
		}
	}
	d.key("F10")
	if !shows(d, layerSheet, "Sample") {
		t.Error("without a demo, the menu does not begin with demos")
	}
	d.press("the group", func(c panel.Command) bool { return c.Verb == panel.VerbCategory && c.Index == 0 })
	d.choose("Reverse")
	if !d.a.overlay.Active() {
		t.Error("what cannot be done closes the menu")
	}
	d.a.parts.actions["test"] = part.Action{Idle: true, Do: func() { t.Error("it is done") },
		Why: func() string { return "Not today." }}
	if d.a.parts.Do("test"); !d.says("Not today.") {
		t.Error("it is not said why it is not done")
	}
}

// TestTheMenuChangesKeys checks that a key is changed in the menu, by keyboard and by mouse, and that the action that
// had it before loses it.
func TestTheMenuChangesKeys(t *testing.T) {
	d := open(t, -1280, -720, duel, 30*time.Second)
	d.key("Ctrl+K")
	d.write("fit the")
	d.key("F2", "H")
	if d.a.prefs.binds.KeyLabel(action.Fit) != "H" || d.a.prefs.binds.KeyLabel(heat.IDMap) != "" ||
		!d.says("Until now it was the key for: Heat map.") || !d.a.overlay.Active() {
		t.Errorf("Fit has %q, the heat map %q: %v", d.a.prefs.binds.KeyLabel(action.Fit),
			d.a.prefs.binds.KeyLabel(heat.IDMap), d.a.notices.Views())
	}
	set, errs := d.a.prefs.store.Load()
	if set.Keys[action.Fit] != "H" || len(errs) > 0 {
		t.Errorf("kept: %v, %v", set.Keys, errs)
	}
	d.key("Esc", "F10")
	d.press("a key", func(c panel.Command) bool { return c.Verb == panel.VerbKey && c.Index == 0 })
	d.key("Delete")
	if d.a.prefs.binds.KeyLabel(action.PlayPause) != "" || !d.says("no longer has a key") {
		t.Error("Delete does not take the key away")
	}
}
