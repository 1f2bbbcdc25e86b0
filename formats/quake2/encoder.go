package quake2

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"io"
	"math"

	"fragscope/formats/wire"
)

// Encoder is a [Handler] that writes a demo. If it is passed all messages from a [Decoder], it reproduces the file byte
// for byte. A new demo must start with a [Header], and its messages must be enclosed in [Block] and [EndBlock]. The
// mask of each delta must agree with its fields. An Encoder is not safe for concurrent use.
type Encoder struct {
	w   io.Writer
	err error
	// c holds what has not been written to w yet: up to a block.
	c coder
	// outer is what precedes a multicast or a blast while c holds the content.
	outer wire.Stream
	// bare is set in a blast or a stream, where messages have no numbers.
	bare bool
	// strings is set among a stream's configstrings, which baselines may follow.
	strings bool
	// unicast is set if the next message is for client alone.
	unicast bool
	client  uint8
}

// NewEncoder returns an Encoder that writes to w.
func NewEncoder(w io.Writer, _ Options) *Encoder {
	e := &Encoder{w: w}
	e.c.open(&Header{})
	return e
}

// Finish writes any buffered data. It returns the first error, if any: either a write error or an error that describes
// a message that the format cannot express.
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

// Handle writes m.
func (e *Encoder) Handle(m Message) {
	switch m := m.(type) {
	case *Header:
		m.layout(&e.c)
	case *Raw:
		e.bare, e.strings = false, false // the rest of a stream, if open
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
		e.bare = true
	case *EndBlast:
		contents := e.close()
		e.bare = false
		e.endBlast(Blast(*m), contents)
	case *Compressed:
		e.open()
	case *EndCompressed:
		e.bare, e.strings = false, false
		e.endCompressed(Compressed(*m), e.close())
	case *Stream:
		e.put(m)
		e.bare, e.strings = true, m.Strings
	case *EndStream:
		e.endStrings()
		e.bare = false
		m.layout(&e.c)
	case *Baseline:
		e.endStrings()
		e.put(m)
	default:
		e.put(m)
	}
}

// endBlock writes a block with the length of its content, unless the length read from the demo was wrong.
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

// open starts writing to a separate buffer; close ends that and returns the buffer.
func (e *Encoder) open() {
	e.c.Stream, e.outer = e.outer, e.c.Stream
	e.c.Write()
}

func (e *Encoder) close() []byte {
	inner := e.c.Data()
	e.c.Stream, e.outer = e.outer, e.c.Stream
	return inner
}

// endStrings ends a stream's configstrings.
func (e *Encoder) endStrings() {
	if e.strings {
		end := uint16(e.c.p.config.End)
		e.c.Uint16(&end)
		e.strings = false
	}
}

// endCompressed writes compressed messages as they were, or compresses the content.
func (e *Encoder) endCompressed(m Compressed, contents []byte) {
	if m.Damaged == "" && !holds(flate.NewReader(bytes.NewReader(m.Data)), int(m.Size), contents) {
		var packed bytes.Buffer
		z, _ := flate.NewWriter(&packed, flate.DefaultCompression)
		z.Write(contents)
		z.Close()
		m.Size, m.Data = uint16(min(len(contents), math.MaxUint16)), packed.Bytes()
	}
	e.put(&m)
}

// endBlast writes a blast as it was, or compresses the content.
func (e *Encoder) endBlast(m Blast, contents []byte) {
	old, err := zlib.NewReader(bytes.NewReader(m.Data))
	if m.Damaged == "" && (err != nil || !holds(old, int(m.Size), contents)) {
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		z.Write(contents)
		z.Close()
		m.Size, m.Data = uint16(min(len(contents), math.MaxUint16)), packed.Bytes()
	}
	e.put(&m)
}

// holds reports whether z decompresses to exactly contents.
func holds(z io.Reader, size int, contents []byte) bool {
	old, err := inflateFrom(z, size)
	return err == nil && bytes.Equal(old, contents)
}

// put writes a message after its number.
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

// number writes a message's number and any bytes before it.
func (e *Encoder) number(row uint8) {
	c := &e.c
	numbering := c.p.numbering
	if c.operations() {
		numbering = operationNumbers
	}
	id := rows[row].numbers[numbering]
	switch {
	case e.bare, c.gamestate && row == configStringRow, row == playerInfoRow && (c.p.playerAreas || c.p.joined),
		row == packetEntitiesRow && c.p.joined:
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
