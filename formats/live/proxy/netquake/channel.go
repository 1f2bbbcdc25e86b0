package netquake

import "encoding/binary"

// Flags of a packet (QuakeSpasm net_defs.h), above its 16-bit length.
const (
	flagData       = 1 << 16
	flagAck        = 1 << 17
	flagEnd        = 1 << 19 // the last part of a message
	flagUnreliable = 1 << 20
	flagControl    = 1 << 31

	header     = 8
	maxMessage = 1 << 16 // bytes of a message (DarkPlaces NET_MAXMESSAGE; others less)
)

// channel assembles the messages of one direction as their receiver does (QuakeSpasm net_dgrm.c, Datagram_GetMessage).
type channel struct {
	part     uint32 // the number of the next part of a reliable message
	parts    []byte // of the current message
	broken   bool   // a part was lost
	datagram uint32 // the number of the next unreliable message
}

// message is a message of the game.
type message struct {
	data     []byte
	reliable bool
	lost     uint32 // messages or parts lost before it
}

// next handles a packet and returns the message that it completes, if any. The data is valid until the next call.
func (c *channel) next(p []byte) (m message, ok bool) {
	if len(p) < header {
		return m, false
	}
	flags, number := binary.BigEndian.Uint32(p), binary.BigEndian.Uint32(p[4:])
	if flags&flagControl != 0 || int(flags&0xffff) != len(p) {
		return m, false
	}
	data := p[header:]
	switch {
	case flags&flagUnreliable != 0:
		if number < c.datagram {
			return m, false
		}
		m = message{data: data, lost: number - c.datagram}
		c.datagram = number + 1
		return m, true
	case flags&flagAck != 0 || flags&flagData == 0 || number < c.part:
		return m, false
	}
	m = message{reliable: true, lost: number - c.part}
	c.broken = c.broken || m.lost > 0 || len(c.parts)+len(data) > maxMessage
	c.part = number + 1
	c.parts = append(c.parts, data...)
	if flags&flagEnd == 0 {
		if c.broken {
			c.parts = c.parts[:0]
		}
		return m, false
	}
	m.data, ok = c.parts, !c.broken
	c.parts, c.broken = c.parts[:0], false
	return m, ok
}
