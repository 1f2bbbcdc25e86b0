//go:build !js

package live

import (
	"context"
	"net"
	"reflect"
	"testing"
	"time"
)

// The answers of the three families of servers, as their sources write them.
var statusAnswers = map[string]ServerStatus{
	"\xff\xff\xff\xffstatusResponse\n\\sv_hostname\\^1House\\mapname\\q3dm6\\gamename\\baseq3\\sv_maxclients\\8\n12 40 \"^2Ann\"\n-1 0 \"Bob\"\n": {
		Name: "House", Map: "q3dm6", Game: "baseq3", Most: 8, Players: []ServerPlayer{{"Ann", 12, 40}, {"Bob", -1, 0}}},
	"\xff\xff\xff\xffprint\n\\hostname\\House\\mapname\\q2dm1\\gamename\\baseq2\\maxclients\\16\n3 25 \"Ann\"\n": {
		Name: "House", Map: "q2dm1", Game: "baseq2", Most: 16, Players: []ServerPlayer{{"Ann", 3, 25}}},
	"\xff\xff\xff\xffn\\hostname\\House\\map\\dm3\\*gamedir\\qw\\maxclients\\4\n7 15 9 26 \"\xc1nn\" \"base\" 4 4\n\x00": {
		Name: "House", Map: "dm3", Game: "qw", Most: 4, Players: []ServerPlayer{{"Ann", 15, 26}}},
}

func TestStatus(t *testing.T) {
	for packet, want := range statusAnswers {
		if got, ok := ParseStatus([]byte(packet)); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", packet, got, want)
		}
	}
	for _, packet := range []string{"", "\xff\xff\xff\xff", "\xff\xff\xff\xffprint\nbad\n", "\xff\xff\xff\xffn",
		"\xff\xff\xff\xffchallenge 1", "statusResponse"} {
		if s, ok := ParseStatus([]byte(packet)); ok {
			t.Errorf("%q is read as %+v", packet, s)
		}
	}
}

func TestIsServer(t *testing.T) {
	for s, want := range map[string]bool{"quake.example:27500": true, "[::1]:27960": true, "10.0.0.1:27910": true,
		"qtv://host:28000": false, "host": false, "host:0": false, "host:99999": false, ":27500": false,
		"C:\\demos\\a.dem": false, "a b:1": false} {
		if IsServer(s) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
}

// A server that answers is asked no more; silence ends with an error, and at once when nobody waits.
func TestAskStatus(t *testing.T) {
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	defer server.Close()
	go func() {
		buf := make([]byte, 100)
		for {
			n, from, err := server.ReadFrom(buf)
			if err != nil {
				return
			}
			if string(buf[:n]) == questions[1] {
				server.WriteTo([]byte("\xff\xff\xff\xffnoise"), from)
				server.WriteTo([]byte("\xff\xff\xff\xffn\\map\\dm3\n"), from)
			}
		}
	}()
	s, err := AskStatus(t.Context(), server.LocalAddr().String())
	if err != nil || s.Map != "dm3" {
		t.Errorf("%+v, %v", s, err)
	}
	silent, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	defer silent.Close()
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	if _, err := AskStatus(ctx, silent.LocalAddr().String()); err == nil {
		t.Error("a silent server has a status")
	}
}

// FuzzStatus reads any packet.
func FuzzStatus(f *testing.F) {
	for packet := range statusAnswers {
		f.Add([]byte(packet))
	}
	f.Fuzz(func(t *testing.T, packet []byte) {
		if s, ok := ParseStatus(packet); ok && len(s.Players) > maxStatusPlayers {
			t.Errorf("%d players", len(s.Players))
		}
	})
}
