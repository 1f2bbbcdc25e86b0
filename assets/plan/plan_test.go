package plan

import (
	"bytes"
	"encoding/json"
	"flag"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/bsp/bsptest"
	"fragscope/assets/texture"
)

var update = flag.Bool("update", false, "write the goldens anew")

func box(x0, y0, z0, x1, y1, z1 float32) bsptest.Box {
	return bsptest.Box{Min: bsp.Vec3{x0, y0, z0}, Max: bsp.Vec3{x1, y1, z1}}
}

func liquid(c bsp.Contents, b bsptest.Box) bsptest.Box {
	b.Contents = c
	return b
}

// house is two storeys with stairs between, pools, a roof, a wall, a crate too high to climb, a lamp
// on a wall and an island that a teleporter leads to.
func house(f bsp.Format) *bsptest.Map {
	m := &bsptest.Map{Format: f,
		Boxes: []bsptest.Box{
			box(0, 0, -16, 1024, 512, 0),      // ground floor
			box(0, 0, 176, 512, 512, 192),     // upper floor over its western half
			box(0, 0, 384, 1024, 512, 400),    // roof
			box(-16, 0, 0, 0, 512, 416),       // western wall
			box(900, 100, 0, 964, 164, 96),    // crate
			box(800, 0, 100, 808, 8, 108),     // lamp
			box(2000, 0, 0, 2256, 256, 16),    // island
			box(3000, 3000, 0, 3256, 3256, 8), // never reached
			liquid(bsp.Water, box(1024, 0, -128, 1152, 512, -16)),
			liquid(bsp.Slime, box(1152, 0, -128, 1280, 512, -16)),
			liquid(bsp.Lava, box(1280, 0, -128, 1408, 512, -16)),
			box(1024, 0, -144, 1408, 512, -128), // bottom of the pools
		},
		Models: [][]bsptest.Box{
			{box(600, 300, 0, 664, 364, 8)},
			{box(700, 400, 0, 732, 432, 40)},
		},
		Entities: []bsp.Entity{
			{"classname": "worldspawn"},
			{"classname": "info_player_deathmatch", "origin": "800 256 24", "angle": "90"},
			{"classname": "item_health", "origin": "900 400 15"},
			{"classname": "trigger_teleport", "model": "*2", "target": "there"},
			{"classname": "info_teleport_destination", "targetname": "there", "origin": "2128 128 40"},
			{"classname": "func_plat", "model": "*1"},
			{"classname": "target_location", "origin": "10 20 30", "message": "the yard"},
		}}
	// Twelve steps of 16 up to the upper floor, along its eastern edge.
	for i := range 12 {
		m.Boxes = append(m.Boxes, box(512, 40*float32(i), 0, 576, 40*float32(i+1), 16*float32(i+1)))
	}
	return m
}

var allFormats = map[string]bsp.Format{"quake": bsp.Quake29, "quake2": bsp.Quake2, "quake3": bsp.Quake3}

func planOf(t testing.TB, m *bsptest.Map) *Plan {
	t.Helper()
	b, err := bsp.Decode(m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return FromBSP(b, nil)
}

// at is the colour of the plan at a place in the world.
func at(p *Plan, x, y float64, storey int) color.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 1, 1))
	p.Render(img, View{MinX: x - 2, MaxY: y + 2, Scale: 0.25, Storey: storey})
	return img.RGBAAt(0, 0)
}

func TestReach(t *testing.T) {
	for name, f := range allFormats {
		t.Run(name, func(t *testing.T) {
			p := planOf(t, house(f))
			for _, c := range []struct {
				what    string
				x, y, z float32
				drawn   bool
				height  float32
			}{
				{"ground floor", 800, 256, 24, true, 0},
				{"upper floor", 256, 256, 216, true, 192},
				{"ground floor below it", 256, 256, 24, true, 0},
				{"a step", 544, 220, 120, true, 96},
				{"roof", 800, 256, 424, true, 0},  // the floor below shows
				{"wall", -8, 256, 440, true, 192}, // the upper floor beside it
				{"island", 2128, 128, 40, true, 16},
				{"never reached", 3128, 3128, 32, false, 0},
			} {
				h, ok := p.Floor(c.x, c.y, c.z)
				if ok != c.drawn {
					t.Errorf("%s: drawn %v, want %v", c.what, ok, c.drawn)
				}
				if ok && c.drawn && h != c.height {
					t.Errorf("%s: at height %v, want %v", c.what, h, c.height)
				}
			}
			if h, ok := p.Floor(932, 132, 120); ok && h == 96 {
				t.Error("the crate that is too high to climb is drawn")
			}
			if _, max := p.Bounds(); max[2] >= 384 || max[0] > 2300 {
				t.Errorf("bounds end at %v: the roof or the far floor is drawn", max)
			}
		})
	}
}

