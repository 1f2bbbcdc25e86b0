package quake3

import (
	"io"

	"fragscope/formats/wire"
)

// Encoder is a [Handler] that writes a demo. If it is passed the messages of a decoded demo, it reproduces the demo
// byte for byte. For a new demo, it computes lengths, field counts and masks:
//
//	e := quake3.NewEncoder(w, quake3.Options{Name: "new.dm_68"})
//	e.Handle(&quake3.Block{Sequence: 1})
//	e.Handle(&gamestate)
//	e.Handle(&quake3.BlockEnd{})
//	...
//	err := e.Finish()
//
// An Encoder is not safe for concurrent use.
type Encoder struct {
	out   io.Writer
	c     coder
	open  bool // inside a block
	ended bool
	file  []byte // header and block
}

// NewEncoder returns an Encoder that writes to w in the protocol given by o.Protocol. If o.Protocol is nil, the Encoder
// uses the protocol implied by o.Name. If o.Name implies no protocol, the Encoder uses the protocol of Quake III 1.32.
func NewEncoder(w io.Writer, o Options) *Encoder {
	e := &Encoder{out: w, c: coder{p: o.protocol()}}
	e.c.w.Reset(e.c.p.coding())
	return e
}

// Finish writes the end block, unless an [End] has been passed to Handle. It returns the first error, which is either a
// write error or describes a message that the protocol cannot express. After an error, nothing more is written.
func (e *Encoder) Finish() error {
	if !e.ended {
		e.Handle(&End{Marker: true, Sequence: -1, Length: -1})
	}
	return e.c.err
}

// Handle writes m. It ignores the Offset and Length fields of a [Block].
func (e *Encoder) Handle(m Message) {
	c := &e.c
	switch m := m.(type) {
	case *Block:
		e.between()
		e.open, c.sequence = true, m.Sequence
		c.w.Reset(c.p.coding())
		m.layout(c)
	case *Skipped, *End:
		e.between()
		_, e.ended = m.(*End)
		c.w.Reset(wire.Plain())
		m.layout(c)
		e.write(c.w.Data())
	case *BlockEnd:
		e.inside()
		e.open = false
		m.layout(c)
		e.block((c.w.Len() - m.Overrun + 7) / 8)
	default:
		e.inside()
		c.write(m)
	}
}

func (e *Encoder) between() {
	if e.open {
		e.c.fail("block %d is not ended", e.c.sequence)
	}
}

func (e *Encoder) inside() {
	if !e.open {
		e.c.fail("message outside of a block")
	}
}

// block writes the first size bytes of the block.
func (e *Encoder) block(size int) {
	if size > MaxBlock {
		e.c.fail("block %d has %d bytes", e.c.sequence, size)
	}
	if e.c.err == nil {
		e.file = append(header{e.c.sequence, int32(size)}.append(e.file[:0]), e.c.w.Data()[:size]...)
		e.write(e.file)
	}
}

func (e *Encoder) write(b []byte) {
	if e.c.err == nil && len(b) > 0 {
		_, e.c.err = e.out.Write(b)
	}
}
