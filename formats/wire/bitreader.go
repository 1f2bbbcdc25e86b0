package wire

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

const (
	// Slack is the number of bits that may be read past the end of the data without an error, because some servers send
	// valid messages that end early. These bits are zero.
	Slack = 32
	// pad is the number of zero bytes after the data, so that a loop that reads less than pad-8 bytes between two calls to
	// Ok needs no bounds checks.
	pad = 640
)

// BitReader reads a bit stream, starting with the lowest bit of each byte. An n-bit number consists of its low n%8
// bits, uncoded, followed by its remaining bytes, coded, lowest byte first. The reader works on a padded copy of the
// data passed to Reset.
//
// The zero BitReader is empty. A BitReader is not safe for concurrent use.
type BitReader struct {
	buf    []byte // what is read: own, or the caller's data
	own    []byte
	used   int // bytes of own that may not be zero
	pos    uint
	size   uint
	end    uint // no bit at or after this may be read: past size and Slack, 0 after an error
	coding *Coding
	base   int64
	err    error
}

// Reset makes r read from the start of data and clears the error. Error messages use base, the offset of data[0] in the
// demo.
func (r *BitReader) Reset(data []byte, base int64, coding *Coding) {
	n := len(data)
	if len(r.own) < n+pad {
		r.own = make([]byte, n+n/2+pad)
	}
	// The block before may have been longer: zero what it left past the new end.
	if r.used > n+zeroes {
		clear(r.own[n:r.used])
	} else {
		*(*[zeroes]byte)(r.own[n:]) = [zeroes]byte{}
	}
	copy(r.own, data)
	r.used = n
	r.reset(r.own, n, base, coding)
}

// ResetInPlace is like Reset for the first n bytes of data, but does not copy the data. A read past these bytes returns
// the bytes that follow them instead of zeroes. Results are therefore valid only if there is no error and Pos does not
// exceed Size.
func (r *BitReader) ResetInPlace(data []byte, n int, base int64, coding *Coding) {
	r.reset(data, n, base, coding)
}

func (r *BitReader) reset(buf []byte, n int, base int64, coding *Coding) {
	r.buf, r.pos, r.size, r.end = buf, 0, uint(n)*8, uint(n)*8+Slack+1
	r.coding, r.base, r.err = coding, base, nil
}

// zeroes is the number of bytes cleared in one go: few blocks are that much shorter than the one before.
const zeroes = 128

// Grow makes room for n bytes of data. After the next Reset, the slice returned by [BitReader.Window] will have at
// least n+8 bytes.
func (r *BitReader) Grow(n int) {
	if len(r.own) < n+8 {
		r.own = append(r.own, make([]byte, n+8-len(r.own))...)
	}
}

// Err returns the first error, or nil if there is none. The error states the offset in the demo at which it occurred.
func (r *BitReader) Err() error { return r.err }

// Fail sets the sticky error unless it has already been set. It adds the current offset to the error.
func (r *BitReader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("offset %d: %w", r.base+int64(min(r.pos, r.size)/8), fmt.Errorf(format, args...))
		r.end = 0
	}
}

// Ok reports whether all reads so far have succeeded. Reading more than [Slack] bits past the end is an error.
func (r *BitReader) Ok() bool {
	if r.pos < r.end {
		return true
	}
	return r.ended()
}

// ended sets the error of reading too far, unless one is set, and returns false. It is apart so that Ok can be inlined.
//
//go:noinline
func (r *BitReader) ended() bool {
	r.Fail("%d bits read, %d present: %w", r.pos, r.size, ErrShort)
	return false
}

// Pos returns the number of bits read so far. It may exceed Size.
func (r *BitReader) Pos() uint { return r.pos }

// Size returns the number of bits in the data.
func (r *BitReader) Size() uint { return r.size }

// Coding returns the coding passed to Reset.
func (r *BitReader) Coding() *Coding { return r.coding }

// Load returns at least the next 57 bits without consuming them. The lowest bit of the result is the next bit of the
// stream. Bits past the end are zero.
func (r *BitReader) Load() uint64 { return r.At(r.pos) }

// At is like Load, but for the bits that start at bit pos of the stream.
func (r *BitReader) At(pos uint) uint64 {
	i := pos >> 3
	if i+8 > uint(len(r.buf)) {
		return 0
	}
	return binary.LittleEndian.Uint64(r.buf[i:i+8]) >> (pos & 7)
}

// Skip skips n bits.
func (r *BitReader) Skip(n uint) { r.pos += n }

// Seek sets the position in the stream to bit n.
func (r *BitReader) Seek(n uint) { r.pos = n }

