package wire

// Confidence is the degree to which data matches a format, as returned by the Sniff functions of the formats.
type Confidence uint8

const (
	// NotThis means that nothing matches.
	NotThis Confidence = iota
	// Faint means that the start looks right but what follows does not: a damaged demo, if the file name matches too.
	Faint
	// Likely means that several blocks in a row look right.
	Likely
	// Certain means that the data has a mark that no other format has.
	Certain
)

// sniffBlocks is how many blocks in a row must look right.
const sniffBlocks = 4

// SniffBlocks returns the confidence for a format without a mark. It calls size on the remaining data until enough
// blocks look right for the format to be likely, the data ends, or size returns less than 1, meaning that no block
// starts there. The last block may be cut off; if its header is whole, size returns the length of the remaining data.
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
