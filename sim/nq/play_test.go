package nq

import (
	"fmt"
	"hash/fnv"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"testing"
	"time"

	"fragscope/sim"
)

// digest is a number for all that is in a world.
func digest(w *sim.World) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, w.Time, w.Clock, w.Match, w.MatchKnown, w.Phase, w.Level, w.Frame, w.POV, w.Approximate, w.TeamScore, w.FlagState, w.CenterPrint.Plain)
	for _, p := range w.Players {
		held := sim.Holdings{}
		if p.Held != nil {
			held = *p.Held
		}
		profile := *p.Profile
		p.Held, p.Profile = nil, nil
		fmt.Fprint(h, p, held, profile)
	}
	fmt.Fprint(h, w.Things, w.Movers, w.Effects)
	return h.Sum64()
}

// TestSeekEqualsPlay compares the world at a time after seeking there with
// the world that playing from the start gives.
func TestSeekEqualsPlay(t *testing.T) {
	for _, name := range propertyDemos {
		path := filepath.Join(shared(t), "demos", filepath.FromSlash(name))
		r := record(t, path)
		rng := rand.New(rand.NewSource(int64(r.Frames())))
		times := make([]time.Duration, 200)
		for i := range times {
			times[i] = time.Duration(rng.Int63n(int64(r.Duration()) + 1))
		}
		sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
		c := r.Cursor()
		played := make([]uint64, len(times))
		for i, at := range times {
			played[i] = digest(c.At(at))
		}
		for _, i := range rng.Perm(len(times)) {
			if digest(c.At(times[i])) != played[i] {
				t.Fatalf("%s: seeking to %v gives another world than playing", name, times[i])
			}
		}
	}
}

// TestAllDemosPlay plays every demo there is to its end and checks what
// readers of a recording rely on.
func TestAllDemosPlay(t *testing.T) {
	var files []string
	for _, pattern := range playPatterns {
		files = append(files, demos(t, pattern)...)
	}
	if len(files) == 0 {
		t.Skip("no demos")
	}
	for _, file := range files {
		name := filepath.Base(file)
		r := record(t, file)
		if r.Frames() == 0 {
			t.Errorf("%s: nothing to see: %v", name, r.Err())
			continue
		}
		events := r.Events()
		if !slices.IsSortedFunc(events, func(a, b sim.Event) int { return int(a.Time - b.Time) }) {
			t.Errorf("%s: events do not ascend", name)
		}
		end := time.Duration(0)
		for _, l := range r.Levels() {
			if l.Map == "" || l.Start != end || l.End < l.Start {
				t.Errorf("%s: level %q from %v to %v, the one before ends at %v", name, l.Map, l.Start, l.End, end)
			}
			end = l.End
			for _, c := range l.Chapters {
				if c.Name == "" || c.Start < l.Start || c.End < c.Start || c.End > l.End {
					t.Errorf("%s: chapter %q from %v to %v", name, c.Name, c.Start, c.End)
				}
			}
		}
		if end != r.Duration() {
			t.Errorf("%s: levels end at %v, the recording at %v", name, end, r.Duration())
		}
		checkWorlds(t, name, r)
	}
}

// checkWorlds looks for what cannot be in the worlds of a recording.
func checkWorlds(t *testing.T, name string, r *sim.Recording) {
	c := r.Cursor()
	for at := time.Duration(0); at <= r.Duration(); at += 331 * time.Millisecond {
		w := c.At(at)
		for i := range w.Players {
			p := &w.Players[i]
			if p.Profile == nil || p.Seen > w.Time || p.Known && p.Life == sim.Absent {
				t.Fatalf("%s at %v: %+v", name, at, p)
			}
		}
		for i := range w.Things {
			h := &w.Things[i]
			item := h.Kind == sim.ThingItem || h.Kind == sim.ThingDropped
			if item != (h.Item != sim.ItemNone) || (h.Item == sim.ItemWeapon) != (h.Weapon != sim.WeaponNone && item) {
				t.Fatalf("%s at %v: %+v", name, at, h)
			}
			if h.State == sim.ItemTaken && h.Taken > w.Time {
				t.Fatalf("%s at %v: taken at %v", name, at, h.Taken)
			}
		}
	}
}

// TestPlayersMoveSmoothly looks for players who jump without a cut: no
// player's place a millisecond later is further off than he can move.
func TestPlayersMoveSmoothly(t *testing.T) {
	for _, name := range propertyDemos {
		r := record(t, filepath.Join(shared(t), "demos", filepath.FromSlash(name)))
		jumps, steps := 0, 0
		a, b := r.Cursor(), r.Cursor()
		for at := time.Duration(0); at < min(r.Duration(), 2*time.Minute); at += 17 * time.Millisecond {
			w, next := a.At(at), b.At(at+time.Millisecond)
			if w.Frame != next.Frame || len(w.Players) != len(next.Players) {
				continue
			}
			for i := range w.Players {
				p, q := &w.Players[i], &next.Players[i]
				if !p.Known || !q.Known {
					continue
				}
				steps++
				d := float32(0)
				for k := range p.Origin {
					d += (q.Origin[k] - p.Origin[k]) * (q.Origin[k] - p.Origin[k])
				}
				if d > 3*3 {
					jumps++
				}
			}
		}
		if steps == 0 || jumps > steps/1000 {
			t.Errorf("%s: %d jumps in %d steps", name, jumps, steps)
		}
	}
}

func TestCancel(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(shared(t), "demos", filepath.FromSlash(largestDemo)))
	if err != nil {
		t.Skip(err)
	}
	whole := record(t, filepath.Join(shared(t), "demos", filepath.FromSlash(largestDemo))).Frames()
	rec, r := sim.NewRecorder(sim.Header{})
	r.Cancel()
	recordLargest(rec, data)
	r.Wait()
	if n := r.Frames(); n >= whole {
		t.Errorf("%d frames of %d after cancelling", n, whole)
	}
}

// BenchmarkLoad loads the largest demo; memory is what stays of it.
func BenchmarkLoad(b *testing.B) {
	data, err := os.ReadFile(filepath.Join(shared(b), "demos", filepath.FromSlash(largestDemo)))
	if err != nil {
		b.Skip(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var r *sim.Recording
	for b.Loop() {
		var rec *sim.Recorder
		rec, r = sim.NewRecorder(sim.Header{})
		recordLargest(rec, data)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB-held")
	runtime.KeepAlive(r)
}

// FuzzRecord plays anything: no input may make the simulator panic or hang.
func FuzzRecord(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3}, false)
	if dir, ok := findShared(f); ok {
		for _, name := range seedDemos {
			if data, err := os.ReadFile(filepath.Join(dir, "demos", filepath.FromSlash(name))); err == nil {
				f.Add(data[:min(len(data), 24<<10)], filepath.Ext(name) == ".mvd")
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, multi bool) {
		if len(data) > 64<<10 {
			t.Skip()
		}
		rec, r := sim.NewRecorder(sim.Header{})
		recordFuzz(rec, data, multi)
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
			r.ItemSpans(l)
		}
	})
}
