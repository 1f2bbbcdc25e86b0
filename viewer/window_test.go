package viewer

import (
	"encoding/json"
	"fmt"
	"image"
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
	"fragscope/viewer/maps"
	"fragscope/viewer/platform"
	"fragscope/viewer/session"
)

// windowKind is the variable by which a benchmark has the test program open a window of its own, in a process of its own.
const windowKind = "FRAGSCOPE_TEST_WINDOW"

// The kinds of windows. Any other is one of longDemos, and, behind a plus, what is done with it.
const (
	windowEmpty  = "empty"
	windowCrowd  = "crowd"        // 16 players, playing
	windowPaused = "crowd+paused" // at rest
)

// doings are what can be done with a demo in a window: each gets the input of a frame before the program does.
var doings = map[string]func(a *app, in *platform.Input){
	"":       func(*app, *platform.Input) {},
	"paused": func(*app, *platform.Input) {},
	// The time line is dragged over its whole length and back, once in four seconds.
	"drag": func(a *app, in *platform.Input) {
		if !a.open() {
			return
		}
		s := a.timeline.Scale()
		share := 0.5 + 0.5*math.Sin(2*math.Pi*float64(in.Now.UnixMilli()%4000)/4000)
		in.X, in.Y = float64(a.screen.scale)*float64(s.X+s.W*float32(share)), float64(a.screen.scale*(a.screen.frame.Transport.Y+30))
		in.Left = a.mouse.x == float32(in.X)/a.screen.scale || a.mouse.down
	},
	// A film is saved while the demo plays, and nothing else is.
	"film-720":  func(a *app, _ *platform.Input) { saveFilm(a, "1280") },
	"film-1080": func(a *app, _ *platform.Input) { saveFilm(a, "1920") },
	"64x":       func(a *app, _ *platform.Input) { playAlways(a, 64) },
	"-64x":      func(a *app, _ *platform.Input) { playAlways(a, -64) },
}

// playAlways plays at a speed, from the other end where one was reached.
func playAlways(a *app, speed float64) {
	a.timeline.Play.SetSpeed(math.Abs(speed))
	if a.open() && (!a.timeline.Play.Playing() || a.timeline.Play.Backward() != (speed < 0)) {
		a.timeline.Play.Play(speed < 0)
	}
}

// saveFilm saves a film of a width, as soon as the demo is read.
func saveFilm(a *app, width string) {
	f := a.host.Platform.(*filmPlatform)
	if !a.open() || f.begun || a.stage.Plan() == nil {
		return
	}
	if _, finished := a.session.Recording().Progress(); finished {
		f.begun = true
		a.parts.Do(action.SaveFilm)
		if !chooseFilm(a, map[string]string{"Kind": "AVI", "Size": width, "Pictures a second": "120"}) {
			panic("no film can be saved")
		}
		a.overlay.Choose(0)
	}
}

// filmPlatform saves films in a folder that it removes, and counts their pictures.
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

const (
	windowWidth, windowHeight = 1280, 720

	windowWarm = 3 * time.Second // the demo is read and its map is drawn
	windowTime = 4 * time.Second
)

