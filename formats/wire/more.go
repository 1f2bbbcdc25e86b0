package wire

// More waits until a growing demo has more than have bytes, then returns the whole demo received so far. last is true
// if the demo has ended, in which case there may be no new bytes. Decoders call More when they need more bytes to
// determine how to continue, so that they do not mistake the end of the data for the end of the demo. Bytes that have
// been returned never change.
type More func(have int) (data []byte, last bool)

// Tail represents the end of a demo that may still be growing. The zero Tail represents the end of a complete demo.
type Tail struct {
	More More
	// short is the number of bytes after damage that were not enough to determine how to continue.
	short int
}

// minAhead is the number of bytes of a growing demo that must follow damage before the next block is looked for.
const minAhead = 64 << 10

// Growing reports whether more data may follow.
func (t *Tail) Growing() bool { return t.More != nil }

// Grow waits until the demo is longer than data, then returns the whole demo received so far.
func (t *Tail) Grow(data []byte) []byte {
	data, last := t.More(len(data))
	if last {
		t.More = nil
	}
	return data
}

// Ahead reports whether a decoder can continue after a damaged section of a growing demo. rest is the number of bytes
// received after that section, and found is a function that searches them for the next block. To limit the number of
// searches, Ahead returns false without calling found unless rest is at least 64 KiB and has at least doubled since the
// last unsuccessful call.
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
