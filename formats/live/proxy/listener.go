package proxy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"fragscope/formats/live"
)

const (
	maxClients  = 64
	maxIdle     = 2 * time.Minute // silence of a player's game; loading a level takes long
	sweepEvery  = 10 * time.Second
	socketBytes = 4 << 20 // a socket's buffer
	maxWaiting  = 64      // recordings not taken yet

	// If all places are taken, a game that the server does not answer makes room, and is ignored for shunFor if it has
	// sent shunAfter packets in vain.
	shunAfter = 8
	shunFor   = 30 * time.Second
	maxShun   = 4096
	// maxNew is the maximum number of games per second that may replace another game.
	maxNew = 200
)

// Listener is a proxy for one server. Players connect their games to the Listener instead of the server.
type Listener struct {
	// Say, if set, is called with messages for the user: sentences without a full stop. It must be set before Serve is
	// called.
	Say func(words string)

	game   Game
	server netip.AddrPort
	socket *net.UDPConn
	start  time.Time

	recordings chan *Recording
	pending    sync.WaitGroup // the goroutines of clients

	mu      sync.Mutex
	clients map[netip.AddrPort]*client
	shunned map[netip.AddrPort]time.Duration // end of the ban, since the start
	second  time.Duration                    // the second that fresh counts
	fresh   int                              // games that took another's place
	closed  bool
}

// Listen opens a proxy for the given server, an address whose port is optional. Games connect to the proxy at the
// address given by listen. The default host of this address is the loopback address. The default port is the game's
// default port or, if that is taken, any free port.
func Listen(game Game, server, listen string) (*Listener, error) {
	to, err := net.ResolveUDPAddr("udp", withPort(server, strconv.Itoa(game.DefaultPort)))
	if err != nil {
		return nil, fmt.Errorf(msgNoServer, server, live.Reason(err))
	}
	l := &Listener{
		game: game, server: unmapped(to.AddrPort()), start: time.Now(),
		recordings: make(chan *Recording, maxWaiting), clients: map[netip.AddrPort]*client{},
		shunned: map[netip.AddrPort]time.Duration{},
	}
	host, port, err := net.SplitHostPort(withPort(listen, ""))
	if err != nil {
		return nil, fmt.Errorf(msgListenAddress, listen, game.DefaultPort)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	wanted := port
	if port == "" {
		port = strconv.Itoa(game.DefaultPort)
	}
	l.socket, err = listenAt(host, port)
	if err == nil && l.Addr() == l.server && wanted == "" {
		l.socket.Close()
		err = syscall.EADDRINUSE
	}
	if err != nil && wanted == "" {
		l.socket, err = listenAt(host, "0")
	}
	if err != nil {
		return nil, fmt.Errorf(msgListening, live.Reason(err))
	}
	if l.Addr() == l.server {
		l.socket.Close()
		return nil, errors.New(msgOwnServer)
	}
	return l, nil
}

// withPort returns an address with the given port if it has none.
func withPort(address, port string) string {
	if _, _, err := net.SplitHostPort(address); err == nil {
		return address
	}
	return net.JoinHostPort(strings.Trim(address, "[]"), port)
}

func listenAt(host, port string) (*net.UDPConn, error) {
	at, err := net.ResolveUDPAddr("udp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, err
	}
	c, err := net.ListenUDP("udp", at)
	if err == nil {
		c.SetReadBuffer(socketBytes) // a smaller one will do
	}
	return c, err
}

// unmapped returns an IPv4 address as such even if a dual-stack socket reports it as IPv6.
func unmapped(a netip.AddrPort) netip.AddrPort { return netip.AddrPortFrom(a.Addr().Unmap(), a.Port()) }

// portOf returns the port of a local socket.
func portOf(c *net.UDPConn) uint16 { return c.LocalAddr().(*net.UDPAddr).AddrPort().Port() }

// Addr returns the address to which games connect.
func (l *Listener) Addr() netip.AddrPort {
	return unmapped(l.socket.LocalAddr().(*net.UDPAddr).AddrPort())
}

// Server returns the server's address.
func (l *Listener) Server() netip.AddrPort { return l.server }

// Recordings returns a channel that receives each recording when it starts. The channel is closed when Serve returns.
func (l *Listener) Recordings() <-chan *Recording { return l.recordings }

// Serve forwards packets until ctx is done. It then ends all recordings.
func (l *Listener) Serve(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { l.socket.Close() })
	defer stop()
	done := make(chan struct{})
	go l.sweep(done)
	buffer := make([]byte, MaxPacket+1)
	var err error
	for {
		var n int
		var from netip.AddrPort
		if n, from, err = l.socket.ReadFromUDPAddrPort(buffer); errors.Is(err, net.ErrClosed) {
			break
		}
		if err != nil {
			continue // about an earlier packet: the game has left
		}
		if c := l.client(unmapped(from)); c != nil {
			c.fromGame(buffer[:n], l.server.Port())
		}
	}
	close(done)
	l.close()
	if ctx.Err() == nil {
		return fmt.Errorf(msgListening, live.Reason(err))
	}
	return nil
}