func TestHintsReach(t *testing.T) {
	b, err := bsp.Decode(house(bsp.Quake3).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	p := FromBSP(b, []Point{{X: 3100, Y: 3100, Z: 32, Contact: ContactGround, Break: true},
		{X: 3110, Y: 3100, Z: 32, Contact: ContactGround}})
	if _, ok := p.Floor(3128, 3128, 32); !ok {
		t.Error("the floor under a hint is not drawn")
	}
}

// In Quake III what stands on a floor is cut from it.
func TestCarve(t *testing.T) {
	p := planOf(t, house(bsp.Quake3))
	if c := at(p, 932, 132, AllStoreys); c.A != 0 {
		t.Errorf("inside of the crate is %v, want nothing", c)
	}
	if c := at(p, 890, 132, AllStoreys); c.A != 255 {
		t.Errorf("beside the crate is %v, want floor", c)
	}
}

func TestStoreys(t *testing.T) {
	for name, f := range allFormats {
		t.Run(name, func(t *testing.T) {
			p := planOf(t, house(f))
			if n := len(p.Storeys()); n != 2 {
				t.Fatalf("%d storeys: %v", n, p.Storeys())
			}
			for i, s := range p.Storeys() {
				if s.Low >= s.High || i > 0 && s.Low != p.Storeys()[i-1].High {
					t.Errorf("storeys %v", p.Storeys())
				}
			}
			for _, c := range []struct {
				x, y, z float32
				storey  int
			}{{800, 256, 24, 0}, {256, 256, 216, 1}, {256, 256, 250, 1}, {256, 256, 24, 0}, {800, 256, 80, 0},
				{9999, 9999, 5000, 1}} {
				if got := p.StoreyAt(c.x, c.y, c.z); got != c.storey {
					t.Errorf("at %v %v %v storey %d, want %d", c.x, c.y, c.z, got, c.storey)
				}
			}
			all, low, high := at(p, 256, 256, AllStoreys), at(p, 256, 256, 0), at(p, 256, 256, 1)
			if all == low || high != all {
				t.Errorf("over each other: all %v, lower %v, upper %v", all, low, high)
			}
			bright, dim := at(p, 850, 300, 0), at(p, 850, 300, 1)
			if dim.R*3/2 > bright.R || dim.A != 255 {
				t.Errorf("the storey below is %v, by itself %v", dim, bright)
			}
		})
	}
}

// With Faint what is above shows a little where it hides nothing.
func TestFaint(t *testing.T) {
	m := house(bsp.Quake3)
	m.Boxes = append(m.Boxes, box(-528, 0, 176, -16, 512, 192))
	m.Entities = append(m.Entities, bsp.Entity{"classname": "item_x", "origin": "-200 100 200"})
	p := planOf(t, m)
	for _, faint := range []bool{false, true} {
		img := image.NewRGBA(image.Rect(0, 0, 1, 1))
		p.Render(img, View{MinX: -200, MaxY: 200, Scale: 0.5, Storey: 0, Faint: faint})
		if got := img.RGBAAt(0, 0).A != 0; got != faint {
			t.Errorf("faint %v: drawn %v", faint, got)
		}
	}
}

func TestLiquids(t *testing.T) {
	for name, f := range allFormats {
		t.Run(name, func(t *testing.T) {
			p := planOf(t, house(f))
			water, slime, lava := at(p, 1088, 256, AllStoreys), at(p, 1216, 256, AllStoreys),
				at(p, 1344, 256, AllStoreys)
			if water.B <= water.R || water.B <= water.G {
				t.Errorf("water is %v", water)
			}
			if slime.G <= slime.R || slime.G <= slime.B {
				t.Errorf("slime is %v", slime)
			}
			if lava.R <= lava.G || lava.R <= lava.B {
				t.Errorf("lava is %v", lava)
			}
		})
	}
}

func TestModels(t *testing.T) {
	for name, f := range allFormats {
		p := planOf(t, house(f))
		lift, ok := p.Model(1)
		if !ok || lift.Class() != "func_plat" || lift.Static() {
			t.Fatalf("%s: no lift", name)
		}
		if lo, hi := lift.Bounds(); lo != [3]float32{600, 300, 8} || hi != [3]float32{664, 364, 8} {
			t.Errorf("%s: the lift's top is %v to %v", name, lo, hi)
		}
		img := image.NewRGBA(image.Rect(0, 0, 80, 80))
		lift.Render(img, View{MinX: 592, MaxY: 372, Scale: 1})
		if img.RGBAAt(40, 40).A != 255 || img.RGBAAt(2, 2).A != 0 {
			t.Errorf("%s: the lift is not where its bounds say", name)
		}
		for _, n := range []int{-1, 0, 2, 3} {
			if _, ok := p.Model(n); ok {
				t.Errorf("%s: there is a model %d", name, n)
			}
		}
	}
}

func TestMarks(t *testing.T) {
	p := planOf(t, house(bsp.Quake3))
	got := map[MarkKind]Mark{}
	for _, m := range p.Marks() {
		got[m.Kind] = m
	}
	if m := got[MarkSpawn]; m.Pos != [3]float32{800, 256, 24} || m.Angle != 90 {
		t.Errorf("spawn %+v", m)
	}
	if m := got[MarkTeleporter]; !m.HasDest || m.Dest != [3]float32{2128, 128, 40} ||
		m.Pos != [3]float32{716, 416, 20} {
		t.Errorf("teleporter %+v", m)
	}
	if m := got[MarkItem]; m.Class != "item_health" {
		t.Errorf("item %+v", m)
	}
	if m := got[MarkLocation]; m.Text != "the yard" {
		t.Errorf("location %+v", m)
	}
	if _, ok := got[MarkDestination]; !ok || len(p.Marks()) != 5 {
		t.Errorf("marks %+v", p.Marks())
	}
}

func TestParseLocations(t *testing.T) {
	got := ParseLocations([]byte("80 -160 240 $loc_name_ra tunnel\r\nnonsense\n1 2 x here\n-8 0 8 water\n"))
	if len(got) != 2 || got[0].Pos != [3]float32{10, -20, 30} || got[0].Text != "ra tunnel" || got[1].Text != "water" {
		t.Errorf("%+v", got)
	}
}

// A floor of many pieces that meet in all ways, far from the origin and turned, shows none of them.
func TestSeams(t *testing.T) {
	var pieces []surface
	turn := func(x, y float64) (float64, float64) {
		const c, s = 0.8, 0.6
		return 4001.3 + x*c - y*s, -2999.7 + x*s + y*c
	}
	for i := range 12 {
		for j := range 12 {
			// Every other row is moved by half a piece: corners lie on sides.
			x, y := float64(i)*31+float64(j%2)*15.5, float64(j)*29
			var xs, ys []float64
			for _, c := range [4][2]float64{{0, 0}, {31, 0}, {31, 29}, {0, 29}} {
				px, py := turn(x+c[0], y+c[1])
				// As rounded as a map's corners are.
				xs, ys = append(xs, float64(float32(px))), append(ys, float64(float32(py)))
			}
			s, ok := newSurface(xs, ys, 0, 0, 64, bsp.KindSolid)
			if !ok {
				t.Fatal("a piece without area")
			}
			pieces = append(pieces, s)
		}
	}
	p := new(Plan)
	p.finish(pieces, nil)
	for _, scale := range []float64{0.13, 0.5, 1, 3.7, 21} {
		cx, cy := turn(190, 170)
		img := image.NewRGBA(image.Rect(0, 0, 97, 97))
		for i := range img.Pix {
			img.Pix[i] = 99
		}
		p.Render(img, View{MinX: cx - 48/scale, MaxY: cy + 48/scale, Scale: scale, Storey: AllStoreys})
		want := img.RGBAAt(48, 48)
		reach := min(48, int(110*scale))
		for y := 48 - reach; y <= 48+reach; y++ {
			for x := 48 - reach; x <= 48+reach; x++ {
				if got := img.RGBAAt(x, y); got != want || got.A != 255 {
					t.Fatalf("scale %v: a seam at %d %d: %v, around it %v", scale, x, y, got, want)
				}
			}
		}
	}
}

// Tiles of a picture are the picture.
func TestTiles(t *testing.T) {
	plans := map[string]*Plan{"house": planOf(t, house(bsp.Quake3)), "house with textures": dressed(t, bsp.Quake29)}
	for _, name := range []string{"recorded/q1/dm3", "q3/q3demo/q3dm7"} {
		if p := realPlan(t, name); p != nil {
			plans[name] = p
		}
	}
	for name, p := range plans {
		lo, hi := p.Bounds()
		for _, scale := range []float64{0.11, 0.37, 1, 2.5} {
			for _, storey := range []int{AllStoreys, 0} {
				const tile, n = 96, 4
				// On the pixel grid of the tiles, whatever the scale.
				px, py := math.Floor(float64(lo[0]+hi[0])/2*scale)-tile*n/2,
					math.Floor(float64(lo[1]+hi[1])/2*scale)+tile*n/2
				whole := image.NewRGBA(image.Rect(0, 0, tile*n, tile*n))
				p.Render(whole, View{MinX: px / scale, MaxY: py / scale, Scale: scale, Storey: storey, Faint: true,
					Style: ByTexture})
				for i := range n * n {
					x, y := i%n*tile, i/n*tile
					part := image.NewRGBA(image.Rect(0, 0, tile, tile))
					p.Render(part, View{MinX: (px + float64(x)) / scale, MaxY: (py - float64(y)) / scale, Scale: scale,
						Storey: storey, Faint: true, Style: ByTexture})
					for r := range tile {
						o := whole.PixOffset(x, y+r)
						if !bytes.Equal(whole.Pix[o:o+4*tile], part.Pix[4*tile*r:4*tile*(r+1)]) {
							t.Fatalf("%s at scale %v, storey %d: row %d of the tile at %d %d differs", name, scale,
								storey, r, x, y)
						}
					}
				}
			}
		}
	}
}

// A line is as wide as the view says.
func TestLineWidth(t *testing.T) {
	p := planOf(t, house(bsp.Quake3))
	for _, width := range []float64{0, 1, 2, 4} {
		img := image.NewRGBA(image.Rect(0, 0, 20, 1))
		p.Render(img, View{MinX: 2000, MaxY: 128, Scale: 1, Storey: AllStoreys, LineWidth: width})
		n := 0
		for x := range 20 {
			if img.RGBAAt(x, 0).R > img.RGBAAt(15, 0).R+20 {
				n++
			}
		}
		if want := max(1, int(width)); n != want {
			t.Errorf("width %v: %d pixels", width, n)
		}
	}
}

// Drawing into a part of a picture touches nothing else, and strange views draw nothing.
func TestRenderInto(t *testing.T) {
	p := planOf(t, house(bsp.Quake3))
	img := image.NewRGBA(image.Rect(0, 0, 300, 300))
	for i := range img.Pix {
		img.Pix[i] = 7
	}
	part := img.SubImage(image.Rect(10, 10, 290, 290)).(*image.RGBA)
	p.Render(part, View{MinX: 700, MaxY: 400, Scale: 1, Storey: AllStoreys})
	for i := range 300 {
		for _, c := range []color.RGBA{img.RGBAAt(i, 9), img.RGBAAt(i, 290), img.RGBAAt(9, i), img.RGBAAt(290, i)} {
			if c != (color.RGBA{7, 7, 7, 7}) {
				t.Fatalf("the picture around was touched: %v", c)
			}
		}
	}
	if c := img.RGBAAt(110, 154); c.A != 255 {
		t.Errorf("the floor is %v", c)
	}
	for _, v := range []View{{}, {Scale: -1}, {Scale: math.NaN()}, {Scale: math.Inf(1)}, {Scale: 1, MinX: math.NaN()},
		{Scale: 1e-300}, {Scale: 1e300}, {Scale: 1, MinX: 1e300}} {
		p.Render(part, v)
		if part.RGBAAt(100, 100).A == 7 {
			t.Errorf("%+v: the old picture stayed", v)
		}
	}
	p.Render(img, View{Scale: 1, Storey: 99, LineWidth: 1e9})
	p.Render(image.NewRGBA(image.Rectangle{}), View{Scale: 1})
	(&Grower{}).Plan().Render(img, View{Scale: 1, Storey: AllStoreys})
}

func shared() (string, bool) {
	if dir := os.Getenv("FRAGSCOPE_SHARED"); dir != "" {
		return dir, true
	}
	dir, _ := os.Getwd()
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			dir = filepath.Join(filepath.Dir(dir), "shared")
			_, err := os.Stat(dir)
			return dir, err == nil
		}
		dir = filepath.Dir(dir)
	}
	return "", false
}

