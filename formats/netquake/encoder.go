package netquake

import (
	"encoding/binary"
	"io"
	"reflect"
)

// Encoder is a Handler that writes a .dem file. Given to a [Decoder], it gives
// back the demo byte for byte, also a damaged one. (The exception: coordinates
// of protocol 999 as 32-bit integers are exact within 2^20 units only.)
//
// To make a demo, handle a [Track], then each [Block] with its messages, and
// call Finish at the end. A Block's size is found by itself. [ServerInfo] must
// come before messages that depend on the protocol.
type Encoder struct {
	w     io.Writer
	c     coder // writes one block
	sized bool  // the block's size is that of its messages
	err   error
}

// NewEncoder writes to w, one call a block, a demo that starts with protocol 15.
func NewEncoder(w io.Writer, _ Options) *Encoder {
	p := initialProtocol()
	return &Encoder{w: w, c: coder{p: &p}}
}

// Finish writes what is left and returns the first error of writing.
func (e *Encoder) Finish() error {
	e.flush()
	return e.err
}

// Handle writes a message.
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

// put writes a message behind its number, of which its layout has the last word.
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
