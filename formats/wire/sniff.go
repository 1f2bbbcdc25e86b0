package wire

// Confidence is how well data agrees with a format, as reported by the formats' Sniff functions.
type Confidence uint8

const (
	// NotThis: nothing agrees.
	NotThis Confidence = iota
	// Faint: the start looks right but what follows does not: a damaged demo, if the file's name agrees.
	Faint
	// Likely: several blocks in a row look right.
	Likely
	// Certain: there is a mark that no other format has.
	Certain
)

// sniffBlocks is how many blocks in a row must look right.
const sniffBlocks = 4

// SniffBlocks is for formats without a mark. It calls size on what is left of the data until enough blocks looked right
// for the format to be likely, the data ends, or size returns less than 1, which means that no block starts there. The
// last block may be cut off; if its header is whole, size returns the length of what is left.
func SniffBlocks(data []byte, size func([]byte) int) Confidence {
	for i := range sniffBlocks {
		n := size(data)
		switch {
		case n < 1 && i == 0:
			return NotThis
		case n < 1 || n >= len(data) && i == 0:
			return Faint
		case n >= len(data):
			return Likely
		}
		data = data[n:]
	}
	return Likely
}
