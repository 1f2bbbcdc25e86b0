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

// choosePopped chooses the entry of the open context menu whose name begins so.
func (d *driver) choosePopped(name string) {
	d.t.Helper()
	list := slices.Concat(d.a.overlay.Popped()...)
	i := slices.IndexFunc(list, func(e panel.Entry) bool { return strings.HasPrefix(e.Name, name) })
	if i < 0 {
		d.t.Fatalf("there is no %q: %s", name, popped(d))
	}
	for range i + 1 {
		d.key("Down")
	}
	d.key("Enter")
}

// TestTheTimeOfTheTimelinesMenu holds that all that the menu of a time saves begins at that time.
func TestTheTimeOfTheTimelinesMenu(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	at := d.pos()
	choose := func(name string) {
		t.Helper()
		d.rightClick(d.lineX(41*time.Second), d.lineY())
		d.choosePopped(name)
	}
	choose("Save clip")
	d.until("the clip is saved", func() bool { return d.says("Clip saved") })
	if !d.says("-0m40.") && !d.says("-0m41.") {
		t.Errorf("it says %+v", d.a.notices.Views())
	}
	choose("Save film")
	d.tick(3)
	l, _ := d.a.overlay.Shown()
	i := slices.IndexFunc(l.Rows, func(r panel.Row) bool { return r.Lead == "Part" })
	if part := l.Rows[i].Spans[0].Text; !strings.HasPrefix(part, "L2/0:41.0 to") {
		t.Errorf("the film is of %s", part)
	}
	if d.pos() != at {
		t.Errorf("at %v, want %v", d.pos(), at)
	}
}

// TestTheMenuOfAPickup holds that it offers to follow each player once.
func TestTheMenuOfAPickup(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	for _, e := range d.a.session.Events() {
		who, _ := e.Doer()
		if d.a.watch.Player(who.Index()) == nil {
			continue
		}
		seen := map[string]bool{}
		for _, v := range d.a.mouse.menus.eventVerbs(&e) {
			if seen[v.Name] {
				t.Errorf("%v of %v: %q twice", e.Kind, who, v.Name)
			}
			seen[v.Name] = true
		}
	}
}

// TestTheMenuOfAClock holds that a click on an item's clock and a right click open the item's menu.
func TestTheMenuOfAClock(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	clock := func(c panel.Command) bool { return c.Verb == panel.VerbItem }
	for name, press := range map[string]func(x, y float32){"click": d.click, "right click": d.rightClick} {
		press(d.spot("a clock", clock))
		d.tick(1)
		if got := popped(d); !strings.Contains(got, "Who took it") || !strings.Contains(got, "Timing and control") {
			t.Errorf("%s: %s", name, got)
		}
		d.key("Esc")
	}
	d.rightClick(d.spot("a clock", clock))
	d.choosePopped("Who took it")
	if d.asks == nil || !strings.Contains(d.asks.String(), "kind:pickup item:") {
		t.Errorf("asked is %v", d.asks)
	}
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
	d.rightClick(d.lineX(41*time.Second), d.lineY())
	d.choosePopped("Bookmark")
	marks, _ := d.a.prefs.store.Bookmarks(d.a.session.Key())
	if len(marks) != 1 || time.Duration(marks[0].At) < 40*time.Second || d.pos() != 30*time.Second {
		t.Errorf("bookmarks %v, at %v", marks, d.pos())
	}
	d.a.mouse.menus.ofPlayer(600, 300, 2)
	d.choosePopped("His next death")
	if d.a.watch.Slot() != 2 || d.pos() == 30*time.Second {
		t.Errorf("follows %d at %v", d.a.watch.Slot(), d.pos())
	}
	d.a.mouse.menus.ofPlayer(600, 300, 1)
	d.choosePopped("His deaths on the map")
	if !d.a.parts.On(heat.IDMap) || d.asks == nil || !strings.Contains(d.asks.String(), `kind:death of:"Basalt"`) {
		t.Errorf("the heat map is %v, asked is %v", d.a.parts.On(heat.IDMap), d.asks)
	}
}
