package viewer

import (
	"bytes"
	"image"
	"image/gif"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/viewer/draw"
	"fragscope/viewer/filming"
	"fragscope/viewer/heat"
	"fragscope/viewer/panel"
	"fragscope/viewer/screentest"
)

// films opens a demo in a window that saves its films in a separate folder.
func films(t *testing.T, m match, at time.Duration) (d *driver, dir string) {
	d = open(t, 640, 360, m, at)
	dir = t.TempDir()
	d.a.prefs.set.Screenshots = dir
	t.Cleanup(d.a.parts.quit)
	return d, dir
}

// chooseFilm cycles through the choices of the list's rows until they are as required.
func (d *driver) chooseFilm(want map[string]string) {
	d.t.Helper()
	d.key("Ctrl+F12")
	if !chooseFilm(d.a, want) {
		d.t.Fatalf("%v cannot be chosen", want)
	}
}

func chooseFilm(a *app, want map[string]string) bool {
	for range 40 {
		l, _ := a.overlay.Shown()
		at := -1
		for i, r := range l.Rows {
			if w, ok := want[r.Lead]; ok && !strings.Contains(r.Spans[0].Text, w) {
				at = i
			}
		}
		if at < 0 {
			return len(l.Rows) > 0
		}
		a.overlay.Choose(at)
	}
	return false
}

// TestSaveFilm checks that a film of the loop is saved while playback continues, and shows what the window would show.
func TestSaveFilm(t *testing.T) {
	d, dir := films(t, single, 12*time.Second)
	d.key("O")
	d.a.timeline.Seek(11 * time.Second)
	d.key("I", "Up") // twice the speed
	d.a.watch.Follow(0)
	d.chooseFilm(map[string]string{"Kind": "GIF", "Size": "960", "Pictures a second": "20",
		"Players, score and clock": "yes"})
	before := d.pos()
	d.key("Space") // is for the list
	if d.a.timeline.Play.Playing() {
		t.Error("a key plays the demo behind the list")
	}
	d.key("Home", "Enter", "Space")
	d.until("the film is saved", func() bool { return d.says("Film saved") })
	if d.pos() == before {
		t.Error("the demo does not play on")
	}
	list, _ := filepath.Glob(filepath.Join(dir, "*"))
	if len(list) != 1 || !strings.HasSuffix(list[0], "-0m11.000s.gif") {
		t.Fatalf("%v", list)
	}
	data, err := os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	film, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if len(film.Image) != 10 || film.Config.Width != 960 || film.Config.Height != 540 {
		t.Errorf("%d pictures of %dx%d", len(film.Image), film.Config.Width, film.Config.Height)
	}
}

// TestFilmsThatCannotBeSaved holds that without ffmpeg the list begins with a kind that needs none, that the others come
// last with the reason, that choosing one keeps the list, and that a film that is saved removes the failure.
func TestFilmsThatCannotBeSaved(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	d, _ := films(t, single, 12*time.Second)
	d.key("O")
	d.a.timeline.Seek(11500 * time.Millisecond)
	d.key("I") // a film of half a second
	d.key("Ctrl+F12")
	kind := func() string { l, _ := d.a.overlay.Shown(); return l.Rows[1].Spans[0].Text }
	save := func() panel.Row { l, _ := d.a.overlay.Shown(); return l.Rows[0] }
	if !strings.HasPrefix(kind(), "AVI") || save().Dim {
		t.Errorf("the first kind is %s", kind())
	}
	if !chooseFilm(d.a, map[string]string{"Kind": "MP4", "Size": "960", "Pictures a second": "20"}) ||
		!strings.HasSuffix(kind(), "ffmpeg is not installed") || !save().Dim {
		t.Errorf("the chosen kind is %s", kind())
	}
	d.key("Home", "Enter")
	if l, ok := d.a.overlay.Shown(); !ok || l.Title != "Save film" || !strings.HasPrefix(kind(), "MP4") ||
		!d.says("could not be saved") {
		t.Errorf("%q is open, it says %+v", l.Title, d.a.notices.Views())
	}
	if !chooseFilm(d.a, map[string]string{"Kind": "GIF"}) {
		t.Fatal("there is no GIF")
	}
	d.key("Home", "Enter")
	d.until("the film is saved", func() bool { return d.says("Film saved") })
	if d.says("could not be saved") {
		t.Errorf("the failure stays: %+v", d.a.notices.Views())
	}
}

// filmNow draws a film of what the window shows, without writing a file.
func (d *driver) filmNow(o filming.Options) (list []*image.RGBA, at []time.Duration) {
	d.t.Helper()
	f := d.a.newFilm(o).(*filmOfWindow)
	defer f.Close()
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		img, err := f.Next()
		if err != nil {
			return list, at
		}
		if img != nil {
			list, at = append(list, img), append(at, f.app.timeline.Play.Position())
		}
		if time.Now().After(end) {
			d.t.Fatal("the film has no end")
		}
	}
}

func TestFilmGoesAsTheWindowDoes(t *testing.T) {
	d, _ := films(t, single, 20*time.Second)
	o := filming.Options{Width: 640, Height: 360, Rate: 10, From: 10 * time.Second, To: 11 * time.Second, Loop: true,
		Panels: true}
	d.a.timeline.Play.SetSpeed(2)
	if _, at := d.filmNow(o); len(at) != 5 || at[0] != o.From || at[4] != o.From+800*time.Millisecond {
		t.Errorf("forwards: %v", at)
	}
	d.a.timeline.Play.Play(true)
	if _, at := d.filmNow(o); len(at) != 5 || at[0] != o.To || at[4] != o.To-800*time.Millisecond {
		t.Errorf("backwards: %v", at)
	}
}

