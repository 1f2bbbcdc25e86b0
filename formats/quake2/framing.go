package quake2

import (
	"bytes"
	"encoding/binary"

	"fragscope/formats/wire"
)

// This file contains the building blocks of files, which enclose the messages.

// Format is the format of a demo file.
type Format uint8

// The kinds of files.
const (
	// DM2 is a sequence of blocks, each of which has a 32-bit length followed by that many bytes of messages.
	DM2 Format = iota
	// MVD2 is Q2PRO's multi-view format. It consists of the four bytes "MVD2", followed by blocks with a 16-bit length.
	MVD2
)

var mvdMagic = []byte("MVD2")

// Sniff returns the format that best matches data and reports how well it matches. data must be the start of a file. If
// the length of the first block is impossible, the confidence is [wire.Faint].
func Sniff(data []byte) (Format, wire.Confidence) {
	if bytes.HasPrefix(data, mvdMagic) {
		return MVD2, wire.Certain
	}
	if firstNumber(data) == 0 {
		return DM2, wire.NotThis
	}
	const minBlock, maxBlock = 16, 1 << 20
	if n := int32(binary.LittleEndian.Uint32(data)); n < minBlock || n > maxBlock {
		return DM2, wire.Faint
	}
	return DM2, wire.Certain
}

// firstNumber returns the number of the first message in a .dm2 if that message is serverdata. Otherwise it returns 0.
func firstNumber(data []byte) uint8 {
	const head = 4
	if len(data) <= head {
		return 0
	}
	p, known := protocolAt(data[head+1:])
	if p == nil {
		p = &protocol34
	}
	if number := data[head]; known && p.row(number) == serverDataRow {
		return number
	}
	return 0
}

// protocolAt returns the protocol at the start of a serverdata's fields, or nil if demos never use it.
func protocolAt(data []byte) (p *protocol, known bool) {
	if len(data) < 4 {
		return nil, false
	}
	p, known = protocols[int32(binary.LittleEndian.Uint32(data))]
	return p, known
}

// Header is the first message that a decoder passes to its handler.
type Header struct {
	Format Format
	// TestRelease is set if messages are numbered as in protocol 25 from the start.
	TestRelease bool
}

func headerOf(data []byte) Header {
	if bytes.HasPrefix(data, mvdMagic) {
		return Header{Format: MVD2}
	}
	return Header{TestRelease: firstNumber(data) == protocol25.number(serverDataRow)}
}

func (m *Header) layout(c *coder) {
	c.open(m)
	if m.Format == MVD2 {
		c.Bytes(&mvdMagic, len(mvdMagic))
	}
}

// BlockKind describes how a block is framed.
type BlockKind uint8

// The kinds of blocks.
const (
	// BlockWhole is a block preceded by its length. A block of size 0 separates two levels of a recording.
	BlockWhole BlockKind = iota
	// BlockEnd is the mark at the end of a demo: a length of -1 in a .dm2, or of 0 in a .mvd2.
	BlockEnd
	// BlockBroken is a block whose length does not match its content, because the file was truncated or the length was
	// overwritten.
	BlockBroken
)

// Block starts a block, which is a network packet or, in a server recording, a server frame. The block's messages
// follow, up to [EndBlock].
type Block struct {
	// Offset is the offset of the block's length in the file.
	Offset int64 `text:"-"`
	// Size is the length stated in the file, which does not include itself.
	Size int64
	Kind BlockKind
}

func (*Block) layout(*coder) {}

// EndBlock ends a [Block].
type EndBlock Block

// layout passes the block's length, which precedes its content.
func (m *EndBlock) layout(c *coder) {
	if c.format == MVD2 {
		u16(c, &m.Size)
		return
	}
	size := int32(m.Size)
	c.Int32(&size)
	m.Size = int64(size)
}

// Raw holds bytes that could not be decoded. These are either bytes outside the blocks, or the rest of a block after an
// unreadable message.
type Raw struct {
	Offset int64  `text:"-"`
	Data   []byte `text:"hex"`
	// What describes why the bytes could not be read. It is empty if the bytes are merely superfluous.
	What string `text:"-"`
}

func (m *Raw) layout(c *coder) { c.Bytes(&m.Data, len(m.Data)) }

// Unicast indicates, in a Relay recording, that the next message is addressed to a single client.
type Unicast struct {
	// Client is the client's slot, from 0.
	Client uint8
}

func (m *Unicast) layout(c *coder) { c.Uint8(&m.Client) }
