package q3

import (
	"io"
	"runtime"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
)

type nobody struct{ messages int }

func (*nobody) Gamestate(*State, *quake3.Gamestate) {}
func (*nobody) Command(*State, []byte)              {}
func (*nobody) Configstring(*State, int, string)    {}
func (n *nobody) Snapshot(*State, *Snapshot)        { n.messages++ }

// BenchmarkState decodes all demos of protocol 68 and makes every snapshot.
func BenchmarkState(b *testing.B) {
	var demos [][]byte
	size := 0
	for _, name := range corpus.Demos(b, []string{"q3/dm_68"}, "*.dm_68") {
		data := corpus.Load(b, name)
		demos = append(demos, data)
		size += len(data)
	}
	b.ReportAllocs()
	b.SetBytes(int64(size))
	n := &nobody{}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for b.Loop() {
		for _, data := range demos {
			d := quake3.NewDecoder(data, quake3.Options{})
			s := NewState(d.Protocol(), n)
			for d.Next(s) != io.EOF {
			}
		}
	}
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(n.messages), "allocs/message")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(n.messages), "B/message")
}
