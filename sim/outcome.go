package sim

import (
	"regexp"
	"strings"
	"sync"
)

// outcomes matches text that reveals the score or the result of a match, as written by games (KTX sv_mod.c and
// stats.c, OSP, CPMA, Quake Live, OpenTDM) and by spectators.
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

// tableNumbers is the minimum number of numbers in a line of a table of results.
const tableNumbers = 5

// RevealsOutcome reports whether text reveals the state or the result of a match, such as the leader, a score or a
// scoreboard. To protect viewers who have not seen the match yet, it returns true when in doubt.
func RevealsOutcome(text string) bool {
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

// RevealsOutcome reports whether the event reveals the state or the result of the match. It returns false for frags,
// captures and the ends of rounds, because they are the match itself.
func (e *Event) RevealsOutcome() bool {
	switch e.Kind {
	case EventPrint, EventChat, EventTeamChat, EventCenterPrint, EventVote, EventMatchEnd, EventOvertime:
		return RevealsOutcome(e.Text.Plain)
	}
	return false
}
