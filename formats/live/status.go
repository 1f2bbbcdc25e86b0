package live

import (
	"bytes"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"fragscope/formats/quaketext"
)

// ServerStatus holds a game server's reply to a status query. In Quake III, the reply is a statusResponse.
type ServerStatus struct {
	Name, Map, Game string
	// Mode is the kind of match, such as 2on2, and Clock its progress, both in the server's own words. They are "" if they
	// were not sent.
	Mode, Clock string
	// Most is the maximum number of players, or 0 if it was not sent.
	Most    int
	Players []ServerPlayer
	// Stream is the address of the server's QTV stream, or "" if it has none.
	Stream string

	teams     bool   // players belong to teams
	red, blue string // scores of these teams, where the server keeps them
}

// ServerPlayer describes a player on a server. Name and Team contain no colour codes. Team is empty unless the server
// reports teams.
type ServerPlayer struct {
	Name, Team  string
	Score, Ping int
}

// Score returns a phrase that contains the score of each team. In a match without teams, it contains the scores of the
// best two or three players instead. If nobody is playing, Score returns "".
func (s *ServerStatus) Score() string {
	type side struct {
		name  string
		score int
	}
	var sides []side
	if s.red != "" && s.blue != "" {
		return "red " + s.red + " : " + s.blue + " blue"
	}
	for _, p := range s.Players {
		name := p.Name
		if s.teams {
			name = p.Team
		}
		i := slices.IndexFunc(sides, func(o side) bool { return s.teams && o.name == name })
		if i < 0 {
			sides, i = append(sides, side{name: name}), len(sides)
		}
		sides[i].score += p.Score
	}
	slices.SortStableFunc(sides, func(a, b side) int { return b.score - a.score })
	if len(sides) == 2 {
		return fmt.Sprintf("%s %d : %d %s", sides[0].name, sides[0].score, sides[1].score, sides[1].name)
	}
	const best = 3
	words := make([]string, 0, best)
	for _, o := range sides[:min(len(sides), best)] {
		words = append(words, fmt.Sprintf("%s %d", o.name, o.score))
	}
	return strings.Join(words, ", ")
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

// ParseStatus parses the reply to a status query. ok is false if the reply is not valid.
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
			numbers, texts := quoted(line)
			words := strings.Fields(numbers)
			switch {
			case len(words) > 0 && words[0] == "qtv" && a.glyphs && len(texts) > 1:
				s.Stream = streamAddress(string(texts[1]))
			case len(words) < a.numbers || len(texts) == 0 || len(s.Players) == maxStatusPlayers:
			default:
				p := ServerPlayer{Name: text(texts[0])}
				p.Score, _ = strconv.Atoi(words[a.score])
				p.Ping, _ = strconv.Atoi(words[a.ping])
				if len(texts) > 2 {
					p.Team = text(texts[2])
				}
				s.Players = append(s.Players, p)
			}
		}
		return s, true
	}
	return s, false
}

// quoted splits a line into what precedes its first quoted text, and the quoted texts.
func quoted(line []byte) (before string, texts [][]byte) {
	parts := bytes.Split(line, []byte(`"`))
	for i := 1; i < len(parts); i += 2 {
		texts = append(texts, parts[i])
	}
	return string(parts[0]), texts
}

// streamAddress returns the address of a stream that QuakeWorld writes as stream@host:port, or "" for anything else.
func streamAddress(text string) string {
	id, host, ok := strings.Cut(text, "@")
	if !ok || id == "" || strings.ContainsAny(id, "/ @") || !IsServer(host) {
		return ""
	}
	return "qtv://" + host + "/" + id
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
		case "mode":
			s.Mode = value
		case "status":
			s.Clock = value
		case "teamplay":
			s.teams = value != "" && value != "0"
		case "score_red":
			s.red = value
		case "score_blue":
			s.blue = value
		}
	}
}

// IsServer reports whether s has the form host:port of a game server's address. The addresses of streams and the names
// of files do not have this form.
func IsServer(s string) bool {
	host, port, err := net.SplitHostPort(s)
	n, bad := strconv.ParseUint(port, 10, 16)
	return err == nil && bad == nil && n > 0 && host != "" && !strings.ContainsAny(host, "/\\ ")
}
