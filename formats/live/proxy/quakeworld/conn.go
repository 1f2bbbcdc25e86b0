package quakeworld

import (
	"bytes"
	"encoding/binary"
	"math"
	"time"

	"fragscope/formats/live/proxy"
	"fragscope/formats/quakeworld"
)

// Game describes QuakeWorld to the proxy.
var Game = proxy.Game{Name: "quakeworld", DefaultPort: 27500,
	New: func(t proxy.Tape) proxy.Conn { return &conn{tape: t} }}

const (
	// longSilence is the duration above which lost packets are recorded as a gap.
	longSilence = time.Second
	// Limits on the server packets that wait for a client packet to acknowledge them: their time and number.
	maxHold = 250 * time.Millisecond
	maxHeld = 64
	// maxPending bounds the bytes before the player is in the game.
	maxPending = 4 << 20

	reliable    = 1 << 31
	downHeader  = 8
	upHeader    = 10
	svcDownload = 41
	// chunkedDownloads is FTE's extension for files in numbered chunks (fteqw protocol.h, PEXT_CHUNKEDDOWNLOADS).
	chunkedDownloads = 0x20000000
	chunkSize        = 1024

	// The kinds of a demo's blocks.
	blockCommand  = 0
	blockPacket   = 1
	blockSequence = 2
)

var (
	connectionless = []byte{0xff, 0xff, 0xff, 0xff}
	serverDataFTE  = []byte("\x0bFTEX") // followed by the agreed extensions
	endOfDemo      = []byte("\xff\xff\xff\xff\x02EndOfDemo\x00")
	// inParts and compressed are how a client of FTE asks for packets that demos cannot have (fteqw protocol.h,
	// PROTOCOL_VERSION_FRAGMENT and PROTOCOL_VERSION_HUFFMAN).
	inParts    = []byte("0x47415246")
	compressed = []byte("0x46465548")
)

// conn follows one client through its connections to a server.
type conn struct {
	tape  proxy.Tape
	asked []byte // the client's last request for a connection, nil once answered
	s     *session
}

// session is one connection, until it ends or the client reconnects.
type session struct {
	began    time.Duration
	incoming uint32 // number of the server's last packet
	outgoing uint32 // number of the client's last packet
	held     []heldPacket
	chunked  bool // files come in FTE's chunks

	pending  []byte // the blocks before the player is in the game; nil afterwards
	playing  bool   // the client has announced that the player begins
	recorded uint32 // number of the server's last packet in the demo
	played   uint32 // the number that an engine will give the next command
	missing  uint32 // lost packets since the last one
	last     time.Duration
}

// heldPacket is a server packet that the client may not have received yet.
type heldPacket struct {
	at     time.Duration
	number uint32
	data   []byte
}

// Client handles a packet from the game.
func (c *conn) Client(at time.Duration, p []byte) {
	if text, ok := bytes.CutPrefix(p, connectionless); ok {
		if bytes.HasPrefix(text, []byte("connect ")) {
			c.asked = bytes.Clone(text)
		}
		return
	}
	s := c.s
	if s == nil || len(p) < upHeader {
		return
	}
	number, received := binary.LittleEndian.Uint32(p)&^reliable, binary.LittleEndian.Uint32(p[4:])&^reliable
	if number <= s.outgoing && s.outgoing != 0 {
		return
	}
	s.outgoing = number
	var words said
	read := words.read(p[upHeader:])
	for len(s.held) > 0 && s.held[0].number <= received {
		c.release()
	}
	if read && words.moved {
		c.command(at, number, &words.cmd)
	}
	for _, text := range words.strings {
		switch {
		case bytes.HasPrefix(text, []byte("begin")):
			s.playing = true
		case bytes.Equal(text, []byte("drop")):
			c.end(at, "the player left the server")
			return
		}
	}
}

// Server handles a packet from the server.
func (c *conn) Server(at time.Duration, p []byte) {
	if text, ok := bytes.CutPrefix(p, connectionless); ok {
		if len(text) > 0 && text[0] == 'j' && c.asked != nil {
			c.accepted(at)
		}
		return
	}
	s := c.s
	if s == nil || len(p) < downHeader {
		return
	}
	number := binary.LittleEndian.Uint32(p) &^ reliable
	if number <= s.incoming {
		return
	}
	s.missing += number - s.incoming - 1
	s.incoming = number
	s.held = append(s.held, heldPacket{at, number, s.withoutDownload(p)})
	for len(s.held) > maxHeld || at-s.held[0].at > maxHold {
		c.release()
	}
}

