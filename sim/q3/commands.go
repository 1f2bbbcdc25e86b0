package q3

import (
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// Configstring takes over a configstring that changed.
func (s *Simulator) Configstring(st *quake3.History, index int, old string) {
	if s.state == nil {
		return
	}
	text := st.Configstrings[index]
	d := s.dialect
	switch {
	case index == configWarmup, index == s.protocol.CsLevelStart, index == s.protocol.CsIntermission, index == d.csPauseStart:
		s.readMatch()
	case index == 0:
		s.serverInfo = info(text)
		s.mode = s.modeOf(s.serverInfo)
		s.readMatch()
		s.rec.EditLevel(s.limits)
	case index >= s.protocol.CsPlayers && index < s.protocol.CsPlayers+quake3.MaxClients:
		s.changePlayer(index - s.protocol.CsPlayers)
	case index == configScores || index == configScores+1:
		s.scoreStrings()
	case s.protocol.QuakeLive && (index == configPlaces || index == configPlaces+1):
		s.scoreStrings()
	case index == configVoteTime:
		s.vote = atoi(text) != 0
	case index == d.csFlags:
		s.flagString(old)
	case index == d.csRound:
		s.roundString()
		s.readMatch()
	case index == d.csRoundTime:
		s.roundTime()
	case d.csMatch >= 0 && (index == d.csMatch || index == d.csMatch+38):
		if v := info(text); v["sb"] != "" {
			s.setScores(v["sr"], v["sb"])
			if s.match.live && (atoi(v["sr"]) == noScore || atoi(v["sb"]) == noScore) {
				s.match.why = forfeit
			}
		}
		if index == d.csMatch {
			s.mode = s.modeOf(s.serverInfo)
		}
		s.readMatch()
		if s.said.tw > 0 {
			s.match.ended = false
		}
	case d.csDisguise > 0 && index == d.csDisguise:
		s.disguise = atoi(text) != 0
	}
}

// Command takes over a server command.
func (s *Simulator) Command(text []byte) {
	if s.state == nil {
		return
	}
	s.args = tokenize(text, s.args[:0])
	a := s.args
	if len(a) == 0 {
		return
	}
	switch a[0] {
	case "chat":
		s.chat(a, sim.EventChat)
	case "tchat":
		s.chat(a, sim.EventTeamChat)
	case "mm2":
		s.cpmaChat(a)
	case "print", "pcp":
		s.print(a)
	case "cp":
		s.centerPrint(a)
	case "map_restart":
		s.mapRestart()
	case "tinfo":
		s.teamInfo(a)
	case "dscores":
		s.duelTable(a)
	case "dmscores":
		s.leaderCommand(a)
	case "mstats", "xstats2":
		s.playerStats(a)
	default:
		if s.scoreCommand(a) {
			break
		}
		s.queue(sim.Event{Kind: sim.EventCommand, Text: sim.PlainText(strings.TrimSpace(s.protocol.Text(text)))})
	}
}

// words are a text as it shows; the mark that starts the message is no part of it.
func (s *Simulator) words(raw string) sim.Text {
	return s.coloring.text(strings.ReplaceAll(raw, "\x19", ""))
}

// find is the slot of a player by his plain name, or -1.
func (s *Simulator) find(name string) int {
	for slot := range s.players {
		if p := s.players[slot].profile; p != nil && p.Name.Plain == name {
			return slot
		}
	}
	return -1
}

// chat is "name: text" to all and "(name) (place): text" to a team; in Quake
// Live two digits with the slot precede it, and a clan may precede the name.
func (s *Simulator) chat(a []string, kind sim.EventKind) {
	if len(a) < 2 {
		return
	}
	raw := strings.ReplaceAll(a[1], "\x19", "")
	e := sim.Event{Kind: kind}
	if s.protocol.QuakeLive && len(raw) > 3 && raw[2] == ' ' {
		if n, ok := number(raw[:2]); ok && n < len(s.players) {
			e.Slot, raw = sim.SlotAt(n), raw[3:]
		}
	}
	name, place, message, ok := s.splitChat(raw, kind == sim.EventTeamChat)
	if !ok {
		e.Kind, e.Slot, e.Text = sim.EventPrint, sim.Slot{}, s.words(a[1])
		s.queue(e)
		return
	}
	e.Text = s.coloring.text(strings.TrimRight(message, "\n"))
	if !e.Slot.Valid() {
		e.Slot = sim.SlotAt(s.find(s.coloring.text(name).Plain))
	}
	if p := s.profileOf(e.Slot.Index(), nil); p == nil {
		e.Profile = s.rec.Profile(sim.Profile{Slot: e.Slot, Name: s.coloring.text(name)})
	} else if kind == sim.EventTeamChat {
		e.Team = p.Team
	}
	e.Place = s.coloring.text(place).Plain
	s.queue(e)
}

// splitChat parts the name from the message. Names may hold ": " and blanks,
// so the first split that gives a known name counts. A team message has the
// place in brackets of its own.
func (s *Simulator) splitChat(raw string, team bool) (name, place, message string, ok bool) {
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
		if s.find(s.coloring.text(raw[:i]).Plain) >= 0 {
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
func (s *Simulator) nameEnd(raw string, open int) int {
	for i := open + 1; i < len(raw); i++ {
		if raw[i] == ')' && s.find(s.coloring.text(raw[open+1:i]).Plain) >= 0 {
			return i
		}
	}
	return strings.IndexByte(raw[open:], ')') + open
}

// maxLocations bounds the numbers of the places that a map names.
const maxLocations = 64

// cpmaChat is a team message: slot, number of a location, text.
func (s *Simulator) cpmaChat(a []string) {
	if len(a) < 4 {
		return
	}
	slot, ok := number(a[1])
	if !ok || slot < 0 || slot >= len(s.players) {
		return
	}
	e := sim.Event{Kind: sim.EventTeamChat, Slot: sim.SlotAt(slot), Text: s.words(a[3])}
	if n, ok := number(a[2]); ok && n > 0 && n < maxLocations {
		e.Place = s.coloring.text(s.state.Configstrings[s.protocol.CsPlayers+quake3.MaxClients+n]).Plain
	}
	if p := s.players[slot].profile; p != nil {
		e.Team = p.Team
	}
	s.queue(e)
}

func (s *Simulator) print(a []string) {
	if len(a) < 2 {
		return
	}
	text := s.words(strings.TrimRight(a[1], "\n"))
	s.matchWords(text.Plain)
	if strings.TrimSpace(text.Plain) == "" {
		return
	}
	if s.dialect.key == "defrag" && s.raceWords(text) {
		return
	}
	if e := s.coming(text); e != nil {
		e.Text = text
		return
	}
	s.queue(sim.Event{Kind: sim.EventPrint, Text: text})
}

// comings are the prints that say in words what a player's configstring tells.
var comings = [sim.EventKindCount]string{
	sim.EventConnect: " connected", sim.EventDisconnect: " disconnected", sim.EventNameChange: " renamed to ",
}

// coming is the event since the last snapshot that a print puts into words, or
// nil: what happened is told once.
func (s *Simulator) coming(text sim.Text) *sim.Event {
	for i := range s.pending {
		if e := &s.pending[i]; saysComing(e, text) {
			return e
		}
	}
	return nil
}

func saysComing(e *sim.Event, text sim.Text) bool {
	words := comings[e.Kind]
	if words == "" || e.Profile == nil {
		return false
	}
	name := e.Profile.Name.Plain
	if e.Kind == sim.EventNameChange {
		return strings.HasSuffix(text.Plain, words+name)
	}
	// A clan may precede the name.
	before, ok := strings.CutSuffix(text.Plain, words)
	return ok && (before == name || strings.HasSuffix(before, " "+name))
}

// queueComing queues an event of a player's configstring. The print that puts
// it into words, where it came before, becomes its text.
func (s *Simulator) queueComing(e sim.Event) {
	for i := range s.pending {
		if p := &s.pending[i]; p.Kind == sim.EventPrint && saysComing(&e, p.Text) {
			e.Text = p.Text
			s.pending[i] = e
			return
		}
	}
	s.queue(e)
}

// matchEnds are the words of prints that tell why a match ends.
var matchEnds = []struct{ words, why string }{
	{"timelimit hit", "Match end: time limit"}, {"fraglimit hit", "Match end: frag limit"}, {"capturelimit hit", "Match end: capture limit"},
	{"scorelimit hit", "Match end: score limit"}, {"roundlimit hit", "Match end: round limit"}, {"hit the fraglimit", "Match end: frag limit"},
	{"hit the capturelimit", "Match end: capture limit"}, {"hit the scorelimit", "Match end: score limit"}, {"hit the roundlimit", "Match end: round limit"},
	{"mercylimit", "Match end: mercy limit"}, {"mercy limit", "Match end: mercy limit"}, {"forfeit", forfeit},
}

const forfeit = "Match end: forfeit"

// matchWords finds in a print what the game tells in no other way.
func (s *Simulator) matchWords(text string) {
	t := strings.ToLower(text)
	if s.match.live {
		for _, e := range matchEnds {
			if strings.Contains(t, e.words) {
				s.match.why = e.why
			}
		}
	}
	if s.dialect.key == "osp" {
		switch {
		case strings.Contains(t, "called time-out") && s.match.live && !s.match.paused:
			s.match.paused, s.match.frozen = true, s.clock-s.match.started
		case strings.Contains(t, "has resumed"):
			s.match.paused = false
		}
	}
	if s.dialect.csMatch >= 0 {
		for _, w := range []string{"match complete", "match over", "limit hit", "has won the match"} {
			if strings.Contains(t, w) && (s.match.phase == sim.PhasePlaying || s.match.phase == sim.PhaseOvertime) {
				s.match.ended = true
			}
		}
	}
	if strings.Contains(t, "sudden death") && !strings.Contains(t, "overtime mode:") ||
		strings.Contains(t, "overtime") && !strings.Contains(t, "overtime mode:") && !strings.Contains(t, "g_overtime") {
		s.overtime()
	}
}

// raceWords finds DeFRaG's times in a print: "NAME reached the finish line in
// 25:488", "NAME reached checkpoint 1 in 10:000", and, when a run is shown
// again, "Time performed by NAME : 25:488 (v1.91.25)".
func (s *Simulator) raceWords(text sim.Text) bool {
	e := sim.Event{Kind: sim.EventCheckpoint, Text: text}
	name, after, reached := strings.Cut(text.Plain, " reached ")
	last := strings.LastIndex(after, " in ") + len(" in ")
	switch {
	case reached && last >= len(" in "):
		e.Slot = sim.SlotAt(s.find(name))
		if strings.HasPrefix(after, "the finish") {
			e.Kind = sim.EventFinish
		}
	case strings.HasPrefix(text.Plain, "Time performed by "):
		e.Kind, e.Slot = sim.EventFinish, sim.SlotAt(s.pov)
		_, after, _ = strings.Cut(text.Plain, " : ")
		last = 0
	default:
		return false
	}
	ms, ok := raceTime(after[last:])
	if e.Kind == sim.EventFinish && e.Slot.Index() == s.pov && ok {
		if s.finish.at > 0 && s.now-s.finish.at < sameFinish && int(s.finish.took) == ms {
			return true
		}
		s.finish.at, s.finish.took = s.now, int32(ms)
	}
	if ok {
		e.Value = ms
		s.queue(e)
		if e.Kind == sim.EventFinish && e.Slot.Index() == s.pov {
			s.ran = millis(int32(ms))
		}
	}
	return ok
}

// raceTime reads minutes:seconds:milliseconds, with or without minutes.
func raceTime(text string) (ms int, ok bool) {
	end := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != ':' && r != '.' })
	if end >= 0 {
		text = text[:end]
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ':' || r == '.' })
	if len(parts) < 2 || len(parts) > 4 {
		return 0, false
	}
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil {
			return 0, false
		}
		factor := 60
		if i == len(parts)-1 {
			factor = 1000
		}
		ms = ms*factor + n
	}
	return ms, true
}

