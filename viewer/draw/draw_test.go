package draw

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"fragscope/formats/base/outlet"
	"fragscope/sim"
	"fragscope/viewer/screentest"
)

// TestHostileTexts checks that any text is drawn in its order, with a glyph for each invisible character, and no longer
// than a window can be.
func TestHostileTexts(t *testing.T) {
	c := New()
	c.UseSystemFonts(func() {})
	c.Begin(screentest.Image(t, 64, 64), 1)
	face := Face{Size: 13}
	for _, s := range []string{"\u202egpj.exe", "a\u2066\u05d0b\x1b[2J", "\xff\xfe\x00", "\u202e\u05d0\u05d1"} {
		for c.layout(face, s); c.AwaitFonts(); c.layout(face, s) {
		}
		l := c.layout(face, s)
		if len(l.glyphs) != utf8.RuneCountInString(s) || l.glyphs[0].system != nil || l.glyphs[0].at != 0 ||
			l.glyphs[0].x != 0 {
			t.Errorf("%q is drawn as %+v", s, l.glyphs)
		}
	}
	long := strings.Repeat("x\u0301\u0302\u0303\u0304\u0305\u0306", 1<<18)
	if n := len(c.layout(face, long).glyphs); n > outlet.MaxShown {
		t.Errorf("%d glyphs", n)
	}
	if got := c.Ellipsis(face, long, 100); len(got) > 1000 || !strings.HasSuffix(got, "…") {
		t.Errorf("%.80q in 100 points", got)
	}
}

func TestMain(m *testing.M) { screentest.Main(m) }

func sheet(t testing.TB, w, h int, scale float32, draw func(*Canvas)) {
	t.Helper()
	c := New()
	img := screentest.Image(t, int(float32(w)*scale), int(float32(h)*scale))
	img.Fill(Dark().Panel)
	c.Begin(img, scale)
	draw(c)
	c.End()
	name := t.Name()[len("Test"):]
	screentest.Golden(t, name, img)
}

func drawIcons(c *Canvas) {
	th := Dark()
	x, y := float32(16), float32(16)
	for i := IconNone + 1; i < iconCount; i++ {
		c.Icon(i, x, y, 16, th.Text)
		c.Icon(i, x+28, y, 24, th.Accent)
		x += 60
		if x > 600 {
			x, y = 16, y+30
		}
	}
}

func TestIcons(t *testing.T)      { sheet(t, 640, 400, 1, drawIcons) }
func TestIconsTwice(t *testing.T) { sheet(t, 640, 400, 2, drawIcons) }

func TestText(t *testing.T) {
	sheet(t, 640, 300, 1, func(c *Canvas) {
		th := Dark()
		y := float32(24)
		for _, f := range []Face{{Size: 10}, {Size: 11}, {Size: 12}, {Size: 13, Weight: Medium},
			{Size: 14, Weight: SemiBold}, {Size: 20, Weight: SemiBold, Tabular: true}} {
			x := c.Text(f, "AVATAR To ranger killed grunt 07:23.4 / 20:00 ½× Ünïcode Жук ", 12, y, th.Text)
			c.Text(f, "Soft text", x, y, th.Soft)
			y += f.Size*1.45 + 4
		}
		c.Fill(Rect{0, 170, 640, 50}, Hex(0x4a505c))
		c.TextHalo(Face{Size: 12, Weight: Medium}, "5 ranger", 20, 200, th.Text, th.Halo)
		c.IconHalo(IconRocket, 110, 196, 18, th.Bad, th.Halo)
		c.TextIn(Rect{130, 170, 120, 50}, Face{Size: 13}, "a name that does not fit at all", th.Text, Left)
	})
}

