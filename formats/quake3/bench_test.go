package quake3

import (
	"context"
	"io"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// benchDemos are one of each coding.
var benchDemos = []string{"q3/dm3/duel.dm3", "q3/dm_48/duel.dm_48", "q3/dm_68/record_client_number_5.dm_68",
	"ql/dm_73/tdm_tdmscores2.dm_73", "ql/dm_90/tdm.dm_90", "ql/dm_91/*.dm_91"}

// benchmark drives the handlers that it makes through demos.
func benchmark(b *testing.B, handler func(*Protocol) Handler) {
	corpus.Benchmark(b, benchDemos, func(data []byte) (blocks int) {
		d := NewDecoder(data, Options{})
		h := handler(d.Protocol())
		for ; d.Next(h) != io.EOF; blocks++ {
		}
		return blocks
	})
}

// BenchmarkDecode reads demos and does nothing with them.
func BenchmarkDecode(b *testing.B) {
	benchmark(b, func(*Protocol) Handler { return HandlerFunc(func(Message) {}) })
}

// BenchmarkRoundTrip reads demos and writes them again.
func BenchmarkRoundTrip(b *testing.B) {
	benchmark(b, func(p *Protocol) Handler { return NewEncoder(io.Discard, Options{Protocol: p}) })
}

// applying makes all snapshots and looks at what is in them, and at the commands, as whoever reads demos does.
type applying struct {
	History
	blocks, snapshots, entities, commands int
	// of the entities' numbers and the commands' times: that of another parser is the same
	sum int
}

// Handle implements [Handler].
func (a *applying) Handle(m Message) {
	a.History.Handle(m)
	switch m.(type) {
	case *Block:
		a.blocks++
	case *ServerCommand:
		if index, _ := a.Changed(); index >= 0 || a.Command() != nil {
			a.commands++
		}
	case *SnapshotDelta:
		s := a.Snapshot()
		a.snapshots++
		a.entities += s.Len()
		for i := range s.Len() {
			a.sum += s.Entity(i).Number
		}
		a.sum += int(int32(s.Player.F[PsCommandTime]))
	}
}

// checked are the blocks of a demo that was applied; it fails where nothing of a kind was, as then another thing is
// measured than is named.
func (a *applying) checked(b *testing.B) (blocks int) {
	if a.snapshots == 0 || a.entities == 0 || a.commands == 0 || a.sum == 0 {
		b.Fatalf("%d snapshots with %d entities and %d commands were applied", a.snapshots, a.entities, a.commands)
	}
	return a.blocks
}

// BenchmarkApply reads demos, and makes and looks at all snapshots and commands.
func BenchmarkApply(b *testing.B) {
	corpus.Benchmark(b, benchDemos, func(data []byte) int {
		d, a := NewDecoder(data, Options{}), new(applying)
		for d.Next(a) != io.EOF {
		}
		return a.checked(b)
	})
}

// BenchmarkParallel does the same, and reads on two cores.
func BenchmarkParallel(b *testing.B) {
	corpus.Benchmark(b, benchDemos, func(data []byte) int {
		a := new(applying)
		if err := NewDecoder(data, Options{}).All(context.Background(), a, 2); err != nil {
			b.Fatal(err)
		}
		return a.checked(b)
	})
}

// BenchmarkTokenize splits a command of the usual kind.
func BenchmarkTokenize(b *testing.B) {
	text := []byte(`cs 544 "n\name\t\0\model\sarge/default\hmodel\sarge/default\c1\4\c2\5\hc\100\w\0\l\0\tt\0\tl\0"` +
		strings.Repeat(" 12", 20))
	var words [][]byte
	b.ReportAllocs()
	for b.Loop() {
		words = Tokenize(words[:0], text)
	}
}
