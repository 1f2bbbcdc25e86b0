package wire

import (
	"encoding/binary"
	"math"
)

// Writer appends little-endian values to a byte slice. It is the counterpart to [Reader]. The zero Writer is ready to
// use.
type Writer struct {
	buf []byte
}

// Reset empties w but keeps its memory.
func (w *Writer) Reset() { w.buf = w.buf[:0] }

// Data returns the data written so far. The slice is valid until the next method call.
func (w *Writer) Data() []byte { return w.buf }

// Len returns the number of bytes written.
func (w *Writer) Len() int { return len(w.buf) }

// Bytes appends the bytes in b.
func (w *Writer) Bytes(b []byte) { w.buf = append(w.buf, b...) }

// Uint8 appends a byte.
func (w *Writer) Uint8(v uint8) { w.buf = append(w.buf, v) }

// Int8 appends a signed byte.
func (w *Writer) Int8(v int8) { w.Uint8(uint8(v)) }

// Uint16 appends a 16-bit number.
func (w *Writer) Uint16(v uint16) { w.buf = binary.LittleEndian.AppendUint16(w.buf, v) }

// Int16 appends a signed 16-bit number.
func (w *Writer) Int16(v int16) { w.Uint16(uint16(v)) }

// Uint32 appends a 32-bit number.
func (w *Writer) Uint32(v uint32) { w.buf = binary.LittleEndian.AppendUint32(w.buf, v) }

// Int32 appends a signed 32-bit number.
func (w *Writer) Int32(v int32) { w.Uint32(uint32(v)) }

// Uint64 appends a 64-bit number.
func (w *Writer) Uint64(v uint64) { w.buf = binary.LittleEndian.AppendUint64(w.buf, v) }

// Float32 appends an IEEE 754 float.
func (w *Writer) Float32(v float32) { w.Uint32(math.Float32bits(v)) }

// Chars appends the bytes in b and a terminating zero byte.
func (w *Writer) Chars(b []byte) {
	w.Bytes(b)
	w.Uint8(0)
}

// String appends s and a terminating zero byte.
func (w *Writer) String(s string) {
	w.buf = append(w.buf, s...)
	w.Uint8(0)
}
