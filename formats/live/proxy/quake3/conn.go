package quake3

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"time"

	"fragscope/formats/live/proxy"
	"fragscope/formats/quake3"
	"fragscope/formats/wire"
)

// Game describes Quake III to the proxy.
var Game = proxy.Game{Name: "quake3", DefaultPort: 27960, New: func(t proxy.Tape) proxy.Conn { return &conn{tape: t} }}

const (
	// longSilence is the duration above which lost messages are recorded as a gap.
	longSilence = time.Second
	maxPending  = 1 << 20 // bytes waiting for the first snapshot
)

// connectionless starts packets outside any connection.
var connectionless = []byte{0xff, 0xff, 0xff, 0xff}

// conn follows one client through its connections to a server.
type conn struct {
	tape proxy.Tape

	asked *session // as in the client's last connect packet
	s     *session // accepted by the server, or nil if there is none
}

// session is one connection, until it ends or the client reconnects.
type session struct {
	number    int // protocol number
	challenge uint32
	coding    *quake3.Protocol // nil if no demo can be written
	opened    bool             // a packet has shown whether there are checksums or scrambling
	scrambled bool

	down, up       netchan
	server, client commands // texts sent by each
	decoder        *quake3.Decoder

	pending   []byte // the blocks from a gamestate to its first snapshot
	gamestate bool   // one has come
	begun     bool
	missing   uint32 // lost messages since the last one
	last      time.Duration
}

// Client handles a packet from the game.
func (c *conn) Client(at time.Duration, p []byte) {
	if bytes.HasPrefix(p, connectionless) {
		if text, ok := bytes.CutPrefix(p[4:], []byte("connect ")); ok {
			c.asked = newSession(text)
		}
		return
	}
	s := c.s
	if s == nil || s.coding == nil || !s.coding.Compressed {
		return
	}
	s.open(&s.up, p)
	if m, ok := s.up.next(p); ok && s.readClient(m.data) {
		c.end(at, "the player left the server")
	}
}

// Server handles a packet from the server.
func (c *conn) Server(at time.Duration, p []byte) {
	if text, ok := bytes.CutPrefix(p, connectionless); ok {
		if bytes.HasPrefix(text, []byte("connectResponse")) && c.asked != nil {
			c.accepted(at)
		}
		return
	}
	s := c.s
	if s == nil || s.coding == nil {
		return
	}
	s.open(&s.down, p)
	if m, ok := s.down.next(p); ok {
		c.record(at, m)
	}
}

// accepted starts the connection that the client requested, unless it already exists because a packet was duplicated.
func (c *conn) accepted(at time.Duration) {
	if c.s != nil && c.s.challenge == c.asked.challenge {
		return
	}
	c.end(at, "the player connected anew")
	c.s, c.asked = c.asked, nil
	c.s.last = at
	if c.s.coding == nil {
		c.tape.Say("the game speaks protocol %d, which cannot be recorded", c.s.number)
	}
}

// end ends the connection and its demo.
func (c *conn) end(at time.Duration, why string) {
	if c.s != nil && c.s.begun {
		c.gap(at)
		c.tape.End("%s", why)
	}
	c.s = nil
}

// newSession reads the text of a connect packet: compressed, or before protocol 66 in the clear.
func newSession(text []byte) *session {
	if !bytes.HasPrefix(text, []byte(`"`)) {
		text = inflateConnect(text)
	}
	info := quake3.Info(bytes.Trim(text, "\"\n\x00 "))
	number, _ := strconv.Atoi(string(value(info, "protocol")))
	challenge, _ := strconv.ParseInt(string(value(info, "challenge")), 10, 64)
	s := &session{number: number, challenge: uint32(challenge)}
	if s.coding = quake3.ProtocolOf(number); s.coding != nil && s.coding.QuakeLive {
		s.coding = nil // encrypted
	}
	if s.coding == nil {
		return s
	}
	s.down, s.up = netchan{challenge: s.challenge}, netchan{challenge: s.challenge, fromClient: true}
	return s
}

// open finds out from the first packet of a connection whether there are checksums. They replaced the scrambling in
// ioquake3's 71, but the number is no proof: OpenArena's games also call the scrambled protocol 71.
func (s *session) open(n *netchan, p []byte) {
	if s.opened {
		return
	}
	s.opened = true
	checksum := s.coding.Compressed && n.checked(p)
	s.down.checksum, s.up.checksum, s.scrambled = checksum, checksum, s.coding.Compressed && !checksum
}

func value(info quake3.Info, key string) []byte {
	v, _ := info.Value(key)
	return v
}

// readClient reads the commands of a client's message and reports whether the client leaves.
func (s *session) readClient(data []byte) (leaves bool) {
	var serverID, message, command int32
	coding := wire.Huffman()
	if !leading(data, coding, &serverID, &message, &command) {
		return false
	}
	if s.scrambled {
		text, ok := s.server.at(command)
		if !ok {
			return false
		}
		unscramble(data, plainUp, byte(s.challenge)^byte(serverID)^byte(message), text)
	}
	var r wire.BitReader
	r.Reset(data, 0, coding)
	for range 3 {
		r.Int32()
	}
	const clientCommand = 4 // clc_clientCommand
	for r.Ok() && r.Uint8() == clientCommand {
		number := r.Int32()
		text := r.AppendChars(nil, maxCommand)
		if r.Ok() && s.client.put(number, text) && string(text) == "disconnect" {
			return true
		}
	}
	return false
}

// record records a server message on the tape.
func (c *conn) record(at time.Duration, m message) {
	s := c.s
	s.missing += m.lost
	if s.scrambled {
		var command int32
		if !leading(m.data, wire.Huffman(), &command) {
			return
		}
		text, ok := s.client.at(command)
		if !ok { // it would decode wrongly with another one
			s.missing++
			return
		}
		unscramble(m.data, plainDown, byte(s.challenge)^byte(m.sequence), text)
	}
	block := binary.LittleEndian.AppendUint32(nil, m.sequence)
	block = binary.LittleEndian.AppendUint32(block, uint32(len(m.data)))
	block = append(block, m.data...)
	heard, ok := s.read(block)
	if !ok {
		s.missing++
		return
	}
	if heard.download {
		block = s.withoutDownload(block)
	}
	c.put(at, block, heard)
	if heard.leaves {
		c.end(at, "the server closed the connection")
	}
}

// put appends a block. A demo starts with a gamestate that a snapshot follows: a gamestate sent again, unacknowledged,
// replaces the one before and the commands between, which it includes.
func (c *conn) put(at time.Duration, block []byte, heard heard) {
	s := c.s
	switch {
	case heard.gamestate:
		s.gamestate, s.pending = true, append(s.pending[:0], block...)
	case !s.gamestate:
		return
	case s.pending != nil:
		s.pending = append(s.pending, block...)
	default:
		c.gap(at)
		c.tape.Append(block)
	}
	if s.pending == nil {
		return
	}
	if !heard.snapshot && len(s.pending) < maxPending {
		s.last = at
		return
	}
	if !s.begun {
		c.tape.Begin(quake3.Codec, fmt.Sprintf(".dm_%d", s.number))
		s.begun, s.missing = true, 0
	}
	c.gap(at)
	c.tape.Append(s.pending)
	s.pending = nil
}

// gap reports lost messages if they span a long time.
func (c *conn) gap(at time.Duration) {
	s := c.s
	if silence := at - s.last; s.missing > 0 && silence >= longSilence {
		c.tape.Gap("%d messages of the server did not come or could not be read, in %v", s.missing,
			silence.Round(time.Millisecond))
	}
	s.missing, s.last = 0, at
}
