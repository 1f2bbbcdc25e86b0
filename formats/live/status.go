package live

import (
	"bytes"
	"net"
	"strconv"
	"strings"

	"fragscope/formats/quaketext"
)

// ServerStatus is a game server's reply to a status query: statusResponse in Quake III, status in QuakeWorld and Quake
// II.
type ServerStatus struct {
	Name, Map, Game string
	// Most is the maximum number of players, or 0 if not sent.
	Most    int
	Players []ServerPlayer
}

// ServerPlayer is a player on a server. The name has no colour codes.
type ServerPlayer struct {
	Name        string
	Score, Ping int
}

// maxStatusPlayers bounds the players of an answer.
const maxStatusPlayers = 256

// answers are the beginnings of answers, with how many numbers precede a player's name and which of them are his score
// and ping (ioq3 sv_main.c, SVC_Status; yquake2 sv_conless.c, SVC_Status; mvdsv sv_main.c, SVC_Status).
var answers = [...]struct {
	begins                string
	numbers, score, ping  int
	glyphs, beginsTheInfo bool
}{
	{"\xff\xff\xff\xffstatusResponse\n", 2, 0, 1, false, false}, {"\xff\xff\xff\xffprint\n", 2, 0, 1, true, false},
	{"\xff\xff\xff\xffn\\", 4, 1, 3, true, true},
}

// ParseStatus parses a reply to a status query. ok is false if the packet is not one.
func ParseStatus(packet []byte) (s ServerStatus, ok bool) {
	for _, a := range answers {
		rest, ok := bytes.CutPrefix(packet, []byte(a.begins))
		if !ok {
			continue
		}
		if a.beginsTheInfo {
			rest = packet[len(a.begins)-1:]
		}
		text := func(raw []byte) string {
			if a.glyphs {
				return quaketext.Plain(raw)
			}
			return withoutColors(strings.ToValidUTF8(string(raw), "."))
		}
		lines := bytes.Split(bytes.TrimRight(rest, "\x00\n"), []byte("\n"))
		if !bytes.HasPrefix(lines[0], []byte("\\")) {
			return s, false
		}
		s.readInfo(text(lines[0]))
		for _, line := range lines[1:] {
			numbers, name, named := bytes.Cut(line, []byte(`"`))
			words := strings.Fields(string(numbers))
			if name, _, _ = bytes.Cut(name, []byte(`"`)); !named || len(words) < a.numbers ||
				len(s.Players) == maxStatusPlayers {
				continue
			}
			p := ServerPlayer{Name: text(name)}
			p.Score, _ = strconv.Atoi(words[a.score])
			p.Ping, _ = strconv.Atoi(words[a.ping])
			s.Players = append(s.Players, p)
		}
		return s, true
	}
	return s, false
}

// withoutColors returns a text of Quake III without its colours: a caret and a character each.
func withoutColors(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '^' && i+1 < len(text) && text[i+1] != '^' {
			i++
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// readInfo reads keys and values, each after a backslash.
func (s *ServerStatus) readInfo(info string) {
	words := strings.Split(info, `\`)
	for i := 1; i+1 < len(words); i += 2 {
		value := words[i+1]
		switch strings.ToLower(words[i]) {
		case "hostname", "sv_hostname":
			s.Name = value
		case "map", "mapname":
			s.Map = value
		case "gamename", "*gamedir", "game":
			s.Game = value
		case "maxclients", "sv_maxclients":
			s.Most, _ = strconv.Atoi(value)
		}
	}
}

// IsServer reports whether s is the address of a game server, host:port, rather than the address of a stream or a file
// name.
func IsServer(s string) bool {
	host, port, err := net.SplitHostPort(s)
	n, bad := strconv.ParseUint(port, 10, 16)
	return err == nil && bad == nil && n > 0 && host != "" && !strings.ContainsAny(host, "/\\ ")
}
