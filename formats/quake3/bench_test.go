package quake3

import (
	"context"
	"io"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// dm68 are the demos of the benchmark.
func dm68(b *testing.B) (all [][]byte, size int64) {
	for _, rel := range demos(b, "q3/dm_68") {
		data := corpus.Load(b, rel)
		all = append(all, data)
		size += int64(len(data))
	}
	return all, size
}

// counter counts messages.
type counter struct {
	Ignore
	n int
}

func (c *counter) Block(*Block) { c.n++ }

// BenchmarkDecode parses whole demos on one core.
func BenchmarkDecode(b *testing.B) {
	all, size := dm68(b)
	b.SetBytes(size)
	b.ReportAllocs()
	p := ProtocolOf(68)
	var c counter
	for b.Loop() {
		for _, data := range all {
			d := NewDecoder(data, Options{Protocol: p})
			for d.Next(&c) != io.EOF {
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(c.n), "ns/block")
}

// applier keeps states as a simulator must, without allocation.
type applier struct {
	Ignore
	n         int
	baselines [MaxEntities]EntityState
	ring      [SnapshotBackup]frame
}

func (a *applier) Block(*Block) { a.n++ }

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

// BenchmarkApply parses whole demos and applies all deltas, on one core.
func BenchmarkApply(b *testing.B) {
	all, size := dm68(b)
	b.SetBytes(size)
	b.ReportAllocs()
	p := ProtocolOf(68)
	var a applier
	for b.Loop() {
		for _, data := range all {
			d := NewDecoder(data, Options{Protocol: p})
			for d.Next(&a) != io.EOF {
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(a.n), "ns/block")
}

// BenchmarkEncode encodes what is decoded.
func BenchmarkEncode(b *testing.B) {
	data := corpus.Load(b, "q3/dm_68/record_client_number_5.dm_68")
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		d := NewDecoder(data, Options{Protocol: ProtocolOf(68)})
		e := NewEncoder(io.Discard, d.Protocol())
		for d.Next(e) != io.EOF {
		}
	}
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

// BenchmarkParallel is BenchmarkDecode on two cores.
func BenchmarkParallel(b *testing.B) {
	all, size := dm68(b)
	b.SetBytes(size)
	p := ProtocolOf(68)
	for b.Loop() {
		for _, data := range all {
			if err := NewDecoder(data, Options{Protocol: p}).All(context.Background(), Ignore{}, 2); err != nil {
				b.Fatal(err)
			}
		}
	}
}
