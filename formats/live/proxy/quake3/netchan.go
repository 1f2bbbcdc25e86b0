package quake3

import "encoding/binary"

// Limits of the engine (ioquake3 net_chan.c, qcommon.h).
const (
	fragmentSize = 1300  // a fragment of this size is not the last one
	maxMessage   = 16384 // bytes of a message
	fragmentBit  = 1 << 31
)

// netchan assembles the messages of one direction as their receiver does (net_chan.c, Netchan_Process), dropping late
// and duplicate ones and those with a missing fragment.
type netchan struct {
	fromClient bool // packets have the client's port number
	checksum   bool // packets have a checksum computed from the challenge
	challenge  uint32

	sequence         uint32 // of the last message
	fragmentSequence uint32
	fragments        []byte // of the current message
	message          []byte // the last one, reused
}

// message is an assembled message of the game. The receiver may change its data, which is valid until the next one.
type message struct {
	sequence uint32
	lost     uint32 // messages lost before it
	data     []byte
}

// next handles a packet and returns the message that it completes, if any.
func (n *netchan) next(p []byte) (m message, ok bool) {
	sequence, p, ok := n.header(p)
	if !ok {
		return m, false
	}
	fragment := sequence&fragmentBit != 0
	sequence &^= fragmentBit
	if sequence <= n.sequence {
		return m, false
	}
	if !fragment {
		n.message = append(n.message[:0], p...)
	} else if !n.fragment(sequence, p) {
		return m, false
	}
	m = message{sequence: sequence, lost: sequence - n.sequence - 1, data: n.message}
	n.sequence = sequence
	return m, true
}

// header reads the header of a message.
func (n *netchan) header(p []byte) (sequence uint32, rest []byte, ok bool) {
	size := n.numbers()
	if n.checksum {
		if !n.checked(p) {
			return 0, nil, false
		}
		size += 4
	}
	if len(p) < size {
		return 0, nil, false
	}
	return binary.LittleEndian.Uint32(p), p[size:], true
}

// numbers returns the size of the numbers at the start of a packet.
func (n *netchan) numbers() int {
	if n.fromClient {
		return 6
	}
	return 4
}

// checked reports whether a packet has the right checksum.
func (n *netchan) checked(p []byte) bool {
	at := n.numbers()
	if len(p) < at+4 {
		return false
	}
	sequence := binary.LittleEndian.Uint32(p) &^ fragmentBit
	return binary.LittleEndian.Uint32(p[at:]) == n.challenge^sequence*n.challenge
}

// fragment adds a fragment and reports whether it was the last one.
func (n *netchan) fragment(sequence uint32, p []byte) (whole bool) {
	if len(p) < 4 {
		return false
	}
	start, size := int(binary.LittleEndian.Uint16(p)), int(binary.LittleEndian.Uint16(p[2:]))
	if sequence != n.fragmentSequence {
		n.fragmentSequence, n.fragments = sequence, n.fragments[:0]
	}
	p = p[4:]
	if start != len(n.fragments) || size > len(p) || start+size > maxMessage {
		return false
	}
	n.fragments = append(n.fragments, p[:size]...)
	if size == fragmentSize {
		return false
	}
	n.message = append(n.message[:0], n.fragments...)
	n.fragments = n.fragments[:0]
	return true
}
