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
	benchmark(b, func(*Protocol) Handler { return Ignore{} })
}

// BenchmarkRoundTrip reads demos and writes them again.
func BenchmarkRoundTrip(b *testing.B) {
	benchmark(b, func(p *Protocol) Handler { return NewEncoder(io.Discard, p) })
}

// BenchmarkApply reads demos and applies all deltas.
func BenchmarkApply(b *testing.B) {
	a := new(applier)
	benchmark(b, func(*Protocol) Handler { return a })
}

// BenchmarkParallel reads a demo on two cores.
func BenchmarkParallel(b *testing.B) {
	corpus.Benchmark(b, benchDemos[2:3], func(data []byte) int {
		var c counter
		if err := NewDecoder(data, Options{}).All(context.Background(), &c, 2); err != nil {
			b.Fatal(err)
		}
		return c.n
	})
}

// counter counts blocks.
type counter struct {
	Ignore
	n int
}

func (c *counter) Block(*Block) { c.n++ }

// applier keeps states as a simulator must, without allocation.
type applier struct {
	Ignore
	baselines [MaxEntities]EntityState
	ring      [SnapshotBackup]frame
}

func (a *applier) Gamestate(g *Gamestate) {
	clear(a.baselines[:])
	for i := range g.Baselines {
		a.baselines[g.Baselines[i].Number].Apply(&g.Baselines[i])
	}
}

func (a *applier) Snapshot(s *Snapshot) {
	to := &a.ring[uint32(s.Sequence)%SnapshotBackup]
	var base *frame
	to.player = PlayerState{}
	if s.DeltaNum != 0 {
		base = &a.ring[uint32(s.Sequence-int32(s.DeltaNum))%SnapshotBackup]
		to.player = base.player
	}
	to.player.Apply(&s.Player)
	to.entities = to.entities[:0]
	if base == nil || base == to {
		base = &frame{}
	}
	i := 0
	for k := range s.Entities {
		d := &s.Entities[k]
		j := i
		for j < len(base.entities) && base.entities[j].Number < int(d.Number) {
			j++
		}
		to.entities = append(to.entities, base.entities[i:j]...)
		i = j
		from := &a.baselines[d.Number]
		if i < len(base.entities) && base.entities[i].Number == int(d.Number) {
			from = &base.entities[i]
			i++
		}
		if !d.Removed {
			e := next(&to.entities)
			*e = *from
			e.Apply(d)
		}
	}
	to.entities = append(to.entities, base.entities[i:]...)
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
