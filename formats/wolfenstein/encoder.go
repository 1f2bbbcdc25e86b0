package wolfenstein

import (
	"io"

	"fragscope/formats/wire"
)

// Encoder is a [Handler] that writes a demo. Given the messages of a decoded demo, it reproduces that demo byte for
// byte; for a new demo it computes lengths, field counts and masks. It is not safe for concurrent use.
type Encoder struct {
	out   io.Writer
	c     coder
	open  bool // inside a block
	ended bool
}

// NewEncoder returns an Encoder that writes to w in o.Protocol or, if that is nil, in the protocol that o.Name implies,
// otherwise in that of Enemy Territory.
func NewEncoder(w io.Writer, o Options) *Encoder {
	p := o.Protocol
	if p == nil {
		p = candidates(numberOfName(o.Name))[0]
	}
	e := &Encoder{out: w, c: newCoder(p)}
	e.c.w.Reset(wire.Huffman())
	return e
}

// Finish writes the end block, unless an [End] was handled, and returns the first error, from the writer or about a
// message that the protocol cannot express. Nothing is written after an error.
func (e *Encoder) Finish() error {
	if !e.ended {
		e.Handle(&End{Marker: true, Sequence: -1, Length: -1})
	}
	return e.c.err
}

// Handle writes a message. The Offset and Length of a [Block] are ignored.
func (e *Encoder) Handle(m Message) {
	c := &e.c
	_, outside := m.(*Skipped)
	if _, ends := m.(*End); ends {
		outside, e.ended = true, true
	}
	if b, begins := m.(*Block); begins || outside {
		if e.open {
			c.fail("block %d is not ended", c.sequence)
		}
		if e.open = begins; begins {
			c.sequence = b.Sequence
		}
		c.w.Reset(wire.Huffman())
		if m.layout(c); outside {
			e.write(c.w.Data())
		}
		return
	}
	if !e.open {
		c.fail("message outside of a block")
	}
	if end, ends := m.(*BlockEnd); ends {
		e.open = false
		end.layout(c)
		e.block((c.w.Len() - end.Overrun + 7) / 8)
		return
	}
	c.write(m)
}

// block writes the first size bytes of the block.
func (e *Encoder) block(size int) {
	if size > MaxBlock {
		e.c.fail("block %d has %d bytes", e.c.sequence, size)
	}
	if e.c.err == nil {
		e.write(append(header{e.c.sequence, int32(size)}.append(nil), e.c.w.Data()[:size]...))
	}
}

func (e *Encoder) write(b []byte) {
	if e.c.err == nil && len(b) > 0 {
		_, e.c.err = e.out.Write(b)
	}
}