func drawShapes(c *Canvas) {
	th := Dark()
	c.RoundRect(Rect{12, 12, 80, 40}, 8, th.Raised)
	c.RoundFrame(Rect{12, 12, 80, 40}, 8, 1.5, th.Accent)
	c.RoundRect(Rect{112, 16, 80, 36}, 6, th.Raised)
	c.Circle(330, 32, 18, th.Good)
	c.Ring(380, 32, 16, 2, th.Warn)
	c.Arc(430, 32, 16, 3, -1, 1.5, th.Blue)
	c.Wedge(480, 32, 40, -0.5, 0.5, th.Blue.Fade(0.5), th.Blue.Fade(0))
	c.Glow(570, 40, 36, th.Warn)
	for s := range ShapeCount {
		x := 30 + 60*float32(s)
		c.Marker(s, x, 100, 14, -math.Pi/3, th.Players[s], Hex(0x0c0d10), 1.5)
		c.Marker(s, x+28, 100, 8, 0.4, th.Players[s], Color{}, 0)
	}
	c.Line(400, 80, 470, 120, 1, th.Text)
	c.Line(410, 80, 480, 120, 3, th.Text)
	c.Dashed(430, 80, 500, 120, 1.5, 5, 4, th.Soft)
	c.DashedRing(520, 100, 14, 1.5, 8, th.Text)
	var pts []Point
	for i := range 60 {
		a := float32(i) / 10
		pts = append(pts, Point{20 + float32(i)*4, 170 + 25*float32(math.Sin(float64(a)))})
	}
	c.Path(pts, 2.5, th.Red.Fade(0), th.Red)
	c.Clip(Rect{560, 160, 20, 20})
	c.Circle(570, 170, 18, th.Red)
	c.Unclip()
}

func TestShapes(t *testing.T)      { sheet(t, 640, 220, 1, drawShapes) }
func TestShapesTwice(t *testing.T) { sheet(t, 640, 220, 2, drawShapes) }

func TestIconPathsAreWellFormed(t *testing.T) {
	for i := IconNone + 1; i < iconCount; i++ {
		if iconPaths[i] == "" {
			t.Errorf("icon %d has no path", i)
			continue
		}
		m := rasterIcon(i, 48)
		n, rim := 0, 0
		for j, v := range m.Pix {
			if v > 127 {
				n++
				if x, y := j%48, j/48; x == 0 || y == 0 || x == 47 || y == 47 {
					rim++
				}
			}
		}
		if n < 100 {
			t.Errorf("icon %d covers %d pixels of 48x48", i, n)
		}
		if rim > 0 {
			t.Errorf("icon %d is cut off at the rim", i)
		}
		for src := iconPaths[i]; src != ""; {
			var s string
			s, src = cutStep(src)
			if s != "" && s[0] == '-' {
				s = s[1:]
			}
			probe := iconPen{scale: 1, mask: m, ras: newRaster(48)}
			probe.step(s)
			if probe.bad {
				t.Errorf("icon %d: step %q is not understood", i, s)
			}
		}
	}
}

func TestEveryWeaponAndItemHasAnIcon(t *testing.T) {
	for w := sim.WeaponNone + 1; w < sim.WeaponCount; w++ {
		if WeaponIcon(w) == IconNone {
			t.Errorf("weapon %v has no icon", w)
		}
	}
	for i := sim.ItemNone + 1; i < sim.ItemCount; i++ {
		if ItemIcon(i, sim.WeaponRailgun) == IconNone {
			t.Errorf("item %v has no icon", i)
		}
	}
	for p := range sim.PowerupCount {
		if PowerupIcon(p) == IconNone {
			t.Errorf("powerup %d has no icon", p)
		}
	}
}

func TestReadableColours(t *testing.T) {
	for _, c := range []Color{Hex(0), Hex(0x0000ff), Hex(0x400000), Hex(0xffffff)} {
		r := c.Readable()
		if r.Luma() < 0.23 {
			t.Errorf("%v became %v of luminance %.2f", c, r, r.Luma())
		}
	}
	if c := Hex(0x80ff80); c.Readable() != c {
		t.Errorf("a light colour was changed")
	}
}

