package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// centerTime is the time for which text stays in the middle of the screen.
const centerTime = 2500 * time.Millisecond

// prints reads the game's prints: chat, deaths, and events of the match.
type prints struct {
	to    recipient
	texts translations
	said  map[string]bool // texts of this block's multicasts, which are repeated for each client
}

// print reads a line. In a .mvd2, chat is repeated for everyone who hears it; anything else for a single client is
// shown only on his screen.
func (pr *prints) print(l *level, level quake2.PrintLevel, text sim.Text, o *track.Observations) {
	if pr.to.other(l) && (level != quake2.PrintChat || !l.multiview && !l.relayed()) {
		return
	}
	text = trimLine(text)
	if strings.TrimSpace(text.Plain) == "" {
		return
	}
	if l.translated() {
		text = pr.texts.namedText(l, text)
		told := false
		if level != quake2.PrintChat {
			text, told = pr.translatedLine(l, text, o)
		}
		if told {
			return
		}
	}
	if pr.to.casting || l.relayed() {
		if pr.said[text.Plain] {
			return
		}
		pr.said[text.Plain] = true
	}
	line, isChat := text.Plain, level == quake2.PrintChat
	if isChat && chat(l, text, o) || !isChat && (l.mod.print != nil && l.mod.print(l, line, o) || death(l, text, o)) {
		return
	}
	if e, named, ok := rule(l, printRules, line); ok {
		announce(e, text, named, o)
		return
	}
	if isChat && strangerChat(text, o) {
		return
	}
	happened(sim.Event{Kind: sim.EventPrint, Text: trim(text)}, o)
}

// happened reports an event, with its text on a single line.
func happened(e sim.Event, o *track.Observations) {
	e.Text = oneLine(e.Text)
	o.Tell(track.Happened{Event: e})
}

// announce reports an event in the game's words, which may cause further events. named is set if its player was named.
func announce(e sim.Event, text sim.Text, named bool, o *track.Observations) {
	e.Text = oneLine(trim(text))
	o.Tell(track.Announced{Event: e, Named: named})
}

// teamKill is the text that OpenTDM appends to the death of a teammate.
const teamKill = " ** team kill **"

// death reads the obituary in a line. It returns false for other lines.
func death(l *level, text sim.Text, o *track.Observations) bool {
	d, ok := obituaries().Find(strings.TrimSuffix(text.Plain, teamKill), l.nameList())
	if ok {
		o.Tell(track.DeathTold{Death: d, Text: oneLine(trim(text))})
	}
	return ok
}

// trimLine trims the end of a line, but not the space before a name.
func trimLine(t sim.Text) sim.Text {
	return cut(t, 0, len(strings.TrimRight(t.Plain, " \n\r\t")))
}

// rule finds the rule for a line.
func rule(l *level, list []printRule, line string) (e sim.Event, named, ok bool) {
	for i := range list {
		r := &list[i]
		name, ok := r.match(line)
		if !ok {
			continue
		}
		e = sim.Event{Kind: r.event, Team: r.team}
		if r.named {
			if e.Slot = l.find(name); !e.Slot.Valid() {
				e.Slot = l.find(strings.TrimSpace(name))
			}
			if !e.Slot.Valid() {
				continue
			}
		}
		return e, r.named, true
	}
	return e, false, false
}

// deadMark precedes chat messages of dead players in Action Quake 2.
const deadMark = "[DEAD] "

// chatForms lists the forms in which the speaker's name precedes a message, with the audience.
var chatForms = []struct {
	open, close string
	kind        sim.EventKind
}{{"", ": ", sim.EventChat}, {"(", "): ", sim.EventTeamChat}, {"[", "]: ", sim.EventTeamChat}}

// chat determines the speaker of a line: "name: text", or "(name): text" to his team.
func chat(l *level, text sim.Text, o *track.Observations) bool {
	line, from := stripDeadMark(text)
	for _, n := range l.nameList() {
		for _, form := range chatForms {
			head := form.open + n.Name + form.close
			if strings.HasPrefix(line, head) {
				happened(sim.Event{Kind: form.kind, Slot: n.Slot, Text: cut(text, from+len(head), len(text.Plain))}, o)
				return true
			}
		}
	}
	return false
}

// stripDeadMark returns a line without the mark of the dead, and the position in the text at which it starts.
func stripDeadMark(text sim.Text) (line string, from int) {
	if rest, ok := strings.CutPrefix(text.Plain, deadMark); ok {
		return rest, len(deadMark)
	}
	return text.Plain, 0
}

// maxName is the maximum length of a name.
const maxName = 15

// strangerChat reads a line by a speaker known only by name, as with spectators on many servers.
func strangerChat(text sim.Text, o *track.Observations) bool {
	line, from := stripDeadMark(text)
	name, said, ok := strings.Cut(line, ": ")
	if !ok || strings.TrimSpace(name) == "" || len(name) > maxName || strings.TrimSpace(said) == "" {
		return false
	}
	to := from + len(name)
	o.Tell(track.StrangerSaid{Event: sim.Event{Kind: sim.EventChat,
		Text: oneLine(cut(text, to+len(": "), len(text.Plain)))},
		Who: sim.Profile{Name: trim(cut(text, from, to)), Team: sim.TeamSpectator}})
	return true
}

// center reads text for the middle of somebody's screen.
func (pr *prints) center(l *level, text sim.Text, o *track.Observations) {
	l.serverOf(text.Plain, o)
	if pr.to.other(l) && !l.relayed() && !l.mod.rounds {
		return
	}
	if text = trim(text); !pr.to.otherCast(l) {
		pr.centerPrint(l, text, o)
		return
	}
	pr.announceOnce(l, text, o) // texts at the start of a round are sent to each player separately
}

// centerPrint shows text in the middle of the recorder's screen, once per block.
func (pr *prints) centerPrint(l *level, text sim.Text, o *track.Observations) {
	text = trim(text)
	if text.Plain == "" || pr.said["\x00"+text.Plain] {
		return
	}
	pr.said["\x00"+text.Plain] = true
	o.Tell(track.CenterPrinted{Text: text, Last: centerTime})
	if !pr.announceOnce(l, text, o) {
		happened(sim.Event{Kind: sim.EventCenterPrint, Text: text}, o)
	}
}

// announceOnce reports an event of the match that text in the middle of the screen announces, once per block. It
// returns false for other text.
func (pr *prints) announceOnce(l *level, text sim.Text, o *track.Observations) bool {
	e, named, ok := rule(l, centerRules, text.Plain)
	if ok && !pr.said[text.Plain] {
		pr.said[text.Plain] = true
		announce(e, text, named, o)
	}
	return ok
}
