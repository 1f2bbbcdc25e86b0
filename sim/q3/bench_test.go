package q3

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fragscope/formats/quake3"
)

type nobody struct{ messages int }

func (*nobody) Gamestate(*State, *quake3.Gamestate) {}
func (*nobody) Command(*State, []byte)              {}
func (*nobody) Configstring(*State, int, string)    {}
func (n *nobody) Snapshot(*State, *Snapshot)        { n.messages++ }

// BenchmarkState decodes all demos of protocol 68 and makes every snapshot.
func BenchmarkState(b *testing.B) {
	dir := filepath.Join(shared(b), "demos", "q3", "dm_68")
	files, err := os.ReadDir(dir)
	if err != nil {
		b.Skip(err)
	}
	var demos [][]byte
	size := 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".dm_68") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			b.Fatal(err)
		}
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
