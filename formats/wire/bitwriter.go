package wire

import "encoding/binary"

// BitWriter writes a bit stream in the form that [BitReader] reads. Call Reset before use.
type BitWriter struct {
	buf    []byte
	acc    uint64
	n      uint // bits in acc, below 8 between calls
	coding *Coding
}

// Reset empties w, keeping its memory, and sets the coding.
func (w *BitWriter) Reset(coding *Coding) {
	*w = BitWriter{buf: w.buf[:0], coding: coding}
}

// Len returns the number of bits written.
func (w *BitWriter) Len() int { return len(w.buf)*8 + int(w.n) }

// Data returns the data written so far, padded with zero bits to a whole byte. The slice is valid until the next method
// call.
func (w *BitWriter) Data() []byte {
	w.buf = append(w.buf, byte(w.acc))
	full := w.buf
	w.buf = w.buf[:len(w.buf)-1]
	if w.n == 0 {
		return w.buf
	}
	return full
}

// Raw writes the low n bits of v, uncoded. n must be from 0 to 56.
func (w *BitWriter) Raw(v uint64, n uint) {
	w.acc |= v & (1<<n - 1) << w.n
	w.n += n
	if w.n < 8 {
		return
	}
	w.buf = binary.LittleEndian.AppendUint64(w.buf, w.acc)
	w.buf = w.buf[:len(w.buf)-8+int(w.n>>3)]
	w.acc >>= w.n &^ 7
	w.n &= 7
}

// Bits writes v as an n-bit number. n must be from 0 to 32.
func (w *BitWriter) Bits(v uint32, n uint) {
	low := n & 7
	acc := uint64(v) & (1<<low - 1)
	used := low
	for ; low < n; low += 8 {
		code, k := w.coding.Encode(uint8(v >> low))
		acc |= code << used
		used += k
	}
	w.Raw(acc, used)
}

// Bit writes one bit.
func (w *BitWriter) Bit(v bool) {
	if v {
		w.Raw(1, 1)
	} else {
		w.Raw(0, 1)
	}
}

// Uint8 writes a coded byte.
func (w *BitWriter) Uint8(v uint8) { w.Bits(uint32(v), 8) }

// Int16 writes a 16-bit number.
func (w *BitWriter) Int16(v int16) { w.Bits(uint32(v), 16) }

// Int32 writes a 32-bit number.
func (w *BitWriter) Int32(v int32) { w.Bits(uint32(v), 32) }

// Bytes writes the bytes in b, coded.
func (w *BitWriter) Bytes(b []byte) {
	for _, c := range b {
		w.Uint8(c)
	}
}

// Chars writes the bytes in b and a terminating zero byte, coded.
func (w *BitWriter) Chars(b []byte) {
	w.Bytes(b)
	w.Uint8(0)
}

// RawBits writes n bits of b, uncoded, starting with the lowest bit of b[0].
func (w *BitWriter) RawBits(b []byte, n int) {
	for _, c := range b {
		if n <= 0 {
			return
		}
		w.Raw(uint64(c), uint(min(n, 8)))
		n -= 8
	}
}

// Align writes zeroes up to the next byte boundary.
func (w *BitWriter) Align() {
	if w.n > 0 {
		w.Raw(0, 8-w.n)
	}
}
