package quakeworld

import (
	"encoding/binary"
	"io"
	"reflect"
)

// Encoder is a [Handler] that writes a .qwd or .mvd file. If it is passed the messages from a [Decoder], it reproduces
// the demo byte for byte, even if the demo is damaged.
//
// To make a new demo, pass each [Block] to Handle, followed by its content, and call Finish at the end. The Encoder
// computes the sizes of blocks. A [ServerData] must come before any message that depends on the protocol.
type Encoder struct {
	w      io.Writer
	c      coder // writes one block
	sizeAt int   // offset of the size to be filled in, or 0 if there is none
	err    error
}

// NewEncoder returns an Encoder that writes to w, making one Write call per block.
func NewEncoder(w io.Writer, o Options) *Encoder {
	p, _ := newProtocol(lastProtocol, 0, 0, 0, o.MultiView)
	return &Encoder{w: w, c: coder{p: &p}}
}

// Finish writes any buffered data. It returns the first error, if any.
func (e *Encoder) Finish() error {
	e.flush()
	return e.err
}

// Handle writes m.
func (e *Encoder) Handle(m Message) {
	switch m := m.(type) {
	case *Block:
		e.flush()
		m.layout(&e.c)
		e.sizeAt = m.sizeAt(e.c.Pos(), e.c.p.MultiView)
	case *Command, *SequenceInfo, *Connectionless, *Hidden:
		m.layout(&e.c)
	case *Raw:
		if m.Outside {
			e.flush()
		}
		m.layout(&e.c)
	case *ServerData:
		if e.put(m); m.Layout != nil {
			e.c.p = m.Layout
		}
	default:
		e.put(m)
	}
}

// sizeAt returns the offset of the size in a head of n bytes. It returns 0 if there is no size or if the size must not
// be changed.
func (b *Block) sizeAt(n int, multiView bool) int {
	switch {
	case b.Kind() == KindCommand || b.Kind() == KindSequence || b.Cut || b.WrongSize:
		return 0
	case multiView:
		return n - 4
	case b.Connectionless():
		return n - 8
	}
	return n - 12
}

// put writes a message after its number, which the layout may change.
func (e *Encoder) put(m Message) {
	at := e.c.Pos()
	e.c.id = kindOf[reflect.TypeOf(m)].number
	e.c.Uint8(&e.c.id)
	m.layout(&e.c)
	e.c.Data()[at] = e.c.id
}

// flush ends the last block.
func (e *Encoder) flush() {
	data := e.c.Data()
	if e.sizeAt > 0 {
		binary.LittleEndian.PutUint32(data[e.sizeAt:], uint32(len(data)-e.sizeAt-4))
	}
	e.sizeAt = 0
	if e.err == nil {
		e.err = e.c.Err()
	}
	if e.err == nil && len(data) > 0 {
		_, e.err = e.w.Write(data)
	}
	e.c.Write()
}