// TestFilmShowsWhatTheWindowDoes checks that the camera of a film shows the same as that of the window, when zoomed in
// and when following a player.
func TestFilmShowsWhatTheWindowDoes(t *testing.T) {
	d, _ := films(t, crowd, 20*time.Second)
	o := filming.Options{Width: 640, Height: 360, Rate: 10, From: 20 * time.Second, To: 20100 * time.Millisecond}
	d.a.screen.hidePanels = true
	for _, follow := range []int{-1, 2} {
		d.a.watch.Follow(follow)
		d.a.watch.ZoomAt(200, 100, 2.5)
		d.wait(time.Second)
		d.a.parts.Do(heat.IDKind)
		d.until("the heat map is there", d.a.parts.ready)
		d.key("Ctrl+F12")
		if shown, _ := d.a.overlay.Shown(); !slices.ContainsFunc(shown.Rows, func(r panel.Row) bool {
			return r.Lead == "Camera" && strings.Contains(r.Spans[0].Text,
				map[bool]string{true: "following", false: "not moving"}[follow >= 0])
		}) {
			t.Errorf("following %d: what the film will show is not told: %v", follow, shown.Rows)
		}
		d.key("Esc")
		list, _ := d.filmNow(o)
		if len(list) != 1 {
			t.Fatalf("%d pictures", len(list))
		}
		want := d.a.screen.still(640, 360, 1)
		if err := screentest.Compare(list[0], want); err != nil {
			t.Errorf("following %d: %v", follow, err)
		}
		d.a.screen.sharp = false
	}
}

// TestCancelFilm checks that nothing remains of a film that is cancelled by key, by mouse, or by closing the window.
func TestCancelFilm(t *testing.T) {
	d, dir := films(t, single, 10*time.Second)
	for _, cancel := range []func(){
		func() { d.key("Ctrl+Shift+F12") },
		func() { d.button(filming.IDCancel) },
		func() { d.press("closing", func(c panel.Command) bool { return c.Verb == panel.VerbDismiss }) },
	} {
		d.a.notices.Clear()
		d.chooseFilm(map[string]string{"Kind": "AVI", "Pictures a second": "120"})
		d.key("Home", "Enter")
		d.until("pictures are drawn", func() bool { return d.says(" %") && !d.says(": 0 %") })
		if list, _ := filepath.Glob(filepath.Join(dir, ".fragscope-*.avi")); len(list) != 1 {
			t.Errorf("written are %v", list)
		}
		cancel()
		if d.says("Saving") {
			t.Error("it goes on")
		}
		d.until("nothing is left", func() bool { list, _ := os.ReadDir(dir); return len(list) == 0 })
	}
	d.chooseFilm(nil)
	d.key("Home", "Enter")
	d.until("it has begun", func() bool { list, _ := os.ReadDir(dir); return len(list) == 1 })
	d.a.parts.quit()
	if list, _ := os.ReadDir(dir); len(list) != 0 {
		t.Errorf("%v stays when the window is closed", list)
	}
}

// TestFilmThatCannotBeWritten checks that a film that cannot be written is reported.
func TestFilmThatCannotBeWritten(t *testing.T) {
	t.Setenv("PATH", "")
	d, dir := films(t, single, 10*time.Second)
	d.chooseFilm(map[string]string{"Kind": "MP4 (H.264): ffmpeg is not installed"})
	d.key("Home", "Enter")
	if !d.says("ffmpeg, which is not installed") {
		t.Errorf("%v", d.a.notices.Views())
	}
	d.a.prefs.set.Screenshots = filepath.Join(dir, "file")
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d.chooseFilm(map[string]string{"Kind": "GIF"})
	d.key("Home", "Enter")
	d.until("it is said", func() bool { return d.says("The film could not be saved: " + filepath.Join(dir, "file")) })
}

// The dialog shows the first picture of the film that would be saved, and another one for other choices.
func TestFilmIsShownBefore(t *testing.T) {
	d := open(t, 1280, 720, single, 12*time.Second)
	t.Cleanup(d.a.parts.quit)
	picture := func() (b *draw.Bitmap, shape float32) {
		for _, op := range d.a.screen.layout.layers[layerSheet].Ops {
			if op.Kind == panel.OpBitmap {
				return op.Bitmap, op.Rect.W / op.Rect.H
			}
		}
		return nil, 0
	}
	d.chooseFilm(map[string]string{"Size": "1280 × 720"})
	d.until("there is a picture", func() bool { b, _ := picture(); return b != nil })
	first, _ := picture()
	if !chooseFilm(d.a, map[string]string{"Size": "1080 × 1080"}) {
		t.Fatal("there is no square size")
	}
	d.until("there is another picture", func() bool { b, _ := picture(); return b != nil && b != first })
	if _, shape := picture(); shape < 0.99 || shape > 1.01 {
		t.Errorf("it is %v times as wide as high", shape)
	}
	d.key("Esc")
	if d.a.overlay.Active() {
		t.Error("the dialog stays")
	}
}
