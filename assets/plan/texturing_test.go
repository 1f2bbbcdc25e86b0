package plan

import (
	"bytes"
	"context"
	"image"
	"maps"
	"math"
	"slices"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/bsp/bsptest"
	"fragscope/assets/texture"
)

// banner is a picture of 16 by 16: red above, below green to the left and blue to the right.
func banner() bsp.Texture {
	t := bsp.Texture{Width: 16, Height: 16}
	for y := range 16 {
		for x := range 16 {
			c := byte(1)
			if y >= 8 {
				c = byte(2 + x/8)
			}
			t.Pixels = append(t.Pixels, c)
		}
	}
	return t
}

var bannerColours = &texture.Palette{1: {220, 20, 20}, 2: {20, 220, 20}, 3: {20, 20, 220}}

// dressed is the house, with the banner on its floors, 128 units wide and high, its top in the north.
func dressed(t testing.TB, f bsp.Format) *Plan {
	t.Helper()
	h := house(f)
	h.Pictures = map[string]bsp.Texture{"stone": banner()}
	h.Mapping = bsp.Mapping{S: [4]float32{0.125, 0, 0, 0}, T: [4]float32{0, -0.125, 0, 0}} // texels
	if f == bsp.Quake3 {
		h.Mapping = bsp.Mapping{S: [4]float32{1. / 128, 0, 0, 0}, T: [4]float32{0, -1. / 128, 0, 0}}
	}
	p := planOf(t, h)
	pictures := make([]*texture.Picture, len(p.Textures()))
	for i, tex := range p.Textures() {
		if tex.Name != "stone" {
			continue
		}
		fl := banner()
		pic, err := texture.Indexed(fl.Pixels, 16, 16, bannerColours, false)
		if err != nil {
			t.Fatal(err)
		}
		if f == bsp.Quake3 {
			pic.Width, pic.Height = 1, 1
		}
		pictures[i] = pic
	}
	return p.WithTextures(pictures)
}

// styled is the colour of a place in a style.
func styled(p *Plan, x, y float64, s Style) (r, g, b uint8) {
	img := image.NewRGBA(image.Rect(0, 0, 1, 1))
	p.Render(img, View{MinX: x - 0.25, MaxY: y + 0.25, Scale: 2, Storey: AllStoreys, Style: s})
	c := img.RGBAAt(0, 0)
	return c.R, c.G, c.B
}

func TestTexturesLieAsInTheMap(t *testing.T) {
	for name, f := range allFormats {
		p := dressed(t, f)
		if !p.Textured() {
			t.Fatalf("%s: no textures", name)
		}
		// The banner repeats each 128 units, and its top is just south of y = 128k.
		for _, c := range []struct {
			x, y float64
			want int // the channel that is the strongest
		}{{640 + 32, 128 - 20, 0}, {640 + 96, 128 - 20, 0}, {640 + 32, 128 - 96, 1}, {640 + 96, 128 - 96, 2},
			{640 + 32, 384 - 96, 1}, {300, 384 - 20, 0}} {
			r, g, b := styled(p, c.x, c.y, ByTexture)
			got := 0
			for k, v := range [3]uint8{r, g, b} {
				if v > [3]uint8{r, g, b}[got] {
					got = k
				}
			}
			if got != c.want {
				t.Errorf("%s: at %v %v it is %d %d %d, want channel %d", name, c.x, c.y, r, g, b, c.want)
			}
		}
		// On average it is red, of which there is the most; the ground floor is darker than the upper one.
		r, g, b := styled(p, 672, 32, ByColour)
		if r <= g || r <= b {
			t.Errorf("%s: on average %d %d %d", name, r, g, b)
		}
		if up, _, _ := styled(p, 200, 200, ByColour); up <= r {
			t.Errorf("%s: %d above, %d below", name, up, r)
		}
		for x := 600.; x < 1000; x += 7 {
			for _, s := range []Style{ByColour, ByTexture} {
				if r, g, b := styled(p, x, 250, s); max(r, g, b) > lookMost {
					t.Fatalf("%s: %d %d %d at %v is too bright", name, r, g, b, x)
				}
			}
		}
		if m, ok := p.Model(1); !ok {
			t.Errorf("%s: no lift", name)
		} else {
			img := image.NewRGBA(image.Rect(0, 0, 1, 1))
			m.Render(img, View{MinX: 620, MaxY: 340, Scale: 1, Style: ByColour})
			if c := img.RGBAAt(0, 0); c.R <= c.G {
				t.Errorf("%s: the lift is %v", name, c)
			}
		}
	}
}

