package sim

import (
	"regexp"
	"strings"
	"sync"
)

// outcomes are texts that tell how a match stands or ended: in the games' own words (KTX sv_mod.c and stats.c, OSP, CPMA, Quake Live, OpenTDM) and in
// those of who watches it.
var outcomes = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(?i)\b(leads?|leading|leaders?|winn?(s|er|ers|ing)?|won|beats?|los(es|ing|t)|ties?d?|draw|victory|defeat(s|ed)?|comeback|scores?d?|scorers?)\b`),
		regexp.MustCompile(`(?i)\b(score|frag|capture|point|round)s? ?limit\b`),
		regexp.MustCompile(`(?i)\d+ *\]? *(frags?|points?|captures?|caps?)\b|\b(frags?|points?|captures?)\b\W{0,3}\d`),
		regexp.MustCompile(`(?i)\b\d{1,3} *(-|–|:|to|vs\.?) *-?\d{1,3}\b`),
		regexp.MustCompile(`(?i)\b(up|down|ahead|behind) by\b|\b(kll|frags) +(dth|\(rank\))`),
	}
})

// tableNumbers is from how many numbers on a line is one of a table of results.
const tableNumbers = 5

// TellsOutcome reports whether a text tells how a match stands or ended: who leads, a result, a table of results. It is for who has not seen the
// match yet, and rather takes a harmless text for one that tells.
func TellsOutcome(text string) bool {
	for _, o := range outcomes() {
		if o.MatchString(text) {
			return true
		}
	}
	for line := range strings.Lines(text) {
		numbers := 0
		for _, word := range strings.Fields(line) {
			if strings.Trim(word, "-+%.:0123456789") == "" && strings.ContainsAny(word, "0123456789") {
				numbers++
			}
		}
		if numbers >= tableNumbers {
			return true
		}
	}
	return false
}

// TellsOutcome reports whether an event says how the match stands or ended. Frags, captures and ends of rounds are what happened, and do not.
func (e *Event) TellsOutcome() bool {
	switch e.Kind {
	case EventPrint, EventChat, EventTeamChat, EventCenterPrint, EventVote, EventMatchEnd, EventOvertime:
		return TellsOutcome(e.Text.Plain)
	}
	return false
}
