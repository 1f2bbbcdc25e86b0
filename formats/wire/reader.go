// Package wire reads and writes the two kinds of streams found in Quake demos: little-endian bytes, and bits that may
// be Huffman-coded (Quake III). It does not depend on any game.
//
// A read past the end, or a call to [Reader.Fail], sets a sticky error. From then on, all reads return zeroes. A
// decoder can therefore read a whole message before it checks for an error.
package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// ErrShort indicates a read past the end of the data.
var ErrShort = errors.New("data ends early")

// Reader reads little-endian values from a byte slice. The zero Reader is empty. A Reader is not safe for concurrent
// use.
type Reader struct {
	data []byte
	pos  int
	base int64
	err  error
}

// Reset makes r read from the start of data and clears the error. Error messages use base, the offset of data[0] in the
// demo.
func (r *Reader) Reset(data []byte, base int64) {
	*r = Reader{data: data, base: base}
}

// Err returns the first error, or nil if there is none. The error states the offset in the demo at which it occurred.
func (r *Reader) Err() error { return r.err }

// Pos returns the number of bytes read so far.
func (r *Reader) Pos() int { return r.pos }

// Offset returns the offset of the next byte in the demo.
func (r *Reader) Offset() int64 { return r.base + int64(r.pos) }

// Len returns the number of bytes left, or 0 after an error.
func (r *Reader) Len() int {
	return len(r.data) - r.pos
}

// Fail sets the sticky error unless it has already been set. It adds the current offset to the error.
func (r *Reader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("offset %d: %w", r.Offset(), fmt.Errorf(format, args...))
		r.data = r.data[:r.pos] // so that reads need check only what is left
	}
}

// take returns the next n bytes, or nil after setting the error.
func (r *Reader) take(n int) []byte {
	if uint(n) > uint(len(r.data)-r.pos) {
		r.short(n)
		return nil
	}
	b := r.data[r.pos : r.pos+n]
	r.pos += n
	return b
}

// short sets the error for a read of n bytes.
func (r *Reader) short(n int) {
	r.Fail("%d bytes wanted, %d left: %w", n, len(r.data)-r.pos, ErrShort)
}

// Bytes returns the next n bytes, or nil on error. The slice aliases the data.
func (r *Reader) Bytes(n int) []byte { return r.take(n) }

// Skip skips n bytes.
func (r *Reader) Skip(n int) { r.take(n) }

// Peek returns the next byte without consuming it. At the end of the data or after an error, it returns -1.
func (r *Reader) Peek() int {
	if r.pos >= len(r.data) {
		return -1
	}
	return int(r.data[r.pos])
}

// Uint8 reads a byte.
func (r *Reader) Uint8() uint8 {
	if r.pos < len(r.data) {
		r.pos++
		return r.data[r.pos-1]
	}
	return r.noByte()
}

// noByte sets the error for a read of one byte.
//
//go:noinline
func (r *Reader) noByte() uint8 {
	r.short(1)
	return 0
}

// Int8 reads a signed byte.
func (r *Reader) Int8() int8 { return int8(r.Uint8()) }

// Uint16 reads a 16-bit number.
func (r *Reader) Uint16() uint16 {
	if at := r.pos; len(r.data)-at >= 2 {
		r.pos = at + 2
		return binary.LittleEndian.Uint16(r.data[at:])
	}
	r.short(2)
	return 0
}

// Int16 reads a signed 16-bit number.
func (r *Reader) Int16() int16 { return int16(r.Uint16()) }

// Uint32 reads a 32-bit number.
func (r *Reader) Uint32() uint32 {
	if at := r.pos; len(r.data)-at >= 4 {
		r.pos = at + 4
		return binary.LittleEndian.Uint32(r.data[at:])
	}
	r.short(4)
	return 0
}

// Int32 reads a signed 32-bit number.
func (r *Reader) Int32() int32 { return int32(r.Uint32()) }

// Uint64 reads a 64-bit number.
func (r *Reader) Uint64() uint64 {
	if at := r.pos; len(r.data)-at >= 8 {
		r.pos = at + 8
		return binary.LittleEndian.Uint64(r.data[at:])
	}
	r.short(8)
	return 0
}

// Float32 reads an IEEE 754 float.
func (r *Reader) Float32() float32 { return math.Float32frombits(r.Uint32()) }

// Chars reads bytes up to and including the next zero byte. It returns them without the zero byte, as a slice that
// aliases the data. It is an error if there is no zero byte.
func (r *Reader) Chars() []byte {
	if r.err != nil {
		return nil
	}
	for i := r.pos; i < len(r.data); i++ {
		if r.data[i] == 0 {
			b := r.data[r.pos:i]
			r.pos = i + 1
			return b
		}
	}
	r.Fail("text of %d bytes has no end: %w", len(r.data)-r.pos, ErrShort)
	return nil
}

// String is like [Reader.Chars], but returns the bytes as a string.
func (r *Reader) String() string { return string(r.Chars()) }
