package viewer

import (
	"slices"
	"testing"
	"time"

	"fragscope/viewer/panel"
	"fragscope/viewer/race"
)

// raceLayer is the layer of the race: the last of the parts in the table of concerns.
const raceLayer = layerConcerns + concernCount - 2

// racing makes the open demo race another, with a key.
func racing(t *testing.T, d *driver) {
	t.Helper()
	d.platform.file = "/demos/b.dm_68"
	d.key("Ctrl+Alt+R")
	d.until("there is a race", func() bool { return shows(d, raceLayer, "by time") || len(d.a.notices.Views()) > 0 })
	if !d.a.parts.On(race.IDRace) {
		t.Fatal("there is no race: ", d.a.notices.Views())
	}
	d.tick(2)
}

func testRace(t *testing.T, d *driver) {
	d.key("Alt+R")
	if !shows(d, raceLayer, "There is no other run yet: add a demo with +, or keep a loop to race against.") {
		t.Error("it does not say how to get a race")
	}
	d.key("Alt+R")
	racing(t, d)
	d.button(race.IDRace)
	if d.a.parts.On(race.IDRace) || len(d.a.screen.layout.layers[raceLayer].Ops) > 0 {
		t.Error("the race stays")
	}
}

func testRaceWith(t *testing.T, d *driver) {
	whole := d.a.screen.layout.frame.Map.H
	racing(t, d)
	if !shows(d, raceLayer, "+0.00 s") {
		t.Error("the same run is not as fast as itself")
	}
	if d.a.screen.layout.frame.Map.H >= whole {
		t.Error("the race lies over the map")
	}
	layers := len(d.a.screen.scene().Layers)
	if layers == 0 {
		t.Error("there is no ghost on the map")
	}
	x, y := d.spot("a place of the curves", func(c panel.Command) bool {
		return c.Verb == panel.VerbSeek &&
			c.Time > 40*time.Second
	})
	d.click(x, y)
	if at := d.pos(); at < 40*time.Second {
		t.Errorf("a click on the curves leads to %v", at)
	}
	d.platform.file = "/demos/not-a-demo.dem"
	d.button(race.IDWith)
	d.until("it is refused", func() bool { return d.says("The runs cannot be raced") })
	if !shows(d, raceLayer, "by time") {
		t.Error("the race is gone for a demo that could not join")
	}
}

// curve returns a point on the race's curves that seeks to a time at or after at.
func (d *driver) curve(at time.Duration) (x, y float32) {
	d.t.Helper()
	return d.spot("a place of the curves", func(c panel.Command) bool {
		return c.Verb == panel.VerbSeek &&
			c.Time >= at
	})
}

// TestTouchTheCurvesOfARace checks that the race's curves react to a finger as to the mouse: a tap seeks to a time, a
// drag seeks along, and a long touch opens the menu of a right click.
func TestTouchTheCurvesOfARace(t *testing.T) {
	d := phone(t, 844, 390, 20*time.Second)
	racing(t, d)
	column := time.Minute / 200
	x, y := d.curve(10 * time.Second)
	d.tap(x, y)
	near(t, d.pos(), 10*time.Second, column)

	x2, _ := d.curve(20 * time.Second)
	d.touches(x2, y)
	near(t, d.pos(), 20*time.Second, column)
	x3, _ := d.curve(28 * time.Second)
	for k := range 9 {
		d.touches(x2+(x3-x2)*float32(k)/8, y-float32(3*k)) // a finger does not move straight
	}
	near(t, d.pos(), 28*time.Second, column)
	d.touches(x3+2000, y)
	last := d.pos()
	if last <= 28*time.Second+column {
		t.Errorf("dragged past the end it is at %v", last)
	}
	d.wait(2 * longTouch)
	d.touches()
	if d.choosing() {
		t.Error("a drag that rests is a long touch")
	}
	d.wantPos(last)

	list := func() (rows []string) {
		for _, e := range slices.Concat(d.a.overlay.Popped()...) {
			rows = append(rows, e.Name)
		}
		return rows
	}
	d.touches(x, y)
	d.wait(longTouch + 2*tick)
	d.touches()
	touched := list()
	near(t, d.pos(), 10*time.Second, column)
	if !slices.Contains(touched, "Race from here") || !slices.Contains(touched, "Race by distance") {
		t.Fatalf("a long touch lists %q", touched)
	}
	d.key("Escape")
	d.rightClick(x, y)
	if clicked := list(); !slices.Equal(clicked, touched) {
		t.Errorf("a right click lists %q, a long touch %q", clicked, touched)
	}
}

// TestDragAlongTheCurvesOfARace checks that the mouse can also be dragged along the curves, and that playback continues
// where it is released.
func TestDragAlongTheCurvesOfARace(t *testing.T) {
	d := open(t, -1280, -720, duel, 20*time.Second)
	racing(t, d)
	x, y := d.curve(10 * time.Second)
	x2, _ := d.curve(25 * time.Second)
	d.a.timeline.Play.Play(false)
	d.drag(x, y, x2, y)
	near(t, d.pos(), 25*time.Second, time.Second)
	if !d.a.timeline.Play.Playing() {
		t.Error("it does not play any more")
	}
}

func testRaceAxis(t *testing.T, d *driver) {
	racing(t, d)
	d.key("Alt+X")
	if !shows(d, raceLayer, "by distance") {
		t.Error("the axis is not the way")
	}
	d.button(race.IDAxis)
	if !shows(d, raceLayer, "by time") {
		t.Error("the axis is not the time")
	}
}

func testRaceStart(t *testing.T, d *driver) {
	racing(t, d)
	d.key("Alt+B")
	d.until("all begin with the level", func() bool { return shows(d, raceLayer, "from: level start") })
	d.button(race.IDStart)
	d.until("all begin with the first move", func() bool { return shows(d, raceLayer, "from: first move") })
}

func testRaceMark(t *testing.T, d *driver) {
	racing(t, d)
	d.key("Alt+N")
	d.until("all begin here", func() bool { return shows(d, raceLayer, "from: mark") })
	columns := slices.DeleteFunc(slices.Clone(d.a.screen.layout.layers[raceLayer].HitAreas),
		func(h panel.HitArea) bool { return h.Do.Verb != panel.VerbSeek })
	if at := columns[0].Do.Time; at < 29*time.Second {
		t.Errorf("the race begins at %v", at)
	}
}

func testRaceLoop(t *testing.T, d *driver) {
	d.key("Alt+I")
	if !d.says("Set a loop around the part") {
		t.Error("it does not say that there is no loop")
	}
	for _, from := range []time.Duration{10 * time.Second, 30 * time.Second} {
		d.a.timeline.Seek(from + 5*time.Second)
		d.key("O")
		d.a.timeline.Seek(from)
		d.key("I", "Alt+I")
	}
	d.until("the loops race", func() bool { return shows(d, raceLayer, "from: mark") })
	if !shows(d, raceLayer, "0:05.0") {
		t.Error("the race is not as long as the loop")
	}
}
