package quake2

// NextBlock returns the end of the block that starts at data[at], as an offset in data. While the demo is still
// growing, end may be greater than len(data). If more data is needed to determine the end, end is 0. If no block can
// start at data[at], end is -1. The first block of a .mvd2 includes the magic. last is true if the block marks the end
// of the demo.
func NextBlock(data []byte, at int) (end int, last bool) {
	if len(data) < len(mvdMagic) {
		return 0, false
	}
	d := Decoder{data: data, header: headerOf(data)}
	if at == 0 && d.header.Format == MVD2 {
		at = len(mvdMagic)
	}
	size, n, last, ok := d.head(at)
	switch {
	case !ok:
		return 0, false
	case last:
		return at + n, true
	case size < 0 || size > d.maxBlock():
		return -1, false
	}
	return at + n + int(size), false
}

// headerBytes is the number of bytes of a demo that determine its header.
const headerBytes = 16

// await waits until a growing demo has enough data to determine how to continue.
func (d *Decoder) await() {
	for d.tail.Growing() && !d.settled() {
		d.data = d.tail.Grow(d.data)
	}
}

// settled reports whether the next block would be read in the same way whatever data follows.
func (d *Decoder) settled() bool {
	rest := len(d.data) - d.pos
	size, n, end, ok := d.head(d.pos)
	switch {
	case !ok, size >= 0 && size <= d.maxBlock() && size > int64(rest-n):
		return false
	case end && d.haveFrame, !end && d.fits(d.pos, size, n) && d.complete(d.pos+n+int(size), size == 0):
		return true
	}
	return d.tail.Ahead(rest, func() bool {
		_, found := d.find(d.pos+1, len(d.data))
		return found
	})
}

// complete reports whether the block from d.pos to stop reads to its end, or another one follows.
func (d *Decoder) complete(stop int, empty bool) bool {
	const plenty = 1 << 16
	if empty || len(d.data)-stop >= plenty {
		return true
	}
	_, n, _, _ := d.head(d.pos)
	d.resolveVariant(d.pos+n, stop)
	defer func(spent int64) { d.search.spent = spent }(d.search.spent)
	d.search.spent = 0
	return d.chain(d.pos, 1, nil) || stop < len(d.data) && d.framed(stop)
}