// accepted starts the connection that the client requested.
func (c *conn) accepted(at time.Duration) {
	asked := c.asked
	c.end(at, "the player connected anew")
	c.asked = nil
	if bytes.Contains(asked, inParts) || bytes.Contains(asked, compressed) {
		c.tape.Say(
			"the game and the server use split or compressed packets, which cannot be recorded: switch that off in the game")
		return
	}
	c.s = &session{began: at, last: at, pending: []byte{}}
}

// release records the oldest held packet on the tape.
func (c *conn) release() {
	s := c.s
	h := s.held[0]
	s.held = s.held[1:]
	block := s.block(h.at, blockPacket)
	block = binary.LittleEndian.AppendUint32(block, uint32(len(h.data)))
	c.put(h.at, append(block, h.data...))
	s.recorded = h.number
}

// command records the player's input on the tape.
func (c *conn) command(at time.Duration, number uint32, cmd *usercmd) {
	s := c.s
	if s.played != number {
		block := s.block(at, blockSequence)
		block = binary.LittleEndian.AppendUint32(block, number)
		c.put(at, binary.LittleEndian.AppendUint32(block, s.recorded))
	}
	s.played = number + 1
	c.put(at, cmd.append(s.block(at, blockCommand)))
}

// block returns the start of a block.
func (s *session) block(at time.Duration, kind byte) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32((at-s.began).Seconds()))), kind)
}

// put appends a block to the demo, which starts when the player is in the game.
func (c *conn) put(at time.Duration, block []byte) {
	s := c.s
	if s.pending == nil {
		if silence := at - s.last; s.missing > 0 && silence >= longSilence {
			c.tape.Gap("%d packets of the server did not come, in %v", s.missing, silence.Round(time.Millisecond))
		}
		c.tape.Append(block)
	} else if s.pending = append(s.pending, block...); s.playing || len(s.pending) > maxPending {
		c.tape.Begin(quakeworld.Codec, ".qwd")
		c.tape.Append(s.pending)
		s.pending = nil
	}
	if block[4] == blockPacket {
		s.missing, s.last = 0, at
	}
}

// withoutDownload returns a copy of a packet without the parts of files at its start, where servers send them.
func (s *session) withoutDownload(p []byte) []byte {
	if at := bytes.Index(p, serverDataFTE); at >= 0 && at+len(serverDataFTE)+4 <= len(p) {
		s.chunked = binary.LittleEndian.Uint32(p[at+len(serverDataFTE):])&chunkedDownloads != 0
	}
	rest := p[downHeader:]
	for len(rest) >= 5 && rest[0] == svcDownload {
		size := downloadSize(rest, s.chunked)
		if size > len(rest) {
			break
		}
		rest = rest[size:]
	}
	return append(bytes.Clone(p[:downHeader]), rest...)
}

// downloadSize returns the size of a message with part of a file: its size and how much of the file is complete, or a
// chunk of fixed size and its number. If either is negative it is about the file: nothing follows, or with chunks a
// second number and a name (ezquake cl_parse.c, CL_ParseDownload, CL_ParseChunkedDownload).
func downloadSize(p []byte, chunked bool) int {
	switch told := int8(p[2]) < 0; {
	case !chunked && told:
		return 4
	case !chunked:
		return 4 + int(binary.LittleEndian.Uint16(p[1:]))
	case int8(p[4]) >= 0:
		return 5 + chunkSize
	case len(p) < 9:
		return len(p) + 1
	default:
		if name := bytes.IndexByte(p[9:], 0); name >= 0 {
			return 9 + name + 1
		}
		return len(p) + 1
	}
}

// end ends the connection and its demo, as a client's own ends.
func (c *conn) end(at time.Duration, why string) {
	s := c.s
	if s == nil {
		return
	}
	for len(s.held) > 0 {
		c.release()
	}
	if s.pending == nil {
		block := s.block(at, blockPacket)
		block = binary.LittleEndian.AppendUint32(block, uint32(len(endOfDemo)))
		c.tape.Append(append(block, endOfDemo...))
		c.tape.End("%s", why)
	}
	c.s = nil
}
