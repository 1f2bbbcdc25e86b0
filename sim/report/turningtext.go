package report

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fragscope/formats/base/count"
	"fragscope/sim"
)

// point returns the turning point for a candidate, with the deeds of its side around it. Its Text is empty if there are
// none.
func (t *turns) point(f *turnFound) TurningPoint {
	list := t.around(f)
	if len(list) == 0 {
		return TurningPoint{}
	}
	who := t.mostly(list)
	if i := lastObjective(list); i >= 0 {
		who = list[i].slot
	}
	s := t.sides[f.side]
	p := TurningPoint{From: list[0].at, At: f.at, Until: max(list[len(list)-1].at, f.at), Team: s.team}
	name := titled(s.name)
	if !t.match.Teams {
		who, name = s.slot, s.name
	} else if who.Valid() {
		name = t.nameOf(who, name)
	}
	if who.Valid() {
		p.Slot = who
		list = slices.DeleteFunc(list, func(x turnFact) bool {
			return x.slot != who && x.kind != turnObjective && x.kind != turnRound
		})
	}
	items := itemsTold(list)
	list = slices.DeleteFunc(list, func(x turnFact) bool {
		return x.kind == turnItem && !slices.Contains(items, x.words)
	})
	if len(list) == 0 {
		return TurningPoint{}
	}
	p.From = list[0].at
	p.Text = sentence(subject{name, !who.Valid() && severalWords(name)}, list, t.outcome(f))
	return p
}

// lastObjective returns the index of the last deed that decided an objective, in which case only its player matters, or
// -1 if there is none.
func lastObjective(list []turnFact) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].kind == turnObjective {
			return i
		}
	}
	return -1
}

// subject is the subject of a sentence.
type subject struct {
	name   string
	plural bool
}

// severalWords reports whether the name of a team is a plural: Allies and Crazies are, Axis is not.
func severalWords(name string) bool {
	return strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "is")
}

// verb returns the form of a verb, given that of the third person singular.
func (s subject) verb(v string) string {
	switch {
	case !s.plural:
		return v
	case v == "has":
		return "have"
	}
	return strings.TrimSuffix(v, "s")
}

// around returns the deeds of a candidate's side around it: its frags without a long pause between them, and the items
// with which it made them.
func (t *turns) around(f *turnFound) (list []turnFact) {
	const pause = 12 * time.Second
	first, until := f.at, f.at
	if f.from > 0 {
		first = f.from
	}
	for _, x := range slices.Backward(t.facts) {
		before := x.at <= f.at && x.at > f.at-turnSpan && first-x.at <= pause
		if f.from == 0 && before && x.side == f.side && x.kind != turnItem {
			first = x.at
		}
	}
	for _, x := range t.facts {
		if x.side == f.side && x.kind == turnFrag && x.at > f.at && x.at < first+turnSpan && x.at-until <= pause/2 {
			until = x.at
		}
	}
	for _, x := range t.facts {
		from := first
		if x.kind == turnItem {
			from = first - turnBefore
		}
		if x.side == f.side && x.at >= from && x.at <= until {
			list = append(list, x)
		}
	}
	return list
}

// mostly returns the player responsible for most of the deeds, or the zero Slot if they were the work of several.
func (t *turns) mostly(list []turnFact) (who sim.Slot) {
	score, all, best := map[sim.Slot]int{}, 0, 0
	for _, f := range list {
		n := 0
		switch f.kind {
		case turnFrag:
			n = 2
		case turnItem:
			n = f.worth
		case turnCapture:
			n = 6
		}
		score[f.slot], all = score[f.slot]+n, all+n
	}
	for _, f := range list {
		if f.slot.Valid() && score[f.slot] > best {
			who, best = f.slot, score[f.slot]
		}
	}
	if best*5 < all*3 || best == 0 {
		return sim.Slot{}
	}
	return who
}

// nameOf returns the name of a player, or other if no event has it.
func (t *turns) nameOf(slot sim.Slot, other string) string {
	for i := range t.events {
		e := &t.events[i]
		switch {
		case e.Time < t.match.Start:
		case e.Slot == slot && e.Profile != nil:
			return e.Profile.Name.Plain
		case e.Attacker == slot && e.AttackerProfile != nil:
			return e.AttackerProfile.Name.Plain
		}
	}
	return other
}

