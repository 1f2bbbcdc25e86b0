package stage

import (
	"math"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

func camera() *Camera {
	c := &Camera{}
	c.SetView(draw.Rect{X: 200, Y: 34, W: 850, H: 600}, false)
	c.SetBounds([3]float32{-1000, -500, 0}, [3]float32{3000, 1500, 0})
	return c
}

func TestFitShowsTheWholeMapInTheMiddle(t *testing.T) {
	c := camera()
	for _, r := range []draw.Rect{c.view, {X: 0, Y: 0, W: 300, H: 900}, {X: 10, Y: 10, W: 3000, H: 500}} {
		c.SetView(r, false)
		x0, y1 := c.Screen(sim.Vec3{-1000, -500})
		x1, y0 := c.Screen(sim.Vec3{3000, 1500})
		if x0 < r.X || y0 < r.Y || x1 > r.Right() || y1 > r.Bottom() {
			t.Errorf("in %v the map is at %v,%v to %v,%v", r, x0, y0, x1, y1)
		}
		if math.Abs(float64((x0+x1)/2-(r.X+r.W/2))) > 0.1 || math.Abs(float64((y0+y1)/2-(r.Y+r.H/2))) > 0.1 {
			t.Errorf("in %v the map is not in the middle", r)
		}
	}
}

func TestNorthIsUp(t *testing.T) {
	c := camera()
	_, south := c.Screen(sim.Vec3{0, 0})
	_, north := c.Screen(sim.Vec3{0, 100})
	if north >= south {
		t.Errorf("north is at %v, south at %v", north, south)
	}
	if h := new(Transform).Heading(90); math.Abs(float64(h)+math.Pi/2) > 1e-6 {
		t.Errorf("who looks north is drawn at %v radians", h)
	}
}

func TestScreenAndWorldAreInverse(t *testing.T) {
	c := camera()
	c.ZoomAt(500, 300, 3)
	c.Settle()
	c.Pan(33, -71)
	for _, p := range []sim.Vec3{{0, 0}, {-900, 1400}, {2500.5, -300.25}} {
		x, y := c.Screen(p)
		wx, wy := c.World(x, y)
		if math.Abs(wx-float64(p[0])) > 0.01 || math.Abs(wy-float64(p[1])) > 0.01 {
			t.Errorf("%v became %v, %v", p, wx, wy)
		}
	}
}

func TestZoomKeepsThePlaceUnderTheCursor(t *testing.T) {
	c := camera()
	const x, y = 700, 250
	wx, wy := c.World(x, y)
	for _, f := range []float64{1.5, 1.5, 0.8, 2} {
		c.ZoomAt(x, y, f)
		for range 30 {
			c.Advance(7 * time.Millisecond)
			ax, ay := c.World(x, y)
			if math.Abs(ax-wx)*c.Scale() > 0.5 || math.Abs(ay-wy)*c.Scale() > 0.5 {
				t.Fatalf("under the cursor is %v,%v, was %v,%v", ax, ay, wx, wy)
			}
		}
	}
}

func TestZoomHasLimits(t *testing.T) {
	c := camera()
	fit := c.Scale()
	for range 60 {
		c.ZoomAt(600, 300, 2)
		c.Settle()
	}
	if c.Scale() != closest {
		t.Errorf("closest zoom is %v", c.Scale())
	}
	for range 60 {
		c.ZoomAt(600, 300, 0.5)
		c.Settle()
	}
	if math.Abs(c.Scale()-fit*farthest) > 1e-9 {
		t.Errorf("farthest zoom is %v, fit is %v", c.Scale(), fit)
	}
}

func TestMovementDoesNotDependOnTicks(t *testing.T) {
	end := func(step time.Duration) (x, y float32) {
		c := camera()
		c.ZoomAt(600, 300, 6)
		c.Settle()
		for at := time.Duration(0); at < 600*time.Millisecond; at += step {
			c.Follow(sim.Vec3{1500, 700})
			c.Advance(step)
		}
		return c.Screen(sim.Vec3{1500, 700})
	}
	x1, y1 := end(4 * time.Millisecond)
	x2, y2 := end(60 * time.Millisecond)
	if math.Hypot(float64(x1-x2), float64(y1-y2)) > 1.5 {
		t.Errorf("after the same time it is at %v,%v and %v,%v", x1, y1, x2, y2)
	}
}

func TestFollowComesToRest(t *testing.T) {
	c := camera()
	c.ZoomAt(600, 300, 6)
	c.Settle()
	moving := true
	for i := 0; moving; i++ {
		if i > 500 {
			t.Fatal("the camera never rests")
		}
		c.Follow(sim.Vec3{900, 400})
		moving = c.Advance(10 * time.Millisecond)
	}
	if x, y := c.Screen(sim.Vec3{900, 400}); math.Hypot(float64(x-625), float64(y-334)) > 1 {
		t.Errorf("who is followed is at %v, %v", x, y)
	}
}

func TestFollowingDoesNotShowTheVoid(t *testing.T) {
	c := camera()
	fit := c.now
	c.Follow(sim.Vec3{2900, 1400})
	c.Settle()
	if c.now != fit {
		t.Errorf("a map that is wholly in sight moved from %v to %v", fit, c.now)
	}
	c.ZoomAt(625, 334, 5)
	c.Follow(sim.Vec3{2990, 1490})
	c.Settle()
	if x, _ := c.Screen(sim.Vec3{3000, 1500}); x < c.view.Right()-2*mapMargin {
		t.Errorf("the corner of the map is at %v of %v", x, c.view)
	}
}

func TestCameraWithoutAMap(t *testing.T) {
	c := &Camera{}
	c.SetView(draw.Rect{W: 100, H: 100}, false)
	c.SetBounds([3]float32{}, [3]float32{})
	c.Fit(true)
	c.ZoomAt(50, 50, 2)
	c.Follow(sim.Vec3{10, 10})
	c.Advance(time.Second)
	if x, y := c.Screen(sim.Vec3{10, 10}); math.IsNaN(float64(x)) || math.IsNaN(float64(y)) || c.Scale() <= 0 {
		t.Errorf("at %v, %v with scale %v", x, y, c.Scale())
	}
}

func TestShowAs(t *testing.T) {
	var a, b Camera
	for c, v := range map[*Camera]float32{&a: 400, &b: 800} {
		c.SetBounds([3]float32{0, 0, 0}, [3]float32{1000, 1000, 0})
		c.SetView(draw.Rect{W: v, H: v}, false)
	}
	b.ShowAs(&a)
	if !b.Fitted() {
		t.Error("the whole map is not shown whole")
	}
	a.ZoomAt(100, 100, 3)
	a.Settle()
	b.ShowAs(&a)
	ax, ay := a.World(50, 60)
	if bx, by := b.World(100, 120); b.Fitted() || math.Hypot(ax-bx, ay-by) > 1e-3 {
		t.Errorf("%v, %v is shown in place of %v, %v", bx, by, ax, ay)
	}
}

// TestTurnedMap checks that, however the map is rotated, camera and transform convert a place to a point and back, and
// the whole map stays in the window.
func TestTurnedMap(t *testing.T) {
	var c Camera
	c.SetView(draw.Rect{X: 10, Y: 20, W: 800, H: 400}, false)
	c.SetBounds([3]float32{-100, 0, 0}, [3]float32{300, 2000, 0})
	k := c.Scale()
	for turn := range Turn(4) {
		c.SetTurn(turn)
		if wide := turn%2 == 1; (c.Scale() > 1.5*k) != wide {
			t.Errorf("turned by %d the scale is %g, before it was %g", turn, c.Scale(), k)
		}
		for _, p := range []sim.Vec3{{-100, 0, 0}, {300, 2000, 0}, {17, 1234, 0}} {
			x, y := c.Screen(p)
			if wx, wy := c.World(x, y); math.Hypot(wx-float64(p[0]), wy-float64(p[1])) > 0.1 {
				t.Errorf("turned by %d %v is found at %g, %g", turn, p, wx, wy)
			}
			if x < 10 || x > 810 || y < 20 || y > 420 {
				t.Errorf("turned by %d %v is out of the window", turn, p)
			}
			l := c.transform(2)
			lx, ly := l.At(p)
			if math.Hypot(float64(lx-x), float64(ly-y)) > 1 {
				t.Errorf("turned by %d %v is drawn at %g, %g, not %g, %g", turn, p, lx, ly, x, y)
			}
			if wx, wy := l.world(lx*2, ly*2); math.Hypot(wx-float64(p[0]), wy-float64(p[1])) > 0.1 {
				t.Errorf("turned by %d %v is drawn from %g, %g", turn, p, wx, wy)
			}
		}
		north := c.transform(1)
		if a, b := north.At(sim.Vec3{}); true {
			x, y := north.At(sim.Vec3{0, 100})
			h := float64(north.Heading(90))
			if dx, dy := float64(x-a), float64(y-b); math.Abs(math.Cos(h)*dy-math.Sin(h)*dx) > 0.01*math.Hypot(dx,
				dy) || math.Cos(h)*dx+math.Sin(h)*dy < 0 {
				t.Errorf("turned by %d one who looks north looks to %g", turn, h)
			}
		}
	}
}
