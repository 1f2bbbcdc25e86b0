package wire

// More waits until there is more of a demo than its first have bytes, and returns all of it so far: what it returned before, with
// more behind it. last is set if nothing follows; then there may be no more than before. Decoders of demos that are still
// growing call it where what is there does not settle how to read on, so that the end of what is there is not taken for
// the end of the demo. Bytes once returned never change.
type More func(have int) (data []byte, last bool)

// Tail is the end of a demo that may still be growing. The zero Tail is that of a demo that is there in full.
type Tail struct {
	More More
	// short is how much of the demo was not enough to find out how to read on behind damage.
	short int
}

// minAhead is how much of a demo that is still growing must be there before the next block is looked for behind damage.
const minAhead = 64 << 10

// Growing reports whether more may follow.
func (t *Tail) Growing() bool { return t.More != nil }

// Grow waits for more than is there and returns all.
func (t *Tail) Grow(data []byte) []byte {
	data, last := t.More(len(data))
	if last {
		t.More = nil
	}
	return data
}

// Ahead reports whether what is there behind damage is enough to find out how to read on. It asks found, which looks for the next
// block, where so many bytes are there that it is worth it: each time twice as many as the last time.
func (t *Tail) Ahead(rest int, found func() bool) bool {
	if rest < max(minAhead, 2*t.short) {
		return false
	}
	t.short = rest
	if found() {
		t.short = 0
		return true
	}
	return false
}
