package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// centerTime is how long a text stays in the middle of the screen.
const centerTime = 2500 * time.Millisecond

// prints reads what the game prints: chat, deaths, and what happens in the match.
type prints struct {
	track   *track
	level   *level
	to      *recipient
	players *players
	match   *match
	said    map[string]bool // texts of casts of this block, which come once for each client
	center  time.Duration   // when the text in the middle of the screen goes
}

// print tells what a line means. In a .mvd2 chat comes once for each who hears
// it, and what else is for one client alone is for his screen only.
func (pr *prints) print(level quake2.PrintLevel, text sim.Text) {
	if pr.to.toOther() && (level != quake2.PrintChat || !pr.level.multiview && pr.level.server.Recording != quake2.RecordRelay) {
		return
	}
	text = trimLine(text)
	if strings.TrimSpace(text.Plain) == "" {
		return
	}
	if pr.to.casting || pr.level.server.Recording == quake2.RecordRelay {
		if pr.said[text.Plain] {
			return
		}
		pr.said[text.Plain] = true
	}
	line, chat := text.Plain, level == quake2.PrintChat
	if chat && pr.chat(text) || !chat && (pr.level.mod.print(pr, line) || pr.tellDeath(text)) {
		return
	}
	if e, ok := pr.rule(rules, line); ok {
		e.Text = trim(text)
		pr.match.obey(e)
		return
	}
	if chat && pr.strangerChat(text) {
		return
	}
	pr.track.event(sim.Event{Kind: sim.EventPrint, Text: trim(text)})
}

// tellDeath records the death that a line tells of; false for other lines.
func (pr *prints) tellDeath(text sim.Text) bool {
	e, ok := pr.obituary(text.Plain)
	if ok {
		pr.players.killed(&e)
		e.Text = trim(text)
		pr.track.event(e)
	}
	return ok
}

// trimLine leaves out the end of a line but not what precedes a name.
func trimLine(t sim.Text) sim.Text {
	return cut(t, 0, len(strings.TrimRight(t.Plain, " \n\r\t")))
}

// rule finds the rule for a line.
func (pr *prints) rule(list []rule, line string) (e sim.Event, ok bool) {
	for i := range list {
		r := &list[i]
		name, ok := r.match(line)
		if !ok {
			continue
		}
		e = sim.Event{Kind: r.event, Team: r.team}
		if r.named {
			if e.Slot = sim.SlotAt(pr.players.find(name)); !e.Slot.Valid() {
				e.Slot = sim.SlotAt(pr.players.find(strings.TrimSpace(name)))
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
	line, from := undead(text)
	for _, n := range pr.players.nameList() {
		for _, form := range chatForms {
			head := form.open + n.name + form.close
			if strings.HasPrefix(line, head) {
				pr.track.event(sim.Event{Kind: form.kind, Slot: sim.SlotAt(n.slot), Text: cut(text, from+len(head), len(text.Plain))})
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
func (pr *prints) strangerChat(text sim.Text) bool {
	line, from := undead(text)
	name, said, ok := strings.Cut(line, ": ")
	if !ok || strings.TrimSpace(name) == "" || len(name) > maxName || strings.TrimSpace(said) == "" {
		return false
	}
	to := from + len(name)
	pr.track.event(sim.Event{Kind: sim.EventChat, Text: cut(text, to+len(": "), len(text.Plain)),
		Profile: pr.track.rec.Profile(sim.Profile{Name: trim(cut(text, from, to)), Team: sim.TeamSpectator})})
	return true
}

func (pr *prints) centerPrint(text sim.Text) {
	text = trim(text)
	if text.Plain == "" || pr.said["\x00"+text.Plain] {
		return
	}
	pr.said["\x00"+text.Plain] = true
	pr.track.frame.CenterPrint = text
	pr.center = pr.track.clock() + centerTime
	if e, ok := pr.rule(centerRules, text.Plain); ok {
		if !pr.said[text.Plain] {
			pr.said[text.Plain] = true
			e.Text = text
			pr.match.obey(e)
		}
		return
	}
	pr.track.event(sim.Event{Kind: sim.EventCenterPrint, Text: text})
}

// print reads what a mod says of its teams; true for a line that is told by then.
func (m *mod) print(pr *prints, line string) bool {
	switch {
	case m.action:
		return pr.actionPrint(line)
	case m.opentdm:
		return pr.tdmPrint(line)
	case m.ctf:
		return pr.ctfPrint(line)
	}
	return false
}

// ctfPrint reads who joined which team.
func (pr *prints) ctfPrint(line string) bool {
	for i, end := range []string{" the RED team.", " the BLUE team."} {
		rest, ok := strings.CutSuffix(line, end)
		if !ok {
			continue
		}
		for _, verb := range []string{" joined", " changed to"} {
			who, ok := strings.CutSuffix(rest, verb)
			if slot := pr.players.find(who); ok && slot >= 0 {
				pr.players.list(slot)
				pr.players.setTeam(slot, sim.TeamRed+sim.Team(i), "")
				pr.level.haveTeams()
			}
		}
	}
	return false
}

// tdmPrint reads who plays and who watches.
func (pr *prints) tdmPrint(line string) bool {
	for _, mark := range []string{" joined team '", " left team '"} {
		who, side, ok := strings.Cut(line, mark)
		if !ok {
			continue
		}
		who = strings.TrimSuffix(who, " (captain)")
		slot := pr.players.find(strings.TrimSpace(who))
		side = strings.TrimRight(side, "'. ")
		if slot < 0 {
			continue
		}
		pr.players.list(slot)
		if mark == " left team '" {
			pr.players.watch(slot)
			continue
		}
		pr.players.play(slot)
		pr.tdmTeam(slot, side)
	}
	return false
}

// tdmTeam puts a player into a team of OpenTDM, unless the team is he himself.
func (pr *prints) tdmTeam(slot int, side string) {
	for t := sim.TeamRed; t <= sim.TeamBlue; t++ {
		if pr.players.sides[t] != "" && strings.HasPrefix(side, pr.players.sides[t]) || pr.players.sides[t] == side && side != "" {
			if pr.players.find(pr.players.sides[t]) >= 0 {
				pr.level.duel = !pr.level.teams
				pr.level.retitle()
				return
			}
			pr.level.haveTeams()
			pr.players.setTeam(slot, t, pr.players.sides[t])
			return
		}
	}
}

// actionPrint reads teams and scores of Action Quake 2.
func (pr *prints) actionPrint(line string) bool {
	if rest, ok := strings.CutPrefix(line, "Current score is "); ok {
		pr.match.actionScores(rest)
		return false
	}
	if who, side, ok := strings.Cut(line, " joined "); ok {
		slot := pr.players.find(who)
		if slot < 0 {
			return false
		}
		side = strings.TrimSuffix(side, ".")
		if t := pr.players.side(side); t != sim.TeamFree {
			pr.players.list(slot)
			pr.level.haveTeams()
			known := pr.players.slots[slot].team
			pr.players.setTeam(slot, t, pr.players.sides[t])
			if known == sim.TeamFree {
				pr.track.event(sim.Event{Kind: sim.EventTeamChange, Slot: sim.SlotAt(slot), Team: t, Text: sim.PlainText(line)})
			}
			return true
		}
	}
	return false
}
