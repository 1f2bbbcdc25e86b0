package wire

// Confidence is the degree of certainty that data matches a format. The Sniff functions of the decoders return it.
type Confidence uint8

const (
	// NotThis means that the data does not match.
	NotThis Confidence = iota
	// Faint means that the start matches but the rest does not. If the file name also matches, the file is a damaged
	// demo.
	Faint
	// Likely means that several consecutive blocks match.
	Likely
	// Certain means that the data contains a signature that no other format has.
	Certain
)

// sniffBlocks is the number of blocks in a row that must look right.
const sniffBlocks = 4

// SniffBlocks returns the confidence that data matches a format without a signature. It calls size with the remaining
// data until enough blocks have matched or the data ends. size must return the length of the first block in its
// argument, or a number less than 1 if no block can start there. For a last block that is cut off but has a complete
// header, size must return the length of the remaining data.
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
