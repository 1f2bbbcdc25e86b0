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
	// askTimes is how often a server is asked, and askWait how long all that were asked have to answer each time.
	// Packets may be lost.
	askTimes = 3
	askWait  = 1200 * time.Millisecond
	// lull is how long a master server's answer may pause between packets.
	lull = 400 * time.Millisecond
	// maxServers bounds the servers that are asked. askBurst of them are asked at once, then there is a pause.
	maxServers = 2048
	askBurst   = 16
	askPause   = 10 * time.Millisecond
)

// statusQuestion and infoQuestion ask a game server for its status: Quake III's family, and QuakeWorld and Quake II.
// 51 asks mvdsv for its info, players, teams and stream; other servers ignore it (mvdsv sv_main.c, SVC_Status).
const (
	statusQuestion = "\xff\xff\xff\xffgetstatus\n"
	infoQuestion   = "\xff\xff\xff\xffstatus 51\n"
)

// server is a game server to be asked.
type server struct {
	at        netip.AddrPort
	questions []string
}

// finder asks many addresses at once.
type finder struct {
	mu      sync.Mutex
	found   Found
	servers []server
	named   map[netip.AddrPort]string // the servers that were given, as they were given
}

// FindMatches queries each address for the matches being played there. An address may be a game server (host:port), a
// master server (master://host:port, with a protocol number as the path for Quake III and related games), a QTV proxy
// (qtv://host:port), a GTV server (gtv://host:port) or a QuakeWorld hub (https://, the address of its JSON list of
// servers). FindMatches also queries the game servers listed by a master server, but contacts no other servers. If ctx
// is done, it returns the matches found so far.
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

// failed notes that an address gave no answer.
func (f *finder) failed(address string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.found.Failed = append(f.found.Failed, fmt.Errorf("%s: %w", Public(address), err))
}

// add adds matches, and counts those asked.
func (f *finder) add(asked int, list ...Match) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.found.Asked += asked
	f.found.Matches = append(f.found.Matches, list...)
}

// ask asks one address, or notes which servers are to be asked for it.
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

// list notes servers to be asked. name is what the user called a single one, "" for those of a master server.
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

// resolve looks up host:port, and prefers IPv4, which all games speak.
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

// askServers asks the noted servers for their status.
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
			go fault.Guard(func() error { tell(conn, servers); return nil }) // whom it does not ask does not answer
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

// tell sends the servers their questions, some at a time.
func tell(conn *net.UDPConn, servers []server) {
	for i, s := range servers {
		for _, q := range s.questions {
			conn.WriteToUDPAddrPort([]byte(q), s.at) // whoever cannot be reached does not answer
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

// isTimeout reports whether an error is that of a deadline.
func isTimeout(err error) bool {
	var t net.Error
	return errors.As(err, &t) && t.Timeout()
}

// answered adds a server's answer. Servers that only a master named are of interest if somebody plays.
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

// askMaster asks a master server for its servers.
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
		tell(conn, []server{{at, masterRequests(strings.Trim(u.Path, "/"))}})
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

// masterRequests returns the packets that ask a master server; a protocol is one of Quake III's family.
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

// plausible reports whether an address can be that of a game server that a master server knows. A master server on the
// internet cannot make us ask machines of the user's own network.
func plausible(master netip.Addr, a netip.AddrPort) bool {
	own := func(a netip.Addr) bool { return a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() }
	addr := a.Addr()
	return a.Port() != 0 && !addr.IsUnspecified() && !addr.IsMulticast() && addr != netip.AddrFrom4([4]byte{255, 255, 255, 255}) &&
		(!own(addr) || own(master))
}
