package live

import (
	"io"
	"path"
	"strings"
	"testing"

	"fragscope/formats"
	"fragscope/formats/codec"
	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
)

// blockwise gives a demo block by block and notes how many blocks the decoder holds back when it asks for more.
type blockwise struct {
	data     []byte
	format   *codec.Codec
	at       int
	ends     []int
	offset   func() int64
	waited   int // of the blocks given, how many were not read when more was asked for
	blocks   int
	mostLate int
}

func (b *blockwise) more(int) ([]byte, bool) {
	late := 0
	if b.offset != nil {
		for i := len(b.ends) - 1; i >= 0 && int64(b.ends[i]) > b.offset(); i-- {
			late++
		}
	}
	if late > 0 {
		b.waited++
	}
	b.mostLate = max(b.mostLate, late)
	end, _ := b.format.NextBlock(b.data, b.at)
	if end <= b.at || end > len(b.data) {
		b.at = len(b.data)
	} else {
		b.at = end
		b.ends, b.blocks = append(b.ends, end), b.blocks+1
	}
	return b.data[:b.at:b.at], b.at == len(b.data)
}

// TestBlocksAreReadAtOnce holds that a block is read as soon as it is there, and does not wait for the next one.
func TestBlocksAreReadAtOnce(t *testing.T) {
	tried := map[*codec.Codec]int{}
	for _, name := range corpus.Demos(t, []string{"nq", "qw", "q2", "q3", "ql", "recorded"}, "*.*") {
		base := strings.TrimSuffix(path.Base(name), ".gz")
		data := corpus.Load(t, name)
		demo, err := formats.Read(base, "", data)
		if err != nil || len(demo.Data) > 1<<20 {
			continue
		}
		if tried[demo.Format]++; tried[demo.Format] > 8 {
			continue
		}
		b := &blockwise{data: demo.Data, format: demo.Format}
		d := demo.Format.NewDecoder(nil, codec.Options{Name: base, More: b.more})
		b.offset = d.Offset
		for d.Next(func(any) {}) != io.EOF {
		}
		t.Logf("%-6v %5d blocks, %d waited, at most %d late: %s", demo.Format, b.blocks, b.waited, b.mostLate, base)
		// Where blocks have no end of their own, as in the protocols before 66, only the head of the next one proves
		// them.
		endless := demo.Format == quake3.Codec && !strings.Contains("68 71 73 90 91", path.Ext(base)[len(".dm_"):])
		if b.mostLate > 1 || b.waited > 3+b.blocks/100 && !endless {
			t.Errorf("%s: %d of %d blocks waited for what follows them", base, b.waited, b.blocks)
		}
	}
}
