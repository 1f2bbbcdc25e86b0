package wire

// More waits until a growing demo has more than its first have bytes and returns all of it so far: the bytes returned
// before, then new ones. last is set if nothing follows, in which case there may be no new ones. Decoders call it when
// they need more bytes to decide how to continue, so that the end of the data is not mistaken for the end of the demo.
// Bytes once returned never change.
type More func(have int) (data []byte, last bool)

// Tail is the end of a demo that may still be growing. The zero Tail is that of a complete demo.
type Tail struct {
	More More
	// short is the number of bytes after damage that were not enough to determine how to continue.
	short int
}

// minAhead is the number of bytes of a growing demo that must follow damage before the next block is looked for.
const minAhead = 64 << 10

// Growing reports whether more data may follow.
func (t *Tail) Growing() bool { return t.More != nil }

// Grow waits for more data and returns all of it.
func (t *Tail) Grow(data []byte) []byte {
	data, last := t.More(len(data))
	if last {
		t.More = nil
	}
	return data
}

// Ahead reports whether the rest bytes after damage are enough to determine how to continue. It calls found, which
// looks for the next block, only when rest is at least twice that of the last unsuccessful call.
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
