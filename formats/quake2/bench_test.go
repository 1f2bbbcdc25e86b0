package quake2

import (
	"io"
	"testing"

	"fragscope/formats/corpus"
)

// benchDemos are of a client, of a relay and of a server.
var benchDemos = []string{"q2/dm2/p34/m*.dm2", "q2/mvd2/libq2-test.mvd2", "recorded/q2/baseq2_lab1_dm2p_server.dm2"}

// blocksOf drives h through a demo and counts its blocks.
func blocksOf(data []byte, h Handler) (n int) {
	for d := NewDecoder(data, Options{}); d.Next(h) == nil; n++ {
	}
	return n
}

// BenchmarkDecode reads demos and does nothing with them.
func BenchmarkDecode(b *testing.B) {
	corpus.Benchmark(b, benchDemos, func(data []byte) int { return blocksOf(data, discard{}) })
}

// BenchmarkHistory makes the snapshots of demos.
func BenchmarkHistory(b *testing.B) {
	corpus.Benchmark(b, benchDemos, func(data []byte) int { return blocksOf(data, new(History)) })
}

// BenchmarkRoundTrip reads demos and writes them again.
func BenchmarkRoundTrip(b *testing.B) {
	corpus.Benchmark(b, benchDemos, func(data []byte) int { return blocksOf(data, NewEncoder(io.Discard, Options{})) })
}
