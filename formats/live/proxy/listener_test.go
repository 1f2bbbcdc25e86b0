package proxy_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/formats/live"
	"fragscope/formats/live/proxy"
	"fragscope/formats/live/proxy/proxytest"
)

// touchy is a connection that records each packet of the server, and panics where one says so.
type touchy struct{ tape proxy.Tape }

func (c touchy) Client(_ time.Duration, p []byte) {
	if string(p) == "begin" {
		c.tape.Begin(nil, ".txt")
	}
}

func (c touchy) Server(_ time.Duration, p []byte) {
	if string(p) == "panic" {
		panic("a mistake in the reading of packets")
	}
	c.tape.Append(p)
}

var touchyGame = proxy.Game{Name: "touchy", DefaultPort: 27960, New: func(t proxy.Tape) proxy.Conn { return touchy{t} }}

// echo is a server that sends back what it gets; stop ends it.
func echo(t *testing.T) (address string) {
	server, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	go func() {
		buffer := make([]byte, proxy.MaxPacket)
		for {
			n, from, err := server.ReadFromUDP(buffer)
			if err != nil {
				return
			}
			server.WriteToUDP(buffer[:n], from)
		}
	}()
	return server.LocalAddr().String()
}

// serve has a proxy serve until the test ends, and remembers what it says.
func serve(t *testing.T, game proxy.Game, server string) (*proxy.Listener, func() string) {
	l, err := proxy.Listen(game, server, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var said strings.Builder
	l.Say = func(words string) { mu.Lock(); defer mu.Unlock(); said.WriteString(words + "\n") }
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); l.Serve(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	return l, func() string { mu.Lock(); defer mu.Unlock(); return said.String() }
}

func dial(t *testing.T, l *proxy.Listener) *net.UDPConn {
	c, err := net.DialUDP("udp4", nil, net.UDPAddrFromAddrPort(l.Addr()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// ask sends a packet and returns the answer, nil where there is none.
func ask(c *net.UDPConn, p []byte) []byte {
	c.Write(p)
	c.SetReadDeadline(time.Now().Add(2 * time.Second))
	buffer := make([]byte, proxy.MaxPacket)
	n, err := c.Read(buffer)
	if err != nil {
		return nil
	}
	return buffer[:n]
}

// TestStops checks that a proxy ends within a second of being stopped while it is attacked and games play.
func TestStops(t *testing.T) {
	l, err := proxy.Listen(touchyGame, echo(t), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- l.Serve(ctx) }()
	if got := ask(dial(t, l), []byte("begin")); got == nil {
		t.Fatal("the proxy does not answer")
	}
	defer proxytest.Attack(t, l.Addr())()
	time.Sleep(300 * time.Millisecond)
	stopped := time.Now()
	cancel()
	select {
	case err := <-done:
		if took := time.Since(stopped); took > time.Second || err != nil {
			t.Errorf("it ends after %v, %v", took, err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it does not end")
	}
}

// TestUnreadable checks that a proxy passes on packets that it fails to read, and reports that the recording has ended.
func TestUnreadable(t *testing.T) {
	l, _ := serve(t, touchyGame, echo(t))
	c := dial(t, l)
	for i, p := range []string{"begin", "one", "panic", "two", "", "begin", "three"} {
		if got := ask(c, []byte(p)); got == nil || string(got) != p {
			t.Errorf("packet %d: %q came back as %q", i, p, got)
		}
	}
	if got := ask(c, bytes.Repeat([]byte{7}, 60000)); len(got) != 60000 {
		t.Errorf("a large packet came back with %d bytes", len(got))
	}
	r := <-l.Recordings()
	d := live.New(r.Format)
	if err := live.Run(context.Background(), r, d); err != nil {
		t.Fatal(err)
	}
	data, _ := d.More(-1, nil)
	if s := d.Status(); string(data) != "beginone" || !strings.Contains(s.Words, "cannot be read") ||
		!strings.Contains(s.Words, fault.Words) {
		t.Errorf("%q was recorded, and ended as %q", data, s.Words)
	}
	if r = <-l.Recordings(); r.Extension != ".txt" {
		t.Errorf("the next recording is a %q", r.Extension)
	}
}

// TestManyClients bounds the players' games of which a proxy keeps anything; those that it has go on.
func TestManyClients(t *testing.T) {
	l, _ := serve(t, touchyGame, echo(t))
	var all []*net.UDPConn
	for i := range 80 {
		c := dial(t, l)
		all = append(all, c)
		if i < 64 {
			if got := ask(c, fmt.Appendf(nil, "game %d", i)); string(got) != fmt.Sprintf("game %d", i) {
				t.Fatalf("game %d got %q", i, got)
			}
		} else {
			c.Write([]byte("one too many"))
		}
	}
	if got := ask(all[3], []byte("still here")); string(got) != "still here" {
		t.Errorf("game 3 got %q", got)
	}
}

// TestListen refuses what cannot be.
func TestListen(t *testing.T) {
	taken, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, test := range []struct{ server, listen, want string }{
		{"", "nonsense:nonsense", ""}, {"127.0.0.1:1", "192.0.2.1:27960", "not one of this machine"},
		{"no.such.host.invalid", "", "no host of that name"},
		{"127.0.0.1:x", "", "a port is a number"}, {"127.0.0.1:1", taken.LocalAddr().String(),
			"another program listens"},
	} {
		l, err := proxy.Listen(touchyGame, test.server, test.listen)
		if err == nil {
			t.Errorf("%q at %q: listens at %v", test.server, test.listen, l.Addr())
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q at %q: %v", test.server, test.listen, err)
		}
	}
	l, err := proxy.Listen(touchyGame, "127.0.0.1", "")
	if err != nil || !l.Addr().Addr().IsLoopback() || l.Server().Port() != 27960 {
		t.Fatalf("listens at %v, error %v", l, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := l.Serve(ctx); err != nil {
		t.Error(err)
	}
}

// deaf is a server that answers nobody but those who say hello, and these twice.
func deaf(t *testing.T) (address string) {
	server, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	go func() {
		buffer := make([]byte, proxy.MaxPacket)
		for {
			n, from, err := server.ReadFromUDP(buffer)
			if err != nil {
				return
			}
			if bytes.HasPrefix(buffer[:n], []byte("hello")) {
				server.WriteToUDP(buffer[:n], from)
			}
		}
	}()
	return server.LocalAddr().String()
}

// TestFlood has more senders than there are places send packets that the server does not answer: games get in all the
// same, and stay.
func TestFlood(t *testing.T) {
	l, _ := serve(t, touchyGame, deaf(t))
	early := dial(t, l)
	if got := ask(early, []byte("hello early")); got == nil {
		t.Fatal("the first game gets no answer")
	}
	stop := make(chan struct{})
	var senders sync.WaitGroup
	for i := range 100 {
		c := dial(t, l)
		senders.Go(func() {
			for {
				c.Write(fmt.Appendf(nil, "flood %d", i))
				select {
				case <-stop:
					return
				case <-time.After(50 * time.Millisecond):
				}
			}
		})
	}
	defer senders.Wait()
	defer close(stop)
	time.Sleep(500 * time.Millisecond)
	for i := range 5 {
		late := dial(t, l)
		var got []byte
		for range 10 { // as games do
			if got = ask(late, fmt.Appendf(nil, "hello %d", i)); got != nil {
				break
			}
		}
		if got == nil {
			t.Errorf("game %d is shut out", i)
		}
	}
	if got := ask(early, []byte("hello again")); got == nil {
		t.Error("the first game was shut out")
	}
}
