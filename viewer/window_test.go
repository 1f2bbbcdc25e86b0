package viewer

import (
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/viewer/action"
	"fragscope/viewer/film"
	"fragscope/viewer/filming"
	"fragscope/viewer/flatpng"
	"fragscope/viewer/library"
	"fragscope/viewer/maps"
	"fragscope/viewer/platform"
	"fragscope/viewer/session"
)

// windowKind is the environment variable that makes the test program, started by a benchmark as a separate process,
// open a window.
const windowKind = "FRAGSCOPE_TEST_WINDOW"

// The kinds of windows. Any other is one of longDemos and, after a plus sign, one of doings.
const (
	windowEmpty  = "empty"
	windowCrowd  = "crowd"        // 16 players, playing
	windowPaused = "crowd+paused" // at rest
	// With these, no window stays open: an image of one of longDemos, or of nothing, is saved.
	windowPicture = "picture+"
	doingFirst    = "first" // the window closes as soon as a demo's first frame is complete
)

// doings are actions on a demo in a window: each receives the input of a frame before the program does.
var doings = map[string]func(a *app, in *platform.Input){
	"":               func(*app, *platform.Input) {},
	"paused":         func(*app, *platform.Input) {},
	"paused+report":  func(a *app, _ *platform.Input) { openOnce(a, action.MatchReport) },
	"paused+library": func(a *app, _ *platform.Input) { openOnce(a, library.IDLibrary) },
	// The timeline is dragged over its whole length and back, once in four seconds.
	"drag": func(a *app, in *platform.Input) {
		if !a.open() {
			return
		}
		s := a.timeline.Scale()
		share := 0.5 + 0.5*math.Sin(2*math.Pi*float64(in.Now.UnixMilli()%4000)/4000)
		in.X, in.Y = float64(a.screen.layout.scale)*float64(s.X+s.W*float32(share)),
			float64(a.screen.layout.scale*(a.screen.layout.frame.Transport.Y+30))
		in.Left = a.mouse.x == float32(in.X)/a.screen.layout.scale || a.mouse.down
	},
	// A film is saved while the demo plays, and nothing else happens.
	"film-720":  func(a *app, _ *platform.Input) { saveFilm(a, "1280") },
	"film-1080": func(a *app, _ *platform.Input) { saveFilm(a, "1920") },
	doingFirst:  func(*app, *platform.Input) {},
	"64x":       func(a *app, _ *platform.Input) { playAlways(a, 64) },
	"-64x":      func(a *app, _ *platform.Input) { playAlways(a, -64) },
}

// openOnce opens the panel of an action, unless it is open.
func openOnce(a *app, id action.ID) {
	if x := a.parts.actions[id]; a.open() && x.On != nil && !x.On() {
		a.parts.Do(id)
	}
}

// playAlways plays at a speed and restarts at the other end when one is reached.
func playAlways(a *app, speed float64) {
	a.timeline.Play.SetSpeed(math.Abs(speed))
	if a.open() && (!a.timeline.Play.Playing() || a.timeline.Play.Backward() != (speed < 0)) {
		a.timeline.Play.Play(speed < 0)
	}
}

// saveFilm saves a film with a width, as soon as the demo has been read.
func saveFilm(a *app, width string) {
	f := a.opts.Platform.(*filmPlatform)
	if !a.open() || f.begun || a.stage.Plan() == nil {
		return
	}
	if _, finished := a.session.Recording().Progress(); finished {
		f.begun = true
		a.parts.Do(filming.IDFilm)
		if !chooseFilm(a, map[string]string{"Kind": "AVI", "Size": width, "Pictures a second": "120"}) {
			panic("no film can be saved")
		}
		a.overlay.Choose(0)
	}
}

// filmPlatform saves films in a folder that it removes, and counts their frames.
type filmPlatform struct {
	platform.Platform
	begun bool
	added atomic.Int64
}

func (*filmPlatform) FilmKinds() []film.Kind { return film.Kinds() }

func (p *filmPlatform) Film(_, name string, k film.Kind, s film.Spec) (platform.Film, error) {
	f, err := platform.NewFilm(os.TempDir(), name, k, s)
	return countedFilm{f, p}, err
}

type countedFilm struct {
	platform.Film
	p *filmPlatform
}

func (f countedFilm) Add(img *image.RGBA) error {
	f.p.added.Add(1)
	return f.Film.Add(img)
}

func (f countedFilm) Save() (string, error) {
	where, err := f.Film.Save()
	os.Remove(where)
	return where, err
}

// windowLarge, appended to the kind of a window, opens it as large as most screens.
const windowLarge = "@1080"

// sizeOf returns the size of a kind of window, and the rest of the kind.
func sizeOf(kind string) (rest string, w, h int) {
	if rest, large := strings.CutSuffix(kind, windowLarge); large {
		return rest, 1920, 1080
	}
	return kind, 1280, 720
}

const (
	windowWarm = 3 * time.Second // the demo is read and its map is drawn
	windowTime = 4 * time.Second
)

