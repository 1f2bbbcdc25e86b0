package quakeworld

import (
	"bytes"
	"io"
	"testing"

	"fragscope/formats/corpus"
)

// The demos of benchmarks, of one view and of all.
var (
	benchDemos     = []string{"recorded/qw/dm3_ffa_2clients.qwd"}
	benchMultiView = []string{"qw/mvd/p28-ext/4on4_*0930.mvd"}
)

// benchmark drives the handlers that it makes through demos of both kinds.
func benchmark(b *testing.B, handler func(multiView bool) Handler) {
	decoding := func(multiView bool) func([]byte) int {
		return func(data []byte) (n int) {
			h := handler(multiView)
			for d := NewDecoder(data, Options{MultiView: multiView}); d.Next(h) != io.EOF; n++ {
			}
			return n
		}
	}
	corpus.Benchmark(b, benchDemos, decoding(false))
	corpus.Benchmark(b, benchMultiView, decoding(true))
}

// BenchmarkDecode reads demos and does nothing with them.
func BenchmarkDecode(b *testing.B) {
	benchmark(b, func(bool) Handler { return HandlerFunc(discard) })
}

// BenchmarkRoundTrip reads demos and writes them again.
func BenchmarkRoundTrip(b *testing.B) {
	benchmark(b, func(multiView bool) Handler { return NewEncoder(new(bytes.Buffer), Options{MultiView: multiView}) })
}
