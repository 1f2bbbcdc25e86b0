package netquake

import "math"

// NextBlock returns the end of the block that starts at data[at], as an offset in data. While the demo is still
// growing, end may be greater than len(data). If more data is needed to determine the end, end is 0. If no block can
// start at data[at], end is -1. The first block includes the track. last is true if the block is the one that the
// engine writes when recording stops.
func NextBlock(data []byte, at int) (end int, last bool) {
	if at == 0 {
		if len(data) < maxTrack+headerSize+1 {
			return 0, false
		}
		at = trackEnd(data)
	}
	if len(data)-at < headerSize {
		return 0, false
	}
	size, plausible := header(data[at:])
	if !plausible {
		return -1, false
	}
	end = at + headerSize + size
	return end, size == 1 && end <= len(data) && data[end-1] == 2 // svc_disconnect (client/cl_demo.c, CL_Stop_f)
}

// await waits until a growing demo has enough data to determine how to continue.
func (d *Decoder) await() {
	for d.tail.Growing() && !d.settled() {
		before := len(d.data)
		d.data = d.tail.Grow(d.data)
		d.open.data = d.data
		d.effort += effortPerByte * (len(d.data) - before)
	}
}

// settled reports whether the next block would be read in the same way whatever data follows.
func (d *Decoder) settled() bool {
	rest := d.data[d.pos:]
	if !d.begun {
		return len(rest) >= maxTrack+headerSize+1
	}
	if d.lostProtocol {
		return len(rest) > 0
	}
	size, plausible := header(rest)
	switch {
	case len(rest) < headerSize:
		return false
	case plausible && len(rest)-headerSize < size:
		return false
	case plausible && d.whole(size):
		return true
	case plausible && len(rest) < headerSize+size+headerSize:
		return false
	}
	return d.tail.Ahead(len(rest), func() bool { return d.search(d.pos+1) < len(d.data) })
}

// whole reports whether the block at d.pos is certain: another follows it, or its messages end where it does.
func (d *Decoder) whole(size int) bool {
	start := d.pos + headerSize
	if _, next := header(d.data[start+size:]); next {
		return true
	}
	defer func(effort int) { d.effort = effort }(d.effort)
	d.effort = math.MaxInt
	return d.tryWays(start, start+size)
}
