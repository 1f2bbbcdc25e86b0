package wire

// Confidence is a degree of certainty that data matches a format, as returned by the formats' Sniff functions.
type Confidence uint8

const (
	// NotThis means that nothing matches.
	NotThis Confidence = iota
	// Faint means that the start looks right but the rest does not: it is a damaged demo if the file name also matches.
	Faint
	// Likely means that several blocks in a row look right.
	Likely
	// Certain means that the data has a mark that no other format has.
	Certain
)

// sniffBlocks is the number of blocks in a row that must look right.
const sniffBlocks = 4

// SniffBlocks returns the confidence for a format without a mark. It calls size on the remaining data until enough
// blocks look right for the format to be likely, the data ends, or size returns less than 1, meaning that no block
// starts there. The last block may be cut off; if its header is complete, size returns the length of the remaining
// data.
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