// outcome is the effect on the match: a verb and its object.
type outcome struct{ verb, rest string }

// outcome returns the effect on the match, or the zero outcome if there is none.
func (t *turns) outcome(f *turnFound) outcome {
	at := min(int((f.at-t.match.Start)/turnEach)+2, len(t.looks)-1)
	switch {
	case f.leads && !t.told && t.counted == turnCapture:
		return outcome{"takes", "the lead"}
	case f.leads && !t.told:
		return outcome{"leads", "in frags"}
	case f.leads:
		at = f.look
		own := t.looks[at].score[f.side]
		return outcome{"leads", fmt.Sprintf("%d:%d", own, own-t.margin(f.side, at))}
	case f.scales:
		return outcome{"has", fmt.Sprintf("the stacks, %d to %d", f.stacks[f.side], f.stacks[1-f.side])}
	case t.told && len(t.sides) == 2 && t.looks[at].score[0]|t.looks[at].score[1] != 0:
		return outcome{rest: fmt.Sprintf("%d:%d", t.looks[at].score[f.side], t.looks[at].score[1-f.side])}
	}
	return outcome{}
}

// sentence describes deeds and their outcome: "Nightjar takes RA and Quad, 4 frags in 22 s, leads 12:11".
func sentence(s subject, list []turnFact, outcome outcome) string {
	items := itemsTold(list)
	frags, captures := 0, 0
	var first, last time.Duration
	objective, named, round := "", false, false
	for _, f := range list {
		switch f.kind {
		case turnFrag:
			if frags++; frags == 1 {
				first = f.at
			}
			last = f.at
		case turnCapture:
			captures++
		case turnObjective:
			objective, named = f.words, f.slot.Valid()
		case turnRound:
			round = true
		}
	}
	if objective = strings.TrimRight(strings.TrimSpace(objective), "."); objective != "" {
		if !named && !strings.HasPrefix(objective, s.name) {
			objective = s.name + ": " + objective
		}
		return objective
	}
	clauses := s.deeds(items, frags, last-first, captures, round)
	if outcome.rest == "" && captures == 0 && !round && frags < 2 {
		return ""
	}
	switch {
	case outcome.verb != "":
		clauses = append(clauses, s.verb(outcome.verb)+" "+outcome.rest)
	case outcome.rest != "":
		clauses = append(clauses, outcome.rest)
	}
	if len(clauses) == 0 {
		return ""
	}
	return s.name + " " + strings.Join(clauses, ", ")
}

// itemsTold returns the items among the deeds that a sentence names. Less decisive ones are not worth their words.
func itemsTold(list []turnFact) (items []string) {
	for _, f := range list {
		if f.kind == turnItem && !slices.Contains(items, f.words) && (f.worth > 1 || len(items) == 0) {
			items = append(items, f.words)
		}
	}
	if len(items) > 1 {
		items = slices.DeleteFunc(items, func(s string) bool { return s == sim.ItemArmorYellow.Word() })
	}
	return items
}

// deeds returns the clauses about a side's pickups and deeds.
func (s subject) deeds(items []string, frags int, within time.Duration, captures int, round bool) (clauses []string) {
	if len(items) > 0 {
		clauses = append(clauses, s.verb("takes")+" "+and(items))
	}
	if frags > 0 {
		verb := ""
		if len(clauses) == 0 {
			verb = s.verb("gets") + " "
		}
		clauses = append(clauses, verb+fragsIn(frags, within))
	}
	if captures > 0 {
		clauses = append(clauses, s.verb("captures")+" the flag")
	}
	if round {
		clauses = append(clauses, s.verb("wins")+" the round")
	}
	return clauses
}

func fragsIn(n int, span time.Duration) string {
	switch seconds := int(span.Round(time.Second) / time.Second); {
	case n == 1:
		return "1 frag"
	case seconds < 1:
		return count.Of(n, "frag") + " at once"
	default:
		return fmt.Sprintf("%s in %d s", count.Of(n, "frag"), seconds)
	}
}

// and joins words with commas and "and", as in a sentence.
func and(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// titled returns a name that begins with a capital letter.
func titled(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(r)) + name[n:]
}