// realPlan is the plan of a real map, nil if that is not at hand.
func realPlan(t testing.TB, name string) *Plan {
	dir, ok := shared()
	if !ok {
		return nil
	}
	data, err := os.ReadFile(filepath.Join(dir, "maps", filepath.FromSlash(name)+".bsp"))
	if err != nil {
		return nil
	}
	m, err := bsp.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return FromBSP(m, nil)
}

// golden is what is kept of a plan: enough to see that it changed.
type golden struct {
	Map      string
	Min, Max [3]float32
	Storeys  []float32
	Marks    int
	// Light is the mean brightness of the squares of a 24 by 16 picture of everything.
	Light []int
}

func TestGoldens(t *testing.T) {
	file := filepath.Join("testdata", "goldens.json")
	var want []golden
	if data, err := os.ReadFile(file); err == nil {
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
	}
	var all []golden
	for i, name := range []string{"recorded/q1/dm3", "q2/opentdm/q2dm1", "q3/q3demo/q3dm7", "recorded/q3/oa_dm1"} {
		p := realPlan(t, name)
		if p == nil {
			t.Skip("no real maps beside the repository")
		}
		got := goldenOf(name, p)
		all = append(all, got)
		if *update {
			continue
		}
		if i >= len(want) {
			t.Fatalf("no golden for %s; run with -update", name)
		}
		w := want[i]
		if got.Map != w.Map || got.Min != w.Min || got.Max != w.Max || got.Marks != w.Marks ||
			len(got.Storeys) != len(w.Storeys) {
			t.Errorf("%s: %v %v %v %d, want %v %v %v %d", name, got.Min, got.Max, got.Storeys, got.Marks, w.Min, w.Max,
				w.Storeys, w.Marks)
		}
		off := 0
		for k := range min(len(got.Light), len(w.Light)) {
			if d := got.Light[k] - w.Light[k]; d < -4 || d > 4 {
				off++
			}
		}
		if off > 2 || len(got.Light) != len(w.Light) {
			t.Errorf("%s: %d squares of the picture changed", name, off)
		}
	}
	if *update {
		data, _ := json.Marshal(all)
		data = bytes.ReplaceAll(data, []byte(`{"Map"`), []byte("\n"+`{"Map"`))
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(data, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func goldenOf(name string, p *Plan) golden {
	g := golden{Map: name, Marks: len(p.Marks())}
	g.Min, g.Max = p.Bounds()
	for _, s := range p.Storeys() {
		g.Storeys = append(g.Storeys, s.Low)
	}
	const cols, rows, square = 24, 16, 12
	scale := min(cols*square/float64(g.Max[0]-g.Min[0]), rows*square/float64(g.Max[1]-g.Min[1]))
	img := image.NewRGBA(image.Rect(0, 0, cols*square, rows*square))
	p.Render(img, View{MinX: float64(g.Min[0]), MaxY: float64(g.Max[1]), Scale: scale, Storey: AllStoreys})
	for i := range cols * rows {
		sum := 0
		for k := range square * square {
			c := img.RGBAAt(i%cols*square+k%square, i/cols*square+k/square)
			sum += int(c.R) + int(c.G) + int(c.B)
		}
		g.Light = append(g.Light, sum/(3*square*square))
	}
	return g
}

// Plans of damaged maps neither panic nor take long.
func FuzzFromBSP(f *testing.F) {
	for _, format := range allFormats {
		f.Add(house(format).Bytes())
	}
	img := image.NewRGBA(image.Rect(0, 0, 64, 64))
	checked, err := texture.Indexed([]byte{1, 2, 3, 4}, 2, 2, texture.QuakePalette(), false)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := bsp.Decode(data)
		if err != nil {
			return
		}
		p := FromBSP(m, nil)
		pictures := make([]*texture.Picture, len(p.Textures()))
		for i := range pictures {
			pictures[i] = checked
		}
		p = p.WithTextures(pictures)
		lo, hi := p.Bounds()
		p.Render(img, View{MinX: float64(lo[0]), MaxY: float64(hi[1]), Scale: 64 / math.Max(float64(hi[0]-lo[0]), 1),
			Storey: len(p.Storeys()) - 1, Style: ByTexture})
		for i := range 3 {
			if mod, ok := p.Model(i); ok {
				mod.Render(img, View{Scale: 0.1})
			}
		}
	})
}

// BenchmarkFromBSP is the time to prepare the plan of each real map, decoding included.
func BenchmarkFromBSP(b *testing.B) {
	dir, ok := shared()
	if !ok {
		b.Skip("no real maps beside the repository")
	}
	files, err := filepath.Glob(filepath.Join(dir, "maps", "*", "*", "*.bsp"))
	if err != nil || len(files) == 0 {
		b.Skip("no real maps in ", dir)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.TrimSuffix(filepath.Base(file), ".bsp"), func(b *testing.B) {
			for b.Loop() {
				m, err := bsp.Decode(data)
				if err != nil {
					b.Fatal(err)
				}
				FromBSP(m, nil)
			}
		})
	}
}

