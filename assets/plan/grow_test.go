package plan

import (
	"image"
	"testing"
)

// walkTo adds a way in steps as a demo has them.
func walkTo(g *Grower, track int32, foot Contact, from, to [3]float32) {
	const n = 20
	for i := range n + 1 {
		t := float32(i) / n
		g.Add(Point{X: from[0] + (to[0]-from[0])*t, Y: from[1] + (to[1]-from[1])*t,
			Z: from[2] + (to[2]-from[2])*t + FeetBelowOrigin, Track: track, Contact: foot, Break: i == 0})
	}
}

// ring is a round walk on a square, with a way that leads up over it.
func ring() *Grower {
	g := new(Grower)
	corners := [][3]float32{{0, 0, 0}, {640, 0, 0}, {640, 640, 0}, {0, 640, 0}, {0, 0, 0}}
	for i := range 4 {
		walkTo(g, 1, ContactGround, corners[i], corners[i+1])
	}
	walkTo(g, 2, ContactGround, [3]float32{320, -300, 128}, [3]float32{320, 900, 128})
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
		walkTo(g, 1, ContactGround, [3]float32{0, y, 0}, [3]float32{400, y, 0})
	}
	for i := range 5 {
		x := float32(i) * 100
		walkTo(g, 1, ContactGround, [3]float32{x, 0, 0}, [3]float32{x, 400, 0})
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
	walkTo(g, 1, ContactGround, [3]float32{0, 0, 0}, [3]float32{400, 0, 0})
	walkTo(g, 1, ContactAir, [3]float32{400, 0, 40}, [3]float32{400, 800, 40})
	g.Add(Point{X: 2000, Y: 2000, Z: 24, Track: 1, Contact: ContactGround, Break: true})
	walkTo(g, 1, ContactGround, [3]float32{2000, 2000, 0}, [3]float32{2400, 2000, 0})
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
	walkTo(g, 1, ContactUnknown, [3]float32{0, 0, 0}, [3]float32{400, 0, 0})
	walkTo(g, 1, ContactUnknown, [3]float32{400, 0, 0}, [3]float32{500, 0, 400})
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
	walkTo(a, 3, ContactGround, [3]float32{0, 320, 0}, [3]float32{640, 320, 0})
	if string(draw(a.Plan())) == string(old) {
		t.Error("more points changed nothing")
	}
	if string(draw(first)) != string(old) {
		t.Error("an older plan changed")
	}
}

// hop adds a jump between two places, as an arc through the air.
func hop(g *Grower, track int32, from, to [3]float32) {
	const n, rise = 12, 45
	for i := range n + 1 {
		t := float32(i) / n
		foot := ContactAir
		if i == 0 || i == n {
			foot = ContactGround
		}
		g.Add(Point{X: from[0] + (to[0]-from[0])*t, Y: from[1] + (to[1]-from[1])*t,
			Z: from[2] + (to[2]-from[2])*t*t + 4*rise*t*(1-t) + FeetBelowOrigin, Track: track, Contact: foot})
	}
}

// The way of someone who hops all the time is joined, at the height of where he lands, but not over a
// teleport.
func TestGrowHops(t *testing.T) {
	g := new(Grower)
	walkTo(g, 1, ContactGround, [3]float32{-200, 0, 64}, [3]float32{0, 0, 64})
	for i := range 8 {
		hop(g, 1, [3]float32{float32(i) * 300, 0, 64}, [3]float32{float32(i+1) * 300, 0, 64})
	}
	hop(g, 1, [3]float32{2400, 0, 64}, [3]float32{2800, 0, -192})
	g.Add(Point{X: 2800, Y: 3000, Z: 24, Track: 1, Contact: ContactGround, Break: true})
	hop(g, 1, [3]float32{2800, 3000, 0}, [3]float32{2400, 3000, 0})
	p := g.Plan()
	for x := float32(-200); x <= 2800; x += 20 {
		want := float32(64)
		if x > 2440 {
			want = -192 // below the edge that he fell from
		}
		if h, ok := p.Floor(x, 0, 200); !ok || x < 2380 && abs32(h-want) > 1 || x > 2480 && abs32(h-want) > 1 {
			t.Errorf("at %v: floor %v %v, want %v", x, h, ok, want)
		}
	}
	for y := float32(300); y <= 2700; y += 50 {
		if _, ok := p.Floor(2800, y, 200); ok {
			t.Fatalf("floor at %v, where a teleport leads over", y)
		}
	}
	if _, ok := p.Floor(2600, 3000, 200); !ok {
		t.Error("no floor behind the teleport")
	}
}

