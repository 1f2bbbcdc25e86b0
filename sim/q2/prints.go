package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// centerTime is how long a text stays in the middle of the screen.
const centerTime = 2500 * time.Millisecond

// Print implements [quake2.Handler].
func (s *simulator) Print(m *quake2.Print) {
	level := m.Level & quake2.PrintLevelMask
	s.print(level, words(m.Text))
}

// LocPrint implements [quake2.Handler]: the arguments take the places of
// "{0}", "{1}" and so on.
func (s *simulator) LocPrint(m *quake2.LocPrint) {
	text := string(m.Base)
	for i, arg := range m.Args {
		if i < 10 {
			text = strings.ReplaceAll(text, "{"+string(rune('0'+i))+"}", string(arg))
		}
	}
	level := m.Flags & quake2.PrintLevelMask
	if level == quake2.PrintCenter || level == quake2.PrintTypewriter {
		s.centerPrint(words([]byte(text)))
		return
	}
	s.print(level, words([]byte(text)))
}

// print tells what a line means. In a .mvd2 chat comes once for each who hears
// it, and what else is for one client alone is for his screen only.
func (s *simulator) print(level quake2.PrintLevel, text sim.Text) {
	if s.toOther() && (level != quake2.PrintChat || !s.multiview && s.server.Recording != quake2.RecordRelay) {
		return
	}
	text = trimLine(text)
	if strings.TrimSpace(text.Plain) == "" {
		return
	}
	if s.casting || s.server.Recording == quake2.RecordRelay {
		if s.said[text.Plain] {
			return
		}
		s.said[text.Plain] = true
	}
	line, chat := text.Plain, level == quake2.PrintChat
	if chat && s.chat(text) || !chat && (s.mod.print(s, line) || s.tellDeath(text)) {
		return
	}
	if e, ok := s.rule(rules, line); ok {
		e.Text = trim(text)
		s.obey(e)
		return
	}
	if chat && s.strangerChat(text) {
		return
	}
	s.queue(sim.Event{Kind: sim.EventPrint, Text: trim(text)})
}

// tellDeath records the death that a line tells of; false for other lines.
func (s *simulator) tellDeath(text sim.Text) bool {
	e, ok := s.obituary(text.Plain)
	if ok {
		s.killed(&e)
		e.Text = trim(text)
		s.queue(e)
	}
	return ok
}

// trimLine leaves out the end of a line but not what precedes a name.
func trimLine(t sim.Text) sim.Text {
	return cut(t, 0, len(strings.TrimRight(t.Plain, " \n\r\t")))
}

// rule finds the rule for a line.
func (s *simulator) rule(list []rule, line string) (e sim.Event, ok bool) {
	for i := range list {
		r := &list[i]
		name, ok := r.match(line)
		if !ok {
			continue
		}
		e = sim.Event{Kind: r.event, Team: r.team}
		if r.named {
			if e.Slot = sim.SlotAt(s.find(name)); !e.Slot.Valid() {
				e.Slot = sim.SlotAt(s.find(strings.TrimSpace(name)))
			}
			if !e.Slot.Valid() {
				continue
			}
		}
		return e, true
	}
	return e, false
}

// deadMark precedes what the dead say in Action Quake 2.
const deadMark = "[DEAD] "

// chatForms are what stands around the name of who said a line, and to whom.
var chatForms = []struct {
	open, close string
	kind        sim.EventKind
}{{"", ": ", sim.EventChat}, {"(", "): ", sim.EventTeamChat}, {"[", "]: ", sim.EventTeamChat}}

// chat finds out who said a line: "name: text", or "(name): text" to his team.
func (s *simulator) chat(text sim.Text) bool {
	line, from := undead(text)
	for _, n := range s.nameList() {
		for _, form := range chatForms {
			head := form.open + n.name + form.close
			if strings.HasPrefix(line, head) {
				s.queue(sim.Event{Kind: form.kind, Slot: sim.SlotAt(n.slot), Text: cut(text, from+len(head), len(text.Plain))})
				return true
			}
		}
	}
	return false
}

// undead is a line without the mark of the dead, and where in the text it starts.
func undead(text sim.Text) (line string, from int) {
	if rest, ok := strings.CutPrefix(text.Plain, deadMark); ok {
		return rest, len(deadMark)
	}
	return text.Plain, 0
}

// maxName is how long names are at most.
const maxName = 15