// Without pictures all styles are that by height, and so is what has none.
func TestNoTextures(t *testing.T) {
	h := house(bsp.Quake29)
	h.Boxes[0].Texture = "other"
	plain := planOf(t, h)
	if q := plain.WithTextures(nil); q != plain || q.Textured() {
		t.Error("textures of none")
	}
	pictures := make([]*texture.Picture, len(plain.Textures()))
	if q := plain.WithTextures(pictures); q.Textured() {
		t.Error("textures of nothing")
	}
	if _, err := texture.Find(context.Background(), nil, plain.Format(), []bsp.Texture{banner()}); err == nil {
		t.Error("a texture without name is found")
	}
	fl := banner()
	fl.Name = "stone"
	some, err := texture.Find(context.Background(), nil, plain.Format(), []bsp.Texture{fl})
	if err != nil {
		t.Fatal(err)
	}
	for i, tex := range plain.Textures() {
		if tex.Name == "stone" {
			pictures[i] = some[0]
		}
	}
	q := plain.WithTextures(pictures)
	for _, s := range []Style{ByHeight, ByColour, ByTexture} {
		r, g, b := styled(q, 672, 32, s)
		r0, g0, b0 := styled(plain, 672, 32, ByHeight)
		if r != r0 || g != g0 || b != b0 {
			t.Errorf("style %v: a floor without picture is %d %d %d, want %d %d %d", s, r, g, b, r0, g0, b0)
		}
	}
	if r, g, b := styled(q, 200, 200, ByHeight); r > b+20 || g > b+20 {
		t.Errorf("by height it is %d %d %d", r, g, b)
	}
	for _, tex := range plain.Textures() {
		if tex.Name != "" && tex.Name != "stone" && tex.Name != "other" {
			t.Errorf("%s is said to be shown", tex.Name)
		}
	}
	var g Grower
	if p := g.Plan(); p.Textures() != nil || p.Format() != 0 || p.WithTextures(pictures).Textured() {
		t.Error("a grown plan has textures")
	}
}

// Seen from afar a texture is its average, without flicker from one place to the next.
func TestTexturesFromAfar(t *testing.T) {
	p := dressed(t, bsp.Quake29)
	img := image.NewRGBA(image.Rect(0, 0, 8, 8))
	draw := func(x float64) []byte {
		p.Render(img, View{MinX: 640 + x, MaxY: 400, Scale: 1. / 128, Storey: AllStoreys, Style: ByTexture})
		return bytes.Clone(img.Pix[4*8 : 4*8+4])
	}
	a, b := draw(0), draw(64)
	for i := range a {
		if d := int(a[i]) - int(b[i]); d > 20 || d < -20 {
			t.Errorf("channel %d of pixel %d: %d or %d", i%4, i/4, a[i], b[i])
		}
	}
}

// A map may map textures in any way.
func TestMappingsWithoutSense(t *testing.T) {
	for _, m := range []bsp.Mapping{
		{}, {S: [4]float32{1e7, 1e7, 1e7, 1e7}, T: [4]float32{1e7, -1e7, 1e7, 1e7}}, {S: [4]float32{1e30, 0, 0, 0}},
		{S: [4]float32{float32(math.NaN()), 0, 0, 0}}, {S: [4]float32{1e-30, 0, 0, 0}}, {S: [4]float32{0, 0, 0, 1e7}},
	} {
		p := planOf(t, &bsptest.Map{Format: bsp.Quake29, Boxes: []bsptest.Box{box(0, 0, -16, 512, 512, 0)}, Mapping: m,
			Pictures: map[string]bsp.Texture{"stone": banner()}})
		pictures, err := texture.Find(context.Background(), nil, p.Format(), p.Textures())
		if err != nil {
			t.Fatal(err)
		}
		if r, g, b := styled(p.WithTextures(pictures), 256, 256, ByTexture); max(r, g, b) == 0 {
			t.Errorf("%v: nothing is drawn", m)
		}
	}
}

func TestStyleNames(t *testing.T) {
	for s := range StyleCount {
		var back Style
		if err := back.UnmarshalText([]byte(s.String())); err != nil || back != s {
			t.Errorf("%v reads back as %v, %v", s, back, err)
		}
	}
	if s := ByColour; s.UnmarshalText([]byte("plaid")) == nil || s != ByColour {
		t.Errorf("plaid is %v", s)
	}
}

