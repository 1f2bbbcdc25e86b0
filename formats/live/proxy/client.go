package proxy

import (
	"encoding/binary"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"fragscope/formats/base/fault"
)

const (
	maxQueue = 4096 // packets waiting for inspection
	maxPorts = 4    // further ports of the server that a client may be redirected to
	maxKnock = 40   // packets a second of a game that the server has not answered yet
)

// client is a player's game. It has its own socket to the server, which allows the server to distinguish it from other
// clients.
type client struct {
	l      *Listener
	game   netip.AddrPort
	socket *net.UDPConn  // to the server
	made   time.Duration // since the listener's start
	heard  atomic.Int64  // time of the game's last packet, in nanoseconds since the listener's start
	sent   atomic.Int64  // packets from the game
	rank   atomic.Int32  // the server's view of the game
	knocks atomic.Int64  // packets from the game in a second, while it has no answer
	second atomic.Int64  // that second, counted from the listener's start

	queue  chan packet
	behind atomic.Bool // the queue has been full

	mu      sync.Mutex
	ports   []port // the server's other ports, oldest first
	closed  bool
	goodbye string // why it was closed
}

// The server's view of a game, judging by its answers.
const (
	unanswered int32 = iota // no answer
	answered                // answers such as anyone gets
	connected               // packets for a player
)

// isAside reports whether a packet does not require a connection: those of Quake III, QuakeWorld and DarkPlaces start
// with four bytes of 255, NetQuake's with a flag and their length.
func isAside(p []byte) bool {
	return len(p) < 4 || binary.BigEndian.Uint32(p) == 1<<32-1 ||
		p[0] == 0x80 && int(binary.BigEndian.Uint16(p[2:])) == len(p)
}

// port describes another port of the server, and the socket at which the game reaches it.
type port struct {
	number uint16
	socket *net.UDPConn
}

// packet is a packet waiting for inspection.
type packet struct {
	at   time.Duration
	up   bool
	data []byte
}

// newClient starts to forward a game's packets. The listener's lock must be held.
func newClient(l *Listener, game netip.AddrPort) (*client, error) {
	network := "udp4"
	if l.server.Addr().Is6() {
		network = "udp6"
	}
	socket, err := net.ListenUDP(network, nil)
	if err != nil {
		return nil, err
	}
	socket.SetReadBuffer(socketBytes)
	c := &client{l: l, game: game, socket: socket, queue: make(chan packet, maxQueue)}
	c.made = time.Since(l.start)
	c.touch()
	l.pending.Add(2)
	go c.serve()
	go c.listen()
	return c, nil
}

func (c *client) touch() { c.heard.Store(int64(time.Since(c.l.start))) }

// silent returns the time since a packet was last received from the game.
func (c *client) silent() time.Duration { return time.Since(c.l.start) - time.Duration(c.heard.Load()) }

// close ends the client and its demo.
func (c *client) close(why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.closed, c.goodbye = true, why
	c.socket.Close()
	for _, p := range c.ports {
		p.socket.Close()
	}
	c.ports = nil
	close(c.queue)
}

