package live

import (
	"io"
	"path"
	"strings"
	"testing"

	"fragscope/formats"
	"fragscope/formats/corpus"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
	"fragscope/formats/wire"
)

// decoding is a decoder of any game.
type decoding struct {
	next   func() error
	offset func() int64
}

var decoders = map[formats.Format]func(name string, more wire.More) decoding{
	formats.NetQuake: func(_ string, more wire.More) decoding {
		d, h := netquake.NewDecoder(nil, netquake.Options{More: more}), netquake.HandlerFunc(func(netquake.Message) {})
		return decoding{func() error { return d.Next(h) }, d.Offset}
	},
	formats.QuakeWorld: func(_ string, more wire.More) decoding { return quakeWorld(quakeworld.Options{More: more}) },
	formats.QuakeWorldMultiView: func(_ string, more wire.More) decoding {
		return quakeWorld(quakeworld.Options{More: more, MultiView: true})
	},
	formats.Quake2:          quakeTwo,
	formats.Quake2MultiView: quakeTwo,
	formats.Quake3: func(name string, more wire.More) decoding {
		d, h := quake3.NewDecoder(nil, quake3.Options{Name: name, More: more}), quake3.HandlerFunc(func(quake3.Message) {})
		return decoding{func() error { return d.Next(h) }, d.Offset}
	},
}

func quakeWorld(o quakeworld.Options) decoding {
	d, h := quakeworld.NewDecoder(nil, o), quakeworld.HandlerFunc(func(quakeworld.Message) {})
	return decoding{func() error { return d.Next(h) }, d.Offset}
}

func quakeTwo(_ string, more wire.More) decoding {
	d, h := quake2.NewDecoder(nil, quake2.Options{More: more}), quake2.HandlerFunc(func(quake2.Message) {})
	return decoding{func() error { return d.Next(h) }, d.Offset}
}

// blockwise gives a demo block by block and notes how many blocks the decoder holds back when it asks for more.
type blockwise struct {
	data     []byte
	format   formats.Format
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
	end, _ := nextBlock[b.format](b.data, b.at)
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
	tried := map[formats.Format]int{}
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
		d := decoders[demo.Format](base, b.more)
		b.offset = d.offset
		for d.next() != io.EOF {
		}
		t.Logf("%-6v %5d blocks, %d waited, at most %d late: %s", demo.Format, b.blocks, b.waited, b.mostLate, base)
		// Where blocks have no end of their own, as in the protocols before 66, only the head of the next one proves them.
		endless := demo.Format == formats.Quake3 && !strings.Contains("68 71 73 90 91", path.Ext(base)[len(".dm_"):])
		if b.mostLate > 1 || b.waited > 3+b.blocks/100 && !endless {
			t.Errorf("%s: %d of %d blocks waited for what follows them", base, b.waited, b.blocks)
		}
	}
}
