package texture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"fragscope/assets/bsp"
	"fragscope/assets/gamedata"
)

// quarters is a picture of 4 by 4 with a colour in each corner.
func quarters() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	for y := range 4 {
		for x := range 4 {
			img.SetNRGBA(x, y, corner[y/2*2+x/2])
		}
	}
	return img
}

var corner = [4]color.NRGBA{{200, 0, 0, 255}, {0, 200, 0, 255}, {0, 0, 200, 255}, {100, 100, 100, 255}}

// tgaOf writes a picture: bytes of a pixel, whether in runs, whether from the top down.
func tgaOf(img *image.NRGBA, size int, runs, down bool) []byte {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := make([]byte, 18)
	out[0] = 5 // a comment
	out[2] = tgaColour
	if runs {
		out[2] |= tgaRuns
	}
	binary.LittleEndian.PutUint16(out[12:], uint16(w))
	binary.LittleEndian.PutUint16(out[14:], uint16(h))
	out[16] = uint8(8 * size)
	if down {
		out[17] = 0x20
	}
	out = append(out, "hello"...)
	pixel := func(c color.NRGBA) []byte { return []byte{c.B, c.G, c.R, c.A}[:size] }
	for row := range h {
		y := h - 1 - row
		if down {
			y = row
		}
		for x := 0; x < w; x++ {
			switch c := img.NRGBAAt(x, y); {
			case !runs:
				out = append(out, pixel(c)...)
			case x%2 == 0 && c == img.NRGBAAt(x+1, y):
				out = append(append(out, 128|1), pixel(c)...) // two of it
				x++
			default:
				out = append(append(out, 0), pixel(c)...) // one by itself
			}
		}
	}
	return out
}

func TestDecode(t *testing.T) {
	var asPNG, asJPEG bytes.Buffer
	if err := png.Encode(&asPNG, quarters()); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&asJPEG, quarters(), &jpeg.Options{Quality: 100}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data  []byte
		slack int
	}{
		"tga, 24 bits":           {tgaOf(quarters(), 3, false, false), 0},
		"tga, 32 bits, top down": {tgaOf(quarters(), 4, false, true), 0},
		"tga in runs":            {tgaOf(quarters(), 3, true, false), 0},
		"png":                    {asPNG.Bytes(), 0},
		"jpeg":                   {asJPEG.Bytes(), 90}, // so small a picture has smeared colours
	} {
		p, err := Decode(c.data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p.Width != 4 || p.Height != 4 || p.Pix.Rect.Dx() != 4 {
			t.Errorf("%s: %d by %d, reduced to %v", name, p.Width, p.Height, p.Pix.Rect)
		}
		for i, want := range corner {
			got := p.Pix.RGBAAt(i%2*3, i/2*3)
			if far(got.R, want.R) > c.slack || far(got.G, want.G) > c.slack || far(got.B, want.B) > c.slack ||
				got.A != 255 {
				t.Errorf("%s: corner %d is %v, want %v", name, i, got, want)
			}
		}
		if c.slack == 0 && p.Mean != [3]uint8{75, 75, 75} {
			t.Errorf("%s: the average is %v", name, p.Mean)
		}
		for n := range c.data {
			if _, err := Decode(c.data[:n]); err == nil && c.slack == 0 && name != "png" {
				t.Errorf("%s: cut to %d bytes of %d it is taken", name, n, len(c.data))
				break
			}
		}
	}
}

