package quake2

import (
	"bytes"
	"encoding/binary"

	"fragscope/formats/wire"
)

// This file has what a file is made of, and the marks of how messages are put together.

// Format is the kind of file.
type Format uint8

// The kinds of files.
const (
	// DM2 is a sequence of blocks, each a 32-bit length and that many bytes of messages.
	DM2 Format = iota
	// MVD2 is Q2PRO's multi-view recording: the magic "MVD2", then blocks with
	// a 16-bit length.
	MVD2
)

var mvdMagic = []byte("MVD2")

// Sniff says how well the start of a file agrees with one of the formats. It is faint where the length
// of the first block cannot be right.
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

// firstNumber is the number of the message at the start of a .dm2 if that is serverdata, else 0.
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

// protocolAt is the protocol that the rest of a serverdata begins with; nil for those on networks only.
func protocolAt(data []byte) (p *protocol, known bool) {
	if len(data) < 4 {
		return nil, false
	}
	p, known = protocols[int32(binary.LittleEndian.Uint32(data))]
	return p, known
}

// Header is the first thing that a decoder reports.
type Header struct {
	Format Format
	// TestRelease is set if messages have the numbers of protocol 25 from the start.
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

// BlockKind is how a block came about.
type BlockKind uint8

// The kinds of blocks.
const (
	// BlockWhole is a block with its length before it. Size 0 is the empty
	// block between two levels of one recording.
	BlockWhole BlockKind = iota
	// BlockEnd is the mark at the end: the length -1 of a .dm2, 0 of a .mvd2.
	BlockEnd
	// BlockBroken is a block whose length does not fit what follows: the end of a cut
	// file, or a length that was overwritten.
	BlockBroken
)

// Block is one network packet or, in server recordings, one server frame. Its messages follow,
// up to [EndBlock].
type Block struct {
	// Offset is the place of the block's length in the file.
	Offset int64 `text:"-"`
	// Size is the length as it stands in the file, without its own bytes.
	Size int64
	Kind BlockKind
}

func (*Block) layout(*coder) {}

// EndBlock is the end of a [Block].
type EndBlock Block

// layout is the length of the block, which stands before its contents.
func (m *EndBlock) layout(c *coder) {
	if c.format == MVD2 {
		u16(c, &m.Size)
		return
	}
	size := int32(m.Size)
	c.Int32(&size)
	m.Size = int64(size)
}

// Raw is a stretch of bytes without known meaning: the rest of a block after
// something unreadable, or what stands between or behind the blocks.
type Raw struct {
	Offset int64  `text:"-"`
	Data   []byte `text:"hex"`
	// What says why the bytes could not be read; empty where they are merely in excess.
	What string `text:"-"`
}

func (m *Raw) layout(c *coder) { c.Bytes(&m.Data, len(m.Data)) }

// Unicast precedes a message of a Relay recording that was for one client alone; it
// holds for the next message only.
type Unicast struct {
	// Client is the slot, from 0.
	Client uint8
}

func (m *Unicast) layout(c *coder) { c.Uint8(&m.Client) }
