package quake2

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"time"

	"fragscope/formats/live/proxy"
	"fragscope/formats/quake2"
)

// Game describes Quake II to the proxy.
var Game = proxy.Game{Name: "quake2", DefaultPort: 27910, New: func(t proxy.Tape) proxy.Conn { return &conn{tape: t} },
	Limit: limit}

const (
	// longSilence is the duration above which lost packets are recorded as a gap.
	longSilence = time.Second
	// maxPending bounds the bytes before the player is in the game.
	maxPending = 4 << 20

	reliable    = 1 << 31
	downHeader  = 8
	upHeader    = 10
	svcDownload = 16

	// r1q2 and q2pro are protocols whose packets are compressed or come in parts.
	r1q2, q2pro = 35, 36
)

var (
	connectionless = []byte{0xff, 0xff, 0xff, 0xff}
	// What the client says: a command is the byte 4 and a text.
	begins = []byte("\x04begin ")
	leaves = []byte("\x04disconnect\x00")
	// endOfDemo is the length after the last block.
	endOfDemo = []byte{0xff, 0xff, 0xff, 0xff}
)

// conn follows one client through its connections to a server.
type conn struct {
	tape     proxy.Tape
	protocol int // of the client's last request for a connection, 0 once answered
	s        *session
}

// session is one connection, until it ends or the client reconnects.
type session struct {
	incoming, outgoing uint32 // numbers of the last packets of server and client

	pending []byte // the blocks before the player is in the game; nil afterwards
	missing uint32 // lost packets since the last one
	last    time.Duration
}

// Client handles a packet from the game.
func (c *conn) Client(at time.Duration, p []byte) {
	if text, ok := bytes.CutPrefix(p, connectionless); ok {
		if words := bytes.Fields(text); len(words) > 1 && string(words[0]) == "connect" {
			c.protocol, _ = strconv.Atoi(string(words[1]))
		}
		return
	}
	s := c.s
	if s == nil || len(p) < upHeader {
		return
	}
	number := binary.LittleEndian.Uint32(p) &^ reliable
	if number <= s.outgoing {
		return
	}
	s.outgoing = number
	switch said := p[upHeader:]; {
	case bytes.Contains(said, leaves):
		c.end("the player left the server")
	case s.pending != nil && bytes.Contains(said, begins):
		c.begin()
	}
}

// Server handles a packet from the server.
func (c *conn) Server(at time.Duration, p []byte) {
	if text, ok := bytes.CutPrefix(p, connectionless); ok {
		if bytes.HasPrefix(text, []byte("client_connect")) && c.protocol != 0 {
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
	messages := withoutDownload(p[downHeader:])
	if s.pending != nil && len(s.pending) == 0 {
		messages = fromServerData(messages)
	}
	if len(messages) > 0 {
		block := binary.LittleEndian.AppendUint32(nil, uint32(len(messages)))
		c.put(at, append(block, messages...))
	}
}

// challenge is how a server answers a client that wants to connect: with a number, and a list of protocols in servers
// that have more than 34. Clients choose the best that both have, and 34 without a list (Q2PRO src/client/main.c,
// CL_ConnectionlessPacket; src/server/main.c, SVC_GetChallenge).
var challenge = []byte("\xff\xff\xff\xffchallenge ")

// limit removes all protocols except 34 from a server's list.
func limit(p []byte) []byte {
	if !bytes.HasPrefix(p, challenge) {
		return p
	}
	before, list, ok := bytes.Cut(p, []byte(" p="))
	if !ok {
		return p
	}
	end := bytes.IndexAny(list, " \n\x00")
	if end < 0 {
		end = len(list)
	}
	return slices.Concat(before, []byte(" p=34"), list[end:])
}

// accepted starts the connection that the client requested.
func (c *conn) accepted(at time.Duration) {
	protocol := c.protocol
	c.end("the player connected anew")
	c.protocol = 0
	if protocol == r1q2 || protocol == q2pro {
		c.tape.Say(
			"the game insists on protocol %d, whose packets cannot be recorded: set cl_protocol 34 in the game",
			protocol)
		return
	}
	c.s = &session{last: at, pending: []byte{}}
}

// begin starts the demo when the player starts to play.
func (c *conn) begin() {
	c.tape.Begin(quake2.Codec, ".dm2")
	c.tape.Append(c.s.pending)
	c.s.pending = nil
}

// put appends a block to the demo.
func (c *conn) put(at time.Duration, block []byte) {
	s := c.s
	if s.pending != nil {
		if s.pending = append(s.pending, block...); len(s.pending) > maxPending {
			c.begin()
		}
	} else {
		if silence := at - s.last; s.missing > 0 && silence >= longSilence {
			c.tape.Gap("%d packets of the server did not come, in %v", s.missing, silence.Round(time.Millisecond))
		}
		c.tape.Append(block)
	}
	s.missing, s.last = 0, at
}

// The numbers of the messages that a server may send before it states which game it is, and that of the message that
// states it.
const (
	svcNop, svcPrint, svcStuffText, svcServerData = 6, 10, 11, 12
)

// fromServerData returns the messages of a packet from serverdata on, with which a demo begins: Q2PRO's servers send a
// console command first. It returns nothing if there are only such messages, and all of them if others precede it, as
// in older protocols, whose numbers differ.
func fromServerData(p []byte) []byte {
	all := p
	for len(p) > 0 && p[0] != svcServerData {
		skip := 1
		switch p[0] {
		case svcNop:
			p = p[skip:]
			continue
		case svcPrint:
			skip++ // the level
		case svcStuffText:
		default:
			return all
		}
		if skip > len(p) {
			return all
		}
		end := bytes.IndexByte(p[skip:], 0)
		if end < 0 {
			return all
		}
		p = p[skip+end+1:]
	}
	return p
}

// withoutDownload returns the messages of a packet without the part of a file at its start, where servers send them: a
// size, how much of the file is complete, and the bytes, none for a negative size (yquake2 cl_download.c,
// CL_ParseDownload).
func withoutDownload(p []byte) []byte {
	for len(p) >= 4 && p[0] == svcDownload {
		size := 4 + max(int(int16(binary.LittleEndian.Uint16(p[1:]))), 0)
		if size > len(p) {
			break
		}
		p = p[size:]
	}
	return p
}

// end ends the connection and its demo, as a client's own ends.
func (c *conn) end(why string) {
	if c.s == nil {
		return
	}
	if c.s.pending == nil {
		c.tape.Append(endOfDemo)
		c.tape.End("%s", why)
	}
	c.s = nil
}
