//go:build !js

package live

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"fragscope/formats/base/fault"
)

const (
	// askTimes is the number of times that a server is queried, since packets may be lost. askWait is the time allowed for
	// answers to each round of queries.
	askTimes = 3
	askWait  = 1200 * time.Millisecond
	// lull is the longest pause allowed between the packets of a master server's answer.
	lull = 400 * time.Millisecond
	// maxServers is the maximum number of servers queried. They are queried in bursts of askBurst servers, with pauses in
	// between.
	maxServers = 2048
	askBurst   = 16
	askPause   = 10 * time.Millisecond
)

// statusQuestion and infoQuestion request a game server's status. The former is for the Quake III family, the latter
// for QuakeWorld and Quake II. The argument 51 requests the info, players, teams and stream from mvdsv; other servers
// ignore it (mvdsv sv_main.c, SVC_Status).
const (
	statusQuestion = "\xff\xff\xff\xffgetstatus\n"
	infoQuestion   = "\xff\xff\xff\xffstatus 51\n"
)

// server is a game server to be queried.
type server struct {
	at        netip.AddrPort
	questions []string
}

// finder queries many addresses at once.
type finder struct {
	mu      sync.Mutex
	found   Found
	servers []server
	named   map[netip.AddrPort]string // the servers that were given, as they were given
}

// FindMatches queries each address for the matches being played there. It supports the following kinds of addresses:
//
//	host:port           a game server
//	master://host:port  a master server; for Quake III and related games, with a protocol number as the path
//	qtv://host:port     a QTV proxy
//	gtv://host:port     a GTV server
//	https://...         a QuakeWorld hub, by the address of its JSON list of servers
//
// FindMatches also queries the game servers listed by a master server, but contacts no other servers. If ctx is done,
// it returns the matches found so far.
func FindMatches(ctx context.Context, addresses []string) Found {
	f := &finder{named: map[netip.AddrPort]string{}}
	var asking sync.WaitGroup
	for _, a := range addresses {
		asking.Go(func() {
			if err := fault.Guard(func() error { return f.ask(ctx, a) }); err != nil {
				f.failed(a, err)
			}
		})
	}
	asking.Wait()
	f.askServers(ctx)
	f.found.sort()
	return f.found
}

// failed records that an address did not answer.
func (f *finder) failed(address string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.found.Failed = append(f.found.Failed, fmt.Errorf("%s: %w", Public(address), err))
}

// add adds matches and the number of servers queried.
func (f *finder) add(asked int, list ...Match) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.found.Asked += asked
	f.found.Matches = append(f.found.Matches, list...)
}

// ask queries one address, or records which servers must be queried for it.
func (f *finder) ask(ctx context.Context, address string) error {
	kind, err := askKind(address)
	if err != nil {
		return err
	}
	switch kind {
	case askServer:
		at, err := resolve(ctx, address)
		if err == nil {
			f.list(address, server{at, []string{statusQuestion, infoQuestion}})
		}
		return err
	case askMaster:
		return f.askMaster(ctx, address)
	case askQTV:
		return f.askStreams(ctx, address)
	case askGTV:
		s, err := Parse(address)
		if err != nil {
			return err
		}
		at, err := resolve(ctx, s.(*GTV).dialed())
		if err == nil {
			f.list(address, server{at, []string{infoQuestion}})
		}
		return err
	}
	list, asked, err := askTheHub(ctx, address)
	f.add(asked, list...)
	return err
}

// list records servers to be queried. name is the user's name for a single server, or "" for the servers of a master
// server.
func (f *finder) list(name string, servers ...server) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range servers {
		if name != "" {
			f.named[s.at] = name
		}
		i := slices.IndexFunc(f.servers, func(o server) bool { return o.at == s.at })
		switch {
		case i >= 0:
			f.servers[i].questions = append(f.servers[i].questions, s.questions...)
		case len(f.servers) < maxServers:
			f.servers = append(f.servers, s)
		}
	}
}

// resolve looks up host:port. It prefers IPv4, which all games support.
func resolve(ctx context.Context, address string) (netip.AddrPort, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return netip.AddrPort{}, err
	}
	n, err := net.DefaultResolver.LookupPort(ctx, "udp", port)
	if err != nil {
		return netip.AddrPort{}, err
	}
	list, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return netip.AddrPort{}, errors.New(Reason(err))
	}
	i := max(slices.IndexFunc(list, func(a netip.Addr) bool { return a.Unmap().Is4() }), 0)
	return netip.AddrPortFrom(list[i].Unmap(), uint16(n)), nil
}

