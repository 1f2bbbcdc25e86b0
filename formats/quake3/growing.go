package quake3

// NextBlock returns the end of the block that starts at data[at], as an offset in data. While the demo is still
// growing, end may be greater than len(data). If more data is needed to determine the end, end is 0. If no block can
// start at data[at], end is -1. last is true if the block marks the end of the demo.
func NextBlock(data []byte, at int) (end int, last bool) {
	h, ok := headerAt(data, at)
	switch {
	case !ok:
		return 0, false
	case h.ends():
		return at + blockHeader, true
	case h.length <= 0 || h.length > MaxBlock:
		return -1, false
	}
	return at + blockHeader + int(h.length), false
}

// await waits until a growing demo has enough data to determine how to continue.
func (d *Decoder) await() {
	for d.tail.Growing() && !d.settled() {
		d.grow()
	}
}

func (d *Decoder) grow() {
	before := len(d.data)
	d.data = d.tail.Grow(d.data)
	d.budget += searchEffort * (len(d.data) - before)
}

// settled reports whether the next block would be read in the same way whatever data follows.
func (d *Decoder) settled() bool {
	head, ok := d.header(d.pos)
	behind := d.pos + blockHeader + int(head.length)
	switch {
	case !ok:
		return false
	case head.ends():
		return true
	case head.length > 0 && head.length <= MaxBlock && behind > len(d.data):
		return false
	case d.sane(d.pos, head):
		if len(d.data)-behind >= plenty {
			return true
		}
		known := behind+blockHeader <= len(d.data)
		if d.read(d.pos, head) == nil && (known || !last[*BlockEnd](&d.tape).odd(d.coder.p)) {
			return true
		}
		if !known {
			return false
		}
	}
	return d.tail.Ahead(len(d.data)-d.pos, func() bool { return d.search() < len(d.data) })
}

// awaitDetection waits until the protocol of a growing demo is certain.
func (d *Decoder) awaitDetection(f *Family, name string) Detection {
	for d.tail.Growing() && !detectable(d.data, f.candidates(f.numberOf(name))) {
		d.grow()
	}
	return d.detect(f, name)
}

// detectable reports whether more data could not change the result of [Detect]: all protocols but one have failed, or
// all the blocks to be tried have arrived. A protocol stated by the server is trusted earlier if it reads all the data
// so far.
func detectable(data []byte, candidates []*Protocol) bool {
	best, open := trial{}, 0
	d := Decoder{data: data}
	for _, p := range candidates {
		t := d.try(p, 0)
		if best.protocol == nil || t.score() > best.score() {
			best = t
		}
		if t.short {
			open++
		}
	}
	switch {
	case best.blocks == 0:
		return len(data) >= undetectable
	case best.full(), open == 0, open == 1 && best.short:
		return true
	}
	return best.short && best.blocks > 1 && best.score()%2 == 1
}

// plenty is more bytes than a search for the next block after damage needs.
const plenty = 64 << 10

// undetectable is the number of bytes of a demo without a readable block that are examined before its protocol is
// guessed.
const undetectable = 64 << 10
