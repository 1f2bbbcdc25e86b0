// Package simtest provides tests that all simulators share. They check properties that every recording must have,
// whatever its game. Only tests import the package.
package simtest

import (
	"context"
	"fmt"
	"math"
	"math/rand"
	"path"
	"runtime"
	"slices"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
)

// Simulator plays a demo into a recorder. name is the demo's file name; its extension determines the format.
type Simulator func(rec *recording.Recorder, data []byte, name string)

// Play plays the demo that [corpus.Match] returns for pattern through to the end, and returns its recording.
func (play Simulator) Play(t testing.TB, pattern string) *recording.Recording {
	t.Helper()
	return play.play(t, corpus.Match(t, pattern))
}

func (play Simulator) play(t testing.TB, name string) *recording.Recording {
	t.Helper()
	return play.Bytes(corpus.Load(t, name), name)
}

// Bytes plays the demo in data through to the end, and returns its recording. name is the demo's file name.
func (play Simulator) Bytes(data []byte, name string) *recording.Recording {
	rec, r := recording.NewRecorder(sim.Header{Name: path.Base(name)})
	play(rec, data, path.Base(name))
	return r
}

// SeekEqualsPlay checks that the world at a given time is the same after seeking to it, after playing up to it from the
// start, and after stepping backwards to it from the end.
func (play Simulator) SeekEqualsPlay(t *testing.T, patterns ...string) {
	for _, pattern := range patterns {
		t.Run(path.Base(pattern), func(t *testing.T) {
			t.Parallel()
			seekEqualsPlay(t, play.Play(t, pattern))
		})
	}
}

// shortened returns the usual amount of work, or a smaller one with -short, as for the race detector.
func shortened(usual, short time.Duration) time.Duration {
	if testing.Short() {
		return short
	}
	return usual
}

func seekEqualsPlay(t *testing.T, r *recording.Recording) {
	rng := rand.New(rand.NewSource(int64(r.Frames())))
	times := make([]time.Duration, shortened(150, 30))
	for i := range times {
		times[i] = time.Duration(rng.Int63n(int64(r.Duration()) + 1))
	}
	slices.Sort(times)
	c := r.Cursor()
	played := make([]uint64, len(times))
	for i, at := range times {
		played[i] = Digest(c.At(at))
	}
	for i := len(times) - 1; i >= 0; i-- {
		if Digest(c.At(times[i])) != played[i] {
			t.Fatalf("backwards to %v the world is another than forwards", times[i])
		}
	}
	for _, i := range rng.Perm(len(times)) {
		if Digest(c.At(times[i])) != played[i] {
			t.Fatalf("seeking to %v gives another world than playing", times[i])
		}
	}
}

// MovesSmoothly checks that players do not jump between two snapshots: nobody may move faster than is possible in the
// game.
func (play Simulator) MovesSmoothly(t *testing.T, patterns ...string) {
	const far = 3 // units per millisecond: four times a rocket's speed
	for _, pattern := range patterns {
		r := play.Play(t, pattern)
		jumps, steps := 0, 0
		a, b := r.Cursor(), r.Cursor()
		for at := time.Duration(0); at < min(r.Duration(), 3*time.Minute); at += 17 * time.Millisecond {
			w, next := a.At(at), b.At(at+time.Millisecond)
			if w.Frame != next.Frame || len(w.Players) != len(next.Players) {
				continue
			}
			for i := range w.Players {
				p, q := &w.Players[i], &next.Players[i]
				if !p.Visible || !q.Visible {
					continue
				}
				steps++
				if Distance(p.Origin, q.Origin) > far {
					jumps++
				}
			}
		}
		if steps == 0 || jumps > steps/1000 {
			t.Errorf("%s: %d jumps in %d steps", path.Base(pattern), jumps, steps)
		}
	}
}

// Distance returns the distance between two points in units.
func Distance(a, b sim.Vec3) float64 {
	sum := 0.0
	for i := range a {
		d := float64(a[i] - b[i])
		sum += d * d
	}
	return math.Sqrt(sum)
}

// CheckDemos checks that demos have frames and that their recordings have all the properties that readers rely on.
// names are demo names as returned by [corpus.Demos].
func (play Simulator) CheckDemos(t *testing.T, names []string) {
	for _, name := range names {
		r := play.play(t, name)
		if r.Frames() == 0 {
			t.Errorf("%s: nothing to see: %v", name, r.Err())
			continue
		}
		isSound(t, name, r)
	}
}

