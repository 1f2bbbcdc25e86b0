package netquake

import (
	"bytes"
	"encoding/binary"
	"math"
	"time"

	"fragscope/formats/live/proxy"
	"fragscope/formats/netquake"
)

// Game describes NetQuake to the proxy.
var Game = proxy.Game{Name: "quake", DefaultPort: 26000, New: func(t proxy.Tape) proxy.Conn { return &conn{tape: t} },
	Port: acceptedPort}

// Control packets (QuakeSpasm net_defs.h), after the header of four bytes.
const (
	connectRequest = 0x01
	connectAccept  = 0x81
	proQuakeMod    = 1
)

// DarkPlaces' own way to connect, in packets that start with four bytes of 255 (netconn.c).
var (
	connectionless    = []byte{0xff, 0xff, 0xff, 0xff}
	darkPlacesConnect = []byte("\xff\xff\xff\xffconnect")
	darkPlacesAccept  = []byte("\xff\xff\xff\xffaccept")
)

const (
	// longSilence is the duration above which lost messages are recorded as a gap.
	longSilence = time.Second
	maxPending  = 1 << 20 // bytes waiting for the game's first moment
	// Limits on the messages that wait for the client's next move: their time and number.
	maxHold = 250 * time.Millisecond
	maxHeld = 64

	svcNop        = 1
	svcDisconnect = 2
	svcSetAngle   = 10
	svcServerInfo = 11
	noTrack       = "-1\n" // the first line of a demo: no particular track
)

// acceptedPort finds the port in a server's answer to a connecting client.
func acceptedPort(p []byte) (at int, ok bool) {
	return 5, isAccept(p) && (p[5] != 0 || p[6] != 0)
}

func isAccept(p []byte) bool { return isControl(p) && len(p) >= 9 && p[4] == connectAccept }

// isReliable reports whether a packet contains part of a reliable message. isFirst reports whether it is the first
// packet of a connection.
func isReliable(p []byte) bool {
	return len(p) >= header && binary.BigEndian.Uint32(p)&(flagControl|flagUnreliable|flagAck|flagData) == flagData
}

func isFirst(p []byte) bool { return isReliable(p) && binary.BigEndian.Uint32(p[4:]) == 0 }

func isControl(p []byte) bool {
	return len(p) >= 5 && p[0] == 0x80 && int(binary.BigEndian.Uint16(p[2:])) == len(p)
}

// conn follows one client through its connections to a server.
type conn struct {
	tape  proxy.Tape
	asked bool // the client has asked for a connection
	s     *session
	// next is a connection accepted by the server while there was one, or nil: a new one, whose first message will have
	// the number 0, or the same again, as DarkPlaces' client asks in two ways at the same time.
	next *session
}

// session is one connection, until it ends or the client reconnects.
type session struct {
	down     channel
	proQuake bool
	info     []byte // the block with the last serverinfo
	layout   moveLayout
	angles   [3]float32
	held     []heldMessage

	pending []byte // the blocks before the game's first moment; nil afterwards
	missing uint32 // lost messages since the last one
	last    time.Duration
}

// heldMessage is a message whose angles are not known yet.
type heldMessage struct {
	at   time.Duration
	data []byte
	ends bool // unreliable messages come when the player is in the game
}

// Client handles a packet from the game.
func (c *conn) Client(at time.Duration, p []byte) {
	switch {
	case isControl(p):
		c.asked = c.asked || p[4] == connectRequest
		return
	case bytes.HasPrefix(p, connectionless):
		c.asked = c.asked || bytes.HasPrefix(p, darkPlacesConnect)
		return
	case c.s == nil || len(p) <= header || binary.BigEndian.Uint32(p)&flagUnreliable == 0:
		return
	}
	data := p[header:]
	if a, ok := c.s.layout.angles(data); ok {
		c.s.angles = a
		c.release(len(c.s.held))
	} else if data[0] == clcDisconnect {
		c.end(at, "the player left the server")
	}
}

