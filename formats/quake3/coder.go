package quake3

import (
	"fmt"
	"reflect"

	"fragscope/formats/wire"
)

const (
	// maxText bounds a string; engines stop at 1024 for commands and 8192 for configstrings.
	maxText = 1 << 15
	// maxEntries bounds each list in a message, because a message has enough bits for far more entries than can exist.
	maxEntries = 4 * MaxEntities
)

// coder passes messages from a bit stream to a tape or, when writing, to a bit stream, so that one function can be a
// message's layout in both directions. It has no state from one block to the next.
type coder struct {
	p       *Protocol
	reading bool
	r       wire.BitReader
	t       *tape // receives what is read
	w       wire.BitWriter
	err     error // of writing

	// Values of the last block read: its acknowledge; the upper half of its snapshot's time, which changes once a
	// minute; that snapshot's flags, the length of its area mask and the first byte of that.
	acknowledge, minute, area recurring

	sequence int32 // of the block
	code     uint8 // of the command
	// shift is added to the sequence of snapshots, so that they continue where blocks are renumbered.
	shift int32
}

// recurring remembers a run of codes that usually recur unchanged. Comparing their bits with the previous ones is
// faster than decoding them: a processor predicts the result of the comparison and continues, whereas it must wait for
// the length of each code before it can look up the next.
type recurring struct {
	coding     *wire.Coding
	bits, mask uint64
	value      uint32
	size       uint // in bits
}

// read returns up to four coded bytes from the lowest bits of w, the first byte lowest, and the number of bits that
// they occupy.
func (n *recurring) read(coding *wire.Coding, w uint64, codes int) (v uint32, size uint) {
	if n.coding != coding || w&n.mask != n.bits {
		n.learn(coding, w, codes)
	}
	return n.value, n.size
}

func (n *recurring) learn(coding *wire.Coding, w uint64, codes int) {
	rest := w
	n.coding, n.value, n.size = coding, 0, 0
	for i := range codes {
		c := coding.Next(rest)
		rest >>= c.Len()
		n.size += c.Len()
		n.value |= c.Byte() << (8 * i & 31)
	}
	n.mask = 1<<n.size - 1
	n.bits = w & n.mask
}

// number passes a number of n bits.
func number[T int | uint8 | uint16 | uint32 | int16 | int32](c *coder, v *T, n uint) {
	if c.reading {
		*v = T(c.r.Bits(n))
	} else {
		c.w.Bits(uint32(*v), n)
	}
}

// int32 passes a number of 32 bits.
func (c *coder) int32(v *int32) {
	if c.reading {
		*v = c.r.Int32()
	} else {
		c.w.Bits(uint32(*v), 32)
	}
}

// uint8 passes a byte.
func (c *coder) uint8(v *uint8) {
	if c.reading {
		*v = c.r.Uint8()
	} else {
		c.w.Uint8(*v)
	}
}

// chars passes a string and its terminating zero.
func (c *coder) chars(v *[]byte) {
	if !c.reading {
		c.w.Chars(*v)
		return
	}
	start := len(c.t.bytes)
	c.t.bytes = c.r.AppendChars(c.t.bytes, maxText)
	*v = c.t.bytes[start:len(c.t.bytes):len(c.t.bytes)]
}

// bytes passes n bytes.
func (c *coder) bytes(v *[]byte, n int) {
	if !c.reading {
		c.w.Bytes(*v)
		return
	}
	start := len(c.t.bytes)
	c.t.bytes = c.r.AppendBytes(c.t.bytes, n)
	*v = c.t.bytes[start:len(c.t.bytes):len(c.t.bytes)]
}

// raw writes bytes outside blocks.
func (c *coder) raw(data []byte) { c.w.RawBits(data, 8*len(data)) }

// size passes the length of data as a number of n bits. It is an error if the length exceeds limit.
func (c *coder) size(data []byte, n uint, limit int, what string) int {
	size := len(data)
	if number(c, &size, n); size > limit {
		c.fail("%s of %d bytes", what, size)
	}
	return size
}

