package netquake

import (
	"bytes"
	"io"
	"testing"

	"fragscope/formats/corpus"
)

// benchDemos are of protocols 15 and 666.
var benchDemos = []string{"nq/dem/p15/qfm-demo1.dem", "recorded/nq/sp_e1m3_p666.dem"}

// blocks drives h through a demo and counts its blocks.
func blocks(data []byte, h Handler) (n int) {
	for d := NewDecoder(data, Options{}); d.Next(h) != io.EOF; n++ {
	}
	return n
}

// BenchmarkDecode reads demos and does nothing with them.
func BenchmarkDecode(b *testing.B) {
	corpus.Benchmark(b, benchDemos, func(data []byte) int { return blocks(data, HandlerFunc(discard)) })
}

// BenchmarkRoundTrip reads demos and writes them again.
func BenchmarkRoundTrip(b *testing.B) {
	corpus.Benchmark(b, benchDemos, func(data []byte) int {
		return blocks(data,
			NewEncoder(new(bytes.Buffer), Options{}))
	})
}