func far(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// Pictures are reduced to powers of two, and holes do not count.
func TestReduce(t *testing.T) {
	pal := &Palette{1: {90, 30, 60}, 255: {0, 0, 255}}
	pixels := bytes.Repeat([]byte{1, 255, 255}, 300*100)
	p, err := Indexed(pixels, 300, 300, pal, true)
	if err != nil {
		t.Fatal(err)
	}
	if p.Width != 300 || p.Pix.Rect != image.Rect(0, 0, MaxSide, MaxSide) || p.Mean != [3]uint8{90, 30, 60} {
		t.Errorf("%d wide, %v, on average %v", p.Width, p.Pix.Rect, p.Mean)
	}
	for y := range MaxSide {
		for x := range MaxSide {
			if c := p.Pix.RGBAAt(x, y); c != (color.RGBA{90, 30, 60, 255}) {
				t.Fatalf("%v at %d %d", c, x, y)
			}
		}
	}
	if p, err = Indexed([]byte{255}, 1, 1, pal, true); err != nil || p.Mean != [3]uint8{0, 0, 255} {
		t.Errorf("a picture that is one hole: %v, %v", p, err)
	}
	for _, c := range [][3]int{{0, 1, 1}, {1, 0, 1}, {2, 2, 3}, {-1, -1, 1}, {1 << 20, 1, 1 << 20}} {
		if _, err := Indexed(make([]byte, max(c[2], 0)), c[0], c[1], pal, false); !errors.Is(err, ErrPicture) {
			t.Errorf("%d by %d of %d bytes: %v", c[0], c[1], c[2], err)
		}
	}
}

// wal is a picture of Quake II of one colour.
func wal(w, h int, index byte) []byte {
	out := make([]byte, 100)
	copy(out, "e1u1/floor")
	binary.LittleEndian.PutUint32(out[32:], uint32(w))
	binary.LittleEndian.PutUint32(out[36:], uint32(h))
	binary.LittleEndian.PutUint32(out[40:], 100)
	return append(out, bytes.Repeat([]byte{index}, w*h)...)
}

// pcx is no picture but has a palette at its end.
func pcx(colours map[int][3]uint8) []byte {
	out := append(make([]byte, 128), 12)
	pal := make([]byte, 768)
	for i, c := range colours {
		copy(pal[3*i:], c[:])
	}
	return append(out, pal...)
}

// folder is a game folder with files.
func folder(t *testing.T, files map[string][]byte) *gamedata.Path {
	t.Helper()
	all := fstest.MapFS{}
	for name, data := range files {
		all[name] = &fstest.MapFile{Data: data}
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, all); err != nil {
		t.Fatal(err)
	}
	return gamedata.New(gamedata.Options{Dirs: []string{dir}, NoInstalls: true})
}

func TestFind(t *testing.T) {
	grey := image.NewNRGBA(image.Rect(0, 0, 8, 8))
	for i := range grey.Pix {
		grey.Pix[i] = 255
	}
	tga := tgaOf(quarters(), 3, false, false)
	white := tgaOf(grey, 3, true, true)
	palette := make([]byte, 768)
	copy(palette[3*7:], []byte{10, 20, 30})
	shaders := []byte(`// a comment { not read
textures/base/floor
{
	qer_editorimage textures/base/floor_ed.tga
	surfaceparm nolightmap
	{
		map $lightmap
		rgbGen identity
	}
	{ map textures/base/real.TGA
	  blendFunc GL_DST_COLOR GL_ZERO }
}
textures/base/only_editor { qer_editorimage textures/base/real.tga /* { */ }
textures/base/moving { { animMap 10 textures/base/real.tga textures/base/b.tga } }
textures/base/broken { {`)
	for _, c := range []struct {
		what   string
		format bsp.Format
		files  map[string][]byte
		tex    bsp.Texture
		want   [3]uint8
		width  int
		why    string
	}{
		{"Quake, its palette", bsp.Quake29, map[string][]byte{"gfx/palette.lmp": palette},
			bsp.Texture{Name: "a", Width: 1, Height: 2, Pixels: []byte{7, 7}}, [3]uint8{10, 20, 30}, 1, ""},
		{"Quake, no palette", bsp.QuakeBSP2, nil, bsp.Texture{Name: "a", Width: 1, Height: 1, Pixels: []byte{0xfb}},
			QuakePalette()[0xfb], 1, ""},
		{"Quake, no picture", bsp.Quake29, nil, bsp.Texture{Name: "a"}, [3]uint8{}, 0, "no textures in the map"},
		{"Quake II", bsp.Quake2, map[string][]byte{"textures/e1u1/floor.wal": wal(64, 32, 9),
			"pics/colormap.pcx": pcx(map[int][3]uint8{9: {9, 8, 7}})},
			bsp.Texture{Name: "e1u1/floor"}, [3]uint8{9, 8, 7}, 64, ""},
		{"Quake II, no palette", bsp.Quake2Q, map[string][]byte{"textures/e1u1/floor.wal": wal(64, 32, 9)},
			bsp.Texture{Name: "e1u1/floor"}, [3]uint8{}, 0,
			"no textures without the game's palette, pics/colormap.pcx"},
		{"Quake II, a finer picture", bsp.Quake2, map[string][]byte{"textures/e1u1/floor.wal": wal(64, 32, 9),
			"textures/e1u1/floor.tga": white}, bsp.Texture{Name: "e1u1/floor"},
			[3]uint8{255, 255, 255}, 64, ""},
		{"Quake II, nothing", bsp.Quake2, nil, bsp.Texture{Name: "e1u1/floor"}, [3]uint8{}, 0,
			"no textures in any folder of the game"},
		{"Quake II, out of the folder", bsp.Quake2, nil, bsp.Texture{Name: "../../x"}, [3]uint8{}, 0,
			"no textures in any folder of the game"},
		{"Quake III, a picture", bsp.Quake3, map[string][]byte{"textures/base/a.tga": tga},
			bsp.Texture{Name: "textures/base/a"}, [3]uint8{75, 75, 75}, 1, ""},
		{"Quake III, a shader", bsp.Quake3, map[string][]byte{"textures/base/real.tga": white,
			"textures/base/floor_ed.tga": tga, "scripts/base.shader": shaders},
			bsp.Texture{Name: "textures/base/floor"}, [3]uint8{255, 255, 255}, 1, ""},
		{"Quake III, what an editor shows", bsp.QuakeLive, map[string][]byte{"textures/base/real.tga": white,
			"scripts/base.shader": shaders},
			bsp.Texture{Name: "textures/base/only_editor"}, [3]uint8{255, 255, 255}, 1, ""},
		{"Quake III, a film", bsp.Quake3, map[string][]byte{"textures/base/real.tga": white,
			"scripts/base.shader": shaders},
			bsp.Texture{Name: "textures/base/moving"}, [3]uint8{255, 255, 255}, 1, ""},
		{"Quake III, nothing", bsp.Quake3, map[string][]byte{"scripts/base.shader": shaders},
			bsp.Texture{Name: "textures/base/floor"}, [3]uint8{}, 0, "no textures in any folder of the game"},
	} {
		// The second is not shown, the third is nowhere.
		got, err := Find(context.Background(), folder(t, c.files), c.format,
			[]bsp.Texture{c.tex, {}, {Name: "nowhere"}})
		if c.why != "" {
			if !errors.Is(err, ErrNone) || err.Error() != c.why {
				t.Errorf("%s: %v, want %q", c.what, err, c.why)
			}
			continue
		}
		if err != nil || got[0] == nil || got[1] != nil || got[2] != nil {
			t.Errorf("%s: %v, %v", c.what, got, err)
			continue
		}
		if got[0].Mean != c.want || got[0].Width != c.width {
			t.Errorf("%s: %v, %d wide; want %v, %d", c.what, got[0].Mean, got[0].Width, c.want, c.width)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got,
		_ := Find(ctx, nil, bsp.Quake29, []bsp.Texture{{Name: "a", Width: 1, Height: 1,
		Pixels: []byte{1}}}); got[0] != nil {
		t.Error("a search that was given up goes on")
	}
}

// The palette that is built in runs evenly and has what Quake's textures are made of.
func TestQuakePalette(t *testing.T) {
	p := QuakePalette()
	for i := 1; i < 16; i++ {
		if p[i][0] <= p[i-1][0] {
			t.Errorf("grey %d is %v, after %v", i, p[i], p[i-1])
		}
	}
	for i, c := range p[:16] {
		if c[0] != c[1] || c[1] != c[2] {
			t.Errorf("grey %d is %v", i, c)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(tgaOf(quarters(), 3, false, false))
	f.Add(tgaOf(quarters(), 4, true, true))
	f.Add(wal(4, 4, 3))
	f.Add([]byte("\xff\xd8\xff\xe0"))
	f.Add([]byte("\x89PNG\r\n\x1a\n"))
	pal := QuakePalette()
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		for _, p := range []func() (*Picture, error){
			func() (*Picture, error) { return Decode(data) }, func() (*Picture, error) { return WAL(data, pal) },
		} {
			pic, err := p()
			if err == nil && (pic.Width < 1 || pic.Height < 1 || pic.Pix.Rect.Dx() > MaxSide ||
				pic.Pix.Rect.Dy() > MaxSide) {
				t.Errorf("a picture of %d by %d, reduced to %v", pic.Width, pic.Height, pic.Pix.Rect)
			}
		}
	})
}

func FuzzScripts(f *testing.F) {
	f.Add("textures/a { { map b.tga } }")
	f.Add("a { \"\" /* } */ // }\n qer_editorimage c }")
	f.Fuzz(func(t *testing.T, text string) {
		s := scripts{}
		s.read(text)
		for name, picture := range s {
			if name == "" || picture == "" || strings.ContainsAny(name, "{}") && len(name) > 1 &&
				!strings.Contains(text, "\"") {
				t.Errorf("%q: %q", name, picture)
			}
		}
	})
}

func BenchmarkDecodeTGA(b *testing.B) {
	data := tgaOf(image.NewNRGBA(image.Rect(0, 0, 256, 256)), 3, false, false)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}