// element passes an element of a list. When reading, the element is appended unless it is incomplete.
func element[T any, L interface {
	*T
	layout(*coder)
}](c *coder, list *[]T, i int) {
	if !c.reading {
		L(&(*list)[i]).layout(c)
		return
	}
	e := L(next(list))
	if e.layout(c); !c.ok() {
		*list = (*list)[:i]
	}
}

// ok reports whether there has been no error.
func (c *coder) ok() bool {
	if c.reading {
		return c.r.Ok()
	}
	return c.err == nil
}

// fail sets the sticky error.
func (c *coder) fail(format string, args ...any) {
	if c.reading {
		c.r.Fail(format, args...)
	} else if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// align passes the padding of a command's last byte.
func (c *coder) align() {
	switch {
	case !c.p.MaskedDeltas:
	case c.reading:
		c.r.Align()
	default:
		c.w.Align()
	}
}

// write writes a command.
func (c *coder) write(m Message) {
	k := kindOf[reflect.TypeOf(m)]
	c.code = k.code
	if v, ok := m.(*Voice); ok && v.Code == svcVoiceSpeex {
		c.code = v.Code
	}
	if kinds[c.p.kinds[c.code]].name != k.name {
		c.fail("protocol %d has no message %q", c.p.Number, k.name)
		return
	}
	c.w.Uint8(c.code)
	m.layout(c)
	c.align()
}

// read reads a block's payload, the first n bytes of data, onto t. After an error the last message of t is incomplete.
func (c *coder) read(t *tape, b Block, data []byte, n int) error {
	c.t, c.sequence, c.reading = t, b.Sequence, true
	r, before := &c.r, len(t.messages)
	if len(data) >= len(window{}) {
		r.ResetInPlace(data, n, b.Offset+blockHeader, c.p.coding())
		if c.commands(b) == nil && r.Pos() <= r.Size() {
			return nil
		}
		t.messages = t.messages[:before] // the coder needs zeroes to read past the end
	}
	r.Grow(windowSize)
	r.Reset(data[:n], b.Offset+blockHeader, c.p.coding())
	return c.commands(b)
}

// commands reads the payload given to the reader.
func (c *coder) commands(b Block) error {
	r, t := &c.r, c.t
	block := t.take(kindBlock).(*Block)
	*block = b
	block.layout(c)
	for r.Ok() {
		if kind, ended := c.ended(); ended {
			end := t.take(kindBlockEnd).(*BlockEnd)
			end.Kind = kind
			end.layout(c)
			break
		}
		if int(c.code) >= len(c.p.kinds) || c.p.kinds[c.code] == 0 {
			c.fail("command %d is unknown", c.code)
			break
		}
		t.take(c.p.kinds[c.code]).layout(c)
		c.align()
	}
	r.Ok()
	return r.Err()
}

// ended reads the byte of the next command and reports whether it, or its absence, ends the block.
func (c *coder) ended() (kind EndKind, ended bool) {
	r := &c.r
	code := r.Coding().Next(r.Load())
	if c.atEnd(code) {
		return EndData, true
	}
	r.Skip(code.Len())
	switch c.code = uint8(code.Byte()); c.code {
	case c.p.endCode():
		return EndMarker, true
	case svcEnd:
		return EndForeign, true
	}
	return 0, false
}

// atEnd reports whether no command follows. That is the case if the data is used up or if, in a compressed stream, only
// part of the last byte remains and code, the next code, is not the end command.
func (c *coder) atEnd(code wire.Code) bool {
	r := &c.r
	if !c.p.Compressed || r.Pos()>>3+1 < r.Size()>>3 {
		return r.Pos() >= r.Size()
	}
	return code.Byte() != svcEnd || r.Pos()+code.Len() > r.Size()
}
