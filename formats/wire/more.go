package wire

// More returns all data received so far of a growing demo. It first waits until the demo is longer than the number of
// bytes given by have, or until the demo ends. last is true if the demo has ended; there may then be no new bytes.
// Bytes that More has returned never change. Decoders call More when they cannot determine how to continue without more
// data. They do not treat the end of the data as the end of the demo unless last is true.
type More func(have int) (data []byte, last bool)

// Tail represents the end of a demo that may still be growing. The zero Tail is the end of a complete demo.
type Tail struct {
	More More
	// short is the number of bytes after damage that were not enough to determine how to continue.
	short int
}

// minAhead is the number of bytes of a growing demo that must follow damage before the next block is looked for.
const minAhead = 64 << 10

// Growing reports whether more data may follow.
func (t *Tail) Growing() bool { return t.More != nil }

// Grow waits until the demo is longer than data, and then returns all data received so far.
func (t *Tail) Grow(data []byte) []byte {
	data, last := t.More(len(data))
	if last {
		t.More = nil
	}
	return data
}

// Ahead reports whether a decoder can continue after a damaged section of a growing demo. rest is the number of bytes
// received after that section. The function found must search these bytes for the next block. To limit the number of
// searches, Ahead calls found only if rest is at least 64 KiB and has at least doubled since the last unsuccessful
// call. Otherwise, it returns false.
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
