package sim

import (
	"regexp"
	"strings"
	"sync"
)

// outcomes matches texts that reveal the score or the result of a match, in the words of the games (KTX sv_mod.c and
// stats.c, OSP, CPMA, Quake Live, OpenTDM) and of spectators.
var outcomes = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(
			`(?i)\b(leads?|leading|leaders?|winn?(s|er|ers|ing)?|won|beats?|los(es|ing|t)|ties?d?|draw|victory|defeat(s|ed)?|comeback|scores?d?|scorers?)\b`),
		regexp.MustCompile(`(?i)\b(score|frag|capture|point|round)s? ?limit\b`),
		regexp.MustCompile(`(?i)\d+ *\]? *(frags?|points?|captures?|caps?)\b|\b(frags?|points?|captures?)\b\W{0,3}\d`),
		regexp.MustCompile(`(?i)\b\d{1,3} *(-|–|:|to|vs\.?) *-?\d{1,3}\b`),
		regexp.MustCompile(`(?i)\b(up|down|ahead|behind) by\b|\b(kll|frags) +(dth|\(rank\))`),
	}
})

// tableNumbers is the number of numbers that make a line part of a table of results.
const tableNumbers = 5

// TellsOutcome reports whether a text reveals the state or the result of a match: the leader, a score, a scoreboard. It
// protects viewers who have not seen the match yet, so it errs on the side of true.
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

// TellsOutcome reports whether the event reveals the state or the result of the match. Frags, captures and the ends of
// rounds do not, as they are the match itself.
func (e *Event) TellsOutcome() bool {
	switch e.Kind {
	case EventPrint, EventChat, EventTeamChat, EventCenterPrint, EventVote, EventMatchEnd, EventOvertime:
		return TellsOutcome(e.Text.Plain)
	}
	return false
}