func isSound(t *testing.T, name string, r *recording.Recording) {
	for _, err := range []error{ascends(r), levels(r), worlds(r)} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func ascends(r *recording.Recording) error {
	if !slices.IsSortedFunc(r.Events(), func(a, b sim.Event) int { return int(a.Time - b.Time) }) {
		return fmt.Errorf("events do not ascend")
	}
	for _, d := range r.Damage() {
		if d.What == "" {
			return fmt.Errorf("the damage at byte %d has no words", d.Offset)
		}
	}
	return nil
}

func levels(r *recording.Recording) error {
	end := time.Duration(0)
	for _, l := range r.Levels() {
		if l.Start != end || l.End < l.Start {
			return fmt.Errorf("level %q from %v to %v, the one before ends at %v", l.Map, l.Start, l.End, end)
		}
		end = l.End
		last := l.Start
		for _, c := range l.Chapters {
			if c.Name == "" || c.Start < last || c.End < c.Start || c.End > l.End {
				return fmt.Errorf("chapter %q from %v to %v", c.Name, c.Start, c.End)
			}
			last = c.End
		}
	}
	if end != r.Duration() {
		return fmt.Errorf("levels end at %v, the recording at %v", end, r.Duration())
	}
	return nil
}

// worlds checks the worlds of a recording for impossible states.
func worlds(r *recording.Recording) error {
	c := r.Cursor()
	for at := time.Duration(0); at <= r.Duration(); at += shortened(331, 4001) * time.Millisecond {
		w := c.At(at)
		for i := range w.Players {
			p := &w.Players[i]
			if p.Profile == nil || p.LastSeen > w.Time || p.Visible && p.Life == sim.Absent {
				return fmt.Errorf("at %v: %+v", at, p)
			}
		}
		for i := range w.Entities {
			h := &w.Entities[i]
			item := h.Kind == sim.EntityItem || h.Kind == sim.EntityDropped
			named := h.Weapon != sim.WeaponNone && h.Item != sim.ItemBackpack // which of some mods names what is inside
			if item != (h.Item != sim.ItemNone) || (h.Item == sim.ItemWeapon) != (named && item) {
				return fmt.Errorf("at %v: %+v", at, h)
			}
			if h.State == sim.ItemTaken && h.Taken > w.Time {
				return fmt.Errorf("at %v: taken at %v", at, h.Taken)
			}
		}
	}
	return nil
}

// Cancels checks that cancelling stops the loading of a demo and that the data loaded so far remains available. If
// loading ends before it can be cancelled, the check is repeated.
func (play Simulator) Cancels(t *testing.T, pattern string) {
	name := corpus.Match(t, pattern)
	data := corpus.Load(t, name)
	whole := play.Bytes(data, name).Frames()
	const tries = 200
	for range tries {
		r := play.cancelled(data, name)
		n := r.Frames()
		if n == whole {
			continue
		}
		if n == 0 || n > whole {
			t.Errorf("%d frames of %d after cancelling", n, whole)
		}
		if w := r.Cursor().At(r.Duration()); len(w.Players) == 0 {
			t.Error("nothing of what was loaded is left")
		}
		return
	}
	t.Errorf("all %d frames are there each time that loading was cancelled", whole)
}

// cancelled loads a demo and cancels loading as soon as there is a frame.
func (play Simulator) cancelled(data []byte, name string) *recording.Recording {
	rec, r := recording.NewRecorder(sim.Header{})
	go play(rec, data, name)
	first, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for r.Frames() == 0 && first.Err() == nil {
		runtime.Gosched()
	}
	r.Cancel()
	r.Wait()
	return r
}

// ReadsWhileLoading checks that worlds, lists and paths can be read while a demo is being loaded, and that the results
// remain valid.
func (play Simulator) ReadsWhileLoading(t *testing.T, pattern string) {
	name := corpus.Match(t, pattern)
	play.readsWhileLoading(t, corpus.Load(t, name), name)
}

func (play Simulator) readsWhileLoading(t *testing.T, data []byte, name string) {
	rec, r := recording.NewRecorder(sim.Header{})
	go play(rec, data, name)
	rng := rand.New(rand.NewSource(1))
	c := r.Cursor()
	seen := map[time.Duration]uint64{}
	for finished := false; !finished; {
		_, finished = r.Progress()
		d := r.Duration()
		for range 20 {
			// The last frame has no successor yet; everything before it is final.
			if n := r.Frames() - 2; n > 0 {
				if at := r.FrameTime(rng.Intn(n)); at < d-2*time.Second {
					seen[at] = Digest(c.At(at))
				}
			}
		}
		r.Roster()
		r.ItemAbsences(0)
		r.Path(0, 0, d, nil)
	}
	again := r.Cursor()
	for at, sum := range seen {
		if Digest(again.At(at)) != sum {
			t.Fatalf("the world at %v was another while loading", at)
		}
	}
}

// Survives checks that a recording can be queried without a panic, regardless of the data it was made from.
func Survives(t *testing.T, r *recording.Recording) {
	c := r.Cursor()
	for i := range 5 {
		w := c.At(r.Duration() * time.Duration(i) / 4)
		for k := range w.Players {
			if w.Players[k].Profile == nil {
				t.Fatal("a player has no profile")
			}
		}
	}
	r.Roster()
	r.Path(0, 0, r.Duration(), nil)
	for l := range r.Levels() {
		r.ItemAbsences(l)
	}
}

// Seeds returns the beginnings of several demos, indexed by demo name. Each is at most size bytes long. The demos are
// the scripted match in each of the given formats and, if the collection of demos is available, the named demos.
func Seeds(f *testing.F, size int, formats []string, names ...string) map[string][]byte {
	f.Helper()
	seeds := map[string][]byte{}
	for _, name := range formats {
		format := script.Find(name)
		seeds[format.File()] = format.Demo()
	}
	if _, ok := corpus.Find(); ok {
		for _, name := range names {
			seeds[name] = corpus.Load(f, corpus.Match(f, name))
		}
	}
	for name, data := range seeds {
		seeds[name] = data[:min(len(data), size)]
	}
	return seeds
}
