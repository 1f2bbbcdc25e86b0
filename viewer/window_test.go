package viewer

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
)

// windowKind is the variable by which a benchmark has the test program open a window of its own, in a process of its own.
const windowKind = "FRAGSCOPE_TEST_WINDOW"

// The kinds of windows. The last name one of longDemos.
const (
	windowEmpty  = "empty"
	windowCrowd  = "crowd"  // 16 players, playing
	windowPaused = "paused" // the same, at rest
)

const (
	windowWidth, windowHeight = 1280, 720

	windowWarm = 3 * time.Second // the map is drawn, and a paused window has come to rest
	windowTime = 4 * time.Second
)

// openWindow opens a window for some seconds and prints the frames of a second and the share of a processor in percent.
func openWindow(kind string) {
	m := &meter{}
	var err error
	if kind == windowEmpty {
		ebiten.SetWindowSize(windowWidth, windowHeight)
		err = ebiten.RunGame(&emptyGame{m})
	} else {
		err = openViewer(kind, m)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%.3f %.3f\n", m.rate, m.load)
}

// openViewer opens the program with what the kind of window names.
func openViewer(kind string, m *meter) error {
	o := Options{
		Files: []string{"/demos/a.dm_68"}, At: 20 * time.Second, Paused: kind == windowPaused,
		Demos: &shelfDemos{demos: map[string]match{"/demos/a.dm_68": crowd}}, Maps: noMaps{}, Shelf: memoryShelf(),
	}
	for _, p := range longDemos {
		if found, _ := filepath.Glob(filepath.Join(shared(), "demos", filepath.FromSlash(p.demo))); p.name == kind && len(found) > 0 {
			o.Files, o.Demos, o.Maps = found[:1], FileDemos{}, FileMaps{}
			o.GameDirs = []string{filepath.Join(shared(), "maps", filepath.FromSlash(p.maps))}
		}
	}
	g := &game{app: newApp(o, noDesk{})}
	g.app.set.Width, g.app.set.Height = windowWidth, windowHeight
	g.drawn = func() { g.app.quit = g.app.quit || m.frame() }
	return g.run()
}

// meter counts frames after a while, and the time of the processor.
type meter struct {
	start, from time.Time
	frames      int
	spent       time.Duration
	rate, load  float64
}

// frame counts a frame and tells whether it was the last.
func (m *meter) frame() bool {
	now := time.Now()
	switch {
	case m.start.IsZero():
		m.start = now
	case m.from.IsZero():
		if now.Sub(m.start) > windowWarm {
			m.from, m.spent = now, processorTime()
		}
	default:
		m.frames++
		if d := now.Sub(m.from); d > windowTime {
			m.rate = float64(m.frames) / d.Seconds()
			m.load = 100 * (processorTime() - m.spent).Seconds() / d.Seconds()
			return true
		}
	}
	return false
}

// emptyGame draws nothing.
type emptyGame struct{ *meter }

func (g *emptyGame) Update() error {
	if g.rate > 0 {
		return ebiten.Termination
	}
	return nil
}

func (g *emptyGame) Draw(*ebiten.Image)         { g.frame() }
func (g *emptyGame) Layout(w, h int) (int, int) { return w, h }

// window runs a window and returns what it prints.
func window(b *testing.B, kind string) (rate, load float64) {
	b.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), windowKind+"="+kind)
	var words strings.Builder
	c.Stderr = &words
	out, err := c.Output()
	if err == nil {
		_, err = fmt.Sscan(string(out), &rate, &load)
	}
	if err != nil {
		b.Fatalf("the window %s: %v: %s", kind, err, &words)
	}
	return rate, load
}

// BenchmarkWindow is the rate of frames of a window with 16 players, and of real demos, beside that of an empty window, and the
// processors' time of a frame. The windows are opened by turns, so that the computer's other work falls on both; -benchtime 5x
// opens each five times.
func BenchmarkWindow(b *testing.B) {
	kinds := []string{windowCrowd}
	for _, p := range longDemos {
		kinds = append(kinds, p.name)
	}
	for _, kind := range kinds {
		b.Run(kind, func(b *testing.B) {
			var ratios []float64
			metrics := map[string][]float64{}
			note := func(suffix string, rate, load float64) {
				metrics["frames/s"+suffix] = append(metrics["frames/s"+suffix], rate)
				metrics["cpu-ms/frame"+suffix] = append(metrics["cpu-ms/frame"+suffix], 10*load/rate)
			}
			for b.Loop() {
				empty, load := window(b, windowEmpty)
				note("-empty", empty, load)
				rate, load := window(b, kind)
				note("", rate, load)
				ratios = append(ratios, rate/empty)
			}
			for name, list := range metrics {
				b.ReportMetric(middle(list), name)
			}
			b.ReportMetric(middle(ratios), "ratio")
		})
	}
}

// BenchmarkRest is the share of a processor that a paused window takes.
func BenchmarkRest(b *testing.B) {
	var loads []float64
	for b.Loop() {
		_, load := window(b, windowPaused)
		loads = append(loads, load)
	}
	b.ReportMetric(middle(loads), "%cpu")
}

func middle(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
