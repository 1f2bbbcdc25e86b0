//go:build !js

package live

import (
	"reflect"
	"testing"
)

// The answers of the three families of servers, as their sources write them.
var statusAnswers = map[string]ServerStatus{
	"\xff\xff\xff\xffstatusResponse\n\\sv_hostname\\^1House\\mapname\\q3dm6\\gamename\\baseq3\\sv_maxclients\\8\n12 40 \"^2Ann\"\n-1 0 \"Bob\"\n": {
		Name: "House", Map: "q3dm6", Game: "baseq3", Most: 8, Players: []ServerPlayer{{Name: "Ann", Score: 12, Ping: 40}, {Name: "Bob", Score: -1}}},
	"\xff\xff\xff\xffprint\n\\hostname\\House\\mapname\\q2dm1\\gamename\\baseq2\\maxclients\\16\n3 25 \"Ann\"\n": {
		Name: "House", Map: "q2dm1", Game: "baseq2", Most: 16, Players: []ServerPlayer{{Name: "Ann", Score: 3, Ping: 25}}},
	"\xff\xff\xff\xffn\\hostname\\House\\map\\dm3\\*gamedir\\qw\\maxclients\\4\n7 15 9 26 \"\xc1nn\" \"base\" 4 4\n\x00": {
		Name: "House", Map: "dm3", Game: "qw", Most: 4, Players: []ServerPlayer{{Name: "Ann", Score: 15, Ping: 26}}},
}

// mvdsvAnswer is an answer to "status 51", with teams and a stream.
const mvdsvAnswer = "\xff\xff\xff\xffn\\hostname\\House\\map\\dm3\\teamplay\\2\\mode\\2on2\\status\\9 min left\\maxclients\\4\n" +
	"75 11 2 25 \"Ann\" \"\" 4 4 \"red\"\n80 2 2 13 \"Bob\" \"base\" 13 13 \"blue\"\n84 4 2 51 \"Cat\" \"\" 4 4 \"red\"\n" +
	"qtv 1 \"House Qtv (2)\" \"2@house.example:28000\" 2\n\x00"

// TestStatusOfMVDSV reads teams and the stream, and makes scores of them.
func TestStatusOfMVDSV(t *testing.T) {
	s, ok := ParseStatus([]byte(mvdsvAnswer))
	if !ok || s.Stream != "qtv://house.example:28000/2" || s.Mode != "2on2" || s.Clock != "9 min left" ||
		len(s.Players) != 3 || s.Players[1] != (ServerPlayer{"Bob", "blue", 2, 13}) || s.Score() != "red 15 : 2 blue" {
		t.Errorf("%+v, %q", s, s.Score())
	}
	for text, want := range map[string]string{"2@h:28000": "qtv://h:28000/2", "": "", "@h:1": "", "1@h": "", "1@h:x": "",
		"../x@h:1": "", "1@h:1/x": ""} {
		if got := streamAddress(text); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
	four := ServerStatus{Players: []ServerPlayer{{Name: "a", Score: 1}, {Name: "b", Score: 9}, {Name: "c"}, {Name: "d", Score: 3}}}
	if got := four.Score(); got != "b 9, d 3, a 1" {
		t.Errorf("the score of four is %q", got)
	}
	ctf := ServerStatus{red: "3", blue: "1"}
	if got := ctf.Score(); got != "red 3 : 1 blue" {
		t.Errorf("the score of two teams is %q", got)
	}
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

// FuzzStatus reads any packet.
func FuzzStatus(f *testing.F) {
	for packet := range statusAnswers {
		f.Add([]byte(packet))
	}
	f.Add([]byte(mvdsvAnswer))
	f.Add([]byte("\xff\xff\xff\xffd\n\x7f\x00\x00\x01\x6b\x6c"))
	f.Add([]byte("\xff\xff\xff\xffgetserversResponse\\\x7f\x00\x00\x01\x6d\x38\\EOT\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, packet []byte) {
		if s, ok := ParseStatus(packet); ok && len(s.Players) > maxStatusPlayers {
			t.Errorf("%d players", len(s.Players))
		}
		if list, _ := parseServers(packet); len(list) > len(packet)/6 {
			t.Errorf("%d servers in %d bytes", len(list), len(packet))
		}
	})
}
