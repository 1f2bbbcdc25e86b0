package quakeworld

import (
	"bytes"
	"math"
)

// endOfDemo is the svc_disconnect that recorders write last (ezquake cl_demo.c, CL_StopRecording; mvdsv sv_demo.c,
// SV_MVDStop).
var endOfDemo = []byte("\x02EndOfDemo\x00")

// NextBlock returns the end of the block that starts at data[at], as an offset in data. While the demo is still
// growing, end may be greater than len(data). If more data is needed to determine the end, end is 0. If no block can
// start at data[at], end is -1. last is true if the block marks the end of the demo.
func NextBlock(data []byte, at int, o Options) (end int, last bool) {
	f := framing{multiView: o.MultiView}
	size := f.read(data, at)
	switch {
	case !f.complete && len(data)-at < maxHead:
		return 0, false
	case size < 0:
		return -1, false
	}
	end = at + size
	return end, end <= len(data) && bytes.HasSuffix(data[at:end], endOfDemo)
}

// await waits until a growing demo has enough data to determine how to continue.
func (d *Decoder) await() {
	for d.tail.Growing() && !d.settled() {
		before := len(d.data)
		d.data = d.tail.Grow(d.data)
		if d.tester != nil {
			d.tester.data = d.data
		}
		d.effort += effortPerByte * (len(d.data) - before)
	}
}

// settled reports whether the next block would be read in the same way whatever data follows.
func (d *Decoder) settled() bool {
	rest := len(d.data) - d.pos
	if d.lostProtocol {
		return rest > 0
	}
	size := d.frame.read(d.data, d.pos)
	switch {
	case !d.frame.complete || size > rest:
		return false
	case size >= 0:
		ok, short := d.frame.followed(d.data, d.pos+size)
		switch {
		case ok && !short || d.reads(d.pos+size):
			return true
		case short:
			return false
		}
	}
	frame := d.frame
	return d.tail.Ahead(rest, func() bool {
		defer func() { d.frame = frame }()
		return d.search(d.pos+1) < len(d.data)
	})
}

// reads reports whether the block whose frame was read reads to its end, whatever follows.
func (d *Decoder) reads(end int) bool {
	defer func(effort int) { d.effort = effort }(d.effort)
	d.effort = math.MaxInt
	return d.readable(d.frame, end)
}