func TestMeasureAndFit(t *testing.T) {
	c := New()
	c.fonts.scale, c.scale = 1, 1
	f := Face{Size: 13, Tabular: true}
	if a, b := c.Measure(f, "1111"), c.Measure(f, "0000"); a != b {
		t.Errorf("tabular digits are %v and %v wide", a, b)
	}
	f.Tabular = false
	if a, b := c.Measure(f, "1111"), c.Measure(f, "0000"); a >= b {
		t.Errorf("plain digits are %v and %v wide", a, b)
	}
	long := "the quick brown fox jumps"
	for w := float32(0); w < 200; w += 7 {
		if s := c.Ellipsis(f, long, w); s != long && c.Measure(f, s) > w+0.5 {
			t.Errorf("%q is wider than %v", s, w)
		}
	}
}

func TestAtlasStartsAnewWhenFull(t *testing.T) {
	c := New()
	img := screentest.Image(t, 200, 100)
	c.Begin(img, 1)
	gen := c.atlas.gen
	for size := float32(8); size < 400; size++ {
		c.Text(Face{Size: size}, "Fragscope", 0, 50, Hex(0xffffff))
	}
	if c.atlas.gen == gen {
		t.Fatal("the atlas never filled")
	}
	img.Fill(Dark().Panel)
	c.Text(Face{Size: 13}, "Fragscope", 10, 50, Hex(0xffffff))
	c.End()
	lit := 0
	for _, v := range screentest.Read(img).Pix {
		if v > 200 && v < 255 {
			lit++
		}
	}
	if lit == 0 {
		t.Error("nothing was drawn after the atlas had filled")
	}
}

func BenchmarkPanelText(b *testing.B) {
	c := New()
	img := screentest.Image(b, 1280, 720)
	for b.Loop() {
		c.Begin(img, 1)
		for i := range 60 {
			c.Text(Face{Size: 13}, "ranger was railed by grunt 12", 10, 10+float32(i)*10, Hex(0xffffff))
		}
		c.vertices, c.indices = c.vertices[:0], c.indices[:0]
		c.End()
	}
	b.ReportAllocs()
}

// foreignText has characters that the built-in font lacks, and some that it has.
const foreignText = "Жук カタカナ 中文 한국 مرحبا بك שלום ☃ Ünï"

// TestSystemFonts checks that the system's fonts provide glyphs in place of boxes. Their number depends on the machine,
// but nothing is lost or out of order, and text that needs no system font does not change.
func TestSystemFonts(t *testing.T) {
	plain, c := New(), New()
	found := make(chan struct{}, 64)
	c.UseSystemFonts(func() { found <- struct{}{} })
	plain.scale, c.scale = 1, 1
	f := Face{Size: 13}
	measure := func(s string) float32 {
		for c.Measure(f, s); c.AwaitFonts(); c.Measure(f, s) {
		}
		return c.Measure(f, s)
	}
	measure(foreignText)
	if len(found) == 0 {
		t.Log("no font of this system has any of it")
	}
	if a, b := plain.Measure(f, "ranger Жук ½"), c.Measure(f, "ranger Жук ½"); a != b {
		t.Errorf("%v wide without and %v with the fonts of the system", a, b)
	}
	l := c.layout(f, foreignText)
	for i := range l.glyphs[1:] {
		if l.glyphs[i].at > l.glyphs[i+1].at {
			t.Fatalf("glyph %d is of a text before that of the one before", i+1)
		}
	}
	for w := float32(0); w < l.width+20; w += 5 {
		if s := c.Ellipsis(f, foreignText, w); !utf8.ValidString(s) || s != foreignText && measure(s) > w+0.5 {
			t.Errorf("%q is %v wide, not %v", s, measure(s), w)
		}
	}
	c.Picture(1100, 60, 2, func(c *Canvas) {
		c.TextHalo(Face{Size: 16}, foreignText, 10, 20, Hex(0xffffff), Hex(0))
	})
}