// The same where the demo does not tell who stands on the ground: it is told by the lowest points.
func TestGrowHopsUnknown(t *testing.T) {
	g := new(Grower)
	for i := range 6 {
		for k := range 12 {
			s := float32(k) / 12
			g.Add(Point{X: (float32(i) + s) * 400, Z: 180*s*(1-s) + FeetBelowOrigin, Track: 7, Contact: ContactUnknown})
		}
	}
	p := g.Plan()
	for x := float32(100); x <= 2000; x += 20 {
		if h, ok := p.Floor(x, 0, 200); !ok || abs32(h) > 4 {
			t.Errorf("at %v: floor %v %v", x, h, ok)
		}
	}
}

// A jump makes floor where it leads to a place that is otherwise apart, and none where one walks as well.
func TestGrowShortcut(t *testing.T) {
	g := ring()
	hop(g, 3, [3]float32{0, 180, 0}, [3]float32{180, 0, 0})
	if _, ok := g.Plan().Floor(90, 90, 200); ok {
		t.Error("floor below a jump between parts that are joined")
	}
	hop(g, 4, [3]float32{640, 500, 0}, [3]float32{1100, 500, 0})
	if _, ok := g.Plan().Floor(870, 500, 200); !ok {
		t.Error("no floor to a part that only a jump leads to")
	}
}

// Where many fly over the open between two bases, that is one area and no net of ways.
func TestGrowOpen(t *testing.T) {
	g := new(Grower)
	for base := range 2 {
		x := float32(base) * 3000
		for k := range 5 {
			walkTo(g, 9, ContactGround, [3]float32{x, float32(k) * 60, 0}, [3]float32{x + 300, float32(k) * 60, 0})
		}
	}
	for i := range 310 {
		y, z := float32(i*37%31)*80-1200, float32(i*53%7)*20
		for _, leg := range [][2][3]float32{{{300, 120, 0}, {1500, y, z}}, {{1500, y, z}, {3000, 120, 0}}} {
			hop(g, int32(100+i), leg[0], leg[1])
		}
	}
	p := g.Plan()
	for x := float32(1300); x <= 1700; x += 25 {
		for y := float32(-900); y <= 900; y += 25 {
			if _, ok := p.Floor(x, y, 400); !ok {
				t.Fatalf("a hole at %v %v", x, y)
			}
		}
	}
	if _, ok := p.Floor(1500, 2000, 400); ok {
		t.Error("floor where nobody was")
	}
}

// Ways that are long and few are drawn wider.
func TestGrowWide(t *testing.T) {
	g := new(Grower)
	for i := range 40 {
		walkTo(g, 1, ContactGround, [3]float32{float32(i) * 200, 0, 0}, [3]float32{float32(i+1) * 200, 0, 0})
	}
	g.Add(Point{X: -100, Z: 24, Track: 2, Contact: ContactGround}, Point{X: -200, Z: 40, Track: 2, Contact: ContactAir},
		Point{X: -300, Z: 24, Track: 2, Contact: ContactGround})
	if _, ok := g.Plan().Floor(4000, 80, 24); !ok {
		t.Error("a long way is narrow")
	}
}

