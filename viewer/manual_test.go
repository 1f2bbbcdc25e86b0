package viewer

import (
	"testing"

	"fragscope/viewer/panel"
)

// TestTheHelpSearchesTheManual checks that the help finds typed text in the manual, and that a click on a result opens
// its page.
func TestTheHelpSearchesTheManual(t *testing.T) {
	d := open(t, 1280, 720, duel, 0)
	d.key("F1")
	d.write("PASSWORD")
	if !shows(d, layerSheet, "Live: The network") {
		t.Fatal("nothing of the page about live matches is found")
	}
	d.press("the first that was found", func(c panel.Command) bool {
		return c.Verb == panel.VerbChoose &&
			c.Index == 0
	})
	d.tick(2)
	if !shows(d, layerSheet, "Search the manual") || shows(d, layerSheet, "Live: The network") {
		t.Error("the page is not shown")
	}
	d.write("no such words anywhere")
	if !shows(d, layerSheet, "The manual does not mention this.") {
		t.Error("it does not say that nothing is found")
	}
	d.key("F1")
	if d.a.overlay.Active() {
		t.Error("the help stays")
	}
	d.key("F1")
	d.press("a tab", func(c panel.Command) bool { return c.Verb == panel.VerbCategory && c.Index == 1 })
	d.tick(2)
	if scroll := d.a.overlay.Scroll(); scroll.Room < 500 {
		t.Errorf("the page about watching can be scrolled by %v points", scroll.Room)
	}
	d.key("Esc")
	if d.a.overlay.Active() {
		t.Error("Esc does not close the help")
	}
}
