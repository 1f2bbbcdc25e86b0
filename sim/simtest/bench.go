package simtest

import (
	"fmt"
	"math/rand"
	"path"
	"runtime"
	"slices"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim/recording"
)

// BenchmarkLoad measures how long it takes to load the demo for each pattern. The metric MiB-held is the memory held by
// one recording.
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
			var r *recording.Recording
			for b.Loop() {
				r = play.Bytes(data, name)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB-held")
			corpus.ReportReading(b, data)
			runtime.KeepAlive(r)
			runtime.KeepAlive(data)
		})
	}
}

// BenchmarkSeek measures how long it takes to seek to random times in a demo.
func (play Simulator) BenchmarkSeek(b *testing.B, pattern string) { Seek(b, play.Play(b, pattern)) }

// Seek measures how long it takes to seek to random times in a recording.
func Seek(b *testing.B, r *recording.Recording) {
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
	for _, q := range []struct {
		name  string
		share float64
	}{{"µs-median", 0.5}, {"µs-99th", 0.99}, {"µs-max", 1}} {
		b.ReportMetric(took[int(q.share*float64(len(took)-1))].Seconds()*1e6, q.name)
	}
}

// BenchmarkGrowth measures how long it takes to seek in a recording that repeats a demo several times. Neither the cost
// of a frame nor the seek time may grow with the recording's length.
func (play Simulator) BenchmarkGrowth(b *testing.B, pattern string) {
	for _, times := range []int{1, 4, 16} {
		b.Run(fmt.Sprintf("%dx", times), func(b *testing.B) {
			r := play.Play(b, pattern)
			start := time.Now()
			long := repeat(r, times)
			recorded := time.Since(start)
			Seek(b, long)
			frames, _, _ := long.Stats()
			b.ReportMetric(float64(recorded.Nanoseconds())/float64(long.Frames()), "ns/frame-recorded")
			b.ReportMetric(float64(frames)/float64(long.Frames()), "B/frame-held")
		})
	}
}

// repeat returns a recording that contains the start of r several times in a row.
func repeat(r *recording.Recording, times int) *recording.Recording {
	rec, out := recording.NewRecorder(r.Header())
	for _, l := range r.Levels()[:1] {
		rec.Level(l)
	}
	c := r.Cursor()
	var f recording.Frame
	for n := range times {
		for i := range r.Frames() {
			w := c.At(r.FrameTime(i))
			f.Time = time.Duration(n)*(r.Duration()+time.Second) + w.Time
			f.Clock, f.Phase, f.POV, f.TeamScore = w.Clock, w.Phase, w.POV, w.TeamScore
			f.Players, f.Entities, f.Movers = f.Players[:0], f.Entities[:0], f.Movers[:0]
			for _, p := range w.Players {
				if p.Inventory != nil {
					p.Inventory = p.Inventory.Kept(nil)
				}
				f.Players = append(f.Players, recording.FramePlayer{Player: p})
			}
			for _, e := range w.Entities {
				f.Entities = append(f.Entities, recording.FrameEntity{Entity: e})
			}
			for _, m := range w.Movers {
				f.Movers = append(f.Movers, recording.FrameMover{Mover: m})
			}
			rec.Frame(&f)
		}
	}
	rec.Finish(nil)
	return out
}

// BenchmarkPlay measures how long it takes to play a demo at 60 frames per second.
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
