package plan

import (
	"image"
	"testing"
)

// walkTo adds a way in steps as a demo has them.
func walkTo(g *Grower, track int32, foot Footing, from, to [3]float32) {
	const n = 20
	for i := range n + 1 {
		t := float32(i) / n
		g.Add(Point{X: from[0] + (to[0]-from[0])*t, Y: from[1] + (to[1]-from[1])*t, Z: from[2] + (to[2]-from[2])*t + FeetBelowOrigin,
			Track: track, Foot: foot, Break: i == 0})
	}
}

// ring is a round walk on a square, with a way that leads up over it.
func ring() *Grower {
	g := new(Grower)
	corners := [][3]float32{{0, 0, 0}, {640, 0, 0}, {640, 640, 0}, {0, 640, 0}, {0, 0, 0}}
	for i := range 4 {
		walkTo(g, 1, FootGround, corners[i], corners[i+1])
	}
	walkTo(g, 2, FootGround, [3]float32{320, -300, 128}, [3]float32{320, 900, 128})
	return g
}

func TestGrow(t *testing.T) {
	p := ring().Plan()
	for _, c := range []struct {
		what    string
		x, y, z float32
		drawn   bool
		height  float32
	}{
		{"on the path", 100, 0, 24, true, 0},
		{"beside the path", 100, 20, 24, true, 0},
		{"outside", 100, -60, 24, false, 0},
		{"in the middle", 160, 320, 24, false, 0},
		{"below the crossing way", 320, 0, 24, true, 0},
		{"on the crossing way", 320, 0, 152, true, 128},
		{"on it, alone", 320, 300, 152, true, 128},
	} {
		h, ok := p.Floor(c.x, c.y, c.z)
		if ok != c.drawn || ok && h != c.height {
			t.Errorf("%s: %v %v, want %v %v", c.what, h, ok, c.height, c.drawn)
		}
	}
	if n := len(p.Storeys()); n > 2 {
		t.Errorf("%d storeys", n)
	}
}

// What is between paths that are close is closed.
func TestGrowCloses(t *testing.T) {
	g := new(Grower)
	for i := range 5 {
		y := float32(i) * 100
		walkTo(g, 1, FootGround, [3]float32{0, y, 0}, [3]float32{400, y, 0})
	}
	for i := range 5 {
		x := float32(i) * 100
		walkTo(g, 1, FootGround, [3]float32{x, 0, 0}, [3]float32{x, 400, 0})
	}
	p := g.Plan()
	for x := float32(0); x <= 400; x += 10 {
		for y := float32(0); y <= 400; y += 10 {
			if _, ok := p.Floor(x, y, 24); !ok {
				t.Fatalf("a hole at %v %v", x, y)
			}
		}
	}
}

// Ways in the air and jumps make no floor, neither do teleports.
func TestGrowAir(t *testing.T) {
	g := new(Grower)
	walkTo(g, 1, FootGround, [3]float32{0, 0, 0}, [3]float32{400, 0, 0})
	walkTo(g, 1, FootAir, [3]float32{400, 0, 40}, [3]float32{400, 800, 40})
	g.Add(Point{X: 2000, Y: 2000, Z: 24, Track: 1, Foot: FootGround, Break: true})
	walkTo(g, 1, FootGround, [3]float32{2000, 2000, 0}, [3]float32{2400, 2000, 0})
	p := g.Plan()
	if _, ok := p.Floor(400, 400, 100); ok {
		t.Error("floor below someone in the air")
	}
	if _, ok := p.Floor(1200, 1000, 24); ok {
		t.Error("floor between the ends of a teleport")
	}
	if _, ok := p.Floor(2200, 2000, 24); !ok {
		t.Error("no floor behind a teleport")
	}
	// Where footing is not known, a steep way is a jump.
	g = new(Grower)
	walkTo(g, 1, FootUnknown, [3]float32{0, 0, 0}, [3]float32{400, 0, 0})
	walkTo(g, 1, FootUnknown, [3]float32{400, 0, 0}, [3]float32{500, 0, 400})
	p = g.Plan()
	if _, ok := p.Floor(200, 0, 24); !ok {
		t.Error("no floor on a level way")
	}
	if _, max := p.Bounds(); max[2] > 60 {
		t.Errorf("a jump made floor up to %v", max[2])
	}
}

// The same points give the same picture, snapshots do not change what follows, and older snapshots stay.
func TestGrowAgain(t *testing.T) {
	draw := func(p *Plan) []byte {
		img := image.NewRGBA(image.Rect(0, 0, 200, 200))
		p.Render(img, View{MinX: -100, MaxY: 800, Scale: 0.2, Storey: AllStoreys})
		return img.Pix
	}
	a, b := ring(), ring()
	first := a.Plan()
	old := draw(first)
	if string(old) != string(draw(b.Plan())) || string(old) != string(draw(a.Plan())) {
		t.Error("the same points, another plan")
	}
	walkTo(a, 3, FootGround, [3]float32{0, 320, 0}, [3]float32{640, 320, 0})
	if string(draw(a.Plan())) == string(old) {
		t.Error("more points changed nothing")
	}
	if string(draw(first)) != string(old) {
		t.Error("an older plan changed")
	}
}

func TestGrowOdd(t *testing.T) {
	nan := float32(0)
	nan /= nan
	g := new(Grower)
	g.Add(Point{X: nan}, Point{X: 1e30}, Point{Z: nan, Kind: PointItem}, Point{X: 5, Y: 5, Z: 5, Kind: PointImpact})
	p := g.Plan()
	if lo, hi := p.Bounds(); lo != hi {
		t.Errorf("a plan of nothing has bounds %v %v", lo, hi)
	}
	g.Add(Point{X: 100, Y: 100, Z: 20, Kind: PointItem})
	walkTo(g, 1, FootGround, [3]float32{-200, 0, 0}, [3]float32{0, 0, 0})
	g.Plan()
}

func BenchmarkGrow(b *testing.B) {
	g := new(Grower)
	for i := range 60 {
		walkTo(g, int32(i), FootGround, [3]float32{float32(i*97%2000) - 1000, -1000, float32(i%4) * 100}, [3]float32{1000, float32(i*53%2000) - 1000, float32(i%4) * 100})
	}
	b.ReportAllocs()
	for b.Loop() {
		g.Plan()
	}
}