// Server handles a packet from the server.
func (c *conn) Server(at time.Duration, p []byte) {
	if isAccept(p) || bytes.HasPrefix(p, darkPlacesAccept) {
		if c.asked {
			c.asked, c.next = false, &session{last: at, pending: []byte(noTrack)}
			c.next.proQuake = isAccept(p) && len(p) >= 10 && p[9] == proQuakeMod
		}
		return
	}
	if c.next != nil && (c.s == nil || isFirst(p)) {
		c.end(at, "the player connected anew")
		c.s, c.next = c.next, nil
	} else if c.next != nil && isReliable(p) {
		c.next = nil
	}
	if c.s == nil || isControl(p) || bytes.HasPrefix(p, connectionless) {
		return
	}
	s := c.s
	m, ok := s.down.next(p)
	s.missing += m.lost
	if m.lost > 0 && m.reliable && s.pending == nil {
		c.tape.Gap("a message that the game cannot do without was not heard")
	}
	if ok && !bytes.Equal(m.data, []byte{svcNop}) && len(m.data) > 0 {
		if m.reliable {
			s.readServerInfo(m.data)
		}
		s.held = append(s.held, heldMessage{at, bytes.Clone(m.data), !m.reliable})
	}
	old := max(len(s.held)-maxHeld, 0)
	for old < len(s.held) && at-s.held[old].at > maxHold {
		old++
	}
	c.release(old)
}

// release puts held messages on the tape. The client sends its move, then reads the messages received and writes them
// to its demo with the angles of that move.
func (c *conn) release(n int) {
	for range n {
		if c.s == nil || len(c.s.held) == 0 {
			return
		}
		m := c.s.held[0]
		c.s.held = c.s.held[1:]
		c.record(m)
	}
}

// record records a server message on the tape.
func (c *conn) record(m heldMessage) {
	s := c.s
	block := s.block(m.data)
	if s.pending == nil {
		c.gap(m.at)
		c.tape.Append(block)
	} else if s.pending = append(s.pending, block...); m.ends || len(s.pending) > maxPending {
		// What came before makes a demo now.
		c.tape.Begin(netquake.Codec, ".dem")
		c.tape.Append(s.pending)
		s.pending, s.missing, s.last = nil, 0, m.at
	}
	if len(m.data) == 1 && m.data[0] == svcDisconnect {
		c.end(m.at, "the server closed the connection")
		return
	}
	if bytes.IndexByte(m.data, svcSetAngle) >= 0 {
		s.decode(block, func(message netquake.Message) {
			if set, ok := message.(*netquake.SetAngle); ok {
				s.angles = set.Angles
			}
		})
	}
}

// block returns a message as in a demo.
func (s *session) block(data []byte) []byte {
	block := binary.LittleEndian.AppendUint32(nil, uint32(len(data)))
	for _, a := range s.angles {
		block = binary.LittleEndian.AppendUint32(block, math.Float32bits(a))
	}
	return append(block, data...)
}

// readServerInfo looks for the start of a level, which determines the layout of the client's moves.
func (s *session) readServerInfo(data []byte) {
	if bytes.IndexByte(data, svcServerInfo) < 0 {
		return
	}
	block := s.block(data)
	s.decode(block, func(m netquake.Message) {
		if info, ok := m.(*netquake.ServerInfo); ok {
			s.info, s.layout = block, layoutOf(info, s.proQuake)
		}
	})
}

// decode reads a block of the current level. A block that cannot be read to its end has no lasting effect.
func (s *session) decode(block []byte, h netquake.HandlerFunc) {
	d := netquake.NewDecoder(append(append([]byte(noTrack), s.info...), block...), netquake.Options{})
	if s.info != nil {
		d.Next(netquake.HandlerFunc(func(netquake.Message) {}))
	}
	before := *s
	if d.Next(h); len(d.Damage()) > 0 {
		s.info, s.layout, s.angles = before.info, before.layout, before.angles
	}
}

// gap reports lost messages if they span a long time.
func (c *conn) gap(at time.Duration) {
	s := c.s
	if silence := at - s.last; s.missing > 0 && silence >= longSilence {
		c.tape.Gap("%d messages of the server did not come, in %v", s.missing, silence.Round(time.Millisecond))
	}
	s.missing, s.last = 0, at
}

// end ends the connection and its demo, with the message that ends a client's own demo.
func (c *conn) end(at time.Duration, why string) {
	if c.s != nil {
		c.release(len(c.s.held))
	}
	if c.s != nil && c.s.pending == nil {
		c.gap(at)
		c.tape.Append(c.s.block([]byte{svcDisconnect}))
		c.tape.End("%s", why)
	}
	c.s = nil
}
