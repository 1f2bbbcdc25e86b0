package viewer

import (
	"context"
	"io/fs"
	"math/rand"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"
	"weak"

	"fragscope/assets/plan"
	"fragscope/sim"
)

// slowDemos are demos that are read a second of them a millisecond, from the first moment on.
type slowDemos struct{ shelfDemos }

func (s *slowDemos) Open(ctx context.Context, path string) (*sim.Recording, error) {
	m, ok := s.demos[path]
	if !ok {
		return nil, fs.ErrNotExist
	}
	b, rec := m.recorder()
	go func() {
		m.play(b, func(t time.Duration) bool {
			if t%time.Second == 0 {
				b.Progress(float64(t) / float64(m.length))
				time.Sleep(time.Millisecond)
			}
			select {
			case <-b.Cancelled():
				return false
			default:
				return true
			}
		})
		b.Finish(ctx.Err())
	}()
	rec.WaitFirst()
	return rec, nil
}

func TestEscapeStopsLoadingAndKeepsWhatWasRead(t *testing.T) {
	m := crowd
	m.length = time.Hour
	d := drive(t, -1280, -720, Options{Files: []string{"/d"}, Demos: &slowDemos{shelfDemos{demos: map[string]match{"/d": m}}}})
	d.until("ten seconds are read", func() bool { return d.a.demo != nil && d.a.demo.rec.Duration() > 10*time.Second })
	d.key("Esc")
	d.until("it is told that reading was stopped", func() bool { return d.says("Reading was stopped at") })
	end := d.a.demo.rec.Duration()
	if end >= m.length {
		t.Fatal("all was read before Esc was pressed")
	}
	d.key("End")
	d.wantPos(end)
	d.key("Esc", "Home", "Space")
	d.wait(time.Second)
	if d.pos() < 500*time.Millisecond || d.a.demo.rec.Duration() != end {
		t.Errorf("at %v of %v", d.pos(), d.a.demo.rec.Duration())
	}
}

// Demos are opened, sought in and left for others at any moment of their loading. The last one stays.
func TestSwitchingDemosWhileTheyLoadIsSafe(t *testing.T) {
	files := []string{"/demos/a.dm_68", "/demos/b.dm_68", "/demos/gone.dm_68"}
	real, _ := filepath.Glob(filepath.Join(shared(), "demos", "*", "*", "*.d*"))
	packed, _ := filepath.Glob(filepath.Join(shared(), "demos", "compressed", "*"))
	files = append(append(files, real...), packed...)
	slow := &slowDemos{shelfDemos{demos: map[string]match{files[0]: crowd, files[1]: duel}}}
	d := drive(t, 480, 320, Options{Demos: mixedDemos{slow}, Maps: FileMaps{}})
	r := rand.New(rand.NewSource(1))
	keys := []string{"Esc", "Space", "End", "Home", "J", "H", "Shift+H", "]", "Right", "Ctrl+Right", "Ctrl+4", "Tab", "PgUp", "M", "Ctrl+PgDn", "Up"}
	steps := 40
	if testing.Short() {
		steps = 20
	}
	for range steps {
		d.a.open(files[r.Intn(len(files))], "", r.Intn(2) == 0)
		for range r.Intn(12) {
			switch r.Intn(3) {
			case 0:
				d.key(keys[r.Intn(len(keys))])
			case 1:
				d.a.seek(time.Duration(r.Int63n(int64(20 * time.Minute))))
				d.tick(1)
			default:
				time.Sleep(time.Duration(r.Intn(4)) * time.Millisecond)
				d.tick(1)
			}
		}
	}
	d.a.open(files[1], "", false)
	d.until("the last one is read", func() bool {
		if d.a.opening != nil || d.a.demo == nil {
			return false
		}
		_, finished := d.a.demo.rec.Progress()
		return finished
	})
	d.wait(time.Second)
	if d.a.demo.path != files[1] {
		t.Errorf("%s is open", d.a.demo.path)
	}
}

// mixedDemos are the made-up demos that there are, and for the rest those of the file system.
type mixedDemos struct{ *slowDemos }

func (m mixedDemos) Open(ctx context.Context, path string) (*sim.Recording, error) {
	if _, ok := m.demos[path]; ok {
		return m.slowDemos.Open(ctx, path)
	}
	return FileDemos{}.Open(ctx, path)
}

func (m mixedDemos) Choices(path string) ([]Choice, error) {
	if _, ok := m.demos[path]; ok {
		return nil, nil
	}
	return FileDemos{}.Choices(path)
}

// Of a demo that was closed nothing stays: not the recording, nor the map made of it, nor anybody at work for it.
func TestOfADemoThatWasClosedNothingStays(t *testing.T) {
	src := &watchedDemos{shelfDemos: shelfDemos{demos: map[string]match{"/a": crowd, "/b": duel}}}
	d := drive(t, 480, 320, Options{Demos: src})
	routines := 0
	for i := range 12 {
		file := []string{"/a", "/b"}[i%2]
		d.a.open(file, "", false)
		d.until(file+" is open with its map", func() bool { return d.a.opening == nil && d.a.demo.path == file && d.a.stage.Plan() != nil })
		d.key("H", "End", "J", "2")
		d.until("the heat map is there", func() bool { return d.a.heat.shown != nil && !d.a.heat.busy })
		if i == 1 {
			routines = runtime.NumGoroutine()
		}
	}
	d.until("all but the open one are gone", func() bool {
		runtime.GC()
		return src.alive() <= 1
	})
	d.until("nobody is at work", func() bool { return runtime.NumGoroutine() <= routines+2 })
}

// watchedDemos are made-up demos of which it is known whether anything still holds them.
type watchedDemos struct {
	shelfDemos
	mu     sync.Mutex
	opened []weak.Pointer[sim.Recording]
}

func (s *watchedDemos) Open(ctx context.Context, path string) (*sim.Recording, error) {
	rec, err := s.shelfDemos.Open(ctx, path)
	s.mu.Lock()
	s.opened = append(s.opened, weak.Make(rec))
	s.mu.Unlock()
	return rec, err
}

// alive is how many of the recordings are still held.
func (s *watchedDemos) alive() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, w := range s.opened {
		if w.Value() != nil {
			n++
		}
	}
	return n
}

// lateMaps have a map only in the folder that the user names.
type lateMaps struct {
	noMaps
	found *plan.Plan
}

func (m *lateMaps) Plan(_ context.Context, _ sim.Header, _ sim.Level, dirs []string, _ []plan.Point) (*plan.Plan, error) {
	if len(dirs) == 0 {
		return nil, nil
	}
	return m.found, nil
}

// A map that is found in a folder that was chosen stays, although a plan was being grown in its place while the demo is read.
func TestTheMapOfAChosenFolderStays(t *testing.T) {
	var g plan.Grower
	g.Add(plan.Point{X: 0, Y: 0, Break: true}, plan.Point{X: 500, Y: 300})
	maps := &lateMaps{found: g.Plan()}
	m := crowd
	m.length = time.Hour
	d := drive(t, -1280, -720, Options{Files: []string{"/d"}, Demos: &slowDemos{shelfDemos{demos: map[string]match{"/d": m}}}, Maps: maps})
	d.until("a plan is grown", func() bool { return d.a.demo != nil && d.a.stage.Plan() != nil })
	d.desk.folder = "/maps"
	d.a.askGameFolder()
	d.until("the map is there", func() bool { return d.a.stage.Plan() == maps.found })
	for end := time.Now().Add(growEach + growEach/2); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		d.tick(1)
		if d.a.stage.Plan() != maps.found {
			t.Fatal("the plan that was grown took its place")
		}
	}
}