// centerTime is how long the large text stays.
const centerTime = 3 * time.Second

func (s *Simulator) centerPrint(a []string) {
	if len(a) < 2 {
		return
	}
	text := s.words(strings.Trim(a[1], "\n"))
	s.matchWords(text.Plain)
	s.frame.CenterPrint, s.center = text, s.now+centerTime
	if strings.TrimSpace(text.Plain) != "" {
		s.queue(sim.Event{Kind: sim.EventCenterPrint, Text: text})
	}
}

// teamInfo is the team overlay: count, then for each team mate slot, place,
// health, armour, weapon and powerups. From protocol 91 on it lists slots only.
func (s *Simulator) teamInfo(a []string) {
	if s.protocol.Number >= 91 || len(a) < 2 {
		return
	}
	for i := 2; i+6 <= len(a); i += 6 {
		slot := atoi(a[i])
		r := s.row(slot)
		if r == nil || slot == s.pov {
			continue
		}
		r.Health, r.Armor = small(a[i+2]), small(a[i+3])
		if r.Health <= 0 && r.Visible && r.Life == sim.Alive {
			r.Health, r.Armor = sim.Unknown, sim.Unknown // he was dead when it was written
		}
		if !r.Visible {
			r.Weapon = s.dialect.weapon(uint32(atoi(a[i+4])))
		}
		s.players[slot].infoUntil = s.now + overlayTime
	}
}

// small is a number of a command as the recording keeps it.
func small(s string) int16 { return int16(min(max(atoi(s), -9999), 1<<15-1)) }
