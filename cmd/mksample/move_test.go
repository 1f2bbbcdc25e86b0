package main

import (
	"io"
	"math"
	"testing"

	"fragscope/assets/bsp"
)

// plain is a floor of 4000 units with a row of stairs to the east, a wall to the west
// and one across to the south.
func plain(t *testing.T) *world {
	c := newChart("plain")
	c.block(rect(-2000, -2000, 2000, 2000), -16, 0, stone)
	for i := range 8 {
		c.block(rect(600+32*float64(i), -200, 2000, 200), 0, float64(i+1)*step, stone)
	}
	c.block(rect(-1000, -2000, -900, 2000), 0, 200, stone)
	c.block([]pt{{-900, -900}, {900, -1800}, {900, -1900}, {-900, -1900}}, 0, 200, stone)
	m, err := bsp.Decode(c.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return &world{level: m}
}

// run moves a body for some steps, checking that it is never in a wall.
func run(t *testing.T, w *world, b *body, wish vec, steps int) {
	t.Helper()
	for range steps {
		w.move(b, wish, false, tick)
		if !w.fits(b.origin) {
			t.Fatalf("in solid at %v", b.origin)
		}
	}
}

func TestRunning(t *testing.T) {
	w := plain(t)
	b := body{origin: vec{0, 500, 24.125}, ground: true}
	run(t, w, &b, vec{1, 0, 0}, 100)
	if v := b.velocity.len(); math.Abs(v-runSpeed) > 1 {
		t.Errorf("runs at %.1f", v)
	}
	run(t, w, &b, vec{}, 100)
	if v := b.velocity.len(); v > 1 {
		t.Errorf("does not stop: %.1f", v)
	}
}

func TestJumping(t *testing.T) {
	w := plain(t)
	b := body{origin: vec{0, 500, 24.125}, ground: true}
	top, air := 0.0, 0
	w.move(&b, vec{}, true, tick)
	for range 200 {
		w.move(&b, vec{}, false, tick)
		top = math.Max(top, b.origin[2]-24)
		if !b.ground {
			air++
		}
	}
	// 270²/1600 is 45.6
	if top < 44 || top > 47 {
		t.Errorf("jumps %.1f high", top)
	}
	if air < 60 || air > 72 {
		t.Errorf("is in the air for %d ms", air*tick)
	}
}

func TestStairsAndWalls(t *testing.T) {
	w := plain(t)
	b := body{origin: vec{400, 0, 24.125}, ground: true}
	run(t, w, &b, vec{1, 0, 0}, 300)
	if b.origin[2] < 8*step+23 || b.origin[2] > 8*step+26 {
		t.Errorf("the stairs lead to %v", b.origin)
	}
	b = body{origin: vec{0, 0, 24.125}, ground: true}
	run(t, w, &b, vec{-1, 0.2, 0}.unit(), 600)
	if x := b.origin[0]; x < -885.5 || x > -880 {
		t.Errorf("the wall stops at %v", b.origin)
	}
	if b.origin[1] < 200 {
		t.Errorf("does not slide along the wall: %v", b.origin)
	}
	b = body{origin: vec{-400, 0, 24.125}, ground: true}
	run(t, w, &b, vec{0, -1, 0}, 900)
	if b.origin[0] < 300 {
		t.Errorf("does not slide along the slanted wall: %v", b.origin)
	}
}

func TestRay(t *testing.T) {
	w := plain(t)
	for _, c := range []struct{ from, to, end, normal vec }{
		{vec{0, 500, 100}, vec{0, 500, -100}, vec{0, 500, 0}, vec{0, 0, 1}},
		{vec{0, 500, 50}, vec{-2000, 500, 50}, vec{-900, 500, 50}, vec{1, 0, 0}},
		{vec{0, 0, 20}, vec{900, 0, 20}, vec{632, 0, 20}, vec{-1, 0, 0}},
	} {
		h := w.ray(c.from, c.to)
		if !h.solid || h.end.sub(c.end).len() > 0.5 || h.normal != c.normal {
			t.Errorf("from %v to %v: %+v", c.from, c.to, h)
		}
	}
	if !w.clear(vec{0, 500, 50}, vec{800, 500, 50}) {
		t.Error("something is in the way above the plain")
	}
}

func TestJumpPadReachesItsApex(t *testing.T) {
	_, m := theMap(t)
	g := newGame(m, io.Discard, 1, defaultLimit)
	to := g.pad.to.origin
	b := body{origin: g.pad.entry(), velocity: g.pad.velocity, flown: true}
	top := 0.0
	for range 400 {
		g.move(&b, to.sub(b.origin).flat().unit().mul(0.4), false, tick)
		top = math.Max(top, b.origin[2])
		if b.ground && b.origin[2] > upper {
			break
		}
	}
	if above := top - to[2]; above < 0 || above > 30 {
		t.Errorf("flies %.0f high, want %.0f", top, to[2])
	}
	if !b.ground || math.Abs(b.origin[2]-upper-24) > 1 {
		t.Errorf("lands at %v", b.origin)
	}
}