// openWindow opens a window for some seconds and prints what the meter found.
func openWindow(kind string) {
	m := &meter{}
	var err error
	if kind == windowEmpty {
		ebiten.SetWindowSize(windowWidth, windowHeight)
		err = ebiten.RunGame(&emptyGame{meter: m})
	} else {
		err = openViewer(kind, m)
	}
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(m.found())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// openViewer opens the program with what the kind of window names.
func openViewer(kind string, m *meter) error {
	name, doing, _ := strings.Cut(kind, "+")
	o := Options{
		Files: []string{"/demos/a.dm_68"}, At: 20 * time.Second, Paused: doing == "paused",
		Demos: &madeUpDemos{demos: map[string]match{"/demos/a.dm_68": crowd}}, Maps: noMaps{}, Store: memoryStore(), Platform: &filmPlatform{Platform: platform.None()},
	}
	for _, p := range longDemos {
		if found, _ := filepath.Glob(filepath.Join(shared(), "demos", filepath.FromSlash(p.demo))); p.name == name && len(found) > 0 {
			o.Files, o.Demos, o.Maps = found[:1], session.Files{}, maps.Files{}
			o.GameDirs = []string{filepath.Join(shared(), "maps", filepath.FromSlash(p.maps))}
		}
	}
	g := newGame(newApp(o))
	g.app.prefs.set.Width, g.app.prefs.set.Height = windowWidth, windowHeight
	read, do := g.read, doings[doing]
	g.read = func() platform.Input {
		in := read()
		do(g.app, &in)
		return in
	}
	added := &o.Platform.(*filmPlatform).added
	g.drawn = func() {
		g.app.quit = g.app.quit || m.frame()
		if len(m.gaps) == 0 {
			m.pictures = -added.Load()
		} else if !g.app.quit {
			m.all = added.Load()
		}
	}
	return g.run()
}

// meter looks at the frames of a window, after a while.
type meter struct {
	start, last time.Time
	gaps        []time.Duration // between frames
	spent       time.Duration   // by the processors before the first
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

// frames is what a meter found.
type frames struct {
	Rate         float64 // a second
	Median, Late float64 // milliseconds from one to the next; of a hundred one is later than Late
	CPU          float64 // milliseconds of the processors' time that one took
	Film         float64 // pictures of a film a second
}

func (m *meter) found() frames {
	slices.Sort(m.gaps)
	n := len(m.gaps)
	if n == 0 {
		return frames{}
	}
	var all time.Duration
	for _, g := range m.gaps {
		all += g
	}
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	return frames{float64(n) / all.Seconds(), ms(m.gaps[n/2]), ms(m.gaps[n*99/100]), ms(processorTime()-m.spent) / float64(n), float64(m.all+m.pictures) / all.Seconds()}
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

func (g *emptyGame) Draw(*ebiten.Image)         { g.end = g.frame() }
func (g *emptyGame) Layout(w, h int) (int, int) { return w, h }

// window runs a window and returns what it prints.
func window(b *testing.B, kind string) (f frames) {
	b.Helper()
	c := exec.Command(os.Args[0])
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
	return f
}

// metrics are the values of several runs, by what they are called.
type metrics map[string][]float64

func (m metrics) note(suffix string, f frames) {
	for name, v := range map[string]float64{"frames/s": f.Rate, "ms-median": f.Median, "ms-99%": f.Late, "cpu-ms/frame": f.CPU, "pictures/s": f.Film} {
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

// BenchmarkWindow is the rate of frames of a window with 16 players, and of real demos that play, that are dragged to and fro, and that play fast,
// beside that of an empty window, and the processors' time of a frame. The windows are opened by turns, so that the computer's other
// work falls on both; -benchtime 5x opens each five times.
func BenchmarkWindow(b *testing.B) {
	kinds := []string{windowCrowd, "crowd+film-720", "crowd+film-1080", "qw-4on4", "q3-26min", "q3-26min+drag", "q3-26min+64x", "q3-26min+-64x"}
	for _, kind := range kinds {
		b.Run(kind, func(b *testing.B) {
			m := metrics{}
			for b.Loop() {
				empty, f := window(b, windowEmpty), window(b, kind)
				m.note("-empty", empty)
				m.note("", f)
				m["ratio"] = append(m["ratio"], f.Rate/empty.Rate)
				m["cpu-ratio"] = append(m["cpu-ratio"], empty.CPU/f.CPU)
			}
			m.report(b)
		})
	}
}

// BenchmarkRest is the share of a processor that a paused window takes.
func BenchmarkRest(b *testing.B) {
	m := metrics{}
	for b.Loop() {
		f := window(b, windowPaused)
		m["%cpu"] = append(m["%cpu"], f.CPU*f.Rate/10)
	}
	m.report(b)
}
