package viewer

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/viewer/instance"
	"fragscope/viewer/link"
)

func TestRequestsOpenInTheWindow(t *testing.T) {
	requests := make(chan instance.Request, 1)
	d := drive(t, 800, 500, Options{Files: []string{"/demos/a.dm_68"}, Requests: requests})
	d.until("the first demo is open", func() bool { return d.a.open() })
	requests <- instance.Request{Files: []string{"/demos/b.dm_68", "/demos/c.dm_68"}, At: own(20 * time.Second),
		Follow: "cob", Speed: 0.5, Paused: true}
	d.until("the demo is open", func() bool {
		return d.a.session.Demo().Path == "/demos/b.dm_68" &&
			d.a.watch.Slot() >= 0
	})
	d.wantPos(20 * time.Second)
	wantSpeed(t, d, 0.5)
	if d.a.timeline.Play.Playing() || !d.a.opts.Platform.(*fakePlatform).raised {
		t.Errorf("playing %v, raised %v", d.a.timeline.Play.Playing(), d.a.opts.Platform.(*fakePlatform).raised)
	}
	d.key("Ctrl+PgDn")
	d.until("the playlist goes on", func() bool { return d.a.session.Demo().Path == "/demos/c.dm_68" })
	if d.pos() > 10*time.Second {
		t.Errorf("the next demo starts at %v", d.pos())
	}
}

// TestMomentsOfAnAddress checks that the moment requested by an address is shown in the open demo.
func TestMomentsOfAnAddress(t *testing.T) {
	moments := make(chan link.Moment, 1)
	d := drive(t, 800, 500, Options{Files: []string{"/demos/a.dm_68"}, Moments: moments, Loop: true,
		LoopFrom: own(time.Second), LoopTo: own(3 * time.Second)})
	d.until("the demo is open", func() bool { return d.a.open() })
	if from, to, ok := d.a.timeline.Loop(); !ok || from != time.Second || to != 3*time.Second {
		t.Errorf("the loop is from %v to %v, %v", from, to, ok)
	}
	moments <- link.Parse("#t=20&follow=cob&speed=0.5&paused")
	d.until("the player is followed", func() bool { return d.a.watch.Slot() >= 0 })
	d.wantPos(20 * time.Second)
	wantSpeed(t, d, 0.5)
	if _, _, ok := d.a.timeline.Loop(); ok || d.a.timeline.Play.Playing() {
		t.Error("it plays, or there is a loop")
	}
	moments <- link.Parse("#t=0&loop")
	d.until("it plays from the start", func() bool { return d.a.timeline.Play.Playing() && d.pos() < 10*time.Second })
	if from, to, ok := d.a.timeline.Loop(); !ok || from != 0 || to != d.a.timeline.Play.End() {
		t.Errorf("the loop is from %v to %v, %v", from, to, ok)
	}
}

// TestRequestBehindTheEnd checks that the window reports a requested time after the end, whoever requested it.
func TestRequestBehindTheEnd(t *testing.T) {
	requests := make(chan instance.Request, 1)
	d := drive(t, 800, 500, Options{Files: []string{"/demos/a.dm_68"}, Requests: requests})
	d.until("the first demo is open", func() bool { return d.a.open() })
	requests <- instance.Request{Files: []string{"/demos/b.dm_68"}, At: own(99 * time.Minute), Paused: true}
	d.until("the demo is open", func() bool {
		return d.a.session.Demo().Path == "/demos/b.dm_68" &&
			!d.a.timeline.Waiting()
	})
	if !d.says("before 1:39:00") {
		t.Errorf("it is not said: %+v", d.a.notices.Views())
	}
}

// TestRequestsBringFolders checks that a game folder that is handed over is searched first, for the open demo and also
// if no demo is handed over.
func TestRequestsBringFolders(t *testing.T) {
	requests, source := make(chan instance.Request, 1), &askedMaps{paved: paved{looked: make(chan bool, 100)}}
	d := drive(t, 800, 500, Options{Maps: source, Files: []string{"/demos/a.dm_68"}, GameDirs: []string{"/old"},
		Requests: requests})
	d.until("the demo is open", func() bool { return d.a.session.Demo() != nil })
	requests <- instance.Request{GameDirs: []string{"/games/baseq3"}}
	d.until("the window is raised", func() bool { return d.a.opts.Platform.(*fakePlatform).raised })
	d.until("the folder is looked into first", func() bool {
		return slices.Equal(source.asked(),
			[]string{"/games/baseq3", "/old"})
	})
	if path := d.a.session.Demo().Path; path != "/demos/a.dm_68" {
		t.Errorf("demo %s", path)
	}
}

// TestGameFoldersOfTheFileAreSearched checks that game folders written into the settings file are searched for the map
// of the open demo.
func TestGameFoldersOfTheFileAreSearched(t *testing.T) {
	source, store := &askedMaps{paved: paved{looked: make(chan bool, 100)}}, memoryStore()
	d := drive(t, -800, -500, Options{Maps: source, Files: []string{"/demos/a.dm_68"}, GameDirs: []string{"/old"},
		Store: store})
	d.until("the demo is open", func() bool { return d.a.session.Demo() != nil && source.asked() != nil })
	set, _ := store.Load()
	set.GameDirs = []string{"/games/new"}
	if err := store.Save(&set); err != nil {
		t.Fatal(err)
	}
	d.until("the folder is looked into", func() bool {
		return slices.Equal(source.asked(), []string{"/old", "/games/new"})
	})
}

// askedMaps has no maps and records the folders that it was last asked to search.
type askedMaps struct {
	paved
	mu   sync.Mutex
	dirs []string
}

func (m *askedMaps) asked() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.dirs
}

func (m *askedMaps) Plan(_ context.Context, _ sim.Header, _ sim.Level, dirs []string,
	_ func() []plan.Point) (*plan.Plan, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dirs = dirs
	return nil, nil
}
