package proxytest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/damage"
	"fragscope/formats/live"
	"fragscope/formats/live/proxy"
)

// ends is a server and a player's game with a proxy between them.
type ends struct {
	t      testing.TB
	game   proxy.Game
	server map[int]*net.UDPConn // by the server's port in the packets
	first  int                  // the port of the first packet
	client *net.UDPConn
	proxy  map[int]*net.UDPAddr // where the game finds the server's ports
	back   *net.UDPAddr         // where the server finds the game
}

const patience = 5 * time.Second

func newEnds(t testing.TB, game proxy.Game, packets []Packet) *ends {
	e := &ends{t: t, game: game, server: map[int]*net.UDPConn{}, first: packets[0].Port, proxy: map[int]*net.UDPAddr{}}
	for _, p := range packets {
		if e.server[p.Port] == nil {
			e.server[p.Port] = e.socket()
		}
	}
	e.client = e.socket()
	return e
}

func (e *ends) socket() *net.UDPConn {
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(func() { c.Close() })
	return c
}

// address returns the server's address.
func (e *ends) address() string { return e.server[e.first].LocalAddr().String() }

// pass sends a packet through the proxy and fails the test unless it arrives unchanged, except for a redirected port.
// It returns false if nothing arrives.
func (e *ends) pass(p Packet) bool {
	from, to, at := e.client, e.server[p.Port], e.proxy[p.Port]
	data := bytes.Clone(p.Data)
	told := -1
	if !p.Up {
		from, to, at = to, from, e.back
		told = e.tell(data)
	}
	if _, err := from.WriteToUDP(data, at); err != nil {
		return false
	}
	buffer := make([]byte, proxy.MaxPacket)
	to.SetReadDeadline(time.Now().Add(patience))
	n, sender, err := to.ReadFromUDP(buffer)
	if err != nil {
		return false
	}
	got := buffer[:n]
	if p.Up {
		e.back = sender
	} else if told >= 0 {
		at, _ := e.game.Port(got)
		e.proxy[told] = &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: int(binary.LittleEndian.Uint16(got[at:]))}
		copy(got[at:at+2], data[at:at+2])
	} else if at := e.proxy[p.Port]; at == nil || at.Port != sender.Port {
		e.t.Errorf("a packet of port %d came to the game from port %d, not %v", p.Port, sender.Port, at)
	}
	if !bytes.Equal(got, data) {
		e.t.Errorf("a packet of %d bytes arrived with %d, or with others", len(data), n)
	}
	return true
}

// tell replaces the port in a redirecting packet of the server by that of a socket of this test, and returns the old
// one.
func (e *ends) tell(data []byte) int {
	if e.game.Port == nil {
		return -1
	}
	at, ok := e.game.Port(data)
	if !ok {
		return -1
	}
	told := int(binary.LittleEndian.Uint16(data[at:]))
	if e.server[told] == nil {
		told = e.first
	}
	binary.LittleEndian.PutUint16(data[at:], uint16(e.server[told].LocalAddr().(*net.UDPAddr).Port))
	return told
}