func BenchmarkRender(b *testing.B) {
	p := realPlan(b, "q3/q3demo/q3dm7")
	if p == nil {
		b.Skip("no real maps beside the repository")
	}
	lo, hi := p.Bounds()
	for _, c := range []struct {
		name  string
		w, h  int
		scale float64
	}{{"view", 1280, 720, 0.5}, {"tile", 256, 256, 0.5}, {"near", 256, 256, 4}} {
		b.Run(c.name, func(b *testing.B) {
			img := image.NewRGBA(image.Rect(0, 0, c.w, c.h))
			v := View{Scale: c.scale, Storey: AllStoreys}
			v.MinX = float64(lo[0]+hi[0])/2 - float64(c.w)/2/c.scale
			v.MaxY = float64(lo[1]+hi[1])/2 + float64(c.h)/2/c.scale
			b.ReportAllocs()
			for b.Loop() {
				p.Render(img, v)
			}
		})
	}
}

// piled is a map of n floors above each other, each as large as all.
func piled(n int) *bsptest.Map {
	m := &bsptest.Map{Format: bsp.Quake3, Entities: []bsp.Entity{{"classname": "worldspawn"}}}
	for i := range n {
		m.Boxes = append(m.Boxes, box(0, 0, float32(20*i), 4096, 4096, float32(20*i+2)))
	}
	return m
}

// Maps of many floors above each other keep no more of them than can be drawn in a moment; real maps lose nothing.
func TestBounded(t *testing.T) {
	if n := len(planOf(t, piled(400)).shader.surfaces); n > 2*maxOverdraw+8 || n < maxOverdraw/2 {
		t.Errorf("of 400 floors of two triangles %d pieces are kept", n)
	}
	for _, name := range []string{"recorded/q1/dm3", "q2/actionquake/urbanjungle", "q3/q3demo/q3dm7"} {
		p := realPlan(t, name)
		if p == nil {
			t.Skip("no real maps beside the repository")
		}
		if n := len(bounded(p.shader.surfaces)); n != len(p.shader.surfaces) {
			t.Errorf("%s: %d of %d surfaces are kept", name, n, len(p.shader.surfaces))
		}
	}
}

// BenchmarkTilePiled draws a tile of a map that is made to take long.
func BenchmarkTilePiled(b *testing.B) {
	p := planOf(b, piled(2000))
	img := image.NewRGBA(image.Rect(0, 0, 256, 256))
	for b.Loop() {
		p.Render(img, View{MinX: 512, MaxY: 1024, Scale: 1, Storey: AllStoreys})
	}
}