// Window returns the data and the padding after it. Bit n of the stream is bit n%8 of byte n/8. Window is meant for
// loops that keep track of the position themselves. Such a loop must regularly pass its position to Seek and then call
// Ok. Between these calls, it must not read more than 600 bytes, or more than [Slack] bits past the end.
func (r *BitReader) Window() []byte { return r.buf }

// Bits reads an unsigned n-bit number. n must be from 0 to 32.
func (r *BitReader) Bits(n uint) uint32 {
	w, codes := r.Load(), r.coding.Codes()
	low := n & 7
	v := uint32(w & (1<<low - 1))
	w >>= low
	pos := r.pos + low
	for ; low < n; low += 8 {
		c := codes.Next(w)
		w >>= c.Len()
		pos += c.Len()
		v |= c.Byte() << (low & 31)
	}
	if pos >= r.end {
		return r.beyond(pos)
	}
	r.pos = pos
	return v
}

// beyond moves to pos, past the end, unless there is an error, and returns 0.
func (r *BitReader) beyond(pos uint) uint32 {
	if r.err == nil {
		r.pos = pos
		r.ended()
	}
	return 0
}

// Signed reads a two's complement n-bit number. n must be from 1 to 32.
func (r *BitReader) Signed(n uint) int32 {
	return int32(r.Bits(n)<<((32-n)&31)) >> ((32 - n) & 31)
}

// Bit reads one bit.
func (r *BitReader) Bit() bool {
	v := r.Load()&1 != 0
	r.pos++
	return r.Ok() && v
}

// Uint8 reads a coded byte.
func (r *BitReader) Uint8() uint8 {
	c := r.coding.Next(r.Load())
	pos := r.pos + c.Len()
	if pos >= r.end {
		return uint8(r.beyond(pos))
	}
	r.pos = pos
	return uint8(c.Byte())
}

// Int16 reads a signed 16-bit number.
func (r *BitReader) Int16() int16 { return int16(r.Bits(16)) }

// Int32 reads a signed 32-bit number.
func (r *BitReader) Int32() int32 {
	v, n := r.coding.Uint32(r.Load())
	pos := r.pos + n
	if pos >= r.end {
		return int32(r.beyond(pos))
	}
	r.pos = pos
	return int32(v)
}

// AppendBytes reads n coded bytes and appends them to dst.
func (r *BitReader) AppendBytes(dst []byte, n int) []byte {
	pos := r.pos
	for ; n > 0 && pos < r.end; n-- {
		c := r.coding.Next(r.At(pos))
		pos += c.Len()
		dst = append(dst, byte(c.Byte()))
	}
	r.pos = pos
	r.Ok()
	return dst
}

// AppendChars reads coded bytes up to and including the next zero byte. It appends them, without the zero byte, to dst.
// It is an error if there are more than limit bytes.
func (r *BitReader) AppendChars(dst []byte, limit int) []byte {
	if r.err != nil {
		return dst
	}
	most, ended := len(dst)+limit, false
	for !ended && len(dst) <= most && r.Ok() {
		w := r.Load()
		for left := 64 - 7; left >= maxCode && !ended; {
			c := r.coding.Next(w)
			w >>= c.Len()
			left -= int(c.Len())
			r.pos += c.Len()
			if ended = c.Byte() == 0; !ended {
				dst = append(dst, byte(c.Byte()))
			}
		}
	}
	if r.Ok() && len(dst) > most {
		r.Fail("text of more than %d bytes", limit)
		dst = dst[:most]
	}
	return dst
}

// AppendRest reads the remaining bits of the data and appends them to dst, uncoded, starting with the lowest bit of
// each byte. It returns the extended slice and the number of bits read.
func (r *BitReader) AppendRest(dst []byte) ([]byte, int) {
	if r.pos >= r.size {
		return dst, 0
	}
	n := r.size - r.pos
	for left := n; left > 0; left -= min(left, 8) {
		b := byte(r.Load())
		if left < 8 {
			b &= 1<<left - 1
		}
		dst = append(dst, b)
		r.pos += min(left, 8)
	}
	return dst, int(n)
}

// ZeroRest reports whether all remaining bits of the data are zero.
func (r *BitReader) ZeroRest() bool {
	for p := r.pos; p < r.size; {
		w := binary.LittleEndian.Uint64(r.buf[p>>3:]) >> (p & 7)
		if w != 0 {
			return uint(bits.TrailingZeros64(w))+p >= r.size
		}
		p += 64 - p&7
	}
	return true
}

// Align skips to the next byte boundary.
func (r *BitReader) Align() { r.pos = (r.pos + 7) &^ 7 }
