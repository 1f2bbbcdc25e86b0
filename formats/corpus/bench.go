package corpus

import (
	"hash/crc32"
	"path"
	"runtime"
	"slices"
	"testing"
	"time"
)

// Benchmark measures the speed of decode on one demo for each of the patterns; see [Match]. The decode function must
// decode a whole demo and return the number of blocks (server packets) in it. In addition to the usual metrics,
// Benchmark reports the time and allocations per block, and calls [ReportReading].
func Benchmark(b *testing.B, patterns []string, decode func(data []byte) (blocks int)) {
	for _, pattern := range patterns {
		b.Run(path.Base(pattern), func(b *testing.B) {
			data := Load(b, Match(b, pattern))
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			blocks := 0
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for b.Loop() {
				blocks += decode(data)
			}
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(blocks), "ns/block")
			b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(blocks), "allocs/block")
			ReportReading(b, data)
		})
	}
}

// ReportReading reports the time per operation as a multiple of the time needed to read every byte of data.
func ReportReading(b *testing.B, data []byte) {
	const times = 20
	took := make([]time.Duration, times)
	for i := range took {
		start := time.Now()
		crc32.ChecksumIEEE(data)
		took[i] = time.Since(start)
	}
	slices.Sort(took)
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/took[times/2].Seconds(), "x-reading")
}
