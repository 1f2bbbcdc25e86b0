package main

import (
	"math"
	"testing"
)

func TestAngles(t *testing.T) {
	for deg := -179.5; deg < 180; deg += 0.5 {
		s, c := sincos(deg)
		ws, wc := math.Sincos(deg * math.Pi / 180)
		if math.Abs(s-ws) > 1e-9 || math.Abs(c-wc) > 1e-9 {
			t.Fatalf("sincos(%v) = %v, %v, want %v, %v", deg, s, c, ws, wc)
		}
		if a := atan2deg(s, c); math.Abs(wrap(a-deg)) > 1e-6 {
			t.Fatalf("atan2deg of %v degrees is %v", deg, a)
		}
	}
}

// plain is a floor of 4000 units with a row of stairs to the east.
func plain() *world {
	c := newChart("plain")
	c.block(rect(-2000, -2000, 2000, 2000), -16, 0, stone)
	for i := range 8 {
		c.block(rect(600+32*float64(i), -200, 2000, 200), 0, float64(i+1)*step, stone)
	}
	c.block(rect(-1000, -2000, -900, 2000), 0, 200, stone)
	return newWorld(c)
}

func TestRunning(t *testing.T) {
	w := plain()
	b := body{origin: vec{0, 500, 24.125}}
	for range 100 {
		w.move(&b, command{wish: vec{1, 0, 0}})
	}
	if v := b.velocity.len(); math.Abs(v-runSpeed) > 1 {
		t.Errorf("runs at %.1f", v)
	}
	for range 100 {
		w.move(&b, command{})
	}
	if v := b.velocity.len(); v > 1 {
		t.Errorf("does not stop: %.1f", v)
	}
}

func TestJumping(t *testing.T) {
	w := plain()
	b := body{origin: vec{0, 500, 24.125}}
	top, air := 0.0, 0
	w.move(&b, command{jump: true})
	for range 200 {
		w.move(&b, command{})
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
	w := plain()
	b := body{origin: vec{400, 0, 24.125}}
	for range 300 {
		w.move(&b, command{wish: vec{1, 0, 0}})
		if !w.fits(b.origin) {
			t.Fatalf("in solid at %v", b.origin)
		}
	}
	if b.origin[2] < 8*step+23 || b.origin[2] > 8*step+26 {
		t.Errorf("the stairs lead to %v", b.origin)
	}
	b = body{origin: vec{0, 0, 24.125}}
	for range 600 {
		w.move(&b, command{wish: vec{-1, 0.2, 0}.unit()})
	}
	if x := b.origin[0]; x < -885.5 || x > -884 {
		t.Errorf("the wall stops at %v", b.origin)
	}
	if b.origin[1] < 200 {
		t.Errorf("does not slide along the wall: %v", b.origin)
	}
}

func TestJumpPadReachesItsApex(t *testing.T) {
	g := newGame(arena(), 1, defaultLimit)
	b := body{origin: g.pad.min.add(g.pad.max).mul(0.5), velocity: g.pad.velocity}
	b.origin[2] = g.pad.min[2] + 24.125
	b.flown = true
	top := 0.0
	for range 400 {
		g.w.move(&b, command{wish: g.pad.to.sub(b.origin).flat().unit().mul(0.4)})
		top = math.Max(top, b.origin[2])
		if b.ground && b.origin[2] > upper {
			break
		}
	}
	if above := top - g.pad.to[2]; above < 0 || above > 30 {
		t.Errorf("flies %.0f high, want %.0f", top, g.pad.to[2])
	}
	if !b.ground || math.Abs(b.origin[2]-upper-24) > 1 {
		t.Errorf("lands at %v", b.origin)
	}
}
