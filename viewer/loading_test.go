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
	"fragscope/sim/recording"
	"fragscope/viewer/action"
	"fragscope/viewer/maps"
	"fragscope/viewer/session"
)

// slowDemos are demos that are read from their first moment at one second of the demo per millisecond.
type slowDemos struct{ madeUpDemos }

func (s *slowDemos) Open(ctx context.Context, path string) (*recording.Recording, error) {
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
	d := drive(t, -1280, -720, Options{Files: []string{"/d"},
		Demos: &slowDemos{madeUpDemos{demos: map[string]match{"/d": m}}}})
	d.until("ten seconds are read", func() bool {
		return d.a.open() &&
			d.a.session.Recording().Duration() > 10*time.Second
	})
	d.key("Esc")
	d.until("it is told that reading was stopped", func() bool { return d.says("Reading was stopped at") })
	end := d.a.session.Recording().Duration()
	if end >= m.length {
		t.Fatal("all was read before Esc was pressed")
	}
	d.key("End")
	d.wantPos(end)
	d.key("Esc", "Home", "Space")
	d.wait(time.Second)
	if d.pos() < 500*time.Millisecond || d.a.session.Recording().Duration() != end {
		t.Errorf("at %v of %v", d.pos(), d.a.session.Recording().Duration())
	}
}

// TestSwitchingDemosWhileTheyLoadIsSafe opens demos, seeks in them and leaves them for others at any moment of their
// loading. The last one stays open.
func TestSwitchingDemosWhileTheyLoadIsSafe(t *testing.T) {
	files := []string{"/demos/a.dm_68", "/demos/b.dm_68", "/demos/gone.dm_68"}
	real, _ := filepath.Glob(filepath.Join(shared(), "demos", "*", "*", "*.d*"))
	packed, _ := filepath.Glob(filepath.Join(shared(), "demos", "compressed", "*"))
	files = append(append(files, real...), packed...)
	slow := &slowDemos{madeUpDemos{demos: map[string]match{files[0]: crowd, files[1]: duel}}}
	d := drive(t, 480, 320, Options{Demos: mixedDemos{slow}, Maps: maps.Files{}})
	r := rand.New(rand.NewSource(1))
	keys := []string{"Esc", "Space", "End", "Home", "J", "H", "Shift+H", "]", "Right", "Ctrl+Right", "Ctrl+4", "Tab",
		"PgUp", "M", "Ctrl+PgDn", "Up"}
	steps := 40
	if testing.Short() {
		steps = 20
	}
	for range steps {
		d.a.session.Open(files[r.Intn(len(files))], "", r.Intn(2) == 0)
		for range r.Intn(12) {
			switch r.Intn(3) {
			case 0:
				d.key(keys[r.Intn(len(keys))])
			case 1:
				d.a.timeline.Seek(time.Duration(r.Int63n(int64(20 * time.Minute))))
				d.tick(1)
			default:
				time.Sleep(time.Duration(r.Intn(4)) * time.Millisecond)
				d.tick(1)
			}
		}
	}
	d.a.session.Open(files[1], "", false)
	d.until("the last one is read", func() bool {
		if d.a.session.Opening() || !d.a.open() {
			return false
		}
		_, finished := d.a.session.Recording().Progress()
		return finished
	})
	d.wait(time.Second)
	if d.a.session.Demo().Path != files[1] {
		t.Errorf("%s is open", d.a.session.Demo().Path)
	}
}

// mixedDemos are made-up demos and, for any other path, those of the file system.
type mixedDemos struct{ *slowDemos }

func (m mixedDemos) Open(ctx context.Context, path string) (*recording.Recording, error) {
	if _, ok := m.demos[path]; ok {
		return m.slowDemos.Open(ctx, path)
	}
	return session.Files{}.Open(ctx, path)
}

func (m mixedDemos) Choices(path string) ([]session.Choice, error) {
	if _, ok := m.demos[path]; ok {
		return nil, nil
	}
	return session.Files{}.Choices(path)
}

// TestOfADemoThatWasClosedNothingStays checks that nothing remains of a closed demo: neither the recording, nor the map
// made from it, nor any background work.
func TestOfADemoThatWasClosedNothingStays(t *testing.T) {
	src := &watchedDemos{madeUpDemos: madeUpDemos{demos: map[string]match{"/a": crowd, "/b": duel}}}
	d := drive(t, 480, 320, Options{Demos: src})
	routines := 0
	for i := range 12 {
		file := []string{"/a", "/b"}[i%2]
		d.a.session.Open(file, "", false)
		d.until(file+" is open with its map", func() bool {
			return !d.a.session.Opening() && d.a.session.Demo().Path == file && d.a.stage.Plan() != nil
		})
		if i == 0 {
			d.key("H")
		}
		d.key("End", "J", "2")
		d.until("the heat map is there", func() bool { return d.a.parts.ready() && d.heat() != nil })
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

// watchedDemos are made-up demos that record whether anything still references them.
type watchedDemos struct {
	madeUpDemos
	mu     sync.Mutex
	opened []weak.Pointer[recording.Recording]
}

func (s *watchedDemos) Open(ctx context.Context, path string) (*recording.Recording, error) {
	rec, err := s.madeUpDemos.Open(ctx, path)
	s.mu.Lock()
	s.opened = append(s.opened, weak.Make(rec))
	s.mu.Unlock()
	return rec, err
}

// alive returns the number of recordings that are still referenced.
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

// lateMaps has a map only in the folder that the user names.
type lateMaps struct {
	noMaps
	found *plan.Plan
}

func (m *lateMaps) Plan(_ context.Context, _ sim.Header, _ sim.Level, dirs []string, _ func() []plan.Point) (*plan.Plan,
	error) {
	if len(dirs) == 0 {
		return nil, nil
	}
	return m.found, nil
}

// TestTheMapOfAChosenFolderStays checks that a map found in a chosen folder stays, although a plan was being grown in
// its place while the demo was read.
func TestTheMapOfAChosenFolderStays(t *testing.T) {
	var g plan.Grower
	g.Add(plan.Point{X: 0, Y: 0, Break: true}, plan.Point{X: 500, Y: 300})
	maps := &lateMaps{found: g.Plan()}
	m := crowd
	m.length = time.Hour
	d := drive(t, -1280, -720, Options{Files: []string{"/d"},
		Demos: &slowDemos{madeUpDemos{demos: map[string]match{"/d": m}}}, Maps: maps})
	d.until("a plan is grown", func() bool { return d.a.open() && d.a.stage.Plan() != nil })
	d.platform.folder = "/maps"
	d.a.parts.Do(action.GameFolder)
	d.until("the map is there", func() bool { return d.a.stage.Plan() == maps.found })
	for end := time.Now().Add(1500 * time.Millisecond); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		d.tick(1)
		if d.a.stage.Plan() != maps.found {
			t.Fatal("the plan that was grown took its place")
		}
	}
}
