package quake3

// NextBlock is where the block at a place of a growing demo ends. It may be beyond the data; it is 0 where more of them is needed to
// know it, -1 where no block can be. last is set if the block marks the end of the demo.
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

// await waits, in a demo that is still growing, until what is there settles how to read on.
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

// settled reports whether bytes behind those that are there could make no difference to how the next block is read.
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

// awaitDetection waits, in a demo that is still growing, until the protocol is certain.
func (d *Decoder) awaitDetection(name string) Detection {
	for d.tail.Growing() && !detectable(d.data, name) {
		d.grow()
	}
	return d.detect(name)
}

// detectable reports whether more data could not change what [Detect] finds: all codings but one have failed, or as many blocks
// as are tried are there. Where a server states a protocol that reads all that is there, that is trusted before.
func detectable(data []byte, name string) bool {
	candidates := candidates(numberOfName(name))
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

// plenty is more than is needed to look for the next block behind damage.
const plenty = 64 << 10

// undetectable is how much of a demo without a readable block is looked at before its protocol is guessed.
const undetectable = 64 << 10
