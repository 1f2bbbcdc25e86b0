package q3

import (
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// prints reads what is said and printed.
type prints struct {
	*game
	match  *match
	roster *roster
	runs   *runs
}

// chat is "name: text" to all and "(name) (place): text" to a team; in Quake
// Live two digits with the slot precede it, and a clan may precede the name.
func (s *prints) chat(a []string, kind sim.EventKind) {
	if len(a) < 2 {
		return
	}
	raw := strings.ReplaceAll(a[1], "\x19", "")
	e := sim.Event{Kind: kind}
	if s.mod.tells.slotInChat && len(raw) > 3 && raw[2] == ' ' {
		if n, ok := number(raw[:2]); ok && n < quake3.MaxClients {
			e.Slot, raw = sim.SlotAt(n), raw[3:]
		}
	}
	name, place, message, ok := s.splitChat(raw, kind == sim.EventTeamChat)
	if !ok {
		e.Kind, e.Slot, e.Text = sim.EventPrint, sim.Slot{}, s.words(a[1])
		s.t.Queue(e)
		return
	}
	e.Text = s.mod.coloring.text(strings.TrimRight(message, "\n"))
	if !e.Slot.Valid() {
		e.Slot = sim.SlotAt(s.find(s.mod.coloring.text(name).Plain))
	}
	if p := s.players.Profile(e.Slot); p == nil {
		e.Profile = s.rec.Profile(sim.Profile{Slot: e.Slot, Name: s.mod.coloring.text(name)})
	} else if kind == sim.EventTeamChat {
		e.Team = p.Team
	}
	e.Place = s.mod.coloring.text(place).Plain
	s.t.Queue(e)
}

// splitChat parts the name from the message. Names may hold ": " and blanks,
// so the first split that gives a known name counts. A team message has the
// place in brackets of its own.
func (s *prints) splitChat(raw string, team bool) (name, place, message string, ok bool) {
	if team {
		open := strings.IndexByte(raw, '(')
		if open < 0 {
			return "", "", "", false
		}
		shut := s.nameEnd(raw, open)
		colon := strings.IndexByte(raw[max(shut, 0):], ':') + shut
		if shut < open || colon < shut {
			return "", "", "", false
		}
		place = strings.TrimSpace(raw[shut+1 : colon])
		if n := len(place); n < 2 || place[0] != '(' || place[n-1] != ')' {
			place = "()"
		}
		return raw[open+1 : shut], place[1 : len(place)-1], strings.TrimPrefix(raw[colon+1:], " "), true
	}
	first := -1
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] != ':' || raw[i+1] != ' ' {
			continue
		}
		if s.find(s.mod.coloring.text(raw[:i]).Plain) >= 0 {
			return raw[:i], "", raw[i+2:], true
		}
		if first < 0 {
			first = i
		}
	}
	if first < 0 {
		return "", "", "", false
	}
	return raw[:first], "", raw[first+2:], true
}

// nameEnd is the bracket that shuts the name that one opens; names may hold
// brackets, so the first that gives a known name counts, else the first.
func (s *prints) nameEnd(raw string, open int) int {
	for i := open + 1; i < len(raw); i++ {
		if raw[i] == ')' && s.find(s.mod.coloring.text(raw[open+1:i]).Plain) >= 0 {
			return i
		}
	}
	return strings.IndexByte(raw[open:], ')') + open
}

// maxLocations bounds the numbers of the places that a map names.
const maxLocations = 64

// cpmaChat is a team message: slot, number of a location, text.
func (s *prints) cpmaChat(a []string) {
	if len(a) < 4 {
		return
	}
	slot, ok := number(a[1])
	if !ok || slot < 0 || slot >= quake3.MaxClients {
		return
	}
	e := sim.Event{Kind: sim.EventTeamChat, Slot: sim.SlotAt(slot), Text: s.words(a[3])}
	if n, ok := number(a[2]); ok && n > 0 && n < maxLocations {
		e.Place = s.mod.coloring.text(s.state.Configstrings[s.protocol.CsPlayers+quake3.MaxClients+n]).Plain
	}
	if p := s.players.Profile(sim.SlotAt(slot)); p != nil {
		e.Team = p.Team
	}
	s.t.Queue(e)
}

func (s *prints) print(a []string) {
	if len(a) < 2 {
		return
	}
	text := s.words(strings.TrimRight(a[1], "\n"))
	s.match.readMatchWords(text.Plain)
	if strings.TrimSpace(text.Plain) == "" {
		return
	}
	if s.mod.tells.runs && s.runs.readRaceWords(text) {
		return
	}
	if e := s.roster.pendingFor(text); e != nil {
		e.Text = text
		return
	}
	s.t.Queue(sim.Event{Kind: sim.EventPrint, Text: text})
}

// centerTime is how long the large text stays.
const centerTime = 3 * time.Second

func (s *prints) centerPrint(a []string) {
	if len(a) < 2 {
		return
	}
	text := s.words(strings.Trim(a[1], "\n"))
	s.match.readMatchWords(text.Plain)
	s.t.CenterPrint(text, centerTime)
	if strings.TrimSpace(text.Plain) != "" {
		s.t.Queue(sim.Event{Kind: sim.EventCenterPrint, Text: text})
	}
}
