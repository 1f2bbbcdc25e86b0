package load_test

import (
	"context"
	"math/rand/v2"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats"
	"fragscope/formats/corpus"
	"fragscope/formats/damage"
	"fragscope/formats/live"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/sim/simtest"
)

// pieces is a growing demo that arrives in pieces of the given sizes, each as soon as it is requested.
type pieces struct {
	data []byte
	at   int
	size func() int
}

func (p *pieces) More(have int, _ <-chan struct{}) ([]byte, bool) {
	for p.at <= have && p.at < len(p.data) {
		p.at = min(p.at+p.size(), len(p.data))
	}
	return p.data[:p.at:p.at], p.at == len(p.data)
}

func (p *pieces) Gaps() []damage.Damage { return nil }

// open loads a demo to its end.
func open(t *testing.T, demo formats.Demo, growing formats.Growing) *recording.Recording {
	t.Helper()
	if demo.Growing = growing; growing != nil {
		demo.Data = nil
	}
	r, err := load.Open(context.Background(), &demo)
	if err != nil {
		t.Fatal(err)
	}
	r.Wait()
	return r
}

// TestGrowingEqualsWhole checks that the recording of a demo that grew in pieces equals that of the demo loaded as a
// whole.
func TestGrowingEqualsWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	largest := int64(600 << 10)
	if corpus.Every() {
		largest = 3 << 20
	} else if testing.Short() {
		largest = 200 << 10
	}
	for _, e := range append(corpus.Sample(t), corpus.Broken(t)...) {
		if e.Size > largest {
			continue
		}
		demo, err := formats.Read(strings.TrimSuffix(path.Base(e.Name), ".gz"), "", corpus.Load(t, e.Name))
		if err != nil || demo.Container != formats.Plain {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			if r, err := load.Open(context.Background(), demo); err != nil || r == nil {
				t.Skip(err)
			}
			whole := open(t, *demo, nil)
			sizes := map[string]func() int{
				"large":  func() int { return 1 + rng.IntN(len(demo.Data)/3+1) },
				"medium": func() int { return 1 + rng.IntN(3000) },
			}
			if corpus.Every() || len(demo.Data) < 200<<10 {
				sizes["small"] = func() int { return 1 + rng.IntN(60) }
			}
			if len(demo.Data) < 100<<10 {
				sizes["bytes"] = func() int { return 1 }
			}
			for kind, size := range sizes {
				equal(t, kind, open(t, *demo, &pieces{data: demo.Data, size: size}), whole)
			}
		})
	}
}

// equal checks that two recordings tell the same.
func equal(t *testing.T, what string, got, want *recording.Recording) {
	t.Helper()
	check := func(part string, a, b any) {
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: other %s", what, part)
		}
	}
	check("header", got.Header(), want.Header())
	check("levels", got.Levels(), want.Levels())
	check("roster", got.Roster(), want.Roster())
	check("length", got.Duration(), want.Duration())
	if !reflect.DeepEqual(got.Damage(), want.Damage()) {
		t.Errorf("%s: damage %+v, want %+v", what, got.Damage(), want.Damage())
	}
	if a, b := got.Events(), want.Events(); !slices.EqualFunc(a, b,
		func(a, b sim.Event) bool { return reflect.DeepEqual(a, b) }) {
		t.Errorf("%s: %d events, want %d, or others", what, len(a), len(b))
	}
	a, b := got.Cursor(), want.Cursor()
	for i := range 101 {
		at := want.Duration() * time.Duration(i) / 100
		if simtest.Digest(a.At(at)) != simtest.Digest(b.At(at)) {
			t.Fatalf("%s: another world at %v", what, at)
		}
	}
}

// TestLongStream checks that the memory used for a stream of two hours, with every demo of eight, grows in proportion
// to the stream.
func TestLongStream(t *testing.T) {
	if testing.Short() {
		t.Skip("two hours")
	}
	eighth := 15 * time.Minute
	if corpus.Every() {
		eighth = time.Hour
	}
	demo, err := formats.Read("match.mvd", "", corpus.Load(t, corpus.Match(t, "qw/mvd/p28-ext/2on2_*dm4*310720*.mvd")))
	if err != nil {
		t.Fatal(err)
	}
	d := live.New(demo.Format)
	go d.Append(demo.Data)
	r, err := load.Live(context.Background(), "stream", d)
	if err != nil {
		t.Fatal(err)
	}
	var memory []float64
	for i := range 8 {
		for until := time.Duration(i+1) * eighth; r.Duration() < until; {
			before := r.Duration()
			if err := d.Append(demo.Data); err != nil {
				t.Fatal(err)
			}
			for r.Duration() < before+5*time.Minute {
				time.Sleep(time.Millisecond)
			}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		memory = append(memory, float64(m.HeapAlloc)/(1<<20))
		frames, _, _ := r.Stats()
		t.Logf("%v: %.0f MiB in all, of them %.0f MiB of stream and %.0f MiB of frames; %d events, %d levels",
			r.Duration(), memory[i], float64(d.Status().Bytes)/(1<<20), float64(frames)/(1<<20), len(r.Events()),
			len(r.Levels()))
	}
	d.End("")
	r.Wait()
	if first, second := memory[3]-memory[0], memory[7]-memory[4]; second > 2*first {
		t.Errorf("three eighths take %.0f MiB at first and %.0f MiB at last", first, second)
	}
}

// TestLatency measures how long it takes from the arrival of a block until its snapshot can be shown.
func TestLatency(t *testing.T) {
	for _, pattern := range []string{"qw/mvd/p28-ext/2on2_*dm4*310720*.mvd", "nq/dem/p15/id1-demo1.dem",
		"q2/dm2/*/q2demo1.dm2"} {
		names, _ := filepath.Glob(corpus.Path(t, "demos/"+pattern))
		if len(names) != 1 {
			continue
		}
		demo, err := formats.Open(names[0])
		if err != nil {
			t.Fatal(err)
		}
		d := live.New(demo.Format)
		n := len(demo.Data) / 4
		go d.Append(demo.Data[:n])
		r, err := load.Live(context.Background(), demo.Name, d)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond)
		var waits []time.Duration
		for len(waits) < 500 && n < len(demo.Data) {
			frames, begun := r.Frames(), time.Now()
			for r.Frames() == frames && n < len(demo.Data) {
				k := min(40, len(demo.Data)-n)
				begun = time.Now()
				d.Append(demo.Data[n : n+k])
				n += k
				for r.Frames() == frames && time.Since(begun) < 300*time.Microsecond {
					runtime.Gosched()
				}
			}
			waits = append(waits, time.Since(begun))
		}
		d.End("")
		slices.Sort(waits)
		t.Logf("%v: half of %d snapshots within %v, 99 %% within %v", demo.Format, len(waits), waits[len(waits)/2],
			waits[len(waits)*99/100])
	}
}