// Replay sends packets through a proxy, in both directions between a game and a server. It returns the recorded demos.
// If any packet is lost or changed, the test fails.
func Replay(t testing.TB, game proxy.Game, packets []Packet) []*live.Demo {
	t.Helper()
	e := newEnds(t, game, packets)
	l, err := proxy.Listen(game, e.address(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	e.proxy[e.first] = net.UDPAddrFromAddrPort(l.Addr())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go l.Serve(ctx)
	go func() {
		defer cancel()
		for i, p := range packets {
			if !e.pass(p) {
				t.Errorf("packet %d did not arrive", i)
				return
			}
		}
	}()
	var demos []*live.Demo
	for r := range l.Recordings() {
		d := live.New(r.Format)
		if err := live.Run(context.Background(), r, d); err != nil {
			t.Error(err)
		}
		demos = append(demos, d)
	}
	return demos
}

// flood is the prefix of an attack's packets.
var flood = []byte("flood ")

// Attack floods a proxy with 26,000 packets a second from 100 senders. Calling stop ends the attack and returns the
// number of packets sent.
func Attack(t testing.TB, proxy netip.AddrPort) (stop func() int64) {
	const rate, senders, each = 26000, 100, 5 * time.Millisecond
	var conns []*net.UDPConn
	for range senders {
		c, err := net.DialUDP("udp4", nil, net.UDPAddrFromAddrPort(proxy))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		conns = append(conns, c)
	}
	end, ended, sent := make(chan struct{}), make(chan struct{}), int64(0)
	go func() {
		defer close(ended)
		tick := time.NewTicker(each)
		defer tick.Stop()
		packet := bytes.Repeat(flood, 10)
		for begun := time.Now(); ; {
			select {
			case <-end:
				return
			case <-tick.C:
			}
			for due := int64(time.Since(begun).Seconds() * rate); sent < due; sent++ {
				conns[sent%senders].Write(packet)
			}
		}
	}()
	return func() int64 {
		close(end)
		<-ended
		return sent
	}
}

// Attacked sends packets through a proxy while attacking it. Some of the packets may be lost, but if any recorded demo
// is damaged, the test fails. Attacked calls damaged to find the damage in a demo.
func Attacked(t *testing.T, game proxy.Game, packets []Packet, damaged func(data []byte) []damage.Damage) {
	if !corpus.Every() {
		t.Skip("make torture attacks proxies")
	}
	e := newEnds(t, game, packets)
	l, err := proxy.Listen(game, e.address(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	e.proxy[e.first] = net.UDPAddrFromAddrPort(l.Addr())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go l.Serve(ctx)
	stop := Attack(t, l.Addr())
	begun, lost := time.Now(), 0
	go func() {
		defer cancel()
		for _, p := range packets {
			if !e.passUntil(p, 200*time.Millisecond) {
				lost++
			}
			time.Sleep(time.Millisecond)
		}
	}()
	demos, bytes := 0, int64(0)
	for r := range l.Recordings() {
		d := live.New(r.Format)
		if err := live.Run(context.Background(), r, d); err != nil {
			t.Error(err)
		}
		data, _ := d.More(-1, nil)
		if found := damaged(data); len(found) > 0 {
			t.Errorf("a demo of %d bytes: %v", len(data), found)
		}
		demos, bytes = demos+1, bytes+int64(len(data))
	}
	rate := float64(stop()) / time.Since(begun).Seconds()
	if demos == 0 {
		t.Error("nothing was recorded")
	}
	t.Logf("under %.0f packets a second %d of %d were lost; %d demos of %d bytes are whole", rate, lost, len(packets),
		demos, bytes)
}

// The environment of the program to be killed.
const (
	killServer = "PROXYTEST_SERVER"
	killFile   = "PROXYTEST_FILE"
)

// Replays passes the same packets through a proxy that uses real sockets and to a connection returned by open, and
// compares the demos that they record. The test fails if a packet is lost or changed on its way through the proxy, or
// if the demos differ. Replays calls same to compare two demos.
func Replays(t *testing.T, game proxy.Game, open func(proxy.Tape) proxy.Conn, packets []Packet,
	same func(a, b []byte) bool) {
	var tape Tape
	Feed(t, open(&tape), packets)
	demos := Replay(t, game, packets)
	if len(demos) != len(tape.Demos) {
		t.Fatalf("%d demos instead of %d", len(demos), len(tape.Demos))
	}
	for i, d := range demos {
		if data, _ := d.More(-1, nil); !same(data, tape.Demos[i].Data) {
			t.Errorf("demo %d has %d bytes and not the same %d", i, len(data), len(tape.Demos[i].Data))
		}
	}
}

// ReplaysCapture is like [Replays], but takes the packets from the named capture file. If the file is missing,
// ReplaysCapture skips the test.
func ReplaysCapture(t *testing.T, game proxy.Game, open func(proxy.Tape) proxy.Conn, name string,
	same func(a, b []byte) bool) {
	t.Run(name, func(t *testing.T) { Replays(t, game, open, Capture(t, name), same) })
}

// page is the unit in which the system may cut off a killed program's write.
const page = 4096

// Killed runs the test binary as a recording proxy and kills it while packets are being forwarded. It then checks that
// the recorded file contains only whole blocks, apart from the block being written. It calls damaged to find the damage
// in the file. Killed does all of this 20 times, or 50 times if all demos are being tested.
func Killed(t *testing.T, game proxy.Game, packets []Packet, damaged func(data []byte) []damage.Damage) {
	if server := os.Getenv(killServer); server != "" {
		serveUntilKilled(t, game, server, os.Getenv(killFile))
		return
	}
	if testing.Short() {
		t.Skip("many programs are started")
	}
	times := 20
	if corpus.Every() {
		times = 50
	}
	r := rand.New(rand.NewSource(1))
	left := 0
	for i := range times {
		path := filepath.Join(t.TempDir(), fmt.Sprint(i))
		e := newEnds(t, game, packets)
		child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		child.Env = append(os.Environ(), killServer+"="+e.address(), killFile+"="+path)
		out, err := child.StdoutPipe()
		if err == nil {
			err = child.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		line, _ := bufio.NewReader(out).ReadString('\n')
		at, err := net.ResolveUDPAddr("udp4", strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		e.proxy[e.first] = at
		last, wait := r.Intn(len(packets)), 10*time.Second
		for i, p := range packets {
			if i == last { // while the next ones pass
				wait = 50 * time.Millisecond
				time.AfterFunc(time.Duration(r.Intn(1000))*time.Microsecond, func() { child.Process.Kill() })
			}
			if !e.passUntil(p, wait) {
				break
			}
		}
		child.Process.Kill()
		child.Wait()
		if data, err := os.ReadFile(path); err == nil {
			left++
			if found := damaged(data); len(found) > 1 || len(found) == 1 && len(data)%page != 0 {
				t.Errorf("%d bytes: %v", len(data), found)
			}
		}
	}
	t.Logf("%d of %d programs had begun a demo", left, times)
	if left < times/2 {
		t.Errorf("only %d programs had begun a demo", left)
	}
}

// passUntil is pass for a proxy that may be killed.
func (e *ends) passUntil(p Packet, wait time.Duration) bool {
	from, to, at := e.client, e.server[p.Port], e.proxy[p.Port]
	data := bytes.Clone(p.Data)
	if !p.Up {
		from, to, at = to, from, e.back
		if told := e.tell(data); told >= 0 {
			e.proxy[told] = e.proxy[e.first]
		}
	}
	from.WriteToUDP(data, at)
	buffer := make([]byte, proxy.MaxPacket)
	to.SetReadDeadline(time.Now().Add(wait))
	for {
		n, sender, err := to.ReadFromUDP(buffer)
		if err != nil {
			return false
		}
		if p.Up && bytes.HasPrefix(buffer[:n], flood) {
			continue
		}
		if p.Up {
			e.back = sender
		}
		return true
	}
}

func serveUntilKilled(t *testing.T, game proxy.Game, server, path string) {
	l, err := proxy.Listen(game, server, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(l.Addr())
	go l.Serve(context.Background())
	for r := range l.Recordings() {
		d := live.New(r.Format)
		if err := d.Keep(path, 0); err != nil {
			t.Fatal(err)
		}
		go live.Run(context.Background(), r, d)
	}
}
