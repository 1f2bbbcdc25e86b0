package simtest

import (
	"slices"
	"sync"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
)

// Match plays the scripted match as a demo in the named format. It compares the recording with its description in
// testdata and checks the properties that every recording must have.
func (play Simulator) Match(t *testing.T, name string) {
	f := script.Find(name)
	data := f.Demo()
	r := play.Bytes(data, f.File())
	if r.Frames() == 0 {
		t.Fatalf("nothing to see: %v", r.Err())
	}
	t.Run("golden", func(t *testing.T) { Described(t, "../simtest/script/testdata/"+f.Name+".txt", r) })
	t.Run("seek equals play", func(t *testing.T) { seekEqualsPlay(t, r) })
	t.Run("sound", func(t *testing.T) { isSound(t, f.File(), r) })
	t.Run("read by many", func(t *testing.T) { readByMany(t, r) })
	t.Run("read while loading", func(t *testing.T) { play.readsWhileLoading(t, data, f.File()) })
}

// readByMany checks that several cursors of a recording do not affect each other.
func readByMany(t *testing.T, r *recording.Recording) {
	const readers, times = 4, 60
	at := func(i int) time.Duration { return r.Duration() * time.Duration(i) / times }
	var want [times]uint64
	c := r.Cursor()
	for i := range want {
		want[i] = Digest(c.At(at(i)))
	}
	var all sync.WaitGroup
	for n := range readers {
		all.Go(func() {
			c := r.Cursor()
			for k := range times {
				i := (k*7 + n*13) % times
				if Digest(c.At(at(i))) != want[i] {
					t.Errorf("reader %d sees another world at %v", n, at(i))
				}
			}
		})
	}
	all.Wait()
}

// AgreeWith checks that list and play report the same positions for the players in the scripted match. name is the name
// of the demo's format. The last parameter is the game's number for the first player.
func (list Positions) AgreeWith(t *testing.T, play Simulator, name string, first int) {
	f := script.Find(name)
	data := f.Demo()
	r := play.Bytes(data, f.File())
	c := r.Cursor()
	rows, players := 0, 0
	damage := list(data, f.File(), true, func(p *sim.Position) {
		rows++
		if slices.ContainsFunc(r.Levels(), func(l sim.Level) bool { return l.Start == p.Time }) {
			return // where the last snapshot of the previous level may also be
		}
		w := c.At(p.Time)
		for i := range w.Players {
			q := &w.Players[i]
			if q.Slot != sim.SlotAt(p.Entity-first) || !q.Visible || p.NoOrigin {
				continue
			}
			players++
			if d := Distance(q.Origin, p.Origin); d > 1 { // more than anyone moves in a millisecond
				t.Fatalf("%s of %d at %v is at %v, %g units from %v", p.Kind, p.Entity, p.Time, p.Origin, d, q.Origin)
			}
		}
	})
	if len(damage) > 0 || players < r.Frames() || rows < 10*r.Frames() {
		t.Errorf("%d places, %d of them of players, in %d snapshots; %v", rows, players, r.Frames(), damage)
	}
}
