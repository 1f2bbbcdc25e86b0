//go:build !js

package live

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"
)

// udp answers packets by a function and returns the address. What it returns nil for has no answer.
func udp(t *testing.T, answer func(ask string) []string) netip.AddrPort {
	t.Helper()
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { c.Close() })
	go func() {
		buf := make([]byte, 2000)
		for {
			n, from, err := c.ReadFromUDPAddrPort(buf)
			if err != nil {
				return
			}
			for _, a := range answer(string(buf[:n])) {
				c.WriteToUDPAddrPort([]byte(a), from)
			}
		}
	}()
	return c.LocalAddr().(*net.UDPAddr).AddrPort()
}

// six writes an address as master servers do.
func six(a netip.AddrPort) string {
	ip := a.Addr().As4()
	return string(binary.BigEndian.AppendUint16(ip[:], a.Port()))
}

// player answers each family's question for its status, the first time not at all: packets may be lost.
func player(t *testing.T, answer string) netip.AddrPort {
	var asked sync.Map
	return udp(t, func(ask string) []string {
		if _, again := asked.LoadOrStore(ask, true); !again {
			return []string{"\xff\xff\xff\xffnoise"}
		}
		if ask == statusQuestion && strings.Contains(answer, "statusResponse") ||
			ask == infoQuestion && strings.HasPrefix(answer, "\xff\xff\xff\xffn") {
			return []string{answer}
		}
		return nil
	})
}

