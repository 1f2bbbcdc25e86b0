package quake2

import (
	"path/filepath"
	"testing"
)

var benchDemos = []string{"q2/dm2/p34/myr.dm2", "q2/mvd2/libq2-test.mvd2", "recorded/q2/baseq2_lab1_dm2p_server.dm2"}

func benchmark(b *testing.B, h func() Handler) {
	for _, name := range benchDemos {
		b.Run(filepath.Base(name), func(b *testing.B) {
			data := load(b, filepath.Join("demos", name))
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				drain(NewDecoder(data), h())
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	benchmark(b, func() Handler { return Ignore{} })
}

func BenchmarkHistory(b *testing.B) {
	benchmark(b, func() Handler { return new(History) })
}

func BenchmarkRoundTrip(b *testing.B) {
	benchmark(b, func() Handler { return NewEncoder() })
}