// hear queues a packet before it is passed on, so that no answer to it can get ahead of it.
func (c *client) hear(up bool, data []byte) {
	p := packet{time.Since(c.l.start), up, append([]byte(nil), data...)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	select {
	case c.queue <- p:
	default:
		c.behind.Store(true)
	}
}

// fromGame passes a packet of the game on to a port of the server.
func (c *client) fromGame(data []byte, to uint16) {
	c.touch()
	c.sent.Add(1)
	if c.rank.Load() == unanswered && c.knocking() {
		return
	}
	c.hear(true, data)
	c.socket.WriteToUDPAddrPort(data, netip.AddrPortFrom(c.l.server.Addr(), to))
}

// knocking reports whether a game that has not been answered yet sends more packets than any game does to get an
// answer.
func (c *client) knocking() bool {
	now := int64(time.Since(c.l.start) / time.Second)
	if c.second.Swap(now) != now {
		c.knocks.Store(0)
	}
	return c.knocks.Add(1) > maxKnock
}

// serve passes on the server's packets.
func (c *client) serve() {
	defer c.l.pending.Done()
	buffer := make([]byte, MaxPacket+1)
	for {
		n, from, err := c.socket.ReadFromUDPAddrPort(buffer)
		if err != nil {
			if c.ended() {
				return
			}
			continue // about an earlier packet: the server is not there
		}
		if from = unmapped(from); from.Addr() != c.l.server.Addr() {
			continue
		}
		if socket := c.socketFor(from.Port()); socket != nil {
			data := buffer[:n]
			if rank := c.rank.Load(); rank != connected {
				if !isAside(data) {
					rank = connected
				}
				c.rank.Store(max(rank, answered))
			}
			c.hear(false, data)
			socket.WriteToUDPAddrPort(c.limited(c.redirected(data)), c.game)
		}
	}
}

func (c *client) ended() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

// socketFor returns the socket that the game expects packets of the given server port from, or nil if there is none.
func (c *client) socketFor(number uint16) *net.UDPConn {
	if number == c.l.server.Port() {
		return c.l.socket
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.ports {
		if p.number == number {
			return p.socket
		}
	}
	return nil
}

// redirected returns a packet with the server's port replaced by the proxy's.
func (c *client) redirected(data []byte) []byte {
	if c.l.game.Port == nil {
		return data
	}
	at, ok := 0, false
	err := fault.Guard(func() error {
		at, ok = c.l.game.Port(data)
		return nil
	})
	if err != nil || !ok || at+2 > len(data) {
		return data
	}
	socket := c.open(binary.LittleEndian.Uint16(data[at:]))
	if socket == nil {
		return data
	}
	data = append([]byte(nil), data...)
	binary.LittleEndian.PutUint16(data[at:], portOf(socket))
	return data
}

// limited returns a packet without the protocols that cannot be recorded.
func (c *client) limited(data []byte) []byte {
	if c.l.game.Limit == nil {
		return data
	}
	out := data
	if err := fault.Guard(func() error {
		out = c.l.game.Limit(data)
		return nil
	}); err != nil {
		return data
	}
	return out
}

// open opens a socket at which the game can reach a port of the server.
func (c *client) open(number uint16) *net.UDPConn {
	if socket := c.socketFor(number); socket != nil {
		return socket
	}
	socket, err := listenAt(c.l.Addr().Addr().String(), "0")
	if err != nil {
		c.l.say(msgNoPort, number, err)
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		socket.Close()
		return nil
	}
	if len(c.ports) == maxPorts {
		c.ports[0].socket.Close()
		c.ports = append(c.ports[:0], c.ports[1:]...)
	}
	c.ports = append(c.ports, port{number, socket})
	c.l.pending.Add(1)
	go c.servePort(number, socket)
	return socket
}

// servePort passes on what the game sends to another port of the server.
func (c *client) servePort(number uint16, socket *net.UDPConn) {
	defer c.l.pending.Done()
	buffer := make([]byte, MaxPacket+1)
	for {
		n, from, err := socket.ReadFromUDPAddrPort(buffer)
		switch {
		case err == nil && unmapped(from) == c.game:
			c.fromGame(buffer[:n], number)
		case err != nil && c.socketFor(number) != socket:
			return
		}
	}
}

// listen inspects the packets in turn.
func (c *client) listen() {
	defer c.l.pending.Done()
	t := &tape{l: c.l, player: c.game}
	defer func() { t.End("%s", c.goodbye) }()
	conn := c.l.game.New(t)
	for p := range c.queue {
		if c.behind.Swap(false) {
			t.End("packets came faster than they can be read")
			conn = c.l.game.New(t)
		}
		if err := look(conn, p); err != nil {
			t.End("the packets cannot be read: %v", err)
			conn = c.l.game.New(t)
		}
	}
}

// look inspects a packet. It returns an error if the inspection panics.
func look(conn Conn, p packet) error {
	return fault.Guard(func() error {
		if p.up {
			conn.Client(p.at, p.data)
		} else {
			conn.Server(p.at, p.data)
		}
		return nil
	})
}
