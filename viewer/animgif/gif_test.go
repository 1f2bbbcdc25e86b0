package animgif

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"testing"
	"time"
)

// scene returns frame n of an animation: a still floor of several shades, and a dot that moves.
func scene(n int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 97, 53))
	for y := range 53 {
		for x := range 97 {
			img.SetRGBA(x, y, color.RGBA{uint8(20 + x/8), uint8(30 + y), uint8(60 + (x+y)/2), 255})
		}
	}
	draw.Draw(img, image.Rect(5+n*4, 20, 9+n*4, 24), image.NewUniform(color.RGBA{250, uint8(90 + n), 40, 255}),
		image.Point{}, draw.Src)
	return img
}

// screens returns the screens that a viewer of the animation sees.
func screens(t *testing.T, data []byte) (list []*image.RGBA, film *gif.GIF) {
	t.Helper()
	film, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	screen := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
	for i, p := range film.Image {
		if film.Disposal[i] != gif.DisposalNone {
			t.Errorf("picture %d is disposed of by %d", i, film.Disposal[i])
		}
		draw.Draw(screen, p.Bounds(), p, p.Bounds().Min, draw.Over)
		shot := image.NewRGBA(screen.Bounds())
		copy(shot.Pix, screen.Pix)
		list = append(list, shot)
	}
	return list, film
}

// off returns the largest difference of a channel between two images.
func off(a, b *image.RGBA) int {
	worst := 0
	for i := range a.Pix {
		worst = max(worst, int(a.Pix[i])-int(b.Pix[i]), int(b.Pix[i])-int(a.Pix[i]))
	}
	return worst
}

func TestGIFShowsThePictures(t *testing.T) {
	var out bytes.Buffer
	const pictures = 12
	g := New(&out, 97, 53)
	for n := range pictures {
		if err := g.Add(scene(n), time.Second/30); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	list, film := screens(t, out.Bytes())
	if len(list) != pictures || film.LoopCount != 0 {
		t.Fatalf("%d pictures, loop count %d", len(list), film.LoopCount)
	}
	total := 0
	for i, shot := range list {
		if d := off(shot, scene(i)); d > 8 {
			t.Errorf("picture %d is off by %d", i, d)
		}
		total += film.Delay[i]
	}
	if total != 40 { // 12/30 s
		t.Errorf("it lasts %d/100 s", total)
	}
	// What stands still has been sent already, and refined where the first palette was too small.
	if b := film.Image[6].Bounds(); b.Dx() > 9 || b.Dy() > 4 {
		t.Errorf("picture 6 sends %v", b)
	}
}

func TestGIFOfFewColorsIsExact(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 16, 15))
	for i := range 16 * 15 {
		img.SetRGBA(i%16, i/16, color.RGBA{uint8(i), uint8(255 - i), uint8(i * 7), 255})
	}
	var out bytes.Buffer
	g := New(&out, 16, 15)
	g.Add(img, time.Second)
	g.Add(img, time.Second) // the same again
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	list, film := screens(t, out.Bytes())
	if off(list[0], img) != 0 || off(list[1], img) != 0 || film.Image[1].Bounds().Dx() != 1 {
		t.Errorf("off by %d and %d; the second is of %v", off(list[0], img), off(list[1], img), film.Image[1].Bounds())
	}
}

func TestGIFOfOneColor(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 3, 2))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{1, 2, 3, 255}), image.Point{}, draw.Src)
	var out bytes.Buffer
	g := New(&out, 3, 2)
	g.Add(img, 0)
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	if list, _ := screens(t, out.Bytes()); off(list[0], img) != 0 {
		t.Errorf("off by %d", off(list[0], img))
	}
}

func TestSameFilmSameBytes(t *testing.T) {
	var out [2]bytes.Buffer
	for i := range out {
		g := New(&out[i], 97, 53)
		for n := range 3 {
			g.Add(scene(n), time.Second)
		}
		g.Close()
	}
	if !bytes.Equal(out[0].Bytes(), out[1].Bytes()) {
		t.Error("two runs differ")
	}
}

// full is a writer that always fails.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestGIFErrors(t *testing.T) {
	if err := New(&bytes.Buffer{}, 70000, 2).Close(); err == nil {
		t.Error("a GIF of 70000 pixels")
	}
	g := New(&bytes.Buffer{}, 97, 54)
	if g.Add(scene(0), 0) == nil || g.Close() == nil {
		t.Error("a picture of another size is taken")
	}
	g = New(full{}, 97, 53)
	g.Add(scene(0), 0)
	if g.Close() == nil {
		t.Error("a full disk is not told of")
	}
}

func TestPaletteKeepsWhatIsFarApart(t *testing.T) {
	counts := map[rgb]int{{255, 0, 0}: 3, {0, 255, 0}: 1}
	for i := range 200 {
		counts[rgb{10, 10, byte(i)}] = 1000
	}
	colors, place := palette(counts, 16)
	if len(colors) != 16 {
		t.Fatalf("%d colours", len(colors))
	}
	for c := range counts {
		p := colors[place[c]]
		if c.r == 255 && p.r < 200 || c.r == 10 && (p.r > 40 ||
			far(p.b, c.b) && max(int(p.b)-int(c.b), int(c.b)-int(p.b)) > 16) {
			t.Errorf("%v became %v", c, p)
		}
	}
}

func BenchmarkGIF(b *testing.B) {
	pictures := make([]*image.RGBA, 8)
	for i := range pictures {
		pictures[i] = scene(i)
	}
	b.SetBytes(int64(len(pictures[0].Pix)))
	b.ReportAllocs()
	g := New(&bytes.Buffer{}, 97, 53)
	for i := 0; b.Loop(); i++ {
		if err := g.Add(pictures[i%len(pictures)], time.Second/20); err != nil {
			b.Fatal(err)
		}
	}
}

// limited is a writer with room for a limited number of bytes.
type limited struct{ room int }

var errFull = errors.New("no room")

func (l *limited) Write(p []byte) (int, error) {
	n := min(len(p), l.room)
	if l.room -= n; n < len(p) {
		return n, errFull
	}
	return n, nil
}

// TestFullDisk checks that an animation reports a full disk, wherever in the file the room runs out.
func TestFullDisk(t *testing.T) {
	write := func(w *limited) error {
		g := New(w, 97, 53)
		for n := range 4 {
			g.Add(scene(n), time.Second/30)
		}
		return g.Close()
	}
	whole := &limited{1 << 30}
	if err := write(whole); err != nil {
		t.Fatal(err)
	}
	size := 1<<30 - whole.room
	for room := 0; room < size; room += 1 + size/300 {
		if err := write(&limited{room}); !errors.Is(err, errFull) {
			t.Errorf("room for %d of %d bytes: %v", room, size, err)
		}
	}
}
