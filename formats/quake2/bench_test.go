package quake2

import (
	"path"
	"testing"

	"fragscope/formats/corpus"
)

var benchDemos = []string{"q2/dm2/p34/m*.dm2", "q2/mvd2/libq2-test.mvd2", "recorded/q2/baseq2_lab1_dm2p_server.dm2"}

func benchmark(b *testing.B, h func() Handler) {
	for _, pattern := range benchDemos {
		b.Run(path.Base(pattern), func(b *testing.B) {
			data := corpus.Load(b, corpus.Match(b, pattern))
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				drain(NewDecoder(data), h())
			}
		})
	}
}

// BenchmarkDecode reads demos and does nothing with them.
func BenchmarkDecode(b *testing.B) {
	benchmark(b, func() Handler { return Ignore{} })
}

// BenchmarkHistory makes the snapshots of demos.
func BenchmarkHistory(b *testing.B) {
	benchmark(b, func() Handler { return new(History) })
}

// BenchmarkRoundTrip reads demos and writes them again.
func BenchmarkRoundTrip(b *testing.B) {
	benchmark(b, func() Handler { return NewEncoder() })
}
