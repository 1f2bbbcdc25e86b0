package wire

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"
)

func TestHuffmanKraft(t *testing.T) {
	// A prefix code fills each place of the table once; one of the 2048 is that
	// of the engine's leaf for bytes not seen yet.
	sum := 0
	for b := range 256 {
		code, n := huffman.Encode(uint8(b))
		if code>>n != 0 {
			t.Errorf("code of %d has more than its %d bits", b, n)
		}
		sum += 1 << (maxCode - n)
		if got := huffman.Next(code); got.Byte() != uint32(b) || got.Len() != n {
			t.Errorf("byte %d decodes as %d of %d bits, want %d bits", b, got.Byte(), got.Len(), n)
		}
	}
	if sum != 1<<maxCode-1 {
		t.Errorf("codes fill %d places of %d", sum, 1<<maxCode-1)
	}
}

func TestBitReaderFixture(t *testing.T) {
	cases := []struct {
		name   string
		coding *Coding
		data   []byte
	}{
		{"plain", Plain(), []byte{
			0b0101_0_011, // 3 bits: 3; 1 bit: 0; low 4 bits of the 13-bit 0x1005: 5
			0b0000_0000,  // its bits 4 to 11
			0b1111111_1,  // its bit 12; 7 bits of the byte 0xff
			0b0000000_1,  // the last bit; fill
			'h', 'i', 0,  // after Align: text
		}},
		{"huffman", Huffman(), nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var w BitWriter
			w.Reset(c.coding)
			w.Bits(3, 3)
			w.Bit(false)
			w.Bits(0x1005, 13)
			w.Uint8(0xff)
			w.Align()
			w.Chars([]byte("hi"))
			if c.data != nil && !bytes.Equal(w.Data(), c.data) {
				t.Fatalf("wrote %08b, want %08b", w.Data(), c.data)
			}
			var r BitReader
			r.Reset(w.Data(), 0, c.coding)
			if v := r.Bits(3); v != 3 {
				t.Errorf("3 bits: %d", v)
			}
			if r.Bit() {
				t.Error("bit is set")
			}
			if v := r.Signed(13); v != 0x1005-0x2000 {
				t.Errorf("13 bits: %d", v)
			}
			if v := r.Uint8(); v != 0xff {
				t.Errorf("byte: %d", v)
			}
			r.Align()
			if v := r.AppendChars(nil, 10); string(v) != "hi" {
				t.Errorf("text: %q", v)
			}
			if r.Err() != nil || !r.ZeroRest() {
				t.Errorf("err %v, pos %d of %d", r.Err(), r.Pos(), r.Size())
			}
		})
	}
}

func TestHuffmanFixture(t *testing.T) {
	// Byte 0 is the bits 0, 1, byte 8 (the end of a message) is 1, 0, 1, 0, 1.
	var w BitWriter
	w.Reset(Huffman())
	w.Uint8(0)
	w.Uint8(8)
	if want := []byte{0b0_10101_10}; w.Len() != 7 || !bytes.Equal(w.Data(), want) {
		t.Errorf("%d bits %08b, want %08b", w.Len(), w.Data(), want)
	}
}

func TestBitsRoundTrip(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	type value struct {
		v uint32
		n uint
	}
	for _, coding := range []*Coding{Plain(), Huffman()} {
		var w BitWriter
		w.Reset(coding)
		values := make([]value, 5000)
		for i := range values {
			n := uint(rnd.IntN(32)) + 1
			values[i] = value{rnd.Uint32() >> (32 - n), n}
			w.Bits(values[i].v, n)
		}
		var r BitReader
		r.Reset(w.Data(), 0, coding)
		for i, v := range values {
			if got := r.Bits(v.n); got != v.v {
				t.Fatalf("value %d of %d bits: %#x, want %#x", i, v.n, got, v.v)
			}
		}
		if int(r.Pos()) != w.Len() {
			t.Errorf("read %d bits, wrote %d", r.Pos(), w.Len())
		}
	}
}

func TestBitReaderEnd(t *testing.T) {
	var r BitReader
	r.Reset([]byte{0xff}, 100, Plain())
	if v := r.Bits(16); v != 0xff || r.Err() != nil {
		t.Errorf("16 bits: %#x, %v; the missing 8 are zeroes", v, r.Err())
	}
	r.Bits(32)
	if !errors.Is(r.Err(), ErrShort) {
		t.Errorf("48 bits of 8: %v", r.Err())
	}
	if v := r.Bits(8); v != 0 {
		t.Errorf("after an error: %d", v)
	}
}