func BenchmarkRenderTextures(b *testing.B) {
	p := dressed(b, bsp.Quake3)
	img := image.NewRGBA(image.Rect(0, 0, 256, 256))
	for _, s := range []Style{ByHeight, ByColour, ByTexture} {
		b.Run(s.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Render(img, View{MinX: 200, MaxY: 500, Scale: 0.5, Storey: AllStoreys, Style: s})
			}
		})
	}
}

// Quake's maps have their textures in them, and whatever these are, the floors are calm.
func TestTexturesOfRealMaps(t *testing.T) {
	for _, name := range []string{"recorded/q1/dm3", "q1/librequake/e0m2", "q1/librequake/lqdm3", "q1/nquake/aerowalk",
		"q1/quake-from-memory/e1m3", "q1/id-maps-gpl/e1m2"} {
		p := realPlan(t, name)
		if p == nil {
			t.Skip("no real maps beside the repository")
		}
		pictures, err := texture.Find(context.Background(), nil, p.Format(), p.Textures())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		q := p.WithTextures(pictures)
		known, all := 0.0, 0.0
		for i := range q.shader.surfaces {
			if s := &q.shader.surfaces[i]; s.walkable() {
				all += s.area()
				if c := &q.shader.texturing[i]; c.texture != nil && !c.flat {
					known += s.area()
				}
			}
		}
		if known < 0.95*all {
			t.Errorf("%s: textures of %.1f %% of the floor", name, 100*known/all)
		}
		lo, hi := q.Bounds()
		scale := 300 / float64(max(hi[0]-lo[0], hi[1]-lo[1]))
		img := image.NewRGBA(image.Rect(0, 0, 300, 300))
		q.Render(img, View{MinX: float64(lo[0]), MaxY: float64(hi[1]), Scale: scale, Storey: AllStoreys,
			Style: ByTexture})
		sum, n, bright := 0.0, 0, 0
		for k := 0; k < len(img.Pix); k += 4 {
			if img.Pix[k+3] == 255 {
				y := brightness(rgb{float32(img.Pix[k]), float32(img.Pix[k+1]), float32(img.Pix[k+2])})
				sum += float64(y)
				n++
				if y > lookMost {
					bright++
				}
			}
		}
		if mean := sum / float64(n); mean < 45 || mean > 110 || bright*100 > n {
			t.Errorf("%s: brightness %.0f on average, %d of %d places glare", name, mean, bright, n)
		} else {
			t.Logf("%s: textures of %.1f %% of the floor, brightness %.0f", name, 100*known/all, mean)
		}
	}
}

// TestCommandMap holds that floors show the command map where the map says that it is.
func TestCommandMap(t *testing.T) {
	h := house(bsp.Quake3)
	h.Entities = slices.Clone(h.Entities)
	h.Entities[0] = maps.Clone(h.Entities[0])
	plain := planOf(t, h)
	h.Entities[0]["mapcoordsmins"], h.Entities[0]["mapcoordsmaxs"] = "-2048 2048", "2048 -2048"
	p := planOf(t, h)
	if plain.CommandMap() || !p.CommandMap() {
		t.Fatalf("a map without coordinates has a command map: %v, one with them: %v", plain.CommandMap(),
			p.CommandMap())
	}
	fl := banner()
	pic, err := texture.Indexed(fl.Pixels, 16, 16, bannerColours, false)
	if err != nil {
		t.Fatal(err)
	}
	pictures := append(make([]*texture.Picture, len(p.Textures())), pic)
	if plain.WithTextures(pictures).Textured() {
		t.Error("a map without coordinates shows a command map")
	}
	q := p.WithTextures(pictures)
	if !q.Textured() {
		t.Fatal("the command map is not shown")
	}
	for _, c := range []struct {
		x, y float64
		most int // the channel that is the brightest
	}{{0, 1024, 0}, {-1024, -1024, 1}, {1024, -1024, 2}} {
		m := q.command.mapping(newFloorTexture(pic, newCalm(1)))
		got := m.texel(c.x, c.y, 1)
		for k, v := range got {
			if k != c.most && v >= got[c.most] {
				t.Errorf("at %v, %v the command map is %v", c.x, c.y, got)
			}
		}
	}
}
