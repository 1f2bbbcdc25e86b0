package live

import (
	"fragscope/formats/codec"
)

// framing finds the ends of a demo's blocks.
type framing struct {
	format *codec.Codec // nil while it is not known
	at     int          // the end of the last whole block
	ended  bool         // the mark at the end of the demo was met
	loose  bool         // there are bytes that are no blocks
}

// whole is how far the demo has whole blocks; with last set, how far it can be written as it will not grow.
func (f *framing) whole(data []byte, written int, last bool) int {
	if f.format == nil {
		if last {
			return len(data)
		}
		return written
	}
	for !f.loose && f.at < len(data) {
		end, mark := f.format.NextBlock(data, f.at)
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