// close ends all clients.
func (l *Listener) close() {
	l.socket.Close()
	l.mu.Lock()
	l.closed = true
	for _, c := range l.clients {
		c.close("")
	}
	l.mu.Unlock()
	l.pending.Wait()
	close(l.recordings)
}

// client returns the client at an address, creating it if necessary, or nil if there are too many.
func (l *Listener) client(at netip.AddrPort) *client {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.clients[at]; c != nil {
		return c
	}
	if l.closed || len(l.clients) >= maxClients && !l.makeRoom(at) {
		return nil
	}
	c, err := newClient(l, at)
	if err != nil {
		l.say(msgNotConnected, at, err)
		return nil
	}
	l.clients[at] = c
	return c
}

// makeRoom drops the oldest game that is not connected to the server, preferring games that the server does not even
// answer. Connected games are kept for as long as it may take to load a level. The lock must be held.
func (l *Listener) makeRoom(at netip.AddrPort) bool {
	now := time.Since(l.start)
	if now < l.shunned[at] {
		return false
	}
	if now-l.second > time.Second {
		l.second, l.fresh = now, 0
	}
	if l.fresh++; l.fresh > maxNew {
		return false
	}
	var out *client
	for _, c := range l.clients {
		if c.rank.Load() != connected && (out == nil || cmp.Or(cmp.Compare(c.rank.Load(), out.rank.Load()),
			cmp.Compare(c.made, out.made)) < 0) {
			out = c
		}
	}
	if out == nil {
		return false
	}
	if out.rank.Load() == unanswered && out.sent.Load() >= shunAfter {
		l.shun(out.game, now)
	}
	l.drop(out)
	return true
}

// shun ignores a game for a while. The lock must be held.
func (l *Listener) shun(game netip.AddrPort, now time.Duration) {
	if len(l.shunned) >= maxShun {
		maps.DeleteFunc(l.shunned, func(_ netip.AddrPort, until time.Duration) bool { return until < now })
	}
	if len(l.shunned) < maxShun {
		l.shunned[game] = now + shunFor
	}
}

// drop ends a client. The lock must be held.
func (l *Listener) drop(c *client) {
	delete(l.clients, c.game)
	c.close("nothing was heard of the player's game any more")
}

// sweep ends clients that have been silent for too long.
func (l *Listener) sweep(done <-chan struct{}) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		l.mu.Lock()
		for _, c := range l.clients {
			if c.silent() > maxIdle {
				l.drop(c)
			}
		}
		l.mu.Unlock()
	}
}

// say calls Say if set.
func (l *Listener) say(format string, args ...any) {
	if l.Say != nil {
		l.Say(fmt.Sprintf(format, args...))
	}
}