// Where nobody was, there is floor below the items and no confetti elsewhere.
func TestGrowItems(t *testing.T) {
	items := func(g *Grower) {
		for i := range 6 {
			g.Add(Point{X: 1000 + float32(i)*64, Y: 500, Z: 12, Kind: PointItem})
		}
	}
	g := new(Grower)
	items(g)
	if _, ok := g.Plan().Floor(1100, 500, 24); !ok {
		t.Error("no floor below items where there is nothing else")
	}
	g = ring()
	items(g)
	if _, ok := g.Plan().Floor(1100, 500, 24); ok {
		t.Error("an island of items")
	}
	g = ring()
	g.Add(Point{X: 200, Y: 60, Z: 12, Kind: PointItem})
	if _, ok := g.Plan().Floor(200, 60, 24); !ok {
		t.Error("no floor below an item beside a way")
	}
}

// Whatever a demo tells, the plan stays within reach of its places, and the same places give the same plan.
func FuzzGrow(f *testing.F) {
	f.Add([]byte("\x00\x10\x00\x10\x00\x02\x01\x00\x18\x00\x10\x00\x03\x02\x00\x20\x00\x10\x00\x02\x01"))
	f.Add([]byte{0x7f, 0xff, 0x7f, 0xff, 0x7f, 0xff, 0, 0x80, 0, 0x80, 0, 0x80, 0, 0x40})
	f.Fuzz(func(t *testing.T, data []byte) {
		var points []Point
		box := struct{ lo, hi [2]float32 }{[2]float32{growExtent, growExtent}, [2]float32{-growExtent, -growExtent}}
		for ; len(data) >= 7 && len(points) < 1000; data = data[7:] {
			at := func(k int) float32 { return float32(int16(uint16(data[k])<<8|uint16(data[k+1]))) / 16 }
			b := data[6]
			p := Point{X: at(0), Y: at(2), Z: at(4), Track: int32(b >> 6), Contact: Contact(b & 3 % 3),
				Kind: PointKind(b >> 2 & 3 % 3), Break: b&0x30 == 0x30}
			points = append(points, p)
			for a, v := range [2]float32{p.X, p.Y} {
				box.lo[a], box.hi[a] = min(box.lo[a], v), max(box.hi[a], v)
			}
		}
		var g, again Grower
		g.Add(points...)
		p := g.Plan()
		lo, hi := p.Bounds()
		for a := range 2 {
			if lo[a] < hi[a] && (lo[a] < box.lo[a]-2*airFar || hi[a] > box.hi[a]+2*airFar) {
				t.Errorf("a plan from %v to %v of places from %v to %v", lo, hi, box.lo, box.hi)
			}
		}
		for i := range points {
			again.Add(points[i])
		}
		if lo2, hi2 := again.Plan().Bounds(); lo2 != lo || hi2 != hi {
			t.Errorf("from %v to %v, and again from %v to %v", lo, hi, lo2, hi2)
		}
	})
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
	walkTo(g, 1, ContactGround, [3]float32{-200, 0, 0}, [3]float32{0, 0, 0})
	g.Plan()
}

func BenchmarkGrow(b *testing.B) {
	g := new(Grower)
	for i := range 60 {
		walkTo(g, int32(i), ContactGround, [3]float32{float32(i*97%2000) - 1000, -1000, float32(i%4) * 100},
			[3]float32{1000, float32(i*53%2000) - 1000, float32(i%4) * 100})
	}
	b.ReportAllocs()
	for b.Loop() {
		g.Plan()
	}
}

// BenchmarkGrowRace is a long race of someone who hops.
func BenchmarkGrowRace(b *testing.B) {
	g := new(Grower)
	at := [3]float32{-12000, -12000, 0}
	for i := range 200 {
		to := [3]float32{at[0] + 120, at[1] + float32(i*37%200), float32(i * 53 % 400)}
		hop(g, 1, at, to)
		at = to
	}
	b.ReportAllocs()
	for b.Loop() {
		g.Plan()
	}
}

// BenchmarkGrowHuge is a plan whose ends are as far apart as can be.
func BenchmarkGrowHuge(b *testing.B) {
	g := new(Grower)
	walkTo(g, 1, ContactGround, [3]float32{-16000, -16000, 0}, [3]float32{-15000, -16000, 0})
	walkTo(g, 2, ContactGround, [3]float32{16000, 16000, 0}, [3]float32{15000, 16000, 0})
	b.ReportAllocs()
	for b.Loop() {
		g.Plan()
	}
}
