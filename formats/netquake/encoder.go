package netquake

import (
	"encoding/binary"
	"io"
	"reflect"
)

// Encoder is a [Handler] that writes a .dem file. If it is passed the messages from a [Decoder], it reproduces the demo
// byte for byte, even if the demo is damaged. There is one exception: in protocol 999, coordinates sent as 32-bit
// integers are exact only up to 2^20 units.
//
// To make a new demo, pass a [Track] to Handle, then each [Block] followed by its messages, and call Finish at the end.
// The Encoder computes the sizes of blocks. A [ServerInfo] must come before any message that depends on the protocol.
type Encoder struct {
	w     io.Writer
	c     coder // writes one block
	sized bool  // the block's size is to be filled in
	err   error
}

// NewEncoder returns an Encoder that writes to w, making one Write call per block. The Encoder uses protocol 15 until
// it is passed a [ServerInfo] with another protocol.
func NewEncoder(w io.Writer, _ Options) *Encoder {
	p := initialProtocol()
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
		e.sized = !m.Cut && !m.WrongSize
		m.layout(&e.c)
	case *Track:
		m.layout(&e.c)
	case *Raw:
		if m.Outside {
			e.flush()
		}
		m.layout(&e.c)
	case *Variant:
		e.c.p = e.c.p.told(m)
	case *ServerInfo:
		if e.put(m); m.Layout != nil {
			e.c.p = m.Layout
		}
	default:
		e.put(m)
	}
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
	if e.sized {
		binary.LittleEndian.PutUint32(data, uint32(len(data)-headerSize))
	}
	e.sized = false
	if e.err == nil {
		e.err = e.c.Err()
	}
	if e.err == nil && len(data) > 0 {
		_, e.err = e.w.Write(data)
	}
	e.c.Write()
}
