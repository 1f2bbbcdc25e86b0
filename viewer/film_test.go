package viewer

import (
	"bytes"
	"errors"
	"image"
	"testing"
	"time"

	"fragscope/viewer/filming"
)

// drawFilm draws a film without an engine and returns its frames and their times in the demo.
func drawFilm(t *testing.T, o ShotOptions, count int, step time.Duration) (pictures []*image.RGBA, at []time.Duration) {
	t.Helper()
	o.File, o.Width, o.Height = "/demos/a.dm_68", 320, 180
	o.Demos, o.Maps = &madeUpDemos{demos: map[string]match{"/demos/a.dm_68": single}}, noMaps{}
	var g *shotGame
	g = newShotGame(reel{o: o, count: count, step: step}, func(img *image.RGBA) error {
		pictures, at = append(pictures, img), append(at, g.app.timeline.Play.Position())
		return nil
	})
	for end := time.Now().Add(20 * time.Second); !g.end; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the film has no end")
		}
		if err := g.Update(); err != nil {
			t.Fatal(err, g.err)
		}
		g.Draw(nil)
	}
	g.close()
	return pictures, at
}

func TestFilm(t *testing.T) {
	pictures, at := drawFilm(t, ShotOptions{At: 10 * time.Second}, 5, 40*time.Millisecond)
	if len(pictures) != 5 {
		t.Fatalf("%d pictures", len(pictures))
	}
	for i, p := range at {
		if want := 10*time.Second + time.Duration(i)*40*time.Millisecond; p != want {
			t.Errorf("picture %d shows %v, want %v", i, p, want)
		}
	}
	if pictures[0].Bounds().Dx() != 320 || bytes.Equal(pictures[0].Pix, pictures[4].Pix) {
		t.Errorf("of %v; nothing moves", pictures[0].Bounds())
	}
	// The same moment gives the same frame, whether a film begins or ends with it.
	again, _ := drawFilm(t, ShotOptions{At: 10*time.Second + 160*time.Millisecond}, 2, 40*time.Millisecond)
	if !bytes.Equal(again[0].Pix, pictures[4].Pix) {
		t.Error("a moment looks different from another start")
	}
}

// TestAPictureShowsNotesAndTurn checks that an image is rotated as requested, and shows the drawings of the document
// passed with it.
func TestAPictureShowsNotesAndTurn(t *testing.T) {
	o := ShotOptions{At: 10 * time.Second}
	one := func() *image.RGBA {
		pictures, _ := drawFilm(t, o, 1, 0)
		return pictures[0]
	}
	plain := one()
	o.Turn = 2
	turned := one()
	if bytes.Equal(plain.Pix, turned.Pix) {
		t.Error("the map is not turned")
	}
	o.Turn = 4
	if !bytes.Equal(plain.Pix, one().Pix) {
		t.Error("four quarters are another picture than none")
	}
	o.Turn, o.Notes = 0,
		[]byte(
			`{"fragscope_notes": 1, "drawings": [{"kind": "circle", "map": "yard1", "storey": 0, "from_ms": 5000, "to_ms": 15000, "points": [[0, 0], [300, 0]]}]}`)
	if bytes.Equal(plain.Pix, one().Pix) {
		t.Error("nothing is drawn")
	}
	o.Notes = bytes.ReplaceAll(o.Notes, []byte("15000"), []byte("9000"))
	if !bytes.Equal(plain.Pix, one().Pix) {
		t.Error("what is drawn for another time is shown")
	}
}

// TestFilmsShowDrawings checks that a film of the window shows the drawings on its map.
func TestFilmsShowDrawings(t *testing.T) {
	d := open(t, 800, 500, single, 30*time.Second)
	frame := func() *image.RGBA {
		f := d.a.newFilm(filming.Options{Width: 640, Height: 360, Rate: 10, From: 30 * time.Second,
			To: 31 * time.Second})
		defer f.Close()
		for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
			if img, err := f.Next(); err != nil {
				t.Fatal(err)
			} else if img != nil {
				return img
			}
		}
		t.Fatal("the film has no picture")
		return nil
	}
	warn := d.a.prefs.theme.Warn
	count := func(img *image.RGBA) (n int) {
		for i := 0; i < len(img.Pix); i += 4 {
			if near := func(a, b uint8) bool { return max(a, b)-min(a, b) < 24 }; near(img.Pix[i], warn.R) &&
				near(img.Pix[i+1], warn.G) && near(img.Pix[i+2], warn.B) {
				n++
			}
		}
		return n
	}
	before := count(frame())
	x, y := d.a.screen.layout.frame.Map.Center()
	d.key("Ctrl+D")
	d.drag(x-100, y-60, x+100, y+60)
	d.key("Ctrl+D", "Right", "Left")
	d.a.timeline.Seek(33 * time.Second)
	d.tick(2)
	if after := count(frame()); after < before+100 {
		t.Errorf("%d pixels of the film are drawn upon, %d before there was a drawing", after, before)
	}
}

func TestFilmEndsWithTheDemo(t *testing.T) {
	pictures, at := drawFilm(t, ShotOptions{At: single.length - 100*time.Millisecond, Panels: true}, 50,
		40*time.Millisecond)
	if n := len(pictures); n < 3 || n > 5 || at[n-1] > single.length {
		t.Errorf("%d pictures, the last at %v", n, at[n-1])
	}
}

func TestFilmEndsWithAnError(t *testing.T) {
	full := errors.New("the disk is full")
	for _, test := range []struct {
		follow string
		want   error
		drawn  int
	}{{"", full, 1}, {"cob", full, 1}, {"no such player", ErrNobody, 0}} {
		if drawn, err := failedFilm(test.follow, full); !errors.Is(err, test.want) || drawn != test.drawn {
			t.Errorf("following %q: error %v after %d pictures", test.follow, err, drawn)
		}
	}
}

// failedFilm is a film whose first frame cannot be written.
func failedFilm(follow string, full error) (drawn int, err error) {
	g := newShotGame(reel{count: 9, step: time.Second, o: ShotOptions{File: "/demos/a.dm_68", Follow: follow, Width: 64,
		Height: 64, Demos: &madeUpDemos{demos: map[string]match{"/demos/a.dm_68": single}}, Maps: noMaps{}}}, func(
		*image.RGBA) error {
		return full
	})
	for !g.end {
		if g.Update() != nil {
			break
		}
		g.Draw(nil)
		time.Sleep(time.Millisecond)
	}
	g.close()
	return g.drawn, g.err
}
