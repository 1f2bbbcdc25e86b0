package simtest

import (
	"math/rand"
	"path"
	"runtime"
	"slices"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
)

// BenchmarkLoad loads demos, each by itself; what it holds is the memory that
// stays of one.
func (play Simulator) BenchmarkLoad(b *testing.B, patterns ...string) {
	for _, pattern := range patterns {
		b.Run(path.Base(pattern), func(b *testing.B) {
			name := corpus.Match(b, pattern)
			data := corpus.Load(b, name)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var r *sim.Recording
			for b.Loop() {
				r = play.Bytes(data, name)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB-held")
			runtime.KeepAlive(r)
			runtime.KeepAlive(data)
		})
	}
}

// BenchmarkSeek seeks to random times of a demo.
func (play Simulator) BenchmarkSeek(b *testing.B, pattern string) {
	r := play.Play(b, pattern)
	c := r.Cursor()
	rng := rand.New(rand.NewSource(1))
	b.ReportAllocs()
	var took []time.Duration
	for b.Loop() {
		at := time.Duration(rng.Int63n(int64(r.Duration())))
		start := time.Now()
		c.At(at)
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "µs-99th")
	b.ReportMetric(float64(took[len(took)-1].Microseconds()), "µs-max")
}

// BenchmarkPlay plays a demo at 60 pictures a second.
func (play Simulator) BenchmarkPlay(b *testing.B, pattern string) {
	r := play.Play(b, pattern)
	c := r.Cursor()
	at := time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		c.At(at)
		if at += time.Second / 60; at > r.Duration() {
			at = 0
		}
	}
}
