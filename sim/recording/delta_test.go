package recording

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// TestAppendUvarint appends values about each power of two, with and without room behind them.
func TestAppendUvarint(t *testing.T) {
	for shift := range 64 {
		for _, v := range []uint64{1<<shift - 1, 1 << shift, 1<<shift + 1, 0xaaaaaaaaaaaaaaaa >> (63 - shift)} {
			want := binary.AppendUvarint([]byte("ab"), v)
			if got := appendUvarint([]byte("ab"), v); !bytes.Equal(got, want) {
				t.Errorf("%#x becomes % x, want % x", v, got, want)
			}
			if got := appendUvarint(append(make([]byte, 0, 64), "ab"...), v); !bytes.Equal(got, want) {
				t.Errorf("%#x becomes % x where there is room, want % x", v, got, want)
			}
		}
	}
}