// TestFindMatches asks a master server of each family, a QuakeWorld server, a silent one and two hubs.
func TestFindMatches(t *testing.T) {
	qw := player(t, mvdsvAnswer)
	empty := player(t, "\xff\xff\xff\xffn\\map\\dm6\n")
	q3 := player(t, "\xff\xff\xff\xffstatusResponse\n\\sv_hostname\\Arena\\mapname\\q3dm6\n12 40 \"Ann\"\n")
	silent := udp(t, func(string) []string { return nil })
	multicast := netip.MustParseAddrPort("224.0.0.1:27500")
	qwMaster := udp(t, func(ask string) []string {
		if ask != "c\n\x00" {
			return nil
		}
		return []string{"\xff\xff\xff\xffd\n" + six(qw) + six(empty) + six(multicast) + "\x00"}
	})
	q3Master := udp(t, func(ask string) []string {
		if ask != "\xff\xff\xff\xffgetservers 84 full" {
			return nil
		}
		begin := "\xff\xff\xff\xffgetserversResponse"
		return []string{begin + `\` + six(silent), begin + `\` + six(q3) + `\EOT` + "\x00\x00\x00"}
	})
	hub := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, "http://elsewhere.example/", http.StatusFound)
		case "/list":
			io.WriteString(w, `[{"address":"h.example:28501","mode":"1on1","status":{"name":"Started","description":"1on1: [2:34]"},
				"player_slots":{"used":2,"total":2},"players":[{"name":"Ann","frags":4,"ping":12},{"name":"Bob","frags":7}],"teams":[],
				"settings":{"map":"aerowalk","hostname":"Hub"},"qtv_stream":{"url":"7@h.example:28000"}},
				{"address":"e.example:28501","players":[]}]`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer hub.Close()
	asked := []string{
		"master://" + qwMaster.String(), fmt.Sprintf("master://%v/84", q3Master), empty.String(), silent.String(),
		hub.URL + "/list", hub.URL + "/away", hub.URL + "/none",
	}
	found := FindMatches(t.Context(), asked)
	var got []string
	for _, m := range found.Matches {
		got = append(got, fmt.Sprintf("%s %s %s %q %s", m.Name, m.Map, m.Mode, m.Score(), m.Watch))
	}
	want := []string{
		`House dm3 2on2 "red 15 : 2 blue" qtv://house.example:28000/2`,
		`Hub aerowalk 1on1 "Bob 7 : 4 Ann" qtv://h.example:28000/7`,
		`Arena q3dm6  "Ann 12" `,
		` dm6  "" `,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if found.Asked != 6 { // four by packets, two by the hub
		t.Errorf("%d were asked", found.Asked)
	}
	failed := fmt.Sprint(found.Failed)
	for _, why := range []string{silent.String() + ": no answer", "another host, elsewhere.example", "404"} {
		if len(found.Failed) != 3 || !strings.Contains(failed, why) {
			t.Errorf("%q is not told: %s", why, failed)
		}
	}
}

// TestAskedOnly holds that a master server on the internet cannot have the user's own network asked.
func TestAskedOnly(t *testing.T) {
	public, own := netip.MustParseAddr("198.51.100.7"), netip.MustParseAddr("192.168.0.9")
	for text, want := range map[string][2]bool{
		"198.51.100.8:27500": {true, true}, "192.168.0.1:27500": {false, true}, "127.0.0.1:27500": {false, true},
		"169.254.1.1:27500": {false, true}, "224.0.0.1:27500": {}, "255.255.255.255:27500": {}, "0.0.0.0:27500": {},
		"198.51.100.8:0": {},
	} {
		a := netip.MustParseAddrPort(text)
		if got := [2]bool{plausible(public, a), plausible(own, a)}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestFindStreams asks a QTV proxy for its streams and looks at each: a recorded server's state comes first.
func TestFindStreams(t *testing.T) {
	stream := recorded(t, "qtv1_with_header.bin")
	proxy := serve(t, func(conn net.Conn) {
		switch ask := request(conn); {
		case strings.Contains(ask, "SOURCELIST"):
			io.WriteString(conn, "QTVSV 1\nASOURCE: 3: tcp:here: A match\nASOURCE: 4: tcp:there: A secret\n\n")
		case strings.Contains(ask, "SOURCE: 3\n"):
			io.WriteString(conn, "QTVSV 1\nBEGIN: tcp:somewhere\n\n")
			conn.Write(stream[15:])
		default:
			io.WriteString(conn, "QTVSV 1\nPERROR: You need to provide a password\n\n")
		}
	})
	server := serve(t, func(conn net.Conn) {
		request(conn)
		conn.Write(stream)
		time.Sleep(time.Second)
	})
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	found := FindMatches(ctx, []string{"qtv://" + proxy, "qtv://:word@" + server, "qtv://127.0.0.1:1"})
	if len(found.Matches) != 3 || len(found.Failed) != 1 || !strings.Contains(found.Failed[0].Error(), "no server listens") {
		t.Fatalf("%+v", found)
	}
	watch := map[string]Match{}
	for _, m := range found.Matches {
		watch[m.Watch] = m
	}
	m, s := watch["qtv://"+proxy+"/3"], watch["qtv://"+server]
	if m.Map != "dm3" || m.Mode != "ffa" || m.Most != 26 || len(m.Players) == 0 || m.Game != "ktx" ||
		m.Score() == "" || m.Score() != s.Score() || s.Map != "dm3" {
		t.Errorf("%+v, %q, and of the server itself %+v", m, m.Score(), s)
	}
	if secret := watch["qtv://"+proxy+"/4"]; !strings.HasSuffix(secret.Name, "A secret") || secret.Map != "" {
		t.Errorf("a stream with a password is %+v", secret)
	}
}

func TestCanAsk(t *testing.T) {
	for address, want := range map[string]bool{
		"h:27500": true, "qtv://h": true, "gtv://h:1": true, "master://h:27000": true, "master://h:27950/68": true,
		"https://hub.example/v2/servers": true, "http://h/": true, "master://h": false, "master://h:1/x": false, "h": false,
		"ftp://h/": false, "https:///x": false, "": false,
	} {
		if err := CanAsk(address); (err == nil) != want {
			t.Errorf("%q: %v", address, err)
		}
	}
	if got := Addresses(" a:1, b:2\tqtv://c "); len(got) != 3 || got[2] != "qtv://c" {
		t.Errorf("%q", got)
	}
	if err := CanAsk("ftp://user:word@h/"); err == nil || strings.Contains(err.Error(), "word") {
		t.Errorf("a password is told: %v", err)
	}
}
