package quake3

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"fragscope/formats/wire"
)

// TestRecurring reads codes that come again, that change, and that are coded in another way: the last number in the
// Huffman code has the bits with which the first plain one begins.
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

// listed are the messages on a tape as text.
func listed(t *tape) []string {
	var j journal
	for _, m := range t.messages {
		j.Handle(m)
	}
	return j.lines
}

// TestReadInPlace reads messages, whole and cut, within data that go on behind them as they are read alone.
func TestReadInPlace(t *testing.T) {
	behind := bytes.Repeat([]byte{0xff, 0x5a, 0}, windowSize)
	for _, p := range protocols {
		alone, within := coder{p: p}, coder{p: p}
		overrun := 0
		for data := seedDemo(p); len(data) > 2*blockHeader; {
			h, _ := headerAt(data, 0)
			message := data[blockHeader:][:h.length]
			data = data[blockHeader+int(h.length):]
			for n := range len(message) + 1 {
				var want, got tape
				b := Block{Offset: 9, Length: n, Sequence: 3}
				wantErr := alone.read(&want, b, message[:n], n)
				gotErr := within.read(&got, b, slices.Concat(message[:n], behind), n)
				if fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
					t.Fatalf("protocol %d, %d of %d bytes: %v, want %v", p.Number, n, len(message), gotErr, wantErr)
				}
				if got, want := listed(&got), listed(&want); !slices.Equal(got, want) {
					t.Fatalf("protocol %d, %d of %d bytes: %q, want %q", p.Number, n, len(message), got, want)
				}
				if end := last[*BlockEnd](&want); end != nil && end.Overrun > 0 {
					overrun++
				}
			}
		}
		if overrun == 0 {
			t.Errorf("protocol %d: no message was read beyond its end", p.Number)
		}
	}
}
