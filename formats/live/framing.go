package live

import (
	"fragscope/formats"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
)

// framing finds the ends of a demo's blocks.
type framing struct {
	format formats.Format
	at     int  // the end of the last whole block
	ended  bool // the mark at the end of the demo was met
	loose  bool // there are bytes that are no blocks
}

// nextBlock give the end of the block at a place of a demo, which may be beyond the data; 0 where more is needed to know it, -1 where
// no block can be; last is set if it is the mark at the demo's end.
var nextBlock = map[formats.Format]func(data []byte, at int) (end int, last bool){
	formats.NetQuake:   netquake.NextBlock,
	formats.QuakeWorld: func(data []byte, at int) (int, bool) { return quakeworld.NextBlock(data, at, quakeworld.Options{}) },
	formats.QuakeWorldMultiView: func(data []byte, at int) (int, bool) {
		return quakeworld.NextBlock(data, at, quakeworld.Options{MultiView: true})
	},
	formats.Quake2:          quake2.NextBlock,
	formats.Quake2MultiView: quake2.NextBlock,
	formats.Quake3:          quake3.NextBlock,
}

// whole is how far the demo has whole blocks; with last set, how far it can be written as it will not grow.
func (f *framing) whole(data []byte, written int, last bool) int {
	next, known := nextBlock[f.format]
	if !known {
		if last {
			return len(data)
		}
		return written
	}
	for !f.loose && f.at < len(data) {
		end, mark := next(data, f.at)
		if end < 0 {
			f.loose = true
			break
		}
		if end == 0 || end > len(data) {
			return f.at
		}
		f.at, f.ended = end, mark
	}
	if f.loose {
		return len(data)
	}
	return f.at
}