// strangerChat is what someone says of whom the demo has nothing but the name, as
// many servers have it with spectators.
func (s *simulator) strangerChat(text sim.Text) bool {
	line, from := undead(text)
	name, said, ok := strings.Cut(line, ": ")
	if !ok || strings.TrimSpace(name) == "" || len(name) > maxName || strings.TrimSpace(said) == "" {
		return false
	}
	to := from + len(name)
	s.queue(sim.Event{Kind: sim.EventChat, Text: cut(text, to+len(": "), len(text.Plain)),
		Profile: s.rec.Profile(sim.Profile{Name: trim(cut(text, from, to)), Team: sim.TeamSpectator})})
	return true
}

// CenterPrint implements [quake2.Handler].
func (s *simulator) CenterPrint(m *quake2.CenterPrint) {
	if s.toOther() && s.server.Recording != quake2.RecordRelay && !s.mod.action {
		return
	}
	other := s.casting && s.cast.To == quake2.MulticastClient && int(s.cast.Client) != s.self
	text := trim(words(m.Text))
	if other {
		// Each gets his own copy of what a round begins with.
		if e, ok := s.rule(centerRules, text.Plain); ok && !s.said[text.Plain] {
			s.said[text.Plain] = true
			e.Text = text
			s.obey(e)
		}
		return
	}
	s.centerPrint(text)
}

func (s *simulator) centerPrint(text sim.Text) {
	text = trim(text)
	if text.Plain == "" || s.said["\x00"+text.Plain] {
		return
	}
	s.said["\x00"+text.Plain] = true
	s.frame.CenterPrint = text
	s.center = s.clock() + centerTime
	if e, ok := s.rule(centerRules, text.Plain); ok {
		if !s.said[text.Plain] {
			s.said[text.Plain] = true
			e.Text = text
			s.obey(e)
		}
		return
	}
	s.queue(sim.Event{Kind: sim.EventCenterPrint, Text: text})
}

// BotChat implements [quake2.Handler].
func (s *simulator) BotChat(m *quake2.BotChat) {
	slot := s.find(plain(m.Name))
	s.queue(sim.Event{Kind: sim.EventChat, Slot: sim.SlotAt(slot), Text: words(m.Text)})
}

// killed counts a death.
func (s *simulator) killed(e *sim.Event) {
	v := s.list(e.Slot.Index())
	if e.Attacker.Valid() {
		s.list(e.Attacker.Index())
		v = s.row(e.Slot.Index())
	}
	if v == nil {
		return
	}
	if v.Deaths != sim.Unknown {
		v.Deaths++
	}
	if e.Attacker == e.Slot {
		e.Attacker = sim.Slot{}
	}
	if !e.Attacker.Valid() {
		s.count(e.Slot.Index(), -1)
		return
	}
	if s.match.teams && s.players[e.Attacker.Index()].team == s.players[e.Slot.Index()].team && s.players[e.Slot.Index()].team != sim.TeamFree {
		s.count(e.Attacker.Index(), -1)
		return
	}
	s.count(e.Attacker.Index(), 1)
}

// StuffText implements [quake2.Handler]: commands are never run.
func (s *simulator) StuffText(*quake2.StuffText) { s.unicast = -1 }

// count adds to the frags of a player whose stats are not in the demo.
func (s *simulator) count(slot int, n int16) {
	r := s.row(slot)
	p := s.player(slot)
	if r == nil || r.Frags == sim.Unknown || p.viewed != 0 && p.viewed+1 >= s.snaps {
		return
	}
	r.Frags += n
}

// print reads what a mod says of its teams; true for a line that is told by then.
func (m *mod) print(s *simulator, line string) bool {
	switch {
	case m.action:
		return s.actionPrint(line)
	case m.opentdm:
		return s.tdmPrint(line)
	case m.ctf:
		return s.ctfPrint(line)
	}
	return false
}

// ctfPrint reads who joined which team.
func (s *simulator) ctfPrint(line string) bool {
	for i, end := range []string{" the RED team.", " the BLUE team."} {
		rest, ok := strings.CutSuffix(line, end)
		if !ok {
			continue
		}
		for _, verb := range []string{" joined", " changed to"} {
			who, ok := strings.CutSuffix(rest, verb)
			if slot := s.find(who); ok && slot >= 0 {
				s.list(slot)
				s.setTeam(slot, sim.TeamRed+sim.Team(i), "")
				s.haveTeams()
			}
		}
	}
	return false
}