// openWindow opens a window for some seconds and prints the meter's results.
func openWindow(kind string) {
	m := &meter{}
	var err error
	kind, w, h := sizeOf(kind)
	name, doing, _ := strings.Cut(kind, "+")
	switch {
	case kind == windowPicture+windowEmpty:
		m.saved = true
		ebiten.SetWindowSize(w, h)
		err = ebiten.RunGame(&emptyGame{meter: m})
	case strings.HasPrefix(kind, windowPicture):
		err = savePicture(doing)
	case name == windowEmpty:
		m.first = doing == doingFirst
		ebiten.SetWindowSize(w, h)
		err = ebiten.RunGame(&emptyGame{meter: m})
	default:
		err = openViewer(kind, w, h, m)
	}
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(m.found())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// The size of the images that are saved.
const pictureWidth, pictureHeight = 1920, 1080

// savePicture draws an image of a demo and discards it.
func savePicture(name string) error {
	o := demoOptions(name)
	picture := ShotOptions{File: o.Files[0], At: o.At.Time, Width: pictureWidth, Height: pictureHeight,
		GameDirs: o.GameDirs, Demos: o.Demos, Maps: o.Maps}
	if _, real := o.Demos.(session.Files); real {
		picture.Demos = session.Files{Sketch: picture.Sketch(o.At.Time)}
	}
	return Shot(picture, func(img image.Image) error { return flatpng.Encode(io.Discard, img) })
}

// demoOptions returns options that open one of longDemos, or a made-up match.
func demoOptions(name string) Options {
	o := Options{
		Files: []string{"/demos/a.dm_68"}, At: own(20 * time.Second),
		Demos: &madeUpDemos{demos: map[string]match{"/demos/a.dm_68": crowd}}, Maps: paved{}, Store: memoryStore(),
		Platform: &filmPlatform{Platform: platform.None()},
	}
	for _, p := range longDemos {
		if found, _ := filepath.Glob(filepath.Join(shared(), "demos", filepath.FromSlash(p.demo))); p.name == name &&
			len(found) > 0 {
			o.Files, o.Demos, o.Maps = found[:1], session.Files{}, maps.Files{}
			o.GameDirs = []string{filepath.Join(shared(), "maps", filepath.FromSlash(p.maps))}
		}
	}
	return o
}

// openViewer opens the program in a window of w by h points, with the content of the kind of window.
func openViewer(kind string, w, h int, m *meter) error {
	name, doing, _ := strings.Cut(kind, "+")
	o := demoOptions(name)
	o.Paused = strings.HasPrefix(doing, "paused")
	dir, err := os.MkdirTemp("", "fragscope-window")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	o.Library = filepath.Join(dir, "library")
	g := newGame(newApp(o))
	g.app.prefs.set.Width, g.app.prefs.set.Height = w, h
	read, do := g.read, doings[doing]
	g.read = func() platform.Input {
		in := read()
		do(g.app, &in)
		return in
	}
	added := &o.Platform.(*filmPlatform).added
	g.drawn = func() {
		first := doing == doingFirst && g.app.stage.Plan() != nil && !g.app.stage.Pending()
		g.app.quit = g.app.quit || first || m.frame()
		if len(m.gaps) == 0 {
			m.pictures = -added.Load()
		} else if !g.app.quit {
			m.all = added.Load()
		}
	}
	return g.run()
}

// meter measures the frames of a window, after a while.
type meter struct {
	start, last  time.Time
	gaps         []time.Duration // between frames
	spent        time.Duration   // by the processors before the first
	first, saved bool            // only the first frame counts, or a saved image instead of it
	// Pictures of a film that were drawn before the first, negative, and before the last.
	pictures, all int64
}

// frame counts a frame and reports whether it was the last.
func (m *meter) frame() bool {
	now := time.Now()
	if m.start.IsZero() {
		m.start = now
	}
	switch age := now.Sub(m.start); {
	case age < windowWarm:
		m.spent = processorTime()
	case age < windowWarm+windowTime:
		m.gaps = append(m.gaps, now.Sub(m.last))
	default:
		return true
	}
	m.last = now
	return false
}

// frames holds the results of a meter.
type frames struct {
	Rate         float64 // per second
	Median, Late float64 // milliseconds from one to the next; Late is the 99th percentile
	CPU          float64 // milliseconds of processor time per frame
	Film         float64 // frames of a film per second
	Memory       float64 // of the process, in MiB
}

func (m *meter) found() frames {
	slices.Sort(m.gaps)
	n := len(m.gaps)
	if n == 0 {
		return frames{Memory: processMemory()}
	}
	var all time.Duration
	for _, g := range m.gaps {
		all += g
	}
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	return frames{float64(n) / all.Seconds(), ms(m.gaps[n/2]), ms(m.gaps[n*99/100]),
		ms(processorTime()-m.spent) / float64(n), float64(m.all+m.pictures) / all.Seconds(), processMemory()}
}

// emptyGame draws nothing.
type emptyGame struct {
	*meter
	end bool
}

func (g *emptyGame) Update() error {
	if g.end {
		return ebiten.Termination
	}
	return nil
}

func (g *emptyGame) Draw(*ebiten.Image) {
	switch {
	case g.saved && !g.end:
		g.end = true
		img := image.NewRGBA(image.Rect(0, 0, pictureWidth, pictureHeight))
		ebiten.NewImage(pictureWidth, pictureHeight).ReadPixels(img.Pix)
		png.Encode(io.Discard, img)
	default:
		g.end = g.frame() || g.first
	}
}

func (g *emptyGame) Layout(w, h int) (int, int) { return w, h }

// window runs a window and returns what it prints.
func window(b *testing.B, kind string) (f frames) {
	f, _, _ = runWindow(b, kind)
	return f
}

// runWindow is like window, but also returns how long it was open and the processor time used.
func runWindow(b *testing.B, kind string) (f frames, took, spent time.Duration) {
	b.Helper()
	c := exec.Command(os.Args[0])
	start := time.Now()
	c.Env = append(os.Environ(), windowKind+"="+kind)
	var words strings.Builder
	c.Stderr = &words
	out, err := c.Output()
	if err == nil {
		err = json.Unmarshal(out, &f)
	}
	if err != nil {
		b.Fatalf("the window %s: %v: %s", kind, err, &words)
	}
	return f, time.Since(start), c.ProcessState.UserTime() + c.ProcessState.SystemTime()
}

// metrics holds the values of several runs, by name.
type metrics map[string][]float64

func (m metrics) note(suffix string, f frames) {
	for name, v := range map[string]float64{"frames/s": f.Rate, "ms-median": f.Median, "ms-99%": f.Late,
		"cpu-ms/frame": f.CPU, "pictures/s": f.Film, "MiB": f.Memory} {
		m[name+suffix] = append(m[name+suffix], v)
	}
}

// report reports the median of each.
func (m metrics) report(b *testing.B) {
	for name, list := range m {
		slices.Sort(list)
		b.ReportMetric(list[len(list)/2], name)
	}
}

// BenchmarkWindow measures the memory, and the processor time of a frame as a multiple of that of an empty window, for
// a window with 16 players and for real demos that play, are dragged back and forth, and play fast. Their frame rate is
// that of the screen, if possible. The windows are opened in turn, so that the computer's other work affects both;
// -benchtime 5x opens each five times.
func BenchmarkWindow(b *testing.B) {
	kinds := []string{windowCrowd, windowCrowd + windowLarge, "q3-ctf", "qw-4on4" + windowLarge, "crowd+film-720",
		"crowd+film-1080", "qw-4on4", "q3-26min", "q3-26min+drag", "q3-26min+64x", "q3-26min+-64x"}
	for _, kind := range kinds {
		b.Run(kind, func(b *testing.B) {
			m := metrics{}
			for b.Loop() {
				alike := windowEmpty
				if strings.HasSuffix(kind, windowLarge) {
					alike += windowLarge
				}
				empty, f := window(b, alike), window(b, kind)
				m.note("-empty", empty)
				m.note("", f)
				m["x-cpu-empty"] = append(m["x-cpu-empty"], f.CPU/empty.CPU)
				m["x-MiB-empty"] = append(m["x-MiB-empty"], f.Memory/empty.Memory)
			}
			m.report(b)
		})
	}
}

// BenchmarkFirstPicture measures the time from the start of the program to the first frame of a demo with its map,
// saved or in the window, as a multiple of that of an empty window that saves or shows one frame.
func BenchmarkFirstPicture(b *testing.B) {
	for _, p := range longDemos {
		for _, k := range []struct{ name, empty, kind string }{
			{"saved", windowPicture + windowEmpty, windowPicture + p.name}, {"shown", windowEmpty + "+" + doingFirst,
				p.name + "+" + doingFirst},
		} {
			b.Run(p.name+"/"+k.name, func(b *testing.B) {
				m := metrics{}
				for b.Loop() {
					_, empty, emptySpent := runWindow(b, k.empty)
					_, took, spent := runWindow(b, k.kind)
					for name, v := range map[string]float64{"ms": took.Seconds() * 1000,
						"x-empty":     took.Seconds() / empty.Seconds(),
						"x-cpu-empty": spent.Seconds() / emptySpent.Seconds()} {
						m[name] = append(m[name], v)
					}
				}
				m.report(b)
			})
		}
	}
}

// BenchmarkRest measures the fraction of a processor that a paused window takes, alone and with the report or the
// library open.
func BenchmarkRest(b *testing.B) {
	for _, kind := range []string{windowPaused, windowPaused + "+report", windowPaused + "+library"} {
		b.Run(kind, func(b *testing.B) {
			m := metrics{}
			for b.Loop() {
				f := window(b, kind)
				m["%cpu"] = append(m["%cpu"], f.CPU*f.Rate/10)
			}
			m.report(b)
		})
	}
}