// TestBitReaderReuse holds that nothing of longer data shows behind shorter ones.
func TestBitReaderReuse(t *testing.T) {
	var r BitReader
	for _, n := range []int{5000, 3, 700, 650, 600, 8, 9000, 0} {
		r.ResetInPlace(bytes.Repeat([]byte{0x55}, n+9), n, 0, Plain())
		r.Reset(bytes.Repeat([]byte{0xff}, n), 0, Plain())
		r.Seek(uint(8 * n))
		for range pad/8 - 1 {
			if r.Load() != 0 {
				t.Fatalf("bits behind %d bytes: %#x at %d", n, r.Load(), r.Pos())
			}
			r.Skip(64)
		}
	}
	r.Grow(1 << 15)
	if r.Reset(nil, 0, Plain()); len(r.Window()) < 1<<15+8 {
		t.Errorf("a window of %d bytes", len(r.Window()))
	}
}

func TestAppendRest(t *testing.T) {
	var r BitReader
	r.Reset([]byte{0b1010_0000, 0b11}, 0, Plain())
	r.Skip(4)
	rest, n := r.AppendRest(nil)
	if n != 12 || !bytes.Equal(rest, []byte{0b0011_1010, 0}) {
		t.Errorf("%d bits %08b", n, rest)
	}
	var w BitWriter
	w.Reset(Plain())
	w.Raw(0, 4)
	w.RawBits(rest, n)
	if !bytes.Equal(w.Data(), []byte{0b1010_0000, 0b11}) {
		t.Errorf("written back: %08b", w.Data())
	}
}

// TestBitValues passes bytes and numbers, and goes to places.
func TestBitValues(t *testing.T) {
	for _, coding := range []*Coding{Plain(), Huffman()} {
		var w BitWriter
		w.Reset(coding)
		w.Bit(true)
		w.Int16(-2)
		w.Int32(-3)
		start := uint(w.Len())
		w.Bytes([]byte{1, 0, 2})
		w.Chars([]byte("text"))
		end := uint(w.Len())
		w.Align()
		w.Bytes(make([]byte, 20))
		var r BitReader
		r.Reset(w.Data(), 0, coding)
		if r.Coding() != coding || r.Size() != uint(len(w.Data()))*8 || len(r.Window()) < len(w.Data())+Slack/8 {
			t.Errorf("reads %d bits by %p", r.Size(), r.Coding())
		}
		if bit, a, b := r.Bit(), r.Int16(), r.Int32(); !bit || a != -2 || b != -3 || r.Pos() != start {
			t.Errorf("read %v %d %d", bit, a, b)
		}
		if got := r.AppendBytes([]byte{9}, 3); !bytes.Equal(got, []byte{9, 1, 0, 2}) || r.ZeroRest() {
			t.Errorf("bytes % x", got)
		}
		if got := r.AppendChars([]byte("a "), 4); string(got) != "a text" || r.Pos() != end {
			t.Errorf("text %q", got)
		}
		if coding == Plain() && !r.ZeroRest() {
			t.Error("the rest is not zero")
		}
		r.Seek(start)
		if r.Skip(1); r.Pos() != start+1 {
			t.Errorf("at bit %d", r.Pos())
		}
		r.Seek(1 << 20)
		if r.Load() != 0 || r.Ok() || len(r.AppendBytes(nil, 2)) != 0 || len(r.AppendChars(nil, 2)) != 0 {
			t.Error("reads far behind the end")
		}
		if rest, n := r.AppendRest(nil); len(rest) != 0 || n != 0 {
			t.Errorf("a rest of %d bits behind the end", n)
		}
	}
}

func BenchmarkBits(b *testing.B) {
	var w BitWriter
	w.Reset(Huffman())
	for i := range 1000 {
		w.Bits(uint32(i), 32)
	}
	data := w.Data()
	var r BitReader
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		r.Reset(data, 0, Huffman())
		for range 1000 {
			r.Bits(32)
		}
	}
}

// TestTextLimit holds that a text of as many bytes as it may have is read, and one of a byte more is an error.
func TestTextLimit(t *testing.T) {
	for _, coding := range []*Coding{Plain(), Huffman()} {
		for limit := range 40 {
			for _, n := range []int{limit, limit + 1, limit + 2} {
				var w BitWriter
				w.Reset(coding)
				w.Chars(bytes.Repeat([]byte("e"), n))
				var r BitReader
				r.Reset(w.Data(), 0, coding)
				got := r.AppendChars([]byte("a"), limit)
				if n > limit != (r.Err() != nil) || len(got) != 1+min(n, limit) {
					t.Errorf("%d bytes of at most %d: %q, %v", n, limit, got, r.Err())
				}
			}
		}
	}
}
