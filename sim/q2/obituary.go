package q2

import (
	"strings"

	"fragscope/sim"
)

// phrase is a wording in one gender: what stands before and behind the name of
// who did it.
type phrase struct {
	before, behind string
	attacked       bool
	*wording
}

// phrases are all wordings in all genders. Those that begin with 's follow the name without
// a space.
var phrases = allPhrases()

func allPhrases() []phrase {
	var list []phrase
	for i := range wordings {
		w := &wordings[i]
		for _, text := range inGenders(w.text) {
			before, behind, attacked := strings.Cut(text, "%a")
			if !strings.HasPrefix(before, "'s ") {
				before = " " + before
			}
			list = append(list, phrase{before, behind, attacked, w})
		}
	}
	return list
}

// inGenders is a text with its marks filled in, in all ways.
func inGenders(text string) []string {
	for _, g := range genders {
		before, behind, ok := strings.Cut(text, g.mark)
		if !ok {
			continue
		}
		var list []string
		for _, form := range g.forms {
			list = append(list, inGenders(before+form+behind)...)
		}
		return list
	}
	return []string{text}
}

// obituary finds out who died, how and by whom; ok is false for a line that is
// no known obituary.
func (pr *prints) obituary(line string) (e sim.Event, ok bool) {
	for _, n := range pr.clients.nameList() {
		rest, found := strings.CutPrefix(line, n.Name)
		if !found || rest == "" {
			continue
		}
		if e, ok = pr.death(n.Slot, rest); ok {
			return e, true
		}
	}
	return e, false
}

// death compares what follows a name with all phrases.
func (pr *prints) death(slot sim.Slot, rest string) (e sim.Event, ok bool) {
	for i := range phrases {
		p := &phrases[i]
		tail, found := strings.CutPrefix(rest, p.before)
		if !found {
			continue
		}
		e = sim.Event{Kind: sim.EventObituary, Slot: slot, Weapon: p.weapon, Cause: p.cause}
		if !p.attacked {
			if tail == "" || tail == "." {
				return e, true
			}
			continue
		}
		if e.Attacker = pr.findBefore(tail, p.behind); e.Attacker.Valid() {
			return e, true
		}
	}
	return e, false
}

// teamKill is what OpenTDM adds to the death of a team mate.
const teamKill = " ** team kill **"

// findBefore is the slot of the name before the end of a line, if there is one. A full stop may
// follow it.
func (pr *prints) findBefore(text, end string) sim.Slot {
	text = strings.TrimSuffix(text, teamKill)
	for _, end := range []string{end, end + "."} {
		if name, ok := strings.CutSuffix(text, end); ok {
			if slot := pr.clients.find(name); slot.Valid() {
				return slot
			}
		}
	}
	return sim.Slot{}
}
