package viewer

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/heat"
	"fragscope/viewer/panel"
)

// popped returns the names of the entries of the open context menu.
func popped(d *driver) string {
	var names []string
	for _, g := range d.a.overlay.Popped() {
		for _, e := range g {
			names = append(names, e.Name)
		}
		names = append(names, "-")
	}
	return strings.Join(names, "|")
}

// TestTheMenuAtThePointer checks that a right click opens a menu next to the pointer that dims nothing and does not
// seek, begins with the entries for the thing there, and closes with Esc.
func TestTheMenuAtThePointer(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	at := d.pos()
	place := func(slot int) (x, y float32) {
		pl := d.a.watch.Player(slot)
		return d.a.stage.Camera.Screen(pl.Origin)
	}
	event := func() (x, y float32) {
		return d.spot("a kill", func(c panel.Command) bool {
			e := d.a.mouse.menus.event(&c)
			return c.Verb == panel.VerbEvent && e != nil && e.Kind == sim.EventObituary
		})
	}
	m := d.a.screen.layout.frame.Map
	for name, c := range map[string]struct {
		at   func() (x, y float32)
		want []string
	}{
		"a player": {func() (float32, float32) { return place(2) }, []string{"Follow|", "His report", "His next frag",
			"His next death", "His deaths on the map"}},
		"his row": {func() (float32, float32) {
			return d.spot("a row", func(c panel.Command) bool { return c.Verb == panel.VerbFollow })
		}, []string{"Follow|"}},
		"a kill": {event, []string{"Watch it|Follow ", "Bookmark"}},
		"a moment": {func() (float32, float32) { return d.lineX(41 * time.Second), d.lineY() },
			[]string{"Go there|Bookmark|", "Loop from here", "Save clip", "Copy the position"}},
		"a place": {func() (float32, float32) { return m.X + 20, m.Y + 20 },
			[]string{"What happened here", "Fit the map", "Draw"}},
		"the top bar": {func() (float32, float32) { return 300, 15 }, []string{"Menu"}},
	} {
		x, y := c.at()
		d.rightClick(x, y)
		got := popped(d)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %s has no %s", name, got, want)
			}
		}
		box := d.a.screen.layout.layers[layerSheet].Area
		if d.pos() != at || len(d.a.screen.layout.layers[layerScrim].Ops) > 0 || box.W > 400 || box.H > 520 {
			t.Errorf("%s: at %v, %d things dim the window, %v", name, d.pos(),
				len(d.a.screen.layout.layers[layerScrim].Ops), box)
		}
		if near := box; x < near.X-6 || x > near.Right()+6 || y < near.Y-6 || y > near.Bottom()+6 {
			t.Errorf("%s: the menu of %v, %v is at %v", name, x, y, box)
		}
		if d.key("Esc"); d.a.overlay.Active() {
			t.Errorf("%s: the menu stays", name)
		}
	}
}

// TestTheVerbsOfAMoment checks that the entries do what they say, at their time, and leave the demo at its position.
func TestTheVerbsOfAMoment(t *testing.T) {
	d := open(t, -1280, -720, duel, 30*time.Second)
	do := func(name string) {
		t.Helper()
		list := slices.Concat(d.a.overlay.Popped()...)
		i := slices.IndexFunc(list, func(e panel.Entry) bool { return e.Name == name })
		if i < 0 {
			t.Fatalf("there is no %q: %s", name, popped(d))
		}
		for range i + 1 {
			d.key("Down")
		}
		d.key("Enter")
	}
	d.rightClick(d.lineX(41*time.Second), d.lineY())
	do("Bookmark")
	marks, _ := d.a.prefs.store.Bookmarks(d.a.session.Key())
	if len(marks) != 1 || time.Duration(marks[0].At) < 40*time.Second || d.pos() != 30*time.Second {
		t.Errorf("bookmarks %v, at %v", marks, d.pos())
	}
	d.a.mouse.menus.ofPlayer(600, 300, 2)
	do("His next death")
	if d.a.watch.Slot() != 2 || d.pos() == 30*time.Second {
		t.Errorf("follows %d at %v", d.a.watch.Slot(), d.pos())
	}
	d.a.mouse.menus.ofPlayer(600, 300, 1)
	do("His deaths on the map")
	if !d.a.parts.On(heat.IDMap) || d.asks == nil || !strings.Contains(d.asks.String(), `kind:death of:"Basalt"`) {
		t.Errorf("the heat map is %v, asked is %v", d.a.parts.On(heat.IDMap), d.asks)
	}
}
