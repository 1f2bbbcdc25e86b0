package wolfenstein

import (
	"fmt"
	"reflect"

	"fragscope/formats/wire"
)

const (
	// maxText bounds a string; engines stop at 1024 for commands and 8192 for configstrings.
	maxText = 1 << 15
	// maxEntries bounds each list in a message.
	maxEntries = 4096
	// maxData is the most bytes that a message can carry.
	maxData = 1<<16 - 1
)

// coder passes messages from or to a bit stream, so that one function is a message's layout in both directions.
type coder struct {
	p       *Protocol
	reading bool
	r       wire.BitReader
	w       wire.BitWriter
	err     error // of writing

	sequence int32 // of the block
	// shift is added to the sequence of snapshots, so that they continue where blocks are renumbered.
	shift int32
	tape  *wire.Tape[Message]
	room
}

// room is memory for the lists of the messages on the tape.
type room struct {
	bytes    []byte
	changes  []FieldChange
	elements []ElementChange
}

func (r *room) empty() { r.bytes, r.changes, r.elements = r.bytes[:0], r.changes[:0], r.elements[:0] }

func newCoder(p *Protocol) coder {
	return coder{p: p, tape: wire.NewTape(len(kinds), func(kind int) Message { return kinds[kind].make() })}
}

// number passes a number of n bits.
func number[T int | uint8 | uint16 | uint32 | int16 | int32](c *coder, v *T, n uint) {
	if c.reading {
		*v = T(c.r.Bits(n))
	} else {
		c.w.Bits(uint32(*v), n)
	}
}

// bit passes a bit.
func (c *coder) bit(v *bool) {
	if c.reading {
		*v = c.r.Bit()
	} else {
		c.w.Bit(*v)
	}
}

// chars passes a string and its terminating zero.
func (c *coder) chars(v *[]byte) {
	if !c.reading {
		c.w.Chars(*v)
		return
	}
	start := len(c.bytes)
	c.bytes = c.r.AppendChars(c.bytes, maxText)
	*v = c.bytes[start:len(c.bytes):len(c.bytes)]
}

// data passes bytes after their number in n bits.
func (c *coder) data(v *[]byte, n uint, limit int) {
	size := len(*v)
	if number(c, &size, n); size > limit {
		c.fail("list of %d bytes", size)
		return
	}
	if !c.reading {
		c.w.Bytes(*v)
		return
	}
	start := len(c.bytes)
	c.bytes = c.r.AppendBytes(c.bytes, size)
	*v = c.bytes[start:len(c.bytes):len(c.bytes)]
}

// next grows a list by an element, which still holds what it was last used for.
func next[T any](s *[]T) *T {
	n := len(*s)
	if n < cap(*s) {
		*s = (*s)[:n+1]
	} else {
		var zero T
		*s = append(*s, zero)
	}
	return &(*s)[n]
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

// write writes a command.
func (c *coder) write(m Message) {
	c.w.Uint8(kindOf[reflect.TypeOf(m)].code)
	m.layout(c)
}

// read reads a block's payload onto the tape, which it empties. After an error the last message is incomplete.
func (c *coder) read(b Block, data []byte) error {
	c.sequence, c.reading = b.Sequence, true
	c.empty()
	c.tape.Clear()
	r := &c.r
	r.Reset(data, b.Offset+blockHeader, wire.Huffman())
	block := c.take(kindBlock).(*Block)
	*block = b
	block.layout(c)
	for r.Ok() {
		kind, code := c.command()
		if kind == kindBlockEnd {
			end := c.take(kindBlockEnd).(*BlockEnd)
			end.Open = code != svcEnd
			end.layout(c)
			break
		}
		if kind == 0 || code == svcPlayers && !c.p.TV {
			c.fail("command %d is unknown", code)
			break
		}
		c.take(kind).layout(c)
	}
	r.Ok()
	return r.Err()
}

// command reads the byte of the next command and returns the row of its kind. A missing command also ends the block.
func (c *coder) command() (kind int, code uint8) {
	r := &c.r
	first := r.Coding().Next(r.Load())
	last := r.Pos()>>3+1 >= r.Size()>>3
	if code = uint8(first.Byte()); last && (code != svcEnd || r.Pos()+first.Len() > r.Size()) {
		return kindBlockEnd, 0
	}
	r.Skip(first.Len())
	if code == svcEnd {
		return kindBlockEnd, code
	}
	for i, k := range kinds {
		if k.code != 0 && k.code == code {
			return i, code
		}
	}
	return 0, code
}

// take puts a message of a kind on the tape.
func (c *coder) take(kind int) Message {
	m := c.tape.Take(kind)
	c.tape.Handle(m)
	return m
}

// last returns the last message of type M that was read, or nil.
func last[M Message](c *coder) (none M) {
	list := c.tape.Messages()
	for i := len(list) - 1; i >= 0; i-- {
		if m, ok := list[i].(M); ok {
			return m
		}
	}
	return none
}
