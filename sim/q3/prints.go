package q3

import (
	"regexp"
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// chat reads a message: "name: text" to all, or "(name) (place): text" to a team. In Quake Live the slot in two digits
// precedes it, and a clan may precede the name.
func (l *level) chat(a []string, kind sim.EventKind, o *track.Observations) {
	if len(a) < 2 {
		return
	}
	raw := strings.ReplaceAll(a[1], "\x19", "")
	e := sim.Event{Kind: kind}
	if l.mod.tells.slotInChat && len(raw) > 3 && raw[2] == ' ' {
		if n, ok := number(raw[:2]); ok && n < quake3.MaxClients {
			e.Slot, raw = sim.SlotAt(n), raw[3:]
		}
	}
	name, place, message, ok := l.splitChat(raw, kind == sim.EventTeamChat)
	if !ok {
		e.Kind, e.Slot, e.Text = sim.EventPrint, sim.Slot{}, l.words(a[1])
		o.Tell(track.Happened{Event: e})
		return
	}
	e.Text = l.mod.coloring.text(strings.TrimRight(message, "\n"))
	if !e.Slot.Valid() {
		e.Slot = sim.SlotAt(l.find(l.mod.coloring.text(name).Plain))
	}
	e.Place = l.mod.coloring.text(place).Plain
	o.Tell(track.Said{Event: e, Name: l.mod.coloring.text(name)})
}

// splitChat separates the name from the message. Names may contain ": " and spaces, so the first split that yields a
// known name counts. A team message has the place in separate brackets.
func (l *level) splitChat(raw string, team bool) (name, place, message string, ok bool) {
	if team {
		open := strings.IndexByte(raw, '(')
		if open < 0 {
			return "", "", "", false
		}
		shut := l.nameEnd(raw, open)
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
		if l.find(l.mod.coloring.text(raw[:i]).Plain) >= 0 {
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

// nameEnd returns the bracket that closes the name. Names may contain brackets, so the first one that yields a
// known name counts, otherwise the first one.
func (l *level) nameEnd(raw string, open int) int {
	for i := open + 1; i < len(raw); i++ {
		if raw[i] == ')' && l.find(l.mod.coloring.text(raw[open+1:i]).Plain) >= 0 {
			return i
		}
	}
	return strings.IndexByte(raw[open:], ')') + open
}

// maxLocations limits the numbers of the places named by a map.
const maxLocations = 64

// chatOfCPMA reads a team message: slot, number of a location, text.
func (l *level) chatOfCPMA(a []string, o *track.Observations) {
	if len(a) < 4 {
		return
	}
	slot, ok := number(a[1])
	if !ok || slot < 0 || slot >= quake3.MaxClients {
		return
	}
	e := sim.Event{Kind: sim.EventTeamChat, Slot: sim.SlotAt(slot), Text: l.words(a[3])}
	if n, ok := number(a[2]); ok && n > 0 && n < maxLocations {
		e.Place = l.mod.coloring.text(l.strings[l.protocol.CsPlayers+quake3.MaxClients+n]).Plain
	}
	if p := l.player(slot); p != nil {
		e.Team = p.Team
	}
	o.Tell(track.Happened{Event: e})
}

func (l *level) print(a []string, o *track.Observations) {
	if len(a) < 2 {
		return
	}
	text := l.words(strings.TrimRight(a[1], "\n"))
	l.tellMatchWords(text.Plain, o)
	l.printed.read(l, text.Plain, o)
	if strings.TrimSpace(text.Plain) == "" || l.mod.tells.runs && l.tellRaceWords(text, o) {
		return
	}
	o.Tell(track.Printed{Text: text})
}

// centerTime is the time for which the large text stays.
const centerTime = 3 * time.Second

func (l *level) centerPrint(a []string, o *track.Observations) {
	if len(a) < 2 {
		return
	}
	text := l.words(strings.Trim(a[1], "\n"))
	l.tellMatchWords(text.Plain, o)
	o.Tell(track.CenterPrinted{Text: text, Last: centerTime})
	if strings.TrimSpace(text.Plain) != "" {
		o.Tell(track.Happened{Event: sim.Event{Kind: sim.EventCenterPrint, Text: text}})
	}
}

// matchEnds lists the words in prints that explain the end of a match.
var matchEnds = []struct{ words, why string }{
	{"timelimit hit", "Match end: time limit"}, {"fraglimit hit", "Match end: frag limit"},
	{"capturelimit hit", "Match end: capture limit"},
	{"scorelimit hit", "Match end: score limit"}, {"roundlimit hit", "Match end: round limit"},
	{"hit the fraglimit", "Match end: frag limit"},
	{"hit the capturelimit", "Match end: capture limit"}, {"hit the scorelimit", "Match end: score limit"},
	{"hit the roundlimit", "Match end: round limit"},
	{"mercylimit", "Match end: mercy limit"}, {"mercy limit", "Match end: mercy limit"}, {"forfeit", forfeit},
}

const forfeit = "Match end: forfeit"

// captures match the prints about captures: the colour of the flag and the name, or the team and the name (Quake
// III g_team.c, Team_TouchOurFlag; Quake Live).
var captures = [...]struct {
	words    *regexp.Regexp
	flag, by int // the group with the colour
	name     int
}{
	{words: regexp.MustCompile(`^(.+) captured the (RED|BLUE) flag!$`), flag: 2, name: 1},
	{words: regexp.MustCompile(`^(RED|BLUE) TEAM CAPTURED the flag! \((.+) captured in [0-9:.]+\)$`), by: 1, name: 2},
}

// tellCapture reports the capture in a print.
func (l *level) tellCapture(text string, o *track.Observations) {
	for _, c := range captures {
		m := c.words.FindStringSubmatch(strings.TrimSpace(text))
		if m == nil {
			continue
		}
		by := sim.TeamRed
		if m[max(c.flag, c.by)] == "BLUE" == (c.by > 0) {
			by = sim.TeamBlue
		}
		name, slot := m[c.name], -1
		for more := true; more && slot < 0; _, name, more = strings.Cut(name, " ") { // a clan may precede it
			slot = l.find(name)
		}
		o.Tell(track.CaptureTold{By: by, Slot: sim.SlotAt(slot)})
	}
}

// tellMatchWords reports events of the match that only a print announces.
func (l *level) tellMatchWords(text string, o *track.Observations) {
	l.tellCapture(text, o)
	t := strings.ToLower(text)
	for i := len(matchEnds) - 1; i >= 0; i-- {
		if e := &matchEnds[i]; strings.Contains(t, e.words) {
			o.Tell(track.MatchEnding{Why: e.why})
			break
		}
	}
	if l.mod.tells.timeouts {
		switch {
		case strings.Contains(t, "called time-out"):
			o.Tell(track.TimeoutCalled{})
		case strings.Contains(t, "has resumed"):
			o.Tell(track.TimeoutOver{})
		}
	}
	if l.mod.config.match >= 0 {
		for _, w := range []string{"match complete", "match over", "limit hit", "has won the match"} {
			if strings.Contains(t, w) {
				o.Tell(track.MatchComplete{})
			}
		}
	}
	if strings.Contains(t, "sudden death") && !strings.Contains(t, "overtime mode:") ||
		strings.Contains(t, "overtime") && !strings.Contains(t, "overtime mode:") &&
			!strings.Contains(t, "g_overtime") {
		o.Tell(track.OvertimeCalled{})
	}
}
