package live

import (
	"fragscope/formats/codec"
)

// framing finds the ends of a demo's blocks.
type framing struct {
	format *codec.Codec // nil while not known
	at     int          // the end of the last whole block
	ended  bool         // the end mark was found
	loose  bool         // there are bytes outside blocks
}

// whole returns the end of the demo's last whole block. If last is set, the demo will not grow, and whole returns the
// end of the data that can be written.
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
