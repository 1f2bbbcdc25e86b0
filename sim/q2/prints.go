package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// centerTime is how long a text stays in the middle of the screen.
const centerTime = 2500 * time.Millisecond

// prints reads what the game prints: chat, deaths, and what happens in the match.
type prints struct {
	track   *track.Track
	level   *level
	to      *recipient
	clients *clients
	match   *match
	texts   *translations
	said    map[string]bool // texts of casts of this block, which come once for each client
}

// print tells what a line means. In a .mvd2 chat comes once for each who hears
// it, and what else is for one client alone is for his screen only.
func (pr *prints) print(level quake2.PrintLevel, text sim.Text) {
	if pr.to.other() && (level != quake2.PrintChat || !pr.level.multiview && !pr.level.relayed()) {
		return
	}
	text = trimLine(text)
	if strings.TrimSpace(text.Plain) == "" {
		return
	}
	if pr.level.translated() {
		text = pr.texts.namedText(text)
		told := false
		if level != quake2.PrintChat {
			text, told = pr.translatedLine(text)
		}
		if told {
			return
		}
	}
	if pr.to.casting || pr.level.relayed() {
		if pr.said[text.Plain] {
			return
		}
		pr.said[text.Plain] = true
	}
	line, chat := text.Plain, level == quake2.PrintChat
	if chat && pr.chat(text) || !chat && (pr.modPrint(line) || pr.tellDeath(text)) {
		return
	}
	if e, ok := pr.rule(printRules, line); ok {
		pr.apply(e, text)
		return
	}
	if chat && pr.strangerChat(text) {
		return
	}
	pr.event(sim.Event{Kind: sim.EventPrint, Text: trim(text)})
}

// event records an event, whose text comes on one line.
func (pr *prints) event(e sim.Event) {
	e.Text = oneLine(e.Text)
	pr.track.Event(e)
}

// apply records an event with what follows from it.
func (pr *prints) apply(e sim.Event, text sim.Text) {
	e.Text = oneLine(trim(text))
	pr.match.applyEvent(e)
}

// modPrint reads what a mod says of its teams; true for a line that is told by then.
func (pr *prints) modPrint(line string) bool {
	return pr.level.mod.print != nil && pr.level.mod.print(pr, line)
}

// teamKill is what OpenTDM adds to the death of a team mate.
const teamKill = " ** team kill **"

// tellDeath records the death that a line tells of; false for other lines.
func (pr *prints) tellDeath(text sim.Text) bool {
	d, ok := obituaries().Find(strings.TrimSuffix(text.Plain, teamKill), pr.clients.nameList())
	if !ok {
		return false
	}
	pr.clients.killed(d.Victim, d.Attacker)
	if d.Attacker == d.Victim {
		d.Attacker = sim.Slot{}
	}
	pr.event(sim.Event{Kind: sim.EventObituary, Slot: d.Victim, Attacker: d.Attacker, Weapon: d.Weapon, Cause: d.Cause, Text: trim(text)})
	return true
}

// trimLine leaves out the end of a line but not what precedes a name.
func trimLine(t sim.Text) sim.Text {
	return cut(t, 0, len(strings.TrimRight(t.Plain, " \n\r\t")))
}

// rule finds the rule for a line.
func (pr *prints) rule(list []printRule, line string) (e sim.Event, ok bool) {
	for i := range list {
		r := &list[i]
		name, ok := r.match(line)
		if !ok {
			continue
		}
		e = sim.Event{Kind: r.event, Team: r.team}
		if r.named {
			if e.Slot = pr.clients.find(name); !e.Slot.Valid() {
				e.Slot = pr.clients.find(strings.TrimSpace(name))
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
func (pr *prints) chat(text sim.Text) bool {
	line, from := stripDeadMark(text)
	for _, n := range pr.clients.nameList() {
		for _, form := range chatForms {
			head := form.open + n.Name + form.close
			if strings.HasPrefix(line, head) {
				pr.event(sim.Event{Kind: form.kind, Slot: n.Slot, Text: cut(text, from+len(head), len(text.Plain))})
				return true
			}
		}
	}
	return false
}

// stripDeadMark is a line without the mark of the dead, and where in the text it starts.
func stripDeadMark(text sim.Text) (line string, from int) {
	if rest, ok := strings.CutPrefix(text.Plain, deadMark); ok {
		return rest, len(deadMark)
	}
	return text.Plain, 0
}

// maxName is how long names are at most.
const maxName = 15

// strangerChat is what someone says of whom the demo has nothing but the name, as
// many servers have it with spectators.
func (pr *prints) strangerChat(text sim.Text) bool {
	line, from := stripDeadMark(text)
	name, said, ok := strings.Cut(line, ": ")
	if !ok || strings.TrimSpace(name) == "" || len(name) > maxName || strings.TrimSpace(said) == "" {
		return false
	}
	to := from + len(name)
	pr.event(sim.Event{Kind: sim.EventChat, Text: cut(text, to+len(": "), len(text.Plain)),
		Profile: pr.track.Recorder().Profile(sim.Profile{Name: trim(cut(text, from, to)), Team: sim.TeamSpectator})})
	return true
}

// center handles a text for the middle of somebody's screen.
func (pr *prints) center(text sim.Text) {
	pr.level.serverOf(pr.track, text.Plain)
	if pr.to.other() && !pr.level.relayed() && !pr.level.mod.rounds {
		return
	}
	if text = trim(text); !pr.to.otherCast() {
		pr.centerPrint(text)
		return
	}
	pr.announce(text) // each gets his own copy of what a round begins with
}

// centerPrint shows a text in the middle of the recorder's screen, once a block.
func (pr *prints) centerPrint(text sim.Text) {
	text = trim(text)
	if text.Plain == "" || pr.said["\x00"+text.Plain] {
		return
	}
	pr.said["\x00"+text.Plain] = true
	pr.track.CenterPrint(text, centerTime)
	if !pr.announce(text) {
		pr.event(sim.Event{Kind: sim.EventCenterPrint, Text: text})
	}
}

// announce records what a text in the middle of the screen says of the match, once a block; false for other texts.
func (pr *prints) announce(text sim.Text) bool {
	e, ok := pr.rule(centerRules, text.Plain)
	if ok && !pr.said[text.Plain] {
		pr.said[text.Plain] = true
		pr.apply(e, text)
	}
	return ok
}
