package quake3

import (
	"testing"

	"fragscope/formats/wire"
)

// TestRecurring reads codes that come again, that change, and that are coded in another way: the last number in the Huffman code has the bits
// with which the first plain one begins.
func TestRecurring(t *testing.T) {
	var n recurring
	var w wire.BitWriter
	var r wire.BitReader
	for _, coding := range []*wire.Coding{wire.Huffman(), wire.Plain(), wire.Huffman()} {
		for _, value := range []uint32{0xaa, 0xaa, 7, 7, 0x7fffffff, 0xff000000, 0xff000000, 1 << 24, 0} {
			w.Reset(coding)
			w.Bits(value, 32)
			size := uint(w.Len())
			w.Bits(0x5a, 8)
			r.Reset(w.Data(), 0, coding)
			if v, k := n.read(coding, r.Load(), 4); v != value || k != size {
				t.Errorf("%#x of %d bits reads as %#x of %d", value, size, v, k)
			}
		}
	}
}
