package q2

import (
	"strings"

	"fragscope/sim"
)

// matchKind is the way a print is recognised.
type matchKind uint8

const (
	whole matchKind = iota
	starts
	ends
	holds
)

// printRule is the meaning of a print other than deaths and chat.
type printRule struct {
	how   matchKind
	text  string
	event sim.EventKind
	// named is set if the text follows the name of the player that the event is about or, at the start of a line,
	// precedes it.
	named bool
	team  sim.Team
}

// anywhereRules are the rules for text that some mods print and others show in the middle of the screen.
var anywhereRules = []printRule{
	{how: starts, text: "IMPRESSIVE ", event: sim.EventAward, named: true},
	{how: starts, text: "EXCELLENT ", event: sim.EventAward, named: true},
	{how: starts, text: "ACCURACY ", event: sim.EventAward, named: true},
	{how: starts, text: "You found a secret", event: sim.EventSecret},
	{how: starts, text: "You have found a secret", event: sim.EventSecret},
}

// printRules are tried in order.
var printRules = append([]printRule{
	{how: ends, text: " entered the game", event: sim.EventConnect, named: true},
	{how: ends, text: " entered the game.", event: sim.EventConnect, named: true},
	{how: ends, text: " disconnected", event: sim.EventDisconnect, named: true},
	{how: ends, text: " was kicked", event: sim.EventDisconnect, named: true},
	{how: ends, text: " timed out", event: sim.EventDisconnect, named: true},
	{how: ends, text: " overflowed", event: sim.EventDisconnect, named: true},
	{how: whole, text: "Fight!", event: sim.EventMatchStart},
	{how: whole, text: "Timelimit hit. Match ended.", event: sim.EventMatchEnd},
	{how: whole, text: "Match ended.", event: sim.EventMatchEnd},
	{how: whole, text: "Match aborted.", event: sim.EventMatchEnd},
	{how: starts, text: "Match canceled", event: sim.EventMatchEnd},
	{how: ends, text: " wins by forfeit!", event: sim.EventMatchEnd},
	{how: whole, text: "Timelimit hit.", event: sim.EventMatchEnd},
	{how: whole, text: "Fraglimit hit.", event: sim.EventMatchEnd},
	{how: whole, text: "Capturelimit hit.", event: sim.EventMatchEnd},
	{how: whole, text: "Roundlimit hit.", event: sim.EventMatchEnd},
	{how: whole, text: "MATCH COMPLETED!", event: sim.EventMatchEnd},
	{how: whole, text: "Match halted.", event: sim.EventMatchEnd},
	{how: starts, text: "All players have commit", event: sim.EventCountdown}, // with one t or two
	{how: whole, text: "Match has been forced to start.", event: sim.EventCountdown},
	{how: whole, text: "Match has been forced to terminate.", event: sim.EventMatchEnd},
	{how: whole, text: "Match has started!", event: sim.EventMatchStart},
	{how: whole, text: "MATCH STARTED!", event: sim.EventMatchStart},
	{how: starts, text: "Scores are tied", event: sim.EventOvertime},
	{how: holds, text: " called a time out", event: sim.EventTimeout},
	{how: holds, text: "called a timeout", event: sim.EventTimeout},
	{how: whole, text: "The round is over:", event: sim.EventRoundEnd},
	{how: whole, text: "It was a tie, no points awarded!", event: sim.EventPrint},
	{how: starts, text: "Vote ", event: sim.EventVote},
	{how: starts, text: "Votes: ", event: sim.EventVote},
	{how: holds, text: " voted ", event: sim.EventVote},
	{how: holds, text: " has initiated a vote", event: sim.EventVote},
	{how: ends, text: " captured the RED flag!", event: sim.EventCapture, named: true, team: sim.TeamRed},
	{how: ends, text: " captured the BLUE flag!", event: sim.EventCapture, named: true, team: sim.TeamBlue},
	{how: ends, text: " got the RED flag!", event: sim.EventFlagTaken, named: true, team: sim.TeamRed},
	{how: ends, text: " got the BLUE flag!", event: sim.EventFlagTaken, named: true, team: sim.TeamBlue},
	{how: ends, text: " lost the RED flag!", event: sim.EventFlagDropped, named: true, team: sim.TeamRed},
	{how: ends, text: " lost the BLUE flag!", event: sim.EventFlagDropped, named: true, team: sim.TeamBlue},
	{how: ends, text: " returned the RED flag!", event: sim.EventFlagReturned, named: true, team: sim.TeamRed},
	{how: ends, text: " returned the BLUE flag!", event: sim.EventFlagReturned, named: true, team: sim.TeamBlue},
	{how: whole, text: "The RED flag has returned!", event: sim.EventFlagReturned, team: sim.TeamRed},
	{how: whole, text: "The BLUE flag has returned!", event: sim.EventFlagReturned, team: sim.TeamBlue},
	{how: holds, text: " gets an assist for ", event: sim.EventAward, named: true},
	{how: holds, text: " defends ", event: sim.EventAward, named: true},
	{how: ends, text: " exited the level.", event: sim.EventLevelEnd, named: true},
}, anywhereRules...)

// centerRules are the rules for text in the middle of the screen.
var centerRules = append([]printRule{
	{how: whole, text: "LIGHTS...", event: sim.EventCountdown},
	{how: whole, text: "ACTION!", event: sim.EventRoundStart},
	{how: holds, text: "MATCH HAS STARTED!", event: sim.EventMatchStart},
}, anywhereRules...)

// match reports whether the rule matches a line, and returns the name in it.
func (r *printRule) match(line string) (name string, ok bool) {
	switch r.how {
	case whole:
		return "", line == r.text
	case starts:
		rest, ok := strings.CutPrefix(line, r.text)
		return strings.TrimSuffix(rest, "!"), ok
	case ends:
		return strings.CutSuffix(line, r.text)
	}
	name, _, ok = strings.Cut(line, r.text)
	return name, ok
}
