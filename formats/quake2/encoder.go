package quake2

import (
	"bytes"
	"compress/zlib"
	"io"
	"math"

	"fragscope/formats/wire"
)

// Encoder is a [Handler] that writes the bytes of the messages that it is given. Given
// everything that a [Decoder] reports, it writes the file that was read. Given messages made by
// hand, it wants a [Header] first and each message between [Block] and [EndBlock]; the masks
// in deltas must agree with the fields. It is not safe for concurrent use.
type Encoder struct {
	w   io.Writer
	err error
	// c holds what was not given to w yet: up to a block.
	c codec
	// outer is what stands before a multicast or a blast while c holds the contents.
	outer wire.Stream
	// inBlast: messages have no numbers.
	inBlast bool
	// unicast: the next message is for client alone.
	unicast bool
	client  uint8
}

// NewEncoder makes an encoder that writes to w.
func NewEncoder(w io.Writer, _ Options) *Encoder {
	e := &Encoder{w: w}
	e.c.open(&Header{})
	return e
}

// Finish writes what is left, and returns the first error there was: of the writer, or of a message
// that the format does not have room for.
func (e *Encoder) Finish() error {
	e.flush()
	if e.err == nil {
		e.err = e.c.Err()
	}
	return e.err
}

func (e *Encoder) flush() {
	if e.err == nil {
		_, e.err = e.w.Write(e.c.Data())
	}
	e.c.Write()
}

// Handle writes a message.
func (e *Encoder) Handle(m Message) {
	switch m := m.(type) {
	case *Header, *Raw:
		m.layout(&e.c)
	case *Block:
		e.flush()
	case *EndBlock:
		e.endBlock(*m)
	case *Unicast:
		e.unicast, e.client = true, m.Client
	case *Multicast:
		e.open()
		e.c.inMulticast = true
	case *EndMulticast:
		e.c.payload = e.close()
		e.c.inMulticast = false
		e.put((*Multicast)(m))
	case *Blast:
		e.open()
		e.inBlast = true
	case *EndBlast:
		contents := e.close()
		e.inBlast = false
		e.endBlast(Blast(*m), contents)
	default:
		e.put(m)
	}
}

// endBlock writes a block, whose length is that of its contents unless it was not in what was read.
func (e *Encoder) endBlock(m EndBlock) {
	if m.Kind == BlockWhole {
		m.Size = int64(e.c.Pos())
	}
	e.open()
	m.layout(&e.c)
	length := e.close()
	if e.err == nil {
		_, e.err = e.w.Write(length)
	}
	e.flush()
}

// open begins to write apart, close ends that and returns what was written.
func (e *Encoder) open() {
	e.c.Stream, e.outer = e.outer, e.c.Stream
	e.c.Write()
}

func (e *Encoder) close() []byte {
	inner := e.c.Data()
	e.c.Stream, e.outer = e.outer, e.c.Stream
	return inner
}

// endBlast writes a blast as it was, or compresses the contents.
func (e *Encoder) endBlast(m Blast, contents []byte) {
	if m.Data == nil {
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		z.Write(contents)
		z.Close()
		m.Size, m.Data = uint16(min(len(contents), math.MaxUint16)), packed.Bytes()
	}
	e.put(&m)
}

// put writes a message behind its number.
func (e *Encoder) put(m Message) {
	c := &e.c
	if data, ok := m.(*ServerData); ok && protocols[data.Protocol] != nil {
		c.p = protocols[data.Protocol]
	}
	at := c.Pos()
	e.number(rowOf(m))
	c.variant, c.upper = 0, 0
	m.layout(c)
	if c.variant|c.upper != 0 {
		c.Data()[at] += c.variant | c.upper<<operationBits
	}
}

// number writes what stands before a message.
func (e *Encoder) number(row uint8) {
	c := &e.c
	numbering := c.p.numbering
	if c.operations() {
		numbering = operationNumbers
	}
	id := rows[row].numbers[numbering]
	switch {
	case e.inBlast, c.gamestate && row == configStringRow, c.p.playerAreas && row == playerInfoRow:
		return
	case c.gamestate && row == mvdFrameRow:
		end := uint16(c.p.config.End)
		c.Uint16(&end)
		return
	case id == 0:
		c.Fail("%s has no number in this protocol", rows[row].name)
	case e.unicast:
		id |= unicastBit
	}
	c.Uint8(&id)
	if e.unicast {
		c.Uint8(&e.client)
		e.unicast = false
	}
}
