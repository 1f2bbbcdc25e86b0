package wire

// Confidence describes how certain it is that data matches a format. The decoders' Sniff functions return it.
type Confidence uint8

const (
	// NotThis means that the data does not match.
	NotThis Confidence = iota
	// Faint means that only the start of the data matches. If the file name matches too, the file is a damaged demo.
	Faint
	// Likely means that several consecutive blocks match.
	Likely
	// Certain means that the data contains a signature that no other format has.
	Certain
)

// sniffBlocks is the number of blocks in a row that must look right.
const sniffBlocks = 4

// SniffBlocks reports how likely it is that data is in a given format. It is meant for formats that have no signature.
// SniffBlocks repeatedly calls size with the remaining data, until enough blocks have matched or the data ends. size
// must return the length of the block at the start of its argument, or a number less than 1 if no block can start
// there. If the header of the block is complete but the block is truncated, size must return the length of its
// argument.
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
