package wire

// Confidence is how well bytes agree with a format, as the formats' Sniff say.
type Confidence uint8

const (
	// NotThis is what nothing agrees with.
	NotThis Confidence = iota
	// Faint is a start that looks right, with something else behind it: a
	// damaged demo, if its name says so too.
	Faint
	// Likely is several blocks in a row.
	Likely
	// Certain is a mark that no other format has.
	Certain
)

// sniffBlocks is how many blocks in a row must look right.
const sniffBlocks = 4

// SniffBlocks is for formats without a mark: it calls size on what is left of
// the data, until that many blocks looked right that the format is likely, the
// data ends, or size gives less than 1 for what cannot be a block. The last block
// may be cut; size gives what is left where its head is.
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