// socket opens a UDP socket that is closed when ctx is done.
func socket(ctx context.Context) (conn *net.UDPConn, close func(), err error) {
	conn, err = net.ListenUDP("udp", nil)
	if err != nil {
		return nil, nil, errors.New(Reason(err))
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	return conn, func() { stop(); conn.Close() }, nil
}

// askServers queries the recorded servers for their status.
func (f *finder) askServers(ctx context.Context) {
	if len(f.servers) == 0 {
		return
	}
	waiting := make(map[netip.AddrPort]server, len(f.servers))
	for _, s := range f.servers {
		waiting[s.at] = s
	}
	f.found.Asked += len(waiting)
	if conn, done, err := socket(ctx); err == nil {
		defer done()
		for range askTimes {
			servers := slices.Collect(maps.Values(waiting))
			go fault.Guard(func() error { sendQueries(conn, servers); return nil }) // a server that gets no query does not answer
			receive(conn, time.Now().Add(askWait), func(from netip.AddrPort, packet []byte) bool {
				s, ok := ParseStatus(packet)
				if _, asked := waiting[from]; ok && asked {
					delete(waiting, from)
					f.answered(from, s)
				}
				return len(waiting) > 0
			})
			if len(waiting) == 0 || ctx.Err() != nil {
				break
			}
		}
	}
	for at := range waiting {
		if name := f.named[at]; name != "" {
			f.failed(name, errors.New(msgNoStatus))
		}
	}
}

// sendQueries sends the queries to the servers, a few at a time.
func sendQueries(conn *net.UDPConn, servers []server) {
	for i, s := range servers {
		for _, q := range s.questions {
			conn.WriteToUDPAddrPort([]byte(q), s.at) // a server that cannot be reached does not answer
		}
		if i%askBurst == askBurst-1 {
			time.Sleep(askPause)
		}
	}
}

// receive calls take for each packet until it returns false or until the given time.
func receive(conn *net.UDPConn, until time.Time, take func(from netip.AddrPort, packet []byte) bool) {
	conn.SetReadDeadline(until)
	packet := make([]byte, 1<<16)
	for {
		n, from, err := conn.ReadFromUDPAddrPort(packet)
		if errors.Is(err, net.ErrClosed) || errors.Is(err, context.DeadlineExceeded) || isTimeout(err) {
			return
		}
		if err == nil && !take(netip.AddrPortFrom(from.Addr().Unmap(), from.Port()), packet[:n]) {
			return
		}
	}
}

// isTimeout reports whether an error was caused by a deadline.
func isTimeout(err error) bool {
	var t net.Error
	return errors.As(err, &t) && t.Timeout()
}

// answered adds a server's answer. Servers that were listed only by a master server are included only if somebody is
// playing.
func (f *finder) answered(at netip.AddrPort, s ServerStatus) {
	name, named := f.named[at]
	if len(s.Players) == 0 && !named {
		return
	}
	m := Match{ServerStatus: s, Server: at.String(), Watch: s.Stream}
	if IsAddress(name) {
		m.Watch = Public(name)
	}
	f.add(0, m)
}

// masterQuestions are the requests for a master server's list, with the beginnings of the answers, the byte that
// precedes each server's six, if any, and the question for those servers: QuakeWorld's (qw master.c) and Quake III's
// family (ioq3 sv_master.c and cl_main.c, CL_ServersResponsePacket; dpmaster messages.c).
var masterQuestions = [...]struct {
	ask, begins string
	mark        byte
	question    string
	protocol    bool
}{
	{ask: "c\n\x00", begins: "\xff\xff\xff\xffd\n", question: infoQuestion},
	{ask: "\xff\xff\xff\xffgetservers %s full", begins: "\xff\xff\xff\xffgetserversResponse", mark: '\\',
		question: statusQuestion, protocol: true},
}

// masterProtocols are asked of a master server of Quake III's family if the address names none: Quake III's.
var masterProtocols = []string{"68", "71"}

// askMaster requests the server list of a master server.
func (f *finder) askMaster(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	at, err := resolve(ctx, u.Host)
	if err != nil {
		return err
	}
	conn, done, err := socket(ctx)
	if err != nil {
		return err
	}
	defer done()
	heard := false
	for range askTimes {
		sendQueries(conn, []server{{at, masterRequests(strings.Trim(u.Path, "/"))}})
		for until := time.Now().Add(askWait); ; until = time.Now().Add(lull) {
			more := false
			receive(conn, until, func(from netip.AddrPort, packet []byte) bool {
				servers, ok := parseServers(packet)
				if more = ok && from == at; more {
					heard = true
					f.list("", slices.DeleteFunc(servers, func(s server) bool { return !plausible(at.Addr(), s.at) })...)
				}
				return !more
			})
			if !more {
				break
			}
		}
		if heard || ctx.Err() != nil {
			break
		}
	}
	if !heard {
		return errors.New(msgNoMaster)
	}
	return nil
}

// masterRequests returns the packets to send to a master server. The protocol is that of a game in the Quake III
// family.
func masterRequests(protocol string) (out []string) {
	for _, q := range masterQuestions {
		switch {
		case !q.protocol && protocol == "":
			out = append(out, q.ask)
		case q.protocol && protocol != "":
			out = append(out, fmt.Sprintf(q.ask, protocol))
		case q.protocol:
			for _, p := range masterProtocols {
				out = append(out, fmt.Sprintf(q.ask, p))
			}
		}
	}
	return out
}

// parseServers parses a master server's answer. ok is false for any other packet.
func parseServers(packet []byte) (servers []server, ok bool) {
	for _, q := range masterQuestions {
		rest, ok := bytes.CutPrefix(packet, []byte(q.begins))
		if !ok {
			continue
		}
		for len(rest) > 0 {
			if q.mark != 0 {
				if rest[0] != q.mark {
					break
				}
				rest = rest[1:]
			}
			if len(rest) < 6 || q.mark != 0 && bytes.HasPrefix(rest, []byte("EO")) {
				break
			}
			at := netip.AddrPortFrom(netip.AddrFrom4([4]byte(rest)), uint16(rest[4])<<8|uint16(rest[5]))
			servers, rest = append(servers, server{at, []string{q.question}}), rest[6:]
		}
		return servers, true
	}
	return nil, false
}

// plausible reports whether a master server can legitimately list an address as that of a game server. A master server
// on the internet must not make the program query machines on the user's own network.
func plausible(master netip.Addr, a netip.AddrPort) bool {
	own := func(a netip.Addr) bool { return a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() }
	addr := a.Addr()
	return a.Port() != 0 && !addr.IsUnspecified() && !addr.IsMulticast() && addr != netip.AddrFrom4([4]byte{255, 255, 255, 255}) &&
		(!own(addr) || own(master))
}
